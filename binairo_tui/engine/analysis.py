"""Analysis of a puzzle that is being edited.

The player is waiting, so each result is yielded as soon as it is found. These results are found, quickest first:

    no solution     a sentence that says why; then a few givens that conflict
    one solution    the grade; then the superfluous givens
    several         the backbone: the values that all solutions share
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce
from operator import and_

from binairo_tui.engine import cancellation, grading, passes, propagation, reduction, search, wording
from binairo_tui.engine.geometry import CODES, Cell, Position, opposite
from binairo_tui.engine.puzzle import Puzzle
from binairo_tui.engine.rules import find_violations

NO_REASON = "No rule is broken yet, but the grid cannot be completed."


@dataclass(frozen=True, slots=True)
class Analysis:
    """The results so far for `puzzle`. A field is None if its value is not known yet or does not apply.

    `count` is the number of solutions; 2 means two or more. `reason` is a sentence that says why there is no solution;
    `conflicting_givens` are the cells of a minimal set of givens that together leave no solution. After removing one of
    the givens in `superfluous`, there is still only one solution. `backbone` holds the values that all solutions share,
    including the givens.
    """

    puzzle: Puzzle
    count: int
    reason: str | None = None
    conflicting_givens: tuple[Cell, ...] | None = None
    grade: grading.Grade | None = None
    superfluous: tuple[Cell, ...] | None = None
    backbone: Position | None = None


def analyse(puzzle: Puzzle, *, is_cancelled: cancellation.IsCancelled = cancellation.never) -> Iterator[Analysis]:
    """Yield all results so far after each new one. Raises CancelledError once `is_cancelled` returns True."""
    known = list(search.solutions(puzzle, 2, is_cancelled=is_cancelled))
    found = Analysis(puzzle, len(known), reason=None if known else impossibility_text(puzzle))
    yield found
    if not known:
        yield replace(found, conflicting_givens=find_conflicting_givens(puzzle, is_cancelled=is_cancelled))
    elif len(known) > 1:
        yield replace(found, backbone=find_backbone(puzzle, known, is_cancelled=is_cancelled))
    else:
        found = replace(found, grade=grading.grade(puzzle, is_cancelled=is_cancelled))
        yield found
        yield replace(found, superfluous=reduction.superfluous_givens(puzzle, is_cancelled=is_cancelled))


def impossibility_text(puzzle: Puzzle) -> str:
    if violations := find_violations(puzzle, puzzle.givens):
        return wording.violation_text(puzzle, puzzle.givens, violations[0])
    for step in passes.propagation_steps(puzzle, puzzle.givens):
        if isinstance(step, passes.Conflict):
            return passes.conflict_text(puzzle, step)
    return NO_REASON


def find_conflicting_givens(
    puzzle: Puzzle, *, is_cancelled: cancellation.IsCancelled = cancellation.never
) -> tuple[Cell, ...]:
    """Return the cells, ascending, of a minimal set of givens that together leave no solution.

    The puzzle must have no solution. The set is empty if the puzzle has no solution even without givens. Raises
    CancelledError once `is_cancelled` returns True.
    """
    board = puzzle.geometry
    cells = board.cells(puzzle.givens)
    run = max(len(cells) // 2, 1)
    while cells and run:
        # Try to remove whole groups first, because most givens have nothing to do with the conflict.
        for start in range(0, len(cells), run):
            fewer = puzzle.with_givens(puzzle.givens & ~board.mask(cells[start : start + run]))
            if search.first_solution(fewer, is_cancelled=is_cancelled) is None:
                puzzle = fewer
        cells = board.cells(puzzle.givens)
        run = 0 if run == 1 else min(run, len(cells) + 1) // 2
    return cells


def find_backbone(
    puzzle: Puzzle, known: list[Position], *, is_cancelled: cancellation.IsCancelled = cancellation.never
) -> Position:
    """Return the backbone of a puzzle: the values that all solutions share, including the givens.

    `known` holds one or more solutions. If the known solutions share a value, this function searches for a solution
    with the opposite value in that cell. Such a solution usually differs in many more cells, so few searches are
    needed. Raises ValueError if the puzzle has no solution, and CancelledError once `is_cancelled` returns True.
    """
    board, rules = puzzle.geometry, propagation.propagator(puzzle)
    settled = rules.fixpoint(puzzle.givens)
    if settled is None:
        raise ValueError("the puzzle has no solution")
    shared = reduce(and_, known)
    while doubtful := board.cells(shared & ~settled):
        cell = doubtful[len(doubtful) // 2]
        value = board.value(shared, cell)
        against = rules.assume(settled, cell, CODES[opposite(value)])
        other = None if against is None else search.first_solution(puzzle, position=against, is_cancelled=is_cancelled)
        if other is not None:
            shared &= other
        else:
            settled = rules.assume(settled, cell, CODES[value]) or settled
    return settled
