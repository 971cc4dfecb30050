/* Removes givens from a full grid as long as the techniques up to a band solve the puzzle or, for EXTREME, as long as
 * it has one solution.
 *
 * Propagation from more givens fills more. So if a group cannot be removed, for EXPERT and EXTREME the test of a part
 * of this group starts from the fixpoint that was reached without the whole group. If an orbit is removed from a puzzle
 * with one solution, there is still one solution if the cells of this orbit have their old values in all solutions.
 */
#include "core.h"

#define CELLS_PER_CALL 2000 /* a test takes up to 300 ns a cell */
#define NODES_PER_CALL 256  /* of a search */
#define DEAD_ENDS 3         /* fewer are slower on small boards, more on large ones */

static int goes_on(Removal *removal)
{
    removal->left = CELLS_PER_CALL;
    if (removal->status == DONE && !removal->goes_on(removal->context))
        removal->status = STOPPED;
    return removal->status == DONE;
}

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

/* Add the givens to the fixpoint of some of them, and propagate. Return 0 for a conflict. */
static int propagate_from(const Board *board, Grid *fixpoint, const Grid *givens)
{
    Todo todo = {{0, 0}, {0, 0}, {0, 0}};
    for (int row = 0; row < board->height; row++) {
        Cells line = fixpoint->line[row];
        Cells more = {line.ones | givens->line[row].ones, line.zeros | givens->line[row].zeros};
        if (more.ones == line.ones && more.zeros == line.zeros)
            continue;
        todo.changed[0] |= BIT(row);
        todo.open[0] |= BIT(row);
        grid_add(board, fixpoint, &todo, NULL, 0, row, more, BY_LINE, 0);
    }
    return propagate(board, fixpoint, &todo, NULL);
}

/* Return whether a solution extends a fixpoint. Solutions similar to the full grid are tried first. */
static int has_solution(Removal *removal, const Grid *fixpoint)
{
    u64 found = 0;
    Grid solution;
    Search *search = search_new(removal->board, fixpoint, DEAD_ENDS, &removal->full);
    enum SearchStatus status = search ? SEARCH_PAUSED : SEARCH_NO_MEMORY;
    while (status == SEARCH_PAUSED && !found && goes_on(removal))
        status = search_run(search, NODES_PER_CALL, 1, &found, &solution, 0);
    search_free(search);
    if (status == SEARCH_NO_MEMORY)
        removal->status = NO_MEMORY;
    return found > 0;
}

/* Return whether the cells of an orbit have the values of the full grid in every solution that extends a fixpoint. */
static int is_determined(Removal *removal, const Grid *fixpoint, int orbit)
{
    const Board *board = removal->board;
    Grid here, other;
    grid_copy(board, &here, fixpoint);
    for (int k = removal->starts[orbit]; k < removal->starts[orbit + 1]; k++) {
        int row = removal->cells[k] / board->width, column = removal->cells[k] % board->width;
        int value = (int)(removal->full.line[row].ones >> column & 1);
        if ((here.line[row].ones | here.line[row].zeros) >> column & 1)
            continue;
        grid_copy(board, &other, &here);
        if (assume(board, &other, row, column, !value) && has_solution(removal, &other))
            return 0;
        if (removal->status != DONE || !assume(board, &here, row, column, value))
            return 0;
    }
    return 1;
}

/* Return whether the puzzle meets the band after these orbits were taken from it. For EXTREME, the answer for several
 * orbits may be 0 by mistake. `fixpoint` is that of some of the givens; for EXPERT and EXTREME, it becomes that of all
 * givens. */
static int meets_band(Removal *removal, int first, int end, Grid *fixpoint)
{
    const Board *board = removal->board;
    if (removal->band < EXPERT)
        return is_solvable(board, &removal->givens, removal->band, removal->memo);
    if (!propagate_from(board, fixpoint, &removal->givens))
        return 0;
    if (grid_is_full(board, fixpoint))
        return 1;
    return removal->band == EXTREME && end - first == 1 && is_determined(removal, fixpoint, first);
}

/* Do what `remove_givens` does, from the fixpoint of some of the givens that will be left. */
static void remove_orbits(Removal *removal, int first, int end, int size, const Grid *fixpoint)
{
    const Board *board = removal->board;
    for (int start = first; start < end && removal->status == DONE; start += size) {
        int stop = start + size < end ? start + size : end;
        Grid before, reached;
        removal->left -= board->width * board->height;
        if (removal->left < 0 && !goes_on(removal))
            return;
        grid_copy(board, &before, &removal->givens);
        grid_copy(board, &reached, fixpoint);
        take_orbits(removal, start, stop);
        if (meets_band(removal, start, stop, &reached))
            continue;
        grid_copy(board, &removal->givens, &before);
        if (size > 1)
            remove_orbits(removal, start, stop, (size + 1) / 2, &reached);
    }
}

/* Remove the givens of the orbits that can be removed, at first in groups of `size`. A group that cannot be removed is
 * divided. For EXTREME, `givens` must be a solution. */
enum Status remove_givens(Removal *removal, int orbits, int size)
{
    Grid empty = {0};
    removal->full = removal->givens;
    remove_orbits(removal, 0, orbits, size, &empty);
    return removal->status;
}
