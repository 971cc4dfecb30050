"""Completing a puzzle that is only begun: givens are added until exactly one solution is left.

One solution is found at random. Its values are given in random order, but only where propagation does not fill them
from what is given already, so that the puzzle needs no search at first. Few givens are a second part: those that were
added are taken away again, one by one in random order, as long as there is still one solution; what the caller drew
stays. The result is then as small as can be without adding others, which is not always the smallest there is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from binairo_tui.engine.cancellation import CancelledError, IsCancelled, after_calls, never
from binairo_tui.engine.generation import random_solution, shuffled
from binairo_tui.engine.geometry import Cell, Position
from binairo_tui.engine.propagation import propagator
from binairo_tui.engine.puzzle import Puzzle
from binairo_tui.engine.search import has_unique_solution, solutions

PATIENCE = 50
"""Positions, for each cell of the board, that the search for a random solution may look at before any will do."""


class UnsolvableError(ValueError):
    """The puzzle has no solution: no given can mend that."""


@dataclass(frozen=True, slots=True)
class UniquePuzzle:
    """A puzzle with exactly one solution, and the cells of the givens that were added, ascending.

    `is_minimal` says that none of these can be taken away again.
    """

    puzzle: Puzzle
    added: tuple[Cell, ...]
    is_minimal: bool


def make_unique(puzzle: Puzzle, *, seed: int, few: bool = False, is_cancelled: IsCancelled = never) -> UniquePuzzle:
    """The puzzle with givens added until it has exactly one solution; `few` adds as few as it can see.

    A puzzle with one solution comes back as it is. Raises UnsolvableError if there is none. `is_cancelled` is asked
    often; once it says yes, which it must not take back, the best puzzle so far is returned, or
    CancelledError raised if there is none yet. The same seed gives the same puzzle.
    """
    rng = Random(seed)
    found = list(solutions(puzzle, 2, is_cancelled=is_cancelled))
    if not found:
        raise UnsolvableError("the puzzle has no solution")
    if len(found) == 1:
        return UniquePuzzle(puzzle, (), is_minimal=True)
    solution = _random_solution(puzzle, rng, is_cancelled) or found[0]
    added = _enough(puzzle, solution, rng)
    is_minimal = False
    if few:
        added, is_minimal = _fewer(puzzle, solution, added, rng, is_cancelled)
    return UniquePuzzle(_with(puzzle, solution, added), tuple(sorted(added)), is_minimal)


def _random_solution(puzzle: Puzzle, rng: Random, is_cancelled: IsCancelled) -> Position | None:
    """A random solution of a puzzle that has some, if one is found soon: there may be few among very many dead ends."""
    is_enough = after_calls(PATIENCE * puzzle.geometry.cell_count)
    try:
        return random_solution(puzzle, rng, is_cancelled=lambda: is_enough() or is_cancelled())
    except CancelledError:
        if is_cancelled():
            raise
        return None


def _enough(puzzle: Puzzle, solution: Position, rng: Random) -> list[Cell]:
    """Cells that, given as in the solution, let propagation fill the grid."""
    board, rules = puzzle.geometry, propagator(puzzle)
    position = rules.start(puzzle.givens)
    added = []
    for cell in shuffled(range(board.cell_count), rng):
        if position is not None and not position >> board.shifts[cell] & 0b11:
            position = rules.assume(position, cell, solution >> board.shifts[cell] & 0b11)
            added.append(cell)
    return added


def _fewer(
    puzzle: Puzzle, solution: Position, added: list[Cell], rng: Random, is_cancelled: IsCancelled
) -> tuple[list[Cell], bool]:
    """Those of the added cells that cannot go; False with it if the caller did not wait until all had been tried."""
    for cell in shuffled(added, rng):
        kept = [other for other in added if other != cell]
        try:
            if has_unique_solution(_with(puzzle, solution, kept), is_cancelled=is_cancelled):
                added = kept
        except CancelledError:
            return added, False
    return added, True


def _with(puzzle: Puzzle, solution: Position, cells: list[Cell]) -> Puzzle:
    """The puzzle with the solution's values given in some more cells."""
    return replace(puzzle, givens=puzzle.givens | solution & puzzle.geometry.mask(cells))
