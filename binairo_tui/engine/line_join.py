"""Line join: reasoning about a line that is too long for sets of legal lines.

A line is repeatedly cut in two, down to runs of a few cells whose fillings are listed. Only three properties of a
filling matter to the rest of the line: its number of ones, its first two cells and its last two cells. Fillings with
the same properties form a class, which is stored as the union of its fillings (the values that occur in each cell) and
its size. Two parts can be joined if no triple spans the cut:

        left  [ 0 1 . 1 | . 0 ]   classes by (ones, last two)   x   classes by (first two, ones)   right
                                  union = union left | union right, size = size left * size right

The union over all joins that meet the quota shows every forced cell at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import product
from operator import or_
from typing import Final, TypeVar

from binairo_tui.engine.geometry import quota
from binairo_tui.engine.puzzle import LineSigns

_Key = TypeVar("_Key")
_PAIRS: Final = (0b0101, 0b0110, 0b1001, 0b1010)  # states of two full cells

Class = tuple[int, int, int, int, int]
"""Fillings of a run with the same properties: (ones, first two cells, last two cells, union, size)."""

MAX_MEMO = 1 << 16
"""Limit on the entries in a cache of line states, which is then cleared; a full table of lines takes some 15 MB."""

LEAF = 5
"""The fillings of runs up to this length are listed; longer runs are cut."""


class _Leaf:
    """A short run of cells that begins at cell `start` of the line. Unions have the layout of the whole line."""

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
        """Return the classes of the fillings that agree with the slice of a line state that belongs to the run."""
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
        """Return the classes of the fillings that agree with the slice of a line state that belongs to the run."""
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


FEW = 16
"""Completions are excluded only if a state has at most this many, because they must be listed."""


class LineJoin:
    """The method of `LineTable` for long lines: joins the classes of the two halves."""

    def __init__(self, length: int, signs: LineSigns) -> None:
        self._low = (4**length - 1) // 3
        self._ones = quota(length)[1]
        self._left, self._right, self._cut, self._follow = _cut(0, length, signs)
        self._lefts: dict[int, list[tuple[int, tuple[int, ...], int, int]]] = {}
        self._rights: dict[int, dict[int, tuple[int, int]]] = {}

    def forced(self, state: int, excluded: Sequence[int] = ()) -> tuple[int, int]:
        """Return (empty cells forced by all completions, number of completions), ignoring completions in `excluded`."""
        union, total = self._union(state)
        if excluded and 0 < total <= FEW:
            left = [completion for completion in self.completions(state) if completion not in excluded]
            union, total = reduce(or_, left, 0), len(left)
        both = union & union >> 1 & self._low
        return union & ~(both | both << 1 | state), total

    def reason(self, history: Sequence[int], forced: int) -> int:  # noqa: ARG002
        """Return the whole state: see `LineTable.reason`."""
        return history[-1]

    def _union(self, state: int) -> tuple[int, int]:
        """Return the union and the number of the completions of a state."""
        lefts, rights = self._views(state)
        union = total = 0
        for wanted, firsts, left_union, left_size in lefts:
            for first in firsts:
                right = rights.get(wanted | first)
                if right:
                    union |= left_union | right[0]
                    total += left_size * right[1]
        return union, total

    def completions(self, state: int) -> Iterator[int]:
        """Yield every completion of a state, as full states."""
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
        """Return the cached data about each half that the join needs.

        Left: (ones needed in the right half << 4, first cells that may follow, union, size). Right: a mapping from
        ones << 4 | first cells to (union, size).
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
    """Return the two parts of a run, the shift of the second, and the cells that may follow the last cells."""
    half = length // 2
    left, right = [
        (_Leaf if size <= LEAF else _Joined)(at, size, signs)
        for at, size in ((start, half), (start + half, length - half))
    ]
    across = dict(signs).get(start + half - 1)
    follow = {last: tuple([first for first in _PAIRS if _may_follow(last, first, across)]) for last in _PAIRS}
    return left, right, 2 * half, follow


def _grouped(items: Iterable[tuple[_Key, int, int]]) -> dict[_Key, tuple[int, int]]:
    """Map each key to the (union, total size) of the items with this key."""
    groups: dict[_Key, tuple[int, int]] = {}
    for key, union, size in items:
        old = groups.get(key)
        groups[key] = (union, size) if old is None else (old[0] | union, old[1] + size)
    return groups


def _merged(classes: Iterable[Class]) -> tuple[Class, ...]:
    """Merge the classes with the same ones, first and last cells."""
    groups = _grouped(((ones, first, last), union, size) for ones, first, last, union, size in classes)
    return tuple([(*key, *group) for key, group in groups.items()])


def _is_legal(values: tuple[int, ...], start: int, signs: LineSigns) -> bool:
    """Return whether a run holds no triple and breaks no sign."""
    if any(values[i] == values[i + 1] == values[i + 2] for i in range(len(values) - 2)):
        return False
    inside = [(i - start, same) for i, same in signs if start <= i < start + len(values) - 1]
    return all((values[i] == values[i + 1]) is same for i, same in inside)


def _may_follow(last: int, first: int, same: bool | None) -> bool:
    """Return whether the two cells `first` may follow the two cells `last`; `same` is the sign between them, if any."""
    a, b, c, d = last & 0b11, last >> 2, first & 0b11, first >> 2
    return not (a == b == c or b == c == d) and (same is None or (b == c) is same)
