"""Complete line: a line that has all its 0s takes 1 in every blank, and the same with 0 and 1 exchanged.

    0 1 0 . 0 .   ->   0 1 0 1 0 1

How many 0s and 1s a line may have depends on its length and on a rule (`Puzzle.quota`).
"""

from collections.abc import Iterator

from binairo_tui.engine.geometry import EMPTY, ONE, ZERO, Position, opposite
from binairo_tui.engine.proof import Premises, Quota
from binairo_tui.engine.puzzle import LineSigns, Puzzle
from binairo_tui.engine.techniques.base import (
    Deduction,
    LineDeduction,
    LineTechnique,
    places_of,
    reason,
    still_needed,
)


def find(text: str, signs: LineSigns) -> Iterator[LineDeduction]:
    """Yield the blanks of a line that has all its 0s or all its 1s."""
    blanks = places_of(text, EMPTY)
    for value in (ZERO, ONE):
        if blanks and still_needed(text, value, signs) == 0:
            yield LineDeduction(blanks, (opposite(value),) * len(blanks), places_of(text, value))


def premises(puzzle: Puzzle, position: Position, deduction: Deduction) -> Premises:
    """Return the cells that hold the value of which the line has enough, and a quota of no more such values."""
    return reason(puzzle, position, deduction)._replace(signs=(), quota=Quota(opposite(deduction.values[0]), 0))


TECHNIQUE = LineTechnique(
    "complete line", "Once a line has all its 0s, its blanks are 1s (or vice versa).", find, premises=premises
)
