"""Trials of single values, which continue from earlier trials in smaller positions."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine.geometry import Position
from binairo_tui.engine.probing import Probing
from binairo_tui.engine.propagation import Propagator
from tests import oracle
from tests.strategies import puzzles, to_puzzle


def rules_of(board: oracle.Board, *, is_pure: bool) -> Propagator:
    puzzle = to_puzzle(board)
    rules = Propagator(puzzle.geometry, puzzle.signs, puzzle.unique_lines)
    if is_pure:
        rules.core = None
    return rules


def values_of_empty_cells(rules: Propagator, position: Position) -> list[int]:
    board = rules.geometry
    return [code << shift for shift in board.shifts for code in (0b01, 0b10) if not position >> shift & 0b11]


LARGER = [
    oracle.Board(*size, "." * size[0] * size[1], (), unique)
    for size in ((8, 6), (6, 8), (7, 7))
    for unique in (True, False)
]


@pytest.mark.parametrize("is_pure", [True, False])
@given(st.one_of(puzzles(), st.sampled_from(LARGER)), st.randoms(use_true_random=False))
def test_trials_in_growing_positions_are_as_if_made_anew(is_pure: bool, board: oracle.Board, rng: Random) -> None:
    rules = rules_of(board, is_pure=is_pure)
    position = rules.fixpoint(to_puzzle(board).givens)
    if position is None:
        return
    probing = Probing(rules, position)
    while values := values_of_empty_cells(rules, position):
        branches = {value: rules.fixpoint(position | value) for value in values}
        if rng.random() < 0.7:  # otherwise, some trials are older than others
            assert probing.failing() == sum(value for value, branch in branches.items() if branch is None)
        for value in rng.sample(values, len(values) // 2):
            assert probing.branch(value) == branches[value]
        larger = [branch for branch in branches.values() if branch is not None]
        if not larger:
            return
        position = rng.choice(larger)
        probing = probing.grown(position)


def test_a_trial_is_not_repeated_if_its_fixpoint_contains_the_position(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_of(oracle.Board(8, 8, "." * 64), is_pure=True)
    first, last = 1, 1 << rules.geometry.shifts[-1]
    probing = Probing(rules, 0)
    position, branch = probing.branch(first), probing.branch(first | last)
    assert position is not None
    assert branch is not None
    monkeypatch.setattr(Propagator, "complete_lines", None)  # would fail if it were called
    assert probing.grown(position).branch(first | last) == branch
