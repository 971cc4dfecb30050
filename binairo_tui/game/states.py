"""States: the position, the open branches and the marks after each step of a session.

`next_state` defines the effect of a step, both when it is made and when it is replayed from a saved game.
"""

from itertools import pairwise
from typing import NamedTuple

from binairo_tui.engine import EMPTY, Cell, Position, Puzzle, cell_name, opposite
from binairo_tui.game.steps import Step, StepKind


class Branch(NamedTuple):
    """An open what-if branch.

    `opened_at` is the number of steps before the branch, and `position` is the position before it. `first` is the
    first step of the branch that has moves; it is None if there is no such step.
    """

    opened_at: int
    position: Position
    first: Step | None = None

    @property
    def assumed(self) -> Cell | None:
        """The cell that the branch is about: the empty cell that its first step filled; None if there is none."""
        if self.first is None or self.first.kind is not StepKind.PLACE or self.first.moves[0].old != EMPTY:
            return None
        return self.first.moves[0].cell


class State(NamedTuple):
    """A position with the open branches, outermost first, and the marked cells."""

    position: Position
    branches: tuple[Branch, ...] = ()
    marks: frozenset[Cell] = frozenset()


def next_state(puzzle: Puzzle, states: list[State], step: Step) -> State:
    """Return the state after a step; `states` holds the state of the givens, then the state after each earlier step.

    Raises ValueError if the step does not fit the last state. The message is a clause whose subject is the step.
    """
    state = states[-1]
    if not step.moves and not step.kind.may_move_nothing:
        raise ValueError("has no moves")
    position = _moved(puzzle, state.position, step)
    match step.kind:
        case StepKind.BRANCH:
            return state._replace(branches=(*state.branches, Branch(len(states) - 1, position)))
        case StepKind.KEEP:
            return state._replace(branches=_without_last(state))
        case StepKind.MARK:
            return state._replace(marks=state.marks ^ {move.cell for move in step.moves})
        case StepKind.RESTART:
            return State(position)
        case StepKind.DROP:
            branches = _without_last(state)
            if position not in dropped(puzzle, state):
                raise ValueError("does not lead back to where the branch was opened")
        case _:
            branches = state.branches
    begun = tuple([branch._replace(first=step) if branch.first is None else branch for branch in branches])
    return State(position, begun, state.marks)


def dropped(puzzle: Puzzle, state: State) -> tuple[Position, ...]:
    """Return the positions that are allowed after the last branch is dropped.

    The first is the position before the branch. If the first cell of the branch is still filled, the second is the
    same position with the opposite value in that cell. Dropping a branch used to fill in what the branch proved, and
    games saved at that time can still be opened.
    """
    branch = state.branches[-1]
    cell = branch.assumed
    value = EMPTY if cell is None else puzzle.geometry.value(state.position, cell)
    if cell is None or value == EMPTY:
        return (branch.position,)
    return branch.position, puzzle.geometry.place(branch.position, cell, opposite(value))


def branch_depths(puzzle: Puzzle, state: State) -> dict[Cell, int]:
    """Map each cell changed in an open branch to the depth of the innermost such branch, counting from 1."""
    depths: dict[Cell, int] = {}
    for depth, branch in enumerate(state.branches, 1):
        depths.update(dict.fromkeys(puzzle.geometry.changed(branch.position, state.position), depth))
    return depths


def _without_last(state: State) -> tuple[Branch, ...]:
    if not state.branches:
        raise ValueError("closes a branch, but none is open")
    return state.branches[:-1]


def _moved(puzzle: Puzzle, position: Position, step: Step) -> Position:
    """Return the position after the moves of a step. Raises ValueError if a move does not fit the position."""
    geometry = puzzle.geometry
    if step.moves and step.kind in (StepKind.BRANCH, StepKind.KEEP):
        raise ValueError("changes cells, although opening or keeping a branch changes none")
    if any(move.cell >= after.cell for move, after in pairwise(step.moves)):
        raise ValueError("names a cell twice or out of order")
    for cell, old, new in step.moves:
        if not 0 <= cell < geometry.cell_count or puzzle.is_given(cell):
            raise ValueError(f"changes {cell_name(cell, geometry.width)}, which is not the player's")
        if geometry.value(position, cell) != old or (old == new) is not (step.kind is StepKind.MARK):
            raise ValueError(f"does not match the value in {cell_name(cell, geometry.width)}")
        position = geometry.place(position, cell, new)
    return position
