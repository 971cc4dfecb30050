"""Tests of the first steps: they can be solved, and their text is right."""

import pytest

from binairo_tui.engine import EMPTY, find_violations, is_solved, parse_puzzle
from binairo_tui.engine.search import solutions
from binairo_tui.game import GameSession
from binairo_tui.tui.view.lesson_text import FIRST_STEPS, FirstStep, is_done, with_keys


@pytest.mark.parametrize("step", FIRST_STEPS, ids=lambda step: step.title)
def test_a_goal_is_new_and_follows_from_the_rules(step: FirstStep) -> None:
    puzzle = parse_puzzle(step.puzzle)
    board = puzzle.geometry
    givens = board.text(puzzle.givens)
    assert len(step.goal) == board.cell_count
    assert not is_done(step, GameSession(puzzle))
    assert not find_violations(puzzle, puzzle.givens)
    texts = [board.text(solution) for solution in solutions(puzzle)]
    assert texts
    for cell, wanted in enumerate(step.goal):
        if wanted != EMPTY:
            assert {text[cell] for text in texts} == {wanted}
    done = "".join([given if wanted == EMPTY else wanted for given, wanted in zip(givens, step.goal, strict=True)])
    assert is_done(step, GameSession(puzzle.with_givens(board.position(done))))


def test_the_last_board_is_solved_and_its_alternative_repeats_a_row() -> None:
    puzzle = parse_puzzle(FIRST_STEPS[-1].puzzle)
    assert is_solved(puzzle, puzzle.geometry.position(FIRST_STEPS[-1].goal))
    other = puzzle.geometry.position("1100001111000000"[:12] + "....")
    assert [violation.kind.name for violation in find_violations(puzzle, other)][-1:] == ["DUPLICATE"]


def test_sentences_name_the_keys_in_force() -> None:
    assert with_keys("Go; {play.undo} undoes.", lambda it: it.upper()) == "Go; PLAY.UNDO undoes."
    assert with_keys("{filling}.", {"cell.zero": "0", "cell.one": "1"}.__getitem__) == "0 and 1 fill in a value."
    assert with_keys("{filling}.", {"cell.zero": "q", "cell.one": "e"}.__getitem__) == "q fills in 0, e fills in 1."
