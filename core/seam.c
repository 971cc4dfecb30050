/* Counts the grids with two given rows at a cut, the seam; binairo_tui/counting explains the method.
 *
 * A half is one of the ways to fill the rows on one side of the cut. Its outer rows are all except the row at the
 * cut. Halves are listed by walking outward from the cut, and sorted by their column sums; a group is the upper and the
 * lower halves that add up to the quota in every column. A lower half is a bit in a word. A table holds the lower
 * halves of a group that contain each row, and those in which each pair of columns is alike; the `or` of a few entries
 * of the table gives the lower halves that clash with an upper half.
 */
#include "core.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK 64                 /* words for the lower halves that a table covers: few enough for the cache */
#define STRIDE 4                 /* words that are handled at a time; BLOCK is a multiple */
#define MAX_HALVES (1L << 27)    /* on one side of a seam; this many take 2 GB, and sorting them 2 GB more */
#define STEPS_PER_CALL (1 << 22) /* steps between two calls that ask whether to go on: a few milliseconds */
#define ASKED_AFTER (1 << 20)    /* halves that are sorted between two such calls: a few milliseconds, too */

/* Where the C library chooses a function when it is loaded (ifunc), `clashes` is compiled for wider vectors, too. */
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__has_attribute)
#if __has_attribute(target_clones)
#define WIDE __attribute__((target_clones("avx2", "default")))
#endif
#endif
#ifndef WIDE
#define WIDE
#endif

typedef struct {
    u64 sums; /* the ones in each column, in fields of `sum_bits` */
    u64 rows; /* the outer rows, each as its index plus 1, ascending from the lowest field of `row_bits` */
} Half;

typedef struct {
    Half *items;
    size_t count, space;
} Halves;

typedef struct { /* a count that is being made */
    const Seam *seam;
    int near, far;    /* the seam's row on this side of the cut, and the other one */
    int is_lower;     /* whether this side is below the cut */
    Halves halves[2]; /* upper, lower */
    u64 *alike;       /* by row: the pairs of columns that are alike in this row and in both rows of the seam */
    u64 *table;       /* by row, then by pair of columns: sets of lower halves */
    u64 seam_alike;   /* the pairs of columns that are alike in both rows of the seam */
    int pairs;        /* their number */
    long long steps;  /* until the next call */
    GoesOn goes_on;
    void *context;
    enum Status status;
} Count;

static int goes_on(Count *count, size_t steps)
{
    count->steps -= (long long)steps;
    if (count->steps < 0) {
        count->steps = STEPS_PER_CALL;
        if (!count->goes_on(count->context))
            count->status = STOPPED;
    }
    return count->status == DONE;
}

/* Walks. */

static int add_half(Count *count, Halves *halves, Half half)
{
    if (halves->count == halves->space) {
        size_t space = halves->space ? 2 * halves->space : 1024;
        Half *items = space <= MAX_HALVES ? realloc(halves->items, space * sizeof *items) : NULL;
        if (!items) {
            count->status = NO_MEMORY;
            return 0;
        }
        halves->items = items;
        halves->space = space;
    }
    halves->items[halves->count++] = half;
    return 1;
}

/* Add a row to a set of rows. Return 0 if it was there before. */
static int add_row(const Seam *seam, u64 *rows, u64 row)
{
    int at = 0;
    u64 mask = BIT(seam->row_bits) - 1;
    while ((*rows >> at & mask) && (*rows >> at & mask) < row)
        at += seam->row_bits;
    if ((*rows >> at & mask) == row)
        return 0;
    u64 low = *rows & (BIT(at) - 1);
    *rows = (*rows ^ low) << seam->row_bits | row << at | low;
    return 1;
}

/* List the halves that begin with `half`, in which `depth` rows of the board are left to fill. */
static int walk(Count *count, Halves *halves, int depth, int before, int last, Half half)
{
    const Seam *seam = count->seam;
    if (!depth)
        return add_half(count, halves, half);
    const SeamRow *here = &seam->row[count->is_lower ? seam->height - depth : depth - 1];
    const SeamRow *upper = count->is_lower ? here - 1 : here; /* its signs are those between this row and the last */
    u64 a = seam->cells[before], b = seam->cells[last];
    u64 ones = (seam->full & ~(a | b)) | (upper->same & b) | (upper->differ & ~b);
    u64 zeros = (a & b) | (upper->same & ~b) | (upper->differ & b);
    if (!goes_on(count, (size_t)here->count + 1))
        return 0;
    for (int k = 0; k < here->count; k++) {
        int row = here->choices[k];
        u64 cells = seam->cells[row];
        if ((cells & ones) != ones || (cells & zeros) || row == count->near || row == count->far)
            continue;
        Half more = {half.sums + seam->sums[row], half.rows};
        if (add_row(seam, &more.rows, (u64)row + 1) && !walk(count, halves, depth - 1, last, row, more))
            return 0;
    }
    return 1;
}

static int list_halves(Count *count, int is_lower, int near, int far)
{
    const Seam *seam = count->seam;
    Half start = {seam->sums[near], 0};
    count->near = near;
    count->far = far;
    count->is_lower = is_lower;
    int depth = is_lower ? seam->height - seam->cut - 1 : seam->cut - 1;
    return walk(count, &count->halves[is_lower], depth, far, near, start);
}

/* Sorting. */

static inline u64 key_of(const Half *half, int by_rows)
{
    return by_rows ? half->rows : half->sums;
}

/* Sort byte by byte from the lowest on. Equal halves keep their order. `spare` has room for as many halves. */
static int sort_by(Count *count, Halves *halves, Half **spare, int by_rows)
{
    u64 any = 0, all = ~(u64)0;
    for (size_t k = 0; k < halves->count; k++) {
        any |= key_of(&halves->items[k], by_rows);
        all &= key_of(&halves->items[k], by_rows);
    }
    for (int shift = 0; shift < 64; shift += 8) {
        size_t start[256] = {0}, at = 0;
        Half *from = halves->items, *to = *spare;
        if (!((any ^ all) >> shift & 255)) /* the same in all halves */
            continue;
        for (size_t k = 0; k < halves->count; k++) {
            if (k % ASKED_AFTER == 0 && !goes_on(count, STEPS_PER_CALL))
                return 0;
            start[key_of(&from[k], by_rows) >> shift & 255]++;
        }
        for (int digit = 0; digit < 256; digit++) {
            size_t size = start[digit];
            start[digit] = at;
            at += size;
        }
        for (size_t k = 0; k < halves->count; k++) {
            if (k % ASKED_AFTER == 0 && !goes_on(count, STEPS_PER_CALL))
                return 0;
            to[start[key_of(&from[k], by_rows) >> shift & 255]++] = from[k];
        }
        halves->items = to;
        *spare = from;
    }
    return 1;
}

/* Sort halves by their column sums and then, if `by_rows`, by their rows. */
static int sort(Count *count, Halves *halves, int by_rows)
{
    Half *spare = malloc(halves->count * sizeof *spare);
    if (!spare) {
        count->status = NO_MEMORY;
        return 0;
    }
    int ok = (!by_rows || sort_by(count, halves, &spare, 1)) && sort_by(count, halves, &spare, 0);
    free(spare);
    return ok;
}

/* Set the column sums of the lower halves to what the upper halves must have, and sort both. */
static int sort_both(Count *count)
{
    Halves *lowers = &count->halves[1];
    for (size_t k = 0; k < lowers->count; k++)
        lowers->items[k].sums = count->seam->quota - lowers->items[k].sums;
    return sort(count, &count->halves[0], 1) && sort(count, lowers, 0);
}

/* Joining. */

/* Set `alike` to the pairs of columns that are alike in all of these rows and in the seam. Set `indices` to those of
 * the rows, and return their number. */
static int unpack(const Count *count, u64 rows, int *indices, u64 *alike)
{
    int size = 0, bits = count->seam->row_bits;
    *alike = count->seam_alike;
    for (u64 rest = rows; rest; rest >>= bits) {
        indices[size] = (int)(rest & (BIT(bits) - 1)) - 1;
        *alike &= count->alike[indices[size++]];
    }
    return size;
}

static void fill_table(Count *count, const Half *lowers, size_t size, size_t words)
{
    int indices[64];
    u64 alike;
    memset(count->table, 0, (size_t)(count->seam->rows + count->pairs) * words * sizeof *count->table);
    for (size_t k = 0; k < size; k++) {
        u64 *word = &count->table[k >> 6], bit = BIT(k & 63);
        int rows = unpack(count, lowers[k].rows, indices, &alike);
        for (int i = 0; i < rows; i++)
            word[(size_t)indices[i] * words] |= bit;
        for (; alike; alike &= alike - 1)
            word[(size_t)(count->seam->rows + lowest(alike)) * words] |= bit;
    }
}

/* Return the number of lower halves of the table that clash with an upper half. */
WIDE static u64 clashes(const Count *count, u64 rows, size_t words)
{
    int indices[128];
    u64 alike, found = 0;
    int entries = unpack(count, rows, indices, &alike);
    for (; alike; alike &= alike - 1)
        indices[entries++] = count->seam->rows + lowest(alike);
    for (size_t k = 0; k < words; k += STRIDE) {
        u64 set[STRIDE] = {0};
        for (int i = 0; i < entries; i++) {
            const u64 *entry = &count->table[(size_t)indices[i] * words + k];
            for (int j = 0; j < STRIDE; j++)
                set[j] |= entry[j];
        }
        for (int j = 0; j < STRIDE; j++)
            found += (u64)popcount(set[j]);
    }
    return found;
}

/* Add the grids of a group to `total`. */
static int join_group(Count *count, const Half *uppers, size_t upper_count, const Half *lowers, size_t lower_count,
                      u64 *total)
{
    for (size_t start = 0; start < lower_count; start += 64 * BLOCK) {
        size_t size = lower_count - start < 64 * BLOCK ? lower_count - start : 64 * BLOCK,
               words = (size + 64 * STRIDE - 1) / (64 * STRIDE) * STRIDE;
        fill_table(count, lowers + start, size, words);
        for (size_t k = 0, orders; k < upper_count; k += orders) {
            for (orders = 1; k + orders < upper_count && uppers[k + orders].rows == uppers[k].rows;)
                orders++;
            *total += orders * (size - clashes(count, uppers[k].rows, words));
            if (!goes_on(count, 8 * words))
                return 0;
        }
    }
    return 1;
}

static size_t group_size(const Half *halves, size_t left)
{
    size_t size = 1;
    while (size < left && halves[size].sums == halves->sums)
        size++;
    return size;
}

static int join(Count *count, u64 *total)
{
    const Half *upper = count->halves[0].items, *lower = count->halves[1].items;
    size_t uppers = count->halves[0].count, lowers = count->halves[1].count;
    while (uppers && lowers) {
        size_t upper_size = group_size(upper, uppers), lower_size = group_size(lower, lowers);
        int takes_upper = upper->sums <= lower->sums, takes_lower = lower->sums <= upper->sums;
        if (takes_upper && takes_lower && !join_group(count, upper, upper_size, lower, lower_size, total))
            return 0;
        if (takes_upper) {
            upper += upper_size;
            uppers -= upper_size;
        }
        if (takes_lower) {
            lower += lower_size;
            lowers -= lower_size;
        }
    }
    return 1;
}

/* Find the pairs of columns that are alike in both rows of the seam, and make the tables. */
static int prepare(Count *count, int x, int y)
{
    const Seam *seam = count->seam;
    u64 a = seam->cells[x], b = seam->cells[y];
    count->alike = calloc((size_t)seam->rows, sizeof *count->alike);
    for (int i = 0; count->alike && seam->unique_columns && i < seam->width; i++)
        for (int k = 0; k < i; k++)
            if (!(((a >> i ^ a >> k) | (b >> i ^ b >> k)) & 1)) {
                for (int row = 0; row < seam->rows; row++)
                    count->alike[row] |= (~(seam->cells[row] >> i ^ seam->cells[row] >> k) & 1) << count->pairs;
                count->pairs++;
            }
    count->seam_alike = count->pairs ? ~(u64)0 >> (64 - count->pairs) : 0;
    count->table = malloc((size_t)(seam->rows + count->pairs) * BLOCK * sizeof *count->table);
    if (!count->alike || !count->table)
        count->status = NO_MEMORY;
    return count->status == DONE;
}

/* Count the grids in which the rows with the indices `x` and `y` are above and below the cut.
 *
 * `may_go_on` is called at first and then every few milliseconds, and ends the count by returning 0. */
enum Status seam_count(const Seam *seam, int x, int y, GoesOn may_go_on, void *context, u64 *total)
{
    Count count = {.seam = seam, .goes_on = may_go_on, .context = context, .status = DONE};
    *total = 0;
    if (goes_on(&count, 1) && prepare(&count, x, y) && list_halves(&count, 0, x, y) && list_halves(&count, 1, y, x) &&
        count.halves[0].count && count.halves[1].count && sort_both(&count))
        join(&count, total);
    free(count.halves[0].items);
    free(count.halves[1].items);
    free(count.alike);
    free(count.table);
    return count.status;
}

/* Make a seam for boards of a size with this number of different rows, which the caller then sets.
 *
 * Return 0 if the board is too large for the words in this file. */
int seam_init(Seam *seam, int width, int height, int cut, int rows)
{
    int outer = cut > height - cut ? cut - 1 : height - cut - 1;
    LineRules column;
    while (height >> seam->sum_bits)
        seam->sum_bits++;
    while (rows >> seam->row_bits)
        seam->row_bits++;
    if (width > MAX_SEAM_WIDTH || width * seam->sum_bits > 64 || outer * seam->row_bits > 64 || rows > UINT16_MAX)
        return 0;
    seam->width = width;
    seam->height = height;
    seam->cut = cut;
    seam->rows = rows;
    seam->full = BIT(width) - 1;
    line_init(&column, height, 1);
    for (int i = 0; i < width; i++)
        seam->quota |= (u64)column.ones << seam->sum_bits * i;
    return 1;
}

/* Set the cells of a row. Rows must be set in ascending order and have as many ones as a full line; else return 0. */
int seam_set_row(Seam *seam, int row, u64 cells)
{
    int ones = seam->width - seam->width / 2;
    if (cells & ~seam->full || popcount(cells) != ones || (row && cells <= seam->cells[row - 1]))
        return 0;
    seam->cells[row] = cells;
    for (int i = 0; i < seam->width; i++)
        seam->sums[row] |= (cells >> i & 1) << seam->sum_bits * i;
    return 1;
}

/* Return the index of a row, or -1 if the seam does not have this row. */
int seam_find(const Seam *seam, u64 cells)
{
    int low = 0, high = seam->rows;
    while (low < high) {
        int middle = (low + high) / 2;
        if (seam->cells[middle] < cells)
            low = middle + 1;
        else
            high = middle;
    }
    return low < seam->rows && seam->cells[low] == cells ? low : -1;
}

void seam_clear(Seam *seam)
{
    for (int row = 0; row < MAX_SIDE; row++)
        free(seam->row[row].choices);
    free(seam->cells);
    free(seam->sums);
}
