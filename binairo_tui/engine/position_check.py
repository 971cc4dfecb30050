"""What can be known about a game by looking at the solution: is anything wrong, and since when.

Searches have a limit, so that an answer comes soon; what they do not find out is not said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from binairo_tui.engine.axis import unique_deltas
from binairo_tui.engine.cancellation import CancelledError, after_calls
from binairo_tui.engine.geometry import EMPTY, Cell, Position, Value, opposite
from binairo_tui.engine.propagation import propagator
from binairo_tui.engine.puzzle import Puzzle
from binairo_tui.engine.rules import ViolationKind, find_violations
from binairo_tui.engine.search import solutions

SEARCH_NODES = 100
"""Nodes of a search for solutions before it is given up: about a second on the largest boards."""


@dataclass(frozen=True, slots=True)
class SolutionInfo:
    """What a limited search found out about a puzzle: a solution, if any, if it found two, and if it saw everything."""

    solution: Position | None
    is_ambiguous: bool
    is_complete: bool

    @property
    def is_unique(self) -> bool:
        """Whether the puzzle is known to have exactly one solution."""
        return self.is_complete and self.solution is not None and not self.is_ambiguous

    @property
    def is_unsolvable(self) -> bool:
        """Whether the puzzle is known to have none."""
        return self.is_complete and self.solution is None


class Solvability(Enum):
    """Whether a position can still be finished."""

    SOLVABLE = "solvable"
    UNSOLVABLE = "unsolvable"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Check:
    """The answer to "is anything wrong?".

    If the puzzle has exactly one solution, `mistakes` are the filled cells that differ from it, ascending; else None,
    and `band_solver` is all that can be said.
    """

    solvability: Solvability
    mistakes: tuple[Cell, ...] | None = None


@lru_cache(maxsize=16)
def solution_info(puzzle: Puzzle) -> SolutionInfo:
    """What can be known about a puzzle soon: in about a second on the largest boards."""
    found, is_complete = _search(puzzle, puzzle.givens, 2)
    return SolutionInfo(found[0] if found else None, len(found) > 1, is_complete)


def check(puzzle: Puzzle, position: Position) -> Check:
    """Whether anything on the grid is wrong. May take about a second on the largest boards."""
    info = solution_info(puzzle)
    if info.is_unique:
        mistakes = find_mistakes(puzzle, position, info.solution)
        return Check(Solvability.UNSOLVABLE if mistakes else Solvability.SOLVABLE, mistakes)
    if find_violations(puzzle, position):
        return Check(Solvability.UNSOLVABLE)
    found, is_complete = _search(puzzle, position, 1)
    return Check(Solvability.SOLVABLE if found else Solvability.UNSOLVABLE if is_complete else Solvability.UNKNOWN)


def last_good(puzzle: Puzzle, positions: Sequence[Position]) -> int:
    """Where to go back to: the index of the last of some positions, oldest first, that can still be finished.

    0 if there is none. A position of which that cannot be found out soon counts as one that can.
    """
    for index in reversed(range(len(positions))):
        if check(puzzle, positions[index]).solvability is not Solvability.UNSOLVABLE:
            return index
    return 0


def is_unsolvable(puzzle: Puzzle, position: Position) -> bool:
    """Whether a position is known to have no solution."""
    found, is_complete = _search(puzzle, position, 1)
    return is_complete and not found


def find_mistakes(puzzle: Puzzle, position: Position, solution: Position | None) -> tuple[Cell, ...]:
    """The filled cells of a position that differ from a solution; none if there is no solution."""
    if solution is None:
        return ()
    geometry = puzzle.geometry
    return tuple([cell for cell in geometry.changed(position, solution) if geometry.value(position, cell) != EMPTY])


def is_forced_by_line(puzzle: Puzzle, position: Position, cell: Cell, value: Value) -> bool:
    """Whether one of the lines of an empty cell is reason enough for a value: with the other one it has no completion.

    A line is looked at alone, and beside finished lines where lines must differ. That is what a player sees at once.
    """
    other, rules = puzzle.geometry.place(position, cell, opposite(value)), propagator(puzzle)
    for line in puzzle.geometry.lines_of(cell):
        axis, i = rules.find_line(line)
        if axis.tables[i][axis.state(i, other)] is None:
            return True
        if puzzle.unique_lines and i in unique_deltas(axis, axis.states(other))[1]:
            return True
    return _breaks_a_sign(puzzle, other, cell)


def _breaks_a_sign(puzzle: Puzzle, position: Position, cell: Cell) -> bool:
    violations = find_violations(puzzle, position) if puzzle.signs else ()
    return any(found.kind is ViolationKind.SIGN and cell in found.cells for found in violations)


def _search(puzzle: Puzzle, position: Position, limit: int) -> tuple[list[Position], bool]:
    """Up to `limit` solutions above a position, and False if the search was given up before it had found so many."""
    found: list[Position] = []
    try:
        found.extend(solutions(puzzle, limit, position=position, is_cancelled=after_calls(SEARCH_NODES)))
    except CancelledError:
        return found, False
    return found, True
