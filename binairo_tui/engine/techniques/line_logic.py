"""Line logic: blanks that have the same value in all legal fillings of a line take this value.

    1 . . . . 1     the third 1 can only be in r1c3 or r1c4, or three 0s would stand together
    1 0 . . 0 1     so both ends of the gap are 0 in every filling

This technique finds everything that follows from a single line, including everything that the simpler techniques find
in the line.
"""

from collections.abc import Iterator

from binairo_tui.engine.geometry import EMPTY, Position
from binairo_tui.engine.proof import Premises, Run
from binairo_tui.engine.puzzle import LineSigns, Puzzle
from binairo_tui.engine.techniques.base import (
    Deduction,
    LineDeduction,
    LineTechnique,
    line_of,
    places_of,
    reason,
    signs_in,
)
from binairo_tui.engine.techniques.line_fillings import fillings, forced_values, signs_that_matter

MAX_LISTED = 6
"""Limit on the fillings that a sentence lists."""


def find(text: str, signs: LineSigns) -> Iterator[LineDeduction]:
    """Yield one deduction with all values that the legal fillings of a line share."""
    if forced := forced_values(text, signs):
        yield LineDeduction(tuple(forced), tuple(forced.values()), places_of(text))


def premises(puzzle: Puzzle, position: Position, deduction: Deduction) -> Premises:
    """Return the blanks of the line with the cells between them, how they can be filled, and the signs that matter."""
    line = line_of(puzzle, position, deduction.because_lines[0])
    blanks = places_of(line.text, EMPTY)
    found = fillings(line.text, line.signs, MAX_LISTED + 1)
    run = slice(blanks[0], blanks[-1] + 1)
    listed = tuple([filling[run] for filling in found]) if len(found) <= MAX_LISTED else ()
    return reason(puzzle, position, deduction)._replace(
        signs=signs_in(line, signs_that_matter(line.text, line.signs)),
        runs=(Run(line.cells[run], fillings=listed),),
    )


TECHNIQUE = LineTechnique(
    "line logic",
    "If a cell has the same value in every legal filling of its line, this value is certain.",
    find,
    premises=premises,
)
