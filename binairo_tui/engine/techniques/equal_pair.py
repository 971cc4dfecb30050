"""Equal pair: two blanks joined by = beside a known cell take the other value; otherwise there would be a triple.

    0 . = .   ->   0 1 = 1

Only Binairo+ has signs.
"""

from collections.abc import Iterator

from binairo_tui.engine.geometry import EMPTY, ONE, ZERO, Position
from binairo_tui.engine.proof import Premises
from binairo_tui.engine.puzzle import LineSigns, Puzzle
from binairo_tui.engine.techniques.base import Deduction, LineDeduction, LineTechnique, reason


def find(text: str, signs: LineSigns) -> Iterator[LineDeduction]:
    """Yield the two blanks joined by = wherever there is a known cell beside them."""
    for place, same in signs:
        if not same or text[place : place + 2] != EMPTY * 2:
            continue
        for beside in (place - 1, place + 2):
            if 0 <= beside < len(text) and text[beside] != EMPTY:
                value = ONE if text[beside] == ZERO else ZERO
                yield LineDeduction((place, place + 1), (value, value), (beside,))


def premises(puzzle: Puzzle, position: Position, deduction: Deduction) -> Premises:
    """Return the known cell and the sign between the blanks."""
    signs = tuple([sign for sign in puzzle.signs if (sign.a, sign.b) == deduction.cells])
    return reason(puzzle, position, deduction)._replace(signs=signs)


TECHNIQUE = LineTechnique(
    "equal pair",
    "Two cells joined by = cannot both have the value next to them, so both have the other value.",
    find,
    is_exact=True,
    premises=premises,
)
