"""The grids that a count counts, one by one: all of them, or some drawn uniformly at random.

Drawing goes the way of the count. Among all units one is chosen by the number of grids it stands for; among its upper
halves one by the number of grids it is part of; among the lower halves that go with it, and the orders of both, any.
The grid found has the unit's own seam; a symmetry taken at random makes up for the seams that were left out as images
of it. Every grid is then as likely as any other.

Only with unique lines: without, nothing is known of a half but its column sums.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import accumulate, islice
from random import Random

from binairo_tui.counting.count import CountJob
from binairo_tui.counting.joining import Group, Joiner, RowSet
from binairo_tui.counting.seam import Rows, Unit
from binairo_tui.engine.geometry import Position, geometry


def all_grids(job: CountJob) -> Iterator[Position]:
    """Every grid that the job counts, once, in no particular order, as a position of the puzzle as it was given.

    Raises ValueError for a job that allows equal lines.
    """
    joiner = _joiner(job)
    for unit in job.units():
        images = {symmetry((unit.x, unit.y)): symmetry for symmetry in job.seam.symmetries}
        for rows in _UnitGrids(joiner, unit).all():
            for symmetry in images.values():
                yield _position(job, symmetry(rows))


class GridSampler:
    """Draws from all grids that a job counts, each with the same probability.

    `counts` are the counts of all the job's units. Raises ValueError if there is no grid, and for a job that allows
    equal lines.
    """

    def __init__(self, job: CountJob, counts: Mapping[Unit, int]) -> None:
        self._job = job
        self._joiner = _joiner(job)
        self._units = sorted(counts)
        self._ends = list(accumulate(unit.weight * counts[unit] for unit in self._units))
        self._counts = counts
        if not self._ends or not self._ends[-1]:
            raise ValueError("there is no grid to draw")

    def draw(self, rng: Random) -> Position:
        """A grid, as a position of the puzzle as it was given.

        The same state of `rng` gives the same grid on every machine.
        """
        unit = self._units[bisect(self._ends, _below(rng, self._ends[-1]))]
        rows = _UnitGrids(self._joiner, unit).at(_below(rng, self._counts[unit]))
        symmetries = self._job.seam.symmetries
        return _position(self._job, symmetries[_below(rng, len(symmetries))](rows))


class _UnitGrids:
    """The grids of one seam, in a fixed order."""

    def __init__(self, joiner: Joiner, unit: Unit) -> None:
        self._unit = unit
        self._groups = joiner.groups(unit.x, unit.y)
        up, down = joiner.seam.walks(unit.x, unit.y)
        self._uppers = cache(lambda outer: [rows[::-1] for rows in joiner.orders(*up, outer)])
        self._lowers = cache(lambda outer: joiner.orders(*down, outer))

    def all(self) -> Iterator[Rows]:
        """Every grid, once."""
        for uppers, lowers in self._groups:
            for upper, _ in uppers:
                yield from self._with(upper, lowers)

    def at(self, index: int) -> Rows:
        """The grid of this index, from 0, without making those before it."""
        for uppers, lowers in self._groups:
            for upper, orders in uppers:
                grids = orders * (lowers.size - lowers.clashes(upper).bit_count())
                if index < grids:
                    return next(islice(self._with(upper, lowers), index, None))
                index -= grids
        raise IndexError("the unit has fewer grids than it was said to have")

    def _with(self, upper: RowSet, lowers: Group) -> Iterator[Rows]:
        """The grids with this upper half."""
        seam = (self._unit.x, self._unit.y)
        for lower in lowers.partners(upper):
            for above in self._uppers(upper):
                for below in self._lowers(lower):
                    yield above + seam + below


def _joiner(job: CountJob) -> Joiner:
    if isinstance(job.method, Joiner):
        return job.method
    raise ValueError("grids with equal lines can be counted, but neither listed nor drawn")


def _position(job: CountJob, rows: Rows) -> Position:
    """A full grid of a job as a position of the puzzle as it was given."""
    width, height = job.puzzle.width, job.puzzle.height
    text = "".join([f"{row:0{width}b}" for row in rows])
    if job.is_transposed:
        width, height = height, width
        text = "".join([text[column::height] for column in range(height)])
    return geometry(width, height).position(text)


def _below(rng: Random, end: int) -> int:
    """Any int of range(end), each with the same probability; from `random()` alone, which is specified to repeat."""
    bits = (end - 1).bit_length()
    while True:
        number = 0
        for start in range(0, bits, 32):
            number |= int(rng.random() * (1 << min(32, bits - start))) << start
        if number < end:
            return number
