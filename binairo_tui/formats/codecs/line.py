"""All cells of a square grid on one line, with no size: gotak's boards, takuzu-vue's bare boards."""

from __future__ import annotations

from collections.abc import Iterator

from binairo_tui.engine import Puzzle
from binairo_tui.formats.base import Line, ReadPuzzle, side_of
from binairo_tui.formats.cells import Row, find_stranger, puzzle_of, row_error, row_of


def read(text: str) -> Iterator[ReadPuzzle]:
    """The puzzle of a line of cells, with or without white space between them."""
    row = row_of(Line(1, text))
    side = side_of(len(row.cells))
    if side is None:
        find_stranger([row])
        raise row_error(f"{len(row.cells)} cells fill no square grid; before other grids write the size: 'WxH;'", row)
    starts = range(0, len(row.cells), side)
    yield ReadPuzzle(puzzle_of([Row(1, row.cells[i : i + side], row.columns[i : i + side]) for i in starts]))


def write(puzzle: Puzzle) -> str:
    """The cells, row by row, as `.`, `0` and `1`."""
    return puzzle.geometry.text(puzzle.givens)
