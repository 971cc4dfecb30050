"""Moves: steps of a search for refutations. Each step fills the cells that one line forces.

A move fills everything that its line settles. No shorter refutation is lost, because what follows from some of these
values also follows from all of them. In a line that cannot be filled, nothing is settled. Such a line has a move for
each deduction of an easy technique instead.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from binairo_tui.engine.geometry import EMPTY, Cell, Line, Value
from binairo_tui.engine.puzzle import LineSigns, Puzzle
from binairo_tui.engine.techniques import line_fillings, line_refutation

Fact = tuple[Cell, Value]
"""A cell and the value that it takes."""
Lines = tuple[str, ...]
"""The texts of all lines of a grid, rows first."""


class Move(NamedTuple):
    """A step that fills blank places of a line: the places with their values.

    `because` are the filled places that settle these values, or None if the values are the same in all fillings of
    the line. `must_differ` means that the values are settled because the line must differ from a finished line.
    """

    fills: tuple[tuple[int, Value], ...]
    because: tuple[int, ...] | None = None
    must_differ: bool = False


class LineMoves(NamedTuple):
    """The moves of a line, and whether the line has no legal filling."""

    moves: tuple[Move, ...]
    is_dead: bool


_NONE = LineMoves((), is_dead=False)


@lru_cache(maxsize=line_fillings.MAX_MEMO)
def line_moves(text: str, signs: LineSigns, finished: tuple[str, ...]) -> LineMoves:
    """Return the moves (see the module) of a line that must differ from the `finished` lines."""
    finished = tuple([twin for twin in finished if line_fillings.may_become(text, twin)])
    forced = line_fillings.forced_values(text, signs, finished)
    if forced is not None:
        return LineMoves((Move(tuple(forced.items())),), is_dead=False) if forced else _NONE
    moves = [
        Move(tuple(zip(places, values, strict=True)), because)
        for module in line_refutation.EASY
        for places, values, because in module.find(text, signs)
    ]
    if alone := line_fillings.forced_values(text, signs):  # the line has fillings, all of them finished lines
        moves.append(Move(tuple(alone.items())))
    return LineMoves((*moves, *_differing(text, signs, finished)), is_dead=True)


@lru_cache(maxsize=line_fillings.MAX_MEMO)
def plain_moves(text: str, signs: LineSigns, finished: tuple[str, ...]) -> LineMoves:
    """Return the moves of a line by techniques that list no fillings: one move for each of their deductions."""
    moves = {
        Move(tuple(zip(places, values, strict=True)), because)
        for module in line_refutation.PLAIN
        for places, values, because in module.find(text, signs)
    }
    return LineMoves((*sorted(moves), *_differing(text, signs, finished)), is_dead=False)


def _differing(text: str, signs: LineSigns, finished: tuple[str, ...]) -> list[Move]:
    steps = line_refutation.two_blanks(text, signs, finished)
    return sorted({Move(tuple(zip(it.places, it.values, strict=True)), it.because, must_differ=True) for it in steps})


class Grid:
    """Looks up the possible moves in the lines of a puzzle, and applies moves to the lines.

    `lookups` counts how often the moves of a line were looked up. It measures the work, and is the same on every
    machine. If `is_plain` is set, lines have only plain moves (`plain_moves`).

    A rule about cells that are not in one line would need moves here, steps in `refutation_proof`, and a place in
    `scoring._after_round`, `board._legal_values`, `position_check.is_forced_by_line` and `reason_check`.
    """

    def __init__(self, puzzle: Puzzle, *, is_plain: bool = False) -> None:
        self.lookups = 0
        self._find = plain_moves if is_plain else line_moves
        self._width, self._height = puzzle.width, puzzle.height
        self._signs = puzzle.line_signs
        self._cells = puzzle.geometry.line_cells
        self._unique_lines = puzzle.unique_lines

    def moves(self, lines: Lines, line: Line) -> LineMoves:
        return self._moves(lines[line], line, self._finished(lines)[line >= self._height])

    def twins(self, lines: Lines, line: Line) -> list[Line]:
        """Return the twins of a line: the finished lines that the line could still copy, but must not."""
        text = lines[line]
        return [
            other
            for other in self._alike(line)
            if self._unique_lines
            and other != line
            and EMPTY not in lines[other]
            and line_fillings.may_become(text, lines[other])
        ]

    def fills(self, line: Line, move: Move) -> tuple[Fact, ...]:
        cells = self._cells[line]
        return tuple([(cells[place], value) for place, value in move.fills])

    def filled(self, lines: Lines, facts: Iterable[Fact]) -> tuple[Lines, set[Line]]:
        """Return the lines after filling in the values in `facts`, and the lines whose moves may have changed."""
        texts: dict[Line, list[str]] = {}
        for cell, value in facts:
            row, column = divmod(cell, self._width)
            for line, place in ((row, column), (self._height + column, row)):
                if line not in texts:
                    texts[line] = list(lines[line])
                texts[line][place] = value
        after, changed = list(lines), set(texts)
        for line, cells in texts.items():
            after[line] = "".join(cells)
            if EMPTY not in cells and self._unique_lines:
                changed.update(self._alike(line))
        return tuple(after), changed

    def broken(self, lines: Lines, changed: Iterable[Line] | None = None) -> list[set[Cell]]:
        """Return sets of cells, each of which shows a broken rule; None for `changed` means all lines."""
        found = []
        for line in range(len(lines)) if changed is None else changed:
            text, cells = lines[line], self._cells[line]
            if places := line_refutation.visible(text, self._signs[line], ()):
                found.append({cells[place] for place in places})
            elif self._unique_lines and EMPTY not in text:
                same = [self._cells[other] for other in self._alike(line) if lines[other] == text]
                found += [set().union(*same)] if len(same) > 1 else []
        return found

    def rounds(self, lines: Lines, active: Iterable[Line]) -> int | None:
        """Return a lower bound on the number of moves until a rule is visibly broken; None if moves never break one.

        In each round, all `active` lines move at once. In the next round, the lines whose moves may have changed are
        active.
        """
        number = 0
        while True:
            number += 1
            values: dict[Cell, Value] = {}
            finished = self._finished(lines)
            for line in active:
                moves, is_dead = self._moves(lines[line], line, finished[line >= self._height])
                if is_dead and not moves:
                    return number
                for move in moves:
                    for cell, value in self.fills(line, move):
                        if values.setdefault(cell, value) != value:
                            return number
            if not values:
                return None
            lines, active = self.filled(lines, values.items())
            if self.broken(lines, active):
                return number

    def _moves(self, text: str, line: Line, finished: tuple[str, ...]) -> LineMoves:
        self.lookups += 1
        return self._find(text, self._signs[line], finished) if EMPTY in text else _NONE

    def _finished(self, lines: Lines) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the texts of the finished rows and of the finished columns; none if lines may be equal."""
        if not self._unique_lines:
            return (), ()
        rows, columns = lines[: self._height], lines[self._height :]
        return tuple([t for t in rows if EMPTY not in t]), tuple([t for t in columns if EMPTY not in t])

    def _alike(self, line: Line) -> range:
        height = self._height
        return range(height) if line < height else range(height, height + self._width)
