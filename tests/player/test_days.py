"""The player's own days: which day a moment belongs to, and streaks over time zones and changes of the setting."""

from datetime import UTC, date, datetime, time, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.player.catalog import daily_collection, daily_number
from binairo_tui.player.progress import Progress
from binairo_tui.player.statistics import Streaks, daily_streaks, streaks
from binairo_tui.settings import Settings
from binairo_tui.settings.fields import LATEST_DAY_START
from tests.player.test_progress import PUZZLE, WAIT

STARTS = st.integers(0, LATEST_DAY_START)
MOMENTS = st.datetimes(datetime(2001, 1, 1), datetime(2039, 1, 1))
OFFSETS = st.integers(-12 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
BEGIN = datetime(2026, 11, 29, 12, tzinfo=UTC)


@given(MOMENTS, OFFSETS, STARTS)
def test_a_day_lasts_24_hours_from_its_own_start(moment: datetime, zone: timezone, starts: int) -> None:
    day_of, moment = Settings(day_starts=starts).day_of, moment.replace(tzinfo=zone)
    begin = datetime.combine(day_of(moment), time(starts), zone)
    assert begin <= moment < begin + timedelta(days=1)
    assert day_of(begin - timedelta(microseconds=1)) == day_of(begin) - timedelta(days=1)


@given(st.lists(st.tuples(st.integers(1, 12), st.integers(-6, 6), STARTS), min_size=1, max_size=60))
def test_who_plays_twice_a_day_keeps_the_streak_everywhere(steps: list[tuple[int, int, int]]) -> None:
    """Each step is a solve of today's puzzle: the hours since the last one, those travelled, and the setting."""
    moment, offset, solved = BEGIN, 0, set[date]()
    for hours, travelled, starts in steps:
        moment, offset = moment + timedelta(hours=hours), min(max(offset + travelled, -12), 14)
        today = Settings(day_starts=starts).day_of(moment.astimezone(timezone(timedelta(hours=offset))))
        solved.add(today)
        assert streaks(solved, today) == Streaks(len(solved), len(solved))


@pytest.mark.parametrize("starts", range(LATEST_DAY_START + 1))
def test_a_solve_after_midnight_counts_for_the_day_that_has_not_ended(tmp_path: Path, starts: int) -> None:
    now = BEGIN
    progress = Progress(tmp_path / "progress.db", now=lambda: now)
    progress.day_of = Settings(day_starts=starts).day_of
    for hours in (0, 17, 17):  # noon, five in the morning, ten in the evening
        now += timedelta(hours=hours)
        day = progress.today()
        opened = progress.open_new(PUZZLE, "", collection=daily_collection(6, 6), number=daily_number(day))
        progress.finish(*opened)
        assert progress.flush(WAIT)
    days = [it.day for it in progress.results()]
    assert days == [date(2026, 11, 29), date(2026, 11, 29 + (starts <= 5)), date(2026, 11, 30)]
    assert progress.read(daily_streaks, progress.today()) == Streaks(2, 2)
    progress.day_of = datetime.date  # midnight again: what counted still counts
    assert progress.read(daily_streaks, progress.today()) == Streaks(2, 2)
    assert progress.close(WAIT)
