"""Verdicts on moves, against brute force."""

import re
from itertools import count, product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from binairo_tui.engine import (
    EMPTY,
    ONE,
    ZERO,
    CancelledError,
    VerdictKind,
    find_violations,
    first_solution,
    judge_move,
    opposite,
    parse_position,
    parse_puzzle,
)
from binairo_tui.engine.cancellation import after_calls
from binairo_tui.engine.position_check import is_forced_by_line
from tests.oracle import Board, all_solutions, violations
from tests.strategies import positions_of, puzzles, to_puzzle


@given(puzzles(), st.data())
def test_a_verdict_is_what_brute_force_says(board: Board, data: st.DataObject) -> None:
    blanks = [cell for cell, value in enumerate(board.cells) if value == EMPTY]
    assume(blanks)
    cell = data.draw(st.sampled_from(blanks))
    value = data.draw(st.sampled_from((ZERO, ONE)))
    puzzle = to_puzzle(board)
    verdict = judge_move(puzzle, puzzle.givens, cell, value)
    values = {solution[cell] for solution in all_solutions(board)}
    expected = VerdictKind.FORCED if values == {value} else VerdictKind.CONTRADICTION
    assert verdict.kind is (VerdictKind.GUESS if len(values) == 2 else expected)
    if verdict.proof:
        (only,) = values
        assert (cell, only) in [*zip(verdict.proof.cells, verdict.proof.values, strict=True)]
    before = find_violations(puzzle, puzzle.givens)
    if verdict.violations:
        after = find_violations(puzzle, puzzle.geometry.place(puzzle.givens, cell, value))
        assert set(verdict.violations) - set(before)
        assert verdict.violations == after


@given(puzzles(), st.data())
def test_a_value_is_forced_at_sight_if_the_other_value_breaks_a_rule(board: Board, data: st.DataObject) -> None:
    puzzle, text = to_puzzle(board), data.draw(positions_of(board))
    for cell, value in product(range(len(text)), (ZERO, ONE)):
        broken = violations(board, f"{text[:cell]}{opposite(value)}{text[cell + 1 :]}") if text[cell] == EMPTY else ()
        if any(cell in cells for _, _, cells in broken):
            assert is_forced_by_line(puzzle, puzzle.geometry.position(text), cell, value)


def test_a_harder_value_is_proven_by_a_hypothesis() -> None:
    puzzle = parse_puzzle("6x4;..0......0........1..100")
    verdict = judge_move(puzzle, puzzle.givens, 1, ZERO)
    assert verdict.kind is VerdictKind.CONTRADICTION
    assert verdict.proof
    assert verdict.proof.technique == "hypothesis"
    assert verdict.text == "If r1c2 were 0, columns 1 and 4 would be the same (4 steps), so r1c2 is 1."


def test_what_was_filled_so_far_counts() -> None:
    puzzle = parse_puzzle("4x4;................")
    filled = parse_position(puzzle, "0..." + "." * 12)
    assert judge_move(puzzle, filled, 1, ZERO).kind is VerdictKind.GUESS
    dead = parse_position(puzzle, "0.0. 0.0. .... ....")
    assert judge_move(puzzle, dead, 1, ONE).text == "There is no solution, whatever r1c2 is."


@pytest.mark.parametrize(
    ("cell", "value", "message"),
    [
        (0, ZERO, "r1c1 is not blank"),
        (16, ZERO, "there is no cell 16 on a 4x4 board"),
        (-1, ZERO, "there is no cell -1 on a 4x4 board"),
        (1, EMPTY, "value must be '0' or '1', not '.'"),
        (1, 0, "value must be '0' or '1', not 0"),
    ],
)
def test_what_is_no_move_is_refused(cell: int, value: str, message: str) -> None:
    puzzle = parse_puzzle("4x4;1...............")
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        judge_move(puzzle, puzzle.givens, cell, value)  # type: ignore[arg-type]


def test_a_position_must_keep_the_givens() -> None:
    puzzle = parse_puzzle("4x4;1...............")
    with pytest.raises(ValueError, match="the position contradicts a given"):
        judge_move(puzzle, puzzle.geometry.place(0, 0, ZERO), 1, ONE)


SIGNS = "r1c2=r2c2,r1c5xr1c6,r2c1=r3c1,r2c4xr3c4,r4c4=r5c4,r5c1=r5c2"


@pytest.mark.parametrize(
    ("text", "cell", "technique"),
    [
        ("6x4;..0......0........1..100", 1, "hypothesis"),
        (f"6x6;...................0....110..00.....;signs={SIGNS}", 20, "nested hypothesis"),
    ],
)
def test_a_verdict_can_be_cancelled_at_any_time(text: str, cell: int, technique: str) -> None:
    """Also during the search for its proof, which takes longer than the searches for solutions."""
    puzzle = parse_puzzle(text)
    calls, searches = count(), count()
    proof = judge_move(puzzle, puzzle.givens, cell, ONE, is_cancelled=lambda: next(calls) < 0).proof
    assert proof
    assert proof.technique == technique
    for value in (ZERO, ONE):
        tried = puzzle.geometry.place(puzzle.givens, cell, value)
        first_solution(puzzle, position=tried, is_cancelled=lambda: next(searches) < 0)
    asked = next(calls)
    assert asked - next(searches) > proof.length
    for number in range(0, asked, asked // 20 + 1):
        with pytest.raises(CancelledError):
            judge_move(puzzle, puzzle.givens, cell, ONE, is_cancelled=after_calls(number))
    assert judge_move(puzzle, puzzle.givens, cell, ONE).proof == proof
