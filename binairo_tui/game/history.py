"""History: the steps of a session, and the state after each of them.

All states are kept in a list, so undo goes back one element.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from binairo_tui.engine import EMPTY, Cell, Position, Puzzle, Value, Violation, cell_name, find_violations, opposite
from binairo_tui.engine.rules import violations_after
from binairo_tui.game.steps import Move, Step, StepKind


class Origin(NamedTuple):
    """The origin of a value: the kind of step that filled the cell, and the position that explains the value.

    `before` is the position before the step. If a dropped branch proved the value, `before` is the position before the
    branch. For givens and empty cells, `kind` is None, and `before` equals `now`, the current position. `in_branch`
    means that the step was made in a branch that is still open. For a given or an empty cell, `in_branch` means that a
    branch is open. If `in_branch` is True, the value is explained from the rules alone, not from the solution.

    >>> Origin(cell=0, value=ONE, kind=None, before=1, now=1).in_branch
    False
    """

    cell: Cell
    value: Value
    kind: StepKind | None
    before: Position
    now: Position
    in_branch: bool = False


class History:
    """The steps made in `puzzle`. All steps after the first `head` are undone. Setting `head` undoes or redoes steps.

    Raises ValueError if the steps do not fit the puzzle or one another.
    """

    def __init__(self, puzzle: Puzzle, steps: tuple[Step, ...] = (), head: int = 0) -> None:
        if not 0 <= head <= len(steps):
            raise ValueError(f"step {head} of {len(steps)} cannot be the current one")
        self.puzzle = puzzle
        self._last_judged = puzzle.givens, find_violations(puzzle, puzzle.givens)
        self._states = [State(puzzle.givens)]
        self.steps, self._states = steps, self._states_after(0, steps)
        self.head = head

    @property
    def state(self) -> State:
        """The state after the last step that is not undone."""
        return self._states[self.head]

    @property
    def position(self) -> Position:
        return self._states[self.head].position

    @property
    def positions(self) -> list[Position]:
        """The givens, then the position after each step that is not undone; the current position is the last one."""
        return [state.position for state in self._states[: self.head + 1]]

    @property
    def violations(self) -> tuple[Violation, ...]:
        """Cached for one position only, because all states of a long game would need hundreds of megabytes."""
        before, violations = self._last_judged
        if self.position != before:
            violations = violations_after(self.puzzle, before, violations, self.position)
            self._last_judged = self.position, violations
        return violations

    @property
    def has_failed_branch(self) -> bool:
        """Whether a rule is broken that was not broken when the last branch was opened."""
        branches = self.state.branches
        # Most positions have no violations, and need no second look at the board.
        if not (branches and self.violations):
            return False
        return not {*self.violations} <= {*find_violations(self.puzzle, branches[-1].position)}

    @property
    def is_solved(self) -> bool:
        return self.puzzle.geometry.is_full(self.position) and not self.violations

    @property
    def filled_share(self) -> float:
        geometry = self.puzzle.geometry
        givens = self.puzzle.given_count
        to_fill = geometry.cell_count - givens
        return (geometry.filled_count(self.position) - givens) / to_fill if to_fill else 1.0

    def append(self, step: Step) -> None:
        """Make a step, and drop the undone steps. Raises ValueError if the step does not fit the current state."""
        self.steps, self._states = (*self.steps[: self.head], step), self._states_after(self.head, (step,))
        self.head += 1

    def _states_after(self, kept: int, steps: Iterable[Step]) -> list[State]:
        """Return the states of the first `kept` steps, then of `steps`. Raises ValueError if a step does not fit."""
        states = self._states[: kept + 1]
        for number, step in enumerate(steps, kept + 1):
            try:
                states.append(next_state(self.puzzle, states, step))
            except ValueError as error:
                raise ValueError(f"step {number} {error}") from error
        return states

    def moves_to(self, position: Position) -> tuple[Move, ...]:
        value, before = self.puzzle.geometry.value, self.position
        cells = self.puzzle.geometry.changed(before, position)
        return tuple([Move(cell, value(before, cell), value(position, cell)) for cell in cells])

    def last_filled(self) -> tuple[Cell, ...]:
        """Return the cells of the last step that is not undone and changed values; () if there is no such step."""
        steps = [step for step in self.steps[: self.head] if step.moves and step.kind is not StepKind.MARK]
        return tuple([move.cell for move in steps[-1].moves]) if steps else ()

    def last_placed(self) -> Cell | None:
        value, position = self.puzzle.geometry.value, self.position
        placed = (step.moves[0].cell for step in reversed(self.steps[: self.head]) if step.kind is StepKind.PLACE)
        return next((cell for cell in placed if value(position, cell) != EMPTY), None)

    def assumed_cell(self) -> Cell | None:
        """Return a cell filled in the innermost open branch that has filled any; None if there is none.

        The first cell of the branch is preferred.
        """
        geometry = self.puzzle.geometry
        for branch in reversed(self.state.branches):
            changed = geometry.changed(branch.position, self.position)
            filled = [cell for cell in changed if geometry.value(self.position, cell) != EMPTY]
            if filled:
                return branch.assumed if branch.assumed in filled else filled[0]
        return None

    def origin(self, cell: Cell) -> Origin:
        value = self.puzzle.geometry.value(self.position, cell)
        if value == EMPTY or self.puzzle.is_given(cell):
            return Origin(cell, value, None, self.position, self.position, bool(self.state.branches))
        index = self.head
        while index:
            index -= 1
            step = self.steps[index]
            if not any(move.cell == cell and move.old != move.new for move in step.moves):
                continue
            before = self._states[index].position
            if step.kind is StepKind.DROP:
                branch = self._states[index].branches[-1]
                before = branch.position
                if self.puzzle.geometry.value(before, cell) == value:  # the value is older than the branch
                    index = branch.opened_at
                    continue
            in_branch = any(branch.opened_at <= index for branch in self.state.branches)
            return Origin(cell, value, step.kind, before, self.position, in_branch)
        raise RuntimeError("no step filled the cell")


class Branch(NamedTuple):
    """An open what-if branch.

    `opened_at` is the number of steps before the branch, and `position` is the position before the branch. `first` is
    the first step in the branch that has moves; it is None if there is no such step.

    >>> Branch(opened_at=0, position=0).assumed is None
    True
    """

    opened_at: int
    position: Position
    first: Step | None = None

    @property
    def assumed(self) -> Cell | None:
        """The empty cell that the first step of the branch filled; None if there is none."""
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

    Raises ValueError if the step does not fit the last state. The message begins with a verb, because the caller adds
    the number of the step in front of it.
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

    The first is the position before the branch. If the first cell of the branch is still filled, the second is the same
    position with the opposite value in that cell. The second is for games saved by earlier versions, in which dropping
    a branch filled in the value that it proved.
    """
    branch = state.branches[-1]
    cell = branch.assumed
    value = EMPTY if cell is None else puzzle.geometry.value(state.position, cell)
    if cell is None or value == EMPTY:
        return (branch.position,)
    return branch.position, puzzle.geometry.place(branch.position, cell, opposite(value))


def branch_depths(puzzle: Puzzle, state: State) -> dict[Cell, int]:
    """The outermost branch has depth 1; if several branches have changed a cell, the innermost of them counts."""
    depths: dict[Cell, int] = {}
    for depth, branch in enumerate(state.branches, 1):
        depths.update(dict.fromkeys(puzzle.geometry.changed(branch.position, state.position), depth))
    return depths


def _without_last(state: State) -> tuple[Branch, ...]:
    if not state.branches:
        raise ValueError("closes a branch, but none is open")
    return state.branches[:-1]


def _moved(puzzle: Puzzle, position: Position, step: Step) -> Position:
    geometry = puzzle.geometry
    if step.moves and step.kind in (StepKind.BRANCH, StepKind.KEEP):
        raise ValueError("changes cells, although opening or keeping a branch changes none")
    if any(move.cell >= after.cell for move, after in pairwise(step.moves)):
        raise ValueError("names a cell twice or out of order")
    for cell, old, new in step.moves:
        if not 0 <= cell < geometry.cell_count or puzzle.is_given(cell):
            raise ValueError(f"changes {cell_name(cell, geometry.width)}, which the player cannot change")
        if geometry.value(position, cell) != old or (old == new) is not (step.kind is StepKind.MARK):
            raise ValueError(f"does not match the value in {cell_name(cell, geometry.width)}")
        position = geometry.place(position, cell, new)
    return position
