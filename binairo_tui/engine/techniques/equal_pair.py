"""Equal pair: two blanks joined by = beside a known cell take the other value; otherwise there would be a triple.

    0 . = .   ->   0 1 = 1

Only Binairo+ has signs.
"""

from collections.abc import Iterator

from binairo_tui.engine.geometry import EMPTY, ONE, ZERO, Position, Value
from binairo_tui.engine.puzzle import LineSigns, Puzzle
from binairo_tui.engine.techniques.base import Deduction, LineDeduction, LineTechnique, conclusion
from binairo_tui.engine.wording import cells_text, line_text


def find(text: str, signs: LineSigns) -> Iterator[LineDeduction]:
    """Yield the two blanks joined by = wherever there is a known cell beside them."""
    for place, same in signs:
        if not same or text[place : place + 2] != EMPTY * 2:
            continue
        for beside in (place - 1, place + 2):
            if 0 <= beside < len(text) and text[beside] != EMPTY:
                value: Value = ONE if text[beside] == ZERO else ZERO
                yield LineDeduction((place, place + 1), (value, value), (beside,))


def explain(puzzle: Puzzle, position: Position, deduction: Deduction) -> str:
    """Return a sentence such as: Row 5: r5c3 = r5c4, and two 0s next to r5c2 would make three, so both are 1."""
    value = puzzle.geometry.value(position, deduction.because_cells[0])
    line = line_text(puzzle, deduction.because_lines[0])
    beside = cells_text(puzzle, deduction.because_cells)
    pair = " = ".join([cells_text(puzzle, [cell]) for cell in deduction.cells])
    would = f"two {value}s next to {beside} would make three"
    return f"{line}: {pair}, and {would}, so {conclusion(puzzle, deduction)}."


TECHNIQUE = LineTechnique(
    "equal pair", "Two cells joined by = take the opposite of the value next to them.", explain, find, is_exact=True
)
