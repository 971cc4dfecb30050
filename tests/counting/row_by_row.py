"""Counts of grids whose lines may repeat, row by row: `python -m tests.counting.row_by_row 8x12 ...` prints them.

This method shares nothing with the seam method. Two partial grids can be completed in the same ways if the sums of
their columns and their last two rows are the same. So they are counted together, and only the counts are kept.
"""

import sys
from collections import Counter
from itertools import groupby, product

BITS = 4
"""For the sum of a column: at most 15 rows."""


def count_row_by_row(width: int, height: int, *, more_ones: bool = True) -> int:
    """Return the number of full grids; `more_ones` is as for a puzzle."""
    everything = sum(1 << BITS * column for column in range(width))
    rows = [sum(value << BITS * column for column, value in enumerate(line)) for line in lines(width, more_ones)]
    most_ones, most_zeros = most(height, more_ones)
    counts = Counter({(row, everything - row, row): 1 for row in rows})  # no third of three stands below a first row
    for done in range(2, height + 1):
        fits: dict[int, bool] = {}
        longer: Counter[tuple[int, int, int]] = Counter()
        for (sums, above, last), count in counts.items():
            for row in rows:
                if above & last & row or (above | last | row) != everything:
                    continue
                new = sums + row
                if new not in fits:
                    ones = [new >> BITS * column & 2**BITS - 1 for column in range(width)]
                    fits[new] = max(ones) <= most_ones and done - min(ones) <= most_zeros
                if fits[new]:
                    longer[new, last, row] += count
        counts = longer
    return counts.total()


def lines(length: int, more_ones: bool) -> list[tuple[int, ...]]:
    """Return the legal lines."""
    most_ones, most_zeros = most(length, more_ones)
    return [
        line
        for line in product((0, 1), repeat=length)
        if line.count(1) <= most_ones and line.count(0) <= most_zeros
        if max(len([*run]) for _, run in groupby(line)) < 3
    ]


def most(length: int, more_ones: bool) -> tuple[int, int]:
    """Return how many 1s and how many 0s a line has at most."""
    half = (length + 1) // 2
    return half, length - half if more_ones else half


if __name__ == "__main__":
    for size in sys.argv[1:]:
        width, height = map(int, size.split("x"))
        print(f"{size}: {count_row_by_row(width, height)}")
