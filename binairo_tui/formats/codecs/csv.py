"""Spreadsheets: tabs, commas or semicolons separate the cells of a row; an empty field is an empty cell."""

from collections.abc import Iterator

from binairo_tui.engine import Puzzle
from binairo_tui.engine.puzzle import MAX_SIZE
from binairo_tui.formats import base, detect
from binairo_tui.formats.base import Row
from binairo_tui.formats.cells import read_grid


def read(text: str) -> Iterator[base.ReadPuzzle]:
    """Yield the puzzle in a block of lines. If cells are separated by tabs, trailing empty cells may be missing."""
    lines = text.split("\n", MAX_SIZE + 1)[: MAX_SIZE + 1]  # up to the first line too many
    separator = detect.separator_of(lines) or ","
    rows = [_row(number, line, separator) for number, line in enumerate(lines, 1)]
    if separator == "\t":
        width = max(len(rows), *[len(row.cells) for row in rows])
    else:
        width = min([len(row.cells) for row in rows])
    yield read_grid([_fitted(row, width) for row in rows])


def write(puzzle: Puzzle) -> str:
    """Return the rows as 0, 1 and empty fields, separated by commas."""
    return "\n".join([",".join(row).replace(".", "") for row in puzzle.geometry.rows(puzzle.givens)])


def _row(number: int, line: str, separator: str) -> Row:
    cells, columns, start = [], [], 1
    for field in line.split(separator):
        cells.append(field.strip())
        columns.append(start + len(field) - len(field.lstrip()))
        start += len(field) + 1
    return Row(number, cells, tuple(columns))


def _fitted(row: Row, width: int) -> Row:
    """Return the row with empty cells added up to this width, or without an empty cell after the last separator."""
    cells = list(row.cells)
    missing = width - len(cells)
    if missing == -1 and not cells[-1]:  # the line ends in a separator
        return Row(row.line, cells[:-1], row.columns[:-1])
    end = row.columns[-1] + 1
    return Row(row.line, cells + [""] * missing, row.columns + (end,) * missing)
