"""Binoxxo: one row per line, with `x` for 1, `o` for 0 and numbers of empty cells: `1oo3o`. Row ends may be missing."""

import re
from collections.abc import Iterator

from binairo_tui.engine import Puzzle
from binairo_tui.engine.puzzle import MAX_SIZE
from binairo_tui.formats.base import CannotWriteError, ReadPuzzle, error, make_puzzle

_LETTERS = str.maketrans("01", "ox")
_CELLS = {"x": "1", "X": "1", "o": "0", "O": "0", **{str(count): "." * count for count in range(1, 10)}}


def read(text: str) -> Iterator[ReadPuzzle]:
    """Yield the puzzle in a block of lines. It is as wide as its longest row, and at least as wide as tall."""
    rows: list[str] = []
    for number, line in enumerate(text.rstrip().split("\n"), 1):
        if number > MAX_SIZE:
            raise error(f"more than {MAX_SIZE} rows without a blank line", number)
        rows.append(_row(number, line))
    width = max(len(rows), *map(len, rows))
    yield ReadPuzzle(make_puzzle(width, len(rows), "".join([row.ljust(width, ".") for row in rows])))


def write(puzzle: Puzzle) -> str:
    """Return the rows, including trailing empty cells.

    Raises CannotWriteError if the board is taller than it is wide, because it would be read as a square.
    """
    if puzzle.width < puzzle.height:
        raise CannotWriteError("Binoxxo's format cannot hold grids that are taller than they are wide.")
    letters = [row.translate(_LETTERS) for row in puzzle.geometry.rows(puzzle.givens)]
    return "\n".join([re.sub(r"\.{1,9}", lambda run: str(len(run[0])), row) for row in letters])


def _row(number: int, line: str) -> str:
    cells = ""
    for column, character in enumerate(line, 1):
        if character in _CELLS:
            cells += _CELLS[character]
        elif not character.isspace():
            raise error(f"expected 'x', 'o' or 1 to 9, found {character!r}", number, column)
        if len(cells) > MAX_SIZE:
            raise error(f"more than {MAX_SIZE} cells in this row", number, column)
    return cells
