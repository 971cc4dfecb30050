"""The rules of Binairo in their simplest form.

They define "legal" and "solved"; the fast implementations in `propagation` are tested against them. A violation is a
rule that the values on the grid break. A wrong value need not break a rule at once.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import Enum, StrEnum
from typing import NamedTuple

from binairo_tui.engine.geometry import EMPTY, ONE, ZERO, Cell, Line, Position
from binairo_tui.engine.puzzle import Puzzle, check_position


class ViolationKind(StrEnum):
    """The rule that a violation breaks. Each kind is also a `str`, so that `json` can write it.

    >>> [kind.value for kind in ViolationKind]
    ['triple', 'excess', 'duplicate', 'sign']
    """

    __repr__ = Enum.__str__

    TRIPLE = "triple"
    EXCESS = "excess"
    DUPLICATE = "duplicate"
    SIGN = "sign"


_KINDS = tuple(ViolationKind)


class Violation(NamedTuple):
    """A broken rule: its kind, its lines and the cells that break it. Lines and cells are ascending.

    A run of more than three equal values is one violation of kind TRIPLE, with all cells of the run.

    >>> puzzle = parse_puzzle("4x4;111.............")
    >>> find_violations(puzzle, puzzle.givens)[0]
    Violation(kind=ViolationKind.TRIPLE, lines=(0,), cells=(0, 1, 2))
    """

    kind: ViolationKind
    lines: tuple[Line, ...]
    cells: tuple[Cell, ...]


def find_violations(puzzle: Puzzle, position: Position) -> tuple[Violation, ...]:
    """Return all violations in a position, sorted by kind and then by line (for signs, by cell).

    A missing or changed given is not a violation. Raises TypeError or ValueError if `position` is not a position of the
    puzzle.

    >>> puzzle = parse_puzzle("4x4;111.............")
    >>> [violation_text(puzzle, puzzle.givens, found) for found in find_violations(puzzle, puzzle.givens)]
    ['Row 1: three 1s together (r1c1, r1c2, r1c3).', 'Row 1 has three 1s; two are allowed.']
    """
    check_position(puzzle, position)
    return tuple(sorted(_violations_in(puzzle, position, range(puzzle.height + puzzle.width)), key=_order))


def breaks_rules(puzzle: Puzzle, position: Position) -> bool:
    """Return whether a position breaks a rule. Unlike `find_violations`, this function does not check the arguments."""
    return next(_violations_in(puzzle, position, range(puzzle.height + puzzle.width)), None) is not None


def violations_after(
    puzzle: Puzzle, before: Position, found: Iterable[Violation], position: Position
) -> tuple[Violation, ...]:
    """Return all violations in `position`, examining only lines that have changed since the position `before`.

    `found` holds all violations in `before`.

    >>> puzzle = parse_puzzle("4x4;111.............")
    >>> found = find_violations(puzzle, puzzle.givens)
    >>> violations_after(puzzle, puzzle.givens, found, puzzle.geometry.place(puzzle.givens, 0, EMPTY))
    ()
    """
    changed = before ^ position
    touched = {line for line, mask in enumerate(puzzle.geometry.line_masks) if changed & mask}
    kept = [violation for violation in found if touched.isdisjoint(violation.lines)]
    return tuple(sorted([*kept, *_violations_in(puzzle, position, touched)], key=_order))


def _violations_in(puzzle: Puzzle, position: Position, lines: Collection[Line]) -> Iterator[Violation]:
    """Yield the violations that name one of `lines`, in no particular order.

    Whether there is a violation must depend only on the lines that it names, because `violations_after` asks only for
    changed lines. A rule about cells that are not in one line could name the rows of these cells. It should then name a
    fixed number of cells, because a longer run would have further rows.
    """
    text = puzzle.geometry.text(position)
    are_any_full = False
    for line in lines:
        values = _line_text(puzzle, text, line)
        are_any_full = are_any_full or EMPTY not in values
        yield from _triples(puzzle, line, values)
        yield from _excesses(puzzle, line, values)
    if puzzle.unique_lines and are_any_full:
        yield from _duplicates(puzzle, text, lines)
    if puzzle.signs:
        yield from _broken_signs(puzzle, text, lines)


def _order(violation: Violation) -> tuple[int, tuple[int, ...]]:
    """Return the sort key of a violation: its kind, then its lines or, for a sign, its cells."""
    key = violation.cells if violation.kind is ViolationKind.SIGN else (*violation.lines[::-1], *violation.cells)
    return _KINDS.index(violation.kind), key


def one_of_each_kind_first(violations: Sequence[Violation]) -> list[Violation]:
    """Return the violations for a list that may be cut short: the first violation of each kind comes before all others.

    >>> puzzle = parse_puzzle("6x6;1111..000..." + "." * 24)
    >>> [found.kind.value for found in one_of_each_kind_first(find_violations(puzzle, puzzle.givens))]
    ['triple', 'excess', 'triple']
    """
    first = {violation.kind: violation for violation in reversed(violations)}
    return sorted(violations, key=lambda violation: violation is not first[violation.kind])


def is_solved(puzzle: Puzzle, position: Position) -> bool:
    """Return whether the grid is full, holds all givens and breaks no rule.

    Raises TypeError or ValueError if `position` is not a position of the puzzle.

    >>> puzzle = parse_puzzle("4x4;1100............")
    >>> is_solved(puzzle, parse_position(puzzle, "1100 0011 1010 0101"))
    True
    >>> is_solved(puzzle, parse_position(Puzzle(4, 4), "0011 1100 0101 1010"))
    False
    """
    check_position(puzzle, position)
    holds_givens = position & puzzle.givens == puzzle.givens
    return holds_givens and puzzle.geometry.is_full(position) and not breaks_rules(puzzle, position)


def _triples(puzzle: Puzzle, line: Line, values: str) -> Iterator[Violation]:
    if "000" in values or "111" in values:
        for run in re.finditer("000+|111+", values):
            yield Violation(ViolationKind.TRIPLE, (line,), puzzle.geometry.line_cells[line][slice(*run.span())])


def _excesses(puzzle: Puzzle, line: Line, values: str) -> Iterator[Violation]:
    """Yield a violation for each value that occurs too often in `values`, the text of a line."""
    for value, allowed in zip((ZERO, ONE), puzzle.quota(line), strict=True):
        if values.count(value) > allowed:
            cells = puzzle.geometry.line_cells[line]
            holding = tuple([cell for cell, held in zip(cells, values, strict=True) if held == value])
            yield Violation(ViolationKind.EXCESS, (line,), holding)


def _line_text(puzzle: Puzzle, text: str, line: Line) -> str:
    width, height = puzzle.width, puzzle.height
    return text[line * width : (line + 1) * width] if line < height else text[line - height :: width]


def _duplicates(puzzle: Puzzle, text: str, lines: Collection[Line]) -> Iterator[Violation]:
    """Yield a violation for each pair of equal full rows or columns, unless neither of the two is in `lines`."""
    line_cells = puzzle.geometry.line_cells
    for every in (range(puzzle.height), range(puzzle.height, puzzle.height + puzzle.width)):
        seen: dict[str, list[Line]] = {}
        for line in every:
            values = _line_text(puzzle, text, line)
            if EMPTY in values:
                continue
            for other in seen.setdefault(values, []):
                if line in lines or other in lines:
                    cells = tuple(sorted(line_cells[other] + line_cells[line]))
                    yield Violation(ViolationKind.DUPLICATE, (other, line), cells)
            seen[values].append(line)


def _broken_signs(puzzle: Puzzle, text: str, lines: Collection[Line]) -> Iterator[Violation]:
    """Yield a violation for each sign in these lines whose two cells are filled but do not obey it."""
    for a, b, same in puzzle.signs:
        if EMPTY not in (text[a], text[b]) and (text[a] == text[b]) is not same:
            row, column = puzzle.geometry.lines_of(a)
            line = row if b - a == 1 else column
            if line in lines:
                yield Violation(ViolationKind.SIGN, (line,), (a, b))
