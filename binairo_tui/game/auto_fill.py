"""Auto-fill: fills cells by propagation on request, and describes the result in a sentence.

If it fills more than a quarter of the blanks, the program counts as the solver of the puzzle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.engine.passes import Conflict, PropagationStep
from binairo_tui.engine.propagation import next_step, propagation_steps
from binairo_tui.engine.wording import capitalized, cell_names, conflict_text, plural
from binairo_tui.game.aids import Aid
from binairo_tui.game.steps import StepKind

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from binairo_tui.engine import Cell, Position, Puzzle
    from binairo_tui.game.steps import Step

SOLVER_SHARE = 4
"""The program is the solver if it fills more than one in this many blanks."""
NOTHING_FORCED = "The simple rules force nothing here."


class Filling(NamedTuple):
    """The position after filling, and a sentence about it.

    The position is None if nothing was filled; the sentence then says why. `is_conflict` is True if the rules
    contradict one another.
    """

    position: Position | None
    message: str
    is_conflict: bool = False


def filling_aids(puzzle: Puzzle, filled: AbstractSet[Cell]) -> Aid:
    """Return the aids that the program gives if it fills these cells in the course of a game."""
    blanks = puzzle.geometry.cell_count - puzzle.given_count
    return Aid.PROPAGATION | (Aid.MOST_CELLS if SOLVER_SHARE * len(filled) > blanks else Aid(0))


def filled_cells(steps: Iterable[Step]) -> frozenset[Cell]:
    """Return the cells that auto-fill filled in these steps."""
    fills = [step for step in steps if step.kind in (StepKind.PROPAGATE, StepKind.PROPAGATE_ONCE)]
    return frozenset(move.cell for step in fills for move in step.moves)


def fill_once(puzzle: Puzzle, position: Position) -> Filling:
    """Fill the cells that one pass of the first applicable rule forces."""
    found = next_step(puzzle, position)
    if found is None:
        return Filling(None, NOTHING_FORCED)
    if isinstance(found, Conflict):
        return Filling(None, conflict_text(puzzle, found), is_conflict=True)
    return Filling(found.after, _pass_sentence(puzzle, found))


def fill_all(puzzle: Puzzle, position: Position) -> Filling:
    """Fill everything that the rules force."""
    before, passes = position, 0
    for found in propagation_steps(puzzle, position):
        if isinstance(found, Conflict):
            return Filling(None, conflict_text(puzzle, found), is_conflict=True)
        position, passes = found.after, passes + 1
    if not passes:
        return Filling(None, NOTHING_FORCED)
    count = len(puzzle.geometry.changed(before, position))
    done = f"Filled {plural(count, 'cell')} in {plural(passes, 'pass', 'passes')}. One undo takes them back."
    return Filling(position, done)


def _pass_sentence(puzzle: Puzzle, found: PropagationStep) -> str:
    # Imported here so that startup does not wait for the techniques.
    from binairo_tui.engine.techniques.registry import step_technique

    technique, cells = step_technique(puzzle, found), puzzle.geometry.changed(found.before, found.after)
    return f"{capitalized(technique.name)}: filled {cell_names(puzzle, cells)}. {technique.rule}"
