"""Reads the puzzle in a picture, and adds its rule, number of solutions and notes, as `formats` does for a text."""

from typing import NamedTuple

from binairo_tui.engine import Cell
from binairo_tui.engine.wording import first_words
from binairo_tui.formats import Imported, Interpretation, Symbols, registry, rule_inference
from binairo_tui.formats.symbols import NOTHING
from binairo_tui.screenshots import reading


class PictureReading(NamedTuple):
    """The puzzle in a picture. `doubt` is a clause that names unsure cells and signs; "" if nothing is unsure.

    `unsure_cells` are all unsure cells, even those that `doubt` leaves out.
    """

    imported: Imported
    doubt: str
    unsure_cells: tuple[Cell, ...]


def import_picture(data: bytes, *, unique_lines: bool | None = None) -> PictureReading:
    """If `unique_lines` is None, the rule is inferred. Raises PictureError, or ImportError for a missing library."""
    seen = reading.read_picture(data)
    read = (seen.puzzle, reading.exchanged(seen.puzzle))
    first, other = (rule_inference.infer_rule(puzzle, unique_lines) for puzzle in read)
    if not seen.is_named and seen.puzzle.width % 2 and other.solution_count == 1 != first.solution_count:
        first, other = other, first  # on an odd board, only one of the two can be meant
    zero, one = ("0", "1") if seen.is_named else ("warmer or lighter", "cooler or darker")
    imported = Imported(
        first.puzzle,
        format=registry.PICTURE.name,
        reason=f"Read from a picture of {first.puzzle.width}x{first.puzzle.height} cells.",
        notes=first.notes,
        solution_count=first.solution_count,
        symbols=Symbols(zero, one, NOTHING, is_guess=not seen.is_named),
        others=(Interpretation(other.puzzle, Symbols(one, zero, NOTHING, is_guess=not seen.is_named)),),
    )
    doubt = f"unsure in the picture: {first_words(seen.unsure, 8)}" if seen.unsure else ""
    return PictureReading(imported, doubt, seen.unsure_cells)
