"""Board layout: the zoom, what is around the cells, and scrolling, in columns and lines of characters.

          | column numbers           | row counters
          |                          | 0 1
       1  |  1  ·  0  ·              | 1 2
       2  |  ·  ·  1  ·              | 2 1
       0  |  1  2  1  2    column counters, a line for each value
       1  |  1  2  1  2

Numbers and counters stay in place while the cells scroll. Also where a cursor goes on a board.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from binairo_tui.engine import Cell, Geometry, Line, Puzzle


class Area(NamedTuple):
    """A rectangle in columns and lines, from the top left of the widget."""

    x: int
    y: int
    width: int
    height: int


class Zoom(NamedTuple):
    """The size of one cell."""

    width: int
    height: int

    @property
    def glyph(self) -> tuple[int, int]:
        """The column and line of the value within the cell."""
        return self.width // 2, (self.height - 1) // 2

    @property
    def name(self) -> str:
        """The value of the setting `zoom`, such as `3x1`."""
        return f"{self.width}x{self.height}"


class Gutters(NamedTuple):
    """What is drawn around the cells."""

    numbers: bool
    row_counters: bool
    column_counters: bool


ZOOMS = (Zoom(7, 3), Zoom(5, 2), Zoom(3, 1), Zoom(2, 1))
ZOOMS_WITH_SIGNS = (Zoom(7, 3), Zoom(5, 2), Zoom(3, 2), Zoom(3, 1), Zoom(2, 1))
GUTTER_CHOICES = (
    Gutters(True, True, True),
    Gutters(True, True, False),
    Gutters(True, False, False),
    Gutters(False, False, False),
)
ROOM_FOR_SIGNS = 3
"""The least width of a cell with room for signs; otherwise the panel names those of the cursor's cell."""
LEAST_TERMINAL = (32, 8)
"""The least columns and lines of a terminal in which lists, texts and a scrolling board are usable."""
LEAST_VIEW = (8, 6)
"""Columns and rows of cells that a scrolling board must show before anything is drawn around them."""


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """The layout of a board of `columns` x `rows` cells, `view_columns` x `view_rows` of which are in view.

    `left` and `top` are the blank columns and lines before it, `first_column` and `first_row` the first cells in view.
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

    @property
    def number_width(self) -> int:
        """The columns for row numbers, including the blank after them."""
        return len(str(self.rows)) + 1 if self.gutters.numbers else 0

    @property
    def counter_width(self) -> int:
        """The columns for one of the two counters of a row, including the blank before it."""
        return len(str((self.columns + 1) // 2)) + 1 if self.gutters.row_counters else 0

    @property
    def has_room_for_signs(self) -> bool:
        """Whether signs are drawn between the cells."""
        return self.zoom.width >= ROOM_FOR_SIGNS

    @property
    def cells_area(self) -> Area:
        """The area of the cells in view."""
        return Area(
            self.left + self.number_width,
            self.top + self.gutters.numbers,
            self.view_columns * self.zoom.width,
            self.view_rows * self.zoom.height,
        )

    def cell_area(self, cell: Cell) -> Area | None:
        """Return the area of a cell; None if it is not in view."""
        row, column = divmod(cell, self.columns)
        x, y = self._column_x(column), self._row_y(row)
        return None if x is None or y is None else Area(x, y, *self.zoom)

    def cell_at(self, x: int, y: int) -> Cell | None:
        """Return the cell at a column and line; None if there is none."""
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
        x = self._column_x(line - self.rows)
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
        column_x = self._column_x(line - self.rows)
        if column_x is None or not self.gutters.column_counters:
            return None
        return Area(column_x, cells.y + cells.height + value, self.zoom.width, 1)

    def line_cells(self, line: Line) -> range:
        """Return the cells of a row or column."""
        if line < self.rows:
            return range(line * self.columns, (line + 1) * self.columns)
        return range(line - self.rows, self.rows * self.columns, self.columns)

    def showing(self, cell: Cell) -> BoardLayout:
        """Return the layout scrolled as far as needed to have a cell and its neighbours in view.

        It scrolls by half a view: each scroll redraws the board, which is slow over a slow line.
        """
        row, column = divmod(cell, self.columns)
        return self._scrolled_to(
            _scrolled(self.first_row, self.view_rows, self.rows, row),
            _scrolled(self.first_column, self.view_columns, self.columns, column),
        )

    def showing_line(self, line: Line) -> BoardLayout:
        """Return the layout scrolled as far as needed to have the nearest part of a row or column in view."""
        if line < self.rows:
            return self.showing(line * self.columns + self.first_column + self.view_columns // 2)
        return self.showing((self.first_row + self.view_rows // 2) * self.columns + line - self.rows)

    def scrolled_by(self, rows: int, columns: int) -> BoardLayout:
        """Return the layout scrolled by some rows and columns, at most to the edges; the cursor may leave the view."""
        return self._scrolled_to(
            min(max(self.first_row + rows, 0), self.rows - self.view_rows),
            min(max(self.first_column + columns, 0), self.columns - self.view_columns),
        )

    def _scrolled_to(self, first_row: int, first_column: int) -> BoardLayout:
        if (first_row, first_column) == (self.first_row, self.first_column):
            return self
        return replace(self, first_row=first_row, first_column=first_column)

    def _column_x(self, column: int) -> int | None:
        index = column - self.first_column
        return self.left + self.number_width + index * self.zoom.width if 0 <= index < self.view_columns else None

    def _row_y(self, row: int) -> int | None:
        index = row - self.first_row
        return self.top + self.gutters.numbers + index * self.zoom.height if 0 <= index < self.view_rows else None


def is_too_small(columns: int, lines: int) -> bool:
    """Return whether a terminal of this size is too small for the screens."""
    return columns < LEAST_TERMINAL[0] or lines < LEAST_TERMINAL[1]


def fit(puzzle: Puzzle, width: int, height: int, *, zoom: Zoom | None = None, counters: bool = True) -> BoardLayout:
    """Return the best layout of a puzzle on `width` columns and `height` lines, either of which may be 0.

    Where room is short, the zoom shrinks first; then column counters, row counters and numbers are left out; last the
    board scrolls. Signs between rows keep a line of their own until column counters are left out. A `zoom` out of
    `zooms` is kept in any case; `counters` False leaves counters out.
    """
    gutter_choices = GUTTER_CHOICES if counters else GUTTER_CHOICES[2:]
    choices = zooms(puzzle) if zoom is None else (zoom,)
    for gutters, size in _by_preference(gutter_choices, choices):
        layout = BoardLayout(puzzle.width, puzzle.height, size, gutters, puzzle.width, puzzle.height)
        if not _is_legible(layout):
            continue
        if _outer_width(layout) <= width and _outer_height(layout) <= height:
            return replace(layout, left=(width - _outer_width(layout)) // 2, top=(height - _outer_height(layout)) // 2)
    return _scrolling(puzzle, choices[-1], gutter_choices, width, height)


def least_size(puzzle: Puzzle) -> tuple[int, int]:
    """Return the columns and lines of a board with the smallest cells, numbers and counters."""
    layout = BoardLayout(puzzle.width, puzzle.height, ZOOMS[-1], GUTTER_CHOICES[0], puzzle.width, puzzle.height)
    return _outer_width(layout), _outer_height(layout)


def _by_preference(gutter_choices: Sequence[Gutters], choices: Sequence[Zoom]) -> Iterator[tuple[Gutters, Zoom]]:
    """Yield what to try, the best first."""
    if choices == ZOOMS_WITH_SIGNS:
        yield from product(gutter_choices[:2], [size for size in choices if size.height > 1])
    yield from product(gutter_choices, choices)


def _is_legible(layout: BoardLayout) -> bool:
    """Return whether column counters, if there are any, do not touch."""
    return not layout.gutters.column_counters or len(str(layout.rows // 2)) < layout.zoom.width


def zooms(puzzle: Puzzle) -> tuple[Zoom, ...]:
    """Return the sizes of a puzzle's cells, largest first; with signs below cells, one has a line for them."""
    return ZOOMS_WITH_SIGNS if any(sign.b - sign.a > 1 for sign in puzzle.signs) else ZOOMS


def next_zoom(puzzle: Puzzle, zoom: Zoom, way: int) -> Zoom | None:
    """Return the next larger (`way` 1) or smaller (-1) size of a puzzle's cells; None if there is none."""
    if way > 0:
        return min([it for it in zooms(puzzle) if it > zoom], default=None)
    return max([it for it in zooms(puzzle) if it < zoom], default=None)


def _scrolling(puzzle: Puzzle, zoom: Zoom, gutter_choices: Sequence[Gutters], width: int, height: int) -> BoardLayout:
    least_columns, least_rows = min(LEAST_VIEW[0], puzzle.width), min(LEAST_VIEW[1], puzzle.height)
    for gutters in gutter_choices:
        bare = BoardLayout(puzzle.width, puzzle.height, zoom, gutters, 0, 0)
        if not _is_legible(bare):
            continue
        view_columns = min((width - _outer_width(bare)) // zoom.width, puzzle.width)
        view_rows = min((height - _outer_height(bare)) // zoom.height, puzzle.height)
        if view_columns >= least_columns and view_rows >= least_rows:
            break
    return replace(bare, view_columns=max(view_columns, 1), view_rows=max(view_rows, 1))


def _outer_width(layout: BoardLayout) -> int:
    counters = 1 + 2 * layout.counter_width if layout.gutters.row_counters else 0
    return layout.number_width + layout.view_columns * layout.zoom.width + counters


def _outer_height(layout: BoardLayout) -> int:
    return layout.gutters.numbers + layout.view_rows * layout.zoom.height + 2 * layout.gutters.column_counters


def _scrolled(first: int, view: int, count: int, index: int) -> int:
    """Return the first of `view` out of `count` items to show so that `index` and its neighbours are among them."""
    margin = 1 if view >= 4 else 0
    is_seen = first + (margin if first > 0 else 0) <= index < first + view - (margin if first + view < count else 0)
    return first if is_seen else min(max(index - view // 2, 0), count - view)


def neighbour(board: Geometry, cell: Cell, rows: int, columns: int, *, wrap: bool) -> Cell:
    """Return the cell so many rows down and columns to the right; at an edge stop, or with `wrap` go around."""
    row, column = divmod(cell, board.width)
    row, column = row + rows, column + columns
    if wrap:
        row, column = row % board.height, column % board.width
    return min(max(row, 0), board.height - 1) * board.width + min(max(column, 0), board.width - 1)


def line_end(board: Geometry, cell: Cell, line: str, end: int) -> Cell:
    """Return the first cell (`end` 0) or the last (-1) of the `row` or `column` of a cell."""
    row, column = board.lines_of(cell)
    return board.line_cells[row if line == "row" else column][end]
