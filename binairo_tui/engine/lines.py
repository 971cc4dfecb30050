"""Line tables: exact reasoning about one line, from all its completions at once.

The *state* of a line is a slice of a position: two bits per cell, with the first cell lowest. A *completion* of a state
is a full line that agrees with the state and is legal: it has no three equal values side by side, meets the quota of
each value, and keeps every sign inside the line. Cells that are the same in all completions are forced; a state without
a completion is a conflict.

A `LineTable` caches the forced cells for every state of lines with one length and sign pattern. It asks the compiled
core, or uses one of two methods with the same results: `LineSets` for lines of up to MAX_SETS cells, and `LineWalk` for
longer lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from binairo_tui import engine
from binairo_tui.engine import core
from binairo_tui.engine.geometry import bits
from binairo_tui.engine.memo import Memo
from binairo_tui.engine.puzzle import LineSigns

MAX_MEMO = 1 << 16
"""Limit on the entries in a cache of line states. A full cache is cleared. A full LineTable takes some 15 MB."""

MAX_SETS = 24
"""Limit on the length of lines for `LineSets`: there are 52,214 legal lines of 24 cells."""


class Forced(NamedTuple):
    """The cells that a state forces, laid out as a row and as a column of a position.

    `row` is combined (`or`) with a position at the shift of a row, and `column` at the shift of a column. `places` has
    the lower bit of each forced cell: bit 2 * i means that line i in the other direction has changed.
    """

    row: int
    column: int
    places: int


_NOTHING: Final = Forced(0, 0, 0)


class LineTable(Memo[Forced | None]):
    """The forced cells for every state of lines with one length and sign pattern, computed on first use.

    `table[state]` is a `Forced`, or None for a conflict. `count_of(state)` is the number of completions of a state in
    which no cell holds both values. `completions(state)` holds all completions, as full states. The table caches both
    results, so call `completions` only for states with few completions. `lane` is the board's `Geometry.lane`.
    """

    def __init__(self, length: int, lane: int, signs: LineSigns = ()) -> None:
        super().__init__(self._find_forced, MAX_MEMO)
        self.count_of = Memo(self._find_count, MAX_MEMO).__getitem__
        self.completions = Memo(self._find_completions, MAX_MEMO).__getitem__
        self._low = (4**length - 1) // 3  # 01 in every cell
        self._copies = sum(1 << r * (2 * lane - 2) for r in range(length))
        self._column = sum(0b11 << 2 * lane * r for r in range(length))
        self._length = length
        self._signs = signs
        self._core = None if core.native is None else core.native.line(length, signs)

    @cached_property
    def _method(self) -> engine.line_sets.LineSets | engine.line_walk.LineWalk:
        # These modules are imported on first use, because they are seldom needed with the compiled core.
        if self._length <= MAX_SETS:
            return engine.line_sets.LineSets(self._length, self._signs)
        return engine.line_walk.LineWalk(self._length, self._signs)

    def _find_forced(self, state: int) -> Forced | None:
        if state & state >> 1 & self._low:
            delta = None
        elif self._core is None:
            delta = self._method.forced(state)
        else:
            cells, count = self._core.forced(state)
            delta = cells if count else None
        if delta:
            return Forced(delta, self.as_column(delta), (delta | delta >> 1) & self._low)
        return None if delta is None else _NOTHING

    def _find_count(self, state: int) -> int:
        return self._method.count(state) if self._core is None else self._core.forced(state)[1]

    def _find_completions(self, state: int) -> tuple[int, ...]:
        return tuple(self._method.completions(state))

    def forced_excluding(self, state: int, finished: list[int]) -> int | None:
        """Return the values of the empty cells that are the same in all completions not in `finished`.

        `finished` holds the states of full lines. Returns None if there is no such completion. If a line is longer than
        `line_walk.MAX_EXACT` and has more than `line_walk.FEW` completions, `finished` may be ignored.
        """
        return (self._method if self._core is None else self._core).forced_excluding(state, finished)

    def reason(self, history: Sequence[int], forced: int) -> int:
        """Return a part of a state that forces the cells `forced`. If `forced` is 0, the part has no completion.

        `history` holds earlier states in order, followed by the state itself. The values of the first state are kept.
        As many other values as possible are left out, the newest first.
        """
        reason = history[-1]
        for before, after in zip(history[-2::-1], history[:0:-1], strict=True):
            for value in bits(after & ~before):
                entry = self[reason ^ value]
                if entry is None or (forced and entry.row & forced == forced):
                    reason ^= value
        return reason

    def as_column(self, state: int) -> int:
        """Return a line state as the first column of a position: cell i becomes the first cell of row i."""
        # The product adds up one shifted copy of the state per row. Rows lie farther apart than a line is long, so only
        # one cell of each copy gets into the first column.
        return state * self._copies & self._column


def line_table(length: int, lane: int, signs: LineSigns = ()) -> LineTable:
    """Return the shared table for lines of this length and with these signs, on boards with this lane."""
    return _line_table(length, lane, signs, core.core_name())


@lru_cache(maxsize=4096)
def _line_table(length: int, lane: int, signs: LineSigns, core_name: str) -> LineTable:  # noqa: ARG001
    return LineTable(length, lane, signs)
