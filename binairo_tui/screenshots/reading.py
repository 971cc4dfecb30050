"""Reads the puzzle in a picture."""

from typing import NamedTuple

import numpy as np

from binairo_tui.engine import Cell, Puzzle, cell_name, geometry
from binairo_tui.engine.puzzle import sign_name, size_fault
from binairo_tui.screenshots import cells, lattice, opening, regions, signs
from binairo_tui.screenshots.sources import PictureError

LEAST_CONFIDENCE = 0.35
"""Cells and signs with a lower confidence (from 0 to 1) are unsure."""


class Reading(NamedTuple):
    """The puzzle in a picture as far as it can be read.

    `unsure_cells` are the cells with a confidence below `LEAST_CONFIDENCE`. `unsure` holds the names of these cells and
    of unsure signs, such as `r2c3` and `r4c5=r4c6`. `is_named` says whether the picture shows which value is 0; if not,
    the right puzzle may be the `exchanged` one.
    """

    puzzle: Puzzle
    unsure_cells: tuple[Cell, ...]
    unsure: tuple[str, ...]
    is_named: bool


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
    values, confidence, is_named, grounds = cells.find_values(pixels, found)
    seen = signs.find_signs(pixels, found, grounds)
    givens = geometry(found.columns, found.rows).position("".join([".01"[value + 1] for value in values]))
    puzzle = Puzzle(found.columns, found.rows, givens, sorted(seen))
    unsure_cells = tuple(np.nonzero(confidence < LEAST_CONFIDENCE)[0].tolist())
    names = (
        *[cell_name(cell, found.columns) for cell in unsure_cells],
        *[sign_name(sign, found.columns) for sign, sure in sorted(seen.items()) if sure < LEAST_CONFIDENCE],
    )
    return Reading(puzzle, unsure_cells, names, is_named)
