"""The rules of Binairo in their simplest form.

They define "legal" and "solved"; the fast implementations in `propagation` are tested against them. A violation is a
rule that the values on the grid break; a wrong value that does not break a rule yet is not a violation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from binairo_tui.engine.geometry import EMPTY, ONE, ZERO, Cell, Line, Position, quota
from binairo_tui.engine.puzzle import Puzzle


class ViolationKind(Enum):
    """The rule that is broken.

    >>> [kind.value for kind in ViolationKind]
    ['triple', 'excess', 'duplicate', 'sign']
    """

    __repr__ = Enum.__str__

    TRIPLE = "triple"
    EXCESS = "excess"
    DUPLICATE = "duplicate"
    SIGN = "sign"


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken rule: its kind, the lines in which it is broken, and the cells that break it. Both are ascending.

    >>> puzzle = parse_puzzle("4x4;111.............")
    >>> find_violations(puzzle, puzzle.givens)[0]
    Violation(kind=ViolationKind.TRIPLE, lines=(0,), cells=(0, 1, 2))
    """

    kind: ViolationKind
    lines: tuple[Line, ...]
    cells: tuple[Cell, ...]


def find_violations(puzzle: Puzzle, position: Position) -> tuple[Violation, ...]:
    """Return all violations in a position, in the order of `ViolationKind` and by ascending line within a kind.

    >>> puzzle = parse_puzzle("4x4;111.............")
    >>> [violation_text(puzzle, puzzle.givens, found) for found in find_violations(puzzle, puzzle.givens)]
    ['Row 1: three 1s together (r1c1, r1c2, r1c3).', 'Row 1: 3 1s; the limit is 2.']
    """
    rows = puzzle.geometry.rows(position)
    text = "".join(rows)
    columns = [text[column :: puzzle.width] for column in range(puzzle.width)]
    return (
        *_triples(puzzle, [*rows, *columns]),
        *_excesses(puzzle, [*rows, *columns]),
        *_duplicates(puzzle, rows, 0),
        *_duplicates(puzzle, columns, puzzle.height),
        *_broken_signs(puzzle, text),
    )


def is_solved(puzzle: Puzzle, position: Position) -> bool:
    """Return whether the grid is full and no rule is broken. Does not compare it with a stored solution.

    >>> puzzle = parse_puzzle("4x4;1100............")
    >>> is_solved(puzzle, parse_position(puzzle, "1100 0011 1010 0101"))
    True
    """
    return puzzle.geometry.is_full(position) and not find_violations(puzzle, position)


def _triples(puzzle: Puzzle, lines: list[str]) -> Iterator[Violation]:
    """Yield three equal values side by side; a run of four contains two such triples."""
    for line, values in enumerate(lines):
        if "000" in values or "111" in values:
            for i in range(len(values) - 2):
                if values[i : i + 3] in ("000", "111"):
                    yield Violation(ViolationKind.TRIPLE, (line,), puzzle.geometry.line_cells[line][i : i + 3])


def _excesses(puzzle: Puzzle, lines: list[str]) -> Iterator[Violation]:
    """Yield every line with too many of a value; the cells of the violation are all cells with this value."""
    for line, values in enumerate(lines):
        for value, allowed in zip((ZERO, ONE), quota(len(values)), strict=True):
            if values.count(value) > allowed:
                cells = puzzle.geometry.line_cells[line]
                holding = tuple([cell for cell, held in zip(cells, values, strict=True) if held == value])
                yield Violation(ViolationKind.EXCESS, (line,), holding)


def _duplicates(puzzle: Puzzle, lines: list[str], first: Line) -> Iterator[Violation]:
    """Yield every pair of equal full lines in one direction, whose first line has the number `first`."""
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
    """Yield every sign whose two cells are filled but do not agree with it."""
    for a, b, same in puzzle.signs:
        if EMPTY not in (text[a], text[b]) and (text[a] == text[b]) is not same:
            row, column = puzzle.geometry.lines_of(a)
            yield Violation(ViolationKind.SIGN, (row if b - a == 1 else column,), (a, b))
