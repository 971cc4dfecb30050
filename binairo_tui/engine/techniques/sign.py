"""Sign: two cells joined by = hold the same value, and two cells joined by x hold different values.

    0 = .   ->   0 = 0
    0 x .   ->   0 x 1

Only Binairo+ has signs.
"""

from collections.abc import Iterator

from binairo_tui.engine.geometry import EMPTY, ONE, ZERO, Position, Value
from binairo_tui.engine.puzzle import LineSigns, Puzzle
from binairo_tui.engine.techniques.base import Deduction, LineDeduction, LineTechnique, conclusion
from binairo_tui.engine.wording import cells_text


def find(text: str, signs: LineSigns) -> Iterator[LineDeduction]:
    """Yield a deduction for each blank cell whose neighbour across a sign is filled."""
    for place, same in signs:
        for known, blank in ((place, place + 1), (place + 1, place)):
            if text[known] != EMPTY and text[blank] == EMPTY:
                value: Value = ONE if (text[known] == ONE) is same else ZERO
                yield LineDeduction((blank,), (value,), (known,))


def explain(puzzle: Puzzle, position: Position, deduction: Deduction) -> str:
    """Return a sentence such as: The = between r5c2 and r5c3: r5c2 is 0, so r5c3 is 0."""
    value = puzzle.geometry.value(position, deduction.because_cells[0])
    known = cells_text(puzzle, deduction.because_cells)
    ends = cells_text(puzzle, sorted(deduction.because_cells + deduction.cells))
    sign = "=" if value == deduction.values[0] else "x"
    return f"The {sign} between {ends}: {known} is {value}, so {conclusion(puzzle, deduction)}."


TECHNIQUE = LineTechnique(
    "sign",
    "Cells with = between them are equal; cells with x between them are different.",
    explain,
    find,
    is_exact=True,
)
