"""Reads the puzzle in a picture."""

from typing import NamedTuple

from binairo_tui.engine import Cell, Puzzle, Sign, cell_name, geometry
from binairo_tui.engine.puzzle import sign_name, size_fault
from binairo_tui.screenshots import cells, lattice, opening, regions, signs
from binairo_tui.screenshots.sources import PictureError

LEAST_CONFIDENCE = 0.35
"""A cell or sign that is less sure, on a scale from 0 to 1, is unsure."""


class Reading(NamedTuple):
    """The puzzle in a picture as far as it can be read.

    `confidence` is that of each cell, row by row, from 0 to 1. `unsure_cells` and `unsure_signs` are those below
    `LEAST_CONFIDENCE`. `is_named` says whether the picture tells which kind is 0; otherwise `exchanged` may be meant.
    """

    puzzle: Puzzle
    confidence: tuple[float, ...]
    unsure_cells: tuple[Cell, ...]
    unsure_signs: tuple[Sign, ...]
    is_named: bool

    @property
    def unsure(self) -> tuple[str, ...]:
        """The names of the cells and signs that are unsure, such as `r2c3` and `r4c5=r4c6`."""
        width = self.puzzle.width
        cells = [cell_name(cell, width) for cell in self.unsure_cells]
        return (*cells, *[sign_name(sign, width) for sign in self.unsure_signs])


def exchanged(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with 0 and 1 exchanged."""
    text = puzzle.geometry.text(puzzle.givens).translate(str.maketrans("01", "10"))
    return puzzle.with_givens(puzzle.geometry.position(text))


def read_picture(data: bytes) -> Reading:
    """Return the puzzle in a PNG, JPEG, WebP or GIF file. Raises PictureError."""
    pixels = opening.decode(data)
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
    cells_below = [cell for cell, sure in enumerate(kinds.confidence) if sure < LEAST_CONFIDENCE]
    signs_below = sorted([it.sign for it in seen if it.confidence < LEAST_CONFIDENCE])
    confidence = tuple(map(float, kinds.confidence))
    return Reading(puzzle, confidence, tuple(cells_below), tuple(signs_below), kinds.is_named)
