"""Counts the grids with a given seam when equal lines are allowed, with a row-by-row dynamic program."""

from collections import defaultdict
from collections.abc import Sequence

from binairo_tui.counting.seam import Row, Seam, Step, Unit, walk_counts
from binairo_tui.engine.cancellation import IsCancelled, check, never

STATE_BYTES = 200
"""The approximate memory of a state (see `ColumnSums`) in a dict."""


class ColumnSums:
    """Counts the grids with a given seam, adding rows outward from the cut.

    Fillings with the same last two rows and the same number of 1s in each column can be continued in the same ways, so
    they form one state. For each state, only the number of its fillings is stored.
    """

    def __init__(self, seam: Seam) -> None:
        self.seam = seam

    def count(self, x: Row, y: Row, is_cancelled: IsCancelled = never) -> int:
        """Raises CancelledError if `is_cancelled`, which is called once, returns True. `x` and `y` may be equal."""
        check(is_cancelled)
        uppers, lowers = [self._halves(*walk) for walk in self.seam.walks(x, y)]
        quotas = self.seam.quotas
        return sum([number * lowers.get(quota - sums, 0) for sums, number in uppers.items() for quota in quotas])

    def memory(self, unit: Unit) -> int:
        """Return a limit on the bytes that a unit needs: before the last step, each filling counts as a state."""
        return STATE_BYTES * max(
            walk_counts([(far, near)], steps[:-1])[-1] for near, far, steps in self.seam.walks(unit.x, unit.y)
        )

    def _halves(self, near: Row, far: Row, steps: Sequence[Step]) -> dict[int, int]:
        """Map the column sums of one half of the board to the number of fillings with these sums.

        The arguments are the items of a `Walk`. Column sums are the numbers of 1s in all columns, packed into one int.
        """
        start = self.seam.entry[near].tag - self.seam.entry[near].bit
        if not steps:
            return {start: 1}
        states: dict[tuple[Row, Row, int], int] = {(far, near, start): 1}
        for step in steps[:-1]:
            following: defaultdict[tuple[Row, Row, int], int] = defaultdict(int)
            for (before, last, sums), number in states.items():
                for row, bit, tag in step.after(before, last):
                    following[last, row, sums + tag - bit] += number
            states = following
        halves: defaultdict[int, int] = defaultdict(int)
        for (before, last, sums), number in states.items():  # after the last step, only the sums matter
            for _, bit, tag in steps[-1].after(before, last):
                halves[sums + tag - bit] += number
        return halves
