"""Uniquify: adds givens to an unfinished puzzle until it has exactly one solution.

One solution is chosen at random. Its values are added as givens in random order, except in cells that propagation
already fills. So the puzzle can be solved without search. With `few`, added givens are then removed again, one by one
in random order, as long as there is still only one solution. The caller's givens stay. After that, none of the added
givens is superfluous, but another choice might need fewer givens.
"""

from dataclasses import dataclass
from random import Random

from binairo_tui.engine import generation, propagation, search
from binairo_tui.engine.cancellation import CancelledError, IsCancelled, after_calls, never
from binairo_tui.engine.geometry import Cell, Position
from binairo_tui.engine.puzzle import Puzzle, check_seed

RANDOM_NODES = 50
"""Limit on search nodes per board cell in the search for a random solution."""


class UnsolvableError(ValueError):
    """The puzzle has no solution, and adding givens cannot change that.

    >>> make_unique(parse_puzzle("2x2;11.."), seed=1)
    Traceback (most recent call last):
    binairo_tui.engine.uniquify.UnsolvableError: the puzzle has no solution
    """


@dataclass(frozen=True, slots=True)
class UniquePuzzle:
    """A puzzle to which givens were added until it had exactly one solution. `added` holds their cells, ascending.

    If `is_minimal` is True, each added given is needed. If `is_minimal` is False, it is not known whether all added
    givens are needed.

    >>> make_unique(parse_puzzle("4x4;00..010........."), seed=1)
    UniquePuzzle(puzzle=parse_puzzle('4x4;00..010..0......'), added=(9,), is_minimal=False)
    """

    puzzle: Puzzle
    added: tuple[Cell, ...]
    is_minimal: bool


def make_unique(puzzle: Puzzle, *, seed: int, few: bool = False, is_cancelled: IsCancelled = never) -> UniquePuzzle:
    """Return the puzzle with givens added until it has exactly one solution.

    With `few`, added givens that are not needed are removed again. A puzzle with exactly one solution is returned
    unchanged. The same seed gives the same puzzle. Raises UnsolvableError if there is no solution. Once `is_cancelled`
    returns True, the function returns the best puzzle so far, or raises CancelledError if there is none.

    >>> has_unique_solution(make_unique(Puzzle(6, 6), seed=1, few=True).puzzle)
    True
    """
    check_seed(seed)
    rng = Random(seed)
    found = list(search.solutions(puzzle, 2, is_cancelled=is_cancelled))
    if not found:
        raise UnsolvableError("the puzzle has no solution")
    if len(found) == 1:
        return UniquePuzzle(puzzle, (), is_minimal=True)
    solution = _random_solution(puzzle, rng, is_cancelled)
    if solution is None:
        solution = search.first_in_order(puzzle, is_cancelled=is_cancelled)
    added = _enough(puzzle, solution, rng)
    is_minimal = False
    if few:
        added, is_minimal = _fewer(puzzle, solution, added, rng, is_cancelled)
    return UniquePuzzle(_with(puzzle, solution, added), tuple(sorted(added)), is_minimal)


def _random_solution(puzzle: Puzzle, rng: Random, is_cancelled: IsCancelled) -> Position | None:
    """Return None at the node limit, as happens if a few solutions are hidden among very many dead ends."""
    is_enough = after_calls(RANDOM_NODES * puzzle.geometry.cell_count)
    try:
        return generation.random_solution(puzzle, rng, is_cancelled=lambda: is_enough() or is_cancelled())
    except CancelledError:
        if is_cancelled():
            raise
        return None


def _enough(puzzle: Puzzle, solution: Position, rng: Random) -> list[Cell]:
    """Return blanks that, as givens with their values in the solution, let propagation fill the grid."""
    board, rules = puzzle.geometry, propagation.propagator(puzzle)
    position = rules.fixpoint(puzzle.givens)
    added = []
    for cell in generation.shuffled(range(board.cell_count), rng):
        if position is not None and not position >> board.shifts[cell] & 0b11:
            position = rules.assume(position, cell, solution >> board.shifts[cell] & 0b11)
            added.append(cell)
    return added


def _fewer(
    puzzle: Puzzle, solution: Position, added: list[Cell], rng: Random, is_cancelled: IsCancelled
) -> tuple[list[Cell], bool]:
    """Return `added` without the cells that can be removed, and whether all cells were tried before cancellation."""
    for cell in generation.shuffled(added, rng):
        kept = [other for other in added if other != cell]
        try:
            if search.has_unique_solution(_with(puzzle, solution, kept), is_cancelled=is_cancelled):
                added = kept
        except CancelledError:
            return added, False
    return added, True


def _with(puzzle: Puzzle, solution: Position, cells: list[Cell]) -> Puzzle:
    return puzzle.with_givens(puzzle.givens | solution & puzzle.geometry.mask(cells))
