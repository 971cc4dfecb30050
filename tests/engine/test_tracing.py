"""What propagation with a trail fills, and what its trail says about it."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binairo_tui.engine import EMPTY, ONE, ZERO, Position, Puzzle, find_violations, parse_puzzle
from binairo_tui.engine.propagation import propagate, propagator
from binairo_tui.engine.tracing import Trail, trace, trace_quickly
from tests import oracle
from tests.strategies import positions_of, puzzles, to_puzzle


@given(st.data(), puzzles())
def test_a_traced_fixpoint_is_the_fixpoint(data: st.DataObject, board: oracle.Board) -> None:
    puzzle = to_puzzle(board)
    position = puzzle.geometry.position(data.draw(positions_of(board)))
    fixpoint = propagate(puzzle, position)
    rules, whole = propagator(puzzle), puzzle.geometry.board
    assert trace(rules, position, whole, []) == fixpoint
    trail: Trail = []
    quick = trace_quickly(rules, position, whole, trail)
    if quick is None:
        assert fixpoint is None
        assert trail[-1][0] == 0
    else:
        assert fixpoint is None or quick & fixpoint == quick
        assert not puzzle.geometry.is_full(quick) or not find_violations(puzzle, quick)
    for cells, reason, source, _ in trail:
        if source is None:
            assert propagate(puzzle, reason) in (None, (propagate(puzzle, reason) or 0) | cells)


@pytest.mark.parametrize("size", [(8, 6), (6, 8), (7, 7), (10, 10)])
@given(st.booleans(), st.randoms(use_true_random=False))
@settings(max_examples=30)
def test_values_are_traced_from_fixpoints(size: tuple[int, int], unique_lines: bool, rng: Random) -> None:
    """Only the lines of a new value are examined first, as in a search.

    What is traced quickly is a fixpoint of the other rules, without equal full lines.
    """
    puzzle = Puzzle(*size, unique_lines=unique_lines)
    fixpoint: Position | None = 0
    while fixpoint is not None and not puzzle.geometry.is_full(fixpoint):
        empty = [cell for cell in range(puzzle.geometry.cell_count) if puzzle.geometry.value(fixpoint, cell) == EMPTY]
        position = puzzle.geometry.place(fixpoint, rng.choice(empty), rng.choice((ZERO, ONE)))
        changed = position ^ fixpoint
        traced = trace(propagator(puzzle), position, changed, [])
        quick = trace_quickly(propagator(puzzle), position, changed, [])
        fixpoint = propagate(puzzle, position)
        assert traced == fixpoint
        if quick is not None:
            assert propagate(replace(puzzle, unique_lines=False), quick) == quick
            assert not find_violations(puzzle, quick)


@pytest.mark.parametrize("row", [0, 3])
def test_a_line_with_two_empty_cells_must_differ_from_a_full_line(row: int) -> None:
    """It is found whichever line was filled last. Its reason is these lines alone."""
    puzzle = parse_puzzle("6x6;011001............01..01...........0")
    trail: Trail = []
    changed = puzzle.geometry.line_masks[row]
    filled = trace_quickly(propagator(puzzle), puzzle.givens, changed, trail)
    cells, reason, source, _ = trail[-1]
    assert (filled, source) == (propagate(puzzle), None)
    assert cells == puzzle.geometry.position("." * 20 + "01" + "." * 14)
    assert reason == puzzle.geometry.position("011001............01..01............")


def test_two_equal_full_lines_are_a_conflict() -> None:
    puzzle = parse_puzzle("4x6;0110....0110" + "." * 12)
    trail: Trail = []
    assert trace_quickly(propagator(puzzle), puzzle.givens, puzzle.geometry.board, trail) is None
    assert trail[-1] == (0, puzzle.givens, None, 0)
