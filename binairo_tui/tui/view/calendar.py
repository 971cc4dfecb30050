"""Calendar of a month as lines of text, each day with the state of its puzzles; readable without colour."""

from calendar import Calendar, monthrange
from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from binairo_tui.store.queries import PuzzleState
from binairo_tui.tui.view import list_text, spans, tiles

DAY_WIDTH = 5
TILE_LINES = 3
"""The height in lines of a day that is drawn as a tile, with the number in the middle and a gap around it."""
SMALL_DAY_WIDTH = 3
LEGEND = "✓ solved  / started"
_GROUNDS = {PuzzleState.SOLVED: "day-solved", PuzzleState.STARTED: "day-started", None: "day-open"}
_WEEKS = 6
_NAMES = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")


class Month(NamedTuple):
    """The month that contains the `selected` day.

    `states` maps a day to SOLVED if any puzzle of the day is solved, and to STARTED if puzzles were started but none
    is solved.
    """

    selected: date
    today: date
    states: Mapping[date, PuzzleState]


class Pitch(NamedTuple):
    """The distance from one day to the next in columns, and from one week to the next in lines."""

    columns: int
    lines: int


_PITCHES = (Pitch(DAY_WIDTH + 1, 3), Pitch(DAY_WIDTH + 1, 2), Pitch(DAY_WIDTH, 1), Pitch(SMALL_DAY_WIDTH, 1))


def pitch_for(width: int, height: int) -> Pitch:
    """Return the largest pitch for a width in columns and a height in lines; the smallest if none fits."""
    fitting = [it for it in _PITCHES if 7 * it.columns - 1 <= width and 1 + _WEEKS * it.lines <= height]
    return fitting[0] if fitting else _PITCHES[-1]


def month_lines(
    month: Month, width: int, height: int, *, chosen: bool = True, has_tones: bool = True
) -> list[spans.TextLine]:
    """Return a calendar of a month in the middle of `width` columns: the weekdays' names, then six weeks.

    Unused weeks are blank. If there is room, each day is a tile as high as possible. If there is little room, the mark
    of a day replaces its number. If the week of the selected day would not fit, weeks at the beginning are left out.
    `chosen` says whether the selected day is highlighted. Days have no background if the terminal cannot show shades of
    colours (`has_tones` is False).
    """
    pitch = pitch_for(width, height)
    selected = month.selected
    weeks = Calendar().monthdatescalendar(selected.year, selected.month)
    lines = [spans.line(spans.Span("".join([name.rjust(3).ljust(pitch.columns) for name in _NAMES]).rstrip(), "muted"))]
    if pitch.columns == SMALL_DAY_WIDTH:
        lines = [
            spans.line(spans.Span(" ".join(_NAMES), "muted")),
            *[
                spans.joined([_small_day(month, it, is_chosen=chosen and it == selected) for it in week])
                for week in weeks
            ],
        ]
    else:
        for week in weeks:
            days = [_day(month, it, is_chosen=chosen and it == selected, has_tones=has_tones) for it in week]
            gap = spans.Span(" " * (pitch.columns - DAY_WIDTH))
            numbers = spans.joined([it for day in days for it in (day, gap) if it.text])
            if pitch.lines == TILE_LINES:
                above, below = [
                    spans.joined([it for day in days for it in (_edge(day, is_upper=is_upper), gap)])
                    for is_upper in (True, False)
                ]
                lines += [above, numbers, below]
            else:
                lines += [numbers, *[spans.BLANK] * (pitch.lines - 1)]
    lines += [spans.BLANK] * (1 + _WEEKS * pitch.lines - len(lines))
    left = spans.Span(" " * _left(width, pitch))
    del lines[1 : 1 + _weeks_above(selected, height)]
    return [spans.line(left, *it) for it in lines]


def day_place(selected: date, width: int, height: int) -> tuple[int, int]:
    """Return the column and line of a day's number in the result of `month_lines` for the same width and height."""
    pitch = pitch_for(width, height)
    x = _left(width, pitch) + selected.weekday() * pitch.columns + (2 if pitch.columns > SMALL_DAY_WIDTH else 1)
    week = _week_of(selected) - _weeks_above(selected, height)
    return x, 1 + week * pitch.lines + (pitch.lines == TILE_LINES)


def _week_of(selected: date) -> int:
    return (selected.day - 1 + selected.replace(day=1).weekday()) // 7


def _weeks_above(selected: date, height: int) -> int:
    """Return how many weeks are left out so that the week of the selected day fits into `height` lines."""
    return max(_week_of(selected) + 2 - max(height, 2), 0)


def _left(width: int, pitch: Pitch) -> int:
    return max((width - 7 * pitch.columns + 1) // 2, 0)


def _edge(day: spans.Span, *, is_upper: bool) -> spans.Span:
    """Return the line above (`is_upper`) or below the number of a day; the day's tile fills part of the line."""
    if isinstance(day.tone, tuple):
        return spans.Span(*tiles.tile_part(DAY_WIDTH, day.tone, is_upper=is_upper))
    return spans.Span(" " * DAY_WIDTH)


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


def _small_day(month: Month, day: date, *, is_chosen: bool) -> spans.Span:
    if day.month != month.selected.month:
        return spans.Span(" " * SMALL_DAY_WIDTH)
    state = month.states.get(day)
    text = f"{list_text.MARKS[state] if state else day.day:>2} "
    if is_chosen:
        return spans.Span(text, ("day-selected",))
    if day == month.today:
        return spans.Span(text, "accent")
    return spans.Span(text, "done" if state is PuzzleState.SOLVED else "normal" if day < month.today else "faint")


def _day(month: Month, day: date, *, is_chosen: bool, has_tones: bool) -> spans.Span:
    if day.month != month.selected.month:
        return spans.Span(" " * DAY_WIDTH)
    state = month.states.get(day)
    text = f" {day.day:2}{list_text.MARKS[state]} "
    if day == month.today:
        text = f"[{day.day:2}{list_text.MARKS[state].strip()}]".ljust(DAY_WIDTH)
    if is_chosen:
        return spans.Span(text, ("day-selected",))
    if day > month.today:
        return spans.Span(text, "faint")
    if not has_tones:
        return spans.Span(text, "done" if state is PuzzleState.SOLVED else "normal")
    return spans.Span(text, (_GROUNDS[state],))
