"""Whether a puzzle may be another one in disguise, so that solving it would help with the other one."""

from binairo_tui.engine import EMPTY, Puzzle
from binairo_tui.engine.symmetry import Symmetry, transformed


def is_like(puzzle: Puzzle, known: Puzzle) -> bool:
    """Return whether `puzzle` may be `known` turned or mirrored, with 0 and 1 exchanged, or with other givens.

    That is so if it contradicts no given of such a copy, as after dropping and adding givens, or if it has half of the
    copy's givens, as after changing a few. The answer follows from the givens of `known`, which its player sees, so
    that it tells nothing about the solution. If `known` is a whole solution, all puzzles that it solves are like it.
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
