"""Text of the statistics screen: rows of the table, the distribution of times, the days of a year, recent solves."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from math import isqrt
from typing import NamedTuple, Self

from binairo_tui.engine import wording
from binairo_tui.game.aids import OWN_STYLES, SolveStyle
from binairo_tui.player.statistics import RECENT, distribution
from binairo_tui.player.text import (
    NOT_GRADED,
    STYLE_WORDS,
    clock_text,
    plain,
    size_text,
    style_counts_text,
    styles_text,
    when_short,
)
from binairo_tui.store.queries import GroupStatistics, Result, Selection
from binairo_tui.tui.view import charts, list_text, spans

FEWEST_BINS = 3
"""This number plus twice the square root of the number of times is the maximum number of bins of a distribution."""
_NO_TIMES = "Puzzles that the program solved do not count for times and streaks."


class Table(NamedTuple):
    """The table of statistics; `has_trend` says whether there is room for the trend."""

    has_trend: bool

    @classmethod
    def for_width(cls, width: int) -> Self:
        """Return the table for a screen of this width."""
        return cls(has_trend=width >= _FULL_WIDTH)

    def heading(self) -> spans.TextLine:
        """Return the names of the columns."""
        names = f"{'size':7}{'difficulty':11}"
        figures = "".join([name.rjust(width) for name, width in zip(_NAMES, _WIDTHS, strict=True)])
        return spans.line(spans.Span(names + figures + "   trend" * self.has_trend, "muted"))

    def row(self, group: GroupStatistics, *, repeats_size: bool) -> spans.TextLine:
        """Return the row of a group.

        If `repeats_size`, the size is left out, because the row above has the same size.
        """
        shown = ["-" if ms is None else clock_text(ms) for ms in (group.best_ms, group.median_ms, group.recent_ms)]
        figures = "".join([text.rjust(width) for text, width in zip((str(group.solved), *shown), _WIDTHS, strict=True)])
        size = spans.Span(spans.column("" if repeats_size else size_text(*group.size), 7), "strong")
        trend = spans.Span(f"   {charts.sparkline(group.trend)}", "bar") if self.has_trend else ""
        return spans.line(size, spans.column(plain(group.band) or NOT_GRADED, 11), figures, trend)


_NAMES = ("solved", "best", "median", f"last {RECENT}")
_WIDTHS = (6, 8, 8, 9)
_FULL_WIDTH = 18 + sum(_WIDTHS) + 3 + RECENT


def selection_text(selection: Selection) -> str:
    """Return a description of the selection, such as ` · 8x8 · Hard`, to append to a title."""
    parts = (
        styles_text(selection.styles),
        size_text(*selection.size) if selection.size else "",
        (plain(selection.band) or NOT_GRADED) if selection.band is not None else "",
    )
    return "".join([f" · {part}" for part in parts if part])


def summary_text(styles: Mapping[SolveStyle, int], *, is_first: bool = False) -> str:
    """Return text with the number of solved puzzles, in total and for each style.

    `is_first` means that the player has never solved a puzzle.
    """
    if any(styles.values()):
        return style_counts_text(styles)
    return "You have not solved a puzzle yet." if is_first else "You have not solved any of this kind yet."


def left_out_lines(shown: Collection[SolveStyle], styles: Mapping[SolveStyle, int], key: str) -> list[spans.TextLine]:
    """Return a line that says that solves with help are left out.

    Return no line unless the styles `shown` are exactly those without help, and there are solves in other styles.
    `styles` counts all solves by style, and `key` is the key that shows other styles.
    """
    is_wanted = {*shown} == {*OWN_STYLES} and any(styles[style] for style in SolveStyle if style not in shown)
    text = f"Solves with help are left out: {key} shows them."
    return [spans.line(spans.Span(text, "muted"))] if is_wanted else []


def none_shown_lines(styles: Collection[SolveStyle], key: str) -> list[spans.TextLine]:
    """Return the lines that a table shows if no solve has one of the styles in `styles`.

    `key` is the key that shows other styles.
    """
    shown = wording.join_words([STYLE_WORDS[style] for style in styles], "or")
    texts = [f"None of them is {shown}: {key} shows other styles."]
    if SolveStyle.PROGRAM not in styles:
        texts.append(_NO_TIMES)
    return [spans.line(spans.Span(text, "muted")) for text in texts]


def times_title(group: GroupStatistics) -> str:
    """Return the title above the times of a row of the table: its size and difficulty."""
    return f"Times of {size_text(*group.size)} {plain(group.band)}".rstrip()


def times_lines(times_ms: Sequence[int], width: int, height: int) -> list[spans.TextLine]:
    """Return the distribution of times, with as many bins as the width and the number of times allow.

    If there are no times, only the program solved puzzles of this kind, and the lines say so.
    """
    if not times_ms:
        return spans.wrapped(_NO_TIMES, width, "muted")
    most = max(min((width + 1) // 3, FEWEST_BINS + isqrt(4 * len(times_ms))), 1)
    return charts.histogram(distribution(times_ms, most), times_ms, width, height)


def recent_line(result: Result, now: datetime) -> spans.TextLine:
    """Return a line about a solve: when it was, the puzzle, the difficulty, the time and the style."""
    return spans.line(
        spans.Span(spans.column(when_short(result.solved_utc, now), 14), "muted"),
        spans.column(list_text.result_name(result), 30),
        spans.column(plain(result.band), 9),
        clock_text(result.elapsed_ms).rjust(8),
        spans.Span(f"  {result.style.value}", "muted"),
    )
