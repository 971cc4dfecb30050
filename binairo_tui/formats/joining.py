"""Joins rows into grids: rows with a blank line between them, and rows that each have brackets."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice

from binairo_tui.engine import puzzle
from binairo_tui.formats import base, detect, literals
from binairo_tui.formats.splitting import Piece

_FLAT = re.compile(r"\s*\[([^\[\]{}]*)\]")
"""Matches a list at the beginning of a line, whatever follows it."""


def join_rows(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Yield the pieces of a text. If the rows of a grid are separate pieces, they become one piece.

    Such a grid has at least four rows with the same number of cells. Its rows are either lists on successive lines, or
    lines of cells with one blank line between two rows. A line of cells must not be a whole puzzle, so it has four
    cells, or a number of cells that is not a square. If the rows fill several squares, each square is a grid.
    """
    for is_row, group in groupby(enumerate(pieces), _spacing):
        rows = [piece for _, piece in islice(group, puzzle.MAX_SIZE + 1 if is_row is not None else 0)]
        yield from rows if len(rows) > puzzle.MAX_SIZE else _joined(rows)
        yield from (piece for _, piece in group)


def _spacing(numbered: tuple[int, Piece]) -> tuple[str, int] | None:
    """Return a key that lists on successive lines share, and rows with one blank line between them; None for others."""
    count, piece = numbered
    return (piece.format, piece.line - (2 if piece.format else 1) * count) if _width(piece) else None


def _width(piece: Piece) -> int:
    """Return the number of cells in a piece that may be a row of a grid; 0 if the piece cannot be a row."""
    if not piece.format and not piece.fault and (match := _FLAT.match(piece.text)):
        return match[1].count(",") + 1
    width = len("".join(piece.text.split())) if piece.format == "line" else 0
    is_row = literals.FEWEST <= width <= puzzle.MAX_SIZE and (width == literals.FEWEST or not base.side_of(width))
    return width if is_row else 0


def _joined(rows: Sequence[Piece]) -> Sequence[Piece]:
    widths = {_width(row) for row in rows}
    if len(rows) < literals.FEWEST or len(widths) > 1:
        return rows
    width = widths.pop()
    texts = [row.text for row in rows]
    if not rows[0].format:
        is_board = width == len(rows) or not (
            width in detect.AMBIGUOUS or (width > puzzle.MAX_SIZE and base.side_of(width))
        )
        return [Piece(detect.list_format("".join(texts)), rows[0].line, "\n".join(texts))] if is_board else rows
    height = width if len(rows) % width == 0 else len(rows)
    if puzzle.size_fault(width, height) or (height != width and base.side_of(width)):
        return rows
    if detect.block_format(texts) != "rows":
        return rows
    grids = range(0, len(rows), height)
    return [Piece("rows", rows[at].line, "\n\n".join(texts[at : at + height])) for at in grids]
