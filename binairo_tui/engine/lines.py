"""Exact reasoning about one line: all its completions at once.

A line's *state* is a slice of a position: two bits a cell, the first cell lowest. A *completion* of a state is a
legal full line that agrees with it: no three equal in a row, the quota of each value, every sign inside the line
kept. What all completions agree on is forced; no completion at all is a conflict. A `LineTable` answers for every
state of a line of one length and sign pattern and remembers the answer. Two methods stand behind it, with the same
results:

*Candidates* (lines of up to 20 cells, of which there are 8196). Every legal line has a number; for each cell an int
holds one bit per legal line, set where the line has a 1 there. The completions of a state are an intersection of such
sets; a cell is forced if its set holds all or none of them.

*Halves* (longer lines). A line is cut in two, the parts again, down to segments of a few cells whose fillings are
listed. Of a filling only three things matter to the rest of the line: how many ones it holds, its first two cells and
its last two. Fillings alike in these form a class, for which we keep the union of its cells (which values occur
where) and its size. Two parts join where no triple spans the cut:

        left  [ 0 1 . 1 | . 0 ]   classes by (ones, last two)   x   classes by (first two, ones)   right
                                  union = union left | union right, size = size left * size right

The union over all joins that meet the quota shows every forced cell at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache, reduce
from itertools import product
from operator import or_
from typing import Final, NamedTuple, TypeVar

from binairo_tui.engine.geometry import quota

LineSigns = tuple[tuple[int, bool], ...]
"""Signs inside one line: (i, same) between cells i and i + 1, ascending."""

MAX_CANDIDATE_LENGTH = 20
"""Above it the sets of legal lines grow too long: 52,214 bits at 24 cells, 860,142 at 30."""
MAX_MEMO = 1 << 16
"""States a memo holds before it is emptied.

Some 15 MB for a line table, which only long searches on large boards reach.
"""
FEW = 8
"""Lines with at most this many completions are held against the finished lines."""

_Key = TypeVar("_Key")
_PAIRS: Final = (0b0101, 0b0110, 0b1001, 0b1010)  # states of two full cells


class Entry(NamedTuple):
    """What a state forces: cells in the line's own layout, the same as a column of a position, and their places.

    `row` is ored into a position at the shift of a row, `column` at the shift of a column. `places` has the lower bit
    of each forced cell: bit 2 * i says that line i of the other direction has changed.
    """

    row: int
    column: int
    places: int


Answer = Entry | tuple[()] | None
"""What a table knows of a state: its forced cells, () for none, None for a conflict."""


class LineTable(dict[int, Answer]):
    """Forced cells of every state of a line of one length and sign pattern, worked out on first use.

    `table[state]` is None for a conflict, () where nothing is forced, else an `Entry`. `lane` is the pitch of the board
    (`Geometry.lane`). `count[state]` holds the number of completions of every state that was looked up and has any.
    """

    def __init__(self, length: int, lane: int, signs: LineSigns = ()) -> None:
        super().__init__()
        self.count: dict[int, int] = {}
        self._low = (4**length - 1) // 3  # 01 in every cell
        self._copies = sum(1 << r * (2 * lane - 2) for r in range(length))
        self._column = sum(0b11 << 2 * lane * r for r in range(length))
        self._method = (_Candidates if length <= MAX_CANDIDATE_LENGTH else _Halves)(length, signs)

    def __missing__(self, state: int) -> Answer:
        if len(self) >= MAX_MEMO:
            self.clear()
            self.count.clear()
        low = self._low
        delta, count = (0, 0) if state & state >> 1 & low else self._method.forced(state)
        entry: Answer = None
        if count:
            self.count[state] = count
            entry = ()
            if delta:
                self.count[state | delta] = count
                entry = Entry(delta, delta * self._copies & self._column, (delta | delta >> 1) & low)
        self[state] = entry
        return entry

    def apart(self, state: int, finished: list[int]) -> int | None:
        """Cells that the state leaves empty and all its completions but the full lines in `finished` fill alike.

        None if no completion is left. In a line longer than MAX_CANDIDATE_LENGTH only found if it has at most FEW
        completions.
        """
        delta, count = self._method.forced(state, finished)
        return delta if count else None

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


class _Candidates:
    """Forced cells by sets of legal lines."""

    def __init__(self, length: int, signs: LineSigns) -> None:
        self._low = (4**length - 1) // 3
        size, ones = _number_lines(length, signs)
        self._all = (1 << size) - 1
        self._ones = {1 << 2 * i: ones[i] for i in range(length)}  # by the lower bit of the cell
        part = 7 if length <= 14 else 5
        self._parts = [_Part(2 * start, 2 * min(part, length - start), self) for start in range(0, length, part)]

    def forced(self, state: int, excluded: Sequence[int] = ()) -> tuple[int, int]:
        """(empty cells that all completions fill alike, number of completions), without some full lines."""
        candidates = self._all
        for part in self._parts:
            candidates &= part[state >> part.shift & part.mask]
        for line in excluded:
            candidates &= ~self.agreeing(line)
        if not candidates:
            return 0, 0
        delta = 0
        ones = self._ones
        empty = self._low & ~(state | state >> 1)
        while empty:
            cell = empty & -empty
            empty ^= cell
            having = candidates & ones[cell]
            if not having:
                delta |= cell << 1
            elif having == candidates:
                delta |= cell
        return delta, candidates.bit_count()

    def agreeing(self, state: int) -> int:
        """The set of legal lines that agree with a state, cell by cell."""
        candidates = self._all
        for cell, ones in self._ones.items():
            if state & cell:
                candidates &= ones
            elif state & cell << 1:
                candidates &= ~ones
        return candidates


class _Part(dict[int, int]):
    """The sets of legal lines that agree with each state of a few neighbouring cells."""

    def __init__(self, shift: int, size: int, candidates: _Candidates) -> None:
        super().__init__()
        self.shift = shift
        self.mask = (1 << size) - 1
        self._candidates = candidates

    def __missing__(self, state: int) -> int:
        found = self[state] = self._candidates.agreeing(state << self.shift)
        return found


def _number_lines(length: int, signs: LineSigns) -> tuple[int, list[int]]:
    """How many legal lines there are, and for each cell the set of those with a 1 there.

    Lines are numbered in lexical order without listing them: the sets of what may follow a prefix depend only on its
    last two cells and its ones, and those of a longer prefix are laid end to end.
    """
    same_at = dict(signs)
    quotas = quota(length)

    @cache
    def following(start: int, last: str, ones: int) -> tuple[int, list[int]]:
        if start == length:
            return 1, []
        size, sets = 0, [0] * (length - start)
        for value in "01":
            held = ones + (value == "1")
            broken = last and same_at.get(start - 1, value == last[-1]) is not (value == last[-1])
            if last == value * 2 or broken or held > quotas[1] or start + 1 - held > quotas[0]:
                continue
            more, tails = following(start + 1, (last + value)[-2:], held)
            if value == "1":
                sets[0] = (1 << more) - 1 << size
            for i, tail in enumerate(tails):
                sets[i + 1] |= tail << size
            size += more
        return size, sets

    return following(0, "", 0)


Class = tuple[int, int, int, int, int]
"""Fillings of a run alike in what their neighbours can see: (ones, first two cells, last two cells, union, size)."""

LEAF = 5
"""Runs up to this length are listed; longer ones are cut."""


class _Leaf:
    """A short run of cells of a line; `start` is its first cell there, and unions are laid out as in the line."""

    def __init__(self, start: int, length: int, signs: LineSigns) -> None:
        self.mask = 4**length - 1
        last = 2 * (length - 2)
        self._fillings = [
            (state, (values.count(0b01), state & 0b1111, state >> last, state << 2 * start, 1))
            for values in product((0b01, 0b10), repeat=length)
            if _is_legal(values, start, signs)
            for state in [sum(value << 2 * i for i, value in enumerate(values))]
        ]
        self._memo: dict[int, tuple[Class, ...]] = {}

    def classes(self, state: int) -> tuple[Class, ...]:
        """The classes of the fillings that agree with the run's own slice of a line state."""
        found = self._memo.get(state)
        if found is None:
            found = self._memo[state] = _merged(entry for filling, entry in self._fillings if filling & state == state)
        return found


class _Joined:
    """A longer run, cut in the middle."""

    def __init__(self, start: int, length: int, signs: LineSigns) -> None:
        self.mask = 4**length - 1
        self.left, self.right, self.cut, self.follow = _cut(start, length, signs)
        self._memo: dict[int, tuple[Class, ...]] = {}

    def classes(self, state: int) -> tuple[Class, ...]:
        """The classes of the fillings that agree with the run's own slice of a line state."""
        found = self._memo.get(state)
        if found is None:
            if len(self._memo) >= MAX_MEMO:
                self._memo.clear()
            lefts, rights = self.left.classes(state & self.left.mask), self.right.classes(state >> self.cut)
            found = self._memo[state] = _merged(
                (ones + right_ones, first, right_last, union | right_union, size * right_size)
                for ones, first, last, union, size in lefts
                for right_ones, right_first, right_last, right_union, right_size in rights
                if right_first in self.follow[last]
            )
        return found


class _Halves:
    """Forced cells by joining the classes of the two halves of a line."""

    def __init__(self, length: int, signs: LineSigns) -> None:
        self._low = (4**length - 1) // 3
        self._ones = quota(length)[1]
        self._left, self._right, self._cut, self._follow = _cut(0, length, signs)
        self._lefts: dict[int, list[tuple[int, tuple[int, ...], int, int]]] = {}
        self._rights: dict[int, dict[int, tuple[int, int]]] = {}

    def forced(self, state: int, excluded: Sequence[int] = ()) -> tuple[int, int]:
        """(empty cells that all completions fill alike, number of completions), without some full lines."""
        union, total = self._union(state)
        if excluded and 0 < total <= FEW:
            left = [completion for completion in self._completions(state) if completion not in excluded]
            union, total = reduce(or_, left, 0), len(left)
        both = union & union >> 1 & self._low
        return union & ~(both | both << 1 | state), total

    def _union(self, state: int) -> tuple[int, int]:
        """Union and number of the completions of a state."""
        lefts, rights = self._views(state)
        union = total = 0
        for wanted, firsts, left_union, left_size in lefts:
            for first in firsts:
                right = rights.get(wanted | first)
                if right:
                    union |= left_union | right[0]
                    total += left_size * right[1]
        return union, total

    def _completions(self, state: int) -> Iterator[int]:
        """Every completion of a state, as full states."""
        stack = [state]
        while stack:
            state = stack.pop()
            union, total = self._union(state)
            if not total:
                continue
            open_cells = union & union >> 1 & self._low
            if not open_cells:
                yield union
                continue
            state = union & ~(open_cells | open_cells << 1)
            cell = open_cells & -open_cells
            stack += (state | cell, state | cell << 1)

    def _views(self, state: int) -> tuple[list[tuple[int, tuple[int, ...], int, int]], dict[int, tuple[int, int]]]:
        """What the join needs of each half, memoised: the left without its first cells, the right without its last.

        Left: (ones wanted of the right << 4, what may follow, union, size). Right: (union, size) by ones << 4 | first
        cells.
        """
        left, right = state & self._left.mask, state >> self._cut
        lefts = self._lefts.get(left)
        if lefts is None:
            if len(self._lefts) >= MAX_MEMO:
                self._lefts.clear()
            lefts = self._lefts[left] = [
                (self._ones - ones << 4, self._follow[last], union, size)
                for (ones, last), (union, size) in _grouped(
                    ((ones, last), union, size) for ones, _, last, union, size in self._left.classes(left)
                ).items()
            ]
        rights = self._rights.get(right)
        if rights is None:
            if len(self._rights) >= MAX_MEMO:
                self._rights.clear()
            rights = self._rights[right] = _grouped(
                (ones << 4 | first, union, size) for ones, first, _, union, size in self._right.classes(right)
            )
        return lefts, rights


def _cut(
    start: int, length: int, signs: LineSigns
) -> tuple[_Leaf | _Joined, _Leaf | _Joined, int, dict[int, tuple[int, ...]]]:
    """The two parts of a run, the shift of the second, and which of its first cells may follow the first's last."""
    half = length // 2
    left, right = [
        (_Leaf if size <= LEAF else _Joined)(at, size, signs)
        for at, size in ((start, half), (start + half, length - half))
    ]
    across = dict(signs).get(start + half - 1)
    follow = {last: tuple([first for first in _PAIRS if _may_follow(last, first, across)]) for last in _PAIRS}
    return left, right, 2 * half, follow


def _grouped(items: Iterable[tuple[_Key, int, int]]) -> dict[_Key, tuple[int, int]]:
    """(union, size) of all items with the same key."""
    groups: dict[_Key, tuple[int, int]] = {}
    for key, union, size in items:
        old = groups.get(key)
        groups[key] = (union, size) if old is None else (old[0] | union, old[1] + size)
    return groups


def _merged(classes: Iterable[Class]) -> tuple[Class, ...]:
    """Classes alike in ones, first and last cells become one."""
    groups = _grouped(((ones, first, last), union, size) for ones, first, last, union, size in classes)
    return tuple([(*key, *group) for key, group in groups.items()])


def _is_legal(values: tuple[int, ...], start: int, signs: LineSigns) -> bool:
    """Whether a run holds no triple and breaks no sign."""
    if any(values[i] == values[i + 1] == values[i + 2] for i in range(len(values) - 2)):
        return False
    inside = [(i - start, same) for i, same in signs if start <= i < start + len(values) - 1]
    return all((values[i] == values[i + 1]) is same for i, same in inside)


def _may_follow(last: int, first: int, same: bool | None) -> bool:
    """Whether the two cells `first` may stand behind the two cells `last`.

    `same` is the sign across the cut, if any.
    """
    a, b, c, d = last & 0b11, last >> 2, first & 0b11, first >> 2
    return not (a == b == c or b == c == d) and (same is None or (b == c) is same)
