"""Tests of the charts: their width, every day at its place, nothing told by colour alone."""

from datetime import date
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.game.aids import OWN_STYLES, SolveStyle
from binairo_tui.player.statistics import distribution
from binairo_tui.player.text import clock_text, size_text
from binairo_tui.store.queries import GroupStatistics
from binairo_tui.tui.view.charts import HEAT_GLYPHS, MOST_LINES, histogram, sparkline, weeks_map
from binairo_tui.tui.view.spans import Span, plain_text
from binairo_tui.tui.view.statistics_text import (
    FULL_WIDTH,
    left_out_lines,
    summary_text,
    table_heading,
    table_row,
    times_lines,
)


@given(st.lists(st.integers(0, 10**7), max_size=12))
def test_a_trend_rises_and_falls_with_its_values(values: list[int]) -> None:
    bars = sparkline(values)
    assert len(bars) == len(values)
    for a, b in zip(range(len(values)), range(1, len(values)), strict=False):
        assert (bars[a] < bars[b]) <= (values[a] < values[b])
        assert (bars[a] > bars[b]) <= (values[a] > values[b])


@given(st.dates(min_value=date(1, 12, 1)), st.integers(10, 120))
def test_every_day_is_in_its_week(today: date, width: int) -> None:
    weeks = (width - 2) // 2
    monday = today.toordinal() - today.weekday() - 7 * (weeks - 1)
    days = [date.fromordinal(it) for it in range(max(monday, 1), today.toordinal() + 1)]
    solves = {day: index % 7 for index, day in enumerate(days[::3])}
    lines = [plain_text(line) for line in weeks_map(solves, today, width, has_tones=False)]
    assert len(lines) == 8
    for day in days if monday >= 1 else ():
        week, weekday = divmod(day.toordinal() - monday, 7)
        count = solves.get(day, 0)
        assert lines[1 + weekday][3 + 2 * week] == HEAT_GLYPHS[min(count, 3) if count < 5 else 4]


@given(st.dates(), st.integers(10, 120))
def test_the_last_weeks_end_today(today: date, width: int) -> None:
    lines = weeks_map({today: 5}, today, width)
    assert [span for line in lines[1:] for span in line if span.tone == "done"] == [Span("■ ", "done")]
    assert [span for span in lines[1 + today.weekday()] if span.text.strip()][-1].tone == "done"
    assert all(len(plain_text(line).rstrip()) <= width for line in lines[1:])


@pytest.mark.parametrize("has_tones", [True, False])
def test_days_without_a_solve_look_different_and_future_days_are_blank(has_tones: bool) -> None:
    lines = [plain_text(line) for line in weeks_map({date(2024, 1, 3): 1}, date(2024, 1, 3), 5, has_tones=has_tones)]
    assert [line[3:4] for line in lines[1:8]] == ["·", "·", "■" if has_tones else "░", " ", " ", " ", " "]


@given(st.lists(st.integers(1, 10**7), min_size=1, max_size=60), st.integers(20, 80), st.integers(3, 20))
def test_bars_have_the_height_of_their_counts_and_the_median_is_marked(
    times: list[int], width: int, height: int
) -> None:
    bins = distribution(times, 6)
    lines = [plain_text(line) for line in histogram(bins, times, width, height)]
    most = max(it.solved for it in bins)
    room = min(height - 2, MOST_LINES * most)
    assert len(lines) == room + 2
    assert all(len(line) <= width for line in lines)
    expected = [-(-it.solved * 8 * room // most) for it in bins]
    marked = next(index for index, it in enumerate(bins) if median(times) < it.end_ms)
    assert bar_height(lines, lines[-2].index("▲")) == expected[marked]
    assert {bar_height(lines, x) for x in range(width)} - {0} == {*expected} - {0}
    assert f"median {clock_text(round(median(times)))}" in lines[-1]


def bar_height(lines: list[str], x: int) -> int:
    """The height of the bar at a column, in eighths of a line."""
    return sum(" ▁▂▃▄▅▆▇█".index(line[x : x + 1] or " ") for line in lines[:-2])


NO_STYLES = dict.fromkeys(SolveStyle, 0)
HARD = GroupStatistics(
    (8, 8),
    "Hard",
    NO_STYLES | {SolveStyle.UNAIDED: 30},
    61_000,
    75_500,
    tuple(range(72_000, 60_000, -1000)),
)
EASY = GroupStatistics((6, 6), "Easy", NO_STYLES | {SolveStyle.PROGRAM: 1}, None, None, ())


@given(st.integers(40, 120))
def test_rows_line_up_with_the_names_of_their_columns(width: int) -> None:
    has_trend = width >= FULL_WIDTH
    heading = plain_text(table_heading(has_trend=has_trend))
    for group in (EASY, HARD):
        row = plain_text(table_row(group, repeats_size=False, has_trend=has_trend))
        assert row[:6].strip() == size_text(*group.size)
        assert row.split()[1] == group.band
        for name, value in (("solved", group.solved), ("best", "-" if group.best_ms is None else "1:01")):
            end = heading.index(name) + len(name)
            assert row[:end].endswith(f" {value}")
        assert plain_text(table_row(group, repeats_size=True, has_trend=has_trend))[:7].isspace()
    assert len(heading) <= max(width, 49)
    assert ("trend" in heading) == (width >= 64)


def test_what_is_not_shown_is_named() -> None:
    assert summary_text(NO_STYLES) == "You have not solved a puzzle yet."
    no_times = ["No times yet: repeats and puzzles solved by the program do not count."]
    assert [plain_text(line) for line in times_lines((), 80, 5)] == no_times
    (left_out,) = left_out_lines(OWN_STYLES, {**HARD.styles, SolveStyle.HELPED: 1, SolveStyle.REPEAT: 2}, "f")
    assert plain_text(left_out) == "Not shown: 1 helped, 2 repeat. f shows other styles."
    assert not left_out_lines(OWN_STYLES, HARD.styles, "f")
    assert summary_text(HARD.styles) == "30 solved: 0 strict, 30 unaided, 0 helped"
