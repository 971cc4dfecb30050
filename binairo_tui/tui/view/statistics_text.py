"""Text of the statistics screen: rows of the table, and charts side by side or one below the other."""

from __future__ import annotations

from collections import Counter
from itertools import zip_longest
from math import isqrt
from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.engine.wording import plural
from binairo_tui.game.aids import SolveStyle
from binairo_tui.player.statistics import RECENT, Selection, distribution, select_results
from binairo_tui.player.text import clock_text, plain, size_text
from binairo_tui.tui.view.charts import bar_chart, heat_map, sparkline
from binairo_tui.tui.view.spans import BLANK, Span, column, fitted, line

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from binairo_tui.player.statistics import GroupStatistics
    from binairo_tui.store.queries import Result
    from binairo_tui.tui.view.spans import TextLine

HEADING = f"{'size':7}{'band':9}{'solved':>7}{'best':>10}{'median':>10}{f'last {RECENT}':>10}   trend"
HEAT_WIDTH, WIDE_HEAT_WIDTH, HEAT_HEIGHT = 57, 110, 10
LEAST_TIMES_WIDTH = 36
GAP = 4
LEAST_BINS = 3
"""A distribution has this many bins plus a number that depends on how many times there are."""


class ChartData(NamedTuple):
    """The results to chart, the rows of their table, and the year to show.

    `shows_times` selects the distribution of times if there is room for only one chart.
    """

    results: Sequence[Result]
    rows: Sequence[GroupStatistics]
    year: int
    today: date
    shows_times: bool


def selection_text(selection: Selection) -> str:
    """Return a description of the selection, to append to a title; empty if everything is selected."""
    parts = (
        selection.style.value if selection.style else "",
        size_text(*selection.size) if selection.size else "",
        (plain(selection.band) or "without band") if selection.band is not None else "",
    )
    return "".join([f" · {part}" for part in parts if part])


def summary_text(results: Sequence[Result]) -> str:
    """Return the number of solved puzzles, in total and for each style."""
    if not results:
        return "Nothing of this kind is solved yet."
    counts = Counter(result.style for result in results)
    return f"{len(results)} solved: " + ", ".join([f"{counts[style]} {style.value}" for style in SolveStyle])


def figures_line(row: GroupStatistics) -> TextLine:
    """Return a row of the table."""
    times = "".join([clock_text(ms).rjust(10) for ms in (row.best_ms, row.median_ms, row.recent_ms)])
    name = column(size_text(*row.size), 7) + column(plain(row.band) or "-", 9)
    return line(f"{name}{row.solved:>7}{times}   ", Span(sparkline(row.trend), "zero"))


def chart_lines(data: ChartData, row: int, width: int, height: int) -> list[TextLine]:
    """Return the year of days and the times for a row of the table; only the selected chart if room is short."""
    if not data.rows:
        return []
    if width >= HEAT_WIDTH + GAP + LEAST_TIMES_WIDTH:
        wide = width >= WIDE_HEAT_WIDTH + GAP + LEAST_TIMES_WIDTH
        left = _heat_lines(data, wide=wide)
        left_width = WIDE_HEAT_WIDTH if wide else HEAT_WIDTH
        return _beside(left, left_width, _times_lines(data, row, width - left_width - GAP, height))
    if height >= 2 * HEAT_HEIGHT:
        heat = _heat_lines(data)
        return [*heat, BLANK, *_times_lines(data, row, width, height - len(heat) - 1)]
    return _times_lines(data, row, width, height) if data.shows_times else _heat_lines(data)


def _heat_lines(data: ChartData, *, wide: bool = False) -> list[TextLine]:
    solves = Counter(result.day for result in data.results)
    days = [day for day in solves if day.year == data.year]
    title = f"{data.year}: {sum(solves[day] for day in days)} solved on {plural(len(days), 'day')}"
    return [line(Span(title, "strong")), *heat_map(solves, data.year, data.today, wide=wide)]


def _times_lines(data: ChartData, row: int, width: int, height: int) -> list[TextLine]:
    """Return the distribution of a row's times, with as many bins as the height and the number of times allow."""
    figures = data.rows[row]
    times = [it.elapsed_ms for it in select_results(data.results, Selection(size=figures.size, band=figures.band))]
    title = f"Times of {size_text(*figures.size)} {plain(figures.band)}".rstrip()
    bins = distribution(times, max(min(height - 1, LEAST_BINS + isqrt(4 * len(times))), 1))
    return [line(Span(title, "strong")), *bar_chart(bins, min(width, 80))]


def _beside(left: Sequence[TextLine], left_width: int, right: Sequence[TextLine]) -> list[TextLine]:
    pairs = zip_longest(left, right, fillvalue=BLANK)
    return [(*fitted(start, left_width + GAP), *end) for start, end in pairs]
