"""Complete line: a line that has all its 0s takes 1 in every blank, and the same with 0 and 1 exchanged.

    0 1 0 . 0 .   ->   0 1 0 1 0 1

How many 0s and 1s a line has depends on its length (`geometry.quota`).
"""

from collections.abc import Iterator

from binairo_tui.engine.geometry import EMPTY, ONE, ZERO, Position, opposite
from binairo_tui.engine.puzzle import LineSigns, Puzzle
from binairo_tui.engine.techniques.base import (
    Deduction,
    LineDeduction,
    LineTechnique,
    conclusion,
    places_of,
    still_needed,
)
from binairo_tui.engine.wording import line_text


def find(text: str, signs: LineSigns) -> Iterator[LineDeduction]:  # noqa: ARG001
    """Yield the blanks of a line that has all its 0s or all its 1s."""
    blanks = places_of(text, EMPTY)
    for value in (ZERO, ONE):
        if blanks and still_needed(text, value) == 0:
            yield LineDeduction(blanks, (opposite(value),) * len(blanks), places_of(text, value))


def explain(puzzle: Puzzle, position: Position, deduction: Deduction) -> str:  # noqa: ARG001
    """Return a sentence such as: Row 5 has all its 0s, so r5c2 and r5c9 are 1."""
    line = line_text(puzzle, deduction.because_lines[0])
    return f"{line} has all its {opposite(deduction.values[0])}s, so {conclusion(puzzle, deduction)}."


TECHNIQUE = LineTechnique(
    "complete line", "Once a line has all its 0s, its blanks are 1s (or vice versa).", explain, find
)
