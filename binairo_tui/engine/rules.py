"""The rules of Binairo, each stated once and plainly.

This is what "legal" and "solved" mean everywhere else; the fast forms in `propagation` are tested against it. A
violation is a rule that what stands on the grid breaks already; a mistake that breaks nothing yet is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from binairo_tui.engine.geometry import EMPTY, ONE, ZERO, Cell, Line, Position
from binairo_tui.engine.puzzle import Puzzle


class ViolationKind(Enum):
    """The rule that is broken."""

    TRIPLE = "triple"
    EXCESS = "excess"
    DUPLICATE = "duplicate"
    SIGN = "sign"


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken rule: its kind, the lines it is broken in and the cells that break it, both ascending."""

    kind: ViolationKind
    lines: tuple[Line, ...]
    cells: tuple[Cell, ...]


def find_violations(puzzle: Puzzle, position: Position) -> tuple[Violation, ...]:
    """Every broken rule of a position: kinds in the order of `ViolationKind`, lines ascending within a kind."""
    text = puzzle.geometry.text(position)
    return (
        *_triples(puzzle, text),
        *_excesses(puzzle, text),
        *_duplicates(puzzle, text),
        *_broken_signs(puzzle, text),
    )


def is_solved(puzzle: Puzzle, position: Position) -> bool:
    """Whether the grid is full and no rule is broken. Any such grid wins: no stored solution is asked."""
    return puzzle.geometry.is_full(position) and not find_violations(puzzle, position)


def _triples(puzzle: Puzzle, text: str) -> Iterator[Violation]:
    """Three equal values side by side; a run of four holds two of them."""
    for line, cells in enumerate(puzzle.geometry.line_cells):
        values = "".join([text[cell] for cell in cells])
        for i in range(len(cells) - 2):
            if values[i : i + 3] in ("000", "111"):
                yield Violation(ViolationKind.TRIPLE, (line,), cells[i : i + 3])


def _excesses(puzzle: Puzzle, text: str) -> Iterator[Violation]:
    """More of a value than the line may hold; the cells are all that hold it."""
    for line, cells in enumerate(puzzle.geometry.line_cells):
        zeros, ones = puzzle.geometry.quota(line)
        for value, allowed in ((ZERO, zeros), (ONE, ones)):
            holding = tuple([cell for cell in cells if text[cell] == value])
            if len(holding) > allowed:
                yield Violation(ViolationKind.EXCESS, (line,), holding)


def _duplicates(puzzle: Puzzle, text: str) -> Iterator[Violation]:
    """Two full rows, or two full columns, that are alike."""
    if not puzzle.unique_lines:
        return
    line_cells = puzzle.geometry.line_cells
    for lines in (range(puzzle.height), range(puzzle.height, puzzle.height + puzzle.width)):
        seen: dict[str, list[Line]] = {}
        for line in lines:
            values = "".join([text[cell] for cell in line_cells[line]])
            if EMPTY in values:
                continue
            for other in seen.setdefault(values, []):
                cells = tuple(sorted(line_cells[other] + line_cells[line]))
                yield Violation(ViolationKind.DUPLICATE, (other, line), cells)
            seen[values].append(line)


def _broken_signs(puzzle: Puzzle, text: str) -> Iterator[Violation]:
    """Two cells that a sign says are equal and are not, or the other way round."""
    for a, b, same in puzzle.signs:
        if EMPTY not in (text[a], text[b]) and (text[a] == text[b]) is not same:
            row, column = puzzle.geometry.lines_of(a)
            yield Violation(ViolationKind.SIGN, (row if b - a == 1 else column,), (a, b))
