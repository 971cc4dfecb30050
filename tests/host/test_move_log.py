"""A claimed result is a log: forged and truncated ones are refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import parse_puzzle
from binairo_tui.engine.search import solutions
from binairo_tui.game import Aid, Clock, GameSession, SolveStyle
from binairo_tui.game.aids import NO_AID, SHOWN
from binairo_tui.game.steps import format_history
from binairo_tui.host.server.daily import prove
from binairo_tui.host.server.move_log import LogError, MoveLog, read_steps

PUZZLE = parse_puzzle("4x6;0..............1....0..1")


def solved(*, help_: bool = False) -> GameSession:
    """A solved play of the puzzle, a second a step."""
    seconds = iter(range(1000))
    clock = Clock(lambda: next(seconds))
    clock.resume()
    session = GameSession(PUZZLE, clock)
    geometry, solution = PUZZLE.geometry, next(iter(solutions(PUZZLE)))
    if help_:
        session.propagate_once()
    for cell in range(geometry.cell_count):
        if not PUZZLE.is_given(cell) and not session.is_solved:
            session.place(cell, geometry.value(solution, cell))
    assert session.is_solved
    return session


def history(session: GameSession) -> str:
    return format_history(session.steps, session.head, PUZZLE.width)


def test_a_log_proves_its_time_and_its_style() -> None:
    session = solved()
    log = prove(PUZZLE, history(session))
    assert (log.style(NO_AID), log.elapsed_ms) == (SolveStyle.STRICT, session.steps[-1].at_ms)
    assert prove(PUZZLE, history(session)).style(SHOWN) == SolveStyle.UNAIDED
    assert prove(PUZZLE, history(session)).style(Aid.HINT) == SolveStyle.HELPED


def test_help_in_the_log_counts_whatever_is_claimed() -> None:
    assert prove(PUZZLE, history(solved(help_=True))).style(NO_AID) == SolveStyle.HELPED


@pytest.mark.parametrize("count", [0, 1, 5])
def test_a_truncated_log_is_refused(count: int) -> None:
    session = solved()
    with pytest.raises(LogError, match="does not solve"):
        prove(PUZZLE, format_history(session.steps[:count], count, PUZZLE.width))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("place r1c1:.>1", "the player cannot change"),
        ("place r1c2:1>0", "does not match"),
        ("place r9c9:.>1", "outside"),
        ("place r1c2:.>1 @5; place r1c3:.>1 @4", "not in order"),
        ("place r1c2:.>1 @-5", "impossible"),
        ("place r1c2:.>1 @99999999999", "impossible"),
        ("keep-branch", "none is open"),
        ("fly r1c2:.>1", "cannot be read"),
        ("place", "no moves"),
        (";;;|||", "cannot be read|does not solve"),
    ],
)
def test_a_forged_log_is_refused(text: str, why: str) -> None:
    with pytest.raises(LogError, match=why):
        prove(PUZZLE, text)


@given(st.text(max_size=40))
def test_no_text_is_more_than_refused(text: str) -> None:
    with pytest.raises(LogError):
        prove(PUZZLE, text)


def test_a_log_of_huge_steps_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("binairo_tui.host.server.move_log.MAX_MOVES", 5)
    log = MoveLog(PUZZLE)
    marks, _ = read_steps("; ".join(["mark r1c2:.>. r1c3:.>."] * 3), PUZZLE)
    log.change(0, marks[:2], 2)
    with pytest.raises(LogError, match="more than 5 moves"):
        log.change(2, marks[2:], 3)
    log.change(1, marks[2:], 2)


def test_a_log_that_is_refused_stays_as_it_was() -> None:
    log = MoveLog(PUZZLE, "place r1c2:.>1 @5")
    for kept, text in ((0, "place r1c1:.>1 @6"), (1, "place r1c3:.>1 @4"), (2, "")):
        steps, count = read_steps(text, PUZZLE)
        with pytest.raises(LogError):
            log.change(kept, steps, kept + count)
    assert log.history == "place r1c2:.>1 @5"


def test_a_log_of_a_race_refuses_a_proof_and_stays_as_it_was() -> None:
    session = GameSession(PUZZLE)
    session.open_branch()
    session.place(1, "1")
    log = MoveLog(PUZZLE, history(session), allows_help=False)
    before = log.steps, log.head, log.position, log.history
    with pytest.raises(LogError, match="help was used"):
        log.change(2, read_steps("drop-branch r1c2:1>0", PUZZLE)[0], 3)
    assert (log.steps, log.head, log.position, log.history) == before
    log.change(2, read_steps("drop-branch r1c2:1>.", PUZZLE)[0], 3)
    assert MoveLog(PUZZLE, log.history).position == PUZZLE.givens


def test_help_in_steps_that_are_gone_does_not_count() -> None:
    helped = solved(help_=True)
    log = MoveLog(PUZZLE, history(helped))
    assert log.style(NO_AID) == SolveStyle.HELPED
    log.change(0, solved().steps, len(solved().steps))
    assert log.style(NO_AID) == SolveStyle.STRICT
