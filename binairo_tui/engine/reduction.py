"""Reduction: finds the superfluous givens in a puzzle, and the fewest givens that still leave one solution.

Let s be the only solution. Any other full grid t that obeys the rules differs from s in some of the givens; otherwise t
would be a second solution. These givens are the *difference set* of t. A set of givens rules out t if and only if it
contains a given from the difference set of t. So the fewest givens that rule out every t are a smallest hitting set of
all difference sets. For example, if s has

    0 1                        1 0
    1 0   in a rectangle, and  0 1   breaks no rule there, one of these four cells has to be given.

There are far too many difference sets to list, but few are needed to prove a minimum. The *implicit hitting set*
approach (see `hitting_set` for its source) finds them on demand. It takes a hitting set of the known difference sets
and searches for a second solution with these givens. If there is a second solution, its difference set is new, because
the hitting set misses it. If there is none, these givens are enough. If all hitting sets of k givens fail, at least k +
1 givens are needed.

Small difference sets prune the search most. So the first difference sets are found by inverting a single given. Every
new difference set is made as small as possible: its givens are fixed to their values in s as long as a second solution
is left (`_Differences.minimal`). A given that is a difference set by itself is *needed*. Any other given is
superfluous: it can be removed, but perhaps not together with another one.

Known minimums for tests: puzzles with the usual rules need at least 4 givens at 4x4, 5 at 6x6, and 7 at 8x8.

In this module, sets of givens are positions: each given is the bit of its value.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from binairo_tui.engine import hitting_set, search
from binairo_tui.engine.cancellation import CancelledError, IsCancelled, check, never
from binairo_tui.engine.geometry import Cell, Position, bits
from binairo_tui.engine.puzzle import Puzzle, check_puzzle


class ReductionError(ValueError):
    """The puzzle has no solution or more than one; the message says which.

    >>> reduce_givens(Puzzle(4, 4))
    Traceback (most recent call last):
    binairo_tui.engine.reduction.ReductionError: the puzzle has more than one solution
    """


@dataclass(frozen=True, slots=True)
class Reduction:
    """A puzzle with one solution and the fewest givens that were found to be enough.

    With fewer than `lower_bound` of the original givens, there would be several solutions. `is_minimum` means that
    `puzzle` has exactly `lower_bound` givens.

    >>> found = reduce_givens(parse_puzzle("4x4;1100001110100101"))
    >>> isinstance(found, Reduction), found.lower_bound, found.is_minimum
    (True, 4, True)
    """

    puzzle: Puzzle
    is_minimum: bool
    lower_bound: int


def superfluous_givens(puzzle: Puzzle, *, is_cancelled: IsCancelled = never) -> tuple[Cell, ...]:
    """Return the cells of the superfluous givens, ascending.

    If you remove any one of them, the puzzle still has a single solution. If you remove two of them, it may have
    several.

    Raises ReductionError if the puzzle does not have exactly one solution, and CancelledError once `is_cancelled`
    returns True.

    >>> superfluous_givens(parse_puzzle("4x4;11......1.....01"))
    (15,)
    """
    needed = _Differences(puzzle, is_cancelled).needed()
    return puzzle.geometry.cells(puzzle.givens & ~needed)


def reduce_givens(puzzle: Puzzle, *, is_cancelled: IsCancelled = never) -> Reduction:
    """Return the puzzle with the fewest of its givens that still leave only one solution.

    For a full grid, the result is a puzzle with this solution and the fewest givens. The search takes seconds for 8x8,
    and is not feasible for 10x10 or larger. Once `is_cancelled` returns True, the puzzle with the fewest givens so far
    is returned. Raises ReductionError if the puzzle does not have exactly one solution. Raises CancelledError if
    `is_cancelled` returns True before the number of solutions is known.

    >>> reduce_givens(parse_puzzle("4x4;1100001110100101")).puzzle.given_count
    4
    """
    differences = _Differences(puzzle, is_cancelled)
    best, lower_bound = puzzle.givens, 0
    with suppress(CancelledError):
        needed = differences.needed()
        lower_bound = needed.bit_count()
        for fewer in differences.fewer_and_fewer(needed):
            best = fewer
        first = [*bits(needed), *differences.of_each(puzzle.givens & ~needed)]
        known = hitting_set.HittingSets(first, on_node=differences.check)
        lower_bound = max(lower_bound, known.lower_bound())
        while lower_bound < best.bit_count():
            found = known.find(lower_bound, differences.missed_by)
            if found is not None:
                best = found
            else:
                lower_bound += 1
    return Reduction(puzzle.with_givens(best), best.bit_count() == lower_bound, lower_bound)


class _Differences:
    """Finds difference sets (see the module) with the solver. Every method may raise CancelledError."""

    def __init__(self, puzzle: Puzzle, is_cancelled: IsCancelled) -> None:
        """Raise ReductionError if the puzzle does not have exactly one solution."""
        check_puzzle(puzzle)
        found, self._other = search.others(puzzle, is_cancelled)
        if len(found) != 1:
            raise ReductionError(f"the puzzle has {'more than one' if found else 'no'} solution")
        self._puzzle = puzzle
        self._givens = puzzle.givens
        self.check = partial(check, is_cancelled)

    def missed_by(self, fixed: Position) -> int:
        """Return a minimal difference set without any of the givens `fixed`, or 0 if they leave only one solution."""
        difference = self._one_without(fixed)
        return self.minimal(difference) if difference else 0

    def needed(self) -> Position:
        """Return the givens that cannot be removed without allowing a second solution."""
        return sum(given for given in bits(self._givens) if self._is_needed(self._givens, given))

    def of_each(self, givens: Position) -> list[int]:
        """Return, for each of `givens`, a small difference set that contains it. Givens in no such set are left out."""
        found = []
        for given in bits(givens):
            turned = self._puzzle.geometry.opposites(given)
            if difference := self._one_without(turned):
                found.append(self.minimal(difference, turned, given))
        return found

    def fewer_and_fewer(self, needed: Position) -> Iterator[Position]:
        """Yield smaller and smaller sets of givens that leave one solution and hold `needed`; the last is minimal."""
        givens = self._givens
        for given in bits(givens & ~needed):
            if not self._is_needed(givens, given):
                givens ^= given
                yield givens

    def minimal(self, difference: int, turned: int = 0, kept: int = 0) -> int:
        """Return a minimal subset of a difference set that is also a difference set.

        If `turned` is the opposite value of the given `kept`, the result contains `kept` and is minimal among the
        difference sets that contain this given. Givens are removed from the set by fixing them to their values in the
        solution, several at once. If a second solution is left, twice as many are tried next, otherwise half as many.
        """
        needed = kept
        run = 1
        while rest := list(bits(difference & ~needed)):
            tried = sum(rest[:run])
            if smaller := self._one_without(self._givens & ~difference | turned | tried):
                difference = smaller
                run *= 2
            elif len(rest) > 1 and run > 1:
                run = (min(run, len(rest)) + 1) // 2
            else:
                needed |= tried
        return difference

    def _is_needed(self, givens: Position, given: Position) -> bool:
        """Return whether the puzzle gets a second solution if `given` is removed from `givens`.

        `givens` must leave only one solution. A second solution must have the opposite value in the cell of `given`, so
        only such solutions are searched for.
        """
        self.check()
        return bool(self._other(givens ^ given | self._puzzle.geometry.opposites(given)))

    def _one_without(self, fixed: Position) -> int:
        """Return the difference set of another full grid with the values `fixed`, or 0 if there is no such grid."""
        self.check()
        other = self._other(fixed)
        return self._givens & ~other if other else 0
