"""What the statistics screen says: rows of the table, and the charts beside or below one another. Pure."""

from __future__ import annotations

from collections import Counter
from math import isqrt
from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.game.aids import SolveStyle
from binairo_tui.player.statistics import RECENT, Selection, distribution, select_results
from binairo_tui.player.text import clock_text, plain, size_text
from binairo_tui.tui.view.charts import bar_chart, heat_map, sparkline
from binairo_tui.tui.view.spans import BLANK, Span, column, fitted, line

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from binairo_tui.player.statistics import GroupStatistics
    from binairo_tui.store import Result
    from binairo_tui.tui.view.spans import TextLine

HEADING = f"{'size':7}{'band':9}{'solved':>7}{'best':>10}{'median':>10}{f'last {RECENT}':>10}   trend"
HEAT_WIDTH, WIDE_HEAT_WIDTH, HEAT_HEIGHT = 57, 110, 10
LEAST_TIMES_WIDTH = 36
GAP = 4
LEAST_BINS = 3
"""A distribution of few times has few bins: some more than this."""


class Review(NamedTuple):
    """What the charts show: results of the chosen kind, the table made of them, and which year.

    `shows_times` chooses the distribution where only one chart has room.
    """

    results: Sequence[Result]
    rows: Sequence[GroupStatistics]
    year: int
    today: date
    shows_times: bool


def selection_text(selection: Selection) -> str:
    """What is looked at, to stand behind a title; empty for everything."""
    parts = (
        selection.style.value if selection.style else "",
        size_text(*selection.size) if selection.size else "",
        (plain(selection.band) or "without band") if selection.band is not None else "",
    )
    return "".join([f" · {part}" for part in parts if part])


def summary_text(results: Sequence[Result]) -> str:
    """How many were solved, and how."""
    if not results:
        return "Nothing of this kind is solved yet."
    counts = Counter(result.style for result in results)
    return f"{len(results)} solved: " + ", ".join([f"{counts[style]} {style.value}" for style in SolveStyle])


def figures_line(row: GroupStatistics) -> TextLine:
    """A row of the table."""
    times = "".join([clock_text(ms).rjust(10) for ms in (row.best_ms, row.median_ms, row.recent_ms)])
    name = column(size_text(*row.size), 7) + column(plain(row.band) or "-", 9)
    return line(f"{name}{row.solved:>7}{times}   ", Span(sparkline(row.trend), "zero"))


def review_lines(review: Review, current: int, width: int, height: int) -> list[TextLine]:
    """The charts on so many columns and lines: both if there is room for them, else the one that is wanted."""
    if not review.rows:
        return []
    if width >= HEAT_WIDTH + GAP + LEAST_TIMES_WIDTH:
        wide = width >= WIDE_HEAT_WIDTH + GAP + LEAST_TIMES_WIDTH
        left = _heat_lines(review, wide=wide)
        left_width = WIDE_HEAT_WIDTH if wide else HEAT_WIDTH
        return _beside(left, left_width, _times_lines(review, current, width - left_width - GAP, height))
    if height >= 2 * HEAT_HEIGHT:
        heat = _heat_lines(review)
        return [*heat, BLANK, *_times_lines(review, current, width, height - len(heat) - 1)]
    return _times_lines(review, current, width, height) if review.shows_times else _heat_lines(review)


def _heat_lines(review: Review, *, wide: bool = False) -> list[TextLine]:
    solves = Counter(result.day for result in review.results)
    days = [day for day in solves if day.year == review.year]
    title = f"{review.year}: {sum(solves[day] for day in days)} solved on {len(days)} day{'s' * (len(days) != 1)}"
    return [line(Span(title, "strong")), *heat_map(solves, review.year, review.today, wide=wide)]


def _times_lines(review: Review, current: int, width: int, height: int) -> list[TextLine]:
    """The distribution of the times of the current row, as fine as there are lines."""
    row = review.rows[min(current, len(review.rows) - 1)]
    times = [it.elapsed_ms for it in select_results(review.results, Selection(size=row.size, band=row.band))]
    title = f"Times of {size_text(*row.size)} {plain(row.band)}".rstrip()
    bins = distribution(times, max(min(height - 1, LEAST_BINS + isqrt(4 * len(times))), 1))
    return [line(Span(title, "strong")), *bar_chart(bins, min(width, 80))]


def _beside(left: Sequence[TextLine], left_width: int, right: Sequence[TextLine]) -> list[TextLine]:
    lines = []
    for index in range(max(len(left), len(right))):
        start = left[index] if index < len(left) else BLANK
        end = right[index] if index < len(right) else BLANK
        lines.append((*fitted(start, left_width + GAP), *end))
    return lines
