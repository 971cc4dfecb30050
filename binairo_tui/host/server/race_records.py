"""Saves running races in the host's database, restores them after a restart, and answers requests for past races."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from binairo_tui.engine import Band, Puzzle, Request, parse_puzzle
from binairo_tui.files.json_lines import Fields, RequestError, required_field
from binairo_tui.host.server import links, move_log, rooms
from binairo_tui.host.server.database import HostDatabase, InThread, SavedRace, SavedRacer
from binairo_tui.host.server.storm_room import StormRoom


class RaceRecords:
    """Saves and returns races. A log that cannot be saved is kept, and saved together with the next log."""

    def __init__(self, in_thread: InThread, database: HostDatabase) -> None:
        self._in_thread = in_thread
        self._database = database
        self._unsaved: dict[tuple[int, str], tuple[str, int | None, int | None, bool]] = {}
        """Maps a race and a player to a log, a finishing time, a place, and whether the player has given up."""
        self._saving = asyncio.Lock()

    # Races that run.

    async def restore(self, now: int) -> tuple[list[rooms.RaceRoom], int]:
        """Return a room for each race that was running when the host ended, and the time that counts as now.

        This time is `now` or, if the clock was set back, the latest time at which a race was saved. All racers count as
        away since then.
        """
        races = await self._in_thread(lambda: self._database.races(is_over=False))
        saved = [max(race.started_ms, *[racer.saved_ms for racer in racers], 0) for race, racers in races]
        now = max(now, *saved, 0)
        return [_restored(race, racers, now) for race, racers in reversed(races)], now

    async def begin(self, room: rooms.RaceRoom) -> int:
        """Return the race's id; a Storm is not saved, and its id is its start in ms since 1970. Raises RequestError."""
        if isinstance(room, StormRoom):
            return room.started_ms
        return await self._in_thread(
            partial(
                self._database.add_race, room.name, room.title, str(room.puzzle), room.started_ms, list(room.members)
            )
        )

    async def forget(self, race: int) -> None:
        with suppress(RequestError):  # the failure is logged; the race ends after the host's next start
            await self._in_thread(lambda: self._database.remove_race(race))

    async def save(self, room: rooms.RaceRoom, now: int, *players: str) -> None:
        """Return once all is on the disk. Logs that arrive meanwhile share a transaction. Raises RequestError."""
        keys = [(room.race, player) for player in players]
        for key in keys:
            racer = room.racers[key[1]]
            if racer.log is not None:
                self._unsaved[key] = racer.log.history, racer.finished_ms, racer.place or None, racer.has_given_up
        async with self._saving:
            if self._unsaved.keys().isdisjoint(keys):
                return  # they were saved together with other logs
            logs, self._unsaved = self._unsaved, {}
            try:
                saves = [(*key, *log) for key, log in logs.items()]
                await self._in_thread(lambda: self._database.save_racers(saves, now))
            except RequestError:
                self._unsaved = logs | self._unsaved  # newer logs replace those that could not be saved
                raise

    async def end(self, room: rooms.RaceRoom) -> None:
        race, room.race = room.race, 0
        with suppress(RequestError):  # the failure is logged; the race ends again after the host's next start
            if not isinstance(room, StormRoom):
                await self._in_thread(lambda: self._database.end_race(race))

    # Races that are over.

    async def past(self, _link: links.Link, _fields: Fields) -> dict[str, object]:
        """Return the latest races as [id, title, start in seconds since 1970, results as in a room]."""
        races = await self._in_thread(lambda: self._database.races(is_over=True, has_logs=False))
        return {
            "races": [
                [
                    race.id,
                    race.title,
                    race.started_ms // 1000,
                    [[it.name, it.place or 0, it.finished_ms or 0, bool(it.has_given_up)] for it in racers],
                ]
                for race, racers in races
            ]
        }

    async def finished(self, link: links.Link, _fields: Fields) -> dict[str, object]:
        return {"races": await self._in_thread(lambda: self._database.finished_races(link.visitor.player))}

    async def replay(self, link: links.Link, fields: Fields) -> dict[str, object]:
        """Return a racer's game: its puzzle and its log. While the race is running, only the racer may ask for it."""
        number, name = required_field(fields, "race", int), required_field(fields, "name", str)
        found = await self._in_thread(lambda: self._database.race(number))
        if found is not None:
            race, racers = found
            for racer in racers:
                if racer.name == name and (race.is_over or racer.player == link.visitor.player):
                    return {"name": name, "title": race.title, "puzzle": race.puzzle, "history": racer.history}
        raise RequestError("request", "This race does not exist.")


def _restored(race: SavedRace, racers: Sequence[SavedRacer], now: int) -> rooms.RaceRoom:
    puzzle = parse_puzzle(race.puzzle)
    band = race.title.partition(" ")[2].upper()
    members = {racer.player: _member(racer, puzzle, now) for racer in racers}
    return rooms.RaceRoom(
        race.room,
        race.title,
        rooms.Phase.RUNNING,
        {player: member for player, member in members.items() if not member.has_given_up},
        puzzle,
        race.started_ms,
        race.id,
        racers=members,
        request=Request(puzzle.width, puzzle.height, Band[band] if band else None),
    )


def _member(racer: SavedRacer, puzzle: Puzzle, now: int) -> rooms.Member:
    try:
        log = move_log.MoveLog(puzzle, racer.history, allows_help=False)
    except move_log.LogError:  # not written by this program
        log = move_log.MoveLog(puzzle, allows_help=False)
    place, has_given_up = racer.place or 0, bool(racer.has_given_up)
    return rooms.Member(racer.player, racer.name, False, log, racer.finished_ms, place, now, has_given_up)
