"""Search: finds the solutions of a puzzle one by one, and counts them up to a limit.

The search is depth-first, with an explicit stack of positions: propagate, branch, propagate. Positions are ints, so
storing a branch is cheap. The branches are the completions of the line with the fewest completions. This is enough for
most puzzles. If dead ends outnumber solutions, the search continues with `conflict_search`, which learns from each dead
end. If there are more than a few solutions, the search begins again without learning. The compiled core searches in the
same way, but branches on single cells and fills the last rows without propagation.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from binairo_tui.engine.axis import Axis
from binairo_tui.engine.cancellation import CancelledError, IsCancelled, check, never
from binairo_tui.engine.conflict_search import ConflictSearch, SearchStats
from binairo_tui.engine.geometry import CODES, ONE, ZERO, Position
from binairo_tui.engine.propagation import Propagator, propagator, search_start
from binairo_tui.engine.puzzle import Puzzle, check_limit, checked_start
from binairo_tui.engine.rules import ViolationKind, breaks_rules

if TYPE_CHECKING:
    from binairo_tui.engine import _core

DEAD_ENDS = 12
"""Limit on dead ends in plain search before conflict-driven search takes over.

Each solution adds DEAD_ENDS to this limit. If two solutions are wanted, the search in pure Python skips plain search.
Usually there is only one solution; if there are several, conflict-driven search also finds two of them quickly.
"""
MAX_KNOWN = 20
"""After this many solutions, the search in pure Python no longer learns. The compiled core has its own limit.

More solutions would make conflict-driven search slow, because it compares every position with each known solution.
"""
MAX_BRANCHES = 16
"""If every open line has more completions than this, the search in pure Python also branches on a single cell."""
SLICE = 256
"""Nodes that the compiled core searches between two checks for cancellation. They take a few milliseconds at most."""
MAX_BATCH = 256
"""Limit on the solutions that the compiled core finds at once."""
_OBEYED = {"triple", "excess", "duplicate", "sign"}.issuperset(ViolationKind)
"""Whether the search knows all rules. A new rule makes this False, and every solution is then checked."""


def solutions(
    puzzle: Puzzle,
    limit: int | None = None,
    *,
    position: Position | None = None,
    stats: SearchStats | None = None,
    max_nodes: int | None = None,
    is_cancelled: IsCancelled = never,
) -> Iterator[Position]:
    """Yield at most `limit` solutions, each once, as full positions in no particular order.

    The solutions agree with the givens and with `position`, if any. The search updates `stats`, if any. `is_cancelled`
    is called every few milliseconds. Raises CancelledError once `is_cancelled` returns True, or if the search needs
    more than `max_nodes` nodes. A node is a position from which the search branches; a puzzle that propagation solves
    needs no node. Raises TypeError or ValueError if `position` is not a position of the puzzle, or if a limit is
    negative.

    >>> puzzle = parse_puzzle("4x4;00..010.........")
    >>> sorted(puzzle.geometry.text(solution) for solution in solutions(puzzle))
    ['0011010110101100', '0011010111001010']
    """
    check_limit("limit", limit)
    check_limit("max_nodes", max_nodes)
    start = checked_start(puzzle, position)
    if start is None or limit == 0:
        return iter(())
    return extensions(puzzle, start, limit, stats=stats, max_nodes=max_nodes, is_cancelled=is_cancelled)


def extensions(
    puzzle: Puzzle,
    position: Position,
    limit: int | None = None,
    *,
    stats: SearchStats | None = None,
    max_nodes: int | None = None,
    is_cancelled: IsCancelled = never,
) -> Iterator[Position]:
    """Yield the full positions that extend `position` and obey the rules. The givens of the puzzle are ignored.

    The other arguments are those of `solutions`, but they are not checked.
    """
    rules = propagator(puzzle)
    start = search_start(puzzle, position)
    if start is None:
        return
    if rules.geometry.is_full(start):  # most puzzles need no search
        if _OBEYED or not breaks_rules(puzzle, start):
            yield start
        return
    stats = SearchStats() if stats is None else stats
    if rules.core is None:
        search = _Search(rules, start, stats, max_nodes, is_cancelled)
        yield from islice(_legal(puzzle, search.run(learns_at_once=limit == 2)), limit)
    else:
        found = rules.core.search(start, DEAD_ENDS)
        for batch in _batches(found, found.take, limit, max_nodes, is_cancelled):
            stats.nodes, stats.conflicts = found.nodes, found.conflicts
            yield from batch


def others(puzzle: Puzzle, is_cancelled: IsCancelled) -> tuple[list[Position], Callable[[Position], Position]]:
    """Return up to two solutions, and a function that finds another full grid that obeys the rules.

    The function takes a position. Its result extends this position and differs from the first solution; it is 0 if
    there is no such grid. The compiled core reuses what it has learned in earlier calls.
    """
    rules = propagator(puzzle)
    extending = partial(extensions, puzzle, is_cancelled=is_cancelled)
    if rules.core is None or not rules.has_enough_lines:
        found = list(extending(puzzle.givens, 2))
        return found, lambda position: next((grid for grid in extending(position, 2) if grid not in found[:1]), 0)
    search = rules.core.search(0, -1)

    def ask(position: Position, limit: int = 1) -> list[Position]:
        search.ask(position)
        return [grid for batch in _batches(search, search.take, limit, None, is_cancelled) for grid in batch]

    return ask(puzzle.givens, 2), lambda position: next(iter(ask(position)), 0)


def first_in_order(puzzle: Puzzle, *, is_cancelled: IsCancelled = never) -> Position:
    """Return a solution of a puzzle, always the same one, with or without the compiled core.

    `first_solution` is faster, but may return a different solution. Raises LookupError if there is no solution.
    """
    start = search_start(puzzle, puzzle.givens)
    if start is not None:
        for solution in _legal(puzzle, _Search(propagator(puzzle), start, SearchStats(), None, is_cancelled).run()):
            return solution
    raise LookupError("the puzzle has no solution")


def count_solutions(
    puzzle: Puzzle,
    limit: int | None = None,
    *,
    position: Position | None = None,
    max_nodes: int | None = None,
    is_cancelled: IsCancelled = never,
) -> int:
    """Return the number of solutions, but at most `limit`.

    The other arguments and the errors are those of `solutions`.

    >>> count_solutions(Puzzle(6, 6)), count_solutions(Puzzle(8, 8), limit=2)
    (4140, 2)
    """
    core = propagator(puzzle).core if isinstance(puzzle, Puzzle) else None
    if core is None:
        found = solutions(puzzle, limit, position=position, max_nodes=max_nodes, is_cancelled=is_cancelled)
        return sum(1 for _ in found)
    check_limit("limit", limit)
    check_limit("max_nodes", max_nodes)
    given = checked_start(puzzle, position)
    start = None if given is None else search_start(puzzle, given)
    if start is None or limit == 0:
        return 0
    if puzzle.geometry.is_full(start):
        return 1
    search = core.search(start, DEAD_ENDS)

    def count(nodes: int, wanted: int) -> Sequence[int]:
        return range(search.count(nodes, wanted))  # only the length of a batch is used

    return sum([len(batch) for batch in _batches(search, count, limit, max_nodes, is_cancelled)])


def has_unique_solution(puzzle: Puzzle, *, is_cancelled: IsCancelled = never) -> bool:
    """Return whether there is exactly one solution. Raises CancelledError once `is_cancelled` returns True.

    >>> has_unique_solution(Puzzle(8, 8))
    False
    """
    return count_solutions(puzzle, 2, is_cancelled=is_cancelled) == 1


def first_solution(
    puzzle: Puzzle, *, position: Position | None = None, is_cancelled: IsCancelled = never
) -> Position | None:
    """Return a solution, or None if there is none. With and without the compiled core, the solution may differ.

    `position` and `is_cancelled` are those of `solutions`. Raises CancelledError once `is_cancelled` returns True.

    >>> puzzle = parse_puzzle("2x2;0...")
    >>> puzzle.geometry.text(first_solution(puzzle))
    '0110'
    """
    return next(solutions(puzzle, 1, position=position, is_cancelled=is_cancelled), None)


def _legal(puzzle: Puzzle, found: Iterator[Position]) -> Iterator[Position]:
    """Of the solutions that a search in pure Python has found, return those that obey all rules."""
    return found if _OBEYED else (it for it in found if not breaks_rules(puzzle, it))


def _batches(
    search: _core.Search,
    take: Callable[[int, int], Sequence[int]],
    limit: int | None,
    max_nodes: int | None,
    is_cancelled: IsCancelled,
) -> Iterator[Sequence[int]]:
    """Yield what the compiled core finds, in batches: small batches at first, and later up to MAX_BATCH items.

    The arguments of `take` are limits on nodes and on solutions. It returns an item for each solution that it finds.
    """
    left = sys.maxsize if limit is None else limit
    wanted = min(left, 2)
    while left and not search.is_done:
        check(is_cancelled)
        nodes = SLICE if max_nodes is None else min(SLICE, max_nodes - search.nodes)
        batch = take(nodes, min(wanted, left))
        if not (nodes or batch or search.is_done):
            raise CancelledError
        yield batch
        left -= len(batch)
        wanted = min(wanted + len(batch), MAX_BATCH)


class _Search:
    """A search in pure Python for the solutions that extend `start`, which must be at its fixpoint.

    `stats`, `max_nodes` and `is_cancelled` are those of `solutions`; `is_cancelled` is called at every node.
    """

    def __init__(
        self,
        rules: Propagator,
        start: Position,
        stats: SearchStats,
        max_nodes: int | None,
        is_cancelled: IsCancelled,
    ) -> None:
        self._rules = rules
        self._start = start
        self._stats = stats
        self._max_nodes = max_nodes
        self._is_cancelled = is_cancelled

    def run(self, *, learns_at_once: bool = False) -> Iterator[Position]:
        """Yield every solution once: by plain search, conflict-driven search and, if many exist, plain search again.

        If `learns_at_once`, the first plain search is left out.
        """
        known: list[Position] = []
        if not learns_at_once and (yield from self._plain(known)):
            return
        for solution in ConflictSearch(self._rules, self._start, known, self._stats).run(self._check):
            known.append(solution)
            yield solution
            if len(known) >= MAX_KNOWN:
                break
        else:
            return
        seen = set(known)
        yield from (solution for solution in self._plain(known) if solution not in seen)

    def _check(self) -> None:
        if self._is_cancelled() or self._stats.nodes == self._max_nodes:
            raise CancelledError

    def _plain(self, known: list[Position]) -> Generator[Position, None, bool]:
        """Yield solutions, and add the first MAX_KNOWN of them to `known`, until there are too many dead ends.

        Once MAX_KNOWN solutions are known, dead ends no longer matter, and the search continues to the end. Returns
        whether all solutions were found.
        """
        stack = [self._start]
        while stack:
            if self._rules.geometry.is_full(stack[-1]):
                if len(known) < MAX_KNOWN:
                    known.append(stack[-1])
                yield stack.pop()
            else:
                self._check()
                if len(known) < MAX_KNOWN and self._stats.conflicts > DEAD_ENDS * (1 + len(known)):
                    return False
                stack += self._branches(stack.pop())
        return True

    def _branches(self, position: Position) -> list[Position]:
        branches = _branches(self._rules, position)
        live = [branch for branch in branches if branch is not None]
        self._stats.nodes += 1
        self._stats.conflicts += len(branches) - len(live)
        return live


def _branches(rules: Propagator, position: Position) -> list[Position | None]:
    """Return branches at their fixpoints, None for each dead end; every solution extends exactly one of them."""
    axis, i, state = _tightest_line(rules, position)
    table = axis.tables[i]
    if table.count_of(state) <= MAX_BRANCHES:
        return [rules.fill(position, axis, i, completion & ~state) for completion in table.completions(state)]
    empty = next(place for place in range(axis.length) if not state >> 2 * place & 0b11)
    return [rules.fill(position, axis, i, code << 2 * empty) for code in (CODES[ZERO], CODES[ONE])]


def _tightest_line(rules: Propagator, position: Position) -> tuple[Axis, int, int]:
    """Return the axis, index and state of the open line with the fewest completions."""
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
