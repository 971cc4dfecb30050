"""Last one: a line that lacks a single 0 must have it where it prevents three 1s together.

    1 . . 1 0 0 . 0     this line of eight lacks two 1s and one 0
    1 . . 1 0 0 1 0     the 0 is between the first two 1s, to avoid four 1s together

So no other blank takes it. The same holds for a single 1 and three 0s.
"""

from __future__ import annotations

from collections.abc import Iterator

from binairo_tui.engine.geometry import EMPTY, ONE, ZERO, Position, opposite
from binairo_tui.engine.puzzle import LineSigns, Puzzle
from binairo_tui.engine.techniques.base import Deduction, LineDeduction, LineTechnique, places_of, still_needed
from binairo_tui.engine.wording import cells_text, conclusion, line_with_signs


def find(text: str, signs: LineSigns) -> Iterator[LineDeduction]:  # noqa: ARG001
    """Yield the blanks outside every three cells that must hold the last one."""
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
    """Return, for example: Row 5: the last 0 must be in r5c3, to avoid three 1s together, so r5c7 is 1."""
    line = deduction.because_lines[0]
    geometry = puzzle.geometry
    rest = [
        cell
        for cell in geometry.line_cells[line]
        if geometry.value(position, cell) == EMPTY and cell not in deduction.cells
    ]
    where = cells_text(puzzle, rest).replace(" and ", " or ")
    value = deduction.values[0]
    must = f"the last {opposite(value)} must be in {where} to avoid three {value}s together"
    return f"{line_with_signs(puzzle, deduction)}: {must}, so {conclusion(puzzle, deduction)}."


TECHNIQUE = LineTechnique(
    "last one", "The last 0 of a line must go where it prevents three 1s together (and vice versa).", explain, find
)
