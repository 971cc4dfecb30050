"""Commands of a session."""

import itertools
import pickle
import time
import tracemalloc
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import EMPTY, ONE, ZERO, parse_puzzle
from binairo_tui.engine.search import solutions
from binairo_tui.game import Change, Clock, GameSession, Move, SessionSnapshot, SolveStyle, Step, StepKind
from binairo_tui.game.aids import style_of
from binairo_tui.game.auto_fill import NOW_BY_PROGRAM
from binairo_tui.store.games import new_game
from tests.game.sessions import CLASSIC, grid, new_session, ticking

BRANCH = Step(StepKind.BRANCH, (), 0)


def test_placing_cycling_and_clearing() -> None:
    session = new_session("4x2;1.......")
    assert session.place(1, ZERO) == Change(cells=(1,))
    assert grid(session) == "10......"
    assert session.place(1, ZERO) == Change()
    assert [session.cycle(1).cells and grid(session)[1] for _ in range(4)] == ["1", ".", "0", "1"]
    assert session.place(1, EMPTY).cells == (1,)
    kinds = [step.kind for step in session.steps]
    place, clear = StepKind.PLACE, StepKind.CLEAR
    assert kinds == [place, place, clear, place, place, clear]


@pytest.mark.parametrize("clock", [None, Clock(time.monotonic, 1500)])
def test_a_session_can_be_pickled(clock: Clock | None) -> None:
    session = GameSession(parse_puzzle("4x2;1......."), clock)
    session.place(1, ZERO)
    copy = pickle.loads(pickle.dumps(session))
    assert repr(copy) == repr(session)
    assert copy.clock.elapsed_ms == session.clock.elapsed_ms
    assert copy.undo().cells == (1,)


def test_a_given_stays() -> None:
    session = new_session("4x2;1.......")
    change = session.place(0, ZERO)
    assert change.refused
    assert change.message == "r1c1 is a given, a value of the puzzle: it cannot be changed."
    assert not session.steps


def test_undo_and_redo_one_step_at_a_time() -> None:
    session = new_session()
    assert session.undo().message == "Nothing to undo."
    session.place(1, ONE)
    session.place(2, ZERO)
    assert session.undo().cells == (2,)
    assert session.undo().cells == (1,)
    assert session.undo().refused
    assert session.redo().cells == (1,)
    session.place(3, ONE)
    assert session.redo().message == "Nothing to redo."
    assert len(session.steps) == session.head == 2


def test_propagation_is_one_step_and_says_what_it_did() -> None:
    session = new_session()
    change = session.propagate()
    assert change.solved
    assert (session.is_solved, session.style) == (True, SolveStyle.PROGRAM)
    assert change.message == "Filled 25 cells. One undo takes them back."
    assert session.undo().cells == change.cells
    assert grid(session) == CLASSIC[4:]
    assert (session.is_solved, session.style) == (False, SolveStyle.PROGRAM)
    once = session.propagate_once()
    forced = "r2c4, r3c6, r4c3, r4c6, r5c4"
    assert once.message == f"Pair: filled {forced}. A cell beside two equal values takes the other value."
    assert set(once.cells) < set(change.cells)


def test_a_pass_is_that_of_the_easiest_technique() -> None:
    session = new_session("6x4;00....1.1..." + "." * 12)
    assert (
        session.propagate_once().message == "Pair: filled r1c3. A cell beside two equal values takes the other value."
    )
    assert grid(session)[7] == EMPTY  # a sandwich


@given(st.lists(st.sampled_from(["place", "step", "undo", "redo"]), max_size=12))
def test_the_program_solves_if_it_fills_more_than_a_quarter_of_the_blanks(commands: list[str]) -> None:
    session = new_session()
    solution = next(iter(solutions(session.puzzle)))
    filled: set[int] = set()
    for command in commands:
        if command == "step":
            filled |= set(session.propagate_once().cells)
        elif command == "place":
            blanks = [cell for cell, value in enumerate(grid(session)) if value == EMPTY]
            session.place(blanks[-1] if blanks else 0, session.puzzle.geometry.value(solution, (blanks or [0])[-1]))
        else:
            (session.undo if command == "undo" else session.redo)()
        session = GameSession.resume(session.puzzle, session.snapshot())
    assert session.snapshot().auto_filled == filled
    assert (session.style is SolveStyle.PROGRAM) == (len(filled) > 25 / 4)
    before = session.style
    asked = session.ask_fill()
    assert session.propagate().solved == (asked is not None and asked[1])
    assert session.style is (asked[0] if asked else before)


def test_the_fill_that_makes_the_program_the_solver_says_so() -> None:
    session = new_session()
    while not session.is_solved:
        before = style_of(session.aids)
        change = session.propagate_once()
        is_now = style_of(session.aids) is SolveStyle.PROGRAM and before is not SolveStyle.PROGRAM
        assert change.message.endswith(NOW_BY_PROGRAM) == (is_now and not change.solved)
        if is_now:
            session.undo()
    assert style_of(session.aids) is SolveStyle.PROGRAM


def test_propagation_is_refused_on_a_broken_or_lost_position() -> None:
    session = new_session("4x4;................")
    for cell in (0, 1, 2):
        session.place(cell, ONE)
    for command in (session.propagate, session.propagate_once):
        change = command()
        assert change.refused
        assert change.message == "Correct this first: Row 1: three 1s together (r1c1, r1c2, r1c3)."
    session.undo()
    assert (
        session.propagate_once().message == "Pair: filled r1c3. A cell beside two equal values takes the other value."
    )


def test_a_contradiction_is_named_and_nothing_is_filled() -> None:
    session = new_session("6x6;11.00." + "." * 30)
    change = session.propagate()
    assert change.refused
    assert change.message.startswith("Neither 0 nor 1 fits in r1c3: with 0, ")
    assert not session.steps


def test_a_solved_grid_cannot_be_changed_by_accident() -> None:
    session = new_session()
    session.propagate()
    assert session.place(1, ZERO).refused
    assert session.propagate().refused
    assert session.propagate_once().refused
    assert session.is_solved
    assert not session.restart().refused
    assert grid(session) == CLASSIC[4:]
    assert session.undo().solved


def test_any_legal_full_grid_wins() -> None:
    """Not only one stored solution: this puzzle has many."""
    puzzle = parse_puzzle("4x4;................")
    for solution in itertools.islice(solutions(puzzle), 5):
        session = GameSession(puzzle, ticking())
        text = puzzle.geometry.text(solution)
        changes = [session.place(cell, ONE if text[cell] == "1" else ZERO) for cell in range(16)]
        assert [change.solved for change in changes] == [False] * 15 + [True]


def test_nothing_forced() -> None:
    session = new_session("4x4;................")
    assert session.propagate().message == session.propagate_once().message == "The simple rules force nothing here."
    assert session.restart().refused


@pytest.mark.parametrize(
    ("givens", "cell"),
    [("1.0.............", 1), ("................", 0), ("0011110001011010", 0), ("00110.11........", 5)],
)
def test_a_game_begins_on_its_first_blank(givens: str, cell: int) -> None:
    puzzle = parse_puzzle(f"4x4;{givens};lines=any")
    assert GameSession(puzzle).cursor == cell
    assert new_game(puzzle, title="it", now=datetime.now(UTC)).progress.cursor == cell


def test_a_game_of_before_keeps_its_cursor() -> None:
    puzzle = parse_puzzle("4x4;1.0.............")
    assert GameSession.resume(puzzle, SessionSnapshot(cursor=0, elapsed_ms=0, head=0, steps=())).cursor == 0


def test_the_cursor_stays_on_the_board() -> None:
    session = new_session("4x2;1.......")
    session.cursor = 7
    with pytest.raises(ValueError, match="there is no cell 8 on a 4x2 board"):
        session.cursor = 8


@pytest.mark.parametrize("name", ["place", "cycle", "toggle_mark", "ask_why", "origin"])
def test_a_cell_that_the_board_does_not_have_is_refused(name: str) -> None:
    call = getattr(new_session("4x2;1......."), name)
    for cell in (-1, 8):
        with pytest.raises(ValueError, match=f"there is no cell {cell} on a 4x2 board"):
            call(cell, ONE) if name == "place" else call(cell)


def test_the_cursor_goes_to_the_only_cell_that_is_undone_or_redone() -> None:
    session = new_session("4x4;0...............")
    for cell in (5, 7):
        session.place(cell, ONE)
    cursors = []
    for command in (session.undo, session.undo, session.redo, session.restart, session.undo):
        command()
        cursors.append(session.cursor)
    assert cursors == [7, 5, 5, 5, 5]
    session.place(9, ONE)
    session.restart()
    session.cursor = 1
    session.undo()
    assert session.cursor == 1  # several cells changed


@pytest.mark.parametrize(
    ("snapshot", "message"),
    [
        (SessionSnapshot(8, 0, 0, ()), "the cursor is on cell 8"),
        (SessionSnapshot(0, 0, 1, ()), "step 1 of 0 cannot be the current one"),
        (SessionSnapshot(0, 0, 0, (Step(StepKind.PLACE, (), 0),)), "step 1 has no moves"),
        (
            SessionSnapshot(0, 0, 0, (Step(StepKind.PLACE, (Move(0, "1", "0"),), 0),)),
            "changes r1c1, which the player cannot",
        ),
        (SessionSnapshot(0, 0, 0, (Step(StepKind.PLACE, (Move(9, ".", "0"),), 0),)), "the player cannot change"),
        (SessionSnapshot(0, 0, 0, (Step(StepKind.PLACE, (Move(1, "0", "1"),), 0),)), "does not match .* r1c2"),
        (SessionSnapshot(0, 0, 0, (Step(StepKind.PLACE, (Move(1, ".", "."),), 0),)), "does not match .* r1c2"),
        (SessionSnapshot(0, 0, 0, (Step(StepKind.MARK, (Move(1, ".", "1"),), 0),)), "does not match .* r1c2"),
        (SessionSnapshot(0, 0, 0, (Step(StepKind.MARK, (), 0),)), "step 1 has no moves"),
        (SessionSnapshot(0, 0, 0, (Step(StepKind.MARK, (Move(1, ".", "."),) * 2, 0),)), "step 1 names a cell twice"),
        (SessionSnapshot(0, 0, 0, (Step(StepKind.BRANCH, (Move(1, ".", "1"),), 0),)), "step 1 changes cells"),
        (SessionSnapshot(0, 0, 0, (Step(StepKind.KEEP, (), 0),)), "step 1 closes a branch, but none is open"),
        (SessionSnapshot(0, 0, 0, (Step(StepKind.DROP, (), 0),)), "step 1 closes a branch, but none is open"),
        (SessionSnapshot(0, 0, 0, (BRANCH, Step(StepKind.DROP, (Move(1, ".", "1"),), 0))), "step 2 does not lead back"),
    ],
)
def test_an_invalid_snapshot_is_refused(snapshot: SessionSnapshot, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        GameSession.resume(parse_puzzle("4x2;1......."), snapshot, ticking())


def test_a_session_without_a_clock_measures_no_time() -> None:
    session = GameSession(parse_puzzle("4x2;1......."))
    session.clock.resume()
    session.place(1, ZERO)
    assert [step.at_ms for step in session.steps] == [0]


def test_a_history_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match=r"step 1 does not match the value in r1c2"):
        GameSession(parse_puzzle("4x2;1......."), history="place r1c2:0>1")


def test_a_long_game_takes_little_memory_however_much_is_wrong() -> None:
    puzzle = parse_puzzle("14x14;1" + "." * 195)
    session = GameSession(puzzle)
    for cell in range(1, 180):
        session.place(cell, "0")
    tracemalloc.start()
    try:
        for _ in range(100):
            session.place(100, ".")
            session.place(100, "0")
        size, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert size < 300_000
