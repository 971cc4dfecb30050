/* Removes givens from a full grid as long as the techniques up to a band solve the puzzle. */
#include "core.h"

#define CELLS_PER_CALL 2000 /* a test takes up to 300 ns a cell */

static void take_orbits(Removal *removal, int first, int end)
{
    int width = removal->board->width, height = removal->board->height;
    for (int k = removal->starts[first]; k < removal->starts[end]; k++) {
        int row = removal->cells[k] / width, column = removal->cells[k] % width;
        Cells *along = &removal->givens.line[row], *across = &removal->givens.line[height + column];
        along->ones &= ~BIT(column);
        along->zeros &= ~BIT(column);
        across->ones &= ~BIT(row);
        across->zeros &= ~BIT(row);
    }
}

/* Remove the givens of the orbits from `first` to before `end` that can be removed, at first in groups of `size`.
 * A group that cannot be removed is divided. Return 0 if the removal was ended. */
int remove_givens(Removal *removal, int first, int end, int size)
{
    for (int start = first; start < end; start += size) {
        int stop = start + size < end ? start + size : end;
        Grid before;
        removal->left -= removal->board->width * removal->board->height;
        if (removal->left < 0) {
            removal->left = CELLS_PER_CALL;
            if (!removal->goes_on(removal->context))
                return 0;
        }
        grid_copy(removal->board, &before, &removal->givens);
        take_orbits(removal, start, stop);
        if (is_solvable(removal->board, &removal->givens, removal->band, removal->memo))
            continue;
        grid_copy(removal->board, &removal->givens, &before);
        if (size > 1 && !remove_givens(removal, start, stop, (size + 1) / 2))
            return 0;
    }
    return 1;
}
