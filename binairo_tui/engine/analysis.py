"""What there is to know about a puzzle that is being made: how many solutions, why none, how hard, what is to spare.

The answers come one after the other, the quick ones first, because whoever draws a puzzle looks on:

    no solution     why, in a sentence; then a few givens that cannot stand together
    one solution    then its grade; then the givens that it could do without
    several         then the values that all of them share
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from binairo_tui.engine.cancellation import IsCancelled, never
from binairo_tui.engine.explain import conflict_text, violation_text
from binairo_tui.engine.geometry import CODES, Cell, Position, opposite
from binairo_tui.engine.grading import Grade, grade
from binairo_tui.engine.propagation import Conflict, propagation_steps, propagator
from binairo_tui.engine.puzzle import Puzzle
from binairo_tui.engine.reduction import superfluous_givens
from binairo_tui.engine.rules import find_violations
from binairo_tui.engine.search import first_solution, solutions

NO_REASON = "No single rule is broken, but every way to go on ends in a dead end."


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known so far; what is None is not known yet, or does not apply.

    `count` is 0, 1, or 2 for more than one. `reason` says in a sentence why there is no solution, `culprits` are givens
    that have none together, each of them needed for that. `superfluous` givens could go, each alone. `agreed` holds
    the values that all solutions share, givens included.
    """

    count: int
    reason: str | None = None
    culprits: tuple[Cell, ...] | None = None
    grade: Grade | None = None
    superfluous: tuple[Cell, ...] | None = None
    agreed: Position | None = None


def analyse(puzzle: Puzzle, *, is_cancelled: IsCancelled = never) -> Iterator[Analysis]:
    """Yield what is known, with each item something more. Raises CancelledError once `is_cancelled` returns True."""
    known = list(solutions(puzzle, 2, is_cancelled=is_cancelled))
    found = Analysis(len(known), reason=None if known else impossibility_text(puzzle))
    yield found
    if not known:
        yield replace(found, culprits=find_culprits(puzzle, is_cancelled=is_cancelled))
    elif len(known) > 1:
        yield replace(found, agreed=find_agreed(puzzle, known, is_cancelled=is_cancelled))
    else:
        found = replace(found, grade=grade(puzzle, is_cancelled=is_cancelled))
        yield found
        yield replace(found, superfluous=superfluous_givens(puzzle, is_cancelled=is_cancelled))


def impossibility_text(puzzle: Puzzle) -> str:
    """One sentence: why a puzzle has no solution. That it has none is not checked."""
    violation = next(iter(find_violations(puzzle, puzzle.givens)), None)
    if violation is not None:
        return violation_text(puzzle, puzzle.givens, violation)
    for step in propagation_steps(puzzle, puzzle.givens):
        if isinstance(step, Conflict):
            return conflict_text(puzzle, step)
    return NO_REASON


def find_culprits(puzzle: Puzzle, *, is_cancelled: IsCancelled = never) -> tuple[Cell, ...]:
    """Givens of a puzzle without solution that have none together, none of which can be spared for that; ascending.

    Empty if size, rules and signs alone allow no solution. Raises CancelledError once `is_cancelled` says yes.
    """
    board = puzzle.geometry
    cells = board.cells(puzzle.givens)
    run = max(len(cells) // 2, 1)
    while cells and run:
        # Groups first: most givens have nothing to do with it.
        for start in range(0, len(cells), run):
            tried = board.mask(cells[start : start + run])
            fewer = replace(puzzle, givens=puzzle.givens & ~tried)
            if first_solution(fewer, is_cancelled=is_cancelled) is None:
                puzzle = fewer
        cells = board.cells(puzzle.givens)
        run = 0 if run == 1 else min(run, len(cells) + 1) // 2
    return cells


def find_agreed(puzzle: Puzzle, known: list[Position], *, is_cancelled: IsCancelled = never) -> Position:
    """The values that all solutions share, givens included, from some `known` solutions, at least one.

    Asks, for each value that the known ones share, for a solution without it; each that is found settles many values
    at once. Raises CancelledError once `is_cancelled` says yes.
    """
    board, rules = puzzle.geometry, propagator(puzzle)
    settled = rules.start(puzzle.givens)
    if settled is None:
        raise ValueError("the puzzle has no solution")
    shared = known[0]
    for solution in known[1:]:
        shared &= solution
    while doubtful := board.cells(shared & ~settled):
        cell = doubtful[len(doubtful) // 2]
        value = board.value(shared, cell)
        against = rules.assume(settled, cell, CODES[opposite(value)])
        other = None
        if against is not None:
            other = first_solution(puzzle, position=against, is_cancelled=is_cancelled)
        if other is not None:
            shared &= other
        else:
            after = rules.assume(settled, cell, CODES[value])
            settled = settled if after is None else after
    return settled
