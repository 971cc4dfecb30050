"""Finds puzzles that may be another puzzle in disguise, so that the solution of one would help with the other."""

from binairo_tui.engine import EMPTY, Puzzle
from binairo_tui.engine.symmetry import Symmetry, transformed


def is_like(puzzle: Puzzle, known: Puzzle) -> bool:
    """Return whether `puzzle` may be `known` turned or mirrored, with 0 and 1 exchanged, or with other givens.

    A copy of `known`, turned, mirrored or exchanged, is compared with `puzzle`. The two are alike if `puzzle`
    contradicts no given of the copy, because givens may have been dropped and added. They are also alike if `puzzle`
    has half of the copy's givens, because the others may have been changed. The answer depends only on the givens of
    `known`. The player of `known` sees these givens, so the answer reveals nothing about the solution. If `known` is a
    full grid, every puzzle with this solution is like it.
    """
    given = puzzle.geometry.text(puzzle.givens)
    for symmetry in Symmetry:
        for swap_values in (False, True)[: 2 - known.width % 2]:
            copy = transformed(known, symmetry, swap_values=swap_values)
            if (copy.width, copy.height) != (puzzle.width, puzzle.height):
                continue
            pairs = [pair for pair in zip(given, copy.geometry.text(copy.givens), strict=True) if EMPTY not in pair]
            equal = sum(one == other for one, other in pairs)
            if equal == len(pairs) or 2 * equal >= copy.given_count:
                return True
    return False
