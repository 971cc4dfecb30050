/* Propagation on the whole board, and the techniques of the bands below EXPERT. */
#include "core.h"

#include <string.h>

/* Set up an empty board without signs. Return 0 if the size is out of range. */
int board_init(Board *board, int width, int height, int unique_lines, int more_ones)
{
    if (width < 1 || width > MAX_SIDE || height < 1 || height > MAX_SIDE)
        return 0;
    memset(board, 0, sizeof *board);
    board->width = width;
    board->height = height;
    board->lines = width + height;
    board->unique_lines = unique_lines;
    for (int line = 0; line < board->lines; line++)
        line_init(&board->rules[line], line < height ? width : height, more_ones);
    return 1;
}

/* Add a sign between the cells a and b. Return 0 unless a < b and they are neighbours on the board. */
int board_add_sign(Board *board, long a, long b, int same)
{
    int width = board->width, line, place;
    if (a < 0 || b <= a || b >= (long)width * board->height)
        return 0;
    if (b - a == 1 && b % width) {
        line = (int)(a / width);
        place = (int)(b % width);
    } else if (b - a == width) {
        line = board->height + (int)(a % width);
        place = (int)(b / width);
    } else {
        return 0;
    }
    if (same)
        board->rules[line].same |= BIT(place);
    else
        board->rules[line].differ |= BIT(place);
    board->has_signs = 1;
    return 1;
}

void todo_all(const Board *board, Todo *todo)
{
    for (int axis = 0; axis < 2; axis++)
        todo->changed[axis] = todo->open[axis] = todo->touched[axis] = BIT(axis ? board->width : board->height) - 1;
}

void grid_copy(const Board *board, Grid *to, const Grid *from)
{
    memcpy(to->line, from->line, (size_t)board->lines * sizeof(Cells));
}

static inline int line_is_full(const Board *board, const Grid *grid, int line)
{
    return (grid->line[line].ones | grid->line[line].zeros) == board->rules[line].full;
}

int grid_is_full(const Board *board, const Grid *grid)
{
    int row = 0;
    while (row < board->height && line_is_full(board, grid, row))
        row++;
    return row == board->height;
}

void grid_set(const Board *board, Grid *grid, int row, int column, int value)
{
    Cells *along = &grid->line[row], *across = &grid->line[board->height + column];
    if (value) {
        along->ones |= BIT(column);
        across->ones |= BIT(row);
    } else {
        along->zeros |= BIT(column);
        across->zeros |= BIT(row);
    }
}

static void record(const Board *board, Trail *trail, int axis, int i, int place, int value, int before,
                   enum Cause cause, int32_t source)
{
    int cell = axis ? place * board->width + i : i * board->width + place;
    trail->value[trail->count] = (uint16_t)(2 * cell + value);
    trail->holds[2 * cell + value] = 1;
    trail->at[cell] = (uint16_t)trail->count++;
    trail->level_of[cell] = (uint16_t)trail->level;
    trail->before[cell] = (uint16_t)before;
    trail->cause[cell] = (uint8_t)cause;
    trail->source[cell] = source;
}

/* Replace line i of an axis by `cells`, which must include all its values. Update the lines that cross it where it has
 * changed, and put these lines on the to-do list. */
void grid_add(const Board *board, Grid *grid, Todo *todo, Trail *trail, int axis, int i, Cells cells, enum Cause cause,
              int32_t source)
{
    Cells *line = &grid->line[axis_start(board, axis) + i];
    Cells *crossing = &grid->line[axis_start(board, !axis)];
    u64 ones = cells.ones & ~line->ones, zeros = cells.zeros & ~line->zeros;
    int before = trail ? trail->count : 0;
    for (u64 rest = ones; rest; rest &= rest - 1) {
        int place = lowest(rest);
        crossing[place].ones |= BIT(i);
        if (trail)
            record(board, trail, axis, i, place, 1, before, cause, source);
    }
    for (u64 rest = zeros; rest; rest &= rest - 1) {
        int place = lowest(rest);
        crossing[place].zeros |= BIT(i);
        if (trail)
            record(board, trail, axis, i, place, 0, before, cause, source);
    }
    *line = cells;
    todo->touched[axis] |= BIT(i);
    todo->changed[!axis] |= ones | zeros;
    todo->open[!axis] |= ones | zeros;
    todo->touched[!axis] |= ones | zeros;
}

static int conflict(Trail *trail, enum Cause cause, int line)
{
    if (trail) {
        trail->conflict_cause = (uint8_t)cause;
        trail->conflict_source = line;
    }
    return 0;
}

static inline int is_same(Cells a, Cells b)
{
    return a.ones == b.ones && a.zeros == b.zeros;
}

static inline int may_equal(Cells line, Cells full)
{
    return !(line.ones & full.zeros) && !(line.zeros & full.ones);
}

/* Return the set of full lines of an axis. */
static u64 full_lines(const Board *board, const Grid *grid, int axis)
{
    int start = axis_start(board, axis), lines = axis ? board->width : board->height;
    u64 found = 0;
    for (int i = 0; i < lines; i++)
        found |= (u64)line_is_full(board, grid, start + i) << i;
    return found;
}

/* Write into `found` the ones of each line in the set `full` that agrees with an open line of the same axis.
 * Return the number of these lines. */
static int agreeing_lines(const Board *board, const Grid *grid, int axis, Cells line, u64 full, u64 *found)
{
    int start = axis_start(board, axis), count = 0;
    for (; full; full &= full - 1) {
        Cells other = grid->line[start + lowest(full)];
        if (may_equal(line, other))
            found[count++] = other.ones;
    }
    return count;
}

/* Apply the unique-lines rule to the lines of an axis touched since the last time. Return 0 for a conflict. */
static int differ(const Board *board, Grid *grid, Todo *todo, Trail *trail, int axis)
{
    u64 equals[MAX_SIDE];
    int start = axis_start(board, axis), lines = axis ? board->width : board->height;
    u64 full = full_lines(board, grid, axis), due = todo->touched[axis] & ~full;
    for (u64 rest = todo->touched[axis] & full; rest; rest &= rest - 1) { /* a new full line may restrict any other */
        int k = lowest(rest);
        Cells line = grid->line[start + k];
        for (int i = 0; i < lines; i++)
            if (i != k && may_equal(grid->line[start + i], line)) {
                if (full >> i & 1)
                    return conflict(trail, BY_UNIQUE, start + k);
                due |= BIT(i);
            }
    }
    todo->touched[axis] = 0;
    for (; due; due &= due - 1) {
        int i = lowest(due);
        Cells line = grid->line[start + i];
        int count = agreeing_lines(board, grid, axis, line, full, equals);
        if (!count)
            continue;
        if (!line_exclude(&board->rules[start + i], &line, equals, count))
            return conflict(trail, BY_UNIQUE, start + i);
        if (!is_same(line, grid->line[start + i])) {
            todo->changed[axis] |= BIT(i);
            todo->open[axis] |= BIT(i);
            grid_add(board, grid, todo, trail, axis, i, line, BY_UNIQUE, start + i);
        }
    }
    return 1;
}

/* Return whether a line forces nothing after the cheap rules, because it has no signs and lacks as many zeros as ones.
 */
static inline int line_forces_nothing(const LineRules *rules, Cells line)
{
    int surplus = popcount(line.ones) - popcount(line.zeros), length = rules->length;
    return !(rules->same | rules->differ) && surplus >= length - 2 * rules->zeros &&
           surplus <= 2 * rules->ones - length;
}

/* Apply all rules, cheapest first, until they fill nothing more. Return 0 for a conflict. */
int propagate(const Board *board, Grid *grid, Todo *todo, Trail *trail)
{
    for (;;) {
        while (todo->changed[0] | todo->changed[1]) {
            for (int axis = 0; axis < 2; axis++) {
                int start = axis_start(board, axis);
                while (todo->changed[axis]) {
                    int i = lowest(todo->changed[axis]);
                    Cells line = grid->line[start + i];
                    const LineRules *rules = &board->rules[start + i];
                    todo->changed[axis] &= todo->changed[axis] - 1;
                    if (!line_fill_cheaply(rules, &line))
                        return conflict(trail, BY_LINE, start + i);
                    if (!is_same(line, grid->line[start + i]))
                        grid_add(board, grid, todo, trail, axis, i, line, BY_LINE, start + i);
                    if ((line.ones | line.zeros) == rules->full)
                        todo->open[axis] &= ~BIT(i);
                }
            }
        }
        int axis = !todo->open[0];
        if (todo->open[axis]) {
            int start = axis_start(board, axis), i = lowest(todo->open[axis]);
            Cells line = grid->line[start + i];
            todo->open[axis] &= todo->open[axis] - 1;
            if (line_forces_nothing(&board->rules[start + i], line))
                continue;
            if (!line_force(&board->rules[start + i], &line))
                return conflict(trail, BY_LINE, start + i);
            if (!is_same(line, grid->line[start + i]))
                grid_add(board, grid, todo, trail, axis, i, line, BY_LINE, start + i);
        } else if (board->unique_lines && (todo->touched[0] | todo->touched[1])) {
            if (!differ(board, grid, todo, trail, 0) || !differ(board, grid, todo, trail, 1))
                return 0;
        } else {
            return 1;
        }
    }
}

/* Set one more cell of a grid at its fixpoint, and propagate. Return 0 for a conflict. */
int assume(const Board *board, Grid *grid, int row, int column, int value)
{
    Todo todo = {{BIT(row), BIT(column)}, {BIT(row), BIT(column)}, {BIT(row), BIT(column)}};
    grid_set(board, grid, row, column, value);
    return propagate(board, grid, &todo, NULL);
}

/* Add to `failing` the values of empty cells that lead to a conflict. */
void find_failing(const Board *board, const Grid *grid, Grid *failing)
{
    Grid fixpoint, trial;
    Todo todo;
    grid_copy(board, &fixpoint, grid);
    todo_all(board, &todo);
    int is_dead = !propagate(board, &fixpoint, &todo, NULL);
    for (int row = 0; row < board->height; row++)
        for (int column = 0; column < board->width; column++)
            for (int value = 0; value < 2; value++) {
                if ((grid->line[row].ones | grid->line[row].zeros) >> column & 1)
                    continue;
                grid_copy(board, &trial, &fixpoint);
                if (is_dead || !assume(board, &trial, row, column, value))
                    grid_set(board, failing, row, column, value);
            }
}

/* Bands. The techniques below are those of binairo_tui/engine/techniques, on boards without signs. Some miss in a
 * fuller line what they find in an emptier one, so they must be applied in the same order as in Python. */

/* Apply pair and sandwich until they fill nothing more. Return 0 for a conflict. */
static int close_triples(const Board *board, Grid *grid)
{
    Todo todo;
    todo_all(board, &todo);
    while (todo.changed[0] | todo.changed[1]) {
        for (int axis = 0; axis < 2; axis++) {
            int start = axis_start(board, axis);
            while (todo.changed[axis]) {
                int i = lowest(todo.changed[axis]);
                u64 full = board->rules[start + i].full;
                Cells line = grid->line[start + i];
                todo.changed[axis] &= todo.changed[axis] - 1;
                for (;;) {
                    u64 o = line.ones, z = line.zeros;
                    line.zeros |= ((o & o << 1) << 1 | (o & o >> 1) >> 1 | (o << 1 & o >> 1)) & full;
                    line.ones |= ((z & z << 1) << 1 | (z & z >> 1) >> 1 | (z << 1 & z >> 1)) & full;
                    if (line.ones & line.zeros)
                        return 0;
                    if (line.ones == o && line.zeros == z)
                        break;
                }
                if (!is_same(line, grid->line[start + i]))
                    grid_add(board, grid, &todo, NULL, axis, i, line, BY_LINE, 0);
            }
        }
    }
    return 1;
}

/* Complete line: a line that has all its zeros, or all its ones, takes the other value in every blank.
 * Last blank: the same, for one blank. */
static void complete_line(const LineRules *rules, Cells line, Cells *found)
{
    u64 empty = rules->full & ~(line.ones | line.zeros);
    if (popcount(line.ones) == rules->ones)
        found->zeros |= empty;
    if (popcount(line.zeros) == rules->zeros)
        found->ones |= empty;
}

/* Last one: the last scarce value must be where three of the other value would be together.
 * Return the blanks elsewhere, which take the other value. */
static u64 last_one(const LineRules *rules, u64 scarce, u64 other)
{
    u64 empty = rules->full & ~(scarce | other), found = 0;
    for (int first = 0; first + 2 < rules->length; first++) {
        u64 three = (u64)7 << first;
        if (!(three & scarce) && (three & empty))
            found |= empty & ~three;
    }
    return found;
}

typedef struct { /* fillings of a gap with the fewest scarce values: this number, and the cells that may hold each */
    int fewest;
    u64 scarce, other;
} Filling;

static void keep_fewest(Filling *kept, Filling other)
{
    if (other.fewest < kept->fewest) {
        *kept = other;
    } else if (other.fewest == kept->fewest) {
        kept->scarce |= other.scarce;
        kept->other |= other.other;
    }
}

enum { NEVER = 1 << 20, BLANK = 2 };

static inline int held(u64 scarce, u64 other, int i)
{
    return scarce >> i & 1 ? 1 : other >> i & 1 ? 0 : BLANK;
}

static Filling with_value(Filling filling, int i, int value)
{
    filling.fewest += value;
    *(value ? &filling.scarce : &filling.other) |= BIT(i);
    return filling;
}

/* Return the fillings of the gap from `start` to before `end` with the fewest scarce values. Value 1 is scarce. */
static Filling fill_gap(const LineRules *rules, u64 scarce, u64 other, int start, int end)
{
    const Filling none = {NEVER, 0, 0}, nothing = {0, 0, 0};
    Filling best[2][2] = {{none, none}, {none, none}}; /* by the last value and whether the one before it is equal */
    Filling whole = none;
    if (start) {
        int last = held(scarce, other, start - 1);
        best[last][start > 1 && held(scarce, other, start - 2) == last] = nothing;
    }
    for (int i = start; i < end; i++) {
        Filling next[2][2];
        for (int value = 0; value < 2; value++) {
            Filling changed = i ? best[!value][0] : nothing;
            keep_fewest(&changed, best[!value][1]);
            next[value][0] = with_value(changed, i, value);
            next[value][1] = with_value(best[value][0], i, value);
        }
        memcpy(best, next, sizeof best);
    }
    int first = end < rules->length ? held(scarce, other, end) : BLANK;
    int second = end + 1 < rules->length ? held(scarce, other, end + 1) : BLANK;
    for (int value = 0; value < 2; value++)
        for (int is_pair = 0; is_pair < 2; is_pair++)
            if ((value != first || (!is_pair && first != second)) && best[value][is_pair].fewest < NEVER)
                keep_fewest(&whole, best[value][is_pair]);
    if (whole.fewest == NEVER)
        whole.fewest = end - start + 1; /* more than the gap has cells, as in Python */
    return whole;
}

/* Gap counting: if the gaps together need all the scarce values that are left, no gap gets more than it needs. */
static Cells count_gaps(const LineRules *rules, u64 scarce, u64 other, int quota)
{
    u64 empty = rules->full & ~(scarce | other);
    int left = quota - popcount(scarce), needed = 0;
    Cells found = {0, 0}, nothing = {0, 0};
    if (left <= 0)
        return nothing;
    while (empty) {
        int start = lowest(empty);
        int end = lowest(~(empty >> start)) + start;
        Filling gap = fill_gap(rules, scarce, other, start, end);
        needed += gap.fewest;
        if (needed > left)
            return nothing;
        found.ones |= gap.scarce & ~gap.other;
        found.zeros |= gap.other & ~gap.scarce;
        empty &= ~((BIT(end - start) - 1) << start);
    }
    return needed == left ? found : nothing;
}

static void find_last_ones(const LineRules *rules, Cells line, Cells *found)
{
    if (popcount(line.zeros) == rules->zeros - 1)
        found->ones |= last_one(rules, line.zeros, line.ones);
    if (popcount(line.ones) == rules->ones - 1)
        found->zeros |= last_one(rules, line.ones, line.zeros);
}

static void find_in_gaps(const LineRules *rules, Cells line, Cells *found)
{
    Cells more = count_gaps(rules, line.zeros, line.ones, rules->zeros);
    found->ones |= more.zeros;
    found->zeros |= more.ones;
    more = count_gaps(rules, line.ones, line.zeros, rules->ones);
    found->ones |= more.ones;
    found->zeros |= more.zeros;
}

/* Two blanks: a line with two blanks that otherwise equals a full line takes the opposite values there, if they differ.
 */
static void find_two_blanks(u64 empty, const u64 *equals, int count, Cells *found)
{
    for (int k = 0; k < count; k++)
        if (popcount(equals[k] & empty) == 1) {
            found->ones |= empty & ~equals[k];
            found->zeros |= empty & equals[k];
        }
}

static Cells find_in_line(const LineRules *rules, Cells line, enum Band band)
{
    Cells found = line;
    if (band >= EASY || is_single(rules->full & ~(line.ones | line.zeros)))
        complete_line(rules, line, &found);
    if (band >= MEDIUM)
        find_last_ones(rules, line, &found);
    if (band >= HARD)
        find_in_gaps(rules, line, &found);
    return found;
}

void memo_init(Memo *memo)
{
    memset(memo, 0xff, sizeof *memo); /* no line looks like this */
}

/* Return the result of `find_in_line`. The board must have no signs, so that all lines of an axis have equal rules. */
static Cells recall(Memo *memo, int axis, const LineRules *rules, Cells line, enum Band band)
{
    u64 hash = (line.ones * 0x9e3779b97f4a7c15u ^ line.zeros) * 0xd6e8feb86659fd93u;
    Finding *finding = &memo->finding[axis][hash >> 32 & (MEMO - 1)];
    if (!is_same(finding->line, line)) {
        finding->found = find_in_line(rules, line, band);
        finding->line = line;
    }
    return finding->found;
}

/* Make a pass of the techniques that need only one line. Return -1 for a conflict, else whether anything was found. */
static int pass_lines(const Board *board, Grid *grid, Grid *seen, enum Band band, Memo *memo)
{
    Todo ignored = {{0, 0}, {0, 0}, {0, 0}};
    int found = 0;
    for (int axis = 0; axis < 2; axis++) {
        int start = axis_start(board, axis), lines = axis ? board->width : board->height;
        for (int i = 0; i < lines; i++) {
            Cells line = grid->line[start + i];
            if (is_same(line, seen->line[start + i]))
                continue;
            const LineRules *rules = &board->rules[start + i];
            Cells more = memo && band >= HARD ? recall(memo, axis, rules, line, band) : find_in_line(rules, line, band);
            seen->line[start + i] = line;
            if (more.ones & more.zeros)
                return -1;
            if (!is_same(more, line)) {
                grid_add(board, grid, &ignored, NULL, axis, i, more, BY_LINE, 0);
                found = 1;
            }
        }
    }
    return found;
}

/* The path of binairo_tui/engine/grading.py. Each pass fills everything that the easiest technique with any result
 * finds. */

/* In the order of the path. Python takes over from the first band whose techniques differ from these. */
const Technique TECHNIQUES[TECHNIQUE_COUNT] = {
    [LAST_BLANK] = {"last blank", GENTLE},     [PAIR] = {"pair", GENTLE},
    [SANDWICH] = {"sandwich", GENTLE},         [COMPLETE_LINE] = {"complete line", EASY},
    [LAST_ONE] = {"last one", MEDIUM},         [TWO_BLANKS] = {"two blanks", HARD},
    [GAP_COUNTING] = {"gap counting", HARD},   [LINE_LOGIC] = {"line logic", EXPERT},
    [UNIQUE_LINES] = {"unique lines", EXPERT},
};

/* Return a line with what a technique finds in it filled; `full` are the full lines of its axis. */
static Cells apply(const Board *board, const Grid *grid, int axis, int i, u64 full, enum TechniqueId technique)
{
    const LineRules *rules = &board->rules[axis_start(board, axis) + i];
    Cells line = grid->line[axis_start(board, axis) + i], found = line;
    u64 o = line.ones, z = line.zeros, empty = rules->full & ~(o | z), equals[MAX_SIDE];
    int count;
    switch (technique) {
    case LAST_BLANK:
        if (is_single(empty))
            complete_line(rules, line, &found);
        break;
    case PAIR:
        found.zeros |= ((o & o << 1) << 1 | (o & o >> 1) >> 1) & empty;
        found.ones |= ((z & z << 1) << 1 | (z & z >> 1) >> 1) & empty;
        break;
    case SANDWICH:
        found.zeros |= o << 1 & o >> 1 & empty;
        found.ones |= z << 1 & z >> 1 & empty;
        break;
    case COMPLETE_LINE:
        complete_line(rules, line, &found);
        break;
    case LAST_ONE:
        find_last_ones(rules, line, &found);
        break;
    case GAP_COUNTING:
        find_in_gaps(rules, line, &found);
        break;
    case LINE_LOGIC:
        if (empty && !line_force(rules, &found))
            return line;
        break;
    case TWO_BLANKS:
    case UNIQUE_LINES:
        count = board->unique_lines && empty ? agreeing_lines(board, grid, axis, line, full, equals) : 0;
        if (technique == TWO_BLANKS && popcount(empty) == 2 && line_is_exact(rules))
            find_two_blanks(empty, equals, count, &found);
        else if (technique == UNIQUE_LINES && count && !line_exclude(rules, &found, equals, count))
            return line;
        break;
    case TECHNIQUE_COUNT:
        break;
    }
    return found;
}

/* Fill everything that a technique finds in the grid. It looks at each line before any of its findings are filled.
 * Return -1 for a conflict, otherwise whether it finds anything. */
static int pass(const Board *board, Grid *grid, Grid *seen, enum TechniqueId technique)
{
    int looks_at_others = technique == TWO_BLANKS || technique == UNIQUE_LINES, any = 0;
    u64 full[2] = {full_lines(board, grid, 0), full_lines(board, grid, 1)};
    Cells found[MAX_LINES];
    Todo ignored = {{0, 0}, {0, 0}, {0, 0}};
    for (int line = 0; line < board->lines; line++) {
        int axis = line >= board->height;
        found[line] = grid->line[line];
        if (!looks_at_others) {
            if (is_same(seen->line[line], grid->line[line]))
                continue;
            seen->line[line] = grid->line[line];
        }
        found[line] = apply(board, grid, axis, line - axis_start(board, axis), full[axis], technique);
        any |= !is_same(found[line], grid->line[line]);
    }
    for (int line = 0; any && line < board->lines; line++) {
        int axis = line >= board->height;
        Cells more = {found[line].ones | grid->line[line].ones, found[line].zeros | grid->line[line].zeros};
        if (more.ones & more.zeros)
            return -1;
        if (!is_same(more, grid->line[line]))
            grid_add(board, grid, &ignored, NULL, axis, line - axis_start(board, axis), more, BY_LINE, 0);
    }
    return any;
}

/* Fill everything that the techniques up to a band find. Return 0 if they contradict each other.
 *
 * All calls with the same `memo` must have the same board, without signs, and the same band. It may be NULL. */
int close_band(const Board *board, Grid *grid, enum Band band, Memo *memo)
{
    Grid seen;
    memset(&seen, 0xff, sizeof seen); /* no line looks like this */
    if (band >= EXPERT) {
        Todo todo;
        todo_all(board, &todo);
        return propagate(board, grid, &todo, NULL);
    }
    for (;;) {
        if (!close_triples(board, grid))
            return 0;
        if (band == TRIPLES || grid_is_full(board, grid))
            return 1;
        int found = pass_lines(board, grid, &seen, band, memo);
        if (!found && band >= HARD && board->unique_lines)
            found = pass(board, grid, &seen, TWO_BLANKS);
        if (found <= 0)
            return !found;
    }
}

/* Return whether the techniques up to a band fill a grid without breaking a rule. */
int is_solvable(const Board *board, const Grid *givens, enum Band band, Memo *memo)
{
    Grid grid;
    Todo todo;
    grid_copy(board, &grid, givens);
    todo_all(board, &todo);
    return close_band(board, &grid, band, memo) && grid_is_full(board, &grid) && propagate(board, &grid, &todo, NULL);
}

/* Return the hardest band on the path that fills a grid; 0 if the path ends before that, or in a conflict. */
int path_band(const Board *board, Grid *grid)
{
    Grid seen[TECHNIQUE_COUNT];
    int band = GENTLE;
    memset(seen, 0xff, sizeof seen); /* no line looks like this */
    while (!grid_is_full(board, grid)) {
        int technique = 0, found = 0;
        while (technique < TECHNIQUE_COUNT && !(found = pass(board, grid, &seen[technique], technique)))
            technique++;
        if (found <= 0)
            return 0;
        if (TECHNIQUES[technique].band > (enum Band)band)
            band = TECHNIQUES[technique].band;
    }
    return band;
}
