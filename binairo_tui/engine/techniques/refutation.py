"""Why an assumption fails: the deductions that lead from it to a contradiction, and no others."""

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
"""The techniques that lead from an assumption to a contradiction, by name, easiest first: all that propagation does."""


@dataclass(frozen=True, slots=True)
class Refutation:
    """How an assumption ends in a contradiction.

    `steps` lead there, in order, to `position`, where `violation` stands in `lines`. Where that is None, the first of
    `lines` has no legal filling left, or if there are others none that differs from them. `because_cells`, ascending,
    are the cells it all rests on that were filled before the assumption.
    """

    steps: tuple[Deduction, ...]
    position: Position
    violation: Violation | None
    lines: tuple[Line, ...]
    because_cells: tuple[Cell, ...]


def refute(puzzle: Puzzle, position: Position, cell: Cell, value: Value) -> Refutation | None:
    """The way from `value` in a blank cell to a contradiction, easy steps first; None if propagation finds none."""
    geometry = puzzle.geometry
    steps: list[Deduction] = []
    view = View(puzzle, geometry.place(position, cell, value))
    while (end := _contradiction(view)) is None:
        deduction = next(_deductions(view), None)
        if deduction is None:
            return None
        steps.append(deduction)
        view = View(puzzle, with_deduction(puzzle, view.position, deduction))
    violation, lines, cells = end
    needed, kept = _trace(cells, steps)
    because = tuple([other for other in sorted(needed) if geometry.value(position, other) != EMPTY])
    return Refutation(tuple(kept), view.position, violation, lines, because)


def _contradiction(view: View) -> tuple[Violation | None, tuple[Line, ...], tuple[Cell, ...]] | None:
    """What shows that a position has no solution: a violation or nothing, the lines at fault and their filled cells."""
    violations = find_violations(view.puzzle, view.position)
    if violations:
        return violations[0], violations[0].lines, violations[0].cells
    lines = _dead_lines(view)
    return (None, lines, tuple([cell for line in lines for cell in view.filled_cells(line)])) if lines else None


def with_deduction(puzzle: Puzzle, position: Position, deduction: Deduction) -> Position:
    """The position with what a deduction says."""
    for cell, value in zip(deduction.cells, deduction.values, strict=True):
        position = puzzle.geometry.place(position, cell, value)
    return position


def _deductions(view: View) -> Iterator[Deduction]:
    for technique in SHORT_OF_HYPOTHESES.values():
        yield from technique.find(view)


def _dead_lines(view: View) -> tuple[Line, ...]:
    """A line without a legal filling, and the finished lines that leave it none, if they do."""
    for line in view.open_lines:
        if not line_logic.can_be_filled(line.text, line.signs):
            return (line.line,)
    return unique_lines.dead_line(view)


def _trace(wanted: Sequence[Cell], steps: Sequence[Deduction]) -> tuple[set[Cell], list[Deduction]]:
    """All cells that some cells rest on, themselves included, and those of the steps that filled any of these."""
    needed, kept = set(wanted), []
    for step in reversed(steps):
        if needed.intersection(step.cells):
            needed.update(step.because_cells)
            kept.append(step)
    return needed, kept[::-1]
