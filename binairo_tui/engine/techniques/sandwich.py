"""Sandwich: a blank between two equal values takes the other value.

    0 . 0   ->   0 1 0

Otherwise there would be a triple.
"""

import re
from collections.abc import Iterator

from binairo_tui.engine.geometry import ONE, ZERO, Position
from binairo_tui.engine.puzzle import LineSigns, Puzzle
from binairo_tui.engine.techniques.base import Deduction, LineDeduction, LineTechnique
from binairo_tui.engine.wording import cells_text, line_text

_SANDWICHES = re.compile(r"(?=0\.0|1\.1)")


def find(text: str, signs: LineSigns) -> Iterator[LineDeduction]:  # noqa: ARG001
    """Yield the blank inside every sandwich in a line."""
    for match in _SANDWICHES.finditer(text):
        first = match.start()
        yield LineDeduction((first + 1,), (ONE if text[first] == ZERO else ZERO,), (first, first + 2))


def explain(puzzle: Puzzle, position: Position, deduction: Deduction) -> str:
    """Return a sentence such as: Row 5: r5c2 and r5c4 are both 0, so r5c3 between them is 1."""
    value = puzzle.geometry.value(position, deduction.because_cells[0])
    ends = cells_text(puzzle, deduction.because_cells)
    line = line_text(puzzle, deduction.because_lines[0])
    (between,) = deduction.cells
    return f"{line}: {ends} are both {value}, so {cells_text(puzzle, [between])} between them is {deduction.values[0]}."


TECHNIQUE = LineTechnique(
    "sandwich", "A cell between two equal values takes the other value.", explain, find, is_exact=True
)
