"""A row a line, where a space is an empty cell. Ends of rows may be missing, as editors cut them off."""

from __future__ import annotations

from collections.abc import Iterator

from binairo_tui.engine import Puzzle
from binairo_tui.engine.puzzle import MAX_SIZE
from binairo_tui.formats.base import CannotWriteError, ReadPuzzle, error
from binairo_tui.formats.cells import Row, puzzle_of


def read(text: str) -> Iterator[ReadPuzzle]:
    """The puzzle of a block of lines: as wide as its longest row, at least as wide as it is high."""
    lines = [line.rstrip() for line in text.split("\n")]
    width = max(len(lines), *map(len, lines))
    if width > MAX_SIZE:
        number, line = max(enumerate(lines, 1), key=lambda item: len(item[1]))
        raise error(f"more than {MAX_SIZE} cells in a row", number, min(len(line), MAX_SIZE + 1))
    columns = tuple(range(1, width + 1))
    rows = [Row(number, line.ljust(width).replace(" ", "."), columns) for number, line in enumerate(lines, 1)]
    yield ReadPuzzle(puzzle_of(rows))


def write(puzzle: Puzzle) -> str:
    """Rows of spaces, `0` and `1`. CannotWriteError where the edges of the grid cannot be told."""
    rows = [row.replace(".", " ") for row in puzzle.geometry.rows(puzzle.givens)]
    is_wide = any(row.endswith(("0", "1")) for row in rows)
    if puzzle.width < puzzle.height or not (rows[0].strip() and rows[-1].strip() and is_wide):
        raise CannotWriteError("With spaces for empty cells the edges of this grid could not be told: take bars.")
    return "\n".join(rows)
