import sqlite3
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import parse_puzzle
from binairo_tui.game.aids import NO_AID, SHOWN, Aid
from binairo_tui.store import Result, Tally, TallyRow, read_results, streak, tally, tally_rows
from binairo_tui.store.database import writing
from binairo_tui.store.games import Held, Solve
from binairo_tui.store.saves import record_solve, write_progress
from tests.store.games import NOON, game, played

DAY = date(2024, 3, 1)


def result(ms: int, width: int = 6, height: int = 4, band: str = "easy", *, helped: bool = False) -> Result:
    return Result(width, height, True, False, band, "", ms, Aid.HINT if helped else SHOWN, 0, DAY)


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


def test_only_the_first_solve_of_a_game_counts(connection: sqlite3.Connection) -> None:
    saved = game()
    with writing(connection):
        write_progress(connection, saved, Held(0, ()), played(), NOON)
        for ms in (5000, 4000):
            record_solve(connection, saved.id, Solve(ms, NO_AID, NOON))
    assert [row.elapsed_ms for row in read_results(connection)] == [5000]


@pytest.mark.parametrize(
    ("times", "expected"),
    [([], (0, None, None)), ([7], (1, 7, 7)), ([9, 1, 5], (3, 1, 5)), ([1, 9, 4, 7], (4, 1, 6))],
)
def test_a_tally_has_count_best_and_median(times: list[int], expected: Tally) -> None:
    assert tally(result(ms) for ms in times) == expected


def test_sizes_bands_and_help_are_told_apart() -> None:
    results = [
        result(900, 8, 8, "hard"),
        result(30, helped=True),
        result(80),
        result(60),
        result(500, 4, 6),
        result(700, band="hard"),
    ]
    none = Tally(0, None, None)
    assert tally_rows(results) == [
        TallyRow(4, 6, "easy", unaided=Tally(1, 500, 500), helped=none),
        TallyRow(6, 4, "easy", unaided=Tally(2, 60, 70), helped=Tally(1, 30, 30)),
        TallyRow(6, 4, "hard", unaided=Tally(1, 700, 700), helped=none),
        TallyRow(8, 8, "hard", unaided=Tally(1, 900, 900), helped=none),
    ]


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
