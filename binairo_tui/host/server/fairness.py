"""Judges from speed, order and knowledge whether a person could have solved a puzzle as its log says. Pure."""

from collections.abc import Sequence
from itertools import pairwise

from binairo_tui.engine import Puzzle
from binairo_tui.game import Step
from binairo_tui.player.coach import fills

MOST_A_SECOND = 5.0
"""Limit on the cells that a person fills per second, on average from the first step to the last."""
QUICK_MS = 1500
"""In a pause shorter than this, in ms, a person cannot find a value that no technique shows."""
MOST_UNKNOWN = 0.1
"""Limit on the share of cells that are filled within `QUICK_MS`, but that no technique short of a hypothesis shows."""
MOST_IN_ORDER = 0.9
"""Limit on the share of cells that are filled one after the other, in the order of the rows or of the columns."""


def is_plausible(puzzle: Puzzle, steps: Sequence[Step]) -> bool:
    """Return whether a person could have solved a puzzle with these steps, which do not include undone steps."""
    filled = [*fills(puzzle, steps)]
    seconds = (steps[-1].at_ms - steps[0].at_ms) / 1000
    unknown = sum(fill.opening is None and fill.waited_ms < QUICK_MS for fill in filled)
    cells = [fill.cell for fill in filled]
    by_rows = sorted(set(cells))
    in_order = []
    for order in (by_rows, sorted(by_rows, key=lambda cell: cell % puzzle.width)):
        places = {cell: place for place, cell in enumerate(order)}
        in_order.append(sum(abs(places[one] - places[other]) == 1 for one, other in pairwise(cells)))
    most = len(filled)
    return most <= MOST_A_SECOND * seconds and unknown <= MOST_UNKNOWN * most and max(in_order) <= MOST_IN_ORDER * most
