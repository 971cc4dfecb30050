"""Reads the puzzle in a picture as `formats` reads one in a text: with its rule, the number of solutions and notes."""

from typing import NamedTuple

from binairo_tui.engine import Cell, Puzzle
from binairo_tui.engine.wording import join_words
from binairo_tui.formats import Imported, Interpretation, Symbols, registry, rule_inference
from binairo_tui.formats.symbols import NOTHING
from binairo_tui.screenshots import reading

MOST_NAMED = 8
"""Limit on the unsure cells and signs that a sentence names."""


class PictureReading(NamedTuple):
    """The puzzle in a picture, and a sentence about what is unsure in it: "" if nothing is.

    `unsure_cells` are the cells that the sentence is about, without signs.
    """

    imported: Imported
    doubt: str
    unsure_cells: tuple[Cell, ...]


def import_picture(data: bytes, *, unique_lines: bool | None = None) -> PictureReading:
    """Return the puzzle in a PNG, JPEG, WebP or GIF file.

    If `unique_lines` is None, the rule is inferred. Raises PictureError, and ImportError if a library is missing.
    """
    seen = reading.read_picture(data)
    first, other = (_with_rule(puzzle, unique_lines) for puzzle in (seen.puzzle, reading.exchanged(seen.puzzle)))
    if not seen.is_named and seen.puzzle.width % 2 and other.solution_count == 1 != first.solution_count:
        first, other = other, first  # on an odd board, only one of the two can be meant
    guessed = Symbols("warmer or lighter", "cooler or darker", NOTHING, is_guess=True)
    symbols = Symbols("0", "1", NOTHING) if seen.is_named else guessed
    imported = Imported(
        first.puzzle,
        format=registry.PICTURE.name,
        reason=f"Read from a picture of {first.puzzle.width}x{first.puzzle.height} cells.",
        notes=first.notes,
        solution_count=first.solution_count,
        symbols=symbols,
        others=(Interpretation(other.puzzle, symbols._replace(zero=symbols.one, one=symbols.zero)),),
    )
    return PictureReading(imported, _doubt(seen.unsure), seen.unsure_cells)


def _with_rule(puzzle: Puzzle, unique_lines: bool | None) -> rule_inference.InferredRule:
    if unique_lines is None:
        return rule_inference.infer_rule(puzzle)
    puzzle = puzzle.with_unique_lines(unique_lines)
    count = rule_inference.count_to_two(puzzle)
    return rule_inference.InferredRule(puzzle, (rule_inference.solution_remark(count),) if count != 1 else (), count)


def _doubt(unsure: tuple[str, ...]) -> str:
    if not unsure:
        return ""
    more = len(unsure) - MOST_NAMED
    named = join_words([*unsure[:MOST_NAMED], *[f"{more} more"] * (more > 0)])
    return f"unsure in the picture: {named}"
