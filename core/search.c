/* Finds all solutions that extend a grid, one after the other, in no particular order.
 *
 * The search begins as a plain search: depth-first, over a stack of grids at their fixpoints. That is enough for most
 * puzzles and lists many solutions fast. If dead ends outnumber solutions, a learning search takes over: every conflict
 * is traced back to values that cannot all hold, which are kept as a clause (conflict-driven clause learning; sources
 * in binairo_tui/engine/conflict_search.py). A learning search needs a clause for every solution found, so that it does
 * not find it again. Therefore, after MAX_KNOWN solutions, plain search takes over to the end, and tail.c fills the
 * last rows of its grids.
 */
#include "core.h"

#include <stdlib.h>
#include <string.h>

#define MAX_KNOWN 100
#define RESTART 32       /* conflicts before the first restart; later ones follow the Luby sequence */
#define MAX_LEARNED 4000 /* clauses; if there are more at a restart, the longer half is forgotten */
#define DECAY (1 / 0.95)
#define TOO_LARGE 1e100
#define HASHES 1024

typedef struct { /* a growing array of numbers */
    int32_t *items;
    int32_t count, space;
} Array;

typedef struct {
    const Board *board;
    Grid grid;
    Todo todo;
    Trail trail;
    int level_start[MAX_CELLS + 1]; /* by level from 1: the length of the trail before its decision */
    int followed;                   /* number of values on the trail whose clauses have been examined */
    Array arena;                    /* clauses end to end: size, weight, values; the first two values are watched */
    Array watching[2 * MAX_CELLS];  /* by value: the clauses that watch it */
    int learned;
    double activity[MAX_CELLS], bump;
    uint8_t phase[MAX_CELLS]; /* the value that a cell held last */
    uint8_t seen[MAX_CELLS];
    int conflicts_left, restarts;
    int base;    /* the level of the assumed values, or 0: there is nothing to be learned below it */
    int is_dead; /* whether there is no solution, whatever is assumed */
    int failed;  /* memory ran out */
} Learner;

struct Search {
    const Board *board;
    Grid start;
    const Grid *near; /* whose values are tried first, or NULL */
    Grid *stack;
    int depth, space;
    Grid *known;
    int known_count;
    u64 known_hashes[HASHES / 64]; /* the hashes of the known solutions, as a set */
    Tail tail;
    int is_in_tail;
    int dead_ends;
    int may_learn; /* whether plain search may be replaced by a learning search */
    Learner *learner;
    Grid assumed; /* see search_ask */
    int is_found; /* whether the grid of the learner is a solution, to be forbidden when the search continues */
    int is_done;
    u64 nodes, conflicts;
};

static int push(Array *array, int32_t item)
{
    if (array->count == array->space) {
        int32_t space = array->space ? 2 * array->space : 8;
        int32_t *items = space > array->space ? realloc(array->items, (size_t)space * sizeof *items) : NULL;
        if (!items)
            return 0;
        array->items = items;
        array->space = space;
    }
    array->items[array->count++] = item;
    return 1;
}

/* Values: 2 * cell + (1 for a one). The other value of a cell is value ^ 1. */

static inline int holds(const Learner *learner, int value)
{
    return learner->trail.holds[value];
}

static inline int is_empty(const Learner *learner, int cell)
{
    return !(holds(learner, 2 * cell) | holds(learner, 2 * cell + 1));
}

/* Clauses. */

static void watch(Learner *learner, int value, int32_t clause)
{
    if (!push(&learner->watching[value], clause))
        learner->failed = 1;
}

/* Store a clause, and watch its first two values if it has two. The weight of a learned clause is the number of its
 * values that were not assumed, and that of any other is 0.
 * Return its index in the arena, or -1 if there is no memory. */
static int32_t add_clause(Learner *learner, const int *values, int count, int weight)
{
    int32_t clause = learner->arena.count;
    if (clause > INT32_MAX - count - 2) {
        learner->failed = 1;
        return -1;
    }
    int ok = push(&learner->arena, count) && push(&learner->arena, weight);
    for (int k = 0; ok && k < count; k++)
        ok = push(&learner->arena, values[k]);
    if (!ok) {
        learner->failed = 1;
        return -1;
    }
    if (count > 1) {
        watch(learner, values[0], clause);
        watch(learner, values[1], clause);
    }
    learner->learned += weight > 0;
    return clause;
}

static int by_weight(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

/* Forget the heavier half of the learned clauses.
 * Call this only at the base level, where no value on the trail needs a clause as its reason. */
static void forget(Learner *learner)
{
    Array old = learner->arena, weights = {0};
    for (int32_t at = 0; at < old.count; at += old.items[at] + 2)
        if (old.items[at + 1] && !push(&weights, old.items[at + 1])) {
            learner->failed = 1;
            free(weights.items);
            return;
        }
    qsort(weights.items, (size_t)weights.count, sizeof *weights.items, by_weight);
    int32_t most = weights.items[weights.count / 2],
            spared = weights.count / 2; /* clauses of the largest weight kept */
    while (spared && weights.items[spared - 1] == most)
        spared--;
    spared = weights.count / 2 - spared;
    free(weights.items);
    for (int value = 0; value < 2 * MAX_CELLS; value++)
        learner->watching[value].count = 0;
    learner->arena = (Array){0};
    learner->learned = 0;
    for (int32_t at = 0; at < old.count && !learner->failed; at += old.items[at] + 2)
        if (old.items[at + 1] < most || (old.items[at + 1] == most && spared-- > 0))
            add_clause(learner, (const int *)&old.items[at + 2], old.items[at], old.items[at + 1]);
    free(old.items);
}

/* Set the value of an empty cell. */
static void set_value(Learner *learner, int value, enum Cause cause, int32_t source)
{
    int width = learner->board->width, row = (value >> 1) / width, column = (value >> 1) % width;
    Cells line = learner->grid.line[row];
    if (value & 1)
        line.ones |= BIT(column);
    else
        line.zeros |= BIT(column);
    grid_add(learner->board, &learner->grid, &learner->todo, &learner->trail, 0, row, line, cause, source);
    learner->todo.changed[0] |= BIT(row);
    learner->todo.open[0] |= BIT(row);
}

/* Examine the clauses that watch a value that has become false. Return 0 for a conflict. */
static int follow(Learner *learner, int false_value)
{
    Array *list = &learner->watching[false_value];
    int32_t kept = 0;
    int ok = 1;
    for (int32_t k = 0; k < list->count; k++) {
        int32_t clause = list->items[k];
        int32_t size = learner->arena.items[clause];
        int32_t *values = &learner->arena.items[clause + 2];
        if (ok) {
            if (values[0] == false_value) {
                values[0] = values[1];
                values[1] = false_value;
            }
            if (!holds(learner, values[0])) {
                int32_t other = 2;
                while (other < size && holds(learner, values[other] ^ 1))
                    other++;
                if (other < size) {
                    values[1] = values[other];
                    values[other] = false_value;
                    watch(learner, values[1], clause); /* not the same list: values[1] is not false */
                    continue;
                }
                if (holds(learner, values[0] ^ 1)) {
                    learner->trail.conflict_cause = BY_CLAUSE;
                    learner->trail.conflict_source = clause;
                    ok = 0;
                } else {
                    set_value(learner, values[0], BY_CLAUSE, clause);
                }
            }
        }
        list->items[kept++] = clause;
    }
    list->count = kept;
    return ok;
}

/* Apply rules and clauses until they fill nothing more. Return 0 for a conflict. */
static int propagate_all(Learner *learner)
{
    Trail *trail = &learner->trail;
    for (;;) {
        while (learner->followed < trail->count)
            if (!follow(learner, trail->value[learner->followed++] ^ 1))
                return 0;
        if (!(learner->todo.changed[0] | learner->todo.changed[1] | learner->todo.open[0] | learner->todo.open[1] |
              learner->todo.touched[0] | learner->todo.touched[1]))
            return 1;
        if (!propagate(learner->board, &learner->grid, &learner->todo, trail))
            return 0;
        if (learner->followed == trail->count)
            return 1;
    }
}

static void go_back(Learner *learner, int level)
{
    Trail *trail = &learner->trail;
    int width = learner->board->width, height = learner->board->height;
    if (level < trail->level) {
        int start = learner->level_start[level + 1];
        while (trail->count > start) {
            int value = trail->value[--trail->count], row = (value >> 1) / width, column = (value >> 1) % width;
            Cells *along = &learner->grid.line[row], *across = &learner->grid.line[height + column];
            along->ones &= ~BIT(column);
            along->zeros &= ~BIT(column);
            across->ones &= ~BIT(row);
            across->zeros &= ~BIT(row);
            learner->phase[value >> 1] = value & 1;
            trail->holds[value] = 0;
        }
        trail->level = level;
    }
    learner->followed = trail->count;
    memset(&learner->todo, 0, sizeof learner->todo);
}

/* Reasons. A reason is a list of values on the grid that together force a value or cause a conflict. */

typedef struct {
    int count;
    int values[MAX_CELLS];
} Reason;

static inline int cell_at(const Board *board, int line, int place)
{
    return line < board->height ? line * board->width + place : place * board->width + line - board->height;
}

/* Return what a line held when the trail had `before` values.
 * Set `known` to its cells up to the base level, and `late` to its cells of the current level. */
static Cells line_before(const Learner *learner, int line, int before, u64 *known, u64 *late)
{
    const Board *board = learner->board;
    const Trail *trail = &learner->trail;
    Cells cells = learner->grid.line[line];
    *known = *late = 0;
    for (u64 rest = cells.ones | cells.zeros; rest; rest &= rest - 1) {
        int place = lowest(rest), cell = cell_at(board, line, place);
        if (trail->level_of[cell] && trail->at[cell] >= before) {
            cells.ones &= ~BIT(place);
            cells.zeros &= ~BIT(place);
        } else if (trail->level_of[cell] <= learner->base) {
            *known |= BIT(place);
        } else if (trail->level_of[cell] == trail->level) {
            *late |= BIT(place);
        }
    }
    return cells;
}

static void add_values(const Learner *learner, Reason *reason, int line, Cells cells, u64 places)
{
    for (u64 rest = (cells.ones | cells.zeros) & places; rest; rest &= rest - 1) {
        int place = lowest(rest), cell = cell_at(learner->board, line, place);
        if (learner->trail.level_of[cell])
            reason->values[reason->count++] = 2 * cell + (int)(cells.ones >> place & 1);
    }
}

/* Return the pair of equal values that is enough to force the other value in a cell, or 0 if there is none. Of several
 * pairs, return the one with the fewest late values. */
static u64 equal_pair(u64 equal, u64 forced, u64 late)
{
    const u64 pairs[3] = {forced >> 1 | forced >> 2, forced << 1 | forced << 2, forced >> 1 | forced << 1};
    u64 best = 0;
    for (int k = 0; k < 3; k++)
        if (popcount(equal & pairs[k]) == 2 && (!best || popcount(late & pairs[k]) < popcount(late & best)))
            best = pairs[k];
    return best;
}

/* Add values of a line that force its cell `place` or, if `place` is -1, cause a conflict. Leave out needless ones. */
static void reason_of_line(const Learner *learner, Reason *reason, int line, int before, int place)
{
    const LineRules *rules = &learner->board->rules[line];
    u64 known, late, forced = place < 0 ? 0 : BIT(place);
    Cells now = learner->grid.line[line], cells = line_before(learner, line, before, &known, &late);
    if (forced) { /* with the other value, the line has no completion */
        if (now.ones & forced)
            cells.zeros |= forced;
        else
            cells.ones |= forced;
    }
    u64 pair = equal_pair(now.ones & forced ? cells.zeros : cells.ones, forced, late);
    if (pair) {
        add_values(learner, reason, line, cells, pair);
        return;
    }
    line_shrink(rules, &cells, late & ~forced);
    line_shrink(rules, &cells, ~(known | late | forced));
    line_shrink(rules, &cells, learner->base ? known : 0);
    add_values(learner, reason, line, cells, ~forced);
}

/* Add all values that a line held, and enough values of every full line that it then agreed with. */
static void reason_of_unique(const Learner *learner, Reason *reason, int line, int before)
{
    const Board *board = learner->board;
    int axis = line >= board->height, start = axis_start(board, axis), lines = axis ? board->width : board->height;
    u64 full = board->rules[start].full, known, late;
    Cells own = line_before(learner, line, before, &known, &late);
    add_values(learner, reason, line, own, full);
    for (int other = start; other < start + lines; other++) {
        Cells cells = line_before(learner, other, before, &known, &late);
        if (other == line || (cells.ones | cells.zeros) != full || (own.ones & cells.zeros) || (own.zeros & cells.ones))
            continue;
        /* Either its ones or its zeros are enough if there are as many as there may be: the others follow. */
        int names_ones = popcount(cells.ones & ~known) <= popcount(cells.zeros & ~known);
        if (!line_is_exact(&board->rules[other]))
            names_ones = popcount(cells.ones) == board->rules[other].ones;
        u64 counted = names_ones ? cells.ones : cells.zeros;
        add_values(learner, reason, other, cells, counted);
    }
}

static void reason_of_clause(const Learner *learner, Reason *reason, int32_t clause, int value)
{
    const int32_t *items = &learner->arena.items[clause];
    for (int32_t k = 2; k < items[0] + 2; k++)
        if (items[k] != value && learner->trail.level_of[items[k] >> 1])
            reason->values[reason->count++] = items[k] ^ 1;
}

/* Set `reason` to the reason for a value or, if `value` is -1, for the last conflict. */
static void explain(const Learner *learner, int value, Reason *reason)
{
    const Trail *trail = &learner->trail;
    int cell = value >> 1;
    int cause = value < 0 ? trail->conflict_cause : trail->cause[cell];
    int before = value < 0 ? trail->count : trail->before[cell];
    int32_t source = value < 0 ? trail->conflict_source : trail->source[cell];
    reason->count = 0;
    if (cause == BY_LINE) {
        int width = learner->board->width, height = learner->board->height;
        int place = value < 0 ? -1 : source < height ? cell % width : cell / width;
        reason_of_line(learner, reason, source, before, place);
    } else if (cause == BY_UNIQUE) {
        reason_of_unique(learner, reason, source, before);
    } else if (cause == BY_CLAUSE) {
        reason_of_clause(learner, reason, source, value);
    }
}

static void reward(Learner *learner, int cell)
{
    learner->activity[cell] += learner->bump;
    if (learner->activity[cell] > TOO_LARGE) {
        for (int k = 0; k < MAX_CELLS; k++)
            learner->activity[k] /= TOO_LARGE;
        learner->bump /= TOO_LARGE;
    }
}

/* Learn a clause from the last conflict, go back to the level where the clause forces a value, and set this value.
 *
 * Return 0 if the conflict depends on no decision above the base level: then there are no more solutions. */
static int learn(Learner *learner)
{
    Trail *trail = &learner->trail;
    Reason reason;
    int clause[MAX_CELLS + 1], size = 1, weight = 1, here = 0, level = 0;
    /* A conflict may involve only levels below the current one: go to the highest level that it involves. */
    explain(learner, -1, &reason);
    int top = 0;
    for (int k = 0; k < reason.count; k++)
        if (trail->level_of[reason.values[k] >> 1] > top)
            top = trail->level_of[reason.values[k] >> 1];
    learner->is_dead = top == 0;
    if (top <= learner->base)
        return 0;
    if (top < trail->level) {
        /* The reasons were made for the level of the conflict and hold below it, too. */
        go_back(learner, top);
    }
    memset(learner->seen, 0, sizeof learner->seen);
    int at = trail->count - 1, value = -1;
    for (;;) {
        for (int k = 0; k < reason.count; k++) {
            int cell = reason.values[k] >> 1;
            if (learner->seen[cell])
                continue;
            learner->seen[cell] = 1;
            reward(learner, cell);
            if (trail->level_of[cell] == trail->level) {
                here++;
            } else if (trail->level_of[cell] > learner->base) { /* assumed values come last */
                clause[size++] = clause[weight];
                clause[weight++] = reason.values[k] ^ 1;
            } else {
                clause[size++] = reason.values[k] ^ 1;
            }
        }
        while (!learner->seen[trail->value[at] >> 1])
            at--;
        value = trail->value[at--];
        if (--here == 0)
            break;
        explain(learner, value, &reason);
    }
    clause[0] = value ^ 1;
    for (int k = 1; k < size; k++)
        if (trail->level_of[clause[k] >> 1] > level) { /* of the other values, watch the last that was set */
            int swap = clause[1];
            level = trail->level_of[clause[k] >> 1];
            clause[1] = clause[k];
            clause[k] = swap;
        }
    learner->bump *= DECAY;
    go_back(learner, level);
    int32_t kept = add_clause(learner, clause, size, weight);
    if (!learner->failed)
        set_value(learner, clause[0], BY_CLAUSE, kept);
    return 1;
}

static int luby(int i) /* 1, 1, 2, 1, 1, 2, 4, ... from i = 1 */
{
    int size = 1;
    while (size < i)
        size = 2 * size + 1;
    while (size != i) {
        size /= 2;
        if (i > size)
            i -= size;
    }
    return (size + 1) / 2;
}

/* Set all assumed values, as decisions of one level. Return 0 if one of them cannot hold. */
static int assume_values(Learner *learner, const Grid *assumed)
{
    Trail *trail = &learner->trail;
    learner->level_start[++trail->level] = trail->count;
    for (int row = 0; row < learner->board->height; row++) {
        Cells line = learner->grid.line[row], more = assumed->line[row];
        if ((more.ones & line.zeros) | (more.zeros & line.ones))
            return 0;
        more.ones |= line.ones;
        more.zeros |= line.zeros;
        if (more.ones == line.ones && more.zeros == line.zeros)
            continue;
        grid_add(learner->board, &learner->grid, &learner->todo, trail, 0, row, more, DECISION, 0);
        learner->todo.changed[0] |= BIT(row);
        learner->todo.open[0] |= BIT(row);
    }
    return 1;
}

static void decide(Learner *learner)
{
    const Board *board = learner->board;
    int best = -1;
    for (int row = 0; row < board->height; row++) {
        Cells line = learner->grid.line[row];
        for (u64 rest = board->rules[row].full & ~(line.ones | line.zeros); rest; rest &= rest - 1) {
            int cell = cell_at(board, row, lowest(rest));
            if (best < 0 || learner->activity[cell] > learner->activity[best])
                best = cell;
        }
    }
    learner->level_start[++learner->trail.level] = learner->trail.count;
    set_value(learner, 2 * best + learner->phase[best], DECISION, 0);
}

/* Forbid a solution by a clause: its values in the empty cells cannot all hold. The grid must be that of the start. */
static void forbid(Learner *learner, const Grid *solution)
{
    const Board *board = learner->board;
    int clause[MAX_CELLS], size = 0;
    for (int cell = 0; cell < board->width * board->height; cell++)
        if (is_empty(learner, cell))
            clause[size++] = 2 * cell + !(solution->line[cell / board->width].ones >> cell % board->width & 1);
    add_clause(learner, clause, size, 0); /* two values or more: a fixpoint never has a single empty cell */
}

static void learner_free(Learner *learner)
{
    if (!learner)
        return;
    for (int value = 0; value < 2 * MAX_CELLS; value++)
        free(learner->watching[value].items);
    free(learner->arena.items);
    free(learner);
}

/* Let the search begin in lines with few completions. */
static void prefer_tight_lines(Learner *learner, const Grid *start)
{
    const Board *board = learner->board;
    memset(learner->activity, 0, sizeof learner->activity);
    learner->bump = 1;
    for (int line = 0; line < board->lines; line++) {
        double share = 1.0 / (double)line_count(&board->rules[line], start->line[line]);
        for (int place = 0; place < board->rules[line].length; place++)
            learner->activity[cell_at(board, line, place)] += share;
    }
}

/* Let the search try the values of a grid first, if there is one. */
static void prefer_values(Learner *learner, const Grid *grid)
{
    int width = learner->board->width;
    for (int cell = 0; grid && cell < width * learner->board->height; cell++)
        learner->phase[cell] = grid->line[cell / width].ones >> cell % width & 1;
}

static Learner *learner_new(const Search *search)
{
    Learner *learner = calloc(1, sizeof *learner);
    const Board *board = search->board;
    if (!learner)
        return NULL;
    learner->board = board;
    learner->grid = search->start;
    for (int cell = 0; cell < board->width * board->height; cell++) {
        Cells line = search->start.line[cell / board->width];
        learner->trail.holds[2 * cell] = line.zeros >> cell % board->width & 1;
        learner->trail.holds[2 * cell + 1] = line.ones >> cell % board->width & 1;
    }
    learner->conflicts_left = RESTART;
    learner->restarts = 1;
    prefer_tight_lines(learner, &search->start);
    prefer_values(learner, search->near);
    for (int k = 0; k < search->known_count && !learner->failed; k++)
        forbid(learner, &search->known[k]);
    if (learner->failed) {
        learner_free(learner);
        return NULL;
    }
    return learner;
}

/* Return the grid whose values are tried first, or NULL. */
static const Grid *near_of(const Search *search)
{
    return search->near || !search->known_count ? search->near : search->known;
}

/* Search until a solution is found, there are no more solutions (SEARCH_DONE), or search->nodes reaches `until`. */
static enum SearchStatus learner_run(Learner *learner, Search *search, u64 until, int *is_found)
{
    *is_found = 0;
    for (;;) {
        while (!propagate_all(learner)) {
            search->conflicts++;
            learner->conflicts_left--;
            if (!learn(learner))
                return SEARCH_DONE;
            if (learner->failed)
                return SEARCH_NO_MEMORY;
        }
        if (learner->failed)
            return SEARCH_NO_MEMORY;
        if (learner->trail.level < learner->base) {
            if (!assume_values(learner, &search->assumed))
                return SEARCH_DONE;
            continue;
        }
        if (grid_is_full(learner->board, &learner->grid)) {
            *is_found = 1;
            return SEARCH_PAUSED;
        }
        if (learner->conflicts_left <= 0) {
            learner->conflicts_left = RESTART * luby(++learner->restarts);
            go_back(learner, learner->base);
            if (learner->base)
                prefer_values(learner, near_of(search));
            if (learner->learned > MAX_LEARNED)
                forget(learner);
            if (learner->failed)
                return SEARCH_NO_MEMORY;
        }
        if (search->nodes >= until)
            return SEARCH_PAUSED;
        search->nodes++;
        decide(learner);
    }
}

/* Forbid the solution that was just found, and go to where the search continues. Return 0 if it was the last one. */
static int learner_forbid(Learner *learner)
{
    const Trail *trail = &learner->trail;
    int clause[MAX_CELLS], size = 0;
    for (int k = trail->count; k-- > 0;) /* the newest first */
        if (trail->cause[trail->value[k] >> 1] == DECISION)
            clause[size++] = trail->value[k] ^ 1;
    learner->is_dead = !size;
    int32_t kept = size ? add_clause(learner, clause, size, 0) : -1;
    if (learner->failed || !size)
        return !learner->is_dead;
    /* The clause forces a value where only one of its decisions is missing. */
    go_back(learner, size == 1 || trail->level == learner->base ? 0 : trail->level - 1);
    if (size == 1 || trail->level >= learner->base)
        set_value(learner, clause[0], BY_CLAUSE, kept);
    return 1;
}

/* Plain search. */

static int reserve(Search *search, int more)
{
    if (search->depth + more > search->space) {
        int space = 2 * search->space + 16;
        Grid *stack = realloc(search->stack, (size_t)space * sizeof *stack);
        if (!stack)
            return 0;
        search->stack = stack;
        search->space = space;
    }
    return 1;
}

/* Return the line with the fewest empty cells, and set `place` to the first of them. The grid must not be full. */
static int tightest(const Board *board, const Grid *grid, int *place)
{
    int found = -1, fewest = MAX_SIDE + 1;
    for (int line = 0; line < board->lines; line++) {
        u64 empty = board->rules[line].full & ~(grid->line[line].ones | grid->line[line].zeros);
        int count = popcount(empty);
        if (empty && count < fewest) {
            fewest = count;
            found = line;
            *place = lowest(empty);
            if (count == 2)
                break;
        }
    }
    return found;
}

static unsigned hash_of(const Search *search, const Grid *grid)
{
    u64 hash = 0;
    for (int row = 0; row < search->board->height; row++)
        hash = (hash ^ grid->line[row].ones) * 0x9e3779b97f4a7c15u;
    return (unsigned)(hash >> 32) % HASHES;
}

static int is_known(const Search *search, const Grid *grid)
{
    unsigned hash = hash_of(search, grid);
    if (!(search->known_hashes[hash / 64] >> hash % 64 & 1))
        return 0;
    for (int k = 0; k < search->known_count; k++)
        if (!memcmp(search->known[k].line, grid->line, (size_t)search->board->height * sizeof(Cells)))
            return 1;
    return 0;
}

static int remember(Search *search, const Grid *solution)
{
    if (search->known_count >= MAX_KNOWN)
        return 1;
    if (!search->known && !(search->known = malloc(MAX_KNOWN * sizeof *search->known)))
        return 0;
    unsigned hash = hash_of(search, solution);
    search->known_hashes[hash / 64] |= BIT(hash % 64);
    grid_copy(search->board, &search->known[search->known_count++], solution);
    return 1;
}

/* Take one grid from the stack. If it is not a solution, put its branches without a conflict on the stack.
 * Return 0 if there is no memory. */
static int plain_step(Search *search, int *is_found, Grid *solution)
{
    const Board *board = search->board;
    Grid here;
    grid_copy(board, &here, &search->stack[--search->depth]);
    *is_found = 0;
    if (grid_is_full(board, &here)) {
        *is_found = search->may_learn || !is_known(search, &here);
        grid_copy(board, solution, &here);
        return !search->may_learn || remember(search, &here);
    }
    if ((!search->may_learn || search->known_count >= MAX_KNOWN) && tail_start(&search->tail, board, &here)) {
        search->is_in_tail = 1;
        return 1;
    }
    int place = 0, line = tightest(board, &here, &place), axis = line >= board->height;
    if (!reserve(search, 2))
        return 0;
    search->nodes++;
    int first = search->near ? (int)(search->near->line[line].ones >> place & 1) : 1;
    for (int k = 0; k < 2; k++) {
        Grid *branch = &search->stack[search->depth];
        grid_copy(board, branch, &here);
        if (assume(board, branch, axis ? place : line, axis ? line - board->height : place, k ? first : !first))
            search->depth++;
        else
            search->conflicts++;
    }
    return 1;
}

/* Find the next solution in the tail that was not known. Only its rows are set. */
static int tail_step(Search *search, u64 until, Grid *solution)
{
    const Tail *tail = &search->tail;
    while (tail_next(&search->tail, &search->nodes, until)) {
        for (int row = 0; row < search->board->height; row++) {
            solution->line[row].ones = tail->value[row];
            solution->line[row].zeros = search->board->rules[row].full & ~tail->value[row];
        }
        if (!is_known(search, solution))
            return 1;
    }
    search->is_in_tail = tail->depth >= 0;
    return 0;
}

/* Return whether there were so many dead ends for so few solutions that learning from them pays. */
static int is_futile(const Search *search)
{
    return search->may_learn && search->known_count < MAX_KNOWN &&
           (long long)search->conflicts > (long long)search->dead_ends * (1 + search->known_count);
}

/* Return a search from `start`, which must be at its fixpoint, or NULL if there is no memory.
 *
 * Plain search is allowed `dead_ends` conflicts, and as many again for every solution. If `dead_ends` is negative, the
 * search learns from the first node on. Branches with the values of `near` are tried first, unless it is NULL; it must
 * outlive the search. */
Search *search_new(const Board *board, const Grid *start, int dead_ends, const Grid *near)
{
    Search *search = calloc(1, sizeof *search);
    if (!search || !reserve(search, 1)) {
        free(search);
        return NULL;
    }
    search->board = board;
    search->dead_ends = dead_ends;
    search->may_learn = 1;
    search->near = near;
    grid_copy(board, &search->start, start);
    grid_copy(board, &search->stack[search->depth++], start);
    return search;
}

/* Look only for solutions with the values of `assumed`, which must agree with the start. What was learned before is
 * kept: assumed values are decisions, so that no clause depends on them. A solution is not found again if the search
 * was continued after it. Without `near`, the values of the first known solution are tried first. Return 0 if there is
 * no memory. */
int search_ask(Search *search, const Grid *assumed)
{
    if (!search->learner && !(search->learner = learner_new(search)))
        return 0;
    go_back(search->learner, 0);
    prefer_values(search->learner, near_of(search));
    search->assumed = *assumed;
    search->is_in_tail = 0;
    search->learner->base = 1;
    search->is_found = 0;
    search->is_done = search->learner->is_dead;
    return 1;
}

void search_free(Search *search)
{
    if (!search)
        return;
    learner_free(search->learner);
    free(search->stack);
    free(search->known);
    free(search);
}

/* Find the next solution, if there is one and the limit of nodes is not reached before. */
static enum SearchStatus next_solution(Search *search, u64 until, Grid *solution, int *is_found)
{
    *is_found = 0;
    while (!search->is_done) {
        if (search->is_in_tail) {
            *is_found = tail_step(search, until, solution);
            if (search->is_in_tail && !*is_found)
                return SEARCH_PAUSED;
        } else if (!search->learner) {
            if (!search->depth)
                break;
            if (is_futile(search)) {
                if (!(search->learner = learner_new(search)))
                    return SEARCH_NO_MEMORY;
                continue;
            }
            if (search->nodes >= until)
                return SEARCH_PAUSED;
            if (!plain_step(search, is_found, solution))
                return SEARCH_NO_MEMORY;
        } else if (search->known_count >= MAX_KNOWN && !search->learner->base) { /* start again, skipping known ones */
            learner_free(search->learner);
            search->learner = NULL;
            search->may_learn = 0;
            search->depth = 0;
            grid_copy(search->board, &search->stack[search->depth++], &search->start);
            continue;
        } else if (search->is_found) {
            search->is_found = 0;
            if (!remember(search, &search->learner->grid))
                return SEARCH_NO_MEMORY;
            if (!learner_forbid(search->learner))
                break;
            if (search->learner->failed)
                return SEARCH_NO_MEMORY;
        } else {
            enum SearchStatus status = learner_run(search->learner, search, until, is_found);
            if (status == SEARCH_NO_MEMORY)
                return status;
            if (status == SEARCH_DONE)
                break;
            if (!*is_found)
                return SEARCH_PAUSED;
            grid_copy(search->board, solution, &search->learner->grid);
            search->is_found = 1;
        }
        if (*is_found)
            return SEARCH_PAUSED;
    }
    search->is_done = 1;
    return SEARCH_DONE;
}

/* Continue for at most `nodes` more nodes, or until `wanted` solutions are found.
 *
 * The rows of the solutions are set in `solutions`, which has room for all of them if `keeps_all`, else for one. */
enum SearchStatus search_run(Search *search, u64 nodes, u64 wanted, u64 *found, Grid *solutions, int keeps_all)
{
    u64 until = search->nodes + nodes;
    *found = 0;
    while (*found < wanted) {
        int is_found;
        enum SearchStatus status = next_solution(search, until, &solutions[keeps_all ? *found : 0], &is_found);
        *found += (u64)is_found;
        if (status != SEARCH_PAUSED || !is_found)
            return status;
    }
    return SEARCH_PAUSED;
}

u64 search_nodes(const Search *search)
{
    return search->nodes;
}

u64 search_conflicts(const Search *search)
{
    return search->conflicts;
}
