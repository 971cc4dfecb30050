"""Position check: finds mistakes, whether the grid can still be completed, and the last position without a mistake.

Searches are limited so that they end quickly. If a search reaches its limit, its result is reported as unknown.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from binairo_tui.engine import cancellation, propagation, search
from binairo_tui.engine.axis import unique_deltas
from binairo_tui.engine.core import native
from binairo_tui.engine.geometry import EMPTY, ONE, ZERO, Cell, Position, Value, opposite
from binairo_tui.engine.proof import Proof
from binairo_tui.engine.puzzle import Puzzle, required_start
from binairo_tui.engine.rules import ViolationKind, find_violations

_WITHOUT = ("", "there is one solution.", "there are several solutions.")

SEARCH_NODES = 1000 if native else 100
"""Limit on the nodes of a search for solutions. A search takes about a second at most, even on the largest boards.

The limit of the compiled core is higher, because it branches on cells instead of lines. So it needs more nodes, but
each node takes far less time.
"""


@dataclass(frozen=True, slots=True)
class SolutionInfo:
    """The result of a limited search for two solutions.

    `solution` is the first solution, or None if none was found. `is_ambiguous` is True if a second solution was
    found, and `is_complete` is True if the search ended within its limit.
    """

    solution: Position | None
    is_ambiguous: bool
    is_complete: bool

    @property
    def only_solution(self) -> Position | None:
        """The solution if the puzzle is known to have exactly one, else None."""
        return self.solution if self.is_complete and not self.is_ambiguous else None

    @property
    def is_unsolvable(self) -> bool:
        """Whether the puzzle is known to have no solution."""
        return self.is_complete and self.solution is None


class Solvability(Enum):
    """Whether the grid can still be completed.

    >>> Solvability.UNKNOWN.value
    'unknown'
    """

    __repr__ = Enum.__str__

    SOLVABLE = "solvable"
    UNSOLVABLE = "unsolvable"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Check:
    """Whether a position can be completed, and the mistakes in it.

    If the puzzle has exactly one solution, `mistakes` are the filled cells that differ from this solution, ascending.
    Otherwise `mistakes` is None, and only `solvability` is known. `proof` is a short proof that one of the `mistakes`
    is wrong; only results of `GameSession.ask_check` can contain one.

    >>> Check(Solvability.UNSOLVABLE, mistakes=(2,))
    Check(solvability=Solvability.UNSOLVABLE, mistakes=(2,), proof=None)
    """

    solvability: Solvability
    mistakes: tuple[Cell, ...] | None = None
    proof: Proof | None = None


@lru_cache(maxsize=16)
def solution_info(puzzle: Puzzle) -> SolutionInfo:
    """Return the result of a limited search for two solutions, which takes about a second on the largest boards."""
    found, is_complete = _search(puzzle, puzzle.givens, 2)
    return SolutionInfo(found[0] if found else None, len(found) > 1, is_complete)


def check(puzzle: Puzzle, position: Position) -> Check:
    """Return the mistakes in a position, and whether it can be completed; may take a second on the largest boards."""
    solution = solution_info(puzzle).only_solution
    if solution is not None:
        mistakes = find_mistakes(puzzle, position, solution)
        return Check(Solvability.UNSOLVABLE if mistakes else Solvability.SOLVABLE, mistakes)
    if find_violations(puzzle, position):
        return Check(Solvability.UNSOLVABLE)
    found, is_complete = _search(puzzle, position, 1)
    return Check(Solvability.SOLVABLE if found else Solvability.UNSOLVABLE if is_complete else Solvability.UNKNOWN)


def last_good(puzzle: Puzzle, positions: Sequence[Position]) -> int:
    """Return the index of the last position from which the grid can still be completed; 0 if there is none.

    `positions` are sorted oldest first. A position with unknown solvability counts as one that can be completed.
    """
    solution, newest_first = solution_info(puzzle).only_solution, reversed(range(len(positions)))
    if solution is not None:  # one operation for each position: long games have thousands
        return next((i for i in newest_first if positions[i] & solution == positions[i]), 0)
    checks = ((i, check(puzzle, positions[i]).solvability) for i in newest_first)
    return next((i for i, solvability in checks if solvability is not Solvability.UNSOLVABLE), 0)


def filling_order(puzzle: Puzzle, position: Position, earlier: Sequence[Position] = ()) -> tuple[Cell, ...]:
    """Return the filled cells that are not givens, in the order in which they took their values.

    `earlier` are the positions of the game before this one, oldest first. Cells that were filled in the same step, or
    are already filled in the first of these positions, are in ascending order.
    """
    geometry, newest_first = puzzle.geometry, list[Cell]()
    rest = position & ~puzzle.givens
    for before in reversed(earlier):
        newest_first += reversed(geometry.cells(rest & ~before))
        rest &= before
    return (*geometry.cells(rest), *reversed(newest_first))


def first_dead(puzzle: Puzzle, position: Position, order: Sequence[Cell]) -> tuple[Cell, Position]:
    """Return the first cell in `order` whose value left no solution, and a position that can refute this value.

    `position` must have no solution. The returned position is `position` without this cell if that has a solution.
    Otherwise it holds only the givens and the cells before this cell.
    """
    geometry, good, dead = puzzle.geometry, 0, len(order)
    while dead - good > 1:
        middle = (good + dead) // 2
        if is_unsolvable(puzzle, position & ~geometry.mask(order[middle:])):
            dead = middle
        else:
            good = middle
    cell = order[good]
    rest = geometry.place(position, cell, EMPTY)
    return cell, position & ~geometry.mask(order[good:]) if is_unsolvable(puzzle, rest) else rest


def is_unsolvable(puzzle: Puzzle, position: Position) -> bool:
    """Return whether a position is known to have no solution."""
    found, is_complete = _search(puzzle, position, 1)
    return is_complete and not found


def obstacle_text(puzzle: Puzzle) -> str:
    """Return a sentence about a rule without which an unsolvable puzzle has a solution; '' if there is no such rule."""
    if not is_unsolvable(puzzle, puzzle.givens):
        return ""
    looser = {}
    if puzzle.unique_lines:
        looser["Only the unique-lines rule prevents a solution: if lines may repeat"] = puzzle.with_unique_lines(False)
    if puzzle.more_ones and puzzle.width % 2:
        rule = "Only the number of 1s prevents a solution: if odd lines may have one more 0 instead"
        looser[rule] = puzzle.with_more_ones(False)
    counts = ((rule, len(_search(other, puzzle.givens, 2)[0])) for rule, other in looser.items())
    return next((f"{rule}, {_WITHOUT[count]}" for rule, count in counts if count), "")


def is_free(puzzle: Puzzle, position: Position, cell: Cell) -> bool:
    """Return whether both values of an empty cell are known to lead to a solution."""
    values = (ZERO, ONE)
    return all(_search(puzzle, puzzle.geometry.place(position, cell, value), 1)[0] for value in values)


def find_mistakes(puzzle: Puzzle, position: Position, solution: Position) -> tuple[Cell, ...]:
    geometry = puzzle.geometry
    return tuple([cell for cell in geometry.changed(position, solution) if geometry.value(position, cell) != EMPTY])


def wrong_cells(
    puzzle: Puzzle, position: Position, *, is_cancelled: cancellation.IsCancelled = cancellation.never
) -> tuple[Cell, ...]:
    """Return the filled cells with wrong values, ascending; () if the grid can be completed.

    If the puzzle has exactly one solution, the result is the cells that differ from this solution. If the puzzle has
    several solutions, the result is the cells that break a rule. If no rule is broken, the filled cells are added to
    the givens in reading order, and the result is the first cell that leaves no solution. Givens are never wrong. If
    the puzzle has no solution, the result is ().

    Raises TypeError or ValueError if `position` is not a position of the puzzle or contradicts a given. Raises
    CancelledError once `is_cancelled` returns True.

    >>> puzzle = parse_puzzle("4x4;11..............")
    >>> wrong_cells(puzzle, parse_position(puzzle, "110. .... .... ...."))
    ()
    >>> wrong_cells(puzzle, parse_position(puzzle, "111. .... .... ...."))
    (2,)
    """
    position = required_start(puzzle, position)
    if position == puzzle.givens:
        return ()
    found = list(search.solutions(puzzle, 2, is_cancelled=is_cancelled))
    if len(found) < 2:
        return find_mistakes(puzzle, position, found[0]) if found else ()
    if search.first_solution(puzzle, position=position, is_cancelled=is_cancelled) is not None:
        return ()
    broken = {cell for violation in find_violations(puzzle, position) for cell in violation.cells}
    blamed = broken.intersection(filling_order(puzzle, position))
    return tuple(sorted(blamed)) or (first_dead(puzzle, position, filling_order(puzzle, position))[0],)


def is_forced_by_line(puzzle: Puzzle, position: Position, cell: Cell, value: Value) -> bool:
    """Return whether the row or the column of an empty cell, or a sign at the cell, forces this value.

    A line forces the value if it has no completion with the opposite value. If lines must be unique, completions
    equal to a finished line do not count. A player can see such a value directly, without intermediate steps.
    """
    other, rules = puzzle.geometry.place(position, cell, opposite(value)), propagation.propagator(puzzle)
    for line in puzzle.geometry.lines_of(cell):
        axis, i = rules.find_line(line)
        if axis.tables[i][axis.state(i, other)] is None:
            return True
        if puzzle.unique_lines and i in unique_deltas(axis, axis.states(other))[1]:
            return True
    violations = find_violations(puzzle, other) if puzzle.signs else ()
    return any(found.kind is ViolationKind.SIGN and cell in found.cells for found in violations)


def _search(puzzle: Puzzle, position: Position, limit: int) -> tuple[list[Position], bool]:
    """Return up to `limit` solutions that extend a position, and whether the search ended within the node limit."""
    found: list[Position] = []
    cancelled = cancellation.is_block_cancelled
    try:
        found.extend(search.solutions(puzzle, limit, position=position, max_nodes=SEARCH_NODES, is_cancelled=cancelled))
    except cancellation.CancelledError:
        cancellation.check(cancelled)
        return found, False
    return found, True
