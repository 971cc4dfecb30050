/* One line: what follows from some of its cells.
 *
 * Exact reasoning walks along the line. The cells before a place affect the rest only by their number of ones and by
 * the values of the last two cells, which are one of four states: 2 * (last but one) + last. A set of numbers of ones
 * is a u64, so a step handles all of them at once by a few shifts. Before the first cell there are two imaginary cells
 * that differ, as 0 1 and 1 0 at the same time: together these rule out nothing.
 */
#include "core.h"

#include <string.h>

#define FEW 16       /* see binairo_tui/engine/line_walk.py */
#define MAX_EXACT 24 /* the same */

typedef u64 Counts[4]; /* for each state, the set of possible numbers of ones */

/* Set the rules of a line without signs. If its length is odd, it has one more 1 than 0s, or, unless `more_ones`, one
 * more of either value. */
void line_init(LineRules *rules, int length, int more_ones)
{
    memset(rules, 0, sizeof *rules);
    rules->length = length;
    rules->ones = length - length / 2;
    rules->zeros = more_ones ? length / 2 : rules->ones;
    rules->full = BIT(length) - 1;
}

/* Apply the rules that need no walk until they fill nothing more. Return 0 for a conflict. */
int line_fill_cheaply(const LineRules *rules, Cells *cells)
{
    u64 o = cells->ones, z = cells->zeros, full = rules->full;
    for (;;) {
        u64 before = o | z;
        z |= ((o & o << 1) << 1 | (o & o >> 1) >> 1 | (o << 1 & o >> 1)) & full;
        o |= ((z & z << 1) << 1 | (z & z >> 1) >> 1 | (z << 1 & z >> 1)) & full;
        if (rules->same | rules->differ) {
            u64 same = rules->same, differ = rules->differ;
            u64 more_ones = (o << 1 & same) | (o & same) >> 1 | (z << 1 & differ) | (z & differ) >> 1;
            u64 more_zeros = (z << 1 & same) | (z & same) >> 1 | (o << 1 & differ) | (o & differ) >> 1;
            o |= more_ones;
            z |= more_zeros;
        }
        if (o & z)
            return 0;
        if ((o | z) == before) { /* triples and signs fill nothing more */
            int ones = popcount(o), zeros = popcount(z);
            if (ones > rules->ones || zeros > rules->zeros)
                return 0;
            if ((o | z) != full) {
                if (ones == rules->ones)
                    z = full & ~o;
                else if (zeros == rules->zeros)
                    o = full & ~z;
            }
            if ((o | z) == before)
                break;
        }
    }
    cells->ones = o;
    cells->zeros = z;
    return 1;
}

/* What may be in cell i, as masks, all bits or none: a one, a zero, the value before it, the opposite of that value. */
typedef struct {
    u64 one, zero, equal, unequal;
} Choice;

static inline Choice choice(const LineRules *rules, Cells cells, int i)
{
    Choice may = {
        .one = (cells.zeros >> i & 1) - 1,
        .zero = (cells.ones >> i & 1) - 1,
        .equal = (rules->differ >> i & 1) - 1,
        .unequal = (rules->same >> i & 1) - 1,
    };
    return may;
}

static inline void forward(const u64 *from, u64 *to, Choice may)
{
    u64 f0 = from[0], f1 = from[1], f2 = from[2], f3 = from[3];
    to[0] = f2 & may.zero & may.equal;
    to[1] = (f0 | f2) << 1 & may.one & may.unequal;
    to[2] = (f1 | f3) & may.zero & may.unequal;
    to[3] = f1 << 1 & may.one & may.equal;
}

static inline void backward(const u64 *from, u64 *to, Choice may)
{
    u64 one_after_zero = from[1] >> 1 & may.one & may.unequal;
    u64 one_after_one = from[3] >> 1 & may.one & may.equal;
    u64 zero_after_one = from[2] & may.zero & may.unequal;
    u64 zero_after_zero = from[0] & may.zero & may.equal;
    to[0] = one_after_zero;
    to[1] = one_after_one | zero_after_one;
    to[2] = one_after_zero | zero_after_zero;
    to[3] = zero_after_one;
}

/* Return the set of the numbers of ones in a full line. */
static inline u64 full_counts(const LineRules *rules)
{
    return BIT(rules->ones) | BIT(rules->length - rules->zeros);
}

/* Set live[i] to the numbers of ones before cell i from which the line can be completed, by state. */
static void walk_back(const LineRules *rules, Cells cells, Counts *live)
{
    int n = rules->length;
    for (int s = 0; s < 4; s++)
        live[n][s] = full_counts(rules);
    for (int i = n - 1; i >= 0; i--)
        backward(live[i + 1], live[i], choice(rules, cells, i));
}

/* Add the values that all completions share. Return 0 for a conflict. */
int line_force(const LineRules *rules, Cells *cells)
{
    Counts reached[MAX_SIDE + 1];
    int n = rules->length;
    u64 empty = rules->full & ~(cells->ones | cells->zeros);
    reached[0][0] = reached[0][3] = 0;
    reached[0][1] = reached[0][2] = 1;
    for (int i = 0; i < n; i++)
        forward(reached[i], reached[i + 1], choice(rules, *cells, i));
    u64 goal = full_counts(rules);
    const u64 *end = reached[n];
    if (!((end[0] | end[1] | end[2] | end[3]) & goal))
        return 0;
    u64 never_one = 0, never_zero = 0;
    Counts live = {goal, goal, goal, goal};
    for (int i = n - 1; i >= 0 && empty; i--) {
        Choice may = choice(rules, *cells, i);
        if (empty >> i & 1) {
            const u64 *f = reached[i];
            empty ^= BIT(i);
            if (!(((f[0] | f[2]) & live[1] >> 1 & may.unequal) | (f[1] & live[3] >> 1 & may.equal)))
                never_one |= BIT(i);
            else if (!(((f[1] | f[3]) & live[2] & may.unequal) | (f[2] & live[0] & may.equal)))
                never_zero |= BIT(i);
        }
        Counts before;
        backward(live, before, may);
        memcpy(live, before, sizeof live);
    }
    cells->ones |= never_zero;
    cells->zeros |= never_one;
    return 1;
}

/* Return the number of completions. It fits into 64 bits: there are at most "40 choose 20" ways to place the ones. */
u64 line_count(const LineRules *rules, Cells cells)
{
    u64 ways[2][4][MAX_SIDE + 2] = {0};
    int n = rules->length, ones = rules->ones;
    if ((cells.ones & cells.zeros) || n == 0)
        return 0;
    /* The first cell is set here, because the two pairs of imaginary cells before it would count everything twice. */
    ways[1][1][1] = !(cells.zeros & 1);
    ways[1][2][0] = !(cells.ones & 1);
    for (int i = 1; i < n; i++) {
        Choice may = choice(rules, cells, i);
        u64(*from)[MAX_SIDE + 2] = ways[i & 1], (*to)[MAX_SIDE + 2] = ways[~i & 1];
        for (int k = 0; k <= ones && k <= i + 1; k++) {
            to[0][k] = from[2][k] & may.zero & may.equal;
            to[2][k] = (from[1][k] + from[3][k]) & may.zero & may.unequal;
            to[1][k] = k ? (from[0][k - 1] + from[2][k - 1]) & may.one & may.unequal : 0;
            to[3][k] = k ? from[1][k - 1] & may.one & may.equal : 0;
        }
    }
    u64(*last)[MAX_SIDE + 2] = ways[n & 1];
    u64 total = 0;
    for (int k = n - rules->zeros; k <= ones; k++)
        total += last[0][k] + last[1][k] + last[2][k] + last[3][k];
    return total;
}

/* The line must have no completion. Clear each candidate, in order, without which it still has none. */
void line_shrink(const LineRules *rules, Cells *cells, u64 candidates)
{
    Counts live[MAX_SIDE + 1], reached = {0, 1, 1, 0}, next;
    candidates &= cells->ones | cells->zeros;
    if (candidates)
        walk_back(rules, *cells, live);
    for (int i = 0; candidates; i++) {
        if (candidates >> i & 1) {
            Cells fewer = {cells->ones & ~BIT(i), cells->zeros & ~BIT(i)};
            candidates ^= BIT(i);
            forward(reached, next, choice(rules, fewer, i));
            const u64 *after = live[i + 1];
            if (!((next[0] & after[0]) | (next[1] & after[1]) | (next[2] & after[2]) | (next[3] & after[3])))
                *cells = fewer;
        }
        forward(reached, next, choice(rules, *cells, i));
        memcpy(reached, next, sizeof reached);
    }
}

void walk_start(Walk *walk, const LineRules *rules, Cells cells)
{
    walk->rules = rules;
    walk->may_be[0] = ~cells.ones;
    walk->may_be[1] = ~cells.zeros;
    walk->values = 0;
    walk->depth = 0;
    walk->tried[0] = 0;
    walk->count[0] = 0;
    walk->state[0] = 0;
    walk_back(rules, cells, walk->live);
}

/* Go to the next completion, and set `values` to its ones. Return 0 if there is none. */
int walk_next(Walk *walk)
{
    int n = walk->rules->length, i = walk->depth;
    if (i == n)
        i--; /* continue at the last cell of the previous completion */
    while (i >= 0) {
        int value = walk->tried[i]++;
        walk->values &= ~BIT(i);
        if (value > 1) {
            i--;
            continue;
        }
        int state = i ? walk->state[i] : 2 - !value; /* the imaginary cell before it differs */
        int equal = (state & 1) == value;
        int count = walk->count[i] + value;
        if (state == 3 * value || (equal ? walk->rules->differ : walk->rules->same) >> i & 1)
            continue;
        int next = (state & 1) << 1 | value;
        if (!(walk->may_be[value] >> i & walk->live[i + 1][next] >> count & 1))
            continue;
        walk->values |= (u64)value << i;
        i++;
        walk->state[i] = (uint8_t)next;
        walk->count[i] = (uint8_t)count;
        walk->tried[i] = 0;
        if (i == n) {
            walk->depth = n;
            return 1;
        }
    }
    walk->depth = -1;
    return 0;
}

/* Go to the first completion that is not excluded: its ones are in walk->values. Return 0 if there is none. */
static int another(Walk *walk, const LineRules *rules, Cells cells, const u64 *excluded, int excluded_count)
{
    walk_start(walk, rules, cells);
    while (walk_next(walk)) {
        int k = 0;
        while (k < excluded_count && excluded[k] != walk->values)
            k++;
        if (k == excluded_count)
            return 1;
    }
    return 0;
}

/* Add the values shared by all completions that are not excluded. Return 0 if all completions are excluded.
 *
 * The cells must be at the fixpoint of line_force. There must be at least one excluded line; excluded lines must
 * be different and agree with the cells. For every empty cell that has had only one value so far, this looks for a
 * completion with the other value. It walks through at most one completion more than are excluded, and each one found
 * settles many cells at once.
 */
int line_exclude(const LineRules *rules, Cells *cells, const u64 *excluded, int excluded_count)
{
    Walk walk;
    if (rules->length > MAX_EXACT) { /* the same limits as in Python */
        int found = 0;
        walk_start(&walk, rules, *cells);
        while (found <= FEW && walk_next(&walk))
            found++;
        if (found > FEW)
            return 1;
    }
    u64 empty = rules->full & ~(cells->ones | cells->zeros);
    if (popcount(empty) == 2 && line_is_exact(rules)) { /* as in most cases: there are two completions, 0 1 and 1 0 */
        cells->ones |= empty & ~excluded[0];
        cells->zeros |= empty & excluded[0];
        return excluded_count == 1;
    }
    if (!another(&walk, rules, *cells, excluded, excluded_count))
        return 0;
    u64 always_one = walk.values, always_zero = rules->full & ~walk.values;
    while (empty) {
        u64 cell = empty & -empty;
        Cells against = *cells;
        if (always_one & cell)
            against.zeros |= cell;
        else
            against.ones |= cell;
        if (another(&walk, rules, against, excluded, excluded_count)) {
            always_one &= walk.values;
            always_zero &= ~walk.values;
            empty &= always_one | always_zero;
        } else {
            if (always_one & cell)
                cells->ones |= cell;
            else
                cells->zeros |= cell;
            empty ^= cell;
        }
    }
    return 1;
}
