"""Texts shared by all ways to play: times, dates, percentages, titles, and sentences about a solve. Pure."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from binairo_tui.engine.wording import plural
from binairo_tui.files.terminal_text import strip_controls
from binairo_tui.game import SolveStyle

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from binairo_tui.game import GameSession
    from binairo_tui.store.games import SavedGame
    from binairo_tui.store.queries import Result

TITLE_LENGTH = 60
_STYLES = {
    SolveStyle.STRICT: "Strict: without any aid.",
    SolveStyle.UNAIDED: "Unaided.",
    SolveStyle.HELPED: "With help.",
}


def plain(text: str, length: int = TITLE_LENGTH) -> str:
    """Return untrusted text made safe for a widget without markup, cut to `length` characters."""
    return strip_controls(text, length)


def clock_text(elapsed_ms: int) -> str:
    """Return a playing time: `2:05`, `1:02:05`."""
    minutes, seconds = divmod(elapsed_ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def percent_text(share: float) -> str:
    """Return a share from 0 to 1 as a whole percentage; 0 and 100 only for exactly 0 and 1."""
    percent = round(share * 100)
    if 0 < share < 1:
        percent = min(max(percent, 1), 99)
    return f"{percent}%"


def when_text(seconds_utc: int, now: datetime) -> str:
    """Return a time as text relative to `now`, which is aware: `today 08:12`, `3 days ago`, a date.

    `seconds_utc` is in seconds since 1970.
    """
    then = datetime.fromtimestamp(seconds_utc, UTC).astimezone(now.tzinfo)
    days = (now.date() - then.date()).days
    if days <= 0:
        return f"today {then:%H:%M}"
    if days == 1:
        return "yesterday"
    return f"{days} days ago" if days < 7 else _date_text(then.date())


def when_short(seconds_utc: int, now: datetime) -> str:
    """Return `when_text` in at most 12 columns: `today 08:12`, `yesterday`, `3 days ago`, `11 Nov`, `11 Nov 2023`."""
    then = datetime.fromtimestamp(seconds_utc, UTC).astimezone(now.tzinfo).date()
    if (now.date() - then).days < 7:
        return when_text(seconds_utc, now)
    return f"{then.day} {then:%b}" if then.year == now.year else f"{then.day} {then:%b %Y}"


def streak_text(days: int) -> str:
    """Return a streak in words; empty for 0 days."""
    return f"streak {plural(days, 'day')}" if days else ""


def rank_text(elapsed_ms: int, earlier_ms: Sequence[int]) -> str:
    """Return the rank of a time among the player's earlier times of the same kind."""
    if not earlier_ms:
        return "Nothing to compare it with yet."
    rank = 1 + sum(earlier < elapsed_ms for earlier in earlier_ms)
    if rank == 1:
        return f"The fastest of your {len(earlier_ms) + 1}."
    return f"Number {rank} of your {len(earlier_ms) + 1} by time."


def standing_text(game: SavedGame, session: GameSession, earlier: Iterable[Result]) -> str:
    """Return the style of a solve, and its rank among results of the same size, band and style.

    `earlier` holds all results except this one.
    """
    puzzle, style = game.puzzle, session.style
    kind = (puzzle.width, puzzle.height, game.band, style)
    times = [it.elapsed_ms for it in earlier if (it.width, it.height, it.band, it.style) == kind]
    return f"{_STYLES[style]} {rank_text(session.clock.elapsed_ms, times)}"


def lesson_text(technique: str) -> str:
    """Return a technique and its rule, such as `Pair: Two equal values ...`; empty if the technique is unknown."""
    # Imported here because only the tutorial needs the techniques.
    from binairo_tui.engine.techniques.registry import TECHNIQUES

    for known in TECHNIQUES:
        if known.name == technique:
            return f"{technique.capitalize()}: {known.rule}"
    return ""


def size_text(width: int, height: int) -> str:
    """Return a board's size, width first."""
    return f"{width}x{height}"


def game_title(width: int, height: int, title: str, band: str) -> str:
    """Return the size, title and difficulty; the size is not repeated if the title begins with it."""
    size = size_text(width, height)
    shown = plain(title)
    parts = [shown] if shown.startswith(size) else [size, shown]
    return " · ".join([part for part in (*parts, plain(band)) if part])


def _date_text(day: date) -> str:
    return f"{day.day} {day:%B %Y}"
