"""All solutions of a puzzle, one by one, and whether there is exactly one.

Depth first over an explicit stack of positions: propagate, branch, propagate. A position is an int, so a branch costs
nothing to keep. Where to branch: in the line with the fewest completions, at the cell whose crossing line has the
fewest; after PLAIN_NODES nodes without an end every cell of such lines is *probed* with both values first. A value
that ends in a conflict fixes the other one; cells on which both values agree are fixed, too. What is left branches
where both values fill most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from binairo_tui.engine.geometry import CODES, ONE, ZERO, Cell, Position
from binairo_tui.engine.propagation import Propagator, propagator
from binairo_tui.engine.puzzle import Puzzle

PLAIN_NODES = 40
"""Nodes of plain search before probing starts: easy puzzles never pay for it."""
PROBED_CELLS = 40
"""Cells probed at a node."""


@dataclass(slots=True)
class SearchStats:
    """What a search did so far. `completed` says that every solution was seen."""

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

    Starts from the givens, or from `position`. `stats`, if given, is kept up to date. `is_cancelled` is asked at
    every node; the search then ends without being completed.
    """
    stats = SearchStats() if stats is None else stats
    if limit is not None and limit <= 0:
        return
    search = _Search(propagator(puzzle), stats)
    start = puzzle.givens if position is None else position
    for found, solution in enumerate(search.run(start, is_cancelled), 1):
        yield solution
        if found == limit:
            return


def count_solutions(puzzle: Puzzle, limit: int = 2, *, position: Position | None = None) -> SolutionCount:
    """How many solutions there are, counted up to `limit`. Complete means that there are no more."""
    stats = SearchStats()
    count = sum(1 for _ in solutions(puzzle, limit + 1, position=position, stats=stats))
    return SolutionCount(min(count, limit), count <= limit and stats.completed)


def has_unique_solution(puzzle: Puzzle) -> bool:
    """Whether there is exactly one solution."""
    return count_solutions(puzzle, 1) == SolutionCount(1, complete=True)


class _Search:
    def __init__(self, rules: Propagator, stats: SearchStats) -> None:
        self._rules = rules
        self._geometry = rules.geometry
        self._stats = stats

    def run(self, position: Position, is_cancelled: Callable[[], bool]) -> Iterator[Position]:
        """Every full position above `position` that keeps the rules."""
        stats, cell_count = self._stats, self._geometry.cell_count
        start = self._rules.start(position)
        stack = [] if start is None else [start]
        while stack:
            if is_cancelled():
                return
            position = stack.pop()
            if position.bit_count() == cell_count:
                yield position
                continue
            stats.nodes += 1
            stack += self._plain_branches(position) if stats.nodes <= PLAIN_NODES else self._probed_branches(position)
        stats.completed = True

    def _plain_branches(self, position: Position) -> list[Position]:
        cell = next(self._promising_cells(position))
        branches = [self._rules.assume(position, cell, CODES[value]) for value in (ZERO, ONE)]
        return self._live(branches)

    def _probed_branches(self, position: Position) -> list[Position]:
        """The branches after probing: one if a probe settled something, none if the position is dead."""
        cells = [cell for cell, _ in zip(self._promising_cells(position), range(PROBED_CELLS), strict=False)]
        filled = position.bit_count()
        best: list[Position] = []
        best_score = -1
        for cell in cells:
            shift = self._geometry.shifts[cell]
            if position >> shift & 0b11:
                continue
            live = self._live([self._rules.assume(position, cell, CODES[value]) for value in (ZERO, ONE)])
            if len(live) < 2:
                return live
            agreed = live[0] & live[1]
            if agreed != position:
                changed = agreed ^ position
                settled = self._rules.exact(
                    agreed, self._rules.rows.touched(changed), self._rules.columns.touched(changed)
                )
                return self._live([settled])
            gains = [branch.bit_count() - filled for branch in live]
            score = gains[0] * gains[1]
            if score > best_score:
                best, best_score = live, score
        return best

    def _live(self, branches: list[Position | None]) -> list[Position]:
        live = [branch for branch in branches if branch is not None]
        self._stats.conflicts += len(branches) - len(live)
        return live

    def _promising_cells(self, position: Position) -> Iterator[Cell]:
        """Empty cells, those of the lines with fewest completions first; each once."""
        rules, seen = self._rules, set()
        counts = []
        for axis in (rules.rows, rules.columns):
            for i, state in enumerate(axis.states(position)):
                if state.bit_count() < axis.length:
                    if state not in axis.tables[i].count:
                        _ = axis.tables[i][state]
                    counts.append((axis.tables[i].count[state], axis.first + i))
        completions = {line: count for count, line in counts}
        for _, line in sorted(counts):
            cells = [
                cell
                for cell in self._geometry.line_cells[line]
                if not position >> self._geometry.shifts[cell] & 0b11 and cell not in seen
            ]
            seen.update(cells)
            yield from sorted(
                cells, key=lambda cell: sum(completions[other] for other in self._geometry.lines_of(cell))
            )
