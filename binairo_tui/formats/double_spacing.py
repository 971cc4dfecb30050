"""Double-spaced grids: joins rows that have a blank line between them."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice

from binairo_tui.engine import puzzle
from binairo_tui.formats import base, detect, literals
from binairo_tui.formats.splitting import Piece


def join_rows(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Yield the pieces of a text, with the rows of every double-spaced grid joined to one piece.

    Such a grid has at least four rows with the same number of cells and exactly one blank line between them. As a row
    must not be a puzzle itself, the number of cells is not a square, or it is four. Rows that fill several squares are
    several grids, even without a second blank line between the squares.
    """
    for is_row, group in groupby(enumerate(pieces), _spacing):
        rows = [piece for _, piece in islice(group, puzzle.MAX_SIZE + 1 if is_row is not None else 0)]
        yield from rows if len(rows) > puzzle.MAX_SIZE else _joined(rows)
        yield from (piece for _, piece in group)


def _spacing(numbered: tuple[int, Piece]) -> int | None:
    """Return a number that is the same for rows with one blank line between them; None for all other pieces."""
    count, piece = numbered
    return piece.line - 2 * count if _width(piece) else None


def _width(piece: Piece) -> int:
    """Return the number of cells in a piece that may be a row of a double-spaced grid, or 0 if it cannot be one."""
    width = len("".join(piece.text.split())) if piece.format == "line" else 0
    is_row = literals.FEWEST <= width <= puzzle.MAX_SIZE and (width == literals.FEWEST or not base.side_of(width))
    return width if is_row else 0


def _joined(rows: Sequence[Piece]) -> Sequence[Piece]:
    widths = {_width(row) for row in rows}
    if len(rows) < literals.FEWEST or len(widths) > 1:
        return rows
    width = widths.pop()
    height = width if len(rows) % width == 0 else len(rows)
    texts = [row.text for row in rows]
    if puzzle.size_fault(width, height) or (height != width and base.side_of(width)):
        return rows
    if detect.block_format(texts) != "rows":
        return rows
    grids = range(0, len(rows), height)
    return [Piece("rows", rows[at].line, "\n\n".join(texts[at : at + height])) for at in grids]
