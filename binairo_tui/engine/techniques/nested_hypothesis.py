"""Nested hypothesis: a value is wrong if it leads to a contradiction with the help of further hypotheses.

One blank cell is assumed to hold 0, or 1, and what follows is filled. Then every other blank is tried with both values.
All values that fail there are ruled out at once, under the assumption, and what follows is filled. Such rounds are
repeated until there is a contradiction, which shows that the assumption is wrong, or no value fails.

The assumptions that fill most cells are examined first. Assumptions that fill equally many are examined together, so
that the findings do not depend on the orientation of the board.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count, groupby

from binairo_tui.engine.cancellation import IsCancelled, check, never
from binairo_tui.engine.geometry import CODES, EMPTY, ONE, ZERO, Cell, Line, Position, Value, opposite
from binairo_tui.engine.probing import Probing
from binairo_tui.engine.proof import Proof
from binairo_tui.engine.propagation import propagate, propagator
from binairo_tui.engine.puzzle import Puzzle
from binairo_tui.engine.techniques import deductions, hypothesis, refutation, refutation_proof
from binairo_tui.engine.techniques.base import BoardTechnique, Deduction, View

MAX_TRIALS = 100_000
"""Limit on the inner trials in one search for a deduction: half a second with the compiled core, two in pure Python."""


class Trials:
    """Tests hypotheses under assumptions. `count` is the number of tests so far; after `limit`, searches give up.

    Every method may raise CancelledError.
    """

    def __init__(self, puzzle: Puzzle, limit: int = MAX_TRIALS, is_cancelled: IsCancelled = never) -> None:
        self.count = 0
        self.limit = limit
        self._is_cancelled = is_cancelled
        self._puzzle = puzzle
        self._geometry = puzzle.geometry
        self._rules = propagator(puzzle)
        self._probing: Probing | None = None

    def find(self, position: Position) -> Iterator[list[tuple[Cell, Value]]]:
        """Yield groups of (blank cell, value that fails), starting with the assumptions that fill the most cells.

        Stops once there were more trials than the limit; the group that exceeds it is dropped.
        """
        settled = self._rules.fixpoint(position)
        if settled is None:
            return
        probing = self._probing_at(settled)
        for _, group in groupby(sorted(self._branches(position, settled, probing)), lambda branch: branch[0]):
            known: dict[Position, bool] = {}  # many assumptions lead to the same position
            found = []
            for _, cell, value, branch in group:
                if branch not in known:
                    known[branch] = self._rounds(probing.grown(branch)) is not None
                if self.count > self.limit:
                    return
                if known[branch]:
                    found.append((cell, value))
            if found:
                yield found

    def _probing_at(self, settled: Position) -> Probing:
        """Return the `Probing` at a fixpoint; it continues the last one if that was at a part of this fixpoint."""
        last = self._probing
        is_larger = last is not None and not last.position & ~settled
        self._probing = last.grown(settled) if last and is_larger else Probing(self._rules, settled)
        return self._probing

    def _branches(
        self, position: Position, settled: Position, probing: Probing
    ) -> Iterator[tuple[int, Cell, Value, Position]]:
        """Yield (minus the number of filled cells, cell, value, branch) for every value that does not fail at once."""
        board = self._geometry
        for cell in range(board.cell_count):
            if board.value(position, cell) == EMPTY:
                held = board.value(settled, cell)
                for value in (ZERO, ONE) if held == EMPTY else (held,):
                    branch = settled if held == value else probing.branch(CODES[value] << board.shifts[cell])
                    if branch is not None:
                        yield -branch.bit_count(), cell, value, branch

    def rounds(self, assumed: Position) -> int | None:
        """Return the number of rounds after which an assumption is refuted, or None if it is not refuted."""
        branch = self._rules.fixpoint(assumed)
        return 0 if branch is None else self._rounds(Probing(self._rules, branch))

    def _rounds(self, probing: Probing) -> int | None:
        """Return what `rounds` returns for an assumption; its fixpoint is the position of `probing`."""
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
    """The technique of nested hypotheses. `trials`, if given, limits all searches of `filled` together."""

    trials: Trials | None = None

    def prove(self, puzzle: Puzzle, position: Position, deduction: Deduction) -> Proof:
        """Return a refutation of the opposite value, in which some steps are refutations themselves."""
        (cell,), (value,) = deduction.cells, deduction.values
        wrong = cell, opposite(value)
        goals, lines = _goals(puzzle, puzzle.geometry.place(position, *wrong))
        return replace(refutation_proof.prove_by_goals(puzzle, position, wrong, goals, lines), technique=NAME)

    def filled(self, view: View, lines: object) -> Position:  # noqa: ARG002
        """Return the position with only the first group of findings filled in, because each group takes long."""
        trials = self.trials or Trials(view.puzzle)
        position = view.position
        for cell, value in next(trials.find(position), ()):
            position = view.puzzle.geometry.place(position, cell, opposite(value))
        return position


def find(view: View) -> Iterator[Deduction]:
    """Yield blanks for which one value fails under further hypotheses, starting with values that fill most cells."""
    because = view.puzzle.geometry.cells(view.position)
    for group in Trials(view.puzzle).find(view.position):
        for cell, value in group:
            yield Deduction(NAME, (cell,), (opposite(value),), because, ())


def _goals(puzzle: Puzzle, position: Position) -> tuple[list[refutation.Goal], tuple[Line, ...]]:
    """Return the steps from a position to a contradiction, with further hypotheses, and the line without a filling."""
    goals: list[refutation.Goal] = []
    while True:
        for before, deduction in deductions.deductions(puzzle, position):
            fills = tuple(zip(deduction.cells, deduction.values, strict=True))
            goals.append(refutation.Goal(deduction.because_lines, fills))
            position = deductions.with_deduction(puzzle, before, deduction)
        wrong = None if propagate(puzzle, position) is None else next(hypothesis.refuted(puzzle, position), None)
        if wrong is None:
            return goals, deductions.dead_lines(View(puzzle, position))
        fact = wrong[0], opposite(wrong[1])
        goals.append(refutation.Goal((), (fact,)))
        position = puzzle.geometry.place(position, *fact)


def explain(puzzle: Puzzle, position: Position, deduction: Deduction) -> str:
    """Return a sentence such as: If r1c3 were 1, row 4 would get three 0s together (24 steps), so r1c3 is 0."""
    return TECHNIQUE.prove(puzzle, position, deduction).text


NAME = "nested hypothesis"
TECHNIQUE = NestedHypothesis(
    NAME, "A value is wrong if further hypotheses within it lead to a contradiction.", explain, find
)
