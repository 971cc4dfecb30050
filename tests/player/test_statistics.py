"""Statistics, compared with simple ways to compute them."""

from datetime import date, timedelta
from itertools import pairwise
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.game.aids import SHOWN, Aid, SolveStyle
from binairo_tui.player.catalog import daily_number
from binairo_tui.player.statistics import (
    RECENT,
    TRUSTED_DAYS,
    Selection,
    Size,
    bands_of,
    best_times,
    current_streak,
    days_solved_on_time,
    distribution,
    group_results,
    select_results,
    sizes_of,
    streaks,
)
from binairo_tui.store.queries import Result

DAY = date(2024, 3, 1)
BANDS = ["Gentle", "Easy", "Medium", "Hard", "Expert", "Extreme", "", "mine"]
RESULTS = st.lists(
    st.builds(
        Result,
        st.sampled_from([6, 8, 10]),
        st.sampled_from([6, 8]),
        st.booleans(),
        st.booleans(),
        st.sampled_from(BANDS),
        st.just(""),
        st.integers(0, 10**7),
        st.sampled_from([Aid(0), SHOWN, Aid.HINT]),
        st.just(0),
        st.dates(),
    ),
    max_size=40,
)
DAYS_AROUND = st.integers(-15, 15).map(lambda days: DAY + timedelta(days=days))


def alike(times: list[int]) -> list[Result]:
    """Return results of one kind with these times."""
    return [Result(8, 8, True, False, "Hard", "", ms, SHOWN, 0, DAY) for ms in times]


TIMES = st.lists(st.integers(0, 10**9), min_size=1, max_size=60)
SELECTIONS = st.builds(
    Selection,
    st.none() | st.sampled_from(SolveStyle),
    st.none() | st.builds(Size, st.sampled_from([6, 8]), st.just(8)),
    st.none() | st.sampled_from(BANDS),
)


@given(RESULTS | st.lists(st.integers(0, 10**6), min_size=RECENT + 1, max_size=40).map(alike))
def test_groups_partition_all_results_by_size_and_band(results: list[Result]) -> None:
    rows = group_results(results)
    assert sum(row.solved for row in rows) == len(results)
    for row in rows:
        times = [it.elapsed_ms for it in results if (it.width, it.height, it.band) == (*row.size, row.band)]
        recent = times[-RECENT:]
        assert (row.solved, row.best_ms, row.trend) == (len(times), min(times), tuple(recent))
        assert abs(row.median_ms - median(times)) <= 0.5
        assert abs(row.recent_ms - sum(recent) / len(recent)) <= 0.5
    areas = [row.size.width * row.size.height for row in rows]
    assert areas == sorted(areas)
    assert len({(row.size, row.band) for row in rows}) == len(rows)


@given(RESULTS, SELECTIONS)
def test_a_selection_accepts_matching_results_only(results: list[Result], selection: Selection) -> None:
    found = select_results(results, selection)
    for result in results:
        fits = (
            (selection.style is None or result.style is selection.style)
            and (selection.size is None or selection.size == (result.width, result.height))
            and (selection.band is None or selection.band == result.band)
        )
        assert found.count(result) == (results.count(result) if fits else 0)
    assert select_results(results, Selection()) == results


def test_bands_are_sorted_from_easy_to_hard_and_sizes_from_small_to_large() -> None:
    results = [Result(w, h, True, False, band, "", 1, SHOWN, 0, DAY) for w, h in ((8, 8), (6, 10)) for band in BANDS]
    assert bands_of(reversed(results)) == BANDS
    assert sizes_of(results) == [(6, 10), (8, 8)]
    assert [row.band for row in group_results(results)] == BANDS * 2


@given(st.lists(DAYS_AROUND, max_size=20), DAYS_AROUND)
def test_the_longest_streak_is_the_longest_run_of_days(days: list[date], today: date) -> None:
    found = streaks(days, today)
    assert found.current == current_streak(days, today)
    runs = [0]
    days = [day for day in days if day <= today + timedelta(days=TRUSTED_DAYS)]
    for day in days:
        length = 1
        while day + timedelta(days=length) in days:
            length += 1
        runs.append(length)
    assert found.longest == max(runs)
    assert found.longest >= found.current


@given(TIMES, st.integers(1, 30))
def test_a_distribution_has_every_time_once_in_few_bins(times: list[int], most: int) -> None:
    bins = distribution(times, most)
    assert 1 <= len(bins) <= most
    assert sum(it.solved for it in bins) == len(times)
    for it in bins:
        assert it.solved == sum(it.start_ms <= ms < it.end_ms for ms in times)
    assert all(a.end_ms == b.start_ms for a, b in pairwise(bins))
    assert bins[0].solved
    assert bins[-1].solved


def test_bins_have_round_widths() -> None:
    assert distribution([], 5) == []
    assert [(it.start_ms, it.end_ms) for it in distribution([61_000, 130_000, 177_000], 3)] == [
        (60_000, 120_000),
        (120_000, 180_000),
    ]


@pytest.mark.parametrize(
    ("ages", "expected"),
    [
        ([], 0),
        ([0], 1),
        ([1], 1),  # today can still count
        ([2], 0),
        ([0, 1, 2, 4, 5], 3),
        ([1, 2, 2, 1], 2),
        ([-1, 0, 1, 2], 4),  # the clock was set back by a day
        ([-2, 0, 1, 2], 3),  # a day ahead neither ends a streak
        ([-9, -8], 0),  # nor is one that is far ahead believed
        ([-3650, 0, 1], 2),
    ],
)
def test_the_streak_is_the_days_in_a_row_up_to_today(ages: list[int], expected: int) -> None:
    assert current_streak([DAY - timedelta(days=age) for age in ages], DAY) == expected


@given(st.lists(st.dates()), st.dates(), st.dates())
def test_one_more_solve_or_a_clock_set_back_never_shortens_a_streak(days: list[date], one: date, other: date) -> None:
    today, earlier = max(one, other), min(one, other)
    assert current_streak([*days, today], today) >= max(1, current_streak(days, today))
    days = [day for day in days if day <= today]
    if today - earlier <= timedelta(days=TRUSTED_DAYS):
        assert current_streak([*days, today], earlier) >= current_streak([*days, today], today)


@given(st.lists(DAYS_AROUND, max_size=20), DAYS_AROUND, st.integers(TRUSTED_DAYS + 1, 10_000))
def test_a_result_dated_in_the_future_changes_no_streak(days: list[date], today: date, ahead: int) -> None:
    assert streaks([*days, today + timedelta(days=ahead)], today) == streaks(
        [day for day in days if day <= today + timedelta(days=TRUSTED_DAYS)], today
    )


def daily_result(ms: int, day: date, collection: str, number: int) -> Result:
    return Result(8, 8, True, False, "Easy", "", ms, Aid(0), 0, day, collection, number)


def test_only_daily_puzzles_solved_on_their_day_count() -> None:
    later = date(2024, 3, 1)
    results = [
        daily_result(1, DAY, "daily/6x6", daily_number(DAY)),
        daily_result(1, later, "daily/6x6", daily_number(DAY)),
        daily_result(1, later, "6x6", daily_number(later)),
    ]
    assert days_solved_on_time(results) == {DAY}


def test_best_times_are_by_puzzle() -> None:
    results = [daily_result(ms, DAY, "6x6", number) for ms, number in ((30, 1), (20, 1), (25, 1), (9, 2))]
    assert best_times([*results, daily_result(1, DAY, "", 0)]) == {"6x6": {1: 20, 2: 9}}
