"""Double-spaced grids: joins rows that have a blank line between them."""

from collections.abc import Iterable, Iterator, Sequence

from binairo_tui.engine import puzzle
from binairo_tui.formats import base, detect, literals
from binairo_tui.formats.splitting import Piece


def join_rows(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Yield the pieces of a text, with the rows of every double-spaced grid joined to one piece.

    Such a grid has at least four rows with the same number of cells and exactly one blank line between them. As a row
    must not be a puzzle itself, the number of cells is not a square, or it is four. Rows that fill several squares are
    several grids, even without a second blank line between the squares.
    """
    rows: list[Piece] = []  # not yielded yet
    count = 0  # rows in succession, more than `rows` if these are too many for a grid
    for piece in pieces:
        if rows and not (_width(piece) and piece.line == rows[-1].line + 2):
            yield from _joined(rows, count)
            rows, count = [], 0
        if not _width(piece):
            yield piece
            continue
        rows.append(piece)
        count += 1
        if count > puzzle.MAX_SIZE:
            yield from rows[:-1]
            del rows[:-1]
    yield from _joined(rows, count)


def _width(piece: Piece) -> int:
    """Return the number of cells in a piece that may be a row of a double-spaced grid, or 0 if it cannot be one."""
    width = len("".join(piece.text.split())) if piece.format == "line" else 0
    is_row = literals.FEWEST <= width <= puzzle.MAX_SIZE and (width == literals.FEWEST or not base.side_of(width))
    return width if is_row else 0


def _joined(rows: Sequence[Piece], count: int) -> Sequence[Piece]:
    widths = {_width(row) for row in rows}
    if count < literals.FEWEST or count != len(rows) or len(widths) > 1:
        return rows
    width = widths.pop()
    height = count if count % width else width
    texts = [row.text for row in rows]
    if puzzle.size_fault(width, height) or (height != width and base.side_of(width)):
        return rows
    if detect.block_format(texts) != "rows":
        return rows
    grids = range(0, count, height)
    return [Piece("rows", rows[at].line, "\n\n".join(texts[at : at + height])) for at in grids]
