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
    from collections.abc import Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from binairo_tui.engine import Cell, Position, Puzzle
    from binairo_tui.engine.consequences import Consequences
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


def fill_once(puzzle: Puzzle, known: Consequences) -> Filling:
    """Fill the cells that one pass of the first applicable rule forces."""
    found = None if known.fixpoint == known.position else next_step(puzzle, known.position)
    if found is None:
        return Filling(None, NOTHING_FORCED)
    if isinstance(found, Conflict):
        return Filling(None, conflict_text(puzzle, found), is_conflict=True)
    return Filling(found.after, _pass_sentence(puzzle, found))


def fill_all(puzzle: Puzzle, known: Consequences) -> Filling:
    """Fill everything that the rules force."""
    position = known.fixpoint
    if position is None:
        found = next(step for step in propagation_steps(puzzle, known.position) if isinstance(step, Conflict))
        return Filling(None, conflict_text(puzzle, found), is_conflict=True)
    if position == known.position:
        return Filling(None, NOTHING_FORCED)
    count = len(puzzle.geometry.changed(known.position, position))
    return Filling(position, f"Filled {plural(count, 'cell')}. One undo takes them back.")


def passes_to(puzzle: Puzzle, before: Position, after: Position) -> list[PropagationStep]:
    """Return the passes that lead from a position to another on the way to the fixpoint; [] if they do not.

    Only the positions are kept in a game: passes are always the same.
    """
    found: list[PropagationStep] = []
    for step in propagation_steps(puzzle, before):
        if isinstance(step, Conflict):
            break
        found.append(step)
        if step.after == after:
            return found
    return []


def pass_text(puzzle: Puzzle, passes: Sequence[PropagationStep]) -> str:
    """Return a text about the last of some passes: its number, what it filled, and its rule."""
    return f"Pass {len(passes)}. {_pass_sentence(puzzle, passes[-1])}"


def _pass_sentence(puzzle: Puzzle, found: PropagationStep) -> str:
    # Imported here so that startup does not wait for the techniques.
    from binairo_tui.engine.techniques.registry import step_technique

    technique, cells = step_technique(puzzle, found), puzzle.geometry.changed(found.before, found.after)
    return f"{capitalized(technique.name)}: filled {cell_names(puzzle, cells)}. {technique.rule}"
