"""Text of the statistics screen: rows of the table, and charts side by side or one below the other."""

from __future__ import annotations

from itertools import zip_longest
from math import isqrt
from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.engine.wording import plural
from binairo_tui.player.statistics import RECENT, distribution
from binairo_tui.player.text import clock_text, plain, size_text, style_counts_text, styles_text
from binairo_tui.tui.view.charts import bar_chart, heat_map, sparkline
from binairo_tui.tui.view.spans import BLANK, Span, column, fitted, line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from binairo_tui.game.aids import SolveStyle
    from binairo_tui.player.statistics import GroupStatistics
    from binairo_tui.store.queries import Selection
    from binairo_tui.tui.view.spans import TextLine

HEADING = f"{'size':7}{'band':9}{'solved':>7}{'best':>10}{'median':>10}{f'last {RECENT}':>10}   trend"
HEAT_WIDTH, WIDE_HEAT_WIDTH, HEAT_HEIGHT = 57, 110, 10
LEAST_TIMES_WIDTH = 36
GAP = 4
LEAST_BINS = 3
"""A distribution has this many bins plus a number that depends on how many times there are."""


class ChartData(NamedTuple):
    """What the charts show: the number of solves by day, the current row of the table, its times, and the year.

    The row is None if the table is empty. `shows_times` selects the distribution of times if there is room for only one
    chart.
    """

    days: Mapping[date, int]
    row: GroupStatistics | None
    times_ms: Sequence[int]
    year: int
    today: date
    shows_times: bool


def selection_text(selection: Selection) -> str:
    """Return a description of the selection, to append to a title."""
    parts = (
        styles_text(selection.styles),
        size_text(*selection.size) if selection.size else "",
        (plain(selection.band) or "without band") if selection.band is not None else "",
    )
    return "".join([f" · {part}" for part in parts if part])


def summary_text(styles: Mapping[SolveStyle, int]) -> str:
    """Return the number of solved puzzles, in total and for each style."""
    return style_counts_text(styles) if any(styles.values()) else "Nothing of this kind is solved yet."


def figures_line(row: GroupStatistics) -> TextLine:
    """Return a row of the table."""
    shown = ["-" if ms is None else clock_text(ms) for ms in (row.best_ms, row.median_ms, row.recent_ms)]
    times = "".join([text.rjust(10) for text in shown])
    name = column(size_text(*row.size), 7) + column(plain(row.band) or "-", 9)
    return line(f"{name}{row.solved:>7}{times}   ", Span(sparkline(row.trend), "zero"))


def chart_lines(data: ChartData, width: int, height: int) -> list[TextLine]:
    """Return the year of days and the times of the current row; only the selected chart if room is short."""
    if data.row is None:
        return []
    if width >= HEAT_WIDTH + GAP + LEAST_TIMES_WIDTH:
        wide = width >= WIDE_HEAT_WIDTH + GAP + LEAST_TIMES_WIDTH
        left = _heat_lines(data, wide=wide)
        left_width = WIDE_HEAT_WIDTH if wide else HEAT_WIDTH
        return _beside(left, left_width, _times_lines(data, data.row, width - left_width - GAP, height))
    if height >= 2 * HEAT_HEIGHT:
        heat = _heat_lines(data)
        return [*heat, BLANK, *_times_lines(data, data.row, width, height - len(heat) - 1)]
    return _times_lines(data, data.row, width, height) if data.shows_times else _heat_lines(data)


def _heat_lines(data: ChartData, *, wide: bool = False) -> list[TextLine]:
    days = [day for day in data.days if day.year == data.year]
    title = f"{data.year}: {sum(data.days[day] for day in days)} solved on {plural(len(days), 'day')}"
    return [line(Span(title, "strong")), *heat_map(data.days, data.year, data.today, wide=wide)]


def _times_lines(data: ChartData, row: GroupStatistics, width: int, height: int) -> list[TextLine]:
    """Return the distribution of a row's times, with as many bins as the height and the number of times allow."""
    title = f"Times of {size_text(*row.size)} {plain(row.band)}".rstrip()
    bins = distribution(data.times_ms, max(min(height - 1, LEAST_BINS + isqrt(4 * len(data.times_ms))), 1))
    return [line(Span(title, "strong")), *bar_chart(bins, min(width, 80))]


def _beside(left: Sequence[TextLine], left_width: int, right: Sequence[TextLine]) -> list[TextLine]:
    pairs = zip_longest(left, right, fillvalue=BLANK)
    return [(*fitted(start, left_width + GAP), *end) for start, end in pairs]
