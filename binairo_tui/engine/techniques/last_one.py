"""Last one: a line that lacks a single 0 must have it where it prevents three 1s together.

    1 . . 1 0 0 . 0     this line of eight lacks two 1s and one 0
    1 . . 1 0 0 1 0     the 0 is between the first two 1s, to avoid four 1s together

So no other blank takes the 0. The same holds for a line that lacks a single 1, with 0 and 1 exchanged.
"""

from collections.abc import Iterator

from binairo_tui.engine.geometry import EMPTY, ONE, ZERO, Position, opposite
from binairo_tui.engine.proof import Premises, Quota, Run
from binairo_tui.engine.puzzle import LineSigns, Puzzle
from binairo_tui.engine.techniques.base import (
    Deduction,
    LineDeduction,
    LineTechnique,
    line_of,
    places_of,
    reason,
    still_needed,
)


def find(text: str, signs: LineSigns) -> Iterator[LineDeduction]:  # noqa: ARG001
    """Yield the blanks outside any three neighbouring cells that must hold the last 0, or the last 1."""
    blanks = places_of(text, EMPTY)
    for value in (ZERO, ONE):
        if still_needed(text, value) != 1:
            continue
        for first in range(len(text) - 2):
            three = text[first : first + 3]
            if value in three or EMPTY not in three:
                continue
            outside = tuple([place for place in blanks if not first <= place < first + 3])
            if outside:
                inside = [place for place in range(first, first + 3) if text[place] != EMPTY]
                because = tuple(sorted([*places_of(text, value), *inside]))
                yield LineDeduction(outside, (opposite(value),) * len(outside), because)


def premises(puzzle: Puzzle, position: Position, deduction: Deduction) -> Premises:
    """Return the value that the line lacks once, and three cells that would be equal without it."""
    cells, text, _ = line_of(puzzle, position, deduction.because_lines[0])[1:]
    missing = opposite(deduction.values[0])
    three = next(
        cells[first : first + 3]
        for first in range(len(text) - 2)
        if EMPTY in text[first : first + 3]
        and missing not in text[first : first + 3]
        and not {*cells[first : first + 3]} & {*deduction.cells}
    )
    return reason(puzzle, position, deduction)._replace(signs=(), quota=Quota(missing, 1), runs=(Run(three, need=1),))


TECHNIQUE = LineTechnique(
    "last one",
    "If a line needs one more 0, it goes where three 1s would otherwise be together (or vice versa).",
    find,
    premises=premises,
)
