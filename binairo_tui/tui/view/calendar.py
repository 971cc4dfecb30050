"""Calendar of a month as lines of text, each day with the state of its puzzles; readable without colour."""

from __future__ import annotations

from calendar import Calendar, monthrange
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.store.queries import PuzzleState
from binairo_tui.tui.view.spans import BLANK, Span, joined, line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from binairo_tui.tui.view.spans import TextLine

DAY_WIDTH = 5
SMALL_DAY_WIDTH = 3
MARKS = {PuzzleState.SOLVED: "✓", PuzzleState.STARTED: "/", None: "-"}
"""The mark after a day: solved, started, missed. Future days and days before the first played day have no mark."""
LEGEND = "✓ solved  / started  - missed"
DAY_WORDS = {None: "not played", PuzzleState.STARTED: "started", PuzzleState.SOLVED: "✓ solved"}
FIRST_WEEK = 3
"""The line of the first week, counted from 0."""


class Month(NamedTuple):
    """The month that contains the `selected` day; `states` maps days to states, if they have one."""

    selected: date
    today: date
    states: Mapping[date, PuzzleState]


def month_lines(month: Month) -> list[TextLine]:
    """Return the title, the weekdays and six weeks, 35 columns wide; unused weeks are blank."""
    selected = month.selected
    weeks = Calendar().monthdatescalendar(selected.year, selected.month)
    lines = [line(Span(f"{selected:%B %Y}".center(7 * DAY_WIDTH).rstrip(), "strong")), BLANK, _weekdays()]
    lines += [joined([_day(month, day) for day in week]) for week in weeks]
    return lines + [BLANK] * (6 - len(weeks))


def small_month_lines(month: Month, width: int) -> list[TextLine]:
    """Return the month in 20 columns, with marks in place of numbers; empty if `width` is less."""
    if width < 7 * SMALL_DAY_WIDTH - 1:
        return []
    weeks = Calendar().monthdatescalendar(month.selected.year, month.selected.month)
    title = f"{month.selected:%B %Y}".center(7 * SMALL_DAY_WIDTH - 1).rstrip()
    return [line(Span(title, "strong")), BLANK, *[joined([_small_day(month, day) for day in week]) for week in weeks]]


def day_place(selected: date) -> tuple[int, int]:
    """Return the column and line of a day's number in the result of `month_lines`."""
    first = selected.replace(day=1).weekday()
    week, weekday = divmod(selected.day - 1 + first, 7)
    return weekday * DAY_WIDTH + 2, FIRST_WEEK + week


def days_later(day: date, days: int, today: date) -> date:
    """Return the date `days` days later, limited to the range from 1 January of year 1 to today."""
    return min(date.fromordinal(max(day.toordinal() + days, 1)), today)


def months_later(day: date, months: int, today: date) -> date:
    """Return the same day `months` months later, or that month's last day, limited to year 1 through today."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    if year < 1:
        return date.min
    if year > date.max.year:
        return today
    return min(date(year, month + 1, min(day.day, monthrange(year, month + 1)[1])), today)


def mark_of(month: Month, day: date) -> str:
    """Return the mark after a day."""
    state = month.states.get(day)
    is_missed = state is None and min(month.states, default=month.today) < day < month.today
    return MARKS[state] if state or is_missed else " "


def _weekdays() -> TextLine:
    return line(Span("".join([f" {name:>2}  " for name in ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")]), "muted"))


def _small_day(month: Month, day: date) -> Span:
    if day.month != month.selected.month:
        return Span(" " * SMALL_DAY_WIDTH)
    state = month.states.get(day)
    text = f"{MARKS[state] if state else day.day:>2} "
    if day == month.today:
        return Span(text, "accent")
    return Span(text, "done" if state is PuzzleState.SOLVED else "normal" if day < month.today else "faint")


def _day(month: Month, day: date) -> Span:
    if day.month != month.selected.month:
        return Span(" " * DAY_WIDTH)
    left, right = "[]" if day == month.today else "  "
    text = f"{left}{day.day:2}{mark_of(month, day)}{right}"
    if day == month.selected:
        return Span(text, "current")
    if day > month.today:
        return Span(text, "faint")
    return Span(text, "done" if month.states.get(day) is PuzzleState.SOLVED else "normal")
