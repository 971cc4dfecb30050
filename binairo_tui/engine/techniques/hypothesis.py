"""Hypothesis: a value that leads to a contradiction is wrong.

One blank cell is assumed to hold 0, or 1, and everything is filled that follows by the other techniques. If that breaks
a rule, or leaves a line without a legal filling, the cell holds the other value. `deductions.refute` finds the steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from binairo_tui.engine.geometry import CODES, EMPTY, ONE, ZERO, Cell, Position, Value, opposite
from binairo_tui.engine.propagation import propagate, propagator
from binairo_tui.engine.puzzle import Puzzle
from binairo_tui.engine.rules import ViolationKind
from binairo_tui.engine.techniques.base import BoardTechnique, Deduction, View
from binairo_tui.engine.techniques.deductions import SHORT_OF_HYPOTHESES, Refutation, refute, with_deduction
from binairo_tui.engine.wording import capitalized, cells_text, conclusion, lines_text


def find(view: View) -> Iterator[Deduction]:
    """Yield every blank for which one value leads to a contradiction."""
    puzzle = view.puzzle
    for cell, value in refuted(puzzle, view.position):
        refutation = refute(puzzle, view.position, cell, value)
        if refutation:
            yield Deduction(NAME, (cell,), (opposite(value),), refutation.because_cells, refutation.lines)


def refuted(puzzle: Puzzle, position: Position) -> Iterator[tuple[Cell, Value]]:
    """Yield every blank cell with a value for which propagation ends in a conflict."""
    geometry, core = puzzle.geometry, propagator(puzzle).core
    failing = None if core is None else core.failing(position)
    for cell in range(geometry.cell_count):
        if geometry.value(position, cell) == EMPTY:
            for value in (ZERO, ONE):
                if failing is not None:
                    if failing >> geometry.shifts[cell] & CODES[value]:
                        yield cell, value
                elif propagate(puzzle, geometry.place(position, cell, value)) is None:
                    yield cell, value


@dataclass(frozen=True, slots=True)
class _Hypothesis(BoardTechnique):
    def filled(self, view: View, lines: object) -> Position:  # noqa: ARG002
        """Return the position with everything filled that `find` finds, without looking for reasons."""
        geometry, position = view.puzzle.geometry, view.position
        for cell, value in refuted(view.puzzle, position):
            position = geometry.place(position, cell, opposite(value))
        return position


def explain(puzzle: Puzzle, position: Position, deduction: Deduction) -> str:
    """Return, for example: If r1c3 were 1, row 4 would get three 0s together, so r1c3 is 0."""
    (cell,), (value,) = deduction.cells, deduction.values
    name, end = cells_text(puzzle, [cell]), _end_text(puzzle, _refutation(puzzle, position, deduction))
    return f"If {name} were {opposite(value)}, {end}, so {conclusion(puzzle, deduction)}."


def proof_text(puzzle: Puzzle, position: Position, deduction: Deduction) -> tuple[str, ...]:
    """Return a sentence for each step of a hypothesis, from "Suppose r1c3 is 1." to "Row 4 could not be filled.".

    Returns () for a deduction of another technique.
    """
    if deduction.technique != NAME:
        return ()
    (cell,), (value,) = deduction.cells, deduction.values
    refutation = _refutation(puzzle, position, deduction)
    sentences = [f"Suppose {cells_text(puzzle, [cell])} is {opposite(value)}."]
    reached = puzzle.geometry.place(position, cell, opposite(value))
    for step in refutation.steps:
        sentences.append(SHORT_OF_HYPOTHESES[step.technique].explain(puzzle, reached, step))
        reached = with_deduction(puzzle, reached, step)
    end = _end_text(puzzle, refutation)
    return (*sentences, capitalized(f"{end}."))


def _refutation(puzzle: Puzzle, position: Position, deduction: Deduction) -> Refutation:
    (cell,), (value,) = deduction.cells, deduction.values
    refutation = refute(puzzle, position, cell, opposite(value))
    if refutation is None:
        raise ValueError("the deduction does not belong to this position")
    return refutation


def _end_text(puzzle: Puzzle, refutation: Refutation) -> str:
    """Return what an assumption leads to, for example `row 4 would get three 0s together`."""
    violation = refutation.violation
    where = lines_text(puzzle, refutation.lines[:1])
    if violation is None:
        others = refutation.lines[1:]
        return f"{where} would have to equal {lines_text(puzzle, others)}" if others else f"{where} could not be filled"
    held = puzzle.geometry.value(refutation.position, violation.cells[0])
    match violation.kind:
        case ViolationKind.TRIPLE:
            return f"{where} would get three {held}s together"
        case ViolationKind.EXCESS:
            return f"{where} would get too many {held}s"
        case ViolationKind.DUPLICATE:
            return f"{lines_text(puzzle, violation.lines)} would be the same"
        case ViolationKind.SIGN:
            return f"the sign between {cells_text(puzzle, violation.cells)} would not hold"


NAME = "hypothesis"
TECHNIQUE = _Hypothesis(NAME, "A value that leads to a contradiction is wrong.", explain, find)
