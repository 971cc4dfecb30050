"""Counts exactly the grids that complete a puzzle. For a puzzle without givens, these are all grids of its size.

Listing grids is feasible up to 8x8, which has 4,111,116 grids; 10x10 has 48,183,195,384 (OEIS A253316). The *seam
method* counts without listing. It cuts the board in the middle and fixes the two rows at the cut, the seam (x, y):

              c     0 2 2 1 1 ...   1s per column
    upper   r2 r1   1 0 1 ...       outer rows, in some order
            x       0 1 1 0 0 ...
    cut     - - - - - - - - - -
            y       1 1 0 0 1 ...
    lower   s1 s2   0 1 0 ...
              d     1 ...           c + d = half the height, in every column

No triple extends from the rows above x to the rows below y, so the halves depend on each other in only three ways, none
of which involves the order of the outer rows:

1. The 1s in each column add up to the quota: d = quota - c. So halves are grouped by their *column sums*.
2. No row is in both halves: their sets of outer rows are disjoint.
3. No two columns are equal: the set of column pairs that are *alike* in all rows of the upper half and the set of
   column pairs that are alike in all rows of the lower half are disjoint.

So a half is represented by its set of outer rows and the number of legal orders of these rows. Column sums and alike
pairs follow from the set. If an upper and a lower half fit together, they make as many grids as the product of their
numbers of orders. The pairs of halves in a group are counted without trying each pair. For this, there is an int for
every row and every pair of columns; its bits stand for the lower halves with this row, or with this pair alike. The
`or` of a few such ints gives the lower halves that clash with an upper half, and one `bit_count` gives their number.
The sum over all upper halves is the number of grids with this seam.

Every seam is an independent unit of work with a short description. An empty board can be mirrored, turned upside down,
or have its 0s and 1s exchanged. These symmetries map seams to seams with the same count, so only one of up to eight
seams is counted. 8x8 has 164 units, 10x10 has 931, and 12x12 has 5548.

If equal lines are allowed, points 2 and 3 do not apply. A half is then represented by its column sums alone, and a
row-by-row dynamic program counts the halves.

Givens and signs leave fewer rows to choose from, but the method is the same. The board is cut where counting takes the
least work, and is transposed if that helps. If a puzzle has so few solutions that listing them is faster, they are
listed.

    count           jobs and units; plans a count
    seam            cuts a board: rows, walks, symmetries
    joiner          counts the units of a board with unique rows, by joining halves
    column_sums     counts the units of a board with equal lines, by dynamic programming
    runner          counts all units of a job, in this process or on an executor
    checkpoint      the file that an interrupted count continues from
    grids           lists all grids of a job, or draws some at random

Sources: the counts up to 10x10 are in OEIS A253316, and the numbers of legal rows are in A177790. Listing has confirmed
the counts up to 8x8.
"""

from typing import TYPE_CHECKING

from binairo_tui.lazy import lazy_exports

if TYPE_CHECKING:
    from binairo_tui.counting import (
        checkpoint,
        column_sums,
        count,
        grids,
        joiner,
        runner,
        seam,
    )
    from binairo_tui.counting.count import LineRule, TooManyGridsError, count_exactly
else:
    __getattr__ = lazy_exports(__name__, {"count": ["LineRule", "TooManyGridsError", "count_exactly"]})

__all__ = ["LineRule", "TooManyGridsError", "count_exactly"]
