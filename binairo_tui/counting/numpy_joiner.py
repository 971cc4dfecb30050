"""The joiner in numpy, for empty boards: returns the same counts as `joiner`, several times faster.

numpy is an optional dependency; only this module imports it. Each operation handles all halves of a seam, or many
groups of halves, at once:

- The outer rows of a half, as indices in ascending order, are packed into one 64-bit number. Sorting these numbers
  brings the orders of the same half together.
- The lower halves in a group are bits in 64-bit words. Groups with the same number of words are joined together: a
  table holds, for each row and for each pair of columns, the words that mark the halves that contain it. The clashes of
  an upper half are the `or` of a few rows of the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import add, and_

import numpy as np
from numpy.typing import NDArray

from binairo_tui.counting.seam import Row, Seam, Walk
from binairo_tui.engine.cancellation import IsCancelled, check, never

Ints = NDArray[np.int64]
Indices = NDArray[np.int16] | NDArray[np.int64]
Words = NDArray[np.uint64]

MAX_BITS = 63
"""Limit on the bits in a packed number."""
MAX_ROWS = (1 << 15) - 1
"""Limit on the number of rows, set by the integer type of the indices."""
TABLE_WORDS = 2048
"""Approximate number of words per table row. While it is built, a table takes 64 bytes per word: about 20 MB."""
CLASH_WORDS = 1 << 18
"""Words of clashes computed at once: as many as fit in a processor's cache."""


@dataclass(frozen=True, slots=True)
class Halves:
    """Halves on one side of a seam. Every array has one element per half.

    `outer` has one array of indices into `Seam.rows` for each outer row. `sums` holds the column sums, and `orders` the
    numbers of legal orders of the outer rows. `alike` has a bit for each pair of columns that are equal in both rows of
    the seam; it is set if the columns are equal in the whole half.
    """

    outer: list[Indices]
    sums: Ints
    alike: Ints
    orders: NDArray[np.integer]

    def __getitem__(self, chosen: Ints | slice) -> Halves:
        return Halves([rows[chosen] for rows in self.outer], self.sums[chosen], self.alike[chosen], self.orders[chosen])


class NumpyJoiner:
    """Counts the grids with a given seam, like `Joiner`, on boards for which `supports` returns True."""

    def __init__(self, seam: Seam, *, unique_columns: bool = True) -> None:
        self.seam = seam
        self._index = {row: i for i, row in enumerate(seam.rows)}
        self._row_bits = len(seam.rows).bit_length()
        shift = len(seam.rows)
        self._sums = np.array([seam.entry[row].tag >> shift for row in seam.rows])
        self._quota = seam.quota >> shift
        self._pairs = list(combinations(range(seam.width), 2)) if unique_columns else []
        rows = np.array(seam.rows)
        self._alike = [(rows >> a & 1) == (rows >> b & 1) for a, b in self._pairs]  # indexed by pair, then by row
        self._tabulate_steps()

    @staticmethod
    def supports(seam: Seam) -> bool:
        """Return whether the board is empty (no givens and no signs) and its numbers fit the integer types."""
        is_empty = len({*seam.up, *seam.down}) == 1 and seam.up and seam.down
        most_outer = max(len(seam.up), len(seam.down))
        return (
            bool(is_empty)
            and seam.quota.bit_length() - len(seam.rows) <= MAX_BITS
            and len(seam.rows) <= MAX_ROWS
            and most_outer * len(seam.rows).bit_length() <= MAX_BITS
            and (seam.width // 2) * (seam.width // 2 - 1) <= MAX_BITS  # pairs of columns that are alike in two rows
        )

    def count(self, x: Row, y: Row, is_cancelled: IsCancelled = never) -> int:
        """Return the number of grids with the seam (x, y). Raises CancelledError once `is_cancelled` returns True."""
        check(is_cancelled)
        in_seam = [row_alike for row_alike in self._alike if row_alike[self._index[x]] and row_alike[self._index[y]]]
        alike = np.zeros(len(self.seam.rows), np.int64)
        for i, row_alike in enumerate(in_seam):
            alike |= row_alike.astype(np.int64) << i
        up, down = self.seam.walks(x, y)
        uppers = self._halves(*self._merged(self._walks(up)), up[0], alike)
        walks = self._walks(down)
        lowers = self._halves(walks, np.ones(len(walks[0]), np.int8), down[0], alike)  # a bit for each order
        row_count = len(self.seam.rows)
        total = 0
        for chunk in _chunks(uppers, lowers, self._quota):
            check(is_cancelled)
            total += _count_chunk(chunk, row_count, len(in_seam))
        return total

    def _tabulate_steps(self) -> None:
        """Tabulate the results of `Step.after` for all pairs of rows.

        The results are stored one after another, with the start and the length of each.
        """
        rows, step = self.seam.rows, self.seam.up[0]
        answers = [[self._index[entry.row] for entry in step.after(before, last)] for before in rows for last in rows]
        self._lengths = np.array([len(answer) for answer in answers])
        self._starts = np.cumsum(self._lengths) - self._lengths
        self._following = np.array([row for answer in answers for row in answer], np.int16)  # int16 saves memory

    def _walks(self, walk: Walk) -> list[Indices]:
        """Return all ways to fill one side of a seam: for each step outward, an array of row indices, one per way."""
        near, far = self._index[walk[0]], self._index[walk[1]]
        before, last = np.array([far]), np.array([near])
        outer: list[Indices] = []
        for _ in walk[2]:
            pair = before.astype(np.int64) * len(self.seam.rows) + last
            lengths = self._lengths[pair]
            parent = np.repeat(np.arange(len(pair)), lengths)
            place = np.arange(len(parent)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
            row = self._following[self._starts[pair][parent] + place]
            is_new = (row != near) & (row != far)
            for earlier in outer:
                is_new &= row != earlier[parent]
            parent, row = parent[is_new], row[is_new]
            outer = [earlier[parent] for earlier in outer] + [row]
            before, last = last[parent], row
        return outer

    def _merged(self, walks: list[Indices]) -> tuple[list[Indices], Ints]:
        """Return each set of outer rows once, with the number of walks that use these rows in any order."""
        bits = self._row_bits
        numbers = np.zeros(len(walks[0]), np.int64)
        for rows in np.sort(walks, axis=0):
            numbers = numbers << bits | rows
        numbers, orders = np.unique(numbers, return_counts=True)
        return [numbers >> bits * i & (1 << bits) - 1 for i in range(len(walks))], orders

    def _halves(self, outer: list[Indices], orders: NDArray[np.integer], near: Row, alike: Ints) -> Halves:
        sums = reduce(add, (self._sums[rows] for rows in outer), self._sums[self._index[near]])
        return Halves(outer, sums, reduce(and_, (alike[rows] for rows in outer)), orders)


@dataclass(frozen=True, slots=True)
class Chunk:
    """Groups of matching halves, sorted by group, whose bit sets take up the same number of 64-bit words.

    `upper_groups` and `lower_groups` hold the group number of each half, from 0. `sizes` holds the number of lower
    halves in each group.
    """

    words: int
    sizes: Ints
    uppers: Halves
    upper_groups: Ints
    lowers: Halves
    lower_groups: Ints


def _chunks(uppers: Halves, lowers: Halves, quota: int) -> Iterator[Chunk]:
    """Yield the groups that have both upper and lower halves, in chunks of about TABLE_WORDS words."""
    wanted = quota - lowers.sums
    common = np.intersect1d(uppers.sums, wanted)
    lower_places = _places(wanted, common)
    sizes = np.bincount(lower_places[lower_places >= 0], minlength=len(common))
    words = -(-sizes // 64)
    by_words = np.argsort(words, kind="stable")
    sizes, words = sizes[by_words], words[by_words]
    number = np.argsort(by_words)  # the number of each group in this order
    upper, upper_groups = _sorted_by_group(_places(uppers.sums, common), number)
    lower, lower_groups = _sorted_by_group(lower_places, number)
    start = 0
    while start < len(common):
        most = max(1, TABLE_WORDS // int(words[start]))
        end = min(start + most, int(np.searchsorted(words, words[start], "right")))
        in_upper, in_lower = [slice(*np.searchsorted(groups, (start, end))) for groups in (upper_groups, lower_groups)]
        yield Chunk(
            int(words[start]),
            sizes[start:end],
            uppers[upper[in_upper]],
            upper_groups[in_upper] - start,
            lowers[lower[in_lower]],
            lower_groups[in_lower] - start,
        )
        start = end


def _places(sums: Ints, common: Ints) -> Ints:
    """Return the index of each sum in `common`, which must be sorted, or -1 for a sum that is not in `common`."""
    places = np.searchsorted(common, sums)
    if len(common):
        places[common.take(places, mode="clip") != sums] = -1
    else:
        places[:] = -1
    return places


def _sorted_by_group(places: Ints, number: Ints) -> tuple[Ints, Ints]:
    """Return (indices, group numbers) of all halves that belong to a group, sorted by group number."""
    found = np.flatnonzero(places >= 0)
    groups = number[places[found]]
    order = np.argsort(groups, kind="stable")
    return found[order], groups[order]


def _count_chunk(chunk: Chunk, row_count: int, pair_count: int) -> int:
    uppers, words = chunk.uppers, chunk.words
    table = _table(chunk, row_count, pair_count)
    alike, which = np.unique(uppers.alike, return_inverse=True)
    clashing = np.zeros((len(alike), len(chunk.sizes), words), np.uint64)  # for each distinct set of pairs
    for i in range(pair_count):
        clashing[alike >> i & 1 == 1] |= table[row_count + i]
    total = 0
    step = max(1, CLASH_WORDS // words)
    for start in range(0, len(which), step):
        part = slice(start, start + step)
        groups = chunk.upper_groups[part]
        clashes = clashing[which[part], groups]
        for rows in uppers.outer:
            clashes |= table[rows[part], groups]
        partners = chunk.sizes[groups] - np.bitwise_count(clashes).sum(axis=1, dtype=np.int64)
        total += int(uppers.orders[part] @ partners)
    return total


def _table(chunk: Chunk, row_count: int, pair_count: int) -> Words:
    """Return bit sets of lower halves: those that contain each row, and those in which each pair of columns is equal.

    The first axis has the rows and then the pairs of columns. The others are the group of halves and the word of bits.
    """
    lowers, groups, bits = chunk.lowers, chunk.lower_groups, 64 * chunk.words
    place = np.arange(len(groups)) - (np.cumsum(chunk.sizes) - chunk.sizes)[groups] + groups * bits
    table = np.zeros((row_count + pair_count, len(chunk.sizes) * bits), np.bool_)
    for rows in lowers.outer:
        table[rows, place] = True
    for i in range(pair_count):
        table[row_count + i, place] = lowers.alike >> i & 1
    packed = np.packbits(table, axis=1, bitorder="little").view(np.uint64)
    return packed.reshape(len(table), len(chunk.sizes), chunk.words)
