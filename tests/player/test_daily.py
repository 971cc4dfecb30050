"""The days and what became of them."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.game.aids import Aid
from binairo_tui.player.daily import (
    DAILY_SIZES,
    best_times,
    daily_collection,
    daily_number,
    daily_states,
    daily_title,
    day_of,
    days_kept,
)
from binairo_tui.store import PuzzleState, Result

DAY = date(2024, 2, 29)
STARTED, SOLVED = PuzzleState.STARTED, PuzzleState.SOLVED


def solve(ms: int, day: date, collection: str, number: int) -> Result:
    return Result(8, 8, True, False, "Easy", "", ms, Aid(0), 0, day, collection, number)


@given(st.dates(), st.dates())
def test_every_day_has_a_number_of_its_own(one: date, other: date) -> None:
    assert day_of(daily_number(one)) == one
    assert (daily_number(one) < daily_number(other)) is (one < other)


def test_other_numbers_are_no_days() -> None:
    assert [day_of(number) for number in (0, 7, 20_230_229, 20_241_301)] == [None] * 4


def test_a_day_is_solved_with_the_first_of_its_sizes() -> None:
    number = daily_number(DAY)
    states = {
        daily_collection(6, 6): {number: SOLVED, 7: SOLVED},
        daily_collection(8, 8): {number: STARTED, daily_number(date(2024, 3, 1)): STARTED},
        "8x8": {daily_number(date(2024, 3, 2)): SOLVED},
    }
    assert daily_states(states) == {DAY: SOLVED, date(2024, 3, 1): STARTED}


def test_only_what_is_solved_on_its_day_keeps_a_day() -> None:
    later = date(2024, 3, 1)
    results = [
        solve(1, DAY, "daily/6x6", daily_number(DAY)),
        solve(1, later, "daily/6x6", daily_number(DAY)),
        solve(1, later, "6x6", daily_number(later)),
    ]
    assert days_kept(results) == {DAY}


def test_best_times_are_by_puzzle() -> None:
    results = [solve(ms, DAY, "6x6", number) for ms, number in ((30, 1), (20, 1), (25, 1), (9, 2))]
    assert best_times([*results, solve(1, DAY, "", 0)]) == {"6x6": {1: 20, 2: 9}}


def test_names_are_as_a_player_would_say() -> None:
    assert daily_title(DAY) == "Daily 29 February 2024"
    assert all("/" in daily_collection(*size) for size in DAILY_SIZES)  # no file is called so
