"""Counts the grids that complete a puzzle, exactly; with no givens, the grids of a size.

Listing grids ends at 8x8, which has 4,111,116; 10x10 has 48,183,195,384 (OEIS A253316). The *seam method* counts
without listing. It cuts the board in the middle and fixes the two rows at the cut, the seam (x, y):

              c     0 2 2 1 1 ...   ones per column
    upper   r2 r1   1 0 1 ...       outer rows, in some order
            x       0 1 1 0 0 ...
    cut     - - - - - - - - - -
            y       1 1 0 0 1 ...
    lower   s1 s2   0 1 0 ...
              d     1 ...           c + d = half the height, in every column

No triple reaches from the rows above x to those below y, so the halves depend on each other in only three ways, and
none of them depends on the order of the outer rows:

1. The ones of each column add up: d = quota - c. So halves are grouped by their *column sums*.
2. No row is in both halves: their sets of outer rows are disjoint.
3. No two columns are equal: the pairs of columns that are *alike* in all rows of the upper half and those alike in all
   rows of the lower half are disjoint.

So a half is its set of outer rows, with the number of orders in which a walk can pass them; column sums and alike pairs
follow from the set. A pair of halves makes as many grids as the product of their orders, or none. To count the pairs of
a group without trying each, an int for every row, and for every pair of columns, has one bit for each lower half that
contains it. The lower halves that clash with an upper one are the `or` of a few such ints; one `bit_count` returns how
many do not. The sum over all upper halves is the number of grids with this seam.

Every seam is an independent unit of work that is small to describe. On an empty board, a mirror image, an upside-down
image and an exchange of zeros and ones map seams to seams with the same count, so one of up to eight is enough. 8x8 has
164 units, 10x10 931, and 12x12 5548. (Transposing maps a seam of rows to one of columns, which does not help.)

Where equal lines are allowed, 2 and 3 do not apply. A half is then only its column sums, and a row-by-row dynamic
program counts them.

Givens and signs only reduce the choice of rows. The cut and the direction with the least work are used. If a puzzle has
so few solutions that listing them is quicker, they are listed.

    count           jobs and units; plans a count
    seam            cuts a board: rows, walks, symmetries
    joiner          counts the units of a board with unique rows, by joining halves
    numpy_joiner    the same in numpy, for empty boards
    column_sums     counts the units of a board with equal lines, by dynamic programming
    runner          counts all units of a job, here or on an executor
    checkpoint      the file that an interrupted count continues from
    grids           lists all grids of a job, or draws some at random

Sources: the values up to 10x10 are in OEIS A253316 (those up to 8x8 have also been listed one by one); the numbers of
legal rows are A177790.
"""

from binairo_tui.counting.count import count_exactly

__all__ = ["count_exactly"]
