"""Words for times, dates and shares, and foreign text made fit to be shown. Pure."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from binairo_tui.files.clean_text import clean

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import tzinfo

TITLE_LENGTH = 60


def plain(text: str, length: int = TITLE_LENGTH) -> str:
    """Foreign text as it may be shown: `foreign.clean` with the length of a title. For a widget with markup off."""
    return clean(text, length)


def clock_text(elapsed_ms: int) -> str:
    """Playing time: `2:05`, `1:02:05`."""
    minutes, seconds = divmod(elapsed_ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def percent_text(share: float) -> str:
    """A share from 0 to 1 in whole per cent; 100 only when nothing is missing, 0 only when nothing is there."""
    percent = round(share * 100)
    if 0 < share < 1:
        percent = min(max(percent, 1), 99)
    return f"{percent} %"


def when_text(seconds_utc: int, now: datetime, zone: tzinfo | None = None) -> str:
    """A moment, in seconds since 1970, as seen from `now`, which is aware: `today 08:12`, `3 days ago`, a date."""
    then = datetime.fromtimestamp(seconds_utc, UTC).astimezone(zone or now.tzinfo)
    days = (now.date() - then.date()).days
    if days <= 0:
        return f"today {then:%H:%M}"
    if days == 1:
        return "yesterday"
    return f"{days} days ago" if days < 7 else _date_text(then.date())


def when_short(seconds_utc: int, now: datetime, zone: tzinfo | None = None) -> str:
    """Like `when_text` in at most 12 columns: `today 08:12`, `yesterday`, `3 days ago`, `11 Nov`, `11 Nov 2023`."""
    then = datetime.fromtimestamp(seconds_utc, UTC).astimezone(zone or now.tzinfo).date()
    if (now.date() - then).days < 7:
        return when_text(seconds_utc, now, zone)
    return f"{then.day} {then:%b}" if then.year == now.year else f"{then.day} {then:%b %Y}"


def streak_text(days: int) -> str:
    """How many days in a row had a solve; empty for none."""
    return "" if not days else f"streak {days} day{'s' * (days > 1)}"


def rank_text(elapsed_ms: int, earlier_ms: Sequence[int]) -> str:
    """The place of a time among one's own earlier times of the same kind."""
    if not earlier_ms:
        return "Nothing to compare it with yet."
    rank = 1 + sum(earlier < elapsed_ms for earlier in earlier_ms)
    if rank == 1:
        return f"The fastest of your {len(earlier_ms) + 1}."
    return f"Number {rank} of your {len(earlier_ms) + 1} by time."


def size_text(width: int, height: int) -> str:
    """A board's size, width first."""
    return f"{width}x{height}"


def game_title(width: int, height: int, title: str, band: str) -> str:
    """What is played: size, title, difficulty; the size once, if the title begins with it."""
    size = size_text(width, height)
    shown = plain(title)
    parts = [shown] if shown.startswith(size) else [size, shown]
    return " · ".join([part for part in (*parts, plain(band)) if part])


def _date_text(day: date) -> str:
    return f"{day.day} {day:%B %Y}"
