"""Tests of the charts: their width, every day at its place, nothing told by colour alone."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.game.aids import SolveStyle
from binairo_tui.player.statistics import Bin, GroupStatistics, Size
from binairo_tui.store.queries import Selection
from binairo_tui.tui.view.charts import HEAT_GLYPHS, bar_chart, heat_map, sparkline
from binairo_tui.tui.view.spans import plain_text
from binairo_tui.tui.view.statistics_text import (
    HEADING,
    HEAT_WIDTH,
    WIDE_HEAT_WIDTH,
    ChartData,
    chart_lines,
    figures_line,
    selection_text,
    summary_text,
)

TODAY = date(2024, 11, 20)


@given(st.lists(st.integers(0, 10**7), max_size=12))
def test_a_trend_rises_and_falls_with_its_values(values: list[int]) -> None:
    bars = sparkline(values)
    assert len(bars) == len(values)
    for a, b in zip(range(len(values)), range(1, len(values)), strict=False):
        assert (bars[a] < bars[b]) <= (values[a] < values[b])
        assert (bars[a] > bars[b]) <= (values[a] > values[b])


@given(st.integers(1, 9998), st.booleans())
def test_every_day_of_a_year_is_in_its_week(year: int, wide: bool) -> None:
    solves = {date(year, 1, 1) + timedelta(days=3 * index): index % 7 for index in range(120)}
    lines = [plain_text(line) for line in heat_map(solves, year, date.max, wide=wide)]
    assert len(lines) == 9
    assert max(len(line.rstrip()) for line in lines) <= (WIDE_HEAT_WIDTH if wide else HEAT_WIDTH)
    cell = 2 if wide else 1
    monday = date(year, 1, 1).toordinal() - date(year, 1, 1).weekday()
    for day, count in solves.items():
        week, weekday = divmod(day.toordinal() - monday, 7)
        glyph = lines[1 + weekday][3 + week * cell]
        assert glyph == HEAT_GLYPHS[min(count, 3) if count < 5 else 4]
    assert sum(line.count(HEAT_GLYPHS[0]) for line in lines[1:-1]) == len(days_of(year)) - sum(
        map(bool, solves.values())
    )


def days_of(year: int) -> range:
    return range(date(year, 1, 1).toordinal(), date(year, 12, 31).toordinal() + 1)


def test_future_days_are_blank() -> None:
    lines = [plain_text(line) for line in heat_map({}, 2024, date(2024, 1, 3))]
    assert [line[3:4] for line in lines[1:8]] == ["·", "·", "·", " ", " ", " ", " "]


@given(st.lists(st.integers(0, 99), min_size=1, max_size=8), st.integers(20, 80))
def test_bars_have_the_order_of_their_counts_and_fit(counts: list[int], width: int) -> None:
    counts = [*counts, 1]
    lines = [
        plain_text(it) for it in bar_chart([Bin(i * 1000, i * 1000 + 1000, n) for i, n in enumerate(counts)], width)
    ]
    lengths = [line.count("█") for line in lines]
    assert [bool(length) for length in lengths] == [bool(count) for count in counts]
    assert all(
        (a <= b) or (m > n) for a, m in zip(lengths, counts, strict=True) for b, n in zip(lengths, counts, strict=True)
    )
    assert all(len(line) <= width for line in lines)


NO_STYLES = dict.fromkeys(SolveStyle, 0)
HARD = GroupStatistics(
    Size(8, 8),
    "Hard",
    NO_STYLES | {SolveStyle.UNAIDED: 30},
    61_000,
    75_500,
    66_500,
    tuple(range(72_000, 60_000, -1000)),
)
EASY = GroupStatistics(Size(6, 6), "Easy", NO_STYLES | {SolveStyle.PROGRAM: 1}, None, None, None, ())
DAYS = {TODAY - timedelta(days=age): 1 for age in range(31)}
TIMES = [60_000 + 1000 * age for age in range(30, 0, -1)]


@pytest.mark.parametrize(
    ("width", "height", "shows_times", "expected"),
    [
        (78, 11, False, (True, False)),
        (78, 11, True, (False, True)),
        (78, 24, False, (True, True)),
        (100, 11, False, (True, True)),
        (158, 11, True, (True, True)),
    ],
)
def test_both_charts_are_shown_where_there_is_room(
    width: int, height: int, shows_times: bool, expected: tuple[bool, bool]
) -> None:
    data = ChartData(DAYS, HARD, TIMES, 2024, TODAY, shows_times)
    lines = [plain_text(line) for line in chart_lines(data, width, height)]
    text = "\n".join(lines)
    assert ("2024: 31 solved on 31 days" in text, "Times of 8x8 Hard" in text) == expected
    assert len(lines) <= height
    assert all(len(line.rstrip()) <= width for line in lines)


def test_nothing_solved_has_no_charts() -> None:
    assert chart_lines(ChartData({}, None, (), 2024, TODAY, shows_times=False), 78, 11) == []
    assert summary_text(NO_STYLES) == "Nothing of this kind is solved yet."


def test_rows_line_up_with_the_names_of_their_columns() -> None:
    assert plain_text(figures_line(EASY)).rstrip() == "6x6    Easy           1         -         -         -"
    assert len(plain_text(figures_line(HARD))) == len(HEADING) - len("trend") + 12
    assert summary_text(HARD.styles) == "30 solved: 0 strict, 30 unaided, 0 helped"
    selection = Selection((SolveStyle.STRICT,), (6, 8), "")
    assert selection_text(selection) == " · strict · 6x8 · without band"
    assert selection_text(Selection()) == " · all styles"
