"""Exact reasoning about one line: all its completions at once.

A line's *state* is a slice of a position: two bits a cell, the first cell lowest. A *completion* of a state is a
legal full line that agrees with it: no three equal in a row, the quota of each value, every sign inside the line
kept. What all completions agree on is forced; no completion at all is a conflict. A `LineTable` answers for every
state of a line of one length and sign pattern and remembers the answer. Two methods stand behind it, with the same
results:

*LineSets* (lines of up to MAX_SET_LENGTH cells). Every legal line has a number; for each cell an int
holds one bit per legal line, set where the line has a 1 there. The completions of a state are an intersection of such
sets; a cell is forced if its set holds all or none of them.

*LineJoin* (longer lines). A line is cut in two, the parts again, down to segments of a few cells whose fillings are
listed. Of a filling only three things matter to the rest of the line: how many ones it holds, its first two cells and
its last two. Fillings alike in these form a class, for which we keep the union of its cells (which values occur
where) and its size. Two parts join where no triple spans the cut:

        left  [ 0 1 . 1 | . 0 ]   classes by (ones, last two)   x   classes by (first two, ones)   right
                                  union = union left | union right, size = size left * size right

The union over all joins that meet the quota shows every forced cell at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from binairo_tui.engine.line_join import MAX_MEMO, LineJoin
from binairo_tui.engine.line_sets import LineSets
from binairo_tui.engine.puzzle import LineSigns

MAX_SET_LENGTH = 24
"""Of 24 cells there are 52,214 legal lines; of 30, 860,142: sets of those would cost more than they save."""


class Forced(NamedTuple):
    """What a state forces: cells in the line's own layout, the same as a column of a position, and their places.

    `row` is ored into a position at the shift of a row, `column` at the shift of a column. `places` has the lower bit
    of each forced cell: bit 2 * i says that line i of the other direction has changed.
    """

    row: int
    column: int
    places: int


_NOTHING: Final = Forced(0, 0, 0)


class LineTable(dict[int, Forced | None]):
    """Forced cells of every state of a line of one length and sign pattern, worked out on first use.

    `table[state]` is an `Forced`, or None for a conflict. `lane` is the pitch of the board
    (`Geometry.lane`). `count[state]` holds the number of completions of every state that was looked up and has any.
    """

    def __init__(self, length: int, lane: int, signs: LineSigns = ()) -> None:
        super().__init__()
        self.count: dict[int, int] = {}
        self._completions: dict[int, tuple[int, ...]] = {}
        self._low = (4**length - 1) // 3  # 01 in every cell
        self._copies = sum(1 << r * (2 * lane - 2) for r in range(length))
        self._column = sum(0b11 << 2 * lane * r for r in range(length))
        self._method = (LineSets if length <= MAX_SET_LENGTH else LineJoin)(length, signs)

    def __missing__(self, state: int) -> Forced | None:
        if len(self) >= MAX_MEMO:
            self.clear()
            self.count.clear()
        low = self._low
        delta, count = (0, 0) if state & state >> 1 & low else self._method.forced(state)
        entry = None
        if count:
            self.count[state] = self.count[state | delta] = count
            entry = Forced(delta, self.as_column(delta), (delta | delta >> 1) & low) if delta else _NOTHING
        self[state] = entry
        return entry

    def count_of(self, state: int) -> int:
        """How many completions a state has."""
        count = self.count.get(state)
        if count is None:
            count = self.count[state] if self[state] is not None else 0
        return count

    def completions(self, state: int) -> tuple[int, ...]:
        """Every completion of a state, as full states. For states with few: they are listed and remembered."""
        found = self._completions.get(state)
        if found is None:
            if len(self._completions) >= MAX_MEMO:
                self._completions.clear()
            found = self._completions[state] = tuple(self._method.completions(state))
        return found

    def forced_excluding(self, state: int, finished: list[int]) -> int | None:
        """Cells that the state leaves empty and all its completions but the full lines in `finished` fill alike.

        None if no completion is left. In a line longer than MAX_SET_LENGTH with many completions (`line_join.FEW`)
        none is left out.
        """
        delta, count = self._method.forced(state, finished)
        return delta if count else None

    def reason(self, history: Sequence[int], forced: int) -> int:
        """A part of a state that alone forces the cells `forced`, or without any leaves no completion.

        `history` holds the state as it grew, the state itself last. What was there earlier is preferred; of the values
        that came with one state none can be spared, but of the first's. In a line longer than MAX_SET_LENGTH the
        whole state is given.
        """
        return self._method.reason(history, forced)

    def as_column(self, state: int) -> int:
        """A line state as the first column of a position.

        The product holds one copy of the state per cell, each a row further up and a cell back, so that copy i shows
        its cell i in the first column; nothing else falls there as long as a lane is longer than the line.
        """
        return state * self._copies & self._column


@lru_cache(maxsize=4096)
def line_table(length: int, lane: int, signs: LineSigns = ()) -> LineTable:
    """The shared table for lines of this length and sign pattern on boards of this pitch."""
    return LineTable(length, lane, signs)
