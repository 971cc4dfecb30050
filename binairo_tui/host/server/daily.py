"""The daily ranking: who solved the puzzles of a UTC date.

Each result is proved by replaying the log of the game. The time of a result runs from the player's first look at the
puzzle. The style follows from all aids that the player has ever used for the puzzle. So a player gains nothing by
beginning again.
"""

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import partial
from hashlib import sha256

from binairo_tui.engine import Puzzle, request, solutions
from binairo_tui.engine.puzzle import parse_size
from binairo_tui.files.json_lines import Fields, RequestError, required_field
from binairo_tui.game import Aid
from binairo_tui.game.aids import OWN_STYLES
from binairo_tui.host.server.database import HostDatabase, InThread
from binairo_tui.host.server.fairness import is_plausible
from binairo_tui.host.server.generator import Generator
from binairo_tui.host.server.move_log import LogError, MoveLog
from binairo_tui.player.catalog import DAILY_SIZES
from binairo_tui.player.likeness import is_like
from binairo_tui.player.text import UNVERIFIED, size_text
from binairo_tui.processes.requests import Generated

LATEST = timedelta(days=1)
"""For how long the host still accepts solves of a daily puzzle after the puzzle's day."""
TOO_LATE = "A daily puzzle is ranked if you first open it on its day, and solve it by the end of the next day."


class DailyRanking:
    """Takes players' logs of solved daily puzzles, and ranks them. `now` returns the time in seconds since 1970."""

    def __init__(
        self,
        generator: Generator,
        in_thread: InThread,
        database: HostDatabase,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._generator = generator
        self._in_thread = in_thread
        self.database = database
        self.now = now

    async def puzzle(self, player: str, fields: Fields) -> dict[str, object]:
        """Return the fields of a daily puzzle; on its day, record a look. Raises RequestError before its day."""
        day, size, now = _day_of(fields), _size_of(fields), self.now()
        if day > _utc_day(now):
            raise RequestError("day", "This puzzle is not there yet.")
        made = await self._made(day, size)
        if day == _utc_day(now):
            await self._in_thread(lambda: self.database.look(player, day, size_text(*size), round(1000 * now), 0))
        return made.fields

    async def look(self, player: str, fields: Fields) -> None:
        """Record that a player sees a daily puzzle, and the aids that the player has used. Raises RequestError."""
        day, size, aids = self._ranked_day(fields), _size_of(fields), _aids_of(fields)
        now_ms = round(1000 * self.now())
        await self._in_thread(lambda: self.database.look(player, day, size_text(*size), now_ms, aids))

    async def note_solving(self, player: str, puzzle: Puzzle) -> None:
        """If the app solves a puzzle for a player who has seen a similar daily puzzle, count this as help.

        A puzzle with less than half as many givens as the daily puzzle does not count, because it would be similar to
        many puzzles. Only daily puzzles whose solves are still accepted are compared.
        """
        size, now = (puzzle.width, puzzle.height), self.now()
        since = _utc_day(now) - LATEST
        for day in await self._in_thread(lambda: self.database.looked_days(player, size_text(*size), since)):
            daily = (await self._made(day, size)).puzzle
            solution = daily.with_givens(next(solutions(daily, 1)))
            if 2 * puzzle.given_count >= daily.given_count and is_like(puzzle, solution):
                seen = player, day, size_text(*size), round(1000 * now), Aid.SOLUTIONS.value
                await self._in_thread(partial(self.database.look, *seen))

    async def claim(self, player: str, fields: Fields) -> dict[str, object]:
        """Add the log of a solved daily puzzle; only a player's first log counts. Raises LogError, RequestError.

        Return the time and the style that the log proves, and whether it is the player's first log. The field
        `solved_ms` is the time of the solve, in ms since 1970. It is needed because a session may report a solve late.
        """
        day, size, aids = self._ranked_day(fields), _size_of(fields), _aids_of(fields)
        solved_ms = min(required_field(fields, "solved_ms", int), round(1000 * self.now()))
        puzzle = (await self._made(day, size)).puzzle
        log = prove(puzzle, required_field(fields, "history", str))
        opened_ms, all_aids = await self._in_thread(
            lambda: self.database.look(player, day, size_text(*size), solved_ms - log.elapsed_ms, aids)
        )
        if _utc_day(opened_ms / 1000) != day:
            raise RequestError("day", TOO_LATE)
        elapsed_ms = max(log.elapsed_ms, solved_ms - opened_ms)
        style = log.style(Aid(all_aids))
        is_fair = style not in OWN_STYLES or await asyncio.to_thread(is_plausible, puzzle, log.steps[: log.head])
        result = style.value if is_fair else UNVERIFIED, elapsed_ms, log.history
        is_new = await self._in_thread(
            lambda: self.database.add_result(player, day, size_text(*size), result, solved_ms // 1000)
        )
        return {"is_new": is_new, "elapsed_ms": elapsed_ms, "style": result[0]}

    async def standings(self, fields: Fields) -> dict[str, object]:
        """Return the ranking for a day and a size. Each item is [name, style, time in ms]."""
        day, size = _day_of(fields), _size_of(fields)
        return {"standings": await self._in_thread(lambda: self.database.standings(day, size_text(*size)))}

    async def secrets(self) -> dict[str, object]:
        """Return the hashes of today's and tomorrow's secrets, and yesterday's secret; '' for a day without one."""
        today = _utc_day(self.now())
        found = [await self._secret(today + timedelta(days=days)) for days in (0, 1, -1)]
        hashes = [sha256(secret.encode()).hexdigest() if secret else "" for secret in found]
        return {"today": hashes[0], "tomorrow": hashes[1], "yesterday": found[2]}

    async def _secret(self, day: date) -> str:
        makes = timedelta() <= day - _utc_day(self.now()) <= LATEST
        return await self._in_thread(lambda: self.database.secret(day, makes=makes))

    async def _made(self, day: date, size: tuple[int, int]) -> Generated:
        return await self._generator.generate(*request.daily_request(day, *size, await self._secret(day)))

    def _ranked_day(self, fields: Fields) -> date:
        day = _day_of(fields)
        if not timedelta() <= _utc_day(self.now()) - day <= LATEST:
            raise RequestError("day", TOO_LATE)
        return day


def prove(puzzle: Puzzle, history: str) -> MoveLog:
    """Return the log of a solved game. Raises LogError unless it solves the puzzle."""
    log = MoveLog(puzzle, history)
    if not log.is_solved:
        raise LogError("it does not solve the puzzle")
    return log


def _utc_day(seconds: float) -> date:
    return datetime.fromtimestamp(seconds, UTC).date()


def _day_of(fields: Fields) -> date:
    try:
        return date.fromisoformat(required_field(fields, "day", str))
    except ValueError:
        raise RequestError("request", "'day' is not a date") from None


def _size_of(fields: Fields) -> tuple[int, int]:
    size = parse_size(required_field(fields, "size", str))
    if size not in DAILY_SIZES:
        raise RequestError("request", "'size' is not one of the daily sizes")
    return size


def _aids_of(fields: Fields) -> int:
    aids: int = required_field(fields, "aids", int)
    if not 0 <= aids < 1 << 32:
        raise RequestError("request", "'aids' is not a whole number of 32 bits")
    return aids
