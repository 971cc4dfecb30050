"""Hints and reasons inside a game."""

from importlib import import_module
from random import Random

import pytest
from hypothesis import given
from hypothesis.strategies import randoms

from binairo_tui.engine import EMPTY, ONE, ZERO, parse_puzzle
from binairo_tui.engine.hints import Hint, HintKind
from binairo_tui.engine.propagation import propagate
from binairo_tui.game import Aid, GameSession, SolveStyle, StepKind
from binairo_tui.game.aids import SHOWN
from binairo_tui.game.review import step_text
from binairo_tui.game.why import Why, why
from tests.corpus import records
from tests.oracle import Board
from tests.strategies import puzzles, to_puzzle

CLASSIC = "6x6;1...10.....0.0.1.....11.0.....1.0..."
SOLUTION = "110010011010001101100110011001100101"


def new_session(text: str = CLASSIC) -> GameSession:
    return GameSession(parse_puzzle(text))


def why_in(session: GameSession, cell: int) -> Why:
    return why(session.puzzle, session.origin(cell))


def test_a_hint_is_filled_as_one_step_that_counts_as_help() -> None:
    session = new_session()
    hint = session.ask_hint()()
    assert hint.kind is HintKind.DEDUCTION
    change = session.apply_hint(hint)
    assert (change.cells, change.message) == (hint.cells, hint.stages[-1])
    (step,) = session.steps
    assert step.kind is StepKind.HINT
    assert [(move.cell, move.new) for move in step.moves] == list(zip(hint.cells, hint.values, strict=True))
    assert (session.aids, session.style) == (Aid.HINT | SHOWN, SolveStyle.HELPED)
    session.undo()
    assert session.style is SolveStyle.HELPED


@given(puzzles(), randoms(use_true_random=False))
def test_hints_and_filling_share_the_quarter_after_which_the_program_is_the_solver(board: Board, rng: Random) -> None:
    puzzle = to_puzzle(board)
    session = GameSession(puzzle)
    blanks = puzzle.geometry.cell_count - puzzle.given_count
    filled: set[int] = set()
    while not session.is_solved:
        hint = session.ask_hint()()
        if not hint.values:
            break
        if rng.random() < 0.3:
            filled.update(session.propagate_once().cells)
        else:
            is_too_much = session.is_too_much(hint)
            was_own = session.style is not SolveStyle.PROGRAM
            filled.update(session.apply_hint(hint).cells)
            assert is_too_much == (was_own and 4 * len(filled) > blanks)
        assert (session.style is SolveStyle.PROGRAM) == (4 * len(filled) > blanks)
        assert session.snapshot().auto_filled == filled


def test_hints_solve_the_puzzle() -> None:
    session = new_session()
    solved = [session.apply_hint(session.ask_hint()()).solved for _ in range(25) if not session.is_solved]
    assert solved == [False] * (len(solved) - 1) + [True]
    assert session.puzzle.geometry.text(session.position) == SOLUTION
    assert session.apply_hint(session.ask_hint()()).refused


def test_a_hint_that_does_not_fit_any_more_is_refused() -> None:
    session = new_session()
    hint = session.ask_hint()()
    session.apply_hint(hint)
    change = session.apply_hint(hint)
    assert (change.refused, change.message) == (True, "This hint no longer fits the grid: ask for a new one.")
    assert len(session.steps) == 1


def test_going_back_to_the_last_good_position() -> None:
    session = new_session()
    assert session.ask_last_good()() == 0
    assert session.go_back_to(0).message == "No mistakes to undo."
    session.place(2, ZERO)
    session.place(1, ZERO)
    session.place(6, ZERO)
    hint = session.ask_hint()()
    assert (hint.kind, hint.cells) == (HintKind.MISTAKE, (1,))
    change = session.go_back_to(session.ask_last_good()())
    assert (change.cells, change.message) == ((1, 6), "Undid 2 steps. Redo brings them back.")
    assert (session.head, len(session.steps)) == (1, 3)
    assert session.go_back_to(session.ask_last_good()()).refused
    assert session.redo().cells == (1,)
    assert session.go_back_to(1).message == "Undid 1 step. Redo brings it back."
    with pytest.raises(ValueError, match="2 of 1 steps"):
        session.go_back_to(2)


def test_a_hint_about_a_mistake_empties_the_wrong_cell_and_keeps_all_others() -> None:
    session = new_session()
    for cell in (2, 1, 6):
        session.place(cell, ZERO)
    change = session.apply_hint(session.ask_hint()())
    assert (change.cells, change.message) == ((1,), "Emptied r1c2.")
    assert session.puzzle.geometry.text(session.position)[:7] == "1.0.100"
    assert step_text(session.puzzle, session.steps[-1]) == "A hint emptied r1c2"
    again = GameSession.resume(session.puzzle, session.snapshot())
    assert again.position == session.position
    assert session.undo().cells == (1,)


def test_why_a_cell_holds_its_value() -> None:
    session = new_session()
    assert why_in(session, 0) == Why("r1c1 is a given.")
    undecided = why_in(session, 1)
    assert undecided.text == "If r1c2 were 0, column 2 would get too many 0s (6 steps), so r1c2 is 1."
    assert len(undecided.walk) == 8
    session.place(1, ONE)
    placed = why_in(session, 1)
    assert (placed.text, placed.proof) == (f"You filled r1c2. {undecided.text}", undecided.proof)
    session.propagate_once()
    found = why_in(session, 9)
    assert found.text == "Column 4: r3c4 and r4c4 are both 1, so r2c4 and r5c4 are 0."
    assert found.proof
    assert 9 in found.proof.cells
    session.place(9, EMPTY)
    assert why_in(session, 9).text == "Column 4: r3c4 and r4c4 are both 1, so r2c4 is 0."
    session.undo()
    assert why_in(session, 9) == found


def test_why_a_wrong_value_cannot_stand() -> None:
    session = new_session()
    session.place(1, ZERO)
    text = why_in(session, 1).text
    assert text.startswith("You filled r1c2 with 0, but that is wrong. If r1c2 were 0, ")


def test_why_a_value_that_replaced_another_one() -> None:
    session = new_session("6x6;..0.0.11...0.....000..1.0...1....0..")
    session.place(8, ONE)
    session.place(8, ZERO)
    assert why_in(session, 8).text == "You filled r2c3. Row 2: r2c1 and r2c2 are both 1, so r2c3 is 0."


def test_why_names_no_value_that_was_emptied_since() -> None:
    """The reason rests on what is on the grid now, whoever filled the cell."""
    session = new_session("6x6;1.......11.1.0...1..1...0...1..1...0")
    session.place(7, ZERO)  # row 2 has a pair of 1s beside it
    session.place(1, ONE)
    pair = "Column 2: r2c2 and r3c2 are both 0, so r1c2 and r4c2 are 1."
    assert why_in(session, 1).text == f"You filled r1c2. {pair}"
    session.place(7, EMPTY)
    longer = "If r1c2 were 0, column 2 would get three 0s together (2 steps), so r1c2 is 1."
    assert why_in(session, 1).text == f"You filled r1c2. {longer}"
    session.place(1, ZERO)
    assert why_in(session, 1).text == f"You filled r1c2 with 0, but that is wrong. {longer}"
    session.place(1, EMPTY)
    session.place(7, ZERO)
    session.propagate_once()
    assert why_in(session, 1).text == pair
    session.place(7, EMPTY)
    assert why_in(session, 1).text == longer


def test_why_says_so_if_the_reason_is_gone() -> None:
    session = new_session("4x4;" + "." * 16)
    session.place(0, ONE)
    session.place(1, ONE)
    session.propagate_once()
    pair = "Row 1: r1c1 and r1c2 are both 1, so r1c3 is 0."
    assert why_in(session, 2).text == pair
    session.place(1, EMPTY)
    assert why_in(session, 2).text == f"When r1c3 was filled, the grid held other values. {pair}"


def test_why_does_not_take_what_follows_from_a_mistake_for_true() -> None:
    session = new_session("8x8;...1..1.0.0......00...0.....0.......00..1.1....0...0......1..11.")
    because = "which must be in r2c5 or r2c6 to avoid three 1s together"
    step = f"Row 2 needs one more 0, {because}, so r2c2, r2c4 and r2c7 are 1."
    session.place(15, ZERO)  # the mistake
    assert why_in(session, 9).text == "Row 2: r2c1 and r2c3 are both 0, so r2c2 between them is 1."
    assert why_in(session, 11) == Why("A wrong value on the grid would make r2c4 wrong, too. A hint finds it.")
    but = "But the solution has 0 in r2c4: the reason uses a wrong value in another cell."
    session.place(11, ZERO)
    assert why_in(session, 11).text == f"You filled r2c4 with 0. {step} {but}"
    session.place(11, ONE)
    assert why_in(session, 11).text == f"You filled r2c4. {step} {but}"
    session.place(11, EMPTY)
    session.open_branch()
    assert why_in(session, 11).text == step
    for cell, value in ((11, ZERO), (12, ONE), (13, ONE), (14, ONE)):
        session.place(cell, value)
    judgement = session.ask_branch()()
    session.drop_branch(judgement)
    assert judgement.hint
    session.apply_hint(judgement.hint)
    assert why_in(session, 11).text == f"{step} {but}"


def test_why_a_cell_that_nothing_decides() -> None:
    session = new_session("4x4;" + "." * 16)
    end = "this puzzle has more than one solution, and any of them will do."
    assert why_in(session, 0) == Why(f"The rules do not decide r1c1: {end}")
    session.place(0, ONE)
    assert why_in(session, 0) == Why(f"You filled r1c1; the rules do not decide it: {end}")
    assert session.ask_hint()().stages == (f"The rules decide nothing more: {end}",)


def test_why_a_cell_that_no_simple_technique_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("binairo_tui.game.why"), "MAX_STEPS", 0)
    session = new_session()
    assert why_in(session, 1) == Why("No simple technique decides r1c2 yet.")
    session.place(1, ONE)
    assert why_in(session, 1) == Why("You filled r1c2 with 1. No short proof was found for or against it.")


def test_why_a_wrong_value_without_a_short_proof_says_first_that_it_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("binairo_tui.game.why"), "MAX_STEPS", 0)
    wrong = Why("You filled r1c2 with 0, but the solution says that this is wrong. No short proof was found.")
    session = new_session()
    session.place(1, ZERO)
    assert why_in(session, 1) == wrong
    session.open_branch()
    session.place(12, ONE)
    assert why_in(session, 12) == Why("You filled r3c1 with 1. No short proof was found for or against it.")
    assert why_in(session, 1) == wrong
    session.keep_branch()
    assert why_in(session, 12).text.startswith("You filled r3c1 with 1, but ")


def test_why_on_a_grid_that_cannot_be_finished() -> None:
    session = new_session("4x4;" + "." * 16)
    session.place(4, ZERO)
    session.place(8, ZERO)
    session.place(1, ONE)
    session.place(2, ONE)
    neither = "Neither 0 nor 1 fits in r1c1. Row 1: r1c2 and r1c3 are both 1, so r1c1 and r1c4 are 0. "
    neither += "But: Column 1: r2c1 and r3c1 are both 0, so r1c1 and r4c1 are 1. "
    assert why_in(session, 0).text == f"{neither}So a value on the grid is wrong: a hint finds it."
    session.open_branch()
    assert why_in(session, 0).text == f"{neither}So the branch fails."


def test_why_after_a_dropped_branch() -> None:
    """A value that the drop brought back has its own reason.

    A value that a drop has filled, as it did in older games, has the refutation of the branch.
    """
    history = "place r1c3:.>0; branch; place r1c2:.>0; clear r1c3:0>.; drop-branch r1c2:0>1 r1c3:.>0"
    session = GameSession(parse_puzzle(CLASSIC), history=history)
    before = new_session()
    before.place(2, ZERO)
    for play in (session, GameSession.resume(session.puzzle, session.snapshot())):
        assert why_in(play, 1).text == "If r1c2 were 0, column 4 would get too many 1s (4 steps), so r1c2 is 1."
        assert why_in(play, 2) == why_in(before, 2)
    session.undo()
    session.redo()
    assert why_in(session, 1).text.startswith("If r1c2 were 0, ")


def test_a_hint_in_a_branch_leads_to_its_end() -> None:
    session = new_session()
    session.open_branch()
    session.place(1, ZERO)
    for _ in range(20):
        hint = session.ask_hint()()
        if hint.kind is HintKind.BRANCH_ENDS:
            break
        assert session.apply_hint(hint).message == hint.stages[-1]
    assert session.violations


def test_the_reason_is_looked_for_in_the_pass_that_filled_the_cell() -> None:
    """Most cells of these puzzles need a hypothesis from the givens, but none from the position before the pass."""
    for record in records("web_10")[::40]:
        session = GameSession(to_puzzle(record.board))
        before = session.position
        for cell in session.propagate().cells:
            found = why_in(session, cell)
            assert found.proof
            assert cell in found.proof.cells
            assert "hypothesis" not in found.proof.technique
        assert propagate(session.puzzle, before) == session.position


def test_a_value_taken_from_the_solution_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("binairo_tui.engine.proof_of", lambda *_: None)
    session = new_session()
    session.apply_hint(Hint(HintKind.REVEAL, ("Filled r1c2.",), cells=(1,), values=(ONE,)))
    assert why_in(session, 1) == Why("No technique fills r1c2 here: its value comes from the solution.")
