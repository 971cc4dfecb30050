/* Lists the fillings of the last few open rows of a grid, much faster than by propagation.
 *
 * The rows are filled from the top, each with those of its completions that the columns allow: no three equal values
 * one above the other, and not too many of a value. The numbers of ones that the columns still need are kept in binary,
 * with a word for each bit of all columns. The last row must be exactly what the columns need.
 */
#include "core.h"

/* Set the values that the columns force in the row of the current depth, and go to its first completion. */
static void enter(Tail *tail)
{
    const Board *board = tail->board;
    int depth = tail->depth, row = tail->row[depth], left = tail->count - depth;
    const int pairs[3][2] = {{row - 2, row - 1}, {row - 1, row + 1}, {row + 1, row + 2}};
    const u64 *need = tail->need[depth], full = board->rules[row].full;
    u64 ones = full, zeros = full;
    for (int bit = 0; bit < TAIL_BITS; bit++) {
        ones &= left >> bit & 1 ? need[bit] : ~need[bit];
        zeros &= ~need[bit];
    }
    for (int k = 0; k < 3; k++) {
        int a = pairs[k][0], b = pairs[k][1];
        if (a < 0 || b >= board->height || !(tail->is_set >> a & tail->is_set >> b & 1))
            continue;
        zeros |= tail->value[a] & tail->value[b];
        ones |= ~(tail->value[a] | tail->value[b]) & full;
    }
    tail->ones[depth] = ones;
    tail->zeros[depth] = zeros;
    tail->next[depth] = 0;
}

static int is_new_row(const Tail *tail, u64 value)
{
    for (u64 rest = tail->is_set; rest; rest &= rest - 1)
        if (tail->value[lowest(rest)] == value)
            return 0;
    return 1;
}

static int columns_differ(const Tail *tail)
{
    for (int k = 0; k < tail->pair_count; k++) {
        u64 unlike = 0;
        for (int depth = 0; depth < tail->count; depth++) {
            u64 value = tail->value[tail->row[depth]];
            unlike |= value >> tail->pair[k][0] ^ value >> tail->pair[k][1];
        }
        if (!(unlike & 1))
            return 0;
    }
    return 1;
}

/* Set `value` to the next completion of the row of the current depth that the columns allow. Return 0 if it was the
 * last one. */
static int next_value(Tail *tail, u64 *value)
{
    int depth = tail->depth, row = tail->row[depth];
    u64 ones = tail->ones[depth], zeros = tail->zeros[depth];
    while (tail->next[depth] < tail->options[depth]) {
        *value = tail->option[depth][tail->next[depth]++];
        if (!(*value & zeros) && !(ones & ~*value) && (!tail->board->unique_lines || is_new_row(tail, *value))) {
            tail->value[row] = *value;
            return 1;
        }
    }
    return 0;
}

/* Find the next filling; its rows are then in tail->value. Return 0 if there is none, or `nodes` reaches `until`. */
int tail_next(Tail *tail, u64 *nodes, u64 until)
{
    while (tail->depth >= 0) {
        int depth = tail->depth, row = tail->row[depth];
        u64 value;
        tail->is_set &= ~BIT(row);
        if (*nodes >= until)
            return 0;
        if (!next_value(tail, &value)) {
            tail->depth--;
            continue;
        }
        if (depth == tail->count - 1) {
            if (!tail->board->unique_lines || columns_differ(tail))
                return 1;
            continue;
        }
        tail->is_set |= BIT(row);
        for (int bit = 0; bit < TAIL_BITS; bit++) { /* subtract `value`, borrowing from the next bit */
            tail->need[depth + 1][bit] = tail->need[depth][bit] ^ value;
            value &= ~tail->need[depth][bit];
        }
        ++*nodes;
        tail->depth++;
        enter(tail);
    }
    return 0;
}

static int list_options(Tail *tail, const Grid *grid)
{
    Walk walk;
    for (int depth = 0; depth < tail->count; depth++) {
        int row = tail->row[depth];
        const LineRules *rules = &tail->board->rules[row];
        if (line_count(rules, grid->line[row]) > TAIL_OPTIONS)
            return 0;
        tail->options[depth] = 0;
        walk_start(&walk, rules, grid->line[row]);
        while (walk_next(&walk))
            tail->option[depth][tail->options[depth]++] = walk.values;
    }
    return 1;
}

static void find_pairs(Tail *tail, const Grid *grid)
{
    const Cells *column = &grid->line[tail->board->height];
    tail->pair_count = 0;
    for (int a = 0; tail->board->unique_lines && a < tail->board->width; a++)
        for (int b = 0; b < a; b++)
            if (!((column[a].ones ^ column[b].ones) & tail->is_set)) {
                tail->pair[tail->pair_count][0] = (uint8_t)a;
                tail->pair[tail->pair_count++][1] = (uint8_t)b;
            }
}

/* Begin with a grid at its fixpoint that is not full. Return 0 if too much of it is open, there are signs, or columns
 * may have different numbers of ones. */
int tail_start(Tail *tail, const Board *board, const Grid *grid)
{
    if (board->has_signs || !line_is_exact(&board->rules[board->height]))
        return 0;
    int empty = 0;
    tail->board = board;
    tail->count = 0;
    tail->is_set = 0;
    for (int row = 0; row < board->height; row++) {
        Cells line = grid->line[row];
        tail->value[row] = line.ones;
        if ((line.ones | line.zeros) == board->rules[row].full)
            tail->is_set |= BIT(row);
        else if (tail->count == TAIL_ROWS)
            return 0;
        else
            tail->row[tail->count++] = row;
        empty += popcount(board->rules[row].full & ~(line.ones | line.zeros));
    }
    if (empty > TAIL_CELLS)
        return 0;
    if (!list_options(tail, grid))
        return 0;
    for (int bit = 0; bit < TAIL_BITS; bit++)
        tail->need[0][bit] = 0;
    for (int column = 0; column < board->width; column++) {
        int line = board->height + column;
        int need = board->rules[line].ones - popcount(grid->line[line].ones & tail->is_set);
        for (int bit = 0; bit < TAIL_BITS; bit++)
            tail->need[0][bit] |= (u64)(need >> bit & 1) << column;
    }
    find_pairs(tail, grid);
    tail->depth = 0;
    enter(tail);
    return 1;
}
