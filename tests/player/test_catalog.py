from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.library import collections
from binairo_tui.player.catalog import (
    DAILY_SIZES,
    Catalog,
    daily_collection,
    daily_number,
    daily_state,
    daily_states,
    daily_title,
    day_of,
)
from binairo_tui.store.queries import PuzzleState

DAY = date(2024, 2, 29)
STARTED, SOLVED = PuzzleState.STARTED, PuzzleState.SOLVED


@given(st.dates(), st.dates())
def test_every_day_has_its_own_number(one: date, other: date) -> None:
    assert day_of(daily_number(one)) == one
    assert (daily_number(one) < daily_number(other)) is (one < other)


def test_other_numbers_have_no_day() -> None:
    assert [day_of(number) for number in (0, 7, 20_230_229, 20_241_301)] == [None] * 4


def test_a_day_is_solved_if_one_of_its_puzzles_is() -> None:
    number = daily_number(DAY)
    states = {
        daily_collection(6, 6): {number: SOLVED, 7: SOLVED},
        daily_collection(8, 8): {number: STARTED, daily_number(date(2024, 3, 1)): STARTED},
        "8x8": {daily_number(date(2024, 3, 2)): SOLVED},
    }
    assert daily_states(states) == {DAY: SOLVED, date(2024, 3, 1): STARTED}
    assert [daily_state(states, DAY, *size) for size in ((6, 6), (8, 8), (10, 10))] == [SOLVED, STARTED, None]


def test_daily_titles_and_collections() -> None:
    assert daily_title(DAY) == "Daily 29 February 2024"
    assert all("/" in daily_collection(*size) for size in DAILY_SIZES)  # not a valid file name


def test_lists_leave_out_the_tutorial_and_the_single_classic_whose_puzzles_are_still_found() -> None:
    catalog = Catalog(collections())
    assert {it.name for it in catalog.all()} - {it.name for it in catalog.listed()} == {"tutorial", "classics"}
    for collection in catalog.all():
        (first, *_) = collection.entries
        assert catalog.entry_of(first.puzzle, f"{collection.name} #1") == first
