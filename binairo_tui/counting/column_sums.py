"""The grids of one seam where equal lines are allowed: a row-by-row dynamic program. `counting` tells the method."""

from __future__ import annotations

from collections.abc import Sequence

from binairo_tui.counting.seam import Row, Seam, Step


class ColumnSums:
    """Counts the grids of single seams of a board when rows and columns may be repeated.

    Then all that the rows so far mean to the rest of a walk is the last two of them and the ones in each column:
    walks alike in this are one state, and only their number is kept.
    """

    def __init__(self, seam: Seam) -> None:
        self.seam = seam

    def count(self, x: Row, y: Row) -> int:
        """How many grids have the seam (x, y); the two rows may be the same."""
        uppers, lowers = [self._halves(*walk) for walk in self.seam.walks(x, y)]
        quota = self.seam.quota
        return sum([number * lowers.get(quota - sums, 0) for sums, number in uppers.items()])

    def _halves(self, near: Row, far: Row, steps: Sequence[Step]) -> dict[int, int]:
        """How many ways there are to fill the half beyond a seam, by its column sums."""
        start = self.seam.entry[near].tag - self.seam.entry[near].bit
        if not steps:
            return {start: 1}
        states = {(far, near, start): 1}
        for step in steps[:-1]:
            following: dict[tuple[Row, Row, int], int] = {}
            for (before, last, sums), number in states.items():
                for row, bit, tag in step.after(before, last):
                    state = last, row, sums + tag - bit
                    following[state] = following.get(state, 0) + number
            states = following
        halves: dict[int, int] = {}
        for (before, last, sums), number in states.items():  # of the last step only the sums matter
            for _, bit, tag in steps[-1].after(before, last):
                total = sums + tag - bit
                halves[total] = halves.get(total, 0) + number
        return halves
