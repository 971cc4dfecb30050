"""Why a cell of a game holds what it holds, asked afterwards from the steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.engine import EMPTY, cell_name
from binairo_tui.engine.propagation import Conflict, propagation_steps
from binairo_tui.game.steps import StepKind

if TYPE_CHECKING:
    from binairo_tui.engine import Cell, Position, Puzzle, Value
    from binairo_tui.engine.techniques.base import Deduction


class Origin(NamedTuple):
    """Where the value of a cell comes from: the kind of the step that filled it, and the position before that step.

    `kind` is None for givens and empty cells, `before` is then the position itself.
    """

    cell: Cell
    value: Value
    kind: StepKind | None
    before: Position


class Why(NamedTuple):
    """A sentence, and the deduction it words, if the program filled the cell by one."""

    text: str
    deduction: Deduction | None = None


def why(puzzle: Puzzle, origin: Origin) -> Why:
    """Why a cell holds what it holds. May take seconds if a hint filled it on a large board."""
    # Imported here, so that no start waits for what a player may never ask.
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
    """The position before the pass of propagation that fills a cell: there the reason is nearest."""
    for found in propagation_steps(puzzle, position):
        if isinstance(found, Conflict) or cell in puzzle.geometry.changed(position, found.after):
            break
        position = found.after
    return position
