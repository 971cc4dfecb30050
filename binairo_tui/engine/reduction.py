"""Reduction: the superfluous givens of a puzzle, and the fewest givens that still leave one solution.

Let s be the only solution. Any other full grid t that keeps the rules (not the givens) differs from s in some of the
givens, or it would be a second solution. These givens are the *difference set* of t. Some givens leave s as the only
solution exactly if they contain at least one of every difference set, because then they contradict every t. So the
fewest givens are a smallest hitting set of all difference sets. An example: if s has

    0 1                        1 0
    1 0   in a rectangle, and  0 1   breaks no rule there, one of these four cells has to be given.

There are far too many difference sets to list, but few are needed to prove a minimum. The *implicit hitting set*
approach (see `hitting_set` for its source) finds them on demand. It takes a hitting set of the known ones and lets the
solver look for a second solution that agrees with s in it. If there is one, its difference set is a new one, which the
hitting set misses; if not, these givens are enough. If all hitting sets of k givens fail, k + 1 givens are needed.

Small difference sets prune most. So the first ones are made by turning a single given, and every new one is made
smaller as long as it can be: more and more of its givens are fixed to their values in s until no second solution is
left (`_Differences.minimal`). A given that is a difference set by itself is *needed*; all others are superfluous, each
alone, not all together.

Known minimums to check against: puzzles with the usual rules need at least 4 givens at 4x4, 5 at 6x6, 7 at 8x8.

Sets of givens are positions here: each given is the bit of its value, and a set of them is the `givens` of a puzzle.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from binairo_tui.engine.cancellation import CancelledError, IsCancelled, never
from binairo_tui.engine.geometry import Cell, Position
from binairo_tui.engine.hitting_set import HittingSets, elements
from binairo_tui.engine.puzzle import Puzzle
from binairo_tui.engine.search import count_solutions, solutions


class ReductionError(ValueError):
    """The puzzle has no solution, or several; the text says which.

    >>> reduce_givens(Puzzle(4, 4))
    Traceback (most recent call last):
    binairo_tui.engine.reduction.ReductionError: the puzzle has more than one solution
    """


@dataclass(frozen=True, slots=True)
class Reduction:
    """The puzzle with the fewest of its givens that were found to be enough.

    `lower_bound` givens are needed in any case. `is_minimum` says that the puzzle has no more than that.

    >>> found = reduce_givens(parse_puzzle("4x4;1100001110100101"))
    >>> isinstance(found, Reduction), found.lower_bound, found.is_minimum
    (True, 4, True)
    """

    puzzle: Puzzle
    is_minimum: bool
    lower_bound: int


def superfluous_givens(puzzle: Puzzle, *, is_cancelled: IsCancelled = never) -> tuple[Cell, ...]:
    """Return the cells of the superfluous givens, ascending: any one of them, but perhaps no two, could be removed.

    Raises ReductionError if the puzzle does not have exactly one solution, and CancelledError once `is_cancelled`
    returns True.

    >>> superfluous_givens(parse_puzzle("4x4;11......1.....01"))
    (15,)
    """
    return puzzle.geometry.cells(puzzle.givens & ~_Differences(puzzle, is_cancelled).needed())


def reduce_givens(puzzle: Puzzle, *, is_cancelled: IsCancelled = never) -> Reduction:
    """Return the puzzle with the fewest of its givens that still leave one solution.

    For a full grid this is the smallest puzzle with this solution: it takes seconds at 8x8 and does not end in practice
    from 10x10 on. Once `is_cancelled` returns True, the puzzle with the fewest givens so far is returned. Raises
    ReductionError if the puzzle does not have exactly one solution.

    >>> reduce_givens(parse_puzzle("4x4;1100001110100101")).puzzle.given_count
    4
    """
    differences = _Differences(puzzle, is_cancelled)
    best, lower_bound = puzzle.givens, 0
    try:
        needed = differences.needed()
        lower_bound = needed.bit_count()
        for fewer in differences.fewer_and_fewer(needed):
            best = fewer
        first = [*elements(needed), *differences.of_each(puzzle.givens & ~needed)]
        known = HittingSets(first, on_node=differences.check)
        lower_bound = max(lower_bound, known.lower_bound())
        while lower_bound < best.bit_count():
            found = known.find(lower_bound, differences.missed_by)
            if found is not None:
                best = found
            else:
                lower_bound += 1
    except CancelledError:
        pass
    return Reduction(puzzle.with_givens(best), best.bit_count() == lower_bound, lower_bound)


class _Differences:
    """The difference sets of a puzzle, found with the solver. Every method may raise CancelledError."""

    def __init__(self, puzzle: Puzzle, is_cancelled: IsCancelled) -> None:
        """Raises ReductionError if the puzzle does not have exactly one solution."""
        self._puzzle = puzzle
        self._givens = puzzle.givens
        self._is_cancelled = is_cancelled
        count = count_solutions(puzzle, 2)
        if count != 1:
            raise ReductionError(f"the puzzle has {'more than one' if count else 'no'} solution")

    def check(self) -> None:
        """Raise CancelledError if the work was cancelled."""
        if self._is_cancelled():
            raise CancelledError

    def missed_by(self, fixed: Position) -> Position:
        """Return a minimal difference set without any given of `fixed`, or 0 if these givens are enough."""
        difference = self._one_without(fixed)
        return self.minimal(difference) if difference else 0

    def needed(self) -> Position:
        """Return the givens that are difference sets by themselves."""
        return sum(given for given in elements(self._givens) if self._one_without(self._givens ^ given))

    def of_each(self, givens: Position) -> list[Position]:
        """Return for each of these givens a small difference set with it, if there is any."""
        found = []
        for given in elements(givens):
            turned = self._turned(given)
            difference = self._one_without(turned)
            if difference:
                found.append(self.minimal(difference, turned, given))
        return found

    def fewer_and_fewer(self, needed: Position) -> Iterator[Position]:
        """Yield fewer and fewer givens that are enough; in the end none of them can be removed."""
        givens = self._givens
        for given in elements(givens & ~needed):
            if not self._one_without(givens ^ given):
                givens ^= given
                yield givens

    def minimal(self, difference: Position, turned: int = 0, kept: Position = 0) -> Position:
        """Return a difference set inside another that contains no third one.

        With `turned`, the other value of the given `kept`, it is minimal among the difference sets with that given.
        Givens are fixed in runs, which double in length when they can be fixed and are halved when not: most can.
        """
        needed = kept
        run = 1
        while rest := list(elements(difference & ~needed)):
            tried = sum(rest[:run])
            smaller = self._one_without(self._givens & ~difference | turned | tried)
            if smaller:
                difference = smaller
                run *= 2
            elif len(rest) > 1 and run > 1:
                run = (min(run, len(rest)) + 1) // 2
            else:
                needed |= tried
        return difference

    def _turned(self, given: Position) -> int:
        """Return the other value of a given."""
        return given << 1 if given & self._puzzle.geometry.ones else given >> 1

    def _one_without(self, fixed: Position) -> Position:
        """Return the difference set of a grid that holds these values, or 0 if there is none."""
        self.check()
        for other in solutions(self._puzzle, 2, position=fixed, is_cancelled=self._is_cancelled):
            difference = self._givens & ~other
            if difference:
                return difference
        return 0
