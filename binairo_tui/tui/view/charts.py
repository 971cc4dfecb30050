"""Text charts, readable without colour: a trend, a map of the days of a year, and a distribution of times."""

from collections.abc import Mapping, Sequence
from datetime import date
from statistics import median

from binairo_tui.player.statistics import Bin
from binairo_tui.player.text import clock_text
from binairo_tui.tui.view import tiles
from binairo_tui.tui.view.spans import Span, TextLine, joined, line

SQUARE = "■"
HEAT_GLYPHS = "·░▒▓█"
"""Glyphs for days with 0, 1, 2, 3-4 and 5 or more solves, where tones cannot tell them apart."""
HEAT_TONES = ("faint", "level-1", "level-2", "level-3", "done")
"""Tones of days with 0, 1, 2, 3-4 and 5 or more solves; only days with solves are drawn as squares."""
_DAY_NAMES = ("Mo", "", "We", "", "Fr", "", "Su")
MOST_LINES = 3
"""The maximum height in lines of a bar that stands for a single solve, so that one solve does not look like many."""
LABEL_WIDTH = 3
"""The number of columns before the days, for the names of weekdays."""


def sparkline(values: Sequence[int]) -> str:
    """Return a bar (a character) for each value, scaled from the least to the greatest; equal values have low bars."""
    if not values:
        return ""
    low, span = min(values), max(values) - min(values)
    return "".join([tiles.LEVELS[1 + (value - low) * 7 // span if span else 1] for value in values])


def weeks_map(solves: Mapping[date, int], today: date, width: int, *, has_tones: bool = True) -> list[TextLine]:
    """Return a map of the latest weeks that fit into `width` columns: names of months, and a row for each weekday.

    Each week takes two columns, and future days are blank. Without `has_tones`, glyphs show the numbers of solves.
    """
    weeks = max((width - LABEL_WIDTH + 1) // 2, 1)
    monday = max(today.toordinal() - today.weekday() - 7 * (weeks - 1), 1)
    days = [date.fromordinal(number) for number in range(monday, today.toordinal() + 1)]
    names = [" "] * (LABEL_WIDTH + 2 * weeks + 3)
    for number, day in enumerate(days):
        if day.day == 1:
            column = LABEL_WIDTH + number // 7 * 2
            names[column : column + 3] = f"{day:%b}"
    lines = [line(Span("".join(names).rstrip(), "muted"))]
    for weekday, name in enumerate(_DAY_NAMES):
        shown = [_day_span(solves.get(day, 0), has_tones=has_tones) for day in days[weekday::7]]
        blank = Span("  " * (weekday > today.weekday()))
        lines.append(line(Span(name.ljust(LABEL_WIDTH), "muted"), *joined(shown), blank))
    return lines


def _day_span(count: int, *, has_tones: bool) -> Span:
    level = count if count < 3 else 3 if count < 5 else 4
    if has_tones and level:
        return Span(SQUARE.ljust(2), HEAT_TONES[level])
    return Span(HEAT_GLYPHS[level].ljust(2), "done" if level else HEAT_TONES[0])


def histogram(bins: Sequence[Bin], times_ms: Sequence[int], width: int, height: int) -> list[TextLine]:
    """Return a bar for each bin and, below the bars, a line with the shortest, the median and the longest time.

    The bar that contains the median is marked. If there are no bins, or there is no room for bars, return no lines. The
    bar of a single solve is at most `MOST_LINES` high.
    """
    most = max([each.solved for each in bins], default=0)
    room = min(height - 2, MOST_LINES * most)
    if not bins or room < 1:
        return []
    middle = median(times_ms)
    marked = next((index for index, each in enumerate(bins) if middle < each.end_ms), len(bins) - 1)
    gap = 1 if len(bins) * 2 - 1 <= width else 0
    thickness = max(min((width + gap) // len(bins) - gap, 6), 1)
    eighths = [-(-each.solved * room * 8 // most) for each in bins]  # rounded up, so that a single time has a bar
    lines = [
        line(
            *[
                Span(
                    tiles.LEVELS[min(max(it - 8 * row, 0), 8)] * thickness + " " * (gap and index < len(bins) - 1),
                    "done" if index == marked else "bar",
                )
                for index, it in enumerate(eighths)
            ]
        )
        for row in range(room - 1, -1, -1)
    ]
    drawn = len(bins) * (thickness + gap) - gap
    indent = (width - drawn) // 2
    column = indent + marked * (thickness + gap) + thickness // 2
    axis = _axis_text(clock_text(bins[0].start_ms), round(middle), clock_text(bins[-1].end_ms), column, (indent, drawn))
    return [
        *[(Span(" " * indent), *spans) for spans in lines],
        line(Span(" " * column + "▲", "done")),
        line(Span(axis[:width], "muted")),
    ]


def _axis_text(start: str, middle_ms: int, end: str, column: int, bars: tuple[int, int]) -> str:
    """Return the median below `column` and, if they fit, the ends below those of `bars`, given as indent and width."""
    indent, drawn = bars
    middle = f"median {clock_text(middle_ms)}"
    left = min(max(column - len(middle) // 2, 0), max(2 * indent + drawn - len(middle), 0))
    text = (" " * indent + start).ljust(left) if indent + len(start) < left else " " * left
    text += middle
    last = indent + drawn - len(end)
    return text.ljust(last) + end if last > len(text) else text
