"""Line logic: blanks that have the same value in all legal fillings of a line take this value.

    1 . . . . 1     the third 1 can only be in r1c3 or r1c4, or three 0s would stand together
    1 0 . . 0 1     so both ends of the gap are 0 in every filling

This technique finds everything that follows from a single line, including everything that the simpler techniques find
in the line.
"""

from collections.abc import Iterator

from binairo_tui.engine.geometry import EMPTY, Position
from binairo_tui.engine.puzzle import LineSigns, Puzzle
from binairo_tui.engine.techniques.base import (
    Deduction,
    LineDeduction,
    LineTechnique,
    conclusion,
    line_of,
    line_with_signs,
    places_of,
)
from binairo_tui.engine.techniques.line_fillings import count_fillings, fillings, forced_values
from binairo_tui.engine.wording import join_words, run_name

MAX_LISTED = 6
"""Limit on the fillings that a sentence lists."""


def find(text: str, signs: LineSigns) -> Iterator[LineDeduction]:
    """Yield one deduction with all values that the legal fillings of a line share."""
    if forced := forced_values(text, signs):
        yield LineDeduction(tuple(forced), tuple(forced.values()), places_of(text))


def explain(puzzle: Puzzle, position: Position, deduction: Deduction) -> str:
    """Return a sentence such as: Row 5: r5c2-c5 can only be 0110 or 1001, so r5c9 is 1."""
    line = line_of(puzzle, position, deduction.because_lines[0])
    blanks = places_of(line.text, EMPTY)
    found = fillings(line.text, line.signs, MAX_LISTED + 1)
    where = run_name(puzzle, line.cells[blanks[0]], line.cells[blanks[-1]])
    prefix = line_with_signs(puzzle, deduction)
    if len(found) > MAX_LISTED:
        count = count_fillings(line.text, line.signs)
        return f"{prefix}: in all {count} fillings of {where}, {conclusion(puzzle, deduction)}."
    only = join_words([filling[blanks[0] : blanks[-1] + 1] for filling in found]).replace(" and ", " or ")
    return f"{prefix}: {where} can only be {only}, so {conclusion(puzzle, deduction)}."


TECHNIQUE = LineTechnique(
    "line logic", "A value that a cell has in every legal filling of its line is certain.", explain, find
)
