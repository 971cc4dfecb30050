"""Lists the grids of a job, or draws grids uniformly at random.

To draw a grid, a unit is chosen first, then one of its upper halves, both with a probability proportional to the number
of their grids. A matching lower half and the orders of both halves are chosen uniformly. The grid then has the seam of
the unit. The unit also represents the images of this seam, so a random symmetry is applied to the grid. So all grids
are equally likely.

The job must have unique rows. For other jobs, only the column sums of the halves are known.
"""

from bisect import bisect
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import accumulate, islice
from random import Random

from binairo_tui.counting.count import CountJob
from binairo_tui.counting.joiner import Group, Joiner, RowSet
from binairo_tui.counting.seam import Rows, Unit
from binairo_tui.engine.geometry import Position, geometry


def all_grids(job: CountJob) -> Iterator[Position]:
    """Yield every grid of a job once, in no particular order, as a position of the original puzzle.

    Raises ValueError for a job that allows equal lines.
    """
    joiner = _joiner(job)
    for unit in job.units():
        images = {symmetry((unit.x, unit.y)): symmetry for symmetry in job.seam.symmetries}
        for rows in _UnitGrids(joiner, unit).all():
            for symmetry in images.values():
                yield _position(job, symmetry(rows))


def draw_grids(job: CountJob, counts: Mapping[Unit, int], number: int, rng: Random) -> Iterator[Position]:
    """Yield `number` grids of a job, drawn from all with equal probability, as positions of the original puzzle.

    `counts` maps every unit of the job to its count; if there are no grids, none is yielded. The choice depends only on
    the state of `rng`. Raises ValueError for a job that allows equal lines.
    """
    joiner, symmetries, units = _joiner(job), job.seam.symmetries, sorted(counts)
    ends = list(accumulate([unit.weight * counts[unit] for unit in units]))
    for _ in range(number if any(counts.values()) else 0):
        unit = units[bisect(ends, _below(rng, ends[-1]))]
        rows = _UnitGrids(joiner, unit).at(_below(rng, counts[unit]))
        yield _position(job, symmetries[_below(rng, len(symmetries))](rows))


class _UnitGrids:
    """The grids of one seam, in a fixed order."""

    def __init__(self, joiner: Joiner, unit: Unit) -> None:
        self._unit = unit
        self._groups = joiner.groups(unit.x, unit.y)
        up, down = joiner.seam.walks(unit.x, unit.y)
        self._uppers = cache(lambda outer: [rows[::-1] for rows in joiner.orders(*up, outer)])
        self._lowers = cache(lambda outer: joiner.orders(*down, outer))

    def all(self) -> Iterator[Rows]:
        for uppers, lowers in self._groups:
            for upper, _ in uppers:
                yield from self._with(upper, lowers)

    def at(self, index: int) -> Rows:
        """Return the grid with this index, counted from 0, without listing all grids before it."""
        for uppers, lowers in self._groups:
            for upper, orders in uppers:
                grids = orders * (lowers.size - lowers.clashes(upper).bit_count())
                if index < grids:
                    return next(islice(self._with(upper, lowers), index, None))
                index -= grids
        raise IndexError("the unit has fewer grids than its count says")

    def _with(self, upper: RowSet, lowers: Group) -> Iterator[Rows]:
        """Yield the grids made of an upper half with the outer rows `upper` and a lower half from `lowers`."""
        seam = (self._unit.x, self._unit.y)
        for lower in lowers.partners(upper):
            for above in self._uppers(upper):
                for below in self._lowers(lower):
                    yield above + seam + below


def _joiner(job: CountJob) -> Joiner:
    if isinstance(job.method, Joiner):
        return job.method
    raise ValueError("grids whose lines may repeat can only be counted, not listed or drawn at random")


def _position(job: CountJob, rows: Rows) -> Position:
    """Return a full grid of a job as a position of the original puzzle."""
    width, height = job.puzzle.width, job.puzzle.height
    text = "".join([f"{row:0{width}b}" for row in rows])
    if job.is_transposed:
        width, height = height, width
        text = "".join([text[column::height] for column in range(height)])
    return geometry(width, height).position(text)


def _below(rng: Random, end: int) -> int:
    """Return a uniformly random int in range(end). Uses only `random()`, whose sequence Python guarantees."""
    bits = (end - 1).bit_length()
    while True:
        number = 0
        for start in range(0, bits, 32):
            number |= int(rng.random() * (1 << min(32, bits - start))) << start
        if number < end:
            return number
