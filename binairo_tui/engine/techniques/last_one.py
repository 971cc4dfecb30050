"""Last one: a line that lacks a single 0 must have it where it prevents three 1s together.

    1 . . 1 0 0 . 0     this line of eight lacks two 1s and one 0
    1 . . 1 0 0 1 0     the 0 is between the first two 1s, to avoid four 1s together

So no other blank takes the 0. The same holds for a line that lacks a single 1, with 0 and 1 exchanged.
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
from binairo_tui.engine.wording import line_text, run_name


def find(text: str, signs: LineSigns) -> Iterator[LineDeduction]:  # noqa: ARG001
    """Yield the blanks outside any three neighbouring cells that must hold the last 0, or the last 1."""
    blanks = places_of(text, EMPTY)
    for value in (ZERO, ONE):
        if still_needed(text, value) != 1:
            continue
        for first in range(len(text) - 2):
            three = text[first : first + 3]
            if value in three or EMPTY not in three:
                continue
            outside = tuple([place for place in blanks if not first <= place < first + 3])
            if outside:
                inside = [place for place in range(first, first + 3) if text[place] != EMPTY]
                because = tuple(sorted([*places_of(text, value), *inside]))
                yield LineDeduction(outside, (opposite(value),) * len(outside), because)


def explain(puzzle: Puzzle, position: Position, deduction: Deduction) -> str:
    """Return a sentence such as: Row 5 needs one more 0, and r5c3-c5 would be three 1s without it, so r5c7 is 1."""
    cells = puzzle.geometry.line_cells[deduction.because_lines[0]]
    value = deduction.values[0]
    missing = opposite(value)
    threes = [cells[first : first + 3] for first in range(len(cells) - 2)]
    held = [{puzzle.geometry.value(position, cell) for cell in three} for three in threes]
    three = next(
        three
        for three, values in zip(threes, held, strict=True)
        if EMPTY in values and missing not in values and not {*three} & {*deduction.cells}
    )
    need = f"{line_text(puzzle, deduction.because_lines[0])} needs one more {missing}"
    without = f"{run_name(puzzle, three[0], three[-1])} would be three {value}s without it"
    return f"{need}, and {without}, so {conclusion(puzzle, deduction)}."


TECHNIQUE = LineTechnique(
    "last one",
    "If a line needs one more 0, it goes where three 1s would otherwise be together (or vice versa).",
    explain,
    find,
)
