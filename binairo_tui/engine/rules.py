"""The rules of Binairo, each stated once and plainly.

This is what "legal" and "solved" mean everywhere else; the fast forms in `propagation` are tested against it. A
violation is a rule that what stands on the grid breaks already; a mistake that breaks nothing yet is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from binairo_tui.engine.geometry import EMPTY, ONE, ZERO, Cell, Line, Position, quota
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
    width = puzzle.width
    rows = [text[start : start + width] for start in range(0, len(text), width)]
    columns = [text[start::width] for start in range(width)]
    return (
        *_triples(puzzle, [*rows, *columns]),
        *_excesses(puzzle, [*rows, *columns]),
        *_duplicates(puzzle, rows, 0),
        *_duplicates(puzzle, columns, puzzle.height),
        *_broken_signs(puzzle, text),
    )


def is_solved(puzzle: Puzzle, position: Position) -> bool:
    """Whether the grid is full and no rule is broken. Any such grid wins: no stored solution is asked."""
    return puzzle.geometry.is_full(position) and not find_violations(puzzle, position)


def _triples(puzzle: Puzzle, lines: list[str]) -> Iterator[Violation]:
    """Three equal values side by side; a run of four holds two of them."""
    for line, values in enumerate(lines):
        if "000" in values or "111" in values:
            for i in range(len(values) - 2):
                if values[i : i + 3] in ("000", "111"):
                    yield Violation(ViolationKind.TRIPLE, (line,), puzzle.geometry.line_cells[line][i : i + 3])


def _excesses(puzzle: Puzzle, lines: list[str]) -> Iterator[Violation]:
    """More of a value than the line may hold; the cells are all that hold it."""
    for line, values in enumerate(lines):
        for value, allowed in zip((ZERO, ONE), quota(len(values)), strict=True):
            if values.count(value) > allowed:
                cells = puzzle.geometry.line_cells[line]
                holding = tuple([cell for cell, held in zip(cells, values, strict=True) if held == value])
                yield Violation(ViolationKind.EXCESS, (line,), holding)


def _duplicates(puzzle: Puzzle, lines: list[str], first: Line) -> Iterator[Violation]:
    """Two full lines of one direction, the first of which is line `first`, that are alike."""
    if not puzzle.unique_lines:
        return
    line_cells = puzzle.geometry.line_cells
    seen: dict[str, list[Line]] = {}
    for line, values in enumerate(lines, first):
        if EMPTY in values:
            continue
        for other in seen.setdefault(values, []):
            yield Violation(ViolationKind.DUPLICATE, (other, line), tuple(sorted(line_cells[other] + line_cells[line])))
        seen[values].append(line)


def _broken_signs(puzzle: Puzzle, text: str) -> Iterator[Violation]:
    """Two cells that a sign says are equal and are not, or the other way round."""
    for a, b, same in puzzle.signs:
        if EMPTY not in (text[a], text[b]) and (text[a] == text[b]) is not same:
            row, column = puzzle.geometry.lines_of(a)
            yield Violation(ViolationKind.SIGN, (row if b - a == 1 else column,), (a, b))
