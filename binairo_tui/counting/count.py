"""Divides a count into units of work, and lists the grids instead if that is faster."""

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from binairo_tui.counting.column_sums import ColumnSums
from binairo_tui.counting.joiner import Joiner
from binairo_tui.counting.seam import Seam, TooManyGridsError, Unit
from binairo_tui.engine.cancellation import CancelledError, IsCancelled, check, never
from binairo_tui.engine.core import core_name
from binairo_tui.engine.puzzle import Puzzle, check_type
from binairo_tui.engine.search import count_solutions
from binairo_tui.engine.symmetry import Symmetry, transformed

__all__ = ["CountJob", "LineRule", "TooManyGridsError", "Unit", "count_exactly", "count_job", "plan_count"]

WALKS_PER_NODE = 50
"""The number of walks (see `seam`) that take as long as one search node. It decides when listing is too slow."""
MAX_NODES = 50_000
"""Limit on the search nodes of a listing."""


class LineRule(Enum):
    """Which lines must differ from each other.

    >>> [count_exactly(Puzzle(4, 4), rule) for rule in LineRule]
    [72, 72, 90]
    """

    UNIQUE = "unique"
    """All rows differ, and all columns differ: the usual rule."""
    ROWS = "unique rows"
    """All rows differ, but columns may be equal."""
    ANY = "any"
    """Rows may be equal, and columns may be equal."""


@dataclass(frozen=True, slots=True)
class CountJob:
    """A count divided into units, which can be counted in any order and in any process. Created by `count_job`.

    The count is the sum of `unit.weight * job.method.count(unit.x, unit.y)` over `units()`. Jobs and units are pickled
    as a few bytes; each process caches the data that its units have in common.
    """

    puzzle: Puzzle
    """The puzzle or its transpose, whichever is faster to count."""
    rule: LineRule
    is_transposed: bool = False

    def __str__(self) -> str:
        """Return the name of the job, which is a single line. Jobs with the same name have the same units."""
        return f"{self.puzzle} rule={self.rule.value}"

    def units(self) -> list[Unit]:
        """Return all units, starting with those that take the longest to count."""
        return sorted(self.seam.units(may_repeat=self.rule is LineRule.ANY), key=self.seam.work, reverse=True)

    @property
    def seam(self) -> Seam:
        """The board of `puzzle`, cut in two; cached in this process."""
        return _seam(self.puzzle)

    @property
    def memory(self) -> int:
        """About how many bytes a process needs for either of the two longest units. A few units need slightly more."""
        return max(map(self.method.memory, self.units()[:2]), default=0)

    @property
    def method(self) -> Joiner | ColumnSums:
        """The object that counts the units; cached in this process."""
        return _method(self.puzzle, self.rule, core_name())


def count_exactly(puzzle: Puzzle, rule: LineRule | None = None, *, is_cancelled: IsCancelled = never) -> int:
    """Return the number of solutions.

    The function either lists the solutions or counts them by seams (see the package `counting`), whichever is faster.
    `rule` overrides the `unique_lines` of the puzzle. Raises TooManyGridsError if the board is too empty for counting.
    Raises CancelledError once `is_cancelled` returns True.

    >>> count_exactly(Puzzle(8, 8))
    4111116
    """
    if rule is not None:
        check_type("rule", rule, LineRule, "a LineRule or None")
    plan = plan_count(puzzle, rule, is_cancelled=is_cancelled)
    if isinstance(plan, int):
        return plan
    return sum([unit.weight * plan.method.count(unit.x, unit.y, is_cancelled) for unit in plan.units()])


def plan_count(puzzle: Puzzle, rule: LineRule | None = None, *, is_cancelled: IsCancelled = never) -> CountJob | int:
    """Return the job that counts the grids of a puzzle, or the count itself if listing the grids is faster.

    `rule` overrides the `unique_lines` of the puzzle. Raises TooManyGridsError if neither counting nor listing is
    feasible, and CancelledError once `is_cancelled` returns True.
    """
    rule = rule or _own_rule(puzzle)
    may_be_listed = rule is not LineRule.ROWS and (puzzle.givens or puzzle.signs)
    try:
        job = count_job(puzzle, rule)
    except TooManyGridsError:
        few = _count_listed(puzzle, rule, MAX_NODES, is_cancelled) if may_be_listed else None
        if few is None:
            raise
        return few
    nodes = min(job.seam.walk_count // WALKS_PER_NODE, MAX_NODES)
    few = _count_listed(puzzle, rule, nodes, is_cancelled) if may_be_listed else None
    return job if few is None else few


def count_job(puzzle: Puzzle, rule: LineRule | None = None) -> CountJob:
    """Return the job that counts the grids of a puzzle, or of its transpose if that is faster.

    `rule` overrides the `unique_lines` of the puzzle; with `ROWS`, the transpose is not tried. Raises TooManyGridsError
    if counting is not feasible.
    """
    rule = rule or _own_rule(puzzle)
    puzzle = puzzle.with_unique_lines(rule is LineRule.UNIQUE)  # otherwise propagation would use the puzzle's own rule
    jobs = [CountJob(puzzle, rule)]
    if rule is not LineRule.ROWS:
        jobs.append(CountJob(transformed(puzzle, Symmetry.DIAGONAL), rule, is_transposed=True))
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


def _count_listed(puzzle: Puzzle, rule: LineRule, nodes: int, is_cancelled: IsCancelled) -> int | None:
    """Return the number of solutions, or None if the search needs more than `nodes` nodes. `rule` is UNIQUE or ANY."""
    puzzle = puzzle.with_unique_lines(rule is LineRule.UNIQUE)
    try:
        return count_solutions(puzzle, max_nodes=nodes, is_cancelled=is_cancelled)
    except CancelledError:
        check(is_cancelled)
        return None


_seam = lru_cache(maxsize=4)(Seam)


@lru_cache(maxsize=2)
def _method(puzzle: Puzzle, rule: LineRule, _core: str) -> Joiner | ColumnSums:
    if rule is LineRule.ANY:
        return ColumnSums(_seam(puzzle))
    return Joiner(_seam(puzzle), unique_columns=rule is LineRule.UNIQUE)
