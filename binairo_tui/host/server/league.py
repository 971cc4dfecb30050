"""The league: ratings of the host's players, computed from races and daily puzzles.

The database has only results, no ratings. Days whose results are final are rated once a day; later days are rated on
request.
"""

import asyncio
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from itertools import combinations, groupby
from math import inf
from typing import Any

from binairo_tui.engine import request
from binairo_tui.engine.puzzle import parse_size
from binairo_tui.host.server.daily import LATEST
from binairo_tui.host.server.database import HostDatabase, InThread
from binairo_tui.player.glicko import Rating
from binairo_tui.player.ratings import SURE, Played, Ratings, replay, solve_game
from binairo_tui.store.queries import PuzzleKind

MAX_SHOWN = 200
"""The number of players in the table. The player who asks is always in it."""
FRESH_SECONDS = 1.0
"""For this many seconds, ratings are not computed again, unless a race has ended."""
_EPOCH, _DAY_MS = date(1970, 1, 1).toordinal(), 86_400_000
_DAILIES = (
    "SELECT player, day, size, elapsed_ms FROM result WHERE style IN ('strict', 'unaided') AND day BETWEEN ? AND ?"
)
# Somebody who has won because all others gave up need not have finished.
_RACERS = (
    f"SELECT race, started_ms, player, coalesce(finished_ms, CASE place WHEN 1 THEN {_DAY_MS} END)"  # noqa: S608
    " FROM racer JOIN race ON race.id = race WHERE is_over = 1 AND started_ms BETWEEN ? AND ?"
)


@dataclass
class _State:
    """All ratings, and for each player the last day with a game, the rating before it, and the rating after it."""

    ratings: Ratings = field(default_factory=Ratings)
    last: dict[str, tuple[int, Rating, Rating]] = field(default_factory=dict)

    def add(self, games: Iterable[Played]) -> None:
        for day, changed in replay(games, self.ratings):
            for name, rating in changed.items():
                before = self.last[name][2] if name in self.last else Rating()
                self.last[name] = day, before, rating


class League:
    """Returns the table of ratings. `now` returns the time in seconds since 1970."""

    def __init__(self, in_thread: InThread, database: HostDatabase, now: Callable[[], float] = time.time) -> None:
        self._in_thread = in_thread
        self._database = database
        self._now = now
        self._final, self._final_day = _State(), 0
        self._state, self._fresh_until, self._races_ended = _State(), 0.0, 0
        self._rating = asyncio.Lock()

    async def table(self, viewer: str) -> dict[str, object]:
        """Return fields of `LeagueLine`s: those with deviations of at most `SURE`, then the others, both by rating."""
        state, today = await self._current(), self._today()
        names = {it.id: it.name for it in await self._in_thread(self._database.players) if not it.is_banned}
        found = []
        for player in names.keys() & state.last.keys():
            rating, (day, before, after) = state.ratings.of(player, today + 1), state.last[player]
            gain = round(after.value - before.value, 1) if day == today else None
            line = [names[player], round(rating.value, 1), round(rating.deviation, 1), gain]
            found.append((rating.deviation > SURE, -rating.value, player, line))
        found.sort(key=lambda it: it[:3])
        return {
            "players": [it[-1] for place, it in enumerate(found) if place < MAX_SHOWN or it[2] == viewer],
        }

    def _today(self) -> int:
        return datetime.fromtimestamp(self._now(), UTC).toordinal()

    async def _current(self) -> _State:
        async with self._rating:
            now, final_day = self._now(), self._today() - LATEST.days - 1
            if self._final_day != final_day:
                self._final, self._final_day, self._fresh_until = _State(), final_day, 0.0
                await self._add(self._final, 1, final_day)
            if now >= self._fresh_until or self._races_ended != self._database.races_ended:
                self._races_ended = self._database.races_ended
                copy = _State(self._final.ratings.copy(), dict(self._final.last))
                self._state, self._fresh_until = copy, now + FRESH_SECONDS
                await self._add(self._state, final_day + 1, self._today())
            return self._state

    async def _add(self, state: _State, first: int, last: int) -> None:
        """Rate the days from `first` to `last`, both included, in a thread, so that other players need not wait."""
        days = [date.fromordinal(day).isoformat() for day in (first, last)]
        start_ms, end_ms = (first - _EPOCH) * _DAY_MS, (last - _EPOCH + 1) * _DAY_MS - 1
        dailies = await self._in_thread(lambda: self._database.rows(_DAILIES, *days))
        racers = await self._in_thread(lambda: self._database.rows(_RACERS, start_ms, end_ms))
        await asyncio.to_thread(lambda: state.add(games_of(dailies, racers)))


def games_of(dailies: Iterable[tuple[Any, ...]], racers: Iterable[tuple[Any, ...]]) -> list[Played]:
    """Return the rated games that follow from results, which may be in any order.

    A solve of a daily puzzle is a game against the kind of puzzle. Each pair of racers in a race has played a game if
    at least one of the two has finished. Each of `dailies` is (player, day as in ISO 8601, size such as "6x6", time in
    ms). Each of `racers` is (race, start in ms since 1970, player, time in ms or None).
    """
    games = [_daily_game(*row) for row in dailies]
    in_order = sorted(racers, key=lambda row: (row[0], row[2]))
    for _, race in groupby(in_order, key=lambda row: row[0]):
        for (_, started_ms, one, one_ms), (_, _, other, other_ms) in combinations(race, 2):
            if one_ms is not None or other_ms is not None:
                day = datetime.fromtimestamp(started_ms / 1000, UTC).toordinal()
                score = 0.5 if one_ms == other_ms else float((one_ms or inf) < (other_ms or inf))
                games.append(Played(day, one, other, score))
    return games


def _daily_game(player: str, day: str, size: str, elapsed_ms: int) -> Played:
    played = date.fromisoformat(day)
    width, height = parse_size(size) or (0, 0)
    kind = PuzzleKind(width, height, request.daily_band(played, width, height).title)
    return solve_game(played.toordinal(), player, kind, elapsed_ms)
