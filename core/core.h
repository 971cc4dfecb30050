/* The compiled core of binairo_tui.engine: exact line logic, propagation, bands and search.
 *
 * Everything here is plain C without Python; module.c is the only file that knows Python. There is no mutable static
 * data: all state lives in the structs below, which the caller owns.
 *
 * A line is two 64-bit sets of cells: those that hold a one and those that hold a zero. Bit i stands for cell i. A grid
 * holds every cell twice, in its row and in its column, rows first; both copies always agree. Sides are at most
 * MAX_SIDE, so that a line fits into 64 bits, and so does a set of numbers of ones in a part of a line (0..40).
 */
#ifndef BINAIRO_CORE_H
#define BINAIRO_CORE_H

#include <stddef.h>
#include <stdint.h>

#define MAX_SIDE 40
#define MAX_LINES (2 * MAX_SIDE)
#define MAX_CELLS (MAX_SIDE * MAX_SIDE)

typedef uint64_t u64;

#define BIT(i) ((u64)1 << (i))

static inline int popcount(u64 x)
{
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    return (int)(((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u >> 56);
}

static inline int is_single(u64 x)
{
    return x && !(x & (x - 1));
}

static inline int lowest(u64 x) /* x is not 0 */
{
#ifdef _MSC_VER
    return popcount((x & (0 - x)) - 1);
#else
    return __builtin_ctzll(x);
#endif
}

/* line.c: one line. */

typedef struct {
    u64 ones, zeros;
} Cells;

typedef struct {
    int length, ones, zeros; /* number of cells; the most ones and zeros that a line may hold */
    u64 full;                /* every cell */
    u64 same, differ;        /* bit i: a sign between cells i - 1 and i */
} LineRules;

typedef struct { /* an enumeration of the completions of a line, in ascending order of their first cells */
    const LineRules *rules;
    u64 live[MAX_SIDE + 1][4]; /* see line.c */
    u64 may_be[2];             /* the cells that may hold a zero, and those that may hold a one */
    u64 values;                /* the ones of the completion that was found last */
    int depth;
    uint8_t state[MAX_SIDE + 1], count[MAX_SIDE + 1], tried[MAX_SIDE + 1];
} Walk;

static inline int line_is_exact(const LineRules *rules) /* whether all full lines have the same number of ones */
{
    return rules->ones + rules->zeros == rules->length;
}

void line_init(LineRules *rules, int length, int more_ones);
int line_fill_cheaply(const LineRules *rules, Cells *cells);
int line_force(const LineRules *rules, Cells *cells);
u64 line_count(const LineRules *rules, Cells cells);
void line_shrink(const LineRules *rules, Cells *cells, u64 candidates);
int line_exclude(const LineRules *rules, Cells *cells, const u64 *excluded, int excluded_count);
void walk_start(Walk *walk, const LineRules *rules, Cells cells);
int walk_next(Walk *walk);

/* board.c: propagation and bands. */

typedef struct {
    int width, height;
    int lines; /* width + height; rows first */
    int unique_lines, has_signs;
    LineRules rules[MAX_LINES];
} Board;

typedef struct {
    Cells line[MAX_LINES];
} Grid;

#define MEMO 512 /* entries for each axis */

typedef struct { /* a line, and what the techniques of one band that need only one line find in it */
    Cells line, found;
} Finding;

typedef struct {
    Finding finding[2][MEMO];
} Memo;

typedef struct {    /* sets of lines, [0] rows and [1] columns */
    u64 changed[2]; /* lines to which the cheap rules must be applied */
    u64 open[2];    /* lines to which the exact rule must be applied, once the cheap rules are done */
    u64 touched[2]; /* lines to be compared with other lines, once the exact rule is done */
} Todo;

enum Cause { DECISION, BY_LINE, BY_UNIQUE, BY_CLAUSE };

typedef struct { /* the values set since the start of a learning search, in order, and why */
    int count, level;
    uint16_t value[MAX_CELLS];    /* 2 * cell + (1 for a one) */
    uint8_t holds[2 * MAX_CELLS]; /* by value: whether it is on the grid */
    uint16_t at[MAX_CELLS];       /* by cell: its index in `value`; meaningless if it is empty or set at the start */
    uint16_t level_of[MAX_CELLS]; /* by cell; 0 for values that hold in every solution */
    uint16_t before[MAX_CELLS];   /* by cell: the length of the trail before its value; the causes are in this part */
    uint8_t cause[MAX_CELLS];     /* by cell: an enum Cause */
    int32_t source[MAX_CELLS];    /* by cell: the line or the clause that is the cause */
    uint8_t conflict_cause;
    int32_t conflict_source;
} Trail;

enum Band { TRIPLES, GENTLE, EASY, MEDIUM, HARD, EXPERT, EXTREME };

enum TechniqueId {
    LAST_BLANK,
    PAIR,
    SANDWICH,
    COMPLETE_LINE,
    LAST_ONE,
    TWO_BLANKS,
    GAP_COUNTING,
    LINE_LOGIC,
    UNIQUE_LINES,
    TECHNIQUE_COUNT
};

typedef struct {
    const char *name; /* in Python */
    enum Band band;
} Technique;

extern const Technique TECHNIQUES[TECHNIQUE_COUNT];

static inline int axis_start(const Board *board, int axis)
{
    return axis ? board->height : 0;
}

int board_init(Board *board, int width, int height, int unique_lines, int more_ones);
int board_add_sign(Board *board, long a, long b, int same);
void todo_all(const Board *board, Todo *todo);
int grid_is_full(const Board *board, const Grid *grid);
void grid_copy(const Board *board, Grid *to, const Grid *from);
void grid_set(const Board *board, Grid *grid, int row, int column, int value);
void grid_add(const Board *board, Grid *grid, Todo *todo, Trail *trail, int axis, int i, Cells cells, enum Cause cause,
              int32_t source);
int propagate(const Board *board, Grid *grid, Todo *todo, Trail *trail);
int assume(const Board *board, Grid *grid, int row, int column, int value);
void find_failing(const Board *board, const Grid *grid, Grid *failing);
void memo_init(Memo *memo);
int close_band(const Board *board, Grid *grid, enum Band band, Memo *memo);
int is_solvable(const Board *board, const Grid *givens, enum Band band, Memo *memo);
int path_band(const Board *board, Grid *grid);

/* tail.c: all fillings of the last few rows. */

#define TAIL_ROWS 7
#define TAIL_CELLS 28 /* empty cells; with more, dead ends cost more than propagation */
#define TAIL_BITS 3   /* bits of a number from 0 to TAIL_ROWS */
#define TAIL_OPTIONS 128

typedef struct {
    const Board *board;
    int row[TAIL_ROWS], count; /* the open rows, from the top */
    int depth;                 /* the number of open rows that are filled; -1 in the end */
    u64 value[MAX_SIDE];       /* by row of the board: its ones */
    u64 is_set;                /* the rows that are full or filled */
    u64 option[TAIL_ROWS][TAIL_OPTIONS];
    int options[TAIL_ROWS], next[TAIL_ROWS];
    u64 need[TAIL_ROWS][TAIL_BITS];        /* by depth and bit: the ones that the columns still need */
    u64 ones[TAIL_ROWS], zeros[TAIL_ROWS]; /* by depth: what the columns force */
    int pair_count;                        /* of columns that are equal in all full rows */
    uint8_t pair[MAX_SIDE * MAX_SIDE / 2][2];
} Tail;

int tail_start(Tail *tail, const Board *board, const Grid *grid);
int tail_next(Tail *tail, u64 *nodes, u64 until);

/* Work that takes long. */

enum Status { DONE, STOPPED, NO_MEMORY };

typedef int (*GoesOn)(void *context); /* called every few milliseconds; ends the work by returning 0 */

/* removal.c: puzzles with few givens. */

typedef struct {
    const Board *board;
    enum Band band;
    Grid givens, full;    /* what is left; what there was at first */
    const int16_t *cells; /* the cells of all orbits, one orbit after the other */
    const int *starts;    /* by orbit: where its cells start; and where the last one ends */
    Memo *memo;
    GoesOn goes_on;
    void *context;
    int left; /* cells to be tested before the next call */
    enum Status status;
} Removal;

enum Status remove_givens(Removal *removal, int orbits, int size);

/* search.c: all solutions, one after the other. */

typedef struct Search Search;
enum SearchStatus { SEARCH_DONE, SEARCH_PAUSED, SEARCH_NO_MEMORY };

Search *search_new(const Board *board, const Grid *start, int dead_ends, const Grid *near);
int search_ask(Search *search, const Grid *assumed);
void search_free(Search *search);
enum SearchStatus search_run(Search *search, u64 nodes, u64 wanted, u64 *found, Grid *solutions, int keeps_all);
u64 search_nodes(const Search *search);
u64 search_conflicts(const Search *search);

/* seam.c: the number of grids with two given rows at a cut. */

#define MAX_SEAM_WIDTH 17 /* two different rows then have at most 64 pairs of columns that are alike in both */

typedef struct {       /* a row of the board */
    u64 same, differ;  /* the signs between it and the next row */
    uint16_t *choices; /* the rows that may stand there, as indices */
    int count;         /* of the choices */
} SeamRow;

typedef struct {
    int width, height, cut; /* `cut` is the number of rows above it */
    int unique_columns;
    int rows, row_bits; /* the number of different rows, and the bits that this number needs */
    int sum_bits;       /* the bits that the number of ones in a column needs */
    u64 *cells, *sums;  /* by row: its ones as bits, and as column sums */
    u64 full, quota;    /* every cell; the column sums of a full grid */
    SeamRow row[MAX_SIDE];
} Seam;

int seam_init(Seam *seam, int width, int height, int cut, int rows);
int seam_set_row(Seam *seam, int row, u64 cells);
int seam_find(const Seam *seam, u64 cells);
void seam_clear(Seam *seam);
enum Status seam_count(const Seam *seam, int x, int y, GoesOn may_go_on, void *context, u64 *total);

#endif
