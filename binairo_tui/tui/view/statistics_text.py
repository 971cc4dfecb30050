"""Text of the statistics screen: rows of the table, the distribution of times, the days of a year, recent solves."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from math import isqrt

from binairo_tui.game.aids import SolveStyle
from binairo_tui.player.statistics import RECENT, distribution, shown_times
from binairo_tui.player.text import (
    NOT_GRADED,
    STYLE_WORDS,
    clock_text,
    plain,
    size_text,
    style_counts_text,
    when_short,
)
from binairo_tui.store.queries import GroupStatistics, Result
from binairo_tui.tui.view import charts, list_text, spans

FEWEST_BINS = 3
"""A distribution of n times has at most `FEWEST_BINS` + 2 * sqrt(n) bins."""
FEWEST_TIMES = 5
"""With fewer times than this, a distribution would show nothing."""
_NAMES = ("solved", "best", "median", f"last {RECENT}")
_WIDTHS = (6, 8, 8, 9)
FULL_WIDTH = 18 + sum(_WIDTHS) + 3 + RECENT
"""The width in columns of the table with trends."""
_NO_TIMES = "No times yet: repeats and puzzles solved by the program do not count."


def table_heading(*, has_trend: bool) -> spans.TextLine:
    names = f"{'size':7}{'difficulty':11}"
    figures = "".join([name.rjust(width) for name, width in zip(_NAMES, _WIDTHS, strict=True)])
    return spans.line(spans.Span(names + figures + "   trend" * has_trend, "muted"))


def table_row(group: GroupStatistics, *, repeats_size: bool, has_trend: bool) -> spans.TextLine:
    """Return the row of a group, with its trend if there is room (`has_trend`).

    If `repeats_size`, the size is left out, because the row above has the same size. The trend needs two times.
    """
    shown = ["-" if ms is None else clock_text(ms) for ms in shown_times(group)]
    figures = "".join([text.rjust(width) for text, width in zip((str(group.solved), *shown), _WIDTHS, strict=True)])
    size = spans.Span(spans.column("" if repeats_size else size_text(*group.size), 7), "strong")
    trend = spans.Span(f"   {charts.sparkline(group.trend)}", "bar") if has_trend and len(group.trend) > 1 else ""
    return spans.line(size, spans.column(plain(group.band) or NOT_GRADED, 11), figures, trend)


def summary_text(styles: Mapping[SolveStyle, int]) -> str:
    return style_counts_text(styles) if any(styles.values()) else "You have not solved a puzzle yet."


def left_out_lines(shown: Collection[SolveStyle], counts: Mapping[SolveStyle, int], key: str) -> list[spans.TextLine]:
    """Return a line about solves in styles that are not `shown`, if any; `key` is the key that shows other styles."""
    left_out = [f"{count} {STYLE_WORDS[style]}" for style, count in counts.items() if count and style not in shown]
    text = f"Not shown: {', '.join(left_out)}. {key} shows other styles."
    return [spans.line(spans.Span(text, "muted"))] if left_out else []


def times_lines(times_ms: Sequence[int], width: int, height: int) -> list[spans.TextLine]:
    """Return the distribution of times, with as many bins as the width and the number of times allow."""
    if len(times_ms) < FEWEST_TIMES:
        listed = ", ".join([clock_text(it) for it in times_ms])
        text = f"You took {listed}. From {FEWEST_TIMES} solves on, a chart shows how your times spread."
        return spans.wrapped(text if times_ms else _NO_TIMES, width, "muted")
    most = max(min((width + 1) // 3, FEWEST_BINS + isqrt(4 * len(times_ms))), 1)
    return charts.histogram(distribution(times_ms, most), times_ms, width, height)


def recent_line(result: Result, now: datetime) -> spans.TextLine:
    return spans.line(
        spans.Span(spans.column(when_short(result.solved_utc, now), 14), "muted"),
        spans.column(list_text.result_name(result), 30),
        spans.column(plain(result.band), 9),
        clock_text(result.elapsed_ms).rjust(8),
        spans.Span(f"  {result.style.value}", "muted"),
    )
