"""New puzzles: a random full grid, then givens taken away while the solution stays forced.

The same arguments give the same puzzle on every machine: all chance comes from `random.Random(seed).random()`, which is
specified to repeat, and the order in which cells are tried does not depend on memos or hash order.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from binairo_tui.engine.geometry import CODES, ONE, ZERO, Cell, Position
from binairo_tui.engine.propagation import Propagator, propagator
from binairo_tui.engine.puzzle import Puzzle


class GenerationError(ValueError):
    """No puzzle of this kind exists, such as 2x8 with unique lines."""


def generate(width: int, height: int, *, seed: int, unique_lines: bool = True) -> Puzzle:
    """A puzzle that propagation alone solves, so that a player never has to guess; its solution is the only one.

    No given can be taken away without losing that. Raises GenerationError if no grid of this size exists.
    """
    rng = Random(seed)
    empty = Puzzle(width, height, 0, unique_lines=unique_lines)
    rules = propagator(empty)
    solution = random_solution(empty, rng)
    if solution is None:
        raise GenerationError(f"no {width}x{height} grid{' with unique lines' * unique_lines} exists")
    givens = solution
    for cell in _shuffled(range(width * height), rng):
        fewer = givens & ~(0b11 << rules.geometry.shifts[cell])
        if _forces_all(rules, fewer):
            givens = fewer
    return Puzzle(width, height, givens, unique_lines=unique_lines)


def random_solution(puzzle: Puzzle, rng: Random) -> Position | None:
    """A solution of a puzzle found by deciding cells in random order, or None if there is none. Not uniform.

    Some orders run into a thicket where search would not end for hours. Rather than cut through, it starts again in
    another order, with more patience each time, so that it ends also where there is no solution.
    """
    rules, board = propagator(puzzle), puzzle.geometry
    start = rules.start(puzzle.givens)
    patience = board.cell_count
    while True:
        order = _shuffled(range(board.cell_count), rng)
        stack = [] if start is None else [start]
        for _ in range(patience):
            if not stack:
                return None
            position = stack.pop()
            if board.is_full(position):
                return position
            cell = next(cell for cell in order if not position >> board.shifts[cell] & 0b11)
            codes = (CODES[ZERO], CODES[ONE])
            branches = [rules.assume(position, cell, code) for code in (codes if rng.random() < 0.5 else codes[::-1])]
            stack += [branch for branch in branches if branch is not None]
        patience *= 2


def _forces_all(rules: Propagator, givens: Position) -> bool:
    """Whether propagation alone fills the grid."""
    position = rules.start(givens)
    return position is not None and rules.geometry.is_full(position)


def _shuffled(cells: Iterable[Cell], rng: Random) -> list[Cell]:
    return [cell for _, cell in sorted((rng.random(), cell) for cell in cells)]
