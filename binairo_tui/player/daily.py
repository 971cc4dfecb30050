"""The puzzles of the days as the player's progress knows them. Pure.

Saved games and results call each size a collection, `daily/8x8`, which no collection file can be called, and each day a
number of it, `20261120`.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from typing import TYPE_CHECKING

from binairo_tui.store import PuzzleState

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from binairo_tui.store import Result

DAILY_SIZES = ((6, 6), (8, 8), (10, 10), (14, 14))
"""The sizes, width and height, that have a puzzle every day on the screen."""
_PREFIX = "daily/"


def daily_collection(width: int, height: int) -> str:
    """What the daily puzzles of a size are called in games and results."""
    return f"{_PREFIX}{width}x{height}"


def is_daily(collection: str) -> bool:
    """Whether a game or result of this collection is of a day's puzzle."""
    return collection.startswith(_PREFIX)


def daily_number(day: date) -> int:
    """The number of a day's puzzle."""
    return day.year * 10_000 + day.month * 100 + day.day


def daily_title(day: date) -> str:
    """What the player calls a day's puzzle."""
    return f"Daily {day.day} {day:%B %Y}"


def day_of(number: int) -> date | None:
    """The day of a number; None if no day has it."""
    try:
        return date(number // 10_000, number // 100 % 100, number % 100)
    except ValueError:
        return None


def daily_states(states: Mapping[str, Mapping[int, PuzzleState]]) -> dict[date, PuzzleState]:
    """What became of each day's puzzles: solved if one of them is, else started. `states` by collection and number."""
    found: dict[date, PuzzleState] = {}
    for collection, by_number in states.items():
        if is_daily(collection):
            for number, state in by_number.items():
                day = day_of(number)
                if day is not None and found.get(day) is not PuzzleState.SOLVED:
                    found[day] = state
    return found


def days_kept(results: Iterable[Result]) -> set[date]:
    """The days of which a daily puzzle was solved on the day itself: they make the daily streak."""
    return {result.day for result in results if is_daily(result.collection) and day_of(result.number) == result.day}


def best_times(results: Iterable[Result]) -> dict[str, dict[int, int]]:
    """The best time in ms of every puzzle that has a number, by collection and number."""
    found: defaultdict[str, dict[int, int]] = defaultdict(dict)
    for result in results:
        if result.number:
            times = found[result.collection]
            times[result.number] = min(result.elapsed_ms, times.get(result.number, result.elapsed_ms))
    return dict(found)
