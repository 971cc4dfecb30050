"""What propagation with a trail fills, and what its trail says about it."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binairo_tui.engine import EMPTY, ONE, ZERO, Position, Puzzle, parse_puzzle
from binairo_tui.engine.propagation import Trail, propagate, propagator
from tests import oracle
from tests.strategies import positions_of, puzzles, to_puzzle


@given(st.data(), puzzles())
def test_a_traced_fixpoint_is_the_fixpoint(data: st.DataObject, board: oracle.Board) -> None:
    puzzle = to_puzzle(board)
    position = puzzle.geometry.position(data.draw(positions_of(board)))
    trail: Trail = []
    fixpoint = propagator(puzzle).exact(position, puzzle.geometry.board, trail)
    assert fixpoint == propagate(puzzle, position)
    assert fixpoint is not None or trail[-1][0] == 0
    for cells, before, axis, shift in trail:
        reason = before if axis is None else before & axis.mask << shift
        reached = propagate(puzzle, reason)
        assert reached is None or (cells and reached | cells == reached)


@pytest.mark.parametrize("size", [(8, 6), (6, 8), (7, 7), (5, 8), (10, 10), (4, 26)])
@given(st.booleans(), st.randoms(use_true_random=False))
@settings(max_examples=30)
def test_values_are_traced_from_fixpoints(size: tuple[int, int], unique_lines: bool, rng: Random) -> None:
    """Only the lines of a new value are examined first, as in a search."""
    puzzle = Puzzle(*size, unique_lines=unique_lines, more_ones=size[0] % 2 == 0)
    fixpoint: Position | None = propagate(puzzle)
    while fixpoint is not None and not puzzle.geometry.is_full(fixpoint):
        empty = [cell for cell in range(puzzle.geometry.cell_count) if puzzle.geometry.value(fixpoint, cell) == EMPTY]
        position = puzzle.geometry.place(fixpoint, rng.choice(empty), rng.choice((ZERO, ONE)))
        traced = propagator(puzzle).exact(position, position ^ fixpoint, [])
        fixpoint = propagate(puzzle, position)
        assert traced == fixpoint


def test_two_equal_full_lines_are_a_conflict_for_which_no_other_line_is_blamed() -> None:
    puzzle = parse_puzzle("4x6;0110....0110......01....")
    trail: Trail = []
    assert propagator(puzzle).exact(puzzle.givens, puzzle.geometry.line_masks[0], trail) is None
    assert trail[-1] == (0, puzzle.geometry.position("0110....0110............"), None, 0)
