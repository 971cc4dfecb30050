"""Counts the grids with unique rows and a given seam: the two rows at the cut of the board (see `seam`).

The halves on both sides of the seam are listed and then joined. Sets are ints: a set of rows has the bit `Entry.bit` of
each of its rows, and a set of pairs of columns has one bit for each pair. The compiled core counts in the same way
(`core/seam.c`), but many times faster.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import partial, reduce
from itertools import combinations, pairwise
from operator import and_, or_

from binairo_tui.counting.seam import Row, Rows, Seam, Step, Unit, walk_counts
from binairo_tui.engine.cancellation import IsCancelled, check, never
from binairo_tui.engine.core import core_seam
from binairo_tui.engine.memo import Memo

RowSet = int
PairSet = int
Half = tuple[RowSet, int]
"""The rows of one half of the board, without the row at the cut, and the number of their legal orders."""

BATCH = 10_000
"""Walks are counted in batches of this length, so that Ctrl+C and other signals are not delayed."""
HALF_BYTES, PURE_HALF_BYTES = 16, 64
"""The bytes that a half needs in the compiled core, and about how many it needs in Python, in a dict."""
PART = 64
"""Sets of rows are divided into parts of at most this many rows, so that the members of each part can be cached."""


class Joiner:
    """Counts the grids with a given seam on a board with unique rows and, if `unique_columns`, unique columns."""

    def __init__(self, seam: Seam, *, unique_columns: bool = True) -> None:
        self.seam = seam
        self._core = (  # which knows only lines with the same number of 1s
            core_seam(seam.width, seam.cut, seam.rows, seam.choices, seam.signs, unique_columns=unique_columns)
            if seam.puzzle.more_ones
            else None
        )
        pairs = list(combinations(range(seam.width), 2)) if unique_columns else []
        alike = [
            sum((row >> a & 1 == row >> b & 1) << i for i, (a, b) in enumerate(pairs)) for row in seam.rows
        ]  # for each row, the pairs of columns in which it has equal values
        self.members = Memo(partial(_members, alike), sys.maxsize)
        part_count = -(-len(alike) // PART)
        ends = [len(alike) * i // part_count for i in range(part_count + 1)] if alike else []
        self.parts = [(1 << end) - (1 << start) for start, end in pairwise(ends)]

    def count(self, x: Row, y: Row, is_cancelled: IsCancelled = never) -> int:
        """Return the number of grids with the seam (x, y). Raises CancelledError once `is_cancelled` returns True."""
        if self._core is not None:
            return self._core.count(x, y, partial(check, is_cancelled))
        total = 0
        check(is_cancelled)
        for uppers, lowers in self.groups(x, y):
            check(is_cancelled)
            clashes, size = lowers.clashes, lowers.size
            total += sum([orders * (size - clashes(outer).bit_count()) for outer, orders in uppers])
        return total

    def memory(self, unit: Unit) -> int:
        """Return about how many bytes a unit needs: for the halves of both sides, and for sorting the larger side.

        The result is a little too high, because it includes halves in which a row occurs twice.
        """
        sides = [
            walk_counts([(far, near)], steps, without=(near, far))[-1]
            for near, far, steps in self.seam.walks(unit.x, unit.y)
        ]
        return (sum(sides) + max(sides)) * (HALF_BYTES if self._core else PURE_HALF_BYTES)

    def groups(self, x: Row, y: Row) -> Iterator[tuple[list[Half], Group]]:
        """For each list of column sums, yield the upper halves with these sums, and the lower halves that fit them.

        In each column, the 1s of an upper and a lower half then add up to the number that the column must have.
        """
        seam, members = self.seam, self.members
        beside = seam.entry[x].bit | seam.entry[y].bit
        alike = members[seam.entry[x].bit][1] & members[seam.entry[y].bit][1]
        uppers, lowers = [self._by_sums(self._halves(*walk), beside) for walk in seam.walks(x, y)]
        for sums, halves in uppers.items():
            for quota in seam.quotas:
                completing = lowers.get(quota - sums)
                if completing:
                    yield halves, Group(self, completing, alike)

    def orders(self, near: Row, far: Row, steps: Sequence[Step], outer: RowSet) -> list[Rows]:
        """Return the legal orders of the rows of a half; each order begins at the cut. `outer` is the set of the rows.

        The other arguments are the items of a `Walk`.
        """
        walks: list[tuple[Rows, RowSet]] = [((far, near), outer)]
        for step in steps:
            walks = [
                ((*rows, row), left ^ bit)
                for rows, left in walks
                for row, bit, _ in step.after(*rows[-2:])
                if left & bit
            ]
        return [rows[2:] for rows, _ in walks]

    def _halves(self, near: Row, far: Row, steps: Sequence[Step]) -> Counter[int]:
        """Return all halves on one side of the cut. The count of a half is the number of legal orders of its rows.

        The arguments are the items of a `Walk`. A half is the sum of its rows' `Entry.tag`s, plus the bit of `far`, the
        row on the other side of the cut. Because of this bit, no walk uses `far` again.
        """
        entry = self.seam.entry
        start = entry[near].tag + entry[far].bit
        if not steps:
            return Counter([start])
        walks = [(far, near, start)]
        for step in steps[:-1]:
            walks = [
                (last, row, half + tag)
                for before, last, half in walks
                for row, bit, tag in step.after(before, last)
                if not half & bit
            ]
        after = steps[-1].after
        halves: Counter[int] = Counter()
        for start_of_batch in range(0, len(walks), BATCH):
            batch = walks[start_of_batch : start_of_batch + BATCH]
            halves.update(
                [half + tag for before, last, half in batch for _, bit, tag in after(before, last) if not half & bit]
            )
        return halves

    def _by_sums(self, halves: Counter[int], beside: RowSet) -> dict[int, list[Half]]:
        """Group the halves by their column sums, and remove the rows at the cut (`beside`) from each half."""
        row_mask = self.seam.row_mask
        groups: defaultdict[int, list[Half]] = defaultdict(list)
        for half, orders in halves.items():
            rows = half & row_mask
            groups[half ^ rows].append((rows ^ beside, orders))
        return groups


class Group:
    """Lower halves with the same column sums, indexed by rows and by pairs of equal columns.

    An int represents a set of lower halves. In this int, each lower half has one bit for each legal order of its rows.
    `size` is the number of bits of all lower halves together. So an upper half whose rows have a fixed order is part of
    `size - clashes(outer).bit_count()` grids.
    `alike` is the set of the pairs of columns that are equal in both rows of the seam.
    """

    def __init__(self, joiner: Joiner, halves: Sequence[Half], alike: PairSet) -> None:
        self._halves = halves
        self._members, self._parts = joiner.members, joiner.parts
        self._alike = alike
        self._with_row = [0] * len(joiner.seam.rows)
        self._with_alike: dict[PairSet, int] = {}
        self._clashing = Memo(self._find_clashing, sys.maxsize)
        size = 0
        for outer, orders in halves:
            bits = (1 << orders) - 1 << size
            size += orders
            rest = alike
            for part in self._parts:
                rows, rows_alike = self._members[outer & part]
                rest &= rows_alike
                for row in rows:
                    self._with_row[row] |= bits
            if rest:
                self._with_alike[rest] = self._with_alike.get(rest, 0) | bits
        self.size = size

    def clashes(self, outer: RowSet) -> int:
        """Return the lower halves that share a row, or a pair of equal columns, with the upper half `outer`."""
        with_row, members, alike = self._with_row, self._members, self._alike
        found = 0
        for part in self._parts:
            rows, rows_alike = members[outer & part]
            alike &= rows_alike
            for row in rows:
                found |= with_row[row]
        return found | self._clashing[alike] if alike else found

    def partners(self, outer: RowSet) -> Iterator[RowSet]:
        """Yield the outer rows of each lower half that does not clash with the upper half `outer`."""
        clashes = self.clashes(outer)
        for lower, orders in self._halves:
            if not clashes & 1:
                yield lower
            clashes >>= orders

    def _find_clashing(self, alike: PairSet) -> int:
        """Return the lower halves in which the two columns of at least one pair in `alike` are equal."""
        return reduce(or_, [bits for pairs, bits in self._with_alike.items() if pairs & alike], 0)


def _members(alike: Sequence[PairSet], rows: RowSet) -> tuple[tuple[int, ...], PairSet]:
    """Return the indices in `Seam.rows` of a set's rows, and the pairs of columns that are equal in all these rows.

    For each row of `Seam.rows`, `alike` holds the pairs of columns that are equal in this row.
    """
    indices = tuple([i for i in range(rows.bit_length()) if rows >> i & 1])
    return indices, reduce(and_, [alike[i] for i in indices], -1)
