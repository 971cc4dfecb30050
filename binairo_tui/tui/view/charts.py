"""Text charts: a trend, a year of days, a distribution of times; readable without colour."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from binairo_tui.player.text import clock_text
from binairo_tui.tui.view.spans import Span, joined, line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from binairo_tui.player.statistics import Bin
    from binairo_tui.tui.view.spans import TextLine

_BARS = "▁▂▃▄▅▆▇█"
HEAT_GLYPHS = "·░▒▓█"
"""Glyphs for days with 0, 1, 2, 3-4 and 5 or more solves."""
_DAY_NAMES = ("Mo", "", "We", "", "Fr", "", "Su")
_LABEL_WIDTH = 3
_BAR_GLYPH = "█"


def sparkline(values: Sequence[int]) -> str:
    """Return a bar for each value, scaled from the least to the greatest; all bars are low if the values are equal."""
    if not values:
        return ""
    low, span = min(values), max(values) - min(values)
    return "".join([_BARS[(value - low) * (len(_BARS) - 1) // span if span else 0] for value in values])


def heat_map(solves: Mapping[date, int], year: int, today: date, *, wide: bool = False) -> list[TextLine]:
    """Return a year of days: a row for each weekday, a column (two if `wide`) for each week; future days are blank.

    The first line names the months, and the last explains the glyphs. It is 57 columns wide, or 110 if `wide`.
    """
    cell = 2 if wide else 1
    start = date(year, 1, 1) - timedelta(days=date(year, 1, 1).weekday())
    weeks = (date(year, 12, 31) - start).days // 7 + 1
    lines = [_month_names(start, weeks, year, cell)]
    for weekday, name in enumerate(_DAY_NAMES):
        days = [start + timedelta(days=7 * week + weekday) for week in range(weeks)]
        glyphs = [_heat(solves.get(day, 0)) if day.year == year and day <= today else " " for day in days]
        lines.append(line(Span(name.ljust(_LABEL_WIDTH), "muted"), *_tinted("".join(glyphs), cell)))
    key = "  ".join(
        [f"{glyph} {text}" for glyph, text in zip(HEAT_GLYPHS, ("none", "1", "2", "3-4", "5+"), strict=True)]
    )
    return [*lines, line(Span(" " * _LABEL_WIDTH + key, "muted"))]


def bar_chart(bins: Sequence[Bin], width: int) -> list[TextLine]:
    """Return a line for each bin, with its limits, a bar and its count, at most `width` columns wide."""
    if not bins:
        return []
    labels = [f"{clock_text(each.start_ms)}-{clock_text(each.end_ms)}" for each in bins]
    label_width = max(map(len, labels))
    most = max(each.solved for each in bins)
    count_width = len(str(most))
    room = max(width - label_width - count_width - 4, 1)
    lines = []
    for label, each in zip(labels, bins, strict=True):
        length = -(-each.solved * room // most)  # rounded up, so that a single time has a bar
        count = f" {each.solved}" if each.solved else ""
        lines.append(line(Span(f"{label:>{label_width}}  ", "muted"), Span(_BAR_GLYPH * length, "zero"), count))
    return lines


def _heat(count: int) -> str:
    return HEAT_GLYPHS[count if count < 3 else 3 if count < 5 else 4]


def _tinted(glyphs: str, cell: int) -> TextLine:
    """Return the glyphs, each `cell` columns wide, with different tones for days with and without a solve."""
    return joined(
        [
            Span(glyph * cell, "done") if glyph in HEAT_GLYPHS[1:] else Span(glyph.ljust(cell), "faint")
            for glyph in glyphs
        ]
    )


def _month_names(start: date, weeks: int, year: int, cell: int) -> TextLine:
    """Return the name of each month above the week of its first day."""
    names = [" "] * (_LABEL_WIDTH + weeks * cell + 3)
    for month in range(1, 13):
        column = _LABEL_WIDTH + (date(year, month, 1) - start).days // 7 * cell
        names[column : column + 3] = f"{date(year, month, 1):%b}"
    return line(Span("".join(names).rstrip(), "muted"))
