"""Why: explains how a cell in a game came to have its value, by looking back at the steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.engine import EMPTY, cell_name
from binairo_tui.engine.passes import Conflict
from binairo_tui.engine.propagation import propagation_steps
from binairo_tui.game.steps import StepKind

if TYPE_CHECKING:
    from binairo_tui.engine import Cell, Position, Puzzle, Value
    from binairo_tui.engine.techniques.base import Deduction


class Origin(NamedTuple):
    """The origin of a value: the kind of the step that filled the cell, and the position before that step.

    For givens and empty cells `kind` is None and `before` is the current position.
    """

    cell: Cell
    value: Value
    kind: StepKind | None
    before: Position


class Why(NamedTuple):
    """A sentence, and the deduction that it describes if a technique explains the value."""

    text: str
    deduction: Deduction | None = None


def why(puzzle: Puzzle, origin: Origin) -> Why:
    """Return why a cell holds its value. This may take seconds if a hint filled it on a large board."""
    # Imported here so that startup does not wait for the techniques.
    from binairo_tui.engine.techniques.registry import deduction_text, simplest_deduction

    cell, value, kind, before = origin
    name = cell_name(cell, puzzle.width)
    if kind is None:
        return Why(f"{name} is empty." if value == EMPTY else f"{name} is a given.")
    if not kind.is_help:
        return Why(f"You filled {name} yourself.")
    if kind is not StepKind.HINT:
        before = _pass_position(puzzle, before, cell)
    deduction = simplest_deduction(puzzle, before, cell, value)
    if deduction is None:
        return Why(f"No technique fills {name} here: its value is that of the solution.")
    return Why(deduction_text(puzzle, before, deduction), deduction)


def _pass_position(puzzle: Puzzle, position: Position, cell: Cell) -> Position:
    """Return the position before the propagation pass that fills a cell, where the reason is simplest."""
    for found in propagation_steps(puzzle, position):
        if isinstance(found, Conflict) or cell in puzzle.geometry.changed(position, found.after):
            break
        position = found.after
    return position
