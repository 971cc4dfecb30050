"""The consequences of a position are the same updated after a move and computed from scratch."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import EMPTY, ONE, ZERO, Value, parse_puzzle
from binairo_tui.engine.consequences import KEPT, Follower, consequences, consequences_after
from binairo_tui.engine.geometry import Position
from binairo_tui.engine.propagation import propagator
from tests.oracle import Board
from tests.strategies import puzzles, to_puzzle

T = TypeVar("T")
MOVES = st.lists(st.tuples(st.integers(0, 10_000), st.sampled_from((EMPTY, ZERO, ONE))), max_size=25)


@given(puzzles(), MOVES)
def test_moves_in_any_order_lead_to_the_fixpoint_from_scratch(board: Board, moves: list[tuple[int, Value]]) -> None:
    puzzle = to_puzzle(board)
    position = puzzle.givens
    found = consequences(puzzle, position)
    for number, value in moves:
        position = puzzle.geometry.place(position, number % puzzle.geometry.cell_count, value)
        found = consequences_after(puzzle, found, position)
        assert found.fixpoint == propagator(puzzle).fixpoint(position)


@given(puzzles(), MOVES)
def test_the_trail_derives_what_was_filled_from_the_position(board: Board, moves: list[tuple[int, Value]]) -> None:
    puzzle = to_puzzle(board)
    follower, position = Follower(puzzle), puzzle.givens
    for number, value in moves:
        position = puzzle.geometry.place(position, number % puzzle.geometry.cell_count, value)
        found = follower.follow(position)
        held = position
        for values, reasons in found.trail:
            assert reasons & ~held == 0
            reached = propagator(puzzle).fixpoint(reasons)
            assert reached in (None, (reached or 0) | values)
            held |= values
        assert found.fixpoint in (None, held)


def test_a_move_asks_only_lines_that_change(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = parse_puzzle("10x8;" + "." * 80)
    rules = propagator(puzzle)
    asked: list[object] = []
    for axis in (rules.rows, rules.columns):
        monkeypatch.setattr(axis, "tables_for", partial(_note, asked, axis.tables_for))
    before = consequences(puzzle, puzzle.givens)
    assert len(asked) == 18
    asked.clear()
    position = puzzle.geometry.place(puzzle.givens, 33, ONE)
    after = consequences_after(puzzle, before, position)
    assert len(asked) == 2
    asked.clear()
    assert consequences_after(puzzle, after, puzzle.givens).fixpoint == puzzle.givens
    assert len(asked) == 2


def _note(asked: list[object], find: Callable[[int], list[T]], lines: int) -> list[T]:
    found = find(lines)
    asked.extend(found)
    return found


def test_a_follower_remembers_a_limited_number_of_positions() -> None:
    puzzle = parse_puzzle("10x8;" + "." * 80)
    follower = Follower(puzzle)
    positions: list[Position] = [puzzle.geometry.place(puzzle.givens, cell, ONE) for cell in range(80)]
    first = [follower.follow(position) for position in positions]
    assert follower.follow(positions[-1]) is first[-1]
    assert follower.follow(positions[80 - KEPT]) is first[80 - KEPT]
    assert follower.follow(positions[0]) is not first[0]
