import sqlite3
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import parse_puzzle
from binairo_tui.game.aids import NO_AID, SHOWN, Aid
from binairo_tui.store import Result, read_days, read_results, streak
from binairo_tui.store.database import writing
from binairo_tui.store.games import Held, Solve
from binairo_tui.store.saves import record_solve, write_progress
from tests.store.games import NOON, game, played

DAY = date(2024, 3, 1)


def test_results_say_what_was_solved_and_on_which_local_day(connection: sqlite3.Connection) -> None:
    plain = parse_puzzle("6x4;........................")
    late = datetime(2024, 3, 1, 1, 30, tzinfo=timezone(timedelta(hours=2)))  # 29 February in UTC
    with writing(connection):
        for saved, at, aids in ((game(plain, "plain"), late, Aid.HINT | SHOWN), (game(), NOON, SHOWN)):
            write_progress(connection, saved, Held(0, ()), played(elapsed_ms=70_000), at)
            record_solve(connection, saved.id, Solve(61_000, aids, at))
    leap_day = date(2024, 2, 29)
    assert read_results(connection) == (
        Result(4, 2, False, True, "easy", "tiny #3", 61_000, SHOWN, int(NOON.timestamp()), leap_day),
        Result(6, 4, True, False, "easy", "plain", 61_000, Aid.HINT | SHOWN, int(late.timestamp()), date(2024, 3, 1)),
    )
    assert late.astimezone(UTC).date() == leap_day
    assert read_days(connection) == [leap_day, date(2024, 3, 1)]


def test_only_the_first_solve_of_a_game_counts(connection: sqlite3.Connection) -> None:
    saved = game()
    with writing(connection):
        write_progress(connection, saved, Held(0, ()), played(), NOON)
        for ms in (5000, 4000):
            record_solve(connection, saved.id, Solve(ms, NO_AID, NOON))
    assert [row.elapsed_ms for row in read_results(connection)] == [5000]


@pytest.mark.parametrize(
    ("ages", "expected"),
    [
        ([], 0),
        ([0], 1),
        ([1], 1),  # today is not over
        ([2], 0),
        ([0, 1, 2, 4, 5], 3),
        ([1, 2, 2, 1], 2),
        ([-1, 0, 1, 2], 4),  # the clock was set back by a day
        ([-9, -8], 2),
    ],
)
def test_the_streak_is_the_days_in_a_row_up_to_today(ages: list[int], expected: int) -> None:
    assert streak([DAY - timedelta(days=age) for age in ages], DAY) == expected


@given(st.lists(st.dates()), st.dates(), st.dates())
def test_one_more_solve_or_a_clock_set_back_never_shortens_a_streak(days: list[date], one: date, other: date) -> None:
    today, earlier = max(one, other), min(one, other)
    assert streak([*days, today], today) >= max(1, streak(days, today))
    assert streak([*days, today], earlier) == streak([*days, today], today)
