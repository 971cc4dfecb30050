"""What-if branches: opened, dropped with or without a broken rule, kept, undone."""

import re
from itertools import product

import pytest

from binairo_tui.engine import EMPTY, ONE, ZERO, Value, find_violations, opposite, parse_puzzle, solutions
from binairo_tui.engine.position_check import is_forced_by_line
from binairo_tui.engine.wording import plural
from binairo_tui.game import Aid, Change, GameSession, SolveStyle
from binairo_tui.game.aids import SHOWN, style_of
from binairo_tui.game.auto_fill import NOW_BY_PROGRAM
from binairo_tui.player.hint_pages import hint_pages
from tests.game.sessions import CLASSIC, grid
from tests.shipped import find_collection


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
    assert session.open_branch().message == "Branch 1 is still empty: fill a cell and see what follows."
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


def test_a_branch_that_is_seen_to_have_failed_says_what_to_do() -> None:
    session = new_session("6x4;" + "1.1" + "." * 21)
    session.open_branch()
    place_all(session, r1c2=ONE)
    failed = Change(message="The branch has failed: drop it.", refused=True, branch_failed=True)
    assert session.open_branch() == failed
    assert session.keep_branch().message == "Branch kept. A rule is broken: undo reopens the branch."
    session.undo()
    assert session.open_branch() == failed
    session.shown = Aid.LINES  # what is not shown is not told
    assert session.open_branch().message.startswith("Branch 2 begins")
    assert session.keep_branch().message == "Branch kept."


def test_a_broken_rule_that_the_player_deduced_is_a_proof_that_fills_nothing() -> None:
    session = new_session("4x4;" + "0.0." + "." * 12)
    session.open_branch()
    place_all(session, r1c2=ZERO)
    judgement = session.ask_branch()()
    assert session.drop_branch(judgement) == Change((1,), "Back to where the branch began.")
    assert (grid(session)[:4], session.style, session.branches) == ("0.0.", SolveStyle.UNAIDED, ())
    hint = judgement.hint
    assert hint
    text = "Your branch proves that r1c2 is 1: with 0, row 1 would get three 0s together."
    assert [page.text for page in hint_pages(hint)] == [text]
    assert session.apply_hint(hint).message == "Filled r1c2."
    assert (grid(session)[:4], session.style) == ("010.", SolveStyle.HELPED)


def test_what_the_rules_filled_in_a_branch_follows_from_its_first_cell() -> None:
    session = new_session()
    session.open_branch()
    place_all(session, r1c2=ZERO)
    session.propagate()
    hint = session.ask_branch()().hint
    assert hint
    assert hint.stages[0] == "Your branch proves that r1c2 is 1: with 0, rows 3 and 6 would be the same."


@pytest.mark.parametrize("name", ["8x8", "10x10"])
def test_a_chain_is_shrunk_and_set_beside_an_easier_one(name: str) -> None:
    """The branches fill all that follows from a wrong value, line by line in the order of the cells."""
    shrunk = shortened = 0
    for entry in find_collection(name).entries[-10:]:
        session, geometry = GameSession(entry.puzzle), entry.puzzle.geometry
        solution = next(iter(solutions(entry.puzzle)))
        first = geometry.text(entry.puzzle.givens).index(EMPTY)
        session.open_branch()
        session.place(first, opposite(geometry.value(solution, first)))
        fill_forced(session)
        hint = session.ask_branch()().hint
        if hint is None or len(hint.stages) == 2:
            continue
        judged, told, filled = hint.stages
        assert (judged[:24], filled[:6], hint.cells) == ("Your branch proves that ", "Filled", (first,))
        steps = [stop.number for stop in hint.walk]
        if names := re.search(r"Of the (\d+) values after the first, (\d+) (?:is|are) enough: (.*?)\.", told):
            used, needed = int(names[1]), int(names[2])
            assert 0 < needed < used == len(session.branch_depths) - 1
            assert max(steps, default=0) < needed
            shrunk += 1
        if steps:
            assert told.endswith(f"A chain of {plural(hint.walk[-1].number, 'step')} proves it, too.")
            assert find_violations(entry.puzzle, hint.walk[-1].position)
            shortened += 1
    assert shrunk
    assert shortened


def fill_forced(session: GameSession) -> None:
    """Fill one value after another that a single line forces, until a rule is broken."""
    geometry = session.puzzle.geometry
    while not session.violations:
        for cell, value in product(range(geometry.cell_count), (ZERO, ONE)):
            is_blank = geometry.value(session.position, cell) == EMPTY
            if is_blank and is_forced_by_line(session.puzzle, session.position, cell, value):
                session.place(cell, value)
                break
        else:
            return


@pytest.mark.parametrize("value", [ZERO, ONE])
def test_a_broken_rule_that_does_not_follow_says_nothing_about_the_first_cell(value: Value) -> None:
    """0 is wrong and 1 is right in r1c2, but what was filled after it is arbitrary."""
    session = new_session()
    session.open_branch()
    place_all(session, r1c2=value, r2c1=ONE, r2c2=ONE, r2c3=ONE)
    assert session.violations
    other = ONE if value == ZERO else ZERO
    unproved = f"The broken rule does not prove that r1c2 is {other}: a later value may be wrong."
    assert drop(session).message == f"Back to where the branch began. {unproved}"
    assert (grid(session), session.aids) == (CLASSIC[4:], SHOWN)


@pytest.mark.parametrize("value", [ZERO, ONE])
def test_a_branch_that_breaks_no_rule_is_no_oracle(value: Value) -> None:
    """r1c2 = 0 leads to a contradiction, which the player has not reached."""
    session = new_session()
    session.open_branch()
    place_all(session, r1c2=value)
    assert drop(session) == Change((1,), "Back to where the branch began.")
    assert (grid(session), session.aids) == (CLASSIC[4:], SHOWN)


def test_wrong_values_in_dropped_branches_fill_nothing() -> None:
    filled = 0
    for entry in find_collection("8x8").entries[:20]:
        session = GameSession(entry.puzzle)
        solution = next(iter(solutions(entry.puzzle)))
        cell = entry.puzzle.geometry.text(entry.puzzle.givens).index(EMPTY)
        session.open_branch()
        session.place(cell, opposite(entry.puzzle.geometry.value(solution, cell)))
        drop(session)
        filled += entry.puzzle.geometry.filled_count(session.position) - entry.puzzle.given_count
        assert session.style is SolveStyle.UNAIDED
    assert filled == 0


def test_a_rule_that_was_broken_before_the_branch_proves_nothing() -> None:
    session = new_session("4x4;" + "." * 16)
    place_all(session, r1c1=ZERO, r1c2=ZERO, r1c3=ZERO)
    session.open_branch()
    place_all(session, r4c4=ONE)
    assert drop(session).message == "Back to where the branch began."
    assert grid(session) == "000" + "." * 13


@pytest.mark.parametrize("values", [{}, {"r1c1": EMPTY, "r1c2": ONE}])
def test_a_branch_that_assumes_nothing_proves_nothing(values: dict[str, Value]) -> None:
    session = new_session("4x4;" + "." * 16)
    session.place(0, ONE)
    session.open_branch()
    place_all(session, **values)
    assert drop(session).message == "Back to where the branch began."


def test_a_dropped_branch_that_filled_a_cell_in_an_older_game_is_replayed() -> None:
    session = GameSession(parse_puzzle(CLASSIC), history="branch; place r1c2:.>0; drop-branch r1c2:0>1")
    assert grid(session) == "11" + CLASSIC[6:]
    assert session.undo().cells == (1,)


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
    assert change.message == "Filled 23 cells. Rows 3 and 6 are the same. The branch has failed: drop it."
    assert (len(change.cells), change.refused, session.head) == (23, False, 3)
    assert session.violations
    assert change.branch_failed
    again = session.propagate()
    assert (again.message, again.branch_failed) == ("Rows 3 and 6 are the same. The branch has failed: drop it.", True)
    assert {session.branch_depths[cell] for cell in change.cells} == {1}
    session.undo()
    assert session.position == before


@pytest.mark.parametrize("name", ["propagate", "propagate_once"])
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


@pytest.mark.parametrize("value", [ZERO, ONE])
def test_the_question_before_everything_is_filled_reveals_nothing_about_a_branch(value: Value) -> None:
    """From r1c2 = 1 everything follows; r1c2 = 0 fails."""
    session = new_session()
    assert session.ask_fill() == (SolveStyle.PROGRAM, True)
    session.open_branch()
    place_all(session, r1c2=value)
    assert session.ask_fill() == (SolveStyle.HELPED, False)
    assert session.aids == SHOWN
    session.accept_help()
    assert session.ask_fill() == (None if value == ZERO else (SolveStyle.PROGRAM, True))


def test_propagation_outside_a_branch_fills_nothing_if_something_is_wrong() -> None:
    session = new_session()
    place_all(session, r1c2=ZERO)
    change = session.propagate()
    assert (change.refused, session.head) == (True, 1)
    assert change.message.endswith("There is a mistake on the board.")


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
    session.shown = Aid(0)
    for command in (session.propagate, session.propagate_once):
        assert command() == Change(message="Help is off in the settings.", refused=True)
    for ask in (session.ask_hint, session.ask_check, session.ask_last_good):
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
