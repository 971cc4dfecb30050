"""Grids as rows of cells: `rows`, `spaces`, `long`, `line` and `0hh1-page`, which differ in their separators."""

import re
from collections.abc import Iterator
from itertools import islice

from binairo_tui.engine import Puzzle
from binairo_tui.engine.puzzle import MAX_SIZE, size_fault
from binairo_tui.formats import base, cells, detect

_SQUARE = 36
"""Number of cells in another row that, like those in `AMBIGUOUS`, could be taken for a whole square grid."""
_SHORTEST = 4
"""Number of cells in the shortest row that `0hh1-page` can represent."""
_FROM_PAGE = str.maketrans("xXyYbB", "..0011")
_TO_PAGE = str.maketrans(".01", "xyb")


def read_rows(text: str) -> Iterator[base.ReadPuzzle]:
    """Yield the puzzle in lines of one row each. The cells may be any symbols, and may be separated by white space."""
    lines = (base.TextLine(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip())
    yield cells.read_grid([cells.row_of(line) for line in islice(lines, MAX_SIZE + 1)])  # up to the first row too many


def write_rows(puzzle: Puzzle) -> str:
    """Return rows of `.`, `0` and `1`, with spaces between cells if a row could be taken for a whole puzzle."""
    gap = " " if puzzle.width in (*detect.AMBIGUOUS, _SQUARE) else ""
    return "\n".join([gap.join(row) for row in puzzle.geometry.rows(puzzle.givens)])


def read_spaces(text: str) -> Iterator[base.ReadPuzzle]:
    """Yield the puzzle in lines of one row each, with spaces for empty cells.

    Trailing spaces may be missing, because editors remove them. The grid is as wide as its longest row, and at least as
    wide as tall.
    """
    lines = [line.rstrip() for line in text.split("\n")]
    width = max(len(lines), *map(len, lines))
    if len(lines) > MAX_SIZE:
        raise base.error(f"more than {MAX_SIZE} rows without a blank line", MAX_SIZE + 1)
    if width > MAX_SIZE:
        number, line = max(enumerate(lines, 1), key=lambda item: len(item[1]))
        raise base.error(f"more than {MAX_SIZE} cells in a row", number, min(len(line), MAX_SIZE + 1))
    if size_fault(width, len(lines)) and not any(line[1::2].strip() for line in lines):
        yield from read_rows(text)  # says which row has too few cells: the spaces are between cells
        return
    columns = tuple(range(1, width + 1))
    rows = [base.Row(number, line.ljust(width).replace(" ", "."), columns) for number, line in enumerate(lines, 1)]
    yield cells.read_grid(rows)


def write_spaces(puzzle: Puzzle) -> str:
    """Return rows of spaces, `0` and `1`. Raises CannotWriteError if the size of the grid would be lost."""
    rows = [row.replace(".", " ") for row in puzzle.geometry.rows(puzzle.givens)]
    is_wide = any(row.endswith(("0", "1")) for row in rows)
    if puzzle.width < puzzle.height or not (rows[0].strip() and rows[-1].strip() and is_wide):
        raise base.CannotWriteError("With spaces for empty cells, the edges of this grid would be lost: use bars.")
    return "\n".join(rows)


def read_long(text: str) -> Iterator[base.ReadPuzzle]:
    """Yield the puzzle whose rows are on one line, separated by spaces: the "long" form in takuzu-vue."""
    yield cells.read_grid(_groups(text, r"\S+"))


def write_long(puzzle: Puzzle) -> str:
    """Return rows of `.`, `0` and `1` on one line."""
    return " ".join(puzzle.geometry.rows(puzzle.givens))


def read_line(text: str) -> Iterator[base.ReadPuzzle]:
    """Yield the puzzle whose cells fill a square grid, on one line without a size, as gotak and takuzu-vue write it."""
    row = cells.row_of(base.TextLine(1, text))
    side = base.side_of(len(row.cells))
    if side is None:
        cells.check_symbols([row])  # raises first if a character is not a cell
        raise cells.row_error(
            f"{len(row.cells)} cells do not fill a square grid; for other grids, write the size first: 'WxH;'", row
        )
    starts = range(0, len(row.cells), side)
    yield cells.read_grid([base.Row(1, row.cells[i : i + side], row.columns[i : i + side]) for i in starts])


def write_line(puzzle: Puzzle) -> str:
    """Return the cells, row by row, as `.`, `0` and `1`."""
    return puzzle.geometry.text(puzzle.givens)


def read_0hh1_page(text: str) -> Iterator[base.ReadPuzzle]:
    """Yield the puzzle in rows joined by `-`, with `x` for an empty cell, `y` for 0 and `b` for 1.

    A web page that solves levels of 0h h1 uses this format.
    """
    rows = _groups(text.translate(_FROM_PAGE), r"[^\s-]+")
    if not rows:
        raise base.error("expected rows such as 'yxbb-xxxx'")
    yield cells.read_grid(rows)


def write_0hh1_page(puzzle: Puzzle) -> str:
    """Return rows of `x`, `y` and `b` joined by `-`. Raises CannotWriteError if rows have fewer than four cells."""
    if puzzle.width < _SHORTEST:
        raise base.CannotWriteError(f"Rows of fewer than {_SHORTEST} cells cannot be told apart from words.")
    return "-".join([row.translate(_TO_PAGE) for row in puzzle.geometry.rows(puzzle.givens)])


def _groups(text: str, pattern: str) -> list[base.Row]:
    """Return a row for each match of a pattern in a line, up to one row more than a puzzle can have."""
    matches = islice(re.finditer(pattern, text), MAX_SIZE + 1)
    return [base.Row(1, match[0], tuple(range(match.start() + 1, match.end() + 1))) for match in matches]
