"""Sequences of deductions: from a position to its fixpoint, or from an assumption to a contradiction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from binairo_tui.engine.geometry import EMPTY, Cell, Line, Position, Value
from binairo_tui.engine.puzzle import Puzzle
from binairo_tui.engine.rules import Violation, find_violations
from binairo_tui.engine.techniques import (
    complete_line,
    equal_pair,
    gap_counting,
    last_blank,
    last_one,
    line_logic,
    pair,
    sandwich,
    sign,
    two_blanks,
    unique_lines,
)
from binairo_tui.engine.techniques.base import Deduction, View

SHORT_OF_HYPOTHESES = {
    module.TECHNIQUE.name: module.TECHNIQUE
    for module in (
        last_blank,
        pair,
        sandwich,
        sign,
        complete_line,
        equal_pair,
        last_one,
        two_blanks,
        gap_counting,
        line_logic,
        unique_lines,
    )
}
"""Maps names to the techniques that together fill the same cells as propagation, easiest first."""


@dataclass(frozen=True, slots=True)
class Refutation:
    """The deductions that lead from an assumption to a contradiction.

    `steps` are the deductions that are needed, in order. In `position`, `violation` is in `lines`. If `violation` is
    None, the first of `lines` has no legal filling left, or none that differs from the other `lines`. `because_cells`,
    ascending, are the cells filled before the assumption that the contradiction depends on.
    """

    steps: tuple[Deduction, ...]
    position: Position
    violation: Violation | None
    lines: tuple[Line, ...]
    because_cells: tuple[Cell, ...]


def deductions(puzzle: Puzzle, position: Position | None = None) -> Iterator[tuple[Position, Deduction]]:
    """Yield what propagation fills, one deduction at a time, each with the position that it follows from.

    Starts from the givens, or from `position`. Each deduction is found by the easiest technique that finds any. The
    last deduction leads to the result of `propagate`, or to a contradiction, for which `propagate` returns None.

    >>> puzzle = parse_puzzle("4x4;11..0..........0")
    >>> for position, deduction in deductions(puzzle):
    ...     print(deduction_text(puzzle, position, deduction))
    Row 1: r1c1 and r1c2 are both 1, so r1c3 is 0.
    Row 1 has one blank left and all its 1s, so r1c4 is 0.
    Column 4 has all its 0s, so r2c4 and r3c4 are 1.
    Row 4 may not equal row 1: in every other filling r4c3 is 1.
    """
    view = View(puzzle, puzzle.givens if position is None else position)
    while _contradiction(view) is None:
        deduction = next((found for technique in SHORT_OF_HYPOTHESES.values() for found in technique.find(view)), None)
        if deduction is None:
            return
        yield view.position, deduction
        view = View(puzzle, with_deduction(puzzle, view.position, deduction))


def refute(puzzle: Puzzle, position: Position, cell: Cell, value: Value) -> Refutation | None:
    """Return the refutation of `value` in a blank cell, or None if propagation finds no contradiction."""
    geometry = puzzle.geometry
    reached = geometry.place(position, cell, value)
    steps: list[Deduction] = []
    for before, deduction in deductions(puzzle, reached):
        steps.append(deduction)
        reached = with_deduction(puzzle, before, deduction)
    end = _contradiction(View(puzzle, reached))
    if end is None:
        return None
    violation, lines, cells = end
    needed, kept = _trace(cells, steps)
    because = tuple([other for other in sorted(needed) if geometry.value(position, other) != EMPTY])
    return Refutation(tuple(kept), reached, violation, lines, because)


def with_deduction(puzzle: Puzzle, position: Position, deduction: Deduction) -> Position:
    """Return the position with the values of a deduction filled in."""
    for cell, value in zip(deduction.cells, deduction.values, strict=True):
        position = puzzle.geometry.place(position, cell, value)
    return position


def _contradiction(view: View) -> tuple[Violation | None, tuple[Line, ...], tuple[Cell, ...]] | None:
    """Return a contradiction as (violation or None, lines at fault, filled cells involved); None if there is none."""
    violations = find_violations(view.puzzle, view.position)
    if violations:
        return violations[0], violations[0].lines, violations[0].cells
    lines = _dead_lines(view)
    return (None, lines, tuple([cell for line in lines for cell in view.filled_cells(line)])) if lines else None


def _dead_lines(view: View) -> tuple[Line, ...]:
    """Return a line without a legal filling, followed by the finished lines that exclude its fillings; else ()."""
    for line in view.open_lines:
        if not line_logic.can_be_filled(line.text, line.signs):
            return (line.line,)
    return unique_lines.dead_line(view)


def _trace(wanted: Sequence[Cell], steps: Sequence[Deduction]) -> tuple[set[Cell], list[Deduction]]:
    """Return the cells that the `wanted` cells depend on, including themselves, and the steps that filled them."""
    needed, kept = set(wanted), []
    for step in reversed(steps):
        if needed.intersection(step.cells):
            needed.update(step.because_cells)
            kept.append(step)
    return needed, kept[::-1]
