"""Last blank: the only blank in a line takes the value that the line still lacks.

    0 1 . 1 0 0   ->   0 1 1 1 0 0

The number of each value depends on the length of the line (`geometry.quota`).
"""

from collections.abc import Iterator

from binairo_tui.engine.geometry import EMPTY, Position, opposite
from binairo_tui.engine.puzzle import LineSigns, Puzzle
from binairo_tui.engine.techniques import complete_line
from binairo_tui.engine.techniques.base import Deduction, LineDeduction, LineTechnique, conclusion
from binairo_tui.engine.wording import line_text


def find(text: str, signs: LineSigns) -> Iterator[LineDeduction]:
    """Yield the only blank of a line, if the line has all its 0s or all its 1s."""
    if text.count(EMPTY) == 1:
        yield from complete_line.find(text, signs)


def explain(puzzle: Puzzle, position: Position, deduction: Deduction) -> str:  # noqa: ARG001
    """Return a sentence such as: Row 5 has one blank left and all its 0s, so r5c2 is 1."""
    line = line_text(puzzle, deduction.because_lines[0])
    return (
        f"{line} has one blank left and all its {opposite(deduction.values[0])}s, so {conclusion(puzzle, deduction)}."
    )


TECHNIQUE = LineTechnique(
    "last blank", "The last blank in a line takes the value that is still missing.", explain, find
)
