"""Pace: the number of cells filled at each moment of a game, but not which cells or values."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from binairo_tui.engine import Puzzle
from binairo_tui.game.history import History
from binairo_tui.game.steps import Step

QUARTERS = (25, 50, 75, 100)
"""The percentages of filled cells at which the times of two games are compared."""


class Pace(NamedTuple):
    """The pace of one game; `to_fill` is the number of cells without a given.

    Each item of `moments` is a playing time in ms and the number of cells that were filled from that time on. The
    times are ascending.
    """

    moments: tuple[tuple[int, int], ...]
    to_fill: int

    def filled_at(self, elapsed_ms: int) -> int:
        """Return how many cells were filled at a playing time in ms."""
        index = bisect_right(self.moments, elapsed_ms, key=lambda moment: moment[0])
        return self.moments[index - 1][1] if index else 0

    def splits(self) -> tuple[int | None, ...]:
        """Return the times in ms from which each of `QUARTERS` stayed filled; None if fewer are filled at the end."""
        return tuple([self._kept_from(-(-self.to_fill * quarter // 100)) for quarter in QUARTERS])

    def _kept_from(self, filled: int) -> int | None:
        since = None
        for at_ms, count in reversed(self.moments):
            if count < filled:
                break
            since = at_ms
        return since


def pace_of(puzzle: Puzzle, steps: Sequence[Step]) -> Pace:
    """Return the pace of a game by replaying its steps. Raises ValueError if they do not fit the puzzle."""
    positions = History(puzzle, tuple(steps), len(steps)).positions[1:]
    given, count = puzzle.given_count, puzzle.geometry.filled_count
    moments = tuple([(step.at_ms, count(after) - given) for step, after in zip(steps, positions, strict=True)])
    return Pace(moments, puzzle.geometry.cell_count - given)


def is_solution(puzzle: Puzzle, steps: Sequence[Step]) -> bool:
    """Return whether the steps fit the puzzle and solve it."""
    try:
        return History(puzzle, tuple(steps), len(steps)).is_solved
    except ValueError:
        return False
