"""Row search: lists the solutions of a position row by row, which is fast if there are many.

The open rows are filled from top to bottom, each with every completion that agrees with the rows above. The values that
these force in the next row are found for all columns at once: below or between two equal values, below a sign, and in
columns that have all their zeros or all their ones. Nothing else is propagated, so a step takes about two microseconds,
but there are dead ends. A search that meets too many of them stops and returns the positions that are left, which are
better propagated first.

Here, a *line* is the state of a row with FIELD bits per cell instead of two, so that numbers fit into the cells.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import reduce
from operator import and_
from typing import NamedTuple

from binairo_tui.engine.conflict_search import SearchStats
from binairo_tui.engine.geometry import Position
from binairo_tui.engine.lines import MAX_MEMO
from binairo_tui.engine.propagation import Propagator

FIELD = 8
"""Bits per cell of a line. The highest is set if a column has all its values, so columns must be shorter than 256."""
FREE_STEPS = 64
"""A search that finds nothing stops after this many steps."""
STEPS_PER_SOLUTION = 24
"""Each solution allows this many steps more."""
MAX_COMPLETIONS = 600
"""Positions with a row that has more completions than this are not searched."""

_Node = tuple[int, Position, tuple[int, ...], int, int]
"""The number of open rows filled so far, the position, the full rows as lines (the rows above the next open row last),
the numbers of known values (see `_Filling`), and the pairs of columns that are equal in all full rows."""


class _Filling(NamedTuple):
    """A completion of a row: a line, its values as numbers, its cells in a position, and its pairs of equal cells.

    Numbers are two lines in one int: the number of ones in every column and, above it, the number of zeros.
    """

    line: int
    numbers: int
    cells: Position
    equal: int


class _OpenRow(NamedTuple):
    """A row that is not full: its index, known values, also as numbers, and empty cells (lower bits).

    `below` is what is known of the row below, `same` and `opposite` are the cells with such a sign to the row above,
    and `full` are the full rows that follow.
    """

    row: int
    known: int
    numbers: int
    empty: int
    below: int
    same: int
    opposite: int
    full: tuple[int, ...]


class RowSearch:
    """Row search on boards of one size with the same signs and rules. `stats` is updated."""

    def __init__(self, rules: Propagator, stats: SearchStats) -> None:
        board, axis = rules.geometry, rules.rows
        self._axis = axis
        self._unique_lines = rules.unique_lines
        self._stats = stats
        self._low = low = sum(1 << FIELD * c for c in range(axis.length))
        self._half = FIELD * axis.length
        self._tops = (low | low << self._half) << FIELD - 1
        zeros, ones = board.quota(axis.count)
        # Added to numbers, this sets the top bit of every column that has all its ones, or zeros.
        self._rest = self._tops - ones * low - (zeros * low << self._half)
        self._pairs = -1 if rules.unique_lines else 0
        self._fillings: list[dict[int, tuple[_Filling, ...]]] = [{} for _ in range(axis.count)]
        self._full_rows: list[dict[int, _Filling]] = [{} for _ in range(axis.count)]
        self._same = [0] * axis.count  # for each row: the cells with a sign = to the row above
        self._opposite = [0] * axis.count
        for column, signs in enumerate(rules.columns.signs):
            for row, same in signs:
                (self._same if same else self._opposite)[row + 1] |= 0b11 << FIELD * column

    def solutions(self, start: Position, check: Callable[[], None]) -> Generator[Position, None, list[Position]]:
        """Yield solutions that extend `start`, which must be at its fixpoint and not full.

        Returns the positions that are left: every other solution extends exactly one of them. `check` is called at
        every step and may raise to end the search.
        """
        low, half, tops, rest, stats = self._low, self._half, self._tops, self._rest, self._stats
        open_rows, first = self._begin(start)
        stack = [first]
        last, steps_left = len(open_rows) - 1, FREE_STEPS if open_rows else 0
        while stack and steps_left:
            check()
            stats.nodes += 1
            steps_left -= 1
            depth, position, rows, numbers, equal = stack.pop()
            row, known, own, empty, below, same, opposite, full = open_rows[depth]
            opposed = rows[-1] & (rows[-2] | below | opposite)
            complete = (numbers + rest & tops) >> FIELD - 1
            zeros, ones = opposed & low | complete & empty, opposed >> 1 & low | complete >> half & empty
            state = known | rows[-1] & same | zeros << 1 | ones
            fillings = self._fillings[row].get(state)
            if fillings is None:
                fillings = self._find_fillings(row, state)
            different = rows if self._unique_lines else ()
            if not fillings:
                stats.conflicts += 1
            elif depth == last:
                for line, _, cells, equal_cells in fillings:
                    if not equal & equal_cells and line not in different:
                        steps_left += STEPS_PER_SOLUTION
                        yield position | cells
            else:
                numbers -= own
                stack += [
                    (depth + 1, position | cells, (*rows, line, *full), numbers + added, equal & equal_cells)
                    for line, added, cells, equal_cells in fillings
                    if line not in different
                ]
        return [position for _, position, *_ in stack]

    def _begin(self, start: Position) -> tuple[list[_OpenRow], _Node]:
        """Return the open rows and the first node; no rows if one has too many completions."""
        axis, low = self._axis, self._low
        states = axis.states(start)
        lines = [self._line(state) for state in states]
        indexes = [row for row, state in enumerate(states) if state.bit_count() < axis.length]
        if any(axis.tables[row].count_of(states[row]) > MAX_COMPLETIONS for row in indexes):
            return [], (0, start, (), 0, 0)
        open_rows = []
        for row, following in zip(indexes, [*indexes[1:], axis.count], strict=True):
            known = lines[row]
            open_rows.append(
                _OpenRow(
                    row=row,
                    known=known,
                    numbers=self._numbers(known),
                    empty=low & ~(known | known >> 1),
                    below=lines[row + 1] if row + 1 < axis.count else 0,
                    same=self._same[row],
                    opposite=self._opposite[row],
                    full=tuple(lines[row + 1 : following]),
                )
            )
        full = [row for row in range(axis.count) if row not in indexes]
        rows = (*[lines[row] for row in full], 0, 0, *lines[: indexes[0]])
        equal = reduce(and_, [self._filling(row, states[row]).equal for row in full], self._pairs)
        return open_rows, (0, start, rows, sum(map(self._numbers, lines)), equal)

    def _find_fillings(self, row: int, line: int) -> tuple[_Filling, ...]:
        """Return the completions of a row, given as a line, and remember them."""
        axis, known = self._axis, self._fillings[row]
        if len(known) >= MAX_MEMO:
            known.clear()
        completions: Sequence[int] = ()
        if not line & line >> 1 & self._low:
            state = sum((line >> FIELD * c & 0b11) << 2 * c for c in range(axis.length))
            completions = axis.tables[row].completions(state)
        fillings = known[line] = tuple([self._filling(row, completion) for completion in completions])
        return fillings

    def _filling(self, row: int, state: int) -> _Filling:
        """Return the filling for the state of a full row; each is made once, because many lines share it."""
        filling = self._full_rows[row].get(state)
        if filling is None:
            line, cells = self._line(state), self._axis.to_position(row, state)
            filling = _Filling(line, self._numbers(line), cells, self._equal_cells(state))
            self._full_rows[row][state] = filling
        return filling

    def _line(self, state: int) -> int:
        """Convert the state of a row to a line."""
        return sum((state >> 2 * c & 0b11) << FIELD * c for c in range(self._axis.length))

    def _numbers(self, line: int) -> int:
        """Return the values of a line as numbers: 0 and 1."""
        return line & self._low | (line >> 1 & self._low) << self._half

    def _equal_cells(self, state: int) -> int:
        """Return the pairs of equal cells in a full row: for every cell, the equal ones to its left (lower bits)."""
        equal, ones, zeros = 0, state & self._axis.low, state >> 1 & self._axis.low
        for place in range(2, 2 * self._axis.length, 2):
            equal = equal << place | (ones if ones >> place & 1 else zeros) & (1 << place) - 1
        return equal
