"""What results say in numbers, held against plain ways to say it."""

from datetime import date, timedelta
from itertools import pairwise
from statistics import median

from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.game.aids import SHOWN, Aid, SolveStyle
from binairo_tui.player.statistics import (
    RECENT,
    Selection,
    Size,
    bands_of,
    distribution,
    figure_rows,
    selected,
    sizes_of,
    solves_by_day,
    streaks,
)
from binairo_tui.store import Result, streak

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
    """Results of one kind with these times."""
    return [Result(8, 8, True, False, "Hard", "", ms, SHOWN, 0, DAY) for ms in times]


TIMES = st.lists(st.integers(0, 10**9), min_size=1, max_size=60)
SELECTIONS = st.builds(
    Selection,
    st.none() | st.sampled_from(SolveStyle),
    st.none() | st.builds(Size, st.sampled_from([6, 8]), st.just(8)),
    st.none() | st.sampled_from(BANDS),
)


@given(RESULTS | st.lists(st.integers(0, 10**6), min_size=RECENT + 1, max_size=40).map(alike))
def test_rows_part_all_results_by_size_and_band(results: list[Result]) -> None:
    rows = figure_rows(results)
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
def test_a_selection_keeps_what_it_names(results: list[Result], selection: Selection) -> None:
    found = selected(results, selection)
    for result in results:
        fits = (
            (selection.style is None or result.style is selection.style)
            and (selection.size is None or selection.size == (result.width, result.height))
            and (selection.band is None or selection.band == result.band)
        )
        assert found.count(result) == (results.count(result) if fits else 0)
    assert selected(results, Selection()) == results


def test_bands_stand_from_easy_to_hard_and_sizes_from_small_to_large() -> None:
    results = [Result(w, h, True, False, band, "", 1, SHOWN, 0, DAY) for w, h in ((8, 8), (6, 10)) for band in BANDS]
    assert bands_of(reversed(results)) == BANDS
    assert sizes_of(results) == [(6, 10), (8, 8)]
    assert [row.band for row in figure_rows(results)] == BANDS * 2


@given(st.lists(DAYS_AROUND, max_size=20), DAYS_AROUND)
def test_the_longest_streak_is_the_longest_run_of_days(days: list[date], today: date) -> None:
    found = streaks(days, today)
    assert found.current == streak(days, today)
    runs = [0]
    for day in days:
        length = 1
        while day + timedelta(days=length) in days:
            length += 1
        runs.append(length)
    assert found.longest == max(runs)
    assert found.longest >= found.current


def test_days_are_counted() -> None:
    assert solves_by_day([DAY, DAY, DAY + timedelta(days=1)]) == {DAY: 2, DAY + timedelta(days=1): 1}


@given(TIMES, st.integers(1, 30))
def test_a_distribution_holds_every_time_once_in_few_bins(times: list[int], most: int) -> None:
    bins = distribution(times, most)
    assert 1 <= len(bins) <= most
    assert sum(it.solved for it in bins) == len(times)
    for it in bins:
        assert it.solved == sum(it.start_ms <= ms < it.end_ms for ms in times)
    assert all(a.end_ms == b.start_ms for a, b in pairwise(bins))
    assert bins[0].solved
    assert bins[-1].solved


def test_bins_are_as_wide_as_people_count() -> None:
    assert distribution([], 5) == []
    assert [(it.start_ms, it.end_ms) for it in distribution([61_000, 130_000, 177_000], 3)] == [
        (60_000, 120_000),
        (120_000, 180_000),
    ]
