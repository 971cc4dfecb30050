"""The league: ratings of the host's players, replayed from races and from daily puzzles.

Only results are stored. Days that can no longer change are rated once a day; the latest days are rated on request.
"""

import asyncio
import time
from bisect import bisect_left
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime
from itertools import combinations, groupby
from math import inf
from operator import itemgetter
from typing import Any

from binairo_tui.engine import request
from binairo_tui.engine.puzzle import parse_size
from binairo_tui.files.json_lines import Fields, RequestError, required_field
from binairo_tui.host.server.daily import LATEST
from binairo_tui.host.server.database import HostDatabase, InThread
from binairo_tui.player.glicko import Rating
from binairo_tui.player.ratings import SURE, Played, Ratings, replay, solve_game
from binairo_tui.store.queries import PuzzleKind

MAX_SHOWN = 200
"""How many players the table has; the player who asks is in it in any case."""
MAX_DAYS = 400
"""The maximum length of a player's history, in days; only days with a game count."""
FRESH_SECONDS = 1.0
"""How long, in seconds, ratings are returned again without being computed anew."""
_EPOCH, _DAY_MS = date(1970, 1, 1).toordinal(), 86_400_000
_DAILIES = (
    "SELECT player, day, size, elapsed_ms FROM result WHERE style IN ('strict', 'unaided') AND day BETWEEN ? AND ?"
)
# Somebody who has won because all others gave up need not have finished.
_RACERS = (
    f"SELECT race, started_ms, player, coalesce(finished_ms, CASE place WHEN 1 THEN {_DAY_MS} END)"  # noqa: S608
    " FROM racer JOIN race ON race.id = race WHERE is_over = 1 AND started_ms BETWEEN ? AND ?"
)
_SIZES = (
    "SELECT size, count(*), min(elapsed_ms) FROM result WHERE style IN ('strict', 'unaided') AND player = ? GROUP BY 1"
)
_STORMS = "SELECT solved FROM storm WHERE player = ? ORDER BY 1 DESC LIMIT 3"
_RACES = "SELECT count(*), total(place = 1) FROM racer JOIN race ON race.id = race WHERE is_over = 1 AND player = ?"


class _State:
    """Ratings, and the rating of each player after each day with a game."""

    def __init__(self) -> None:
        self.ratings = Ratings()
        self.history: dict[str, list[tuple[int, Rating]]] = {}

    def add(self, games: Iterable[Played]) -> None:
        for day, changed in replay(games, self.ratings):
            for name, rating in changed.items():
                self.history.setdefault(name, []).append((day, rating))

    def copy(self) -> "_State":
        found = _State()
        found.ratings = self.ratings.copy()
        found.history = {name: [*days] for name, days in self.history.items()}
        return found


class League:
    """Returns the table of ratings, and the pages of players. `now` returns the time in seconds since 1970."""

    def __init__(self, in_thread: InThread, database: HostDatabase, now: Callable[[], float] = time.time) -> None:
        self._in_thread = in_thread
        self._database = database
        self._now = now
        self._final, self._final_day = _State(), 0
        self._state, self._fresh_until = _State(), 0.0
        self._rating = asyncio.Lock()

    async def table(self, viewer: str) -> dict[str, object]:
        """Return the name, rating, deviation and changes of each player (see `LeagueLine`).

        Players whose deviation is at most `SURE` come first; among them, and among the others, the best come first.
        """
        state, today = await self._current(), self._today()
        names = {it.id: it.name for it in await self._in_thread(self._database.players) if not it.is_banned}
        periods = (today, today), (today - 1, today - 1), (date.fromordinal(today).replace(day=1).toordinal(), today)
        found = []
        for player in names.keys() & state.history.keys():
            rating, days = state.ratings.of(player, today + 1), state.history[player]
            changes = [_gain(days, first, last) for first, last in (*periods, (0, today))]
            line = [names[player], round(rating.value, 1), round(rating.deviation, 1), changes]
            found.append((rating.deviation > SURE, -rating.value, player, line))
        found.sort(key=lambda it: it[:3])
        return {
            "players": [it[-1] for place, it in enumerate(found) if place < MAX_SHOWN or it[2] == viewer],
        }

    async def page(self, fields: Fields) -> dict[str, object]:
        """Return the fields of a `PlayerPage`. Raises RequestError if there is no such player."""
        name, rows = required_field(fields, "name", str), self._database.rows
        player = await self._in_thread(lambda: self._database.player_named(name))
        if player is None or player.is_banned:
            raise RequestError("request", "There is no such player.")
        sizes = await self._in_thread(lambda: rows(_SIZES, player.id))
        ((races, won),) = await self._in_thread(lambda: rows(_RACES, player.id))
        storms = await self._in_thread(lambda: rows(_STORMS, player.id))
        days = (await self._current()).history.get(player.id, [])[-MAX_DAYS:]
        return {
            "history": [round(rating.value, 1) for _, rating in days],
            "sizes": sorted(sizes, key=lambda it: -it[1]),
            "races": races,
            "won": int(won),
            "storms": [solved for (solved,) in storms],
        }

    def _today(self) -> int:
        return datetime.fromtimestamp(self._now(), UTC).toordinal()

    async def _current(self) -> _State:
        async with self._rating:
            now, final_day = self._now(), self._today() - LATEST.days - 1
            if self._final_day != final_day:
                self._final, self._final_day, self._fresh_until = _State(), final_day, 0.0
                await self._add(self._final, 1, final_day)
            if now >= self._fresh_until:
                self._state, self._fresh_until = self._final.copy(), now + FRESH_SECONDS
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

    A solve of a daily puzzle is a game against its kind of puzzle, and each two racers of whom one has finished have
    played a game. Each of `dailies` is (player, day as in ISO 8601, size such as "6x6", time in ms). Each of `racers`
    is (race, start in ms since 1970, player, time in ms or None).
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
    """Return the solve of a daily puzzle as a game of the player against the kind of puzzle."""
    played = date.fromisoformat(day)
    width, height = parse_size(size) or (0, 0)
    band = request.daily_request(played, width, height)[0].band
    return solve_game(played.toordinal(), player, PuzzleKind(width, height, band.title if band else ""), elapsed_ms)


def _gain(days: list[tuple[int, Rating]], first: int, last: int) -> float | None:
    """Return what a rating gained from one day to another, both included; None without a game on these days.

    `days` holds each day with a game, as an ordinal, and the rating after it.
    """
    start, end = [bisect_left(days, it, key=itemgetter(0)) for it in (first, last + 1)]
    if start == end:
        return None
    before = days[start - 1][1] if start else Rating()
    return round(days[end - 1][1].value - before.value, 1)
