"""Where a cursor goes on a board. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from binairo_tui.engine import Cell, Geometry


def neighbour(board: Geometry, cell: Cell, rows: int, columns: int, *, wrap: bool) -> Cell:
    """The cell so many rows down and columns to the right; over the edge on the opposite side, or no further."""
    row, column = divmod(cell, board.width)
    row, column = row + rows, column + columns
    if wrap:
        row, column = row % board.height, column % board.width
    return min(max(row, 0), board.height - 1) * board.width + min(max(column, 0), board.width - 1)


def line_end(board: Geometry, cell: Cell, line: str, end: int) -> Cell:
    """The first cell (`end` 0) or the last (-1) of the `row` or `column` of a cell."""
    row, column = board.lines_of(cell)
    return board.line_cells[row if line == "row" else column][end]
