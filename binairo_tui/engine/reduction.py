"""Which givens a puzzle could do without, and the fewest of them that still leave one solution.

Let s be the only solution. Any other full grid t that keeps the rules (not the givens) differs from s in some of the
givens, or it would be a second solution: they are the *difference set* of t. Some givens leave s as the only solution
exactly if they contain at least one of every difference set, because what is left then contradicts every t. So the
fewest givens are a smallest hitting set of all difference sets. An example: where s has

    0 1                        1 0
    1 0   in a rectangle, and  0 1   breaks no rule there, one of these four cells has to be given.

There are far too many difference sets to list, but few are needed to prove a minimum. The *implicit hitting set*
approach (see `hitting_set` for its source) finds them on demand: take a hitting set of the known ones; let the solver
look for a second solution that agrees with s in it; if there is one, its difference set is a new one, which the
hitting set misses; if not, these givens are enough. If all hitting sets of k givens were tried in vain, k + 1 are
needed.

Small difference sets prune most. So the first ones are made by turning a single given, and every new one is made
smaller as long as it can be: more and more of its givens are fixed to their values in s until no second solution is
left (`_Differences.minimal`). A given that is a difference set by itself is *needed*; all others are superfluous, each
alone, not all together.

Figures by which this can be checked: puzzles with the usual rules need at least 4 givens at 4x4, 5 at 6x6, 7 at 8x8.

Sets of givens are positions here: each given is its value's bit, and a set of them is a puzzle's `givens`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from binairo_tui.engine.cancellation import CancelledError, IsCancelled, never
from binairo_tui.engine.geometry import Cell, Position
from binairo_tui.engine.hitting_set import HittingSets, elements
from binairo_tui.engine.puzzle import Puzzle
from binairo_tui.engine.search import count_solutions, solutions


class ReductionError(ValueError):
    """The puzzle has no solution, or several; the text says which."""


@dataclass(frozen=True, slots=True)
class Reduction:
    """The puzzle with as few of its givens as were found to be enough.

    `lower_bound` givens are needed in any case. `is_minimum` says that the puzzle has no more than that.
    """

    puzzle: Puzzle
    is_minimum: bool
    lower_bound: int


def superfluous_givens(puzzle: Puzzle, *, is_cancelled: IsCancelled = never) -> tuple[Cell, ...]:
    """The givens of which any one, but perhaps no two, could go and leave one solution; cells ascending.

    Raises ReductionError if the puzzle has not exactly one solution, and CancelledError once `is_cancelled`, asked
    often, says yes.
    """
    return puzzle.geometry.cells(puzzle.givens & ~_Differences(puzzle, is_cancelled).needed())


def reduce(puzzle: Puzzle, *, is_cancelled: IsCancelled = never) -> Reduction:
    """The puzzle with the fewest of its givens that still leave one solution.

    Of a full grid these are the fewest givens that this grid can have as a puzzle: seconds at 8x8, without end from
    10x10 on. `is_cancelled` is asked often; once it says yes, which it must not take back, the puzzle with the fewest
    givens so far is returned. Raises ReductionError if the puzzle has not exactly one solution.
    """
    differences = _Differences(puzzle, is_cancelled)
    best, lower_bound = puzzle.givens, 0
    try:
        needed = differences.needed()
        lower_bound = needed.bit_count()
        for fewer in differences.ever_fewer(needed):
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
    return Reduction(replace(puzzle, givens=best), best.bit_count() == lower_bound, lower_bound)


class _Differences:
    """The difference sets of a puzzle, found with the solver. Every method may raise CancelledError."""

    def __init__(self, puzzle: Puzzle, is_cancelled: IsCancelled) -> None:
        """Raises ReductionError if the puzzle has not exactly one solution."""
        self._puzzle = puzzle
        self._givens = puzzle.givens
        self._is_cancelled = is_cancelled
        count = count_solutions(puzzle, 2)
        if count != 1:
            raise ReductionError(f"the puzzle has {'more than one' if count else 'no'} solution")

    def check(self) -> None:
        """Raise CancelledError if the caller has said so."""
        if self._is_cancelled():
            raise CancelledError

    def missed_by(self, fixed: Position) -> Position:
        """A minimal difference set without any given of `fixed`; 0 if these givens are enough."""
        difference = self._one_without(fixed)
        return self.minimal(difference) if difference else 0

    def needed(self) -> Position:
        """The givens that are a difference set alone."""
        return sum(given for given in elements(self._givens) if self._one_without(self._givens ^ given))

    def of_each(self, givens: Position) -> list[Position]:
        """For every one of these givens a small difference set with it, if there is any."""
        found = []
        for given in elements(givens):
            turned = self._turned(given)
            difference = self._one_without(turned)
            if difference:
                found.append(self.minimal(difference, turned, given))
        return found

    def ever_fewer(self, needed: Position) -> Iterator[Position]:
        """Enough givens, in the end so that none of them can go: one after the other is taken away if it can be."""
        givens = self._givens
        for given in elements(givens & ~needed):
            if not self._one_without(givens ^ given):
                givens ^= given
                yield givens

    def minimal(self, difference: Position, turned: int = 0, kept: Position = 0) -> Position:
        """A difference set inside another that contains no third one.

        With `turned`, the other value of the given `kept`: one with that given that contains no third one with it.

        Fixes givens in runs that double in length when they can be fixed, and are halved when not: most can.
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
        """The other value of a given."""
        return given << 1 if given & self._puzzle.geometry.ones else given >> 1

    def _one_without(self, fixed: Position) -> Position:
        """A difference set, of a grid that holds these values; 0 if there is none."""
        self.check()
        for other in solutions(self._puzzle, 2, position=fixed, is_cancelled=self._is_cancelled):
            difference = self._givens & ~other
            if difference:
                return difference
        return 0
