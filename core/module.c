/* The Python interface of the core: the types Board, Search, Line and Seam, which docs/engine.md describes.
 *
 * Uses the limited API of Python 3.11. The only Python object that objects of these types hold is the Board of a
 * Search, so they need no garbage collection. Positions are passed as Python ints and converted by way of bytes; see
 * geometry.py for their layout.
 */
#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"

#if !defined(_MSC_VER) && (!defined(__BYTE_ORDER__) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__)
#error "positions are read and written as little-endian words"
#endif

#define API 12 /* must be the same in binairo_tui/engine/core.py */
#define MAX_BATCH 256
#define MAX_BYTES ((2 * (MAX_SIDE + 2) * MAX_SIDE + 7) / 8)
#define PADDING 16 /* so that two words may be read or written at any row */

typedef struct {
    PyTypeObject *search_type;
    PyObject *to_bytes, *from_bytes, *little;
} State;

typedef struct {
    PyObject_HEAD
    Board board;
    int lane;
    Py_ssize_t bytes; /* of a position */
} BoardObject;

typedef struct {
    PyObject_HEAD
    BoardObject *owner;
    Search *search; /* NULL if the start is a conflict */
    int is_done, is_running;
} SearchObject;

typedef struct {
    PyObject_HEAD
    LineRules rules;
} LineObject;

typedef struct {
    PyObject_HEAD
    Seam seam;
} SeamObject;

static State *state_of(void *object)
{
    return PyType_GetModuleState(Py_TYPE((PyObject *)object));
}

static void dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc free_object = (freefunc)PyType_GetSlot(type, Py_tp_free);
    free_object(self);
    Py_DECREF(type);
}

/* Bytes. */

static u64 squeeze(u64 x) /* move the even bits together, into the lower half */
{
    x &= 0x5555555555555555u;
    x = (x | x >> 1) & 0x3333333333333333u;
    x = (x | x >> 2) & 0x0f0f0f0f0f0f0f0fu;
    x = (x | x >> 4) & 0x00ff00ff00ff00ffu;
    x = (x | x >> 8) & 0x0000ffff0000ffffu;
    return (x | x >> 16) & 0xffffffffu;
}

static u64 spread(u64 x) /* the inverse of squeeze, for 32 bits */
{
    x = (x | x << 16) & 0x0000ffff0000ffffu;
    x = (x | x << 8) & 0x00ff00ff00ff00ffu;
    x = (x | x << 4) & 0x0f0f0f0f0f0f0f0fu;
    x = (x | x << 2) & 0x3333333333333333u;
    return (x | x << 1) & 0x5555555555555555u;
}

/* Return the line whose first cell begins at a bit of `bytes`. This reads 128 bits; at most 2 * MAX_SIDE + 7 matter. */
static Cells read_line(const unsigned char *bytes, int bit, u64 full)
{
    u64 words[2];
    int shift = bit & 7;
    memcpy(words, bytes + (bit >> 3), sizeof words);
    u64 low = words[0] >> shift | (shift ? words[1] << (64 - shift) : 0), high = words[1] >> shift;
    Cells line = {
        (squeeze(low) | squeeze(high) << 32) & full,
        (squeeze(low >> 1) | squeeze(high >> 1) << 32) & full,
    };
    return line;
}

static void write_line(unsigned char *bytes, int bit, Cells line)
{
    u64 words[2];
    int shift = bit & 7;
    u64 low = spread(line.ones & 0xffffffffu) | spread(line.zeros & 0xffffffffu) << 1;
    u64 high = spread(line.ones >> 32) | spread(line.zeros >> 32) << 1;
    memcpy(words, bytes + (bit >> 3), sizeof words);
    words[0] |= low << shift;
    words[1] |= high << shift | (shift ? low >> (64 - shift) : 0);
    memcpy(bytes + (bit >> 3), words, sizeof words);
}

/* Write the `size` bytes of a Python int to `to`. Raise OverflowError if it is negative or too large. */
static int load_bytes(State *state, PyObject *number, unsigned char *to, Py_ssize_t size)
{
    char *from;
    Py_ssize_t found;
    PyObject *length = PyLong_FromSsize_t(size), *bytes = NULL;
    int ok = 0;
    if (length && PyLong_Check(number))
        bytes = PyObject_CallMethodObjArgs(number, state->to_bytes, length, state->little, NULL);
    else if (length)
        PyErr_SetString(PyExc_TypeError, "a position must be an int");
    if (bytes && PyBytes_AsStringAndSize(bytes, &from, &found) == 0) {
        if (found == size) {
            memcpy(to, from, (size_t)size);
            ok = 1;
        } else {
            PyErr_SetString(PyExc_ValueError, "to_bytes has returned a wrong number of bytes");
        }
    }
    Py_XDECREF(length);
    Py_XDECREF(bytes);
    return ok;
}

static PyObject *store_bytes(State *state, const unsigned char *from, Py_ssize_t size)
{
    PyObject *bytes = PyBytes_FromStringAndSize((const char *)from, size), *number = NULL;
    if (bytes)
        number = PyObject_CallMethodObjArgs((PyObject *)&PyLong_Type, state->from_bytes, bytes, state->little, NULL);
    Py_XDECREF(bytes);
    return number;
}

/* Read a position. Bits outside the board raise ValueError; propagation will report cells with both values. */
static int load_grid(BoardObject *self, PyObject *position, Grid *grid)
{
    unsigned char bytes[MAX_BYTES + PADDING] = {0}, again[MAX_BYTES + PADDING] = {0};
    const Board *board = &self->board;
    if (!load_bytes(state_of(self), position, bytes, self->bytes))
        return 0;
    memset(&grid->line[board->height], 0, (size_t)board->width * sizeof(Cells));
    for (int row = 0; row < board->height; row++) {
        Cells line = read_line(bytes, 2 * self->lane * row, board->rules[row].full);
        grid->line[row] = line;
        for (u64 rest = line.ones; rest; rest &= rest - 1)
            grid->line[board->height + lowest(rest)].ones |= BIT(row);
        for (u64 rest = line.zeros; rest; rest &= rest - 1)
            grid->line[board->height + lowest(rest)].zeros |= BIT(row);
        write_line(again, 2 * self->lane * row, line);
    }
    if (memcmp(bytes, again, (size_t)self->bytes)) {
        PyErr_SetString(PyExc_ValueError, "the position has bits outside the board");
        return 0;
    }
    return 1;
}

static PyObject *store_grid(BoardObject *self, const Grid *grid)
{
    unsigned char bytes[MAX_BYTES + PADDING] = {0};
    for (int row = 0; row < self->board.height; row++)
        write_line(bytes, 2 * self->lane * row, grid->line[row]);
    return store_bytes(state_of(self), bytes, self->bytes);
}

/* Read a set of lines, in which bit 2 * i stands for line i, into a set in which bit i does. */
static int load_lines(State *state, PyObject *lines, int count, u64 *found)
{
    unsigned char bytes[PADDING] = {0};
    if (!load_bytes(state, lines, bytes, 10))
        return 0;
    *found = read_line(bytes, 0, BIT(count) - 1).ones;
    return 1;
}

static int check_count(Py_ssize_t found, Py_ssize_t wanted)
{
    if (found == wanted)
        return 1;
    PyErr_Format(PyExc_TypeError, "expected %zd arguments, got %zd", wanted, found);
    return 0;
}

static int load_int(PyObject *number, int least, int most, int *found)
{
    long value = PyLong_AsLong(number);
    if (value == -1 && PyErr_Occurred())
        return 0;
    if (value < least || value > most) {
        PyErr_Format(PyExc_ValueError, "%ld is not between %d and %d", value, least, most);
        return 0;
    }
    *found = (int)value;
    return 1;
}

static int call(PyObject *callable, double *found)
{
    PyObject *result = PyObject_CallNoArgs(callable);
    if (result && found)
        *found = PyFloat_AsDouble(result);
    Py_XDECREF(result);
    return result && !PyErr_Occurred();
}

typedef struct {
    PyObject *check;
    PyThreadState *thread;
} Caller;

static int caller_goes_on(void *context)
{
    Caller *caller = context;
    PyEval_RestoreThread(caller->thread);
    int ok = !PyErr_CheckSignals() && call(caller->check, NULL);
    caller->thread = PyEval_SaveThread();
    return ok;
}

/* Board. */

static int add_signs(Board *board, PyObject *signs)
{
    Py_ssize_t count = PySequence_Size(signs);
    for (Py_ssize_t k = 0; k < count; k++) {
        long a, b;
        int same;
        PyObject *sign = PySequence_GetItem(signs, k);
        int ok = sign && PyTuple_Check(sign) && PyArg_ParseTuple(sign, "llp", &a, &b, &same);
        if (sign && !PyTuple_Check(sign))
            PyErr_SetString(PyExc_TypeError, "a sign must be a tuple");
        Py_XDECREF(sign);
        if (!ok)
            return 0;
        if (!board_add_sign(board, a, b, same)) {
            PyErr_SetString(PyExc_ValueError, "a sign must be between two neighbours, in ascending order");
            return 0;
        }
    }
    return count >= 0;
}

static PyObject *board_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(kwargs))
{
    int width, height, unique_lines, more_ones;
    PyObject *signs;
    if (!PyArg_ParseTuple(args, "iiOpp", &width, &height, &signs, &unique_lines, &more_ones))
        return NULL;
    allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    BoardObject *self = (BoardObject *)alloc(type, 0);
    if (!self)
        return NULL;
    if (!board_init(&self->board, width, height, unique_lines, more_ones)) {
        PyErr_Format(PyExc_ValueError, "no board is %dx%d", width, height);
        Py_DECREF(self);
        return NULL;
    }
    if (!add_signs(&self->board, signs)) {
        Py_DECREF(self);
        return NULL;
    }
    self->lane = (width > height ? width : height) + 2;
    self->bytes = (2 * self->lane * height + 7) / 8;
    return (PyObject *)self;
}

static PyObject *board_fixpoint(BoardObject *self, PyObject *const *args, Py_ssize_t count)
{
    Grid grid;
    Todo todo;
    if (!check_count(count, 1) || !load_grid(self, args[0], &grid))
        return NULL;
    todo_all(&self->board, &todo);
    if (!propagate(&self->board, &grid, &todo, NULL))
        Py_RETURN_NONE;
    return store_grid(self, &grid);
}

static PyObject *board_exact(BoardObject *self, PyObject *const *args, Py_ssize_t count)
{
    Grid grid;
    Todo todo;
    u64 rows, columns;
    if (!check_count(count, 3) || !load_grid(self, args[0], &grid) ||
        !load_lines(state_of(self), args[1], self->board.height, &rows) ||
        !load_lines(state_of(self), args[2], self->board.width, &columns))
        return NULL;
    todo.changed[0] = todo.open[0] = todo.touched[0] = rows;
    todo.changed[1] = todo.open[1] = todo.touched[1] = columns;
    if (!propagate(&self->board, &grid, &todo, NULL))
        Py_RETURN_NONE;
    return store_grid(self, &grid);
}

static PyObject *board_closure(BoardObject *self, PyObject *const *args, Py_ssize_t count)
{
    Grid grid;
    int band;
    if (!check_count(count, 2) || !load_grid(self, args[0], &grid) || !load_int(args[1], TRIPLES, EXPERT, &band))
        return NULL;
    if (!close_band(&self->board, &grid, band, NULL))
        Py_RETURN_NONE;
    return store_grid(self, &grid);
}

static PyObject *board_is_solvable(BoardObject *self, PyObject *const *args, Py_ssize_t count)
{
    Grid grid;
    int band;
    if (!check_count(count, 2) || !load_grid(self, args[0], &grid) || !load_int(args[1], TRIPLES, EXPERT, &band))
        return NULL;
    return PyBool_FromLong(is_solvable(&self->board, &grid, band, NULL));
}

static PyObject *board_path_band(BoardObject *self, PyObject *const *args, Py_ssize_t count)
{
    Grid grid;
    if (!check_count(count, 1) || !load_grid(self, args[0], &grid))
        return NULL;
    return PyLong_FromLong(path_band(&self->board, &grid));
}

static PyObject *board_failing(BoardObject *self, PyObject *const *args, Py_ssize_t count)
{
    Grid grid, failing;
    if (!check_count(count, 1) || !load_grid(self, args[0], &grid))
        return NULL;
    memset(&failing, 0, sizeof failing);
    Py_BEGIN_ALLOW_THREADS
    find_failing(&self->board, &grid, &failing);
    Py_END_ALLOW_THREADS
    return store_grid(self, &failing);
}

static int is_filled(const Board *board, const Grid *grid, int cell)
{
    Cells row = grid->line[cell / board->width];
    return (row.ones | row.zeros) >> cell % board->width & 1;
}

/* An entry on the stack of the random search (see random_solution in binairo_tui/engine/generation.py): a grid, and a
 * cell that is set only when the entry is taken from the stack. */
typedef struct {
    Grid grid;
    int16_t cell;
    uint8_t value; /* or NOTHING */
} Waiting;

#define NOTHING 2

/* Read the order in which to set the cells. Raise ValueError unless it has every cell once. */
static int load_order(PyObject *order, int cells, int16_t *to)
{
    unsigned char seen[MAX_CELLS] = {0};
    if (PySequence_Size(order) != cells) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_ValueError, "an order must have every cell");
        return 0;
    }
    for (int k = 0; k < cells; k++) {
        int cell = 0;
        PyObject *item = PySequence_GetItem(order, k);
        int ok = item && load_int(item, 0, cells - 1, &cell);
        Py_XDECREF(item);
        if (!ok)
            return 0;
        if (seen[cell]++) {
            PyErr_SetString(PyExc_ValueError, "an order must have every cell once");
            return 0;
        }
        to[k] = (int16_t)cell;
    }
    return 1;
}

/* Read orbits: groups of cells. `cells` has room for every cell of the board once. Return their number, or -1. */
static int load_orbits(const Board *board, PyObject *orbits, int16_t *cells, int *starts)
{
    int most = board->width * board->height, filled = 0;
    Py_ssize_t count = PySequence_Size(orbits);
    if (count > most) {
        PyErr_SetString(PyExc_ValueError, "more orbits than cells");
        return -1;
    }
    starts[0] = 0;
    for (Py_ssize_t k = 0; k < count; k++) {
        PyObject *orbit = PySequence_GetItem(orbits, k);
        Py_ssize_t size = orbit ? PySequence_Size(orbit) : -1;
        int ok = size >= 0;
        if (ok && size > most - filled) {
            PyErr_SetString(PyExc_ValueError, "the orbits have more cells than the board");
            ok = 0;
        }
        for (Py_ssize_t i = 0; ok && i < size; i++) {
            int cell = 0;
            PyObject *item = PySequence_GetItem(orbit, i);
            ok = item && load_int(item, 0, most - 1, &cell);
            Py_XDECREF(item);
            cells[filled] = (int16_t)cell;
            filled += ok;
        }
        Py_XDECREF(orbit);
        if (!ok)
            return -1;
        starts[k + 1] = filled;
    }
    return (int)count;
}

/* Return the givens that are left. The interpreter lock is released between the calls of `check`, which ends the
 * removal by raising. */
static PyObject *board_remove_givens(BoardObject *self, PyObject *const *args, Py_ssize_t count)
{
    int16_t cells[MAX_CELLS];
    int starts[MAX_CELLS + 1], size, band, orbits;
    Removal removal = {.board = &self->board, .cells = cells, .starts = starts, .goes_on = caller_goes_on};
    if (!check_count(count, 5) || !load_grid(self, args[0], &removal.givens) ||
        (orbits = load_orbits(&self->board, args[1], cells, starts)) < 0 || !load_int(args[2], 1, MAX_CELLS, &size) ||
        !load_int(args[3], TRIPLES, EXTREME, &band))
        return NULL;
    if (self->board.has_signs && band < EXTREME) {
        PyErr_SetString(PyExc_ValueError, "no techniques for signs are known here");
        return NULL;
    }
    if (!(removal.memo = malloc(sizeof *removal.memo)))
        return PyErr_NoMemory();
    memo_init(removal.memo);
    removal.band = band;
    Caller caller = {args[4], PyEval_SaveThread()};
    removal.context = &caller;
    enum Status status = remove_givens(&removal, orbits, size);
    PyEval_RestoreThread(caller.thread);
    free(removal.memo);
    if (status == NO_MEMORY)
        return PyErr_NoMemory();
    return status == DONE ? store_grid(self, &removal.givens) : NULL;
}

static PyObject *random_search(BoardObject *self, Waiting *stack, const int16_t *order, int nodes, PyObject *random,
                               PyObject *check)
{
    const Board *board = &self->board;
    int depth = 1;
    stack->value = NOTHING;
    while (nodes-- > 0) {
        int is_live = 0;
        if (check != Py_None && !call(check, NULL))
            return NULL;
        while (depth && !is_live) {
            Waiting *top = &stack[--depth];
            is_live = top->value == NOTHING ||
                      assume(board, &top->grid, top->cell / board->width, top->cell % board->width, top->value);
        }
        if (!is_live)
            Py_RETURN_NONE;
        Waiting *here = &stack[depth];
        if (grid_is_full(board, &here->grid))
            return store_grid(self, &here->grid);
        int k = 0;
        double chance;
        while (is_filled(board, &here->grid, order[k]))
            k++;
        if (!call(random, &chance))
            return NULL;
        /* Replace the entry by its two branches; the upper one is taken next. */
        grid_copy(board, &stack[depth + 1].grid, &here->grid);
        here->cell = stack[depth + 1].cell = order[k];
        here->value = !(chance < 0.5);
        stack[depth + 1].value = chance < 0.5;
        depth += 2;
    }
    return PyLong_FromLong(0);
}

static PyObject *board_random_solution(BoardObject *self, PyObject *const *args, Py_ssize_t count)
{
    int16_t order[MAX_CELLS];
    int nodes, cells = self->board.width * self->board.height;
    if (!check_count(count, 5) || !load_order(args[1], cells, order) || !load_int(args[2], 1, INT_MAX, &nodes))
        return NULL;
    /* Each branching fills a cell and adds an entry to the stack, so there is at most one entry more than cells. */
    Waiting *stack = malloc(((size_t)cells + 2) * sizeof *stack);
    if (!stack)
        return PyErr_NoMemory();
    PyObject *found = NULL;
    Todo todo;
    todo_all(&self->board, &todo);
    int is_loaded = load_grid(self, args[0], &stack->grid);
    if (is_loaded && !propagate(&self->board, &stack->grid, &todo, NULL))
        found = Py_NewRef(Py_None);
    else if (is_loaded)
        found = random_search(self, stack, order, nodes, args[3], args[4]);
    free(stack);
    return found;
}

static PyObject *board_search(BoardObject *self, PyObject *const *args, Py_ssize_t count)
{
    Grid grid;
    Todo todo;
    int dead_ends;
    State *state = state_of(self);
    if (!check_count(count, 2) || !load_grid(self, args[0], &grid) ||
        !load_int(args[1], -1, INT_MAX / (MAX_CELLS + 1), &dead_ends))
        return NULL;
    allocfunc alloc = (allocfunc)PyType_GetSlot(state->search_type, Py_tp_alloc);
    SearchObject *search = (SearchObject *)alloc(state->search_type, 0);
    if (!search)
        return NULL;
    search->owner = (BoardObject *)Py_NewRef((PyObject *)self);
    todo_all(&self->board, &todo);
    search->is_done = !propagate(&self->board, &grid, &todo, NULL);
    if (!search->is_done && !(search->search = search_new(&self->board, &grid, dead_ends, NULL))) {
        Py_DECREF(search);
        return PyErr_NoMemory();
    }
    return (PyObject *)search;
}

#define METHOD(name, function) {name, (PyCFunction)(void (*)(void))(function), METH_FASTCALL, NULL}

static PyMethodDef board_methods[] = {
    METHOD("fixpoint", board_fixpoint),
    METHOD("exact", board_exact),
    METHOD("closure", board_closure),
    METHOD("is_solvable", board_is_solvable),
    METHOD("path_band", board_path_band),
    METHOD("failing", board_failing),
    METHOD("random_solution", board_random_solution),
    METHOD("remove_givens", board_remove_givens),
    METHOD("search", board_search),
    {NULL, NULL, 0, NULL},
};

static PyType_Slot board_slots[] = {
    {Py_tp_new, board_new},
    {Py_tp_dealloc, dealloc},
    {Py_tp_methods, board_methods},
    {0, NULL},
};

static PyType_Spec board_spec = {
    .name = "binairo_tui.engine._core.Board",
    .basicsize = sizeof(BoardObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = board_slots,
};

/* Search. */

static void search_dealloc(PyObject *object)
{
    SearchObject *self = (SearchObject *)object;
    search_free(self->search);
    Py_XDECREF((PyObject *)self->owner);
    dealloc(object);
}

/* Continue the search with the interpreter lock released. Only one thread may do this at a time. */
static int run(SearchObject *self, u64 nodes, u64 wanted, u64 *found, Grid *solutions, int keeps_all)
{
    *found = 0;
    if (self->is_running) {
        PyErr_SetString(PyExc_RuntimeError, "the search is running in another thread");
        return 0;
    }
    if (self->is_done)
        return 1;
    enum SearchStatus status;
    self->is_running = 1;
    Py_BEGIN_ALLOW_THREADS
    status = search_run(self->search, nodes, wanted, found, solutions, keeps_all);
    Py_END_ALLOW_THREADS
    self->is_running = 0;
    self->is_done = status != SEARCH_PAUSED;
    if (status == SEARCH_NO_MEMORY)
        PyErr_NoMemory();
    return status != SEARCH_NO_MEMORY;
}

/* Look only for solutions that extend a position: see search_ask. */
static PyObject *search_ask_about(SearchObject *self, PyObject *const *args, Py_ssize_t count)
{
    Grid grid;
    Todo todo;
    if (!check_count(count, 1) || !load_grid(self->owner, args[0], &grid))
        return NULL;
    if (self->is_running) {
        PyErr_SetString(PyExc_RuntimeError, "the search is running in another thread");
        return NULL;
    }
    todo_all(&self->owner->board, &todo);
    self->is_done = !self->search || !propagate(&self->owner->board, &grid, &todo, NULL);
    if (!self->is_done && !search_ask(self->search, &grid))
        return PyErr_NoMemory();
    Py_RETURN_NONE;
}

static PyObject *search_take(SearchObject *self, PyObject *const *args, Py_ssize_t count)
{
    int nodes, wanted;
    u64 found;
    if (!check_count(count, 2) || !load_int(args[0], 0, INT_MAX, &nodes) || !load_int(args[1], 1, MAX_BATCH, &wanted))
        return NULL;
    Grid *solutions = malloc((size_t)wanted * sizeof *solutions);
    if (!solutions)
        return PyErr_NoMemory();
    PyObject *list = NULL;
    if (run(self, (u64)nodes, (u64)wanted, &found, solutions, 1)) {
        list = PyList_New((Py_ssize_t)found);
        for (u64 k = 0; list && k < found; k++) {
            PyObject *position = store_grid(self->owner, &solutions[k]);
            if (!position || PyList_SetItem(list, (Py_ssize_t)k, position) < 0)
                Py_CLEAR(list);
        }
    }
    free(solutions);
    return list;
}

/* Return the number of further solutions that `take` would return. */
static PyObject *search_count(SearchObject *self, PyObject *const *args, Py_ssize_t count)
{
    int nodes, wanted;
    u64 found;
    Grid solution;
    if (!check_count(count, 2) || !load_int(args[0], 0, INT_MAX, &nodes) || !load_int(args[1], 1, MAX_BATCH, &wanted) ||
        !run(self, (u64)nodes, (u64)wanted, &found, &solution, 0))
        return NULL;
    return PyLong_FromUnsignedLongLong(found);
}

static PyObject *search_get(SearchObject *self, void *which)
{
    if (self->is_running) {
        PyErr_SetString(PyExc_RuntimeError, "the search is running in another thread");
        return NULL;
    }
    switch (*(const char *)which) {
    case 'n':
        return PyLong_FromUnsignedLongLong(self->search ? search_nodes(self->search) : 0);
    case 'c':
        return PyLong_FromUnsignedLongLong(self->search ? search_conflicts(self->search) : 0);
    default:
        return PyBool_FromLong(self->is_done);
    }
}

static PyMethodDef search_methods[] = {
    METHOD("ask", search_ask_about),
    METHOD("take", search_take),
    METHOD("count", search_count),
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef search_getset[] = {
    {"nodes", (getter)search_get, NULL, NULL, "nodes"},
    {"conflicts", (getter)search_get, NULL, NULL, "conflicts"},
    {"is_done", (getter)search_get, NULL, NULL, "is_done"},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot search_slots[] = {
    {Py_tp_dealloc, search_dealloc},
    {Py_tp_methods, search_methods},
    {Py_tp_getset, search_getset},
    {0, NULL},
};

static PyType_Spec search_spec = {
    .name = "binairo_tui.engine._core.Search",
    .basicsize = sizeof(SearchObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = search_slots,
};

/* Line. */

static int load_cells(LineObject *self, PyObject *number, Cells *cells)
{
    unsigned char bytes[PADDING] = {0}, again[PADDING] = {0};
    if (!load_bytes(state_of(self), number, bytes, 10))
        return 0;
    *cells = read_line(bytes, 0, self->rules.full);
    write_line(again, 0, *cells);
    if (memcmp(bytes, again, sizeof bytes)) {
        PyErr_SetString(PyExc_ValueError, "the state has bits outside the line");
        return 0;
    }
    return 1;
}

static PyObject *store_cells(LineObject *self, Cells cells)
{
    unsigned char bytes[PADDING] = {0};
    write_line(bytes, 0, cells);
    return store_bytes(state_of(self), bytes, 10);
}

static PyObject *line_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(kwargs))
{
    int length;
    PyObject *signs;
    if (!PyArg_ParseTuple(args, "iO", &length, &signs))
        return NULL;
    if (length < 1 || length > MAX_SIDE)
        return PyErr_Format(PyExc_ValueError, "no line has %d cells", length);
    Py_ssize_t count = PySequence_Size(signs);
    allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    LineObject *self = count < 0 ? NULL : (LineObject *)alloc(type, 0);
    if (!self)
        return NULL;
    line_init(&self->rules, length, 1);
    for (Py_ssize_t k = 0; k < count; k++) {
        int place = -1, same;
        PyObject *sign = PySequence_GetItem(signs, k);
        int ok = sign && PyTuple_Check(sign) && PyArg_ParseTuple(sign, "ip", &place, &same);
        if (sign && !PyTuple_Check(sign))
            PyErr_SetString(PyExc_TypeError, "a sign must be a tuple");
        Py_XDECREF(sign);
        if (ok && place == length - 1 && length % 2) { /* the mark of a line in which either value may be more */
            self->rules.zeros = self->rules.ones;
            continue;
        }
        if (ok && (place < 0 || place + 1 >= length)) {
            PyErr_SetString(PyExc_ValueError, "a sign must be between two cells of the line");
            ok = 0;
        }
        if (!ok) {
            Py_DECREF(self);
            return NULL;
        }
        if (same)
            self->rules.same |= BIT(place + 1);
        else
            self->rules.differ |= BIT(place + 1);
    }
    return (PyObject *)self;
}

/* Return a tuple: the values that all completions of a state add to it, and the number of completions. */
static PyObject *line_forced(LineObject *self, PyObject *const *args, Py_ssize_t count)
{
    Cells cells, forced;
    if (!check_count(count, 1) || !load_cells(self, args[0], &cells))
        return NULL;
    forced = cells;
    u64 total = line_count(&self->rules, cells);
    if (total)
        line_force(&self->rules, &forced);
    forced.ones &= ~cells.ones;
    forced.zeros &= ~cells.zeros;
    PyObject *delta = store_cells(self, forced);
    return delta ? Py_BuildValue("(NK)", delta, (unsigned long long)total) : NULL;
}

/* Return the values that all completions except these full lines add to a state; None if there are no others. */
static PyObject *line_forced_excluding(LineObject *self, PyObject *const *args, Py_ssize_t count)
{
    Cells cells, forced;
    u64 excluded[MAX_LINES];
    if (!check_count(count, 2) || !load_cells(self, args[0], &cells))
        return NULL;
    Py_ssize_t size = PySequence_Size(args[1]);
    if (size < 0)
        return NULL;
    if (size > MAX_LINES) {
        PyErr_SetString(PyExc_ValueError, "more lines than a board has");
        return NULL;
    }
    for (Py_ssize_t k = 0; k < size; k++) {
        Cells other = {0, 0};
        PyObject *item = PySequence_GetItem(args[1], k);
        int ok = item && load_cells(self, item, &other);
        Py_XDECREF(item);
        if (!ok)
            return NULL;
        if ((other.ones ^ other.zeros) != self->rules.full) {
            PyErr_SetString(PyExc_ValueError, "a line to exclude must be full");
            return NULL;
        }
        excluded[k] = other.ones;
    }
    forced = cells;
    int is_live = line_force(&self->rules, &forced), different = 0;
    for (Py_ssize_t k = 0; k < size; k++) { /* keep those that agree with the state, each once */
        int agrees = !(forced.zeros & excluded[k]) && !(forced.ones & ~excluded[k]);
        for (int other = 0; other < different; other++)
            agrees &= excluded[other] != excluded[k];
        if (agrees)
            excluded[different++] = excluded[k];
    }
    if (is_live && different)
        is_live = line_exclude(&self->rules, &forced, excluded, different);
    forced.ones &= ~cells.ones;
    forced.zeros &= ~cells.zeros;
    if (!is_live)
        Py_RETURN_NONE;
    return store_cells(self, forced);
}

static PyMethodDef line_methods[] = {
    METHOD("forced", line_forced),
    METHOD("forced_excluding", line_forced_excluding),
    {NULL, NULL, 0, NULL},
};

static PyType_Slot line_slots[] = {
    {Py_tp_new, line_new},
    {Py_tp_dealloc, dealloc},
    {Py_tp_methods, line_methods},
    {0, NULL},
};

static PyType_Spec line_spec = {
    .name = "binairo_tui.engine._core.Line",
    .basicsize = sizeof(LineObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = line_slots,
};

/* Seam. */

static void seam_dealloc(PyObject *object)
{
    seam_clear(&((SeamObject *)object)->seam);
    dealloc(object);
}

static int load_u64(PyObject *number, u64 *found)
{
    *found = number ? PyLong_AsUnsignedLongLong(number) : 0;
    return number && !PyErr_Occurred();
}

static int load_row(const Seam *seam, PyObject *number, int *found)
{
    u64 cells;
    if (!load_u64(number, &cells))
        return 0;
    *found = seam_find(seam, cells);
    if (*found < 0)
        PyErr_SetString(PyExc_ValueError, "the board has no such row");
    return *found >= 0;
}

static int load_choices(const Seam *seam, PyObject *choices, SeamRow *row)
{
    Py_ssize_t count = PySequence_Size(choices);
    if (count < 0)
        return 0;
    if (count > seam->rows) {
        PyErr_SetString(PyExc_ValueError, "a row must have each of its choices once");
        return 0;
    }
    row->choices = malloc((size_t)count * sizeof *row->choices + 1);
    if (!row->choices) {
        PyErr_NoMemory();
        return 0;
    }
    for (; row->count < count; row->count++) {
        int choice;
        PyObject *item = PySequence_GetItem(choices, row->count);
        int ok = item && load_row(seam, item, &choice);
        Py_XDECREF(item);
        if (!ok)
            return 0;
        row->choices[row->count] = (uint16_t)choice;
    }
    return 1;
}

static int load_signs(const Seam *seam, PyObject *signs, SeamRow *row)
{
    unsigned long long same, differ;
    if (!PyTuple_Check(signs)) {
        PyErr_SetString(PyExc_TypeError, "the signs below a row must be a tuple");
        return 0;
    }
    if (!PyArg_ParseTuple(signs, "KK", &same, &differ))
        return 0;
    row->same = same & seam->full;
    row->differ = differ & seam->full;
    return 1;
}

static int load_seam(Seam *seam, PyObject *rows, PyObject *choices, PyObject *signs)
{
    seam->cells = calloc((size_t)seam->rows + 1, sizeof *seam->cells);
    seam->sums = calloc((size_t)seam->rows + 1, sizeof *seam->sums);
    if (!seam->cells || !seam->sums) {
        PyErr_NoMemory();
        return 0;
    }
    for (int row = 0; row < seam->rows; row++) {
        u64 cells;
        PyObject *item = PySequence_GetItem(rows, row);
        int ok = load_u64(item, &cells);
        Py_XDECREF(item);
        if (ok && !seam_set_row(seam, row, cells)) {
            PyErr_SetString(PyExc_ValueError, "rows must ascend, and have the board's width and quota of ones");
            ok = 0;
        }
        if (!ok)
            return 0;
    }
    for (int row = 0; row < seam->height; row++) {
        PyObject *item = PySequence_GetItem(choices, row);
        int ok = item && load_choices(seam, item, &seam->row[row]);
        Py_XDECREF(item);
        if (!ok)
            return 0;
    }
    for (int row = 0; row < seam->height - 1; row++) {
        PyObject *item = PySequence_GetItem(signs, row);
        int ok = item && load_signs(seam, item, &seam->row[row]);
        Py_XDECREF(item);
        if (!ok)
            return 0;
    }
    return 1;
}

static PyObject *seam_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(kwargs))
{
    int width, cut, unique_columns;
    PyObject *rows, *choices, *signs;
    if (!PyArg_ParseTuple(args, "iiOOOp", &width, &cut, &rows, &choices, &signs, &unique_columns))
        return NULL;
    Py_ssize_t row_count = PySequence_Size(rows), height = row_count < 0 ? -1 : PySequence_Size(choices);
    if (height < 0)
        return NULL;
    if (width < 1 || height < 2 || height > MAX_SIDE || cut < 1 || cut >= height)
        return PyErr_Format(PyExc_ValueError, "no board %d wide and %zd high is cut at %d", width, height, cut);
    allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    SeamObject *self = (SeamObject *)alloc(type, 0);
    if (!self)
        return NULL;
    self->seam.unique_columns = unique_columns;
    int fits = row_count <= UINT16_MAX && seam_init(&self->seam, width, (int)height, cut, (int)row_count);
    if (!fits)
        PyErr_SetString(PyExc_OverflowError, "the board is too large to be counted here");
    if (!fits || !load_seam(&self->seam, rows, choices, signs)) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

/* Return the number of grids with two rows at the cut. The interpreter lock is released between the calls of `check`,
 * which ends the count by raising. */
static PyObject *seam_count_grids(SeamObject *self, PyObject *const *args, Py_ssize_t count)
{
    int x, y;
    u64 total;
    if (!check_count(count, 3) || !load_row(&self->seam, args[0], &x) || !load_row(&self->seam, args[1], &y))
        return NULL;
    if (x == y) {
        PyErr_SetString(PyExc_ValueError, "the rows at the cut must differ");
        return NULL;
    }
    Caller caller = {args[2], PyEval_SaveThread()};
    enum Status status = seam_count(&self->seam, x, y, caller_goes_on, &caller, &total);
    PyEval_RestoreThread(caller.thread);
    if (status == NO_MEMORY)
        return PyErr_NoMemory();
    return status == DONE ? PyLong_FromUnsignedLongLong(total) : NULL;
}

static PyMethodDef seam_methods[] = {
    METHOD("count", seam_count_grids),
    {NULL, NULL, 0, NULL},
};

static PyType_Slot seam_slots[] = {
    {Py_tp_new, seam_new},
    {Py_tp_dealloc, seam_dealloc},
    {Py_tp_methods, seam_methods},
    {0, NULL},
};

static PyType_Spec seam_spec = {
    .name = "binairo_tui.engine._core.Seam",
    .basicsize = sizeof(SeamObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = seam_slots,
};

/* The module. */

static int add_type(PyObject *module, PyType_Spec *spec, PyTypeObject **kept)
{
    PyObject *type = PyType_FromModuleAndSpec(module, spec, NULL);
    int failed = !type || PyModule_AddType(module, (PyTypeObject *)type) < 0;
    if (kept && !failed)
        *kept = (PyTypeObject *)Py_NewRef(type);
    Py_XDECREF(type);
    return failed ? -1 : 0;
}

/* The rules and passes that the core knows. If Python has others (rules.py, passes.py), the core is not used. */
#define RULES "(ssss)", "triple", "excess", "duplicate", "sign"

static PyObject *technique_names(void)
{
    PyObject *names = PyTuple_New(TECHNIQUE_COUNT);
    for (int i = 0; names && i < TECHNIQUE_COUNT; i++) {
        PyObject *item = Py_BuildValue("(si)", TECHNIQUES[i].name, (int)TECHNIQUES[i].band);
        if (!item || PyTuple_SetItem(names, i, item) < 0)
            Py_CLEAR(names);
    }
    return names;
}

static int add_object(PyObject *module, const char *name, PyObject *object)
{
    int failed = !object || PyModule_AddObjectRef(module, name, object) < 0;
    Py_XDECREF(object);
    return failed ? -1 : 0;
}

static int module_exec(PyObject *module)
{
    State *state = PyModule_GetState(module);
    state->to_bytes = PyUnicode_InternFromString("to_bytes");
    state->from_bytes = PyUnicode_InternFromString("from_bytes");
    state->little = PyUnicode_InternFromString("little");
    if (!state->to_bytes || !state->from_bytes || !state->little)
        return -1;
    if (add_type(module, &board_spec, NULL) || add_type(module, &search_spec, &state->search_type) ||
        add_type(module, &line_spec, NULL) || add_type(module, &seam_spec, NULL))
        return -1;
    if (add_object(module, "RULES", Py_BuildValue(RULES)) || add_object(module, "TECHNIQUES", technique_names()))
        return -1;
    return PyModule_AddIntConstant(module, "API", API);
}

static int module_traverse(PyObject *module, visitproc visit, void *arg)
{
    State *state = PyModule_GetState(module);
    Py_VISIT(state->search_type);
    return 0;
}

static int module_clear(PyObject *module)
{
    State *state = PyModule_GetState(module);
    Py_CLEAR(state->search_type);
    Py_CLEAR(state->to_bytes);
    Py_CLEAR(state->from_bytes);
    Py_CLEAR(state->little);
    return 0;
}

static void module_free(void *module)
{
    module_clear(module);
}

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
    {0, NULL},
};

static struct PyModuleDef definition = {
    /* clang-format off */
    PyModuleDef_HEAD_INIT,
    .m_name = "_core",
    .m_size = sizeof(State),
    .m_slots = module_slots,
    .m_traverse = module_traverse,
    .m_clear = module_clear,
    .m_free = module_free,
    /* clang-format on */
};

PyMODINIT_FUNC PyInit__core(void)
{
    return PyModuleDef_Init(&definition);
}
