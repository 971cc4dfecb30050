"""Nested hypothesis: a value is wrong if it leads to a contradiction with the help of further hypotheses.

One blank cell is assumed to hold 0 (or 1), and the cells that follow from the assumption are filled. In a round, both
values are tried in every other blank. All values that fail under the assumption are ruled out together, and the cells
that follow are filled. Rounds are repeated until there is a contradiction or no value fails. A contradiction shows that
the assumption is wrong.

The assumptions that fill most cells are examined first. Assumptions that fill equally many cells are examined together,
so that the results do not depend on the orientation of the board.
"""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count, groupby

from binairo_tui.engine.cancellation import IsCancelled, check, is_block_cancelled
from binairo_tui.engine.geometry import CODES, EMPTY, ONE, ZERO, Cell, Position, Value, opposite
from binairo_tui.engine.proof import NESTED_HYPOTHESIS, Proof
from binairo_tui.engine.propagation import propagator
from binairo_tui.engine.puzzle import Puzzle
from binairo_tui.engine.techniques import hypothesis, refutation, refutation_proof, sentences
from binairo_tui.engine.techniques.base import BoardTechnique, Deduction, View
from binairo_tui.engine.techniques.moves import Fact

MAX_TRIALS = 100_000
"""Limit on the inner trials in one search for a deduction: half a second with the compiled core, two in pure Python."""
_ENOUGH_TRIALS = 20_000
_MOST_TRIALS = 30_000
"""Limits on the inner trials of a proof: _MOST_TRIALS to find a first value, _ENOUGH_TRIALS to find more values.

With these limits, a proof takes at most 0.5 s of CPU time with the compiled core and 2 s in pure Python, even on boards
of 40x40. The limits count work, not time, so that a proof is the same on every machine.
"""
_MAX_TRIED = 6
"""Limit on the values for which `easiest` makes a plan (`Trials.plan`)."""
_MAX_INNER = 8
"""Limit on the inner refutations in all plans that `_shortest` tries, except that it always tries one plan."""
MAX_STEPS = 100
"""Limit on the steps of a proof."""


class Trials:
    """Tests hypotheses, and counts the tests: searches give up above `limit`. Methods may raise CancelledError."""

    def __init__(self, puzzle: Puzzle, limit: int = MAX_TRIALS, is_cancelled: IsCancelled = is_block_cancelled) -> None:
        self.count = 0
        self.limit = limit
        self._is_cancelled = is_cancelled
        self._puzzle = puzzle
        self._geometry = puzzle.geometry
        self._rules = propagator(puzzle)

    def find(self, position: Position) -> Iterator[list[Fact]]:
        """Yield groups of (blank cell, value that fails); the assumptions that fill the most cells come first."""
        for group in self.by_rounds(position):
            yield [fact for _, fact in group]

    def by_rounds(self, position: Position) -> Iterator[list[tuple[int, Fact]]]:
        """Yield the groups of `find`; each item begins with the number of rounds that refute the value.

        For rounds, see the module. All assumptions of a group fill the same number of cells. The search stops when the
        number of trials exceeds the limit. An incomplete group is then not yielded.
        """
        settled = self._rules.fixpoint(position)
        if settled is None:
            return
        for _, group in groupby(sorted(self._branches(position, settled)), lambda branch: branch[0]):
            known: dict[Position, int | None] = {}  # many assumptions lead to the same position
            found = []
            for _, cell, value, branch in group:
                if branch not in known:
                    known[branch] = self._rounds(branch)
                if self.count > self.limit:
                    return
                if rounds := known[branch]:
                    found.append((rounds, (cell, value)))
            if found:
                yield found

    def _branches(self, position: Position, settled: Position) -> Iterator[tuple[int, Cell, Value, Position]]:
        """Yield (minus the number of filled cells, cell, value, fixpoint) for each value that leads to a fixpoint."""
        board = self._geometry
        for cell in range(board.cell_count):
            check(self._is_cancelled)
            if board.value(position, cell) == EMPTY:
                held = board.value(settled, cell)  # its opposite leads to a contradiction at once, not to a fixpoint
                for value in (ZERO, ONE) if held == EMPTY else (held,):
                    branch = settled if held == value else self._rules.assume(settled, cell, CODES[value])
                    if branch is not None:
                        yield -branch.bit_count(), cell, value, branch

    def rounds(self, assumed: Position) -> int | None:
        """Return the number of rounds (see the module) that refute an assumption, or None if it is not refuted."""
        branch = self._rules.fixpoint(assumed)
        return 0 if branch is None else self._rounds(branch)

    def plan(self, assumed: Position) -> list[Fact] | None:
        """Return a plan: values that lead to a contradiction, each provable by a refutation after the values before it.

        If several values are provable next, one that leads to the contradiction is chosen, or else the one that fills
        the most cells. Returns None if no plan is found within the limit.
        """
        board, facts, settled = self._geometry, list[Fact](), self._rules.fixpoint(assumed)
        while settled is not None:
            check(self._is_cancelled)
            proved = [(cell, opposite(value)) for cell, value in hypothesis.refuted(self._puzzle, settled)]
            self.count += 2 * (board.cell_count - settled.bit_count()) + len(proved)
            if not proved or self.count > self.limit:
                return None
            after = [self._rules.assume(settled, cell, CODES[value]) for cell, value in proved]
            # A contradiction counts for more than any number of filled cells.
            gains = [sys.maxsize if position is None else position.bit_count() for position in after]
            best = gains.index(max(gains))
            facts.append(proved[best])
            settled = after[best]
        return facts

    def _rounds(self, position: Position) -> int | None:
        for number in count(1):
            check(self._is_cancelled)
            self.count += 2 * (self._geometry.cell_count - position.bit_count())
            failing = self._rules.failing(position)
            if not failing or self.count > self.limit:
                return None
            opposites = self._geometry.opposites(failing)
            settled = None if failing & opposites else self._rules.fixpoint(position | opposites)
            if settled is None:
                return number
            position = settled
        raise AssertionError("unreachable")


@dataclass(frozen=True, slots=True)
class NestedHypothesis(BoardTechnique):
    """`trials`, if given, is shared by all calls of `filled`, so that its limit applies to all of them together."""

    trials: Trials | None = None

    def prove(self, puzzle: Puzzle, position: Position, deduction: Deduction) -> Proof:
        (cell,), (value,) = deduction.cells, deduction.values
        proof = refute(puzzle, position, (cell, opposite(value)), sys.maxsize, sys.maxsize)
        if proof is None:
            raise ValueError("the deduction does not belong to this position")
        return proof

    def filled(self, view: View, lines: object) -> Position:  # noqa: ARG002
        """Fill only the first group of values found, because finding another group takes long."""
        trials = self.trials or Trials(view.puzzle)
        position = view.position
        for cell, value in next(trials.find(position), ()):
            position = view.puzzle.geometry.place(position, cell, opposite(value))
        return position


def find(view: View) -> Iterator[Deduction]:
    """Yield a deduction for each blank in which one value fails under further hypotheses.

    The blanks whose failing value fills the most cells come first.
    """
    because = view.puzzle.geometry.cells(view.position)
    for group in Trials(view.puzzle).find(view.position):
        for cell, value in group:
            yield Deduction(NAME, (cell,), (opposite(value),), because, ())


def refute(
    puzzle: Puzzle, position: Position, wrong: Fact, most_steps: int = MAX_STEPS, most_trials: int = _MOST_TRIALS
) -> Proof | None:
    """Return a refutation of a value with refutations among its steps; None if none was found within the limits."""
    trials = Trials(puzzle, most_trials)
    if not trials.rounds(puzzle.geometry.place(position, *wrong)):
        return None
    return _shortest(puzzle, position, trials, [wrong], most_steps)


def easiest(puzzle: Puzzle, position: Position) -> Proof | None:
    """Return the shortest refutation found for a value that fails under further hypotheses; None if none was found.

    The candidates are the _MAX_TRIED values that are refuted in the fewest rounds. Of these, the values whose plans
    have the fewest inner refutations are examined.
    """
    trials, found = Trials(puzzle, _MOST_TRIALS), list[tuple[int, int, Fact]]()
    for group in trials.by_rounds(position):
        found += [(rounds, len(found), fact) for rounds, fact in group]
        if trials.count > _ENOUGH_TRIALS:
            break
    trials.limit = trials.count + _ENOUGH_TRIALS
    return _shortest(puzzle, position, trials, [fact for *_, fact in sorted(found)[:_MAX_TRIED]], MAX_STEPS)


def _shortest(
    puzzle: Puzzle, position: Position, trials: Trials, wrong: Iterable[Fact], most_steps: int
) -> Proof | None:
    """Return the shortest refutation found for one of these values; None if it has too many steps."""
    plans = [(plan, fact) for fact in wrong if (plan := trials.plan(puzzle.geometry.place(position, *fact)))]
    chains, planned = list[tuple[refutation.Chain, Fact]](), 0
    for plan, fact in sorted(plans, key=lambda it: len(it[0])):
        planned += len(plan)
        if chains and planned > _MAX_INNER:
            break
        chains.append((refutation.nested_chain(puzzle, position, fact, plan), fact))
    shortest = min(chains, key=lambda it: it[0].length, default=None)
    if shortest is None or shortest[0].length > most_steps:
        return None
    chain, fact = shortest
    proof = refutation_proof.prove_by_goals(puzzle, position, fact, chain.goals, chain.lines)
    return sentences.worded(puzzle, replace(proof, technique=NAME))


NAME = NESTED_HYPOTHESIS
TECHNIQUE = NestedHypothesis(
    NAME, "A value is wrong if it leads to a contradiction with the help of further hypotheses.", find
)
