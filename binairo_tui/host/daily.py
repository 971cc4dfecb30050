"""The daily board: who solved the puzzle of the UTC date, proved by replaying the log of the game."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, TypeVar

from binairo_tui.engine.puzzle import parse_size
from binairo_tui.engine.request import daily_request
from binairo_tui.files.json_lines import Fields, RequestError, required_field
from binairo_tui.game.aids import Aid
from binairo_tui.host.database import Standing
from binairo_tui.host.move_log import LogError, MoveLog
from binairo_tui.player.catalog import DAILY_SIZES

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from binairo_tui.engine import Puzzle
    from binairo_tui.host.database import HostDatabase
    from binairo_tui.host.generator import Generator

T = TypeVar("T")


def utc_today() -> date:
    """Return today's UTC date, which is the date of the host's daily puzzle."""
    return datetime.now(UTC).date()


class DailyBoard:
    """Takes results of daily puzzles. `in_thread` calls a function of the database in its thread."""

    def __init__(
        self,
        generator: Generator,
        in_thread: Callable[[Callable[[], T]], Awaitable[T]],
        database: HostDatabase,
        today: Callable[[], date] = utc_today,
    ) -> None:
        self._generator = generator
        self._in_thread = in_thread
        self._database = database
        self._today = today

    async def claim(self, player: str, fields: Fields) -> dict[str, object]:
        """Take the log of a solved daily puzzle; the first log of a player counts. Raises LogError, RequestError."""
        day, size = _day_and_size(fields)
        if day != self._today():
            raise RequestError("day", "Only today's puzzle counts for the board.")
        request, seed = daily_request(day, *size)
        puzzle = (await self._generator.generate(request, seed)).puzzle
        standing = prove(puzzle, required_field(fields, "history", str), required_field(fields, "aids", int))
        name = f"{size[0]}x{size[1]}"
        work = lambda: self._database.add_result(player, day, name, standing, int(time.time()))  # noqa: E731
        is_new = await self._in_thread(work)  # type: ignore[arg-type]
        return {"is_new": is_new, "elapsed_ms": standing.elapsed_ms, "style": standing.style}

    async def standings(self, fields: Fields) -> dict[str, object]:
        """Return the board of a day and a size."""
        day, size = _day_and_size(fields)
        found: list[Standing] = await self._in_thread(  # type: ignore[assignment]
            lambda: self._database.standings(day, f"{size[0]}x{size[1]}")  # type: ignore[arg-type, return-value]
        )
        return {"standings": [[it.name, it.style, it.elapsed_ms] for it in found]}


def prove(puzzle: Puzzle, history: str, aids: int) -> Standing:
    """Return what a log proves, without a name. Raises LogError unless it solves the puzzle.

    The time is that of the last step, and the style is at best that of the claimed aids.
    """
    log = MoveLog(puzzle, history)
    if not log.is_solved:
        raise LogError("it does not solve the puzzle")
    if aids < 0:
        raise LogError("its aids cannot be right")
    return Standing("", log.style(Aid(aids)).value, log.elapsed_ms, log.history)


def _day_and_size(fields: Fields) -> tuple[date, tuple[int, int]]:
    size = parse_size(required_field(fields, "size", str))
    try:
        day = date.fromisoformat(required_field(fields, "day", str))
    except ValueError:
        raise RequestError("request", "'day' is not a date") from None
    if size not in DAILY_SIZES:
        raise RequestError("request", "'size' is not one of the daily sizes")
    return day, size
