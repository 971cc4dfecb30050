"""Board layout: the zoom, what is around the cells, and scrolling, in columns and lines of characters.

          | column numbers           | row counters
          |                          | 0 1
       1  |  1  ·  0  ·              | 1 2
       2  |  ·  ·  1  ·              | 2 1
       0  | 1 1 2 1                  column counters
       1  | 2 1 0 1

Numbers and counters stay in place while the cells scroll. Large cells are tiles with gaps between them. Rings are drawn
in the gaps. A tile takes an odd number of whole lines, and its value is on the middle one. If the height of a cell is
even, its last line is the gap. If the height is odd, the tile also takes equal parts of the cell's first and last
lines; the rest of both lines is the gap. Cells two lines high are joined: they have no gaps, and each takes half of the
line above its value and half of the line below it. In a terminal whose half blocks do not reach the edges of a line,
each takes the whole line below its value.
"""

from collections.abc import Sequence
from typing import NamedTuple, Self

from binairo_tui.engine import Cell, Line


class Area(NamedTuple):
    """A rectangle in columns and lines, measured from the top left corner of the widget."""

    x: int
    y: int
    width: int
    height: int


class Zoom(NamedTuple):
    """The size of a cell in columns and lines, including the gap after it unless cells are joined.

    If `is_whole`, tiles and rings are drawn without block elements that need to meet, and joined cells share no lines.
    """

    width: int
    height: int
    is_joined: bool = False
    is_whole: bool = False

    @property
    def glyph(self) -> tuple[int, int]:
        """The column and line of the value within the cell."""
        return (self.width - self.is_tall) // 2, (self.height - 1) // 2

    @property
    def name(self) -> str:
        """The name of this size in the setting `zoom`, such as `3x1`."""
        return f"{self.width}x{self.height}"

    @property
    def is_tall(self) -> bool:
        """Whether a cell is more than one line high."""
        return self.height > 1

    @property
    def has_gaps(self) -> bool:
        """Whether there are gaps between the cells: one column wide, and one line or parts of two lines high."""
        return self.is_tall and not self.is_joined

    @property
    def has_lines_between(self) -> bool:
        """Whether the last line of each cell lies between rows, as a gap or as a line shared by joined cells.

        In cells of an odd height, tiles take parts of the first and last lines instead.
        """
        return self.height % 2 == 0


class Gutters(NamedTuple):
    """The parts that can be drawn around the cells, each True if it is drawn.

    `margin` means that there is a line above the cells, either blank or shared with the first row. `position` means
    that a line names the rows and columns in view. `is_tight` means that there is no gap below the last row.
    """

    numbers: bool
    row_counters: bool
    column_counters: bool
    margin: bool = False
    position: bool = False
    is_tight: bool = False


Zooms = Sequence[Zoom]
_LARGE = tuple([Zoom(*it) for it in ((16, 8), (14, 7), (12, 6), (10, 5), (8, 4), (6, 3))])
_SMALL = (Zoom(3, 1), Zoom(2, 1))
JOINED = (Zoom(5, 2, True), Zoom(4, 2, True))
ZOOMS = (*_LARGE, *JOINED, *_SMALL)
WHOLE_ZOOMS = (*[it._replace(is_whole=True) for it in (*_LARGE, *JOINED)], Zoom(4, 2), *_SMALL)
"""The sizes of cells on a terminal whose half blocks do not reach the edges of a line."""
UNJOINED_ZOOMS = (*_LARGE, Zoom(4, 2), *_SMALL)
"""The sizes of cells on a terminal that cannot show colours or half characters."""
MOST_TRIMMED = 4
"""If a picture has no room for joined cells of at most this width, the first and the last row lose half a line of their
height before smaller cells are tried."""
ROOM_FOR_SIGNS = 3
"""The minimum width of a cell one line high with room for a sign after the value."""
LEAST_TERMINAL = (32, 8)
"""The minimum width and height of a terminal in which lists, texts and a scrolling board are usable."""


class BoardLayout(NamedTuple):
    """The layout of a board of `columns` x `rows` cells, `view_columns` x `view_rows` of which are in view.

    `left` and `top` are the blank columns and lines before the board, and `first_column` and `first_row` the first
    column and row of cells in view.
    """

    columns: int
    rows: int
    zoom: Zoom
    gutters: Gutters
    view_columns: int
    view_rows: int
    left: int = 0
    top: int = 0
    first_column: int = 0
    first_row: int = 0
    has_signs: bool = False

    @property
    def number_width(self) -> int:
        """The number of columns before the cells: for row numbers and a blank, or for a ring at the left edge."""
        return len(str(self.rows)) + 1 if self.gutters.numbers else int(self.zoom.has_gaps)

    @property
    def counter_lines(self) -> int:
        """The number of lines for column counters below the cells: one for zeros and one for ones, or none."""
        return 2 if self.gutters.column_counters else 0

    @property
    def counter_width(self) -> int:
        """The width of one row counter with the blank before it; 0 if there are no row counters."""
        return len(str((self.columns + 1) // 2)) + 1 if self.gutters.row_counters else 0

    @property
    def size(self) -> tuple[int, int]:
        """The number of columns and lines that the cells in view take, with everything drawn around them."""
        gutters = self.gutters
        beside = self.number_width + (1 + 2 * self.counter_width if gutters.row_counters else 0)
        around = gutters.numbers + gutters.margin + self.counter_lines + gutters.position - gutters.is_tight
        return beside + self.view_columns * self.zoom.width, around + self.view_rows * self.zoom.height

    @property
    def has_room_for_signs(self) -> bool:
        """Whether signs between rows have room on the board; if not, the panel names the signs of the current cell."""
        return self.zoom.is_tall

    @property
    def cells_area(self) -> Area:
        return Area(
            self.left + self.number_width,
            self.top + self.gutters.numbers + self.gutters.margin,
            self.view_columns * self.zoom.width,
            self.view_rows * self.zoom.height - self.gutters.is_tight,
        )

    def cell_area(self, cell: Cell) -> Area | None:
        """Return the area of a cell with the gap after it; None if it is not in view."""
        row, column = divmod(cell, self.columns)
        x, y = self._visible_x(column), self._row_y(row)
        if x is None or y is None:
            return None
        width, height = self.zoom[:2]
        return Area(x, y, width, height - (self.gutters.is_tight and row == self.rows - 1))

    def ring_area(self, cell: Cell) -> Area | None:
        """Return the area of a cell with the ring around it; None if the cell is not in view."""
        area = self.cell_area(cell)
        if area is None:
            return None
        (x, y, _, _), (width, height) = area, self.zoom[:2]
        if self.zoom.is_tall:
            above = min(y, 1) if self.zoom.has_lines_between else 0
            before = int(self.zoom.has_gaps)
            return Area(x - before, y - above, width + before, height + above)
        return Area(x, y, width + 1, 1) if width < ROOM_FOR_SIGNS else area

    def cell_at(self, x: int, y: int) -> Cell | None:
        """Return the cell at column `x` and line `y` of the widget; None if there is no cell."""
        cells = self.cells_area
        if not (0 <= x - cells.x < cells.width and 0 <= y - cells.y < cells.height):
            return None
        column, row = (x - cells.x) // self.zoom.width, (y - cells.y) // self.zoom.height
        return (self.first_row + row) * self.columns + self.first_column + column

    def number_area(self, line: Line) -> Area | None:
        """Return the area of the number of a row or column; None if it is not shown."""
        if not self.gutters.numbers:
            return None
        if line < self.rows:
            y = self._row_y(line)
            return None if y is None else Area(self.left, y + self.zoom.glyph[1], self.number_width, 1)
        x = self._visible_x(line - self.rows)
        return None if x is None else Area(x, self.top, self.zoom.width, 1)

    def counter_area(self, line: Line, value: int) -> Area | None:
        """Return the area of a line's counter of zeros (value 0) or ones (1); None if it is not shown."""
        cells = self.cells_area
        if line < self.rows:
            y = self._row_y(line)
            if y is None or not self.gutters.row_counters:
                return None
            x = cells.x + cells.width + 1 + value * self.counter_width
            return Area(x, y + self.zoom.glyph[1], self.counter_width, 1)
        column_x = self._visible_x(line - self.rows)
        if column_x is None or not self.gutters.column_counters:
            return None
        return Area(column_x, cells.y + cells.height + value, self.zoom.width, 1)

    @property
    def columns_in_view(self) -> range:
        return range(self.first_column, self.first_column + self.view_columns)

    def columns_between(self, start: int, end: int) -> range:
        """Return the columns of cells that are at least partly within columns `start` to `end` - 1 of the widget."""
        x, width, view = self.left + self.number_width, self.zoom.width, self.columns_in_view
        return view[max((start - x) // width, 0) : max(-((x - end) // width), 0)]

    def column_x(self, column: int) -> int:
        """Return the column of the widget at which a column of cells begins, even if it is not in view."""
        return self.left + self.number_width + (column - self.first_column) * self.zoom.width

    @property
    def position_y(self) -> int | None:
        """The line of the widget that names the rows and columns in view; None if there is none."""
        cells = self.cells_area
        return cells.y + cells.height + self.counter_lines if self.gutters.position else None

    def showing(self, cell: Cell) -> Self:
        """Return the layout with a cell and its neighbours in view, scrolled only if necessary.

        If scrolling is necessary, the cell comes to the middle of the view, so that the next scroll is not needed
        soon. Each scroll redraws the board, which takes time on a slow connection.
        """
        row, column = divmod(cell, self.columns)
        return self._replace(
            first_row=_scrolled(self.first_row, self.view_rows, self.rows, row),
            first_column=_scrolled(self.first_column, self.view_columns, self.columns, column),
        )

    def showing_line(self, line: Line) -> Self:
        """Return the layout with a part of a row or column in view; it is never scrolled along this line."""
        if line < self.rows:
            return self.showing(line * self.columns + self.first_column + self.view_columns // 2)
        return self.showing((self.first_row + self.view_rows // 2) * self.columns + line - self.rows)

    def scrolled_by(self, rows: int, columns: int) -> Self:
        """Return the layout scrolled by some rows and columns, at most to the edges; the cursor may leave the view."""
        return self._replace(
            first_row=min(max(self.first_row + rows, 0), self.rows - self.view_rows),
            first_column=min(max(self.first_column + columns, 0), self.columns - self.view_columns),
        )

    def _visible_x(self, column: int) -> int | None:
        return self.column_x(column) if column in self.columns_in_view else None

    def _row_y(self, row: int) -> int | None:
        index = row - self.first_row
        return self.cells_area.y + index * self.zoom.height if 0 <= index < self.view_rows else None


def is_too_small(columns: int, lines: int) -> bool:
    return columns < LEAST_TERMINAL[0] or lines < LEAST_TERMINAL[1]


def zoom_named(name: str, zooms: Zooms = ZOOMS) -> Zoom | None:
    """Return the zoom with this name, or the one nearest to it; None for a name such as `auto` that is no size."""
    width, _, height = name.partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        return None
    return min(zooms, key=lambda it: abs(it.width - int(width)) + 2 * abs(it.height - int(height)))


def next_zoom(zoom: Zoom, way: int, zooms: Zooms = ZOOMS) -> Zoom | None:
    """Return the next larger (`way` 1) or smaller (-1) size of cells; None if there is none."""
    if way > 0:
        return min([it for it in zooms if it > zoom], default=None)
    return max([it for it in zooms if it < zoom], default=None)


def _scrolled(first: int, view: int, count: int, index: int) -> int:
    """Return which of `count` items to show first, so that `index` and its neighbours are among the `view` items shown.

    `first` is the item that is shown first now; it is returned if `index` and its neighbours are in view already.
    """
    margin = 1 if view >= 4 else 0
    is_seen = first + (margin if first > 0 else 0) <= index < first + view - (margin if first + view < count else 0)
    return first if is_seen else min(max(index - view // 2, 0), count - view)
