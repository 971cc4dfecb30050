"""Nested hypothesis: a value is wrong if it leads to a contradiction with the help of further hypotheses.

One blank cell is assumed to hold 0, or 1, and what follows is filled. Then every other blank is tried with both values.
A value that fails there settles that cell, under the assumption; if both fail, the assumption is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from binairo_tui.engine.geometry import EMPTY, ONE, ZERO, Cell, Position, Value, opposite
from binairo_tui.engine.propagation import propagate, propagator
from binairo_tui.engine.puzzle import Puzzle
from binairo_tui.engine.techniques.base import BoardTechnique, Deduction, View
from binairo_tui.engine.wording import cells_text, conclusion

MAX_TRIALS = 20_000
"""Limit on the inner trials in one search for a deduction: some seconds on a large board."""


def find(view: View) -> Iterator[Deduction]:
    """Yield blanks for which one value fails under further hypotheses, starting with values that fill most cells."""
    puzzle = view.puzzle
    for cell, value in _refuted(puzzle, view.position):
        yield Deduction(NAME, (cell,), (opposite(value),), puzzle.geometry.cells(view.position), ())


@dataclass(frozen=True, slots=True)
class _NestedHypothesis(BoardTechnique):
    def filled(self, view: View, lines: object) -> Position:  # noqa: ARG002
        """Return the position with the first finding filled in: there may be many, and each takes long."""
        for cell, value in _refuted(view.puzzle, view.position):
            return view.puzzle.geometry.place(view.position, cell, opposite(value))
        return view.position


def _refuted(puzzle: Puzzle, position: Position) -> Iterator[tuple[Cell, Value]]:
    """Yield blank cells with a value that fails under further hypotheses, those that fill most first."""
    trials = _Trials(puzzle)
    branches: list[tuple[int, Cell, Value, Position]] = []
    for cell in trials.blanks(position):
        for value in (ZERO, ONE):
            branch = propagate(puzzle, puzzle.geometry.place(position, cell, value))
            if branch is not None:
                branches.append((-branch.bit_count(), cell, value, branch))
    for _, cell, value, branch in sorted(branches):
        if trials.count > MAX_TRIALS:
            return
        if trials.fails(branch):
            yield cell, value


class _Trials:
    """The hypotheses below an assumption; `count` is their number so far."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.count = 0
        self._puzzle = puzzle
        self._geometry = puzzle.geometry
        self._core = propagator(puzzle).core

    def blanks(self, position: Position) -> list[Cell]:
        """Return the blank cells of a position, ascending."""
        return [cell for cell in range(self._geometry.cell_count) if self._geometry.value(position, cell) == EMPTY]

    def fails(self, position: Position) -> bool:
        """Return whether hypotheses, each settling a cell, lead to a cell in which both values fail."""
        settled: Position | None = position
        while settled is not None:
            position = settled
            settled = self._settle_one(position)
            if settled == position:
                return False
        return True

    def _settle_one(self, position: Position) -> Position | None:
        """Return what follows from the first hypothesis that fails; the same position if none does.

        None if both values of a cell fail.
        """
        if self._core is not None:
            settled, count = self._core.settle_one(position)
            self.count += count
            return settled
        for cell in self.blanks(position):
            branches = [propagate(self._puzzle, self._geometry.place(position, cell, value)) for value in (ZERO, ONE)]
            self.count += 2
            if None in branches:
                zero, one = branches
                return one if zero is None else zero
        return position


def explain(puzzle: Puzzle, position: Position, deduction: Deduction) -> str:  # noqa: ARG001
    """Return, for example: If r1c3 were 1, further trials would all fail, so r1c3 is 0."""
    name = cells_text(puzzle, deduction.cells)
    wrong = opposite(deduction.values[0])
    return f"If {name} were {wrong}, further trials would all fail, so {conclusion(puzzle, deduction)}."


NAME = "nested hypothesis"
TECHNIQUE = _NestedHypothesis(NAME, "A value is wrong if further hypotheses show a contradiction.", explain, find)
