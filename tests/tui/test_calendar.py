"""Tests of the calendar: every day once, at its place; no move leaves the allowed days."""

import calendar
import re
from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.store.queries import PuzzleState
from binairo_tui.tui.view.calendar import (
    DAY_WIDTH,
    TILE_LINES,
    Month,
    day_place,
    days_later,
    month_lines,
    months_later,
    pitch_for,
)
from binairo_tui.tui.view.spans import plain_text

TODAY = date(2024, 2, 29)
STATES = {date(2024, 2, 3): PuzzleState.SOLVED, date(2024, 2, 10): PuzzleState.STARTED}


@given(st.dates(), st.dates(), st.integers(20, 80), st.integers(7, 30))
def test_every_day_of_the_month_is_at_its_place(selected: date, today: date, width: int, height: int) -> None:
    lines = [plain_text(line) for line in month_lines(Month(selected, today, {}), width, height)]
    pitch = pitch_for(width, height)
    assert len(lines) == 1 + 6 * pitch.lines <= height
    days = calendar.monthrange(selected.year, selected.month)[1]
    for number in range(1, days + 1):
        x, y = day_place(selected.replace(day=number), width, height)
        assert lines[y][x - 1 : x + 1] == f"{number:2}"
        if pitch.lines == TILE_LINES:
            tile = slice(x - 2, x - 2 + DAY_WIDTH)
            above, below = lines[y - 1][tile], lines[y + 1][tile]
            assert {above, below} == {" " * DAY_WIDTH} or (set(above), set(below)) == ({"▔"}, {"▁"})
    numbers = [word for line in lines[1:] for word in re.sub("[^0-9]", " ", line).split()]
    assert len(numbers) == days
    assert all(len(line.rstrip()) <= width for line in lines)


def test_only_solved_and_started_days_have_marks() -> None:
    month = Month(TODAY, TODAY, STATES)
    text = "\n".join(plain_text(line) for line in month_lines(month, 40, 8))
    assert "[29]" in text
    assert " 3✓   4  " in text
    assert "10/" in text
    assert "-" not in text  # a day without a game before one that was begun later is no reproach


def test_marks_replace_numbers_where_there_is_little_room() -> None:
    lines = [plain_text(line) for line in month_lines(Month(TODAY, TODAY, STATES), 20, 8)]
    assert lines[0] == "Mo Tu We Th Fr Sa Su"
    assert lines[1].split() == ["1", "2", "✓", "4"]


@given(st.dates(), st.integers(20, 40), st.integers(2, 6))
def test_where_not_all_weeks_fit_the_chosen_one_does(selected: date, width: int, height: int) -> None:
    lines = month_lines(Month(selected, TODAY, {}), width, height)
    x, y = day_place(selected, width, height)
    assert 1 <= y < height
    assert plain_text(lines[y])[x - 1 : x + 1] == f"{selected.day:2}"
    assert [span.text for span in lines[y] if span.tone == ("day-selected",)] == [f"{selected.day:2} "]


@given(st.dates(), st.integers(-40, 40), st.dates())
def test_moves_stay_between_the_first_day_and_today(day: date, days: int, today: date) -> None:
    wanted = day.toordinal() + days
    assert days_later(day, days, today) == min(date.fromordinal(max(wanted, 1)), today)


@given(st.dates(min_value=date(2, 1, 1), max_value=date(9990, 1, 1)), st.integers(-11, 11))
def test_another_month_has_the_same_day_or_its_last(day: date, months: int) -> None:
    found = months_later(day, months, date.max)
    assert (found.year * 12 + found.month) - (day.year * 12 + day.month) == months
    assert found.day == day.day or (found.day < day.day and (found + timedelta(days=1)).day == 1)


def test_moves_by_months_stay_between_the_first_day_and_today() -> None:
    assert months_later(date(1, 1, 5), -1, TODAY) == date.min
    assert months_later(TODAY, 1, TODAY) == TODAY
    assert months_later(date(9999, 12, 31), 1, date.max) == date.max
