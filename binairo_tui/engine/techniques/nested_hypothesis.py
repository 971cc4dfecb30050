"""Nested hypothesis: a value is wrong if it leads to a contradiction with the help of further hypotheses.

One blank cell is assumed to hold 0, or 1, and the cells that follow from the assumption are filled. Both values are
tried in every other blank. All values that fail are ruled out at once, under the assumption, and the cells that
follow are filled. Such rounds are repeated until there is a contradiction, which shows that the assumption is wrong,
or no value fails.

The assumptions that fill most cells are examined first. Assumptions that fill equally many are examined together, so
that the findings do not depend on the orientation of the board.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import count, groupby
from operator import attrgetter

from binairo_tui.engine.cancellation import IsCancelled, check, is_block_cancelled
from binairo_tui.engine.geometry import CODES, EMPTY, ONE, ZERO, Cell, Position, Value, opposite
from binairo_tui.engine.probing import Probing
from binairo_tui.engine.proof import NESTED_HYPOTHESIS, Proof
from binairo_tui.engine.propagation import propagate, propagator
from binairo_tui.engine.puzzle import Puzzle
from binairo_tui.engine.techniques import hypothesis, refutation, refutation_proof, sentences
from binairo_tui.engine.techniques.base import BoardTechnique, Deduction, View
from binairo_tui.engine.techniques.moves import Fact

MAX_TRIALS = 100_000
"""Limit on the inner trials in one search for a deduction: half a second with the compiled core, two in pure Python."""
ENOUGH_TRIALS = 20_000
MOST_TRIALS = 50_000
"""Inner trials after which `easiest` looks at no more values: once it has found one, and without any.

The limits of a hint keep it within 0.5 s of CPU time with the compiled core and 2 s in pure Python, even on boards of
40x40. They count work, not time, so that a hint is the same on every machine.
"""
MAX_TRIED = 10
"""Limit on the values for which `easiest` counts the refutations inside."""
MAX_STEPS = 60
"""`easiest` makes no more proofs after this number of steps."""


class Trials:
    """Tests hypotheses under assumptions.

    `count` is the number of tests so far; searches give up once it exceeds `limit`. Every method may raise
    CancelledError.
    """

    def __init__(self, puzzle: Puzzle, limit: int = MAX_TRIALS, is_cancelled: IsCancelled = is_block_cancelled) -> None:
        self.count = 0
        self.limit = limit
        self._is_cancelled = is_cancelled
        self._puzzle = puzzle
        self._geometry = puzzle.geometry
        self._rules = propagator(puzzle)
        self._probing: Probing | None = None

    def find(self, position: Position) -> Iterator[list[Fact]]:
        """Yield groups of (blank cell, value that fails); the assumptions that fill the most cells come first."""
        for group in self.by_rounds(position):
            yield [fact for _, fact in group]

    def by_rounds(self, position: Position) -> Iterator[list[tuple[int, Fact]]]:
        """Yield the groups of `find`; before each value stands the number of rounds (see the module) that refute it.

        All assumptions of a group fill the same number of cells. The search stops when the number of trials exceeds
        the limit. The group that is incomplete at that point is not yielded.
        """
        settled = self._rules.fixpoint(position)
        if settled is None:
            return
        probing = self._probing_at(settled)
        for _, group in groupby(sorted(self._branches(position, settled, probing)), lambda branch: branch[0]):
            known: dict[Position, int | None] = {}  # many assumptions lead to the same position
            found = []
            for _, cell, value, branch in group:
                if branch not in known:
                    known[branch] = self._rounds(probing.grown(branch))
                if self.count > self.limit:
                    return
                if rounds := known[branch]:
                    found.append((rounds, (cell, value)))
            if found:
                yield found

    def _probing_at(self, settled: Position) -> Probing:
        """Return the `Probing` at a fixpoint.

        If the last `Probing` was at a position contained in this fixpoint, it is continued.
        """
        last = self._probing
        is_larger = last is not None and not last.position & ~settled
        self._probing = last.grown(settled) if last and is_larger else Probing(self._rules, settled)
        return self._probing

    def _branches(
        self, position: Position, settled: Position, probing: Probing
    ) -> Iterator[tuple[int, Cell, Value, Position]]:
        """Yield (minus the number of filled cells, cell, value, fixpoint) for each value that does not fail at once."""
        board = self._geometry
        for cell in range(board.cell_count):
            check(self._is_cancelled)
            if board.value(position, cell) == EMPTY:
                held = board.value(settled, cell)
                for value in (ZERO, ONE) if held == EMPTY else (held,):
                    branch = settled if held == value else probing.branch(CODES[value] << board.shifts[cell])
                    if branch is not None:
                        yield -branch.bit_count(), cell, value, branch

    def rounds(self, assumed: Position) -> int | None:
        """Return the number of rounds (see the module) that refute an assumption, or None if it is not refuted."""
        branch = self._rules.fixpoint(assumed)
        return 0 if branch is None else self._rounds(Probing(self._rules, branch))

    def _rounds(self, probing: Probing) -> int | None:
        for number in count(1):
            check(self._is_cancelled)
            position = probing.position
            self.count += 2 * (self._geometry.cell_count - position.bit_count())
            failing = probing.failing()
            if not failing or self.count > self.limit:
                return None
            opposites = self._geometry.opposites(failing)
            settled = None if failing & opposites else self._rules.fixpoint(position | opposites)
            if settled is None:
                return number
            probing = probing.grown(settled)
        raise AssertionError("unreachable")


@dataclass(frozen=True, slots=True)
class NestedHypothesis(BoardTechnique):
    """The technique of nested hypotheses.

    `trials`, if given, is shared by all calls of `filled`, so that its limit applies to all of them together.
    """

    trials: Trials | None = None

    def prove(self, puzzle: Puzzle, position: Position, deduction: Deduction) -> Proof:
        """Return a refutation of the opposite value, in which some steps are refutations themselves."""
        (cell,), (value,) = deduction.cells, deduction.values
        proof = refute(puzzle, position, (cell, opposite(value)))
        if proof is None:
            raise ValueError("the deduction does not belong to this position")
        return proof

    def filled(self, view: View, lines: object) -> Position:  # noqa: ARG002
        """Return the position with the first group of found values filled in.

        Further groups are not searched for, because finding a group takes long.
        """
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


def refute(puzzle: Puzzle, position: Position, wrong: Fact) -> Proof | None:
    """Return a refutation of a value, some of whose steps are refutations; None if none was found."""
    if not Trials(puzzle).rounds(puzzle.geometry.place(position, *wrong)):
        return None
    chain = refutation.NestedChain(puzzle, position, wrong, partial(_next_fact, puzzle))
    return sentences.worded(puzzle, _proof(puzzle, position, chain)) if chain.is_complete else None


def easiest(puzzle: Puzzle, position: Position) -> Proof | None:
    """Return the shortest refutation that was found for a value that fails under further hypotheses; None without one.

    Of the values refuted in the fewest rounds, those that need the fewest refutations inside are proved first, until
    the proofs have MAX_STEPS steps in all.
    """
    trials, found = Trials(puzzle, MOST_TRIALS), list[tuple[int, int, Fact]]()
    for group in trials.by_rounds(position):
        found += [(rounds, len(found), fact) for rounds, fact in group]
        if trials.count > ENOUGH_TRIALS:
            break
    facts, next_fact = [fact for *_, fact in sorted(found)[:MAX_TRIED]], partial(_next_fact, puzzle)
    chains = [refutation.NestedChain(puzzle, position, fact, next_fact) for fact in facts]
    best, steps = None, 0
    for chain in sorted(filter(attrgetter("is_complete"), chains), key=attrgetter("inner_count")):
        proof = _proof(puzzle, position, chain)
        if best is None or proof.length < best.length:
            best = proof
        steps += proof.length
        if steps >= MAX_STEPS:
            break
    return best and sentences.worded(puzzle, best)


def _proof(puzzle: Puzzle, position: Position, chain: refutation.NestedChain) -> Proof:
    """Return the proof of a chain some of whose steps are refutations, without sentences."""

    def inner(position: Position, fact: Fact) -> Iterable[Cell]:
        return refutation_proof.prove_inner(puzzle, position, fact).because_cells

    goals, lines, _ = chain.needed(inner)
    return replace(refutation_proof.prove_by_goals(puzzle, position, chain.fact, goals, lines), technique=NAME)


def _next_fact(puzzle: Puzzle, position: Position) -> Fact | None:
    """Return a value that a refutation proves: one that leads to a contradiction or, without one, fills most cells."""
    settled, geometry = propagate(puzzle, position), puzzle.geometry
    proved = [(cell, opposite(value)) for cell, value in hypothesis.refuted(puzzle, position)]
    if settled is None or not proved:
        return None
    filled: dict[Fact, int] = {}
    for cell, value in proved:
        check(is_block_cancelled)
        after = propagator(puzzle).assume(settled, cell, CODES[value])
        filled[cell, value] = -1 if after is None else geometry.cell_count - after.bit_count()
    least = min(filled.values())
    return next(fact for fact in proved if filled[fact] == least)


NAME = NESTED_HYPOTHESIS
TECHNIQUE = NestedHypothesis(NAME, "A value is wrong if further hypotheses within it lead to a contradiction.", find)
