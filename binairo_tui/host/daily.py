"""The daily ranking: who solved the puzzles of a UTC date. Each result is proved by replaying the log of the game."""

import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

from binairo_tui.engine import Puzzle, request
from binairo_tui.engine.puzzle import parse_size
from binairo_tui.files.json_lines import Fields, RequestError, required_field
from binairo_tui.game import Aid
from binairo_tui.game.pace import pace_of
from binairo_tui.host.database import DailyResult, HostDatabase, InThread
from binairo_tui.host.generator import Generator
from binairo_tui.host.move_log import LogError, MoveLog
from binairo_tui.player.catalog import DAILY_SIZES

LATEST = timedelta(days=1)
"""How long after the day of a daily puzzle the host still accepts a solve of it."""


class DailyRanking:
    """Takes players' logs of solved daily puzzles, and returns the ranking of a day. `today` returns the UTC date."""

    def __init__(
        self,
        generator: Generator,
        in_thread: InThread,
        database: HostDatabase,
        today: Callable[[], date] = lambda: datetime.now(UTC).date(),
    ) -> None:
        self._generator = generator
        self._in_thread = in_thread
        self._database = database
        self._today = today

    async def claim(self, player: str, fields: Fields) -> dict[str, object]:
        """Add the log of a solved daily puzzle; only a player's first log counts. Raises LogError, RequestError.

        Yesterday's puzzle is accepted, too, because sessions may report a solve late if the host missed it.
        """
        day, size = _day_and_size(fields)
        if not timedelta() <= self._today() - day <= LATEST:
            raise RequestError("day", "Only today's puzzles count for the ranking.")
        puzzle = (await self._generator.generate(*request.daily_request(day, *size))).puzzle
        result = prove(puzzle, required_field(fields, "history", str), required_field(fields, "aids", int))
        is_new = await self._in_thread(
            lambda: self._database.add_result(player, day, f"{size[0]}x{size[1]}", result, int(time.time()))
        )
        return {"is_new": is_new, "elapsed_ms": result.elapsed_ms, "style": result.style}

    async def standings(self, viewer: str, fields: Fields) -> dict[str, object]:
        """Return the ranking for a day and a size, and which solves the player named `viewer` may race against."""
        found = await self._standings(*_day_and_size(fields))
        return {"standings": [[it.name, it.style, it.elapsed_ms, _may_race(viewer, it)] for it in found]}

    async def pace(self, viewer: str, fields: Fields) -> dict[str, object]:
        """Return the number of cells that a player had filled after each step of a solve."""
        day, size = _day_and_size(fields)
        name = required_field(fields, "name", str)
        for result in await self._standings(day, size):
            if result.name == name and _may_race(viewer, result):
                puzzle = (await self._generator.generate(*request.daily_request(day, *size))).puzzle
                log = MoveLog(puzzle, result.history)
                pace = pace_of(puzzle, log.steps[: log.head])
                return {"moments": pace.moments, "to_fill": pace.to_fill}
        raise RequestError("request", "You cannot race against this solve.")

    async def _standings(self, day: date, size: tuple[int, int]) -> list[DailyResult]:
        return await self._in_thread(lambda: self._database.standings(day, f"{size[0]}x{size[1]}"))


def _may_race(viewer: str, result: DailyResult) -> bool:
    """Return True if a player may race against a solve: it is the player's own, or its player allows watching."""
    return result.is_watchable or result.name == viewer


def prove(puzzle: Puzzle, history: str, aids: int) -> DailyResult:
    """Return the result that a log proves, without a name. Raises LogError unless it solves the puzzle.

    The time is that of the last step, and the style is at best that of the claimed aids.
    """
    log = MoveLog(puzzle, history)
    if not log.is_solved:
        raise LogError("it does not solve the puzzle")
    if aids < 0:
        raise LogError("it reports impossible aids")
    return DailyResult("", log.style(Aid(aids)).value, log.elapsed_ms, log.history)


def _day_and_size(fields: Fields) -> tuple[date, tuple[int, int]]:
    size = parse_size(required_field(fields, "size", str))
    try:
        day = date.fromisoformat(required_field(fields, "day", str))
    except ValueError:
        raise RequestError("request", "'day' is not a date") from None
    if size not in DAILY_SIZES:
        raise RequestError("request", "'size' is not one of the daily sizes")
    return day, size
