"""All solutions of a puzzle, one by one, and whether there is exactly one.

Depth first over an explicit stack of positions: propagate, branch, propagate. A position is an int, so a branch costs
nothing to keep. The branches are the completions of the line that has fewest. That is all that most puzzles need, and
it lists many solutions fast. Where dead ends pile up instead of solutions, `learning` takes over, which learns from
each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from binairo_tui.engine.axis import Axis
from binairo_tui.engine.conflict_search import LearningSearch
from binairo_tui.engine.geometry import CODES, ONE, ZERO, Position
from binairo_tui.engine.propagation import Propagator, propagator
from binairo_tui.engine.puzzle import Puzzle

DEAD_ENDS = 12
"""Dead ends that plain search may meet, and as many again for every solution, before learning takes over."""
MAX_KNOWN = 100
"""After so many solutions search is plain to the end.

Learning would have to hold each of them against every position.
"""
MAX_BRANCHES = 16
"""A line with more completions is not completed at once: one of its cells is set."""


class CancelledError(Exception):
    """Whoever asked did not want to wait any longer, and the answer is not known yet."""


@dataclass(slots=True)
class SearchStats:
    """What a search did so far.

    `nodes` are positions at a fixpoint that were branched on, `conflicts` branches that died. `completed` says that
    every solution was seen.
    """

    nodes: int = 0
    conflicts: int = 0
    completed: bool = False


@dataclass(frozen=True, slots=True)
class SolutionCount:
    """How many solutions were found, and whether these are all."""

    count: int
    complete: bool


def solutions(
    puzzle: Puzzle,
    limit: int | None = None,
    *,
    position: Position | None = None,
    stats: SearchStats | None = None,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> Iterator[Position]:
    """Every solution, each once, as a full position, in no particular order; at most `limit` of them.

    Starts from the givens, or from `position`. `stats`, if given, is kept up to date. `is_cancelled` is asked at every
    node; once it says yes, which it must not take back, the search ends without being completed.
    """
    stats = SearchStats() if stats is None else stats
    if limit is not None and limit <= 0:
        return
    rules = propagator(puzzle)
    start = rules.start(puzzle.givens if position is None else position)
    if start is None or rules.geometry.is_full(start):  # as most puzzles are: nothing to search
        stats.completed = True
        if start is not None:
            yield start
        return
    for found, solution in enumerate(_search(rules, start, stats, is_cancelled), 1):
        yield solution
        if found == limit:
            return


def first_solutions(
    puzzle: Puzzle,
    limit: int,
    *,
    position: Position | None = None,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> list[Position]:
    """The first `limit` of the `solutions`; all of them if there are fewer.

    Raises CancelledError if `is_cancelled` said yes before that was known.
    """
    stats = SearchStats()
    found = list(solutions(puzzle, limit, position=position, stats=stats, is_cancelled=is_cancelled))
    if len(found) < limit and not stats.completed:
        raise CancelledError
    return found


def count_solutions(puzzle: Puzzle, limit: int = 2, *, position: Position | None = None) -> SolutionCount:
    """How many solutions there are, counted up to `limit`. Complete means that there are no more."""
    stats = SearchStats()
    count = sum(1 for _ in solutions(puzzle, limit + 1, position=position, stats=stats))
    return SolutionCount(min(count, limit), count <= limit and stats.completed)


def has_unique_solution(puzzle: Puzzle) -> bool:
    """Whether there is exactly one solution."""
    return count_solutions(puzzle, 1) == SolutionCount(1, complete=True)


def _search(
    rules: Propagator, start: Position, stats: SearchStats, is_cancelled: Callable[[], bool]
) -> Iterator[Position]:
    """Every full position above `start`, which is at its fixpoint: plainly, by learning, and plainly to the end."""
    known: list[Position] = []
    for solution in _plain(rules, start, stats, is_cancelled, patience=DEAD_ENDS):
        if len(known) < MAX_KNOWN:
            known.append(solution)
        yield solution
    if stats.completed or is_cancelled():
        return
    learning = LearningSearch(rules, start, known)
    nodes, conflicts = stats.nodes, stats.conflicts
    for solution in learning.run(is_cancelled):
        stats.nodes, stats.conflicts = nodes + learning.nodes, conflicts + learning.conflicts
        known.append(solution)
        yield solution
        if len(known) >= MAX_KNOWN:
            seen = set(known)
            yield from (other for other in _plain(rules, start, stats, is_cancelled) if other not in seen)
            return
    stats.nodes, stats.conflicts = nodes + learning.nodes, conflicts + learning.conflicts
    stats.completed = learning.is_completed


def _plain(
    rules: Propagator,
    start: Position,
    stats: SearchStats,
    is_cancelled: Callable[[], bool],
    patience: int | None = None,
) -> Iterator[Position]:
    """Depth first. With `patience` it gives up after more dead ends than that, and as many again for every solution."""
    cell_count = rules.geometry.cell_count
    stack = [start]
    found = 0
    while stack:
        position = stack.pop()
        if position.bit_count() == cell_count:
            found += 1
            yield position
            continue
        if is_cancelled() or (patience is not None and found < MAX_KNOWN and stats.conflicts > patience * (1 + found)):
            return
        stats.nodes += 1
        branches = _branches(rules, position)
        live = [branch for branch in branches if branch is not None]
        stats.conflicts += len(branches) - len(live)
        stack += live
    stats.completed = True


def _branches(rules: Propagator, position: Position) -> list[Position | None]:
    """Positions at their fixpoint, None for the dead ones, that share out all solutions above an open position."""
    axis, i, state = _tightest_line(rules, position)
    table = axis.tables[i]
    if table.count_of(state) <= MAX_BRANCHES:
        return [rules.fill(position, axis, i, completion & ~state) for completion in table.completions(state)]
    empty = next(place for place in range(axis.length) if not state >> 2 * place & 0b11)
    return [rules.fill(position, axis, i, code << 2 * empty) for code in (CODES[ZERO], CODES[ONE])]


def _tightest_line(rules: Propagator, position: Position) -> tuple[Axis, int, int]:
    """An open line with the fewest completions: its direction, index and state."""
    fewest = 1 << 62
    found = (rules.rows, 0, 0)
    for axis in (rules.rows, rules.columns):
        length, tables = axis.length, axis.tables
        for i, state in enumerate(axis.states(position)):
            if state.bit_count() < length:
                count = tables[i].count_of(state)
                if count < fewest:
                    fewest, found = count, (axis, i, state)
                    if count == 2:
                        return found
    return found
