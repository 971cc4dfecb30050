"""Statistics, compared with simple ways to compute them."""

from contextlib import closing
from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.game.aids import ALL_STYLES, OWN_STYLES, SHOWN, Aid, SolveStyle
from binairo_tui.player.catalog import daily_number
from binairo_tui.player.statistics import (
    EXPECTED_LEAST,
    EXPECTED_SOLVES,
    TRUSTED_DAYS,
    Streaks,
    daily_streaks,
    distribution,
    expected_from,
    overview,
    reference_ms,
    streaks,
)
from binairo_tui.store.database import open_empty
from binairo_tui.store.queries import PuzzleKind, Result, Selection
from tests.store.test_queries import stored

DAY = date(2024, 3, 1)
BANDS = ["Gentle", "Easy", "Medium", "Hard", "Expert", "Extreme", "", "mine"]
DAYS_AROUND = st.integers(-15, 15).map(lambda days: DAY + timedelta(days=days))
KINDS = [PuzzleKind(6, 6, "Easy"), PuzzleKind(8, 10, "Hard"), PuzzleKind(14, 14, "Expert"), PuzzleKind(10, 10, "")]
TIMES = st.lists(st.integers(0, 10**9), min_size=1, max_size=60)


def solve(index: int, *, size: int = 8, band: str = "Hard", aids: Aid = SHOWN, day: date = DAY) -> Result:
    """Return a result; those of daily puzzles are of their own day."""
    number = daily_number(day)
    return Result(size, size, True, False, band, "", 1000, aids, index, day, "daily/8x8", number, f"{index:032x}")


def test_the_overview_is_sorted_by_size_and_difficulty() -> None:
    kinds = [(size, band) for size in (8, 6) for band in reversed(BANDS)]
    results = [solve(index, size=size, band=band) for index, (size, band) in enumerate(kinds)]
    with closing(stored(open_empty(), results)) as connection:
        found = overview(connection, Selection(OWN_STYLES))
        assert [(row.size[0], row.band) for row in found.groups] == [(size, band) for size in (6, 8) for band in BANDS]
        assert found.days == {DAY: 16}
        helped = overview(connection, Selection((SolveStyle.HELPED,)))
        assert (helped.groups, helped.styles[SolveStyle.UNAIDED]) == ([], 16)


def test_a_solve_by_the_program_is_shown_but_counts_for_no_time_and_no_streak() -> None:
    by_program = SHOWN | Aid.PROPAGATION | Aid.MOST_CELLS
    results = [solve(1, aids=by_program)._replace(elapsed_ms=1), solve(2, day=DAY - timedelta(days=1))]
    results.append(solve(3, band="Easy", aids=by_program))
    with closing(stored(open_empty(), results)) as connection:
        easy, hard = overview(connection, Selection(ALL_STYLES)).groups
        assert (hard.solved, hard.best_ms, hard.median_ms, hard.recent_ms) == (2, 1000, 1000, 1000)
        assert (easy.solved, easy.best_ms, easy.median_ms, easy.recent_ms, easy.trend) == (1, None, None, None, ())
        assert daily_streaks(connection, DAY) == Streaks(1, 1)


def test_the_streak_counts_days_whose_own_puzzle_is_solved() -> None:
    results = [solve(age, day=DAY - timedelta(days=age)) for age in range(4)]
    results[2] = results[2]._replace(collection="8x8", number=5)
    with closing(stored(open_empty(), results)) as connection:
        assert daily_streaks(connection, DAY) == Streaks(2, 2)


@given(st.lists(DAYS_AROUND, max_size=20), DAYS_AROUND)
def test_the_longest_streak_is_the_longest_run_of_days(days: list[date], today: date) -> None:
    found = streaks(days, today)
    days = [day for day in days if day <= today + timedelta(days=TRUSTED_DAYS)]
    runs = {}  # by their last days
    for day in days:
        length = 1
        while day - timedelta(days=length) in days:
            length += 1
        runs[day] = length
    assert found.longest == max(runs.values(), default=0)
    assert found.current == max([it for day, it in runs.items() if day >= today - timedelta(days=1)], default=0)


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
    assert streaks([DAY - timedelta(days=age) for age in ages], DAY).current == expected


@given(st.lists(st.dates()), st.dates(), st.dates())
def test_one_more_solve_or_a_clock_set_back_never_shortens_a_streak(days: list[date], one: date, other: date) -> None:
    today, earlier = max(one, other), min(one, other)
    assert streaks([*days, today], today).current >= max(1, streaks(days, today).current)
    days = [day for day in days if day <= today]
    if today - earlier <= timedelta(days=TRUSTED_DAYS):
        assert streaks([*days, today], earlier).current >= streaks([*days, today], today).current


@given(st.lists(DAYS_AROUND, max_size=20), DAYS_AROUND, st.integers(TRUSTED_DAYS + 1, 10_000))
def test_a_result_dated_in_the_future_changes_no_streak(days: list[date], today: date, ahead: int) -> None:
    assert streaks([*days, today + timedelta(days=ahead)], today) == streaks(
        [day for day in days if day <= today + timedelta(days=TRUSTED_DAYS)], today
    )


times_of = st.lists(st.tuples(st.sampled_from(KINDS), st.integers(1000, 4_000_000)), max_size=25)


@given(times_of, st.sampled_from(KINDS))
def test_nothing_is_expected_before_ten_solves(times: list[tuple[PuzzleKind, int]], kind: PuzzleKind) -> None:
    found = expected_from(times, kind)
    assert (found is None) == (len(times) < EXPECTED_SOLVES)
    if found is not None:
        known = [ms for it, ms in times if it == kind]
        assert found > 0
        assert len(known) < EXPECTED_LEAST or min(known) <= found <= max(known)


@pytest.mark.parametrize("pace", [0.4, 1.0, 3.0])
def test_a_player_with_a_steady_pace_takes_the_expected_time_for_other_kinds_too(pace: float) -> None:
    times = [(kind, round(pace * reference_ms(kind))) for kind in KINDS[:3] for _ in range(4)]
    assert expected_from(times, KINDS[3]) == pytest.approx(pace * reference_ms(KINDS[3]), rel=1e-3)


def test_a_few_strange_times_change_little() -> None:
    times = [(KINDS[0], 100_000)] * 8
    strange = [(KINDS[0], 20_000_000), (KINDS[0], 1)]
    assert expected_from([*times, *strange], KINDS[0]) == 100_000
    assert expected_from([*times, *strange], KINDS[1]) == pytest.approx(
        100_000 * reference_ms(KINDS[1]) / reference_ms(KINDS[0]), rel=1e-3
    )
