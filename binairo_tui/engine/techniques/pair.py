"""Pair: two equal values side by side have the other value on both sides.

    . 0 0 .   ->   1 0 0 1

Otherwise there would be a triple.
"""

import re
from collections.abc import Iterator

from binairo_tui.engine.geometry import EMPTY, ONE, ZERO, Position, Value
from binairo_tui.engine.puzzle import LineSigns, Puzzle
from binairo_tui.engine.techniques.base import Deduction, LineDeduction, LineTechnique, conclusion
from binairo_tui.engine.wording import cells_text, line_text

_PAIRS = re.compile("(?=00|11)")


def find(text: str, signs: LineSigns) -> Iterator[LineDeduction]:  # noqa: ARG001
    """Yield the blanks beside every pair in a line."""
    for match in _PAIRS.finditer(text):
        first = match.start()
        sides = [place for place in (first - 1, first + 2) if 0 <= place < len(text) and text[place] == EMPTY]
        if sides:
            value: Value = ONE if text[first] == ZERO else ZERO
            yield LineDeduction(tuple(sides), (value,) * len(sides), (first, first + 1))


def explain(puzzle: Puzzle, position: Position, deduction: Deduction) -> str:
    """Return a sentence such as: Row 5: r5c3 and r5c4 are both 0, so r5c2 and r5c5 are 1."""
    value = puzzle.geometry.value(position, deduction.because_cells[0])
    pair = cells_text(puzzle, deduction.because_cells)
    line = line_text(puzzle, deduction.because_lines[0])
    return f"{line}: {pair} are both {value}, so {conclusion(puzzle, deduction)}."


TECHNIQUE = LineTechnique("pair", "A cell beside two equal values takes the other value.", explain, find, is_exact=True)
