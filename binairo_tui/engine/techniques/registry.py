"""The registry: all techniques in order of difficulty, and the choice of a deduction or technique to show a player."""

from __future__ import annotations

from itertools import islice

from binairo_tui.engine.bands import BANDS
from binairo_tui.engine.geometry import Cell, Position, Value, cell_name
from binairo_tui.engine.passes import PropagationStep
from binairo_tui.engine.puzzle import Puzzle
from binairo_tui.engine.techniques import hypothesis, nested_hypothesis, sign_chain
from binairo_tui.engine.techniques.base import Deduction, Technique, View
from binairo_tui.engine.techniques.deductions import SHORT_OF_HYPOTHESES

_BY_NAME: dict[str, Technique] = {
    **SHORT_OF_HYPOTHESES,
    **{module.NAME: module.TECHNIQUE for module in (sign_chain, hypothesis, nested_hypothesis)},
}

TECHNIQUES = tuple([_BY_NAME[name] for names in BANDS.values() for name in names])
"""Every technique, easiest first."""

COMPARED = 12
"""The number of hypotheses that are compared, to show a player the one that rests on the fewest cells."""


def technique(name: str) -> Technique:
    """Return the technique with this name. Raises KeyError if there is no such technique."""
    return _BY_NAME[name]


def next_deduction(puzzle: Puzzle, position: Position) -> Deduction | None:
    """Return a deduction found by the easiest possible technique, to show a player; None if there is none."""
    view = View(puzzle, position)
    for found in TECHNIQUES:
        compared = COMPARED if found is hypothesis.TECHNIQUE else 1
        deductions = list(islice(found.find(view), compared))
        if deductions:
            return min(deductions, key=lambda deduction: len(deduction.because_cells))
    return None


def simplest_deduction(puzzle: Puzzle, position: Position, cell: Cell, value: Value) -> Deduction | None:
    """Return the easiest technique's deduction that fills a blank cell with a value; None if there is none."""
    view = View(puzzle, position)
    lines = [view.lines[line] for line in puzzle.geometry.lines_of(cell)]
    for found in TECHNIQUES:
        for deduction in found.find(view, lines):
            if (cell, value) in zip(deduction.cells, deduction.values, strict=True):
                return deduction
    return None


def step_technique(puzzle: Puzzle, step: PropagationStep) -> Technique:
    """Return the technique that names a pass of propagation: the hardest one on the easiest path through its cells.

    Raises ValueError if the techniques do not fill all of these cells, which they do for every pass of propagation.
    """
    position, hardest = step.before, 0
    while position != step.after:
        view = View(puzzle, position)
        for rank, found in enumerate(TECHNIQUES):
            after = position | found.filled(view, view.open_lines) & step.after
            if after != position:
                position, hardest = after, max(hardest, rank)
                break
        else:
            cell = puzzle.geometry.changed(position, step.after)[0]
            raise ValueError(f"no technique fills {cell_name(cell, puzzle.width)}")
    return TECHNIQUES[hardest]


def deduction_text(puzzle: Puzzle, position: Position, deduction: Deduction) -> str:
    """Return a sentence that says which cells take which values, and why. The deduction was found in `position`.

    >>> puzzle = parse_puzzle("4x4;11..............")
    >>> position, deduction = next(deductions(puzzle))
    >>> deduction_text(puzzle, position, deduction)
    'Row 1: r1c1 and r1c2 are both 1, so r1c3 is 0.'
    """
    return technique(deduction.technique).explain(puzzle, position, deduction)
