"""What a session is after each of its steps: the position, the open branches and the marks.

`next_frame` is the one place that says what a step does, whether it is made now or replayed from a save.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from binairo_tui.engine import EMPTY, Cell, Position, Puzzle, Violation, cell_name, find_violations, opposite
from binairo_tui.game.steps import Step, StepKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from binairo_tui.game.steps import Move


@dataclass(frozen=True, slots=True)
class Branch:
    """An open what-if branch: after how many steps it was opened, on which position, and its first step that moved."""

    opened_at: int
    position: Position
    first: Step | None = None

    @property
    def assumed(self) -> Cell | None:
        """The cell that the branch is about: the empty one that the player filled first; None if there is none."""
        if self.first is None or self.first.kind is not StepKind.PLACE or self.first.moves[0].old != EMPTY:
            return None
        return self.first.moves[0].cell


@dataclass(frozen=True, slots=True)
class Frame:
    """A position and what is seen in it; `branches` from the outermost in."""

    position: Position
    violations: tuple[Violation, ...]
    branches: tuple[Branch, ...] = ()
    marks: frozenset[Cell] = frozenset()


def first_frame(puzzle: Puzzle) -> Frame:
    """Nothing but the givens."""
    return Frame(puzzle.givens, find_violations(puzzle, puzzle.givens))


def next_frame(puzzle: Puzzle, frames: list[Frame], step: Step) -> Frame:
    """The frame that a step leads to from the last of some frames, which are all since the start.

    Raises ValueError, with a clause about the step, if it does not fit there.
    """
    frame = frames[-1]
    if not step.moves and not step.kind.may_move_nothing:
        raise ValueError("has no moves")
    position = _moved(puzzle, frame.position, step)
    match step.kind:
        case StepKind.BRANCH:
            return replace(frame, branches=(*frame.branches, Branch(len(frames) - 1, position)))
        case StepKind.KEEP:
            return replace(frame, branches=_without_last(frame))
        case StepKind.MARK:
            return replace(frame, marks=frame.marks ^ {move.cell for move in step.moves})
        case StepKind.RESTART:
            return Frame(position, find_violations(puzzle, position))
        case StepKind.DROP:
            branches = _without_last(frame)
            if position not in dropped(puzzle, frame):
                raise ValueError("does not lead back to where the branch was opened")
        case _:
            branches = frame.branches
    begun = tuple([replace(branch, first=step) if branch.first is None else branch for branch in branches])
    return Frame(position, find_violations(puzzle, position), begun, frame.marks)


def dropped(puzzle: Puzzle, frame: Frame) -> tuple[Position, ...]:
    """What the grid may be once the last branch is dropped.

    As it was when the branch was opened, and, if the branch is about a cell that is filled, the same with this cell the
    other way.
    """
    branch = frame.branches[-1]
    cell = branch.assumed
    value = EMPTY if cell is None else puzzle.geometry.value(frame.position, cell)
    if cell is None or value == EMPTY:
        return (branch.position,)
    return branch.position, puzzle.geometry.place(branch.position, cell, opposite(value))


def branch_depths(puzzle: Puzzle, frame: Frame) -> dict[Cell, int]:
    """The cells that differ from where a branch was opened, by the depth of the last such branch, from 1."""
    depths: dict[Cell, int] = {}
    for depth, branch in enumerate(frame.branches, 1):
        depths.update(dict.fromkeys(puzzle.geometry.changed(branch.position, frame.position), depth))
    return depths


def _without_last(frame: Frame) -> tuple[Branch, ...]:
    if not frame.branches:
        raise ValueError("closes a branch, but none is open")
    return frame.branches[:-1]


def _moved(puzzle: Puzzle, position: Position, step: Step) -> Position:
    """The position after the moves of a step, each of which must fit what stands there."""
    geometry = puzzle.geometry
    if step.moves and step.kind in (StepKind.BRANCH, StepKind.KEEP):
        raise ValueError("moves cells, which opening and keeping a branch do not")
    for cell, old, new in _in_order(step.moves):
        if not 0 <= cell < geometry.cell_count or puzzle.is_given(cell):
            raise ValueError(f"changes cell {cell}, which is not the player's")
        if geometry.value(position, cell) != old or (old == new) is not (step.kind is StepKind.MARK):
            raise ValueError(f"does not fit what stands in {cell_name(cell, geometry.width)}")
        position = geometry.place(position, cell, new)
    return position


def _in_order(moves: tuple[Move, ...]) -> Iterable[Move]:
    if any(move.cell >= after.cell for move, after in pairwise(moves)):
        raise ValueError("names a cell twice or out of order")
    return moves
