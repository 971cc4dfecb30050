"""Scores: estimate the effort that a path to the solution takes, on one scale for all bands and sizes.

The score of a path is the sum over its passes (see `grading`) of

    weight of the technique * (1 + 1/2 / openings) * length of the shortest chain

`openings` is the number of cells that the technique fills in this pass. The more openings there are, the sooner a
player finds one. The length of a chain is the number of rounds from an assumption to its contradiction; without
assumptions it is 1. A round fills everything that single lines force in the position before it. All three numbers stay
the same if the board is mirrored, rotated or value-swapped, and so does the score.

The weights were fitted to the levels of 903 puzzles from binarypuzzle.com. A hash chose these puzzles; the puzzles that
it did not choose test the weights (`tests/engine/test_grading.py`). The site's levels say nothing about hypotheses, so
the weights of hypotheses were chosen to continue the series.
"""

from collections.abc import Iterable, Iterator
from itertools import count

from binairo_tui.engine.axis import Axis, unique_deltas
from binairo_tui.engine.geometry import CODES, Position, opposite
from binairo_tui.engine.propagation import Propagator, propagator
from binairo_tui.engine.puzzle import Puzzle
from binairo_tui.engine.techniques import hypothesis, nested_hypothesis

WEIGHTS = {
    "last blank": 5,
    "pair": 10,
    "sandwich": 15,
    "sign": 10,
    "complete line": 30,
    "equal pair": 30,
    "last one": 250,
    "sign counting": 250,
    "sign chain": 250,
    "two blanks": 500,
    "gap counting": 500,
    "line logic": 650,
    "unique lines": 650,
    "hypothesis": 1_000,
    "nested hypothesis": 5_000,
}
"""Maps each technique to the effort of a pass with many openings."""


def effort(puzzle: Puzzle, technique: str, before: Position, after: Position) -> float:
    """Return the effort of a pass, which fills the cells that differ between the positions `before` and `after`."""
    openings = after.bit_count() - before.bit_count()
    return WEIGHTS[technique] * (1 + 0.5 / openings) * chain_length(puzzle, technique, before, after)


def chain_length(puzzle: Puzzle, technique: str, before: Position, after: Position) -> int:
    """Return the rounds of the shortest refutation that justifies a pass; 1 for techniques without assumptions."""
    if technique == hypothesis.NAME:
        return _rounds(puzzle, before, _assumptions(puzzle, before, after))
    if technique == nested_hypothesis.NAME:
        trials = nested_hypothesis.Trials(puzzle)
        return min(trials.rounds(assumed) or 1 for assumed in _assumptions(puzzle, before, after))
    return 1


def _assumptions(puzzle: Puzzle, before: Position, after: Position) -> Iterator[Position]:
    """Yield, for each value that a pass fills in, the position before the pass with the opposite value filled in."""
    geometry = puzzle.geometry
    for cell in geometry.changed(before, after):
        yield before | CODES[opposite(geometry.value(after, cell))] << geometry.shifts[cell]


def _rounds(puzzle: Puzzle, fixpoint: Position, assumptions: Iterable[Position]) -> int:
    """Return the fewest rounds in which one of the assumptions, which extend `fixpoint`, leads to a contradiction."""
    rules = propagator(puzzle)
    branches = [(assumed, assumed ^ fixpoint) for assumed in assumptions]
    for number in count(1):
        filled = [_after_round(rules, position, changed) for position, changed in branches]
        if None in filled:
            return number
        branches = [
            (after, after ^ before)
            for after, (before, _) in zip(filled, branches, strict=True)
            if after not in (None, before)
        ]
        if not branches:  # without the compiled core, long lines may be compared with full ones inexactly
            return number
    raise AssertionError("unreachable")


def _after_round(rules: Propagator, position: Position, changed: Position) -> Position | None:
    """Return the position after one round, or None for a contradiction.

    A round fills the cells that the lines through the `changed` cells force. If these lines force nothing, the round
    fills the cells that are forced because lines must differ from full lines.
    """
    after = position
    for axis in (rules.rows, rules.columns):
        for table, shift in axis.tables_for(axis.lines_touched(changed)):
            entry = table[(position >> shift & axis.mask) % axis.modulus]
            if entry is None:
                return None
            after |= entry[axis.field] << shift
    if after == position and rules.unique_lines:
        excluded = [_without_duplicates(axis, position) for axis in (rules.rows, rules.columns)]
        if None in excluded:
            return None
        after |= (excluded[0] or 0) | (excluded[1] or 0)
    return None if after & after >> 1 & rules.geometry.ones else after


def _without_duplicates(axis: Axis, position: Position) -> Position | None:
    """Return the values that are forced because lines must differ from full lines; None for a contradiction."""
    deltas, dead = unique_deltas(axis, axis.states(position))
    return None if dead else sum(axis.to_position(i, delta) for i, delta in deltas)
