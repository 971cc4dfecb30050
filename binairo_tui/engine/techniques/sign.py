"""Sign: two cells joined by = hold the same value, and two cells joined by x hold different values.

    0 = .   ->   0 = 0
    0 x .   ->   0 x 1

Only Binairo+ has signs.
"""

from collections.abc import Iterator

from binairo_tui.engine.geometry import EMPTY, ONE, ZERO, Position
from binairo_tui.engine.proof import Premises
from binairo_tui.engine.puzzle import LineSigns, Puzzle, real_signs
from binairo_tui.engine.techniques.base import Deduction, LineDeduction, LineTechnique, reason


def find(text: str, signs: LineSigns) -> Iterator[LineDeduction]:
    """Yield a deduction for each blank cell whose neighbour across a sign is filled."""
    for place, same in real_signs(len(text), signs):
        for known, blank in ((place, place + 1), (place + 1, place)):
            if text[known] != EMPTY and text[blank] == EMPTY:
                value = ONE if (text[known] == ONE) is same else ZERO
                yield LineDeduction((blank,), (value,), (known,))


def premises(puzzle: Puzzle, position: Position, deduction: Deduction) -> Premises:
    """Return the known cell and the sign beside it."""
    ends = tuple(sorted(deduction.because_cells + deduction.cells))
    signs = tuple([sign for sign in puzzle.signs if (sign.a, sign.b) == ends])
    return reason(puzzle, position, deduction)._replace(signs=signs)


TECHNIQUE = LineTechnique(
    "sign",
    "Cells with = between them are equal; cells with x between them are different.",
    find,
    is_exact=True,
    premises=premises,
)
