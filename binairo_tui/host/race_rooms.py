"""The rooms of a host: connects `rooms`, which is pure, with links, puzzles, the clock and the database."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from secrets import choice, randbelow
from typing import TYPE_CHECKING, Any

from binairo_tui.engine.notation import parse_puzzle
from binairo_tui.files.json_lines import Fields, RequestError, required_field
from binairo_tui.host.move_log import LogError, MoveLog, steps_of
from binairo_tui.host.rooms import Member, Phase, Room, RoomError
from binairo_tui.player.text import size_text
from binairo_tui.processes.requests import request_of
from binairo_tui.processes.worker import WorkerError

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from binairo_tui.engine import Puzzle
    from binairo_tui.engine.request import Request
    from binairo_tui.host.database import HostDatabase, InThread, SavedRace, SavedRacer
    from binairo_tui.host.generator import Generator
    from binairo_tui.host.links import Link

NAMES = (
    *("alder", "amber", "aspen", "basil", "birch", "cedar", "clover", "coral", "elder", "fern", "hazel"),
    *("heron", "iris", "ivory", "jade", "lark", "laurel", "linden", "lotus", "maple", "mint", "moss", "myrtle"),
    *("oak", "olive", "onyx", "opal", "otter", "pearl", "pine", "plum", "poppy", "quartz", "raven", "reed"),
    *("robin", "rowan", "ruby", "sage", "sorrel", "swan", "teal", "thyme", "topaz", "tulip", "umber", "violet"),
    *("walnut", "willow", "wren", "yarrow"),
)
"""Names of rooms, in alphabetical order."""
MAX_ROOMS = len(NAMES) // 2
MAX_SEED = 1 << 48
TICK_SECONDS = 1.0
"""The interval at which races are ended whose last players have not come back in time."""


class RaceRooms:
    """All rooms of a host. `links_of` returns the links of a player."""

    def __init__(
        self,
        generator: Generator,
        in_thread: InThread,
        database: HostDatabase,
        links_of: Callable[[str], list[Link]],
        countdown_ms: int,
    ) -> None:
        self._generator = generator
        self._in_thread = in_thread
        self._database = database
        self._links_of = links_of
        self._countdown_ms = countdown_ms
        self._rooms: dict[str, Room] = {}
        self._requests: dict[str, Request] = {}
        self._link_rooms: dict[Link, str] = {}
        self._watchers: dict[Link, str] = {}
        """Maps links to the id of the player that they watch."""
        self._unsaved: dict[tuple[int, str], tuple[int, str, str, int | None, int | None]] = {}
        """Logs that are not on the disk, by race and player."""
        self._saving = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._clock = time.time() - time.monotonic()

    def now(self) -> int:
        """Return the time in ms since 1970. It does not go backwards while the host runs."""
        return round(1000 * (self._clock + time.monotonic()))

    async def load(self) -> None:
        """Restore the races that were running when the host ended; their players may come back."""
        from binairo_tui.engine.request import Request

        for race, racers in reversed(await self._in_thread(lambda: self._database.races(is_over=False))):
            puzzle = parse_puzzle(race.puzzle)
            room = Room(race.room, race.title, Phase.RUNNING, puzzle=puzzle, started_ms=race.started_ms, race=race.id)
            room.countdown_ms = self._countdown_ms
            for racer in racers:
                room.members[racer.player] = _member(racer, puzzle, self.now())
            room.finishers = max([racer.place or 0 for racer in racers], default=0)
            self._rooms[room.name] = room
            self._requests[room.name] = Request(puzzle.width, puzzle.height)
            self._watch_time(room)

    # Requests from players.

    async def list_rooms(self, link: Link, fields: Fields) -> dict[str, object]:  # noqa: ARG002
        """Return all rooms, and the name of the room that the player is in, or ''."""
        lines = [
            [room.name, room.title, room.phase.value, [member.name for member in room.members.values()]]
            for room in self._rooms.values()
        ]
        mine = next((room.name for room in self._rooms.values() if link.visitor.player in room.members), "")
        return {"rooms": lines, "mine": mine}

    async def open(self, link: Link, fields: Fields) -> dict[str, object]:
        """Open a room and enter it."""
        request = request_of(fields)
        self._check_free(link)
        if len(self._rooms) >= MAX_ROOMS:
            raise RoomError("No more rooms can be opened: enter an open one.")
        name = choice([name for name in NAMES if name not in self._rooms])
        band = f" {request.band.title}" if request.band else ""
        title = f"{size_text(request.width, request.height)}{band}"
        room = self._rooms[name] = Room(name, title, countdown_ms=self._countdown_ms)
        self._requests[name] = request
        self._enter(link, room)
        self._run(self._make_puzzle(room, link.visitor.player))
        return {"room": room.view(self.now())}

    async def enter(self, link: Link, fields: Fields) -> dict[str, object]:
        """Enter a room by its name, or return to it."""
        name = required_field(fields, "room", str).strip().lower()
        room = self._rooms.get(name)
        if room is None:
            raise RoomError("There is no room with this name.")
        if self._link_rooms.get(link) != name:
            self._check_free(link, name)
        self._enter(link, room)
        self._announce(room)
        return {"room": room.view(self.now())}

    async def leave(self, link: Link, fields: Fields) -> dict[str, object]:  # noqa: ARG002
        """Leave the room, and give up its race."""
        room = self._room_of(link)
        room.leave(link.visitor.player, self.now())
        self._forget_player(room, link.visitor.player)
        await self._after(room)
        return {}

    async def be_ready(self, link: Link, fields: Fields) -> dict[str, object]:  # noqa: ARG002
        """Mark the player as ready for the next race."""
        room = self._room_of(link)
        was_over = room.phase is Phase.OVER
        room.be_ready(link.visitor.player, self.now())
        if was_over and room.phase is Phase.MAKING:
            self._run(self._make_puzzle(room, link.visitor.player))
        if room.phase is Phase.COUNTDOWN:
            self._run(self._start(room))
        self._announce(room)
        return {}

    async def race(self, link: Link, fields: Fields) -> dict[str, object]:  # noqa: ARG002
        """Return the player's own race: the puzzle and the log."""
        room = self._room_of(link)
        member = room.members[link.visitor.player]
        if room.puzzle is None or member.log is None:
            raise RoomError("The race has not begun.")
        return {
            "puzzle": str(room.puzzle),
            "title": f"Race in {room.name}",
            "history": member.log.history,
            "elapsed_ms": member.finished_ms or max(self.now() - room.started_ms, 0),
        }

    async def change(self, link: Link, fields: Fields) -> dict[str, object]:
        """Add new steps to the log of the player's race; answer when they are on the disk."""
        room = self._room_of(link)
        player = link.visitor.player
        kept, head = required_field(fields, "kept", int), required_field(fields, "head", int)
        if room.puzzle is None:
            raise RoomError("The race has not begun.")
        steps = steps_of(required_field(fields, "steps", list), room.puzzle)
        room.change(player, self.now(), kept, steps, head)
        await self._save(room, player)
        self._show_watchers(room, player)
        await self._after(room)
        member = room.members.get(player)
        return {"elapsed_ms": (member.finished_ms if member else 0) or 0, "place": member.place if member else 0}

    async def lose(self, link: Link) -> None:
        """Record that a session has ended; in a race, the player may come back."""
        self._watchers.pop(link, None)
        name = self._link_rooms.pop(link, None)
        room = self._rooms.get(name or "")
        player = link.visitor.player
        if room is None or player not in room.members or player in [it.visitor.player for it in self._link_rooms]:
            return
        room.lose(player, self.now())
        await self._after(room)

    # Watching.

    async def watched(self, link: Link, fields: Fields) -> dict[str, object]:  # noqa: ARG002
        """Return the players whose races may be watched now."""
        games = [[member.name, room.title] for room, member in self._watchable(link)]
        return {"games": games}

    async def watch(self, link: Link, fields: Fields) -> dict[str, object]:
        """Return a player's game, and report all changes in it from now on."""
        name = required_field(fields, "name", str)
        for room, member in self._watchable(link):
            if member.name == name:
                self._watchers[link] = member.id
                return _shown(room, member)
        raise RoomError("This player cannot be watched now.")

    async def stop_watching(self, link: Link, fields: Fields) -> dict[str, object]:  # noqa: ARG002
        """Stop reporting changes in the watched game."""
        self._watchers.pop(link, None)
        return {}

    def forbid_watching(self, player: str) -> None:
        """End all watching of a player who no longer allows it."""
        for link, watched in list(self._watchers.items()):
            if watched == player:
                del self._watchers[link]
                link.tell("watch", {"game": None})

    async def past(self, link: Link, fields: Fields) -> dict[str, object]:  # noqa: ARG002
        """Return the latest races with their results."""
        found: list[tuple[SavedRace, list[SavedRacer]]]
        found = await self._in_thread(lambda: self._database.races(is_over=True))
        races = [
            [
                race.id,
                race.title,
                race.started_ms // 1000,
                [[it.name, it.place or 0, it.finished_ms or 0] for it in racers],
            ]
            for race, racers in found
        ]
        return {"races": races}

    async def finished(self, link: Link, fields: Fields) -> dict[str, object]:  # noqa: ARG002
        """Return the latest races that the player has finished."""
        player = link.visitor.player
        return {"races": await self._in_thread(lambda: self._database.finished_races(player))}

    async def replay(self, link: Link, fields: Fields) -> dict[str, object]:
        """Return a player's log from a finished race, or the requesting player's own log from any race."""
        number, name = required_field(fields, "race", int), required_field(fields, "name", str)
        found = await self._in_thread(lambda: self._database.race(number))
        if found is not None:
            race, racers = found
            for racer in racers:
                if racer.name == name and (race.is_over or racer.player == link.visitor.player):
                    return {"name": name, "title": race.title, "puzzle": race.puzzle, "history": racer.history}
        raise RequestError("request", "This race does not exist.")

    # Helpers.

    def _room_of(self, link: Link) -> Room:
        room = self._rooms.get(self._link_rooms.get(link, ""))
        if room is None or link.visitor.player not in room.members:
            raise RoomError("You are not in a room.")
        return room

    def _check_free(self, link: Link, name: str = "") -> None:
        """Raise RoomError if the player is in a room other than `name`."""
        for room in self._rooms.values():
            if room.name != name and link.visitor.player in room.members:
                raise RoomError(f"You are already in the room {room.name}.")

    def _enter(self, link: Link, room: Room) -> None:
        room.enter(link.visitor.player, link.visitor.name)
        self._link_rooms[link] = room.name
        watched = self._watchers.get(link)
        if watched in room.members:
            del self._watchers[link]
            link.tell("watch", {"game": None})

    def _forget_player(self, room: Room, player: str) -> None:
        for link, name in list(self._link_rooms.items()):
            if name == room.name and link.visitor.player == player:
                del self._link_rooms[link]
                link.tell("room", {"room": None})

    async def _make_puzzle(self, room: Room, player: str) -> None:
        request = self._requests[room.name]
        try:
            async with self._generator.turn_of(player):
                if self._rooms.get(room.name) is not room:
                    return  # everybody has left
                made = await self._generator.generate(request, randbelow(MAX_SEED))
        except WorkerError as error:
            room.fail_puzzle(f"No puzzle could be made: {error}.")
        else:
            room.set_puzzle(made.puzzle)
            room.advance(self.now())
            if room.phase is Phase.COUNTDOWN:
                self._run(self._start(room))
        self._announce(room)

    async def _start(self, room: Room) -> None:
        """Start the race after the countdown, and save it."""
        started = room.started_ms
        await asyncio.sleep(max(started - self.now(), 0) / 1000)
        if room.phase is not Phase.COUNTDOWN or room.started_ms != started or room.puzzle is None:
            return
        players, puzzle = list(room.members), str(room.puzzle)
        try:
            room.race = await self._in_thread(
                lambda: self._database.add_race(room.name, room.title, puzzle, started, players)
            )
        except RequestError as error:
            room.problem = str(error)
        room.advance(self.now())
        self._announce(room)
        self._watch_time(room)

    def _watch_time(self, room: Room) -> None:
        """End the race when players who lost their connections have not come back in time."""

        async def watch() -> None:
            while room.phase is Phase.RUNNING:
                await asyncio.sleep(TICK_SECONDS)
                room.advance(self.now())
            await self._after(room)

        self._run(watch())

    async def _save(self, room: Room, player: str) -> None:
        """Save a player's log. Logs that arrive while the database is busy are saved in one transaction."""
        member = room.members[player]
        if member.log is None:
            return
        key = room.race, player
        self._unsaved[key] = (*key, member.log.history, member.finished_ms, member.place or None)
        async with self._saving:
            if key not in self._unsaved:
                return  # it was saved together with other logs
            rows, self._unsaved = self._unsaved, {}
            try:
                await self._in_thread(lambda: self._database.save_racers(list(rows.values())))
            except RequestError:
                self._unsaved = rows | self._unsaved
                raise

    async def _after(self, room: Room) -> None:
        """Save the effects of the last event, and report them to all players."""
        if room.phase is Phase.OVER and room.race:
            race, room.race = room.race, 0
            with suppress(RequestError):  # it is logged; the race ends again after the host's next start
                await self._in_thread(lambda: self._database.end_race(race))
        absent = [it.id for it in room.members.values() if it.away_since is not None]
        if room.phase is not Phase.RUNNING:
            for player in absent:
                del room.members[player]
        if not room.members and self._rooms.get(room.name) is room:
            del self._rooms[room.name]
            room.phase = Phase.OVER
        self._announce(room)

    def _announce(self, room: Room) -> None:
        view = room.view(self.now())
        for link, name in self._link_rooms.items():
            if name == room.name:
                link.tell("room", {"room": view})

    def _watchable(self, link: Link) -> list[tuple[Room, Member]]:
        """Return the racers that a player may watch: those who allow it, in races without the player."""
        return [
            (room, member)
            for room in self._rooms.values()
            if room.phase is Phase.RUNNING and link.visitor.player not in room.members
            for member in room.members.values()
            if member.log is not None and any(it.visitor.is_watchable for it in self._links_of(member.id))
        ]

    def _show_watchers(self, room: Room, player: str) -> None:
        member = room.members.get(player)
        if member is not None:
            for link, watched in self._watchers.items():
                if watched == player:
                    link.tell("watch", {"game": _shown(room, member)})

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _shown(room: Room, member: Member) -> dict[str, object]:
    history = member.log.history if member.log else ""
    return {"name": member.name, "title": room.title, "puzzle": str(room.puzzle), "history": history}


def _member(racer: SavedRacer, puzzle: Puzzle, now: int) -> Member:
    """Return a racer restored from the database, marked as away since `now`."""
    try:
        log = MoveLog(puzzle, racer.history, allows_help=False)
    except LogError:  # not written by this program
        log = MoveLog(puzzle, allows_help=False)
    return Member(racer.player, racer.name, True, log, racer.finished_ms, racer.place or 0, now)
