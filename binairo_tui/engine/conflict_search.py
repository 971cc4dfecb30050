"""Conflict-driven search: learns a nogood from every dead end, so that no two dead ends have the same cause.

A nogood is a set of values that cannot all hold. It is an int in the layout of a position, so `nogood & ~position`
are the values that are missing from the position. If no value is missing, there is a conflict; if one value is
missing, its opposite is forced.

When propagation ends in a conflict, its causes are traced back through the trail. Each value that a line forced is
replaced by the values in the line that forced it. The trace ends when only one value from the current level is left
(the first unique implication point). The result is a new nogood; the search goes back to the level where the nogood
forces a value and continues from there. Sets of values are ints, so each step of the trace takes only a few int
operations. The terms are those of conflict-driven clause learning (Marques-Silva and Sakallah, GRASP, 1996; Moskewicz
et al., Chaff, 2001); lines explain their forced cells only on demand (lazy clause generation: Ohrimenko, Stuckey and
Codish, 2009). The compiled core has a search of this kind, with limits of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import chain
from operator import or_
from typing import NamedTuple

from binairo_tui.engine.geometry import CODES, ZERO, Position
from binairo_tui.engine.propagation import Propagator, Trail

RESTART = 32
"""Conflicts before the first restart; later intervals follow the Luby sequence (Luby, Sinclair and Zuckerman, 1993)."""
MAX_NOGOODS = 4000
"""Limit on learned nogoods. If there are more at a restart, only the shortest are kept, half as many as the limit."""
DECAY = 0.92
"""In the choice of the next cell, a conflict counts DECAY times as much as the conflict after it."""


@dataclass(slots=True)
class SearchStats:
    """The work of a search: `nodes` counts the positions at which it branched, and `conflicts` counts its dead ends.

    >>> stats = SearchStats()
    >>> found = list(solutions(parse_puzzle("6x6;1...10.....0.0.1.....11.0.....1.0..."), stats=stats))
    >>> stats  # propagation alone solves this puzzle
    SearchStats(nodes=0, conflicts=0)
    """

    nodes: int = 0
    conflicts: int = 0


class ConflictSearch:
    """Finds the solutions that extend `start`, a fixpoint of propagation, and are not in `known`; updates `stats`."""

    def __init__(self, rules: Propagator, start: Position, known: Sequence[Position], stats: SearchStats) -> None:
        self._stats = stats
        self._rules = rules
        self._geometry = rules.geometry
        self._position = start
        self._trail: Trail = []
        self._levels: list[_Level] = []
        self._found = [solution ^ start for solution in known]  # nogoods that are never forgotten
        self._learned: list[int] = []
        self._activity = _first_activity(rules, start)
        empty = [shift for shift in self._activity if not start >> shift & 0b11]
        self._order = sorted(empty, key=self._activity.__getitem__, reverse=True)
        self._bump = 1.0

    def run(self, check: Callable[[], None]) -> Iterator[Position]:
        """Yield every solution once. `check` is called at every node and may raise an error to end the search."""
        cell_count = self._geometry.cell_count
        nogood = self._propagate(0)
        conflicts_left, restarts = RESTART, 1
        while True:
            while nogood is not None:
                self._stats.conflicts += 1
                conflicts_left -= 1
                if not self._levels:
                    return
                nogood = self._learn(nogood)
            if self._position.bit_count() == cell_count:
                yield self._position
                nogood = reduce(or_, [level.decision for level in self._levels], 0)
                self._found.append(nogood)
                continue
            check()
            if conflicts_left <= 0:
                restarts += 1
                conflicts_left = RESTART * _luby(restarts)
                self._restart()
            nogood = self._decide()

    def _restart(self) -> None:
        """Restart the search with the nogoods learned so far; if there are too many, keep only the shortest."""
        if self._levels:
            self._go_back(0)
        if len(self._learned) > MAX_NOGOODS:
            self._learned.sort(key=int.bit_count)
            del self._learned[MAX_NOGOODS // 2 :]

    def _decide(self) -> int | None:
        """Set the cell most involved in conflicts to 0, and propagate; return the nogood of a conflict, or None."""
        self._stats.nodes += 1
        position = self._position
        shift = next(s for s in self._order if not position >> s & 0b11)
        decision = CODES[ZERO] << shift
        self._levels.append(_Level(position, len(self._trail), decision))
        return self._propagate(decision)

    def _propagate(self, cells: int) -> int | None:
        """Set cells and propagate; return the values that cause a conflict, or None if there is no conflict."""
        trail = self._trail
        position: Position = self._position | cells
        while True:
            if cells:
                reached = self._rules.exact(position, cells, trail)
                if reached is None:
                    self._position = position
                    return self._explain(len(trail) - 1, 0)
                position = reached
            cells, absent = 0, ~position
            for nogood in chain(self._found, self._learned):
                missing = nogood & absent
                if missing.bit_count() < 2:
                    if not missing:
                        self._position = position
                        return nogood
                    other = self._geometry.opposites(missing)
                    if not position & other:
                        trail.append((other, nogood ^ missing, None, 0))
                        position |= other
                        absent ^= other
                        cells |= other
            if not cells:
                self._position = position
                return None

    def _explain(self, index: int, forced: int) -> int:
        """Return the values that forced the cells `forced`, as recorded in entry `index` of the trail.

        If `forced` is 0, the entry is a conflict, and the values that caused the conflict are returned. Values of the
        start position are left out.
        """
        levels = self._levels
        if not levels:
            return 0
        _, position, axis, shift = self._trail[index]
        if axis is not None:
            i = axis.shifts.index(shift)
            states = [axis.state(i, before) for before in [*[level.start for level in levels], position]]
            position = axis.to_position(i, axis.tables[i].reason(states, axis.state(i, forced)))
        values = position & ~levels[0].start
        self._reward(values)
        return values

    def _learn(self, nogood: int) -> int | None:
        """Derive a new nogood from the nogood of a conflict, and apply it.

        The new nogood contains only one value that was set at the last level. The search goes back to the level at
        which the nogood forces the opposite of this value. Returns the nogood of the next conflict, or None if there is
        no conflict.
        """
        levels, trail = self._levels, self._trail
        start, mark, _ = levels[-1]
        for index in range(len(trail) - 1, mark - 1, -1):
            if (nogood & ~start).bit_count() <= 1:
                break
            cells = trail[index][0]
            blamed = nogood & cells
            if blamed:
                nogood = nogood & ~cells | self._explain(index, blamed)
        here = nogood & ~start
        self._bump /= DECAY
        self._order.sort(key=self._activity.__getitem__, reverse=True)
        if not here:  # the last decision is not involved in the conflict
            self._go_back(len(levels) - 1)
            return nogood
        self._learned.append(nogood)
        others = nogood & start
        level = len(levels) - 1
        while level and not others & ~levels[level - 1].start:
            level -= 1
        self._go_back(level)
        other = self._geometry.opposites(here)
        trail.append((other, others, None, 0))
        return self._propagate(other)

    def _go_back(self, level: int) -> None:
        self._position, mark, _ = self._levels[level]
        del self._trail[mark:]
        del self._levels[level:]

    def _reward(self, values: int) -> None:
        """Make the search branch sooner on the cells of `values`, which were involved in a conflict."""
        activity, bump = self._activity, self._bump
        while values:
            top = values.bit_length() - 1
            values ^= 1 << top
            activity[top & ~1] += bump


class _Level(NamedTuple):
    """A decision of the search: the value that it set, and the position and trail length before that."""

    start: Position
    mark: int
    decision: int


def _first_activity(rules: Propagator, position: Position) -> dict[int, float]:
    """Map the shift of each cell to its initial activity, which is higher in lines with few completions.

    The search decides the most active cells first.
    """
    board = rules.geometry
    counts: list[int] = []
    for axis in (rules.rows, rules.columns):
        states = axis.states(position)
        counts += [table.count_of(state) for table, state in zip(axis.tables, states, strict=True)]
    weights = [1 / count for count in counts]
    rows, columns = weights[: board.height], weights[board.height :]
    return dict(zip(board.shifts, [row + column for row in rows for column in columns], strict=True))


def _luby(i: int) -> int:
    """Return item i, counted from 1, of the Luby sequence: 1, 1, 2, 1, 1, 2, 4, ..."""
    k = i.bit_length()
    return 1 << k - 1 if i == (1 << k) - 1 else _luby(i - (1 << k - 1) + 1)
