"""What-if branches: opened, dropped with or without a proof, kept, undone."""

import pytest

from binairo_tui.engine import EMPTY, ONE, ZERO, Value, parse_puzzle, solutions
from binairo_tui.game import Aid, Change, GameSession, SolveStyle, StepKind
from binairo_tui.game.aids import NO_AID, SHOWN, style_of
from binairo_tui.game.auto_fill import NOW_BY_PROGRAM
from binairo_tui.game.branches import Verdict
from tests.game.sessions import CLASSIC, grid


def new_session(text: str = CLASSIC) -> GameSession:
    return GameSession(parse_puzzle(text))


def place_all(session: GameSession, **values: Value) -> None:
    for name, value in values.items():
        row, column = name[1:].split("c")
        assert not session.place((int(row) - 1) * session.puzzle.width + int(column) - 1, value).refused


def drop(session: GameSession) -> Change:
    return session.drop_branch(session.ask_branch()())


def test_a_branch_goes_back_to_where_it_was_opened() -> None:
    session = new_session("4x4;" + "." * 16)
    session.place(0, ONE)
    assert session.open_branch().message == "Branch 1 begins: fill a cell and see what follows."
    place_all(session, r1c2=ZERO, r1c1=ZERO)
    assert session.branch_depths == {0: 1, 1: 1}
    assert drop(session) == Change((0, 1), "Back to where the branch began.")
    assert (grid(session), session.branches, session.branch_depths) == ("1" + "." * 15, (), {})
    assert session.aids == SHOWN
    assert session.undo().cells == (0, 1)
    assert session.branch_depths == {0: 1, 1: 1}
    assert drop(session).cells == (0, 1)
    for command in (session.drop_branch, session.keep_branch):
        assert command() == Change(message="No branch is open.", refused=True)


def test_branches_can_be_nested() -> None:
    session = new_session("6x6;" + "." * 36)
    session.open_branch()
    place_all(session, r1c1=ONE)
    assert session.open_branch().message.startswith("Branch 2")
    place_all(session, r1c2=ZERO)
    assert session.branch_depths == {0: 1, 1: 2}
    assert session.keep_branch().message == "Branch kept."
    assert session.branch_depths == {0: 1, 1: 1}
    assert session.drop_branch().cells == (0, 1)
    assert [step.kind.value for step in session.steps] == [
        "branch", "place", "branch", "place", "keep-branch", "drop-branch"
    ]  # fmt: skip


def test_a_contradiction_that_the_player_deduced_is_a_proof_by_the_player() -> None:
    """r1c2 = 0: by pairs and sandwiches one line after the other, until a rule is broken."""
    session = new_session("4x4;" + "0.0." + "." * 12)
    session.open_branch()
    place_all(session, r1c2=ZERO)
    change = drop(session)
    assert change.message == "If r1c2 were 0, row 1 would get three 0s together, so r1c2 is 1."
    assert grid(session)[:4] == "010."
    assert (session.style, session.branches) == (SolveStyle.UNAIDED, ())
    step = session.steps[-1]
    assert (step.kind, [tuple(move) for move in step.moves]) == (StepKind.DROP, [(1, ZERO, ONE)])
    session.undo()
    assert len(session.branches) == 1


def test_cells_that_do_not_follow_are_not_a_proof_by_the_player() -> None:
    """The first cell is wrong, but what was filled after it is arbitrary: the program's proof counts as help."""
    session = new_session()
    session.open_branch()
    place_all(session, r1c2=ZERO, r2c1=ONE, r2c2=ONE, r2c3=ONE)
    assert session.violations
    change = drop(session)
    proof = "If r1c2 were 0, column 2 would get too many 0s (6 steps), so r1c2 is 1."
    assert change.message == f"Branch dropped. A short proof: {proof}"
    assert grid(session) == "11" + CLASSIC[6:]
    assert session.aids == SHOWN | Aid.PROPAGATION


def test_a_correct_first_cell_is_kept() -> None:
    session = new_session()
    session.open_branch()
    place_all(session, r1c2=ONE, r2c1=ONE, r2c2=ONE, r2c3=ONE)
    judgement = session.ask_branch()()
    assert judgement.verdict is Verdict.UNPROVED
    change = session.drop_branch(judgement)
    assert change.message == "Branch dropped. r1c2 stays empty: the branch does not prove that 1 is wrong there."
    assert grid(session) == CLASSIC[4:]


def test_a_mistake_before_the_branch_is_distinguished() -> None:
    session = new_session("4x4;" + "." * 16)
    place_all(session, r1c1=ZERO, r1c2=ZERO, r1c3=ZERO)
    session.open_branch()
    place_all(session, r4c4=ONE)
    change = drop(session)
    assert change.message == "Branch dropped, but neither 0 nor 1 fits in r4c4: something before this branch is wrong."
    assert grid(session) == "000" + "." * 13


@pytest.mark.parametrize("values", [{}, {"r1c1": EMPTY, "r1c2": ONE}])
def test_a_branch_that_assumes_nothing_proves_nothing(values: dict[str, Value]) -> None:
    session = new_session("4x4;" + "." * 16)
    session.place(0, ONE)
    session.open_branch()
    place_all(session, **values)
    assert session.ask_branch()().verdict is Verdict.NO_CONTRADICTION
    assert drop(session).message == "Back to where the branch began."


def test_no_branch_is_judged_by_an_old_grid() -> None:
    session = new_session()
    session.open_branch()
    place_all(session, r1c2=ZERO)
    judgement = session.ask_branch()()
    place_all(session, r1c3=ZERO)
    assert session.drop_branch(judgement).refused


def test_propagation_in_a_branch_blames_the_branch() -> None:
    session = new_session("6x6;11.00." + "." * 30)
    session.open_branch()
    change = session.propagate()
    assert change.message.endswith("three 1s together. The branch has failed: drop it.")
    assert change.conflict is not None
    assert change.conflict.cells == (2,)
    assert change.branch_failed


def test_propagation_in_a_wrong_branch_shows_the_contradiction() -> None:
    """It fills what leads there, as one step that stays in the branch."""
    session = new_session()
    session.open_branch()
    place_all(session, r1c2=ZERO)
    before = session.position
    change = session.propagate()
    assert change.message == "Filled 24 cells. Rows 3 and 6 are the same. The branch has failed: drop it."
    assert (len(change.cells), change.refused, session.head) == (24, False, 3)
    assert session.violations
    assert change.branch_failed
    again = session.propagate()
    assert (again.message, again.branch_failed) == ("Rows 3 and 6 are the same. The branch has failed: drop it.", True)
    assert {session.branch_depths[cell] for cell in change.cells} == {1}
    session.undo()
    assert session.position == before


@pytest.mark.parametrize("name", ["propagate", "propagate_once", "pass_forward"])
def test_filling_a_branch_that_fails_is_help_but_solves_nothing(name: str) -> None:
    session = new_session()
    session.open_branch()
    place_all(session, r1c2=ZERO)
    while not session.violations:
        change = getattr(session, name)()
        assert not change.refused
        assert NOW_BY_PROGRAM not in change.message
    assert style_of(session.aids) is SolveStyle.HELPED
    assert not session.snapshot().auto_filled


def test_the_question_before_the_rest_is_filled_is_help_in_a_branch() -> None:
    session = new_session()
    solution = next(iter(solutions(session.puzzle)))
    assert session.ask_finish() is SolveStyle.PROGRAM
    assert session.aids == NO_AID
    session.open_branch()
    cell = grid(session).index(EMPTY)
    session.place(cell, session.puzzle.geometry.value(solution, cell))
    assert session.aids == SHOWN
    assert session.ask_finish() is SolveStyle.PROGRAM
    assert session.aids == SHOWN | Aid.PROPAGATION


def test_propagation_outside_a_branch_fills_nothing_if_something_is_wrong() -> None:
    session = new_session()
    place_all(session, r1c2=ZERO)
    change = session.propagate()
    assert (change.refused, session.head) == (True, 1)
    assert change.message.endswith("The grid holds a mistake.")


def test_restart_closes_branches_and_drops_marks() -> None:
    session = new_session()
    session.toggle_mark(1)
    session.open_branch()
    session.place(2, ONE)
    session.restart()
    assert (session.branches, session.marks) == ((), frozenset())
    session.undo()
    assert (len(session.branches), session.marks) == (1, frozenset({1}))


def test_marks_are_steps() -> None:
    session = new_session()
    assert session.toggle_mark(0).refused
    assert session.toggle_mark(1) == Change()
    session.toggle_mark(2)
    assert session.marks == {1, 2}
    session.toggle_mark(1)
    assert session.marks == {2}
    session.undo()
    session.undo()
    assert session.marks == {1}
    assert session.origin(1).kind is None


def test_a_strict_session_gives_no_help() -> None:
    session = new_session()
    session.is_strict, session.shown = True, Aid(0)
    for command in (session.propagate, session.propagate_once):
        assert command() == Change(message="Strict mode: no help.", refused=True)
    for ask in (session.ask_hint, session.ask_check, session.ask_last_good, session.ask_branch):
        with pytest.raises(RuntimeError, match="without help"):
            ask()
    session.place(1, ONE)
    session.open_branch()
    session.place(2, ONE)
    assert session.drop_branch().cells == (2,)
    assert (session.aids, session.style) == (Aid(0), SolveStyle.STRICT)


def test_the_style_follows_from_the_aids() -> None:
    session = new_session()
    session.place(1, ONE)
    assert (session.aids, session.style) == (SHOWN, SolveStyle.UNAIDED)
    session.ask_check()
    assert session.style is SolveStyle.HELPED
    assert GameSession.resume(session.puzzle, session.snapshot()).aids == SHOWN | Aid.CHECK


@pytest.mark.parametrize("cell", [1, 2])
def test_asking_why_is_an_aid_except_for_a_given(cell: int) -> None:
    """The answer for a cell that the player filled, or for an empty one, is a proof."""
    session = new_session()
    session.place(1, ONE)
    session.ask_why(0)
    assert session.style is SolveStyle.UNAIDED
    session.ask_why(cell)
    assert session.aids == SHOWN | Aid.WHY
