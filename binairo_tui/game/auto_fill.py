"""Auto-fill: fills cells by propagation on request, and describes the result in a sentence.

If auto-fill and hints fill more than a quarter of the blanks, the program counts as the solver of the puzzle. Cells
filled in a branch that fails do not count, because they reveal no cell of the solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import NamedTuple

from binairo_tui import engine
from binairo_tui.engine import ONE, ZERO, Cell, Position, Puzzle, Violation, cell_name, find_violations, line_name
from binairo_tui.engine.wording import (
    breach_text,
    capitalized,
    cell_names,
    inflect,
    lines_text,
    number_word,
    plural,
    sentence,
    violation_text,
)
from binairo_tui.game.aids import Aid
from binairo_tui.game.steps import Change, Step, StepKind

SOLVER_SHARE = 4
"""The program counts as the solver if it fills more than 1 / SOLVER_SHARE of the blanks."""
NOTHING_FORCED = "The simple rules force nothing here."
BRANCH_HAS_FAILED = "The branch has failed: drop it."
"""Ends the message if there is a contradiction in a branch."""
NOW_BY_PROGRAM = "The game now counts as solved by the program, even if you undo this."


class Filling(NamedTuple):
    """The position after filling, and a sentence about it.

    If nothing was filled, the position is None, and the sentence says why. `conflict` is the contradiction, if there is
    one.
    """

    position: Position | None
    message: str
    conflict: engine.Conflict | None = None


def filling_aids(puzzle: Puzzle, filled: AbstractSet[Cell]) -> Aid:
    blanks = puzzle.geometry.cell_count - puzzle.given_count
    return Aid.PROPAGATION | (Aid.MOST_CELLS if SOLVER_SHARE * len(filled) > blanks else Aid(0))


def filled_cells(steps: Iterable[Step]) -> frozenset[Cell]:
    fills = [step for step in steps if step.kind in (StepKind.PROPAGATE, StepKind.PROPAGATE_ONCE)]
    return frozenset(move.cell for step in fills for move in step.moves)


class AutoFill:
    """Fills cells of `puzzle` on request. The argument `in_branch` of its methods says whether a branch is open.

    `filled` holds all cells filled in this way or by hints, except in branches that fail. Undo does not remove cells
    from `filled`.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.filled: frozenset[Cell] = frozenset()
        self._puzzle = puzzle

    @cached_property
    def _follower(self) -> engine.consequences.Follower:
        return engine.consequences.Follower(self._puzzle)

    @property
    def aids(self) -> Aid:
        return filling_aids(self._puzzle, self.filled)

    def once(self, position: Position, *, in_branch: bool = False) -> Filling:
        """Return the result of one pass over the whole board by the easiest technique that finds anything."""
        fixpoint = self._follower.follow(position).fixpoint
        found = None if fixpoint == position else next(engine.propagation_steps(self._puzzle, position), None)
        if found is None:
            return Filling(None, NOTHING_FORCED)
        if isinstance(found, engine.Conflict):
            return _no_filling(self._puzzle, position, found, in_branch=in_branch)
        if fixpoint is not None or not in_branch:
            self.filled |= self._blanks(position, found.after)
        return Filling(found.after, _pass_text(self._puzzle, found))

    def all(self, position: Position, *, in_branch: bool = False) -> Filling:
        """In a branch, the cells forced before a contradiction are filled; outside, a contradiction fills nothing."""
        fixpoint = self._follower.follow(position).fixpoint
        if fixpoint is None:
            reached, conflict = _contradiction(self._puzzle, position)
            if reached == position or not in_branch:
                return _no_filling(self._puzzle, position, conflict, in_branch=in_branch)
            count = plural(len(self._blanks(position, reached)), "cell")
            reason = _why_nothing_fits(self._puzzle, reached, conflict, violation_text)
            return Filling(reached, f"Filled {count}. {sentence(reason)} {BRANCH_HAS_FAILED}", conflict)
        if fixpoint == position:
            return Filling(None, NOTHING_FORCED)
        blanks = self._blanks(position, fixpoint)
        self.filled |= blanks
        return Filling(fixpoint, f"Filled {plural(len(blanks), 'cell')}. One undo takes them back.")

    def outlook(self, position: Position) -> tuple[Aid, bool]:
        """Return the aids that would be used after a call of `all`, and whether that call would solve the puzzle."""
        puzzle, fixpoint = self._puzzle, self._follower.follow(position).fixpoint
        if fixpoint is None:
            return self.aids, False
        aids = filling_aids(puzzle, self.filled | self._blanks(position, fixpoint))
        return aids, puzzle.geometry.is_full(fixpoint) and not find_violations(puzzle, fixpoint)

    def with_hint(self, position: Position, after: Position, *, in_branch: bool) -> frozenset[Cell]:
        """Return the value of `filled` after a hint changes a position to `after`."""
        fails = in_branch and self._follower.follow(position).fixpoint is None
        return self.filled if fails else self.filled | self._blanks(position, after)

    def _blanks(self, position: Position, after: Position) -> frozenset[Cell]:
        return frozenset(self._puzzle.geometry.changed(position, after))


def with_verdict(change: Change, before: Aid, after: Aid) -> Change:
    """Return a change. If it makes the program count as the solver, its message also says so.

    `before` and `after` are the aids before and after the change. If the change solves the puzzle, its message stays
    the same, because the result names the solver.
    """
    is_new = Aid.MOST_CELLS in after and Aid.MOST_CELLS not in before
    return change._replace(message=f"{change.message} {NOW_BY_PROGRAM}") if is_new and not change.solved else change


def _no_filling(puzzle: Puzzle, position: Position, conflict: engine.Conflict, *, in_branch: bool) -> Filling:
    blame = BRANCH_HAS_FAILED if in_branch else "There is a mistake on the board."
    return Filling(None, f"{contradiction_text(puzzle, position)} {blame}", conflict)


def broken_text(puzzle: Puzzle, position: Position, violation: Violation, *, in_branch: bool) -> str:
    """Return the refusal to fill a position in which a rule is broken."""
    broken = violation_text(puzzle, position, violation)
    return f"{broken} {BRANCH_HAS_FAILED}" if in_branch else f"Correct this first: {broken}"


def contradiction_text(puzzle: Puzzle, position: Position) -> str:
    """The sentence tells the number of cells forced before, because the board does not show these cells."""
    reached, conflict = _contradiction(puzzle, position)
    count = len(puzzle.geometry.changed(position, reached))
    later = f"after {number_word(count)} forced {inflect(count, 'cell')}, " if count else ""
    return sentence(f"{later}{_why_nothing_fits(puzzle, reached, conflict, breach_text)}")


def _contradiction(puzzle: Puzzle, position: Position) -> tuple[Position, engine.Conflict]:
    """Return the last position that the rules reach from a position, and the contradiction found there."""
    *passes, end = engine.propagation_steps(puzzle, position)
    assert isinstance(end, engine.Conflict)  # noqa: S101 - the position has no fixpoint
    reached = passes[-1].after if passes and not isinstance(passes[-1], engine.Conflict) else position
    return reached, end


def _why_nothing_fits(
    puzzle: Puzzle,
    position: Position,
    conflict: engine.Conflict,
    describe: Callable[[Puzzle, Position, Violation], str],
) -> str:
    """`describe` is `violation_text` if the position is shown on the board, and `breach_text` if not."""
    if broken := find_violations(puzzle, position):
        return describe(puzzle, position, broken[0])
    if not conflict.cells:
        return f"no legal filling is left for {lines_text(puzzle, conflict.lines)}"
    cell = conflict.cells[0]
    name, breaches = cell_name(cell, puzzle.width), []
    for value in (ZERO, ONE):
        after = puzzle.geometry.place(position, cell, value)
        breaches += [f"with {value}, {breach_text(puzzle, after, it)}" for it in find_violations(puzzle, after)[:1]]
    if len(breaches) == len((ZERO, ONE)):
        return f"neither 0 nor 1 fits in {name}: {'; '.join(breaches)}"
    row, column = [line_name(line, puzzle.height) for line in puzzle.geometry.lines_of(cell)]
    return f"{row} and {column} need different values in {name}"


def _pass_text(puzzle: Puzzle, found: engine.GradeStep) -> str:
    cells = puzzle.geometry.changed(found.before, found.after)
    rule = engine.techniques.registry.technique(found.technique).rule
    return f"{capitalized(found.technique)}: filled {cell_names(puzzle, cells)}. {rule}"
