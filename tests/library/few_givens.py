"""Searches for puzzles with few givens, for the collection `minimal`.

`engine.reduction` finds the fewest givens for one grid, but few grids have puzzles with very few givens. This local
search therefore changes the grid, too. Each step removes some givens, lists the solutions, and adds the rarest value
among them as a given until one solution is left. If this adds no more givens than were removed, the search continues
from the new puzzle, which sometimes has one given fewer.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random

from binairo_tui.engine import Band, Position, Puzzle, Request, generate, solutions
from binairo_tui.engine.geometry import bits

MAX_LISTED = 300
"""A step that finds this many solutions is abandoned."""


def search_few_givens(size: int, *, seed: int, steps: int, enough: int) -> Puzzle:
    """Return a size x size puzzle with one solution and few givens: the best puzzle found in `steps` steps.

    The search stops early at `enough` givens or fewer. Equal arguments give the same puzzle on every machine.
    """
    rng = Random(seed)
    best = generate(Request(size, size, Band.EXTREME if size > 4 else None), seed=seed)
    for _ in range(steps):
        if best.given_count <= enough:
            break
        best = _step(best, rng)
    return best


def _step(puzzle: Puzzle, rng: Random) -> Puzzle:
    """Return a different puzzle with one solution and no more givens than `puzzle`, or `puzzle` if the step fails."""
    givens = sorted(bits(puzzle.givens), key=lambda _: rng.random())
    taken = givens[: 2 + (rng.random() < 0.5)]
    kept = puzzle.givens ^ sum(taken)
    # Sorted because the search guarantees no order.
    left = sorted(solutions(puzzle.with_givens(kept), MAX_LISTED))
    if len(left) == MAX_LISTED:
        return puzzle
    for _ in taken:
        if len(left) > 1:
            value = _rarest_value(left, rng)
            kept |= value
            left = [solution for solution in left if solution & value]
    return puzzle.with_givens(kept) if len(left) == 1 else puzzle


def _rarest_value(positions: Sequence[Position], rng: Random) -> Position:
    """Return a random one of the cell values that occur in the fewest positions."""
    counts: Counter[Position] = Counter()
    for position in positions:
        counts.update(bits(position))
    fewest = min(counts.values())
    rarest = sorted(value for value, count in counts.items() if count == fewest)
    return rarest[int(rng.random() * len(rarest))]
