"""How many grids complete a puzzle, exactly; with no givens, how many grids of a size there are.

Listing grids ends at 8x8, which has 4,111,116; 10x10 has 48,183,195,384 (OEIS A253316). The *seam method* counts
without listing. It cuts the board in the middle and fixes the two rows at the cut, the seam (x, y):

              c     0 2 2 1 1 ...   ones per column
    upper   r2 r1   1 0 1 ...       outer rows, in some order
            x       0 1 1 0 0 ...
    cut     - - - - - - - - - -
            y       1 1 0 0 1 ...
    lower   s1 s2   0 1 0 ...
              d     1 ...           c + d = half the height, in every column

What do the halves still have to do with each other? No triple reaches from the rows above x to those below y. Only
three things are left, and none depends on the order of the outer rows:

1. The ones of each column add up: d = quota - c. So halves are grouped by their *column sums*.
2. No row stands in both halves: their sets of outer rows share nothing.
3. No two columns are equal: the pairs of columns that are *alike* in all rows of the upper half, and those alike in all
   rows of the lower half, share nothing.

So a half is its set of outer rows, with the number of orders in which a walk can pass them (column sums and alike pairs
follow from the set). A pair of halves makes as many grids as the product of their orders, or none. To count the pairs
of a group without trying each, keep for every row, and every pair of columns, an int with one bit for each lower half
that has it. The lower halves that clash with an upper one are the `or` of a few such ints; one `bit_count` tells how
many do not. The sum over all upper halves is the number of grids with this seam (`joining`).

Every seam is a unit of work of its own, small to describe and independent of all others: see `CountJob`. On an empty
board a mirror image, an upside-down image and an exchange of zeros and ones take seams to seams with the same count, so
one of up to eight is enough. Of 8x8 there remain 164 units, of 10x10 931, of 12x12 5548. (Transposing takes a seam of
rows to one of columns, which is no help.)

Where equal lines are allowed, 2 and 3 fall away, a half is nothing but its column sums, and a row-by-row dynamic
program counts them (`column_sums`).

Givens and signs leave fewer rows to choose from, and nothing else changes; `seam` looks for the cut, and for the
direction, with the least work. If a puzzle has so few solutions that listing them is quicker, they are listed.

Sources: the values up to 10x10 are in OEIS A253316 (those up to 8x8 have also been listed one by one); the numbers of
legal rows are A177790.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache

from binairo_tui.counting.column_sums import ColumnSums
from binairo_tui.counting.joining import Joiner
from binairo_tui.counting.seam import Seam, TooManyGridsError, Unit, transposed
from binairo_tui.engine.cancellation import CancelledError, after_calls
from binairo_tui.engine.puzzle import Puzzle
from binairo_tui.engine.search import count_solutions

__all__ = ["CountJob", "LineRule", "TooManyGridsError", "Unit", "count", "count_job", "plan_count"]

WALKS_PER_NODE = 50
"""The time of one search node, in walks: listing may cost as much as the seam method might, then it is given up."""
MAX_NODES = 50_000
"""Nodes after which listing is given up in any case."""


class LineRule(Enum):
    """Which lines must not be alike."""

    UNIQUE = "unique"
    """Rows differ and columns differ: the usual rule."""
    ROWS = "unique rows"
    """Rows differ, columns need not."""
    ANY = "any"
    """Lines may be equal."""


@dataclass(frozen=True, slots=True)
class CountJob:
    """A count as units that can be counted anywhere, in any order; get one from `count_job`.

    The count is the sum of `unit.weight * job.count_unit(unit)` over `units()`. Jobs and units pickle to a few bytes;
    what a process works out for one unit it remembers for the next.
    """

    puzzle: Puzzle
    """The puzzle, or its transpose if that is quicker to count."""
    rule: LineRule
    is_transposed: bool = False

    def __str__(self) -> str:
        """Names the job in one line: two jobs with the same name have the same units."""
        return f"{self.puzzle} rule={self.rule.value}"

    def units(self) -> list[Unit]:
        """All units, the longest first."""
        return sorted(self.seam.units(may_repeat=self.rule is LineRule.ANY), key=self.seam.work, reverse=True)

    def count_unit(self, unit: Unit) -> int:
        """How many grids have the seam of this unit. Its weight is not in it."""
        return self.method.count(unit.x, unit.y)

    @property
    def seam(self) -> Seam:
        """The board of `puzzle`, cut; shared by all jobs of this process."""
        return _seam(self.puzzle)

    @property
    def method(self) -> Joiner | ColumnSums:
        """What counts the units."""
        return _method(self.puzzle, self.rule)


def count(puzzle: Puzzle, rule: LineRule | None = None) -> int:
    """How many grids complete a puzzle, exactly, however long that takes; `rule` replaces the puzzle's own.

    Raises TooManyGridsError if that is hopeless.
    """
    plan = plan_count(puzzle, rule)
    if isinstance(plan, int):
        return plan
    return sum(unit.weight * plan.count_unit(unit) for unit in plan.units())


def plan_count(puzzle: Puzzle, rule: LineRule | None = None) -> CountJob | int:
    """The job that counts what completes a puzzle; or at once the count, if listing ends before the job would.

    Raises TooManyGridsError.
    """
    rule = rule or _own_rule(puzzle)
    may_be_listed = rule is not LineRule.ROWS and (puzzle.givens or puzzle.signs)
    try:
        job = count_job(puzzle, rule)
    except TooManyGridsError:
        few = _count_listed(puzzle, rule, MAX_NODES) if may_be_listed else None
        if few is None:
            raise
        return few
    nodes = min(job.seam.walk_count // WALKS_PER_NODE, MAX_NODES)
    few = _count_listed(puzzle, rule, nodes) if may_be_listed else None
    return job if few is None else few


def count_job(puzzle: Puzzle, rule: LineRule | None = None) -> CountJob:
    """The job that counts what completes a puzzle, as it lies or transposed, whichever is quicker.

    `rule` replaces the puzzle's own. Raises TooManyGridsError if neither can be done.
    """
    rule = rule or _own_rule(puzzle)
    puzzle = replace(puzzle, unique_lines=rule is LineRule.UNIQUE)  # or propagation would know too much
    jobs = [CountJob(puzzle, rule)]
    if rule is not LineRule.ROWS:
        jobs.append(CountJob(transposed(puzzle), rule, is_transposed=True))
    walk_counts: dict[CountJob, int] = {}
    refused = None
    for job in jobs:
        try:
            walk_counts[job] = job.seam.walk_count
        except TooManyGridsError as error:
            refused = error
    if not walk_counts and refused:
        raise refused
    return min(walk_counts, key=walk_counts.__getitem__)


def _own_rule(puzzle: Puzzle) -> LineRule:
    return LineRule.UNIQUE if puzzle.unique_lines else LineRule.ANY


def _count_listed(puzzle: Puzzle, rule: LineRule, nodes: int) -> int | None:
    """The number of solutions, if search sees all of them within so many nodes. `rule` is UNIQUE or ANY."""
    puzzle = replace(puzzle, unique_lines=rule is LineRule.UNIQUE)
    try:
        return count_solutions(puzzle, is_cancelled=after_calls(nodes))
    except CancelledError:
        return None


@lru_cache(maxsize=4)
def _seam(puzzle: Puzzle) -> Seam:
    return Seam(puzzle)


@lru_cache(maxsize=2)
def _method(puzzle: Puzzle, rule: LineRule) -> Joiner | ColumnSums:
    if rule is LineRule.ANY:
        return ColumnSums(_seam(puzzle))
    return Joiner(_seam(puzzle), unique_columns=rule is LineRule.UNIQUE)
