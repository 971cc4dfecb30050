"""Reads the puzzle in a picture."""

from typing import NamedTuple

from binairo_tui.engine import Puzzle, Sign, cell_name, geometry
from binairo_tui.engine.puzzle import size_fault
from binairo_tui.screenshots import cells, lattice, opening, regions, signs
from binairo_tui.screenshots.errors import PictureError

LEAST_CONFIDENCE = 0.35
"""A cell or sign that is less sure, on a scale from 0 to 1, is unsure."""


class Reading(NamedTuple):
    """The puzzle in a picture as far as it can be read.

    `confidence` is that of each cell, row by row, from 0 to 1. `unsure` holds the names of the cells, and pairs of
    cells with signs between them, that are unsure. `is_named` says whether the picture tells which kind is 0; otherwise
    `exchanged` may be meant.
    """

    puzzle: Puzzle
    confidence: tuple[float, ...]
    unsure: tuple[str, ...]
    is_named: bool

    @property
    def exchanged(self) -> "Reading":
        """The reading in which the kinds are exchanged."""
        return self._replace(puzzle=exchanged(self.puzzle))


def exchanged(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with 0 and 1 exchanged."""
    text = puzzle.geometry.text(puzzle.givens).translate(str.maketrans("01", "10"))
    return puzzle.with_givens(puzzle.geometry.position(text))


def read_picture(data: bytes) -> Reading:
    """Return the puzzle in a PNG, JPEG, WebP or GIF file. Raises PictureError."""
    pixels = opening.decode(data)
    if min(pixels.shape[:2]) < 16:
        raise PictureError(f"the picture is too small: {pixels.shape[1]}x{pixels.shape[0]} pixels")
    found = lattice.find_lattice(regions.edges_of(pixels))
    if fault := size_fault(found.columns, found.rows):
        raise PictureError(f"the grid seems to have {found.columns}x{found.rows} cells: {fault}")
    kinds = cells.find_kinds(cells.cut(pixels, found))
    seen = signs.find_signs(pixels, found)
    texts = {-1: ".", kinds.zero: "0", 1 - kinds.zero: "1"}
    text = "".join([texts[int(kind)] for kind in kinds.kind])
    puzzle = Puzzle(
        found.columns, found.rows, geometry(found.columns, found.rows).position(text), sorted([it.sign for it in seen])
    )
    unsure = [cell_name(cell, found.columns) for cell, sure in enumerate(kinds.confidence) if sure < LEAST_CONFIDENCE]
    unsure += [_sign_name(it.sign, found.columns) for it in seen if it.confidence < LEAST_CONFIDENCE]
    return Reading(puzzle, tuple(map(float, kinds.confidence)), tuple(unsure), kinds.is_named)


def _sign_name(sign: Sign, width: int) -> str:
    return f"{cell_name(sign.a, width)}{'=' if sign.same else 'x'}{cell_name(sign.b, width)}"
