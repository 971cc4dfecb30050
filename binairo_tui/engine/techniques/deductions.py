"""Sequences of deductions that lead from a position to its fixpoint, or to a contradiction."""

from collections.abc import Iterator

from binairo_tui.engine.geometry import Line, Position
from binairo_tui.engine.puzzle import Puzzle, checked_start
from binairo_tui.engine.rules import find_violations
from binairo_tui.engine.techniques import (
    base,
    complete_line,
    equal_pair,
    gap_counting,
    last_blank,
    last_one,
    line_fillings,
    line_logic,
    pair,
    sandwich,
    sign,
    sign_counting,
    two_blanks,
    unique_lines,
)

SHORT_OF_HYPOTHESES: dict[str, base.Technique] = {
    module.TECHNIQUE.name: module.TECHNIQUE
    for module in (
        last_blank,
        pair,
        sandwich,
        sign,
        complete_line,
        equal_pair,
        last_one,
        sign_counting,
        two_blanks,
        gap_counting,
        line_logic,
        unique_lines,
    )
}
"""Maps names to techniques, easiest first. Together they fill the same cells as propagation."""


def deductions(puzzle: Puzzle, position: Position | None = None) -> Iterator[tuple[Position, base.Deduction]]:
    """Yield pairs of a position and a deduction found in it, until no technique finds a deduction.

    The arguments and errors are those of `propagate`. Each deduction is by the easiest technique that finds one. The
    last deduction leads to the result of `propagate`, or to a contradiction if `propagate` returns None.

    >>> puzzle = parse_puzzle("4x4;11..0..........0")
    >>> for position, deduction in deductions(puzzle):
    ...     print(deduction_text(puzzle, position, deduction))
    Row 1: r1c1 and r1c2 are both 1, so r1c3 is 0.
    Row 1 has one blank left and all its 1s, so r1c4 is 0.
    Column 4 has all its 0s, so r2c4 and r3c4 are 1.
    Row 4: r4c1-c3 can only be 011, 101 or 110, but 110 would copy row 1, so r4c3 is 1.
    """
    start = checked_start(puzzle, position)
    return iter(()) if start is None else _deductions(puzzle, base.View(puzzle, start))


def _deductions(puzzle: Puzzle, view: base.View) -> Iterator[tuple[Position, base.Deduction]]:
    while not find_violations(puzzle, view.position) and not dead_lines(view):
        deduction = next((found for technique in SHORT_OF_HYPOTHESES.values() for found in technique.find(view)), None)
        if deduction is None:
            return
        yield view.position, deduction
        view = base.View(puzzle, with_deduction(puzzle, view.position, deduction))


def with_deduction(puzzle: Puzzle, position: Position, deduction: base.Deduction) -> Position:
    return puzzle.geometry.fill(position, deduction.cells, deduction.values)


def dead_lines(view: base.View) -> tuple[Line, ...]:
    """Return a line that cannot be filled, then the finished lines that it must not copy; () if all can be filled."""
    for line in view.lines:
        if not line_fillings.can_be_filled(line.text, line.signs):
            return (line.line,)
    return unique_lines.dead_line(view)
