"""Geometry: the layout of a grid in an int.

A `Position` is one int with two bits per cell: 00 is empty, 01 stands for 1, 10 for 0. (11 means both values: a
contradiction, which occurs only inside the solver.) Cells are in row-major order, with the first cell in the lowest
bits. At least two empty guard cells follow each row, so that a shift by one or two cells never carries a value into the
next row:

    4x2 board, lane 6      row 2         row 1
                           .. .. d c b a .. .. d c b a          two bits each, . a guard, always 00

Reasoning about the whole grid then consists of shifts and masks. The difference between two positions is one xor,
equality is one comparison, and the state of a row is one slice, `position >> shift & mask`. The *lane* is the distance
from one row to the next: the longer side plus two cells. So a transposed position has the same lane, and the same code
works for rows and columns.

Code outside the engine accesses the bits only through methods of `Geometry`. Lines are numbered from 0, rows first:
line i is row i if i < height, otherwise column i - height.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

Cell = int
"""Row-major index of a cell, from 0."""
Line = int
"""Index of a line: rows first, then columns, from 0."""
Value = Literal["0", "1", "."]

if TYPE_CHECKING:

    class Position(Protocol):
        """The values of all cells, in the layout of the board's `Geometry`.

        At run time, a position is an int. For type checkers, every int is a position, but a position is neither a cell
        nor a line, and has only some of the operators of an int. `int(position)` is the number, for example to store
        it.
        """

        def __int__(self) -> int: ...
        def __hash__(self) -> int: ...

        def __and__(self, other: Any, /) -> int: ...
        def __rand__(self, other: Any, /) -> int: ...
        def __or__(self, other: Any, /) -> int: ...
        def __ror__(self, other: Any, /) -> int: ...
        def __xor__(self, other: Any, /) -> int: ...
        def __rxor__(self, other: Any, /) -> int: ...
        def __add__(self, other: Any, /) -> int: ...
        def __lshift__(self, other: Any, /) -> int: ...
        def __rshift__(self, other: Any, /) -> int: ...
        def __lt__(self, other: Any, /) -> bool: ...
        def __neg__(self) -> int: ...
        def __invert__(self) -> int: ...
        def bit_count(self) -> int: ...

else:
    Position = int

ZERO: Final[Value] = "0"
ONE: Final[Value] = "1"
EMPTY: Final[Value] = "."

CODES: Final[dict[Value, int]] = {EMPTY: 0b00, ONE: 0b01, ZERO: 0b10}
"""Maps each value to its two bits."""

_VALUES: Final[tuple[Value, ...]] = (EMPTY, ONE, ZERO)
_OPPOSITE: Final[dict[Value, Value]] = {ZERO: ONE, ONE: ZERO, EMPTY: EMPTY}
_CELL_NAME = re.compile("r([0-9]{1,2})c([0-9]{1,2})")
_TO_DIGITS = str.maketrans("01.", "210")  # text to base-4 digits
_FROM_HEX = {ord(f"{low + 4 * high:x}"): _VALUES[high] + _VALUES[low] for low in range(3) for high in range(3)}


class Geometry:
    """The layout of boards of one size: the cells, the lines, and the bits of each cell in a position.

    Call `geometry()` to get a shared instance. For speed, the methods do not check cells, lines and positions. Only
    `value` and `place` refuse a cell that the board does not have. Raises ValueError if a side is less than 1.

    >>> board = parse_puzzle("4x2;.1..0...").geometry
    >>> board
    geometry(4, 2)
    >>> board.cell_count, board.line_cells[1], board.lines_of(6)
    (8, (4, 5, 6, 7), (1, 4))
    >>> position = board.place(board.position(".1..0..."), 0, ONE)
    >>> board.value(position, 0), board.rows(position)
    ('1', ['11..', '0...'])
    """

    def __init__(self, width: int, height: int) -> None:
        if width < 1 or height < 1:
            raise ValueError(f"both sides must be at least 1, not {width} and {height}")
        self.width = width
        self.height = height
        self.cell_count = width * height
        self.lane = max(width, height) + 2  # cells from one row to the next
        rows = [tuple(range(r * width, (r + 1) * width)) for r in range(height)]
        columns = [tuple(range(c, self.cell_count, width)) for c in range(width)]
        self.line_cells: tuple[tuple[Cell, ...], ...] = (*rows, *columns)
        self.shifts: tuple[int, ...] = tuple(2 * (r * self.lane + c) for r in range(height) for c in range(width))
        self.board = sum(0b11 << shift for shift in self.shifts)
        self.outside = ~self.board  # all other bits, including the sign of negative ints
        self.ones = sum(0b01 << shift for shift in self.shifts)  # the lower bit of every cell
        self.line_masks: tuple[int, ...] = tuple(self.mask(cells) for cells in self.line_cells)
        self._gap = EMPTY * (self.lane - width)
        self._cut: Callable[[str], Iterable[str]] = (
            itemgetter(*[slice(i, i + width) for i in range(0, self.cell_count, width)])
            if height > 1
            else lambda x: (x,)
        )  # splits a row-major text into rows
        self._hex_size = (self.lane * height + 1) // 2

    def __repr__(self) -> str:
        return f"geometry({self.width}, {self.height})"

    def __reduce__(self) -> "tuple[Callable[[int, int], Geometry], tuple[int, int]]":
        """Pickle only the size: unpickling and copying return the shared instance."""
        return geometry, (self.width, self.height)

    def __eq__(self, other: object) -> bool:
        return (self.width, self.height) == (other.width, other.height) if isinstance(other, Geometry) else False

    def __hash__(self) -> int:
        return hash((self.width, self.height))

    def lines_of(self, cell: Cell) -> tuple[Line, Line]:
        """Return the row and the column that contain a cell."""
        row, column = divmod(cell, self.width)
        return row, self.height + column

    def position(self, text: str) -> Position:
        """Return the position that a text describes row by row.

        The text must consist of `cell_count` characters `0`, `1` and `.`; this is not checked.
        """
        return int(self._gap.join(self._cut(text))[::-1].translate(_TO_DIGITS), 4)

    def text(self, position: Position) -> str:
        """Return the text of a position, row by row: the inverse of `Geometry.position`."""
        return "".join(self.rows(position))

    def rows(self, position: Position) -> list[str]:
        """Return the text of every row of a position, made of the characters `0`, `1` and `.`."""
        cells = f"{position:0{self._hex_size}x}".translate(_FROM_HEX)[::-1]
        return [cells[i : i + self.width] for i in range(0, self.lane * self.height, self.lane)]

    def value(self, position: Position, cell: Cell) -> Value:
        """Return the value of a cell. Raises IndexError if there is no such cell."""
        if cell < 0:
            raise IndexError(f"there is no cell {cell}")
        return _VALUES[position >> self.shifts[cell] & 0b11]

    def place(self, position: Position, cell: Cell, value: Value) -> Position:
        """Return the position with one cell set to `value`; `EMPTY` clears the cell.

        Raises IndexError if there is no such cell, and ValueError if there is no such value.
        """
        if cell < 0:
            raise IndexError(f"there is no cell {cell}")
        shift = self.shifts[cell]
        try:
            return position & ~(0b11 << shift) | CODES[value] << shift
        except KeyError:
            raise _not_a_value(value) from None

    def fill(self, position: Position, cells: Iterable[Cell], values: Iterable[Value]) -> Position:
        """Return the position with each of `cells` set to the value at the same place in `values`."""
        for cell, value in zip(cells, values, strict=True):
            position = self.place(position, cell, value)
        return position

    def opposites(self, values: Position) -> int:
        """Return the opposite of each value; empty cells stay empty.

        `values` and the result have the form of a position.
        """
        return (values & self.ones) << 1 | values >> 1 & self.ones

    def changed(self, before: Position, after: Position) -> tuple[Cell, ...]:
        """Return the cells that differ between two positions, ascending."""
        return self.cells(before ^ after)

    def cells(self, mask: Position) -> tuple[Cell, ...]:
        """Return the cells that have a bit in `mask`, ascending."""
        return tuple([cell for cell, shift in enumerate(self.shifts) if mask >> shift & 0b11]) if mask else ()

    def mask(self, cells: Iterable[Cell]) -> int:
        """Return an int in which both bits of each of these cells are set."""
        shifts = self.shifts
        mask = 0
        for cell in cells:
            mask |= 0b11 << shifts[cell]
        return mask

    def filled_count(self, position: Position) -> int:
        """Return the number of cells that hold a value."""
        return position.bit_count()

    def is_full(self, position: Position) -> bool:
        """Return whether every cell holds a value."""
        return position.bit_count() == self.cell_count


@lru_cache(maxsize=64)
def geometry(width: int, height: int) -> Geometry:
    """Return the shared geometry of all boards of one size. Raises ValueError if a side is less than 1.

    >>> geometry(8, 10).cell_count
    80
    """
    return Geometry(width, height)


def bits(mask: Position) -> Iterator[int]:
    """Yield the bits that are set in `mask`, lowest first, each as an int with only this bit."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def quota(length: int) -> tuple[int, int]:
    """Return (number of 0s, number of 1s) in a full line of this length.

    If the length is odd, there is one more 1. `Puzzle.quota` also covers boards where there may be one more 0 instead.
    """
    return length // 2, length - length // 2


def opposite(value: Value) -> Value:
    """Return the other value; the opposite of `EMPTY` is `EMPTY`. Raises ValueError if there is no such value.

    >>> opposite(ZERO), opposite(EMPTY)
    ('1', '.')
    """
    try:
        return _OPPOSITE[value]
    except KeyError:
        raise _not_a_value(value) from None


def parse_value(text: str) -> Value:
    """Return the text, which type checkers then accept as a Value. Raises ValueError if the text is not a value.

    >>> parse_value("1")
    '1'
    """
    for value in CODES:
        if value == text:
            return value
    raise _not_a_value(text)


def _not_a_value(value: object) -> ValueError:
    return ValueError(f"value must be '0', '1' or '.', not {value!r}")


def distance(a: Cell, b: Cell, width: int) -> int:
    """Return the number of steps from one cell to another along rows and columns."""
    return abs(a // width - b // width) + abs(a % width - b % width)


def cell_name(cell: Cell, width: int) -> str:
    """Return the name of a cell, as used on screen and in files. Rows and columns are counted from 1.

    The function does not check whether a board has this cell.

    >>> cell_name(10, width=8)
    'r2c3'
    """
    row, column = divmod(cell, width)
    return f"r{row + 1}c{column + 1}"


def parse_cell(name: str, width: int, height: int) -> Cell:
    """Return the cell with this name on a board: the inverse of `cell_name`.

    Raises ValueError if `name` is not the name of a cell, or if the board has no such cell.

    >>> parse_cell("r2c3", width=8, height=8)
    10
    """
    match = _CELL_NAME.fullmatch(name)
    if match is None:
        raise ValueError(f"expected a cell such as r3c4, not {name!a}")
    row, column = int(match[1]), int(match[2])
    if not (1 <= row <= height and 1 <= column <= width):
        raise ValueError(f"{name} is outside the {width}x{height} board")
    return (row - 1) * width + column - 1


def line_name(line: Line, height: int) -> str:
    """Return the name of a line, as used in sentences. Rows and columns are counted from 1.

    The function does not check whether a board has this line.

    >>> line_name(2, height=8), line_name(12, height=8)
    ('row 3', 'column 5')
    """
    return f"row {line + 1}" if line < height else f"column {line - height + 1}"
