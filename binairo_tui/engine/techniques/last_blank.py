"""Last blank: the only blank in a line takes the value that the line still lacks.

    0 1 . 1 0 0   ->   0 1 1 1 0 0

How many 0s and 1s a line may have depends on its length and on a rule (`Puzzle.quota`).
"""

from collections.abc import Iterator

from binairo_tui.engine.geometry import EMPTY
from binairo_tui.engine.puzzle import LineSigns
from binairo_tui.engine.techniques import complete_line
from binairo_tui.engine.techniques.base import LineDeduction, LineTechnique


def find(text: str, signs: LineSigns) -> Iterator[LineDeduction]:
    """Yield the only blank of a line, if the line has all its 0s or all its 1s."""
    if text.count(EMPTY) == 1:
        yield from complete_line.find(text, signs)


TECHNIQUE = LineTechnique(
    "last blank",
    "The last blank in a line takes the value that is still missing.",
    find,
    premises=complete_line.premises,
)
