"""The rooms of a host. Connects `rooms`, which is pure, with players, puzzles, the clock and the database."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from secrets import choice, randbelow
from typing import Any

from binairo_tui.files.json_lines import Fields, RequestError, field_of, required_field
from binairo_tui.game import Step
from binairo_tui.host.server import links, move_log, race_records, rooms, storm_room
from binairo_tui.host.server.database import HostDatabase, InThread
from binairo_tui.host.server.generator import Generator
from binairo_tui.player.text import size_text
from binairo_tui.processes import requests, worker

NAMES = (
    *("alder", "amber", "aspen", "basil", "birch", "cedar", "clover", "coral", "elder", "fern", "hazel"),
    *("heron", "iris", "ivory", "jade", "lark", "laurel", "linden", "lotus", "maple", "mint", "moss", "myrtle"),
    *("oak", "olive", "onyx", "opal", "otter", "pearl", "pine", "plum", "poppy", "quartz", "raven", "reed"),
    *("robin", "rowan", "ruby", "sage", "sorrel", "swan", "teal", "thyme", "topaz", "tulip", "umber", "violet"),
    *("walnut", "willow", "wren", "yarrow"),
)
MAX_ROOMS = len(NAMES) // 2
MAX_SEED = 1 << 48
MAX_STORM_SEED = 1 << 32
TICK_SECONDS = 1.0
"""Seconds between checks whether a race must end."""


class RaceRooms:
    """All rooms of a host. `links_of` takes the id of a player, and returns the links of that player's sessions."""

    def __init__(
        self,
        generator: Generator,
        in_thread: InThread,
        database: HostDatabase,
        links_of: Callable[[str], list[links.Link]],
        countdown_ms: int,
    ) -> None:
        self._generator = generator
        self._links_of = links_of
        self.countdown_ms = countdown_ms
        self._rooms: dict[str, rooms.RaceRoom] = {}
        self._places: dict[links.Link, rooms.RaceRoom] = {}
        self._countdowns: dict[rooms.RaceRoom, int] = {}
        """The start time, in ms since 1970, that the latest countdown in each room has announced."""
        self._known: dict[links.Link, tuple[move_log.MoveLog, Sequence[Step]]] = {}
        """Maps each session to the log that it last saw, and to the steps that the log had then."""
        self._making: set[rooms.RaceRoom] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        """The tasks that run. asyncio holds only weak references to them."""
        self.clock = time.time() - time.monotonic()
        self.records = race_records.RaceRecords(in_thread, database)

    async def load(self) -> None:
        """Restore the races that were running when the host ended; their players may come back."""
        restored, now = await self.records.restore(self._now())
        self.clock += max(now - self._now(), 0) / 1000
        for room in restored:
            room.countdown_ms = self.countdown_ms
            self._rooms[room.name] = room
            self._run(self._follow_race(room))

    def count(self) -> tuple[int, int]:
        return len(self._rooms), sum(room.phase is rooms.Phase.RUNNING for room in self._rooms.values())

    # Requests from players.

    def come_back(self, link: links.Link) -> dict[str, object] | None:
        """Bring a session that has just begun into the race of its player; return the room, or None without a race.

        A race that is about to begin counts, too: all sessions of its players must know which puzzle it has.
        """
        player, phases = link.visitor.player, (rooms.Phase.COUNTDOWN, rooms.Phase.RUNNING)
        racing = [it for it in self._rooms.values() if it.phase in phases and player in it.members]
        for room in racing:
            self._enter(link, room)
            self._announce(room)
        return racing[0].view(self._now()) if racing else None

    async def list_rooms(self, link: links.Link, fields: Fields) -> dict[str, object]:  # noqa: ARG002
        """Return all rooms, and the name of the room that the player is in, or ''."""
        return {
            "rooms": [
                [room.name, room.title, room.phase.value, [member.name for member in room.members.values()]]
                for room in self._rooms.values()
            ],
            "mine": next((room.name for room in self._rooms.values() if link.visitor.player in room.members), ""),
        }

    async def open(self, link: links.Link, fields: Fields) -> dict[str, object]:
        """Open a room for the requested kind of puzzle, enter it, and return its view."""
        request = requests.request_of(fields)
        self._check_free(link)
        if len(self._rooms) >= MAX_ROOMS:
            raise rooms.RoomError("No more rooms can be opened: enter an open one.")
        name = choice([name for name in NAMES if name not in self._rooms])
        band = f" {request.band.title}" if request.band else ""
        is_storm = field_of(fields, "is_storm", bool)
        room = self._rooms[name] = (storm_room.StormRoom if is_storm else rooms.RaceRoom)(
            name,
            "Storm" if is_storm else f"{size_text(request.width, request.height)}{band}",
            request=request,
            countdown_ms=self.countdown_ms,
        )
        self._enter(link, room)
        self._begin_making(room)
        return {"room": room.view(self._now())}

    async def play(self, link: links.Link, fields: Fields) -> dict[str, object]:
        """Enter the own room, or else one in which somebody waits, or else open one; return its view."""
        player = link.visitor.player
        found = [it for it in self._rooms.values() if player in it.members or it.waits]
        if found:
            own_first = min(found, key=lambda it: player not in it.members)
            return await self.enter(link, {"room": own_first.name})
        return await self.open(link, fields)

    async def enter(self, link: links.Link, fields: Fields) -> dict[str, object]:
        """Enter a room by its name, or come back to it; return its view."""
        name = required_field(fields, "room", str).strip().lower()
        room = self._rooms.get(name)
        if room is None:
            raise rooms.RoomError("There is no room with this name.")
        self._check_free(link, name)
        self._enter(link, room)
        self._announce(room)
        return {"room": room.view(self._now())}

    async def leave(self, link: links.Link, fields: Fields) -> None:  # noqa: ARG002
        room = self._room_of(link)
        room.leave(link.visitor.player, self._now())
        self._forget_player(room, link.visitor.player)
        if room.race:
            with suppress(RequestError):  # the results are saved together with the next log
                await self.records.save(room, self._now(), *room.racers)
        await self._after(room)

    async def be_ready(self, link: links.Link, fields: Fields) -> None:  # noqa: ARG002
        room = self._room_of(link)
        room.be_ready(link.visitor.player, self._now())
        await self._after(room)

    async def be_unready(self, link: links.Link, fields: Fields) -> None:  # noqa: ARG002
        room = self._room_of(link)
        room.be_unready(link.visitor.player)
        await self._after(room)

    async def race(self, link: links.Link, fields: Fields) -> dict[str, object]:  # noqa: ARG002
        """Return the player's own part of the race, as `RaceRoom.part_of` does."""
        room, player = self._room_of(link), link.visitor.player
        part = room.part_of(player, self._now())
        log = room.members[player].log
        if log is not None:
            self._known[link] = log, log.steps
        return part

    async def change(self, link: links.Link, fields: Fields) -> dict[str, object]:
        """Keep the first `kept` steps of the player's log, append `steps`, and undo all but the first `head`.

        Return once the log is on the disk, with the time and the place of a player who has finished. Raises
        RequestError if another session has changed the log since this session last saw it. The board on its screen
        would then differ from the log.
        """
        room, player = self._room_of(link), link.visitor.player
        kept, head = required_field(fields, "kept", int), required_field(fields, "head", int)
        if room.puzzle is None or room.phase is rooms.Phase.COUNTDOWN:
            raise rooms.RoomError("The race has not begun.")
        steps, _ = move_log.read_steps(required_field(fields, "steps", str), room.puzzle)
        self._check_known(link, room.members[player].log)
        room.change(player, self._now(), kept, steps, head)
        racer = room.racers[player]
        if racer.log is not None:
            self._known[link] = racer.log, racer.log.steps
        await self.records.save(room, self._now(), player)
        await self._after(room)
        return {"elapsed_ms": racer.finished_ms or 0, "place": racer.place}

    async def fill(self, link: links.Link, fields: Fields) -> None:
        room = self._room_of(link)
        number, history = required_field(fields, "number", int), required_field(fields, "history", str)
        room.fill(link.visitor.player, self._now(), number, history)
        await self._after(room)

    async def lose(self, link: links.Link) -> None:
        """Record that a session has ended, and call `RaceRoom.lose` if it was the player's last one in the room."""
        self._known.pop(link, None)
        room, player = self._places.pop(link, None), link.visitor.player
        if room is None or player not in room.members or player in [it.visitor.player for it in self._places]:
            return
        room.lose(player, self._now())
        await self._after(room)

    # What follows from an event, and from the passing of time.

    async def _after(self, room: rooms.RaceRoom) -> None:
        """Update a room after an event: end or start its race, remove an empty room, and tell its players."""
        if room.phase is not rooms.Phase.RUNNING and room.race:
            await self.records.end(room)
        if room.phase is not rooms.Phase.RUNNING:
            room.remove_absent()
        if room.phase is rooms.Phase.OVER:
            room.advance(self._now())  # a rematch, if somebody is ready for it
        if room.phase is rooms.Phase.MAKING and not room.problem:
            self._begin_making(room)
        if not room.members and self._is_open(room):
            del self._rooms[room.name]
            self._countdowns.pop(room, None)
            room.phase = rooms.Phase.OVER
        if room.phase is rooms.Phase.COUNTDOWN and self._countdowns.get(room) != room.started_ms:
            self._countdowns[room] = room.started_ms
            self._call(room)
            self._run(self._start_race(room, room.started_ms))
        self._announce(room)

    def _begin_making(self, room: rooms.RaceRoom) -> None:
        """Make a puzzle for a room, unless this has begun or the room is empty. A Storm's boards are drawn at once."""
        if isinstance(room, storm_room.StormRoom):
            room.draw(randbelow(MAX_STORM_SEED))
            room.advance(self._now())
        elif room.members and room not in self._making:
            self._making.add(room)
            self._run(self._make_puzzle(room, next(iter(room.members))))

    async def _make_puzzle(self, room: rooms.RaceRoom, player: str) -> None:
        try:
            async with self._generator.turn_of(player):
                if not self._is_open(room) or room.request is None:
                    return
                made = await self._generator.generate(room.request, randbelow(MAX_SEED))
        except worker.WorkerError as error:
            room.problem = f"No puzzle could be made: {error}."
        else:
            if not self._is_open(room):
                return
            room.set_puzzle(made.puzzle)
            room.advance(self._now())
        finally:
            self._making.discard(room)
        await self._after(room)

    async def _start_race(self, room: rooms.RaceRoom, started_ms: int) -> None:
        """Save a race after the countdown, and start it; if it cannot be saved, the players may try again."""

        def is_due() -> bool:
            return room.phase is rooms.Phase.COUNTDOWN and room.started_ms == started_ms

        await asyncio.sleep(max(started_ms - self._now(), 0) / 1000)
        if not is_due():
            return
        try:
            race = await self.records.begin(room)
        except RequestError as error:
            if is_due():
                room.postpone(str(error))
                await self._after(room)
            return
        if not is_due():  # somebody has left in the meantime
            await self.records.forget(race)
            return
        room.race = race
        room.advance(self._now())
        await self._after(room)
        await self._follow_race(room)

    async def _follow_race(self, room: rooms.RaceRoom) -> None:
        """Advance a race until it is over."""
        while room.phase is rooms.Phase.RUNNING:
            await asyncio.sleep(TICK_SECONDS)
            room.advance(self._now())
        await self._after(room)

    # Helpers.

    def _call(self, room: rooms.RaceRoom) -> None:
        """Bring all sessions of the members into a room whose race is about to begin, wherever the players are."""
        for player in room.members:
            self._places |= dict.fromkeys(self._links_of(player), room)

    def _now(self) -> int:
        """Return the time in ms since 1970. It does not go backwards while the host runs."""
        return round(1000 * (self.clock + time.monotonic()))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _room_of(self, link: links.Link) -> rooms.RaceRoom:
        room = self._places.get(link)
        if room is None or link.visitor.player not in room.members:
            raise rooms.RoomError("You are not in a room.")
        return room

    def _check_free(self, link: links.Link, name: str = "") -> None:
        for room in self._rooms.values():
            if room.name != name and link.visitor.player in room.members:
                raise rooms.RoomError(f"You are already in the room {room.name}.")

    def _check_known(self, link: links.Link, log: move_log.MoveLog | None) -> None:
        """Raise RequestError if another session has changed the log of the player since this one last saw it."""
        known, steps = self._known.get(link, (log, ()))
        if log is not None and log.steps != (steps if known is log else ()):
            raise RequestError("taken-over", "You continued in another session.")

    def _enter(self, link: links.Link, room: rooms.RaceRoom) -> None:
        room.enter(link.visitor.player, link.visitor.name)
        self._places[link] = room

    def _forget_player(self, room: rooms.RaceRoom, player: str) -> None:
        for link, place in list(self._places.items()):
            if place is room and link.visitor.player == player:
                del self._places[link]
                link.tell("room", {"room": None})

    def _is_open(self, room: rooms.RaceRoom) -> bool:
        return self._rooms.get(room.name) is room

    def _announce(self, room: rooms.RaceRoom) -> None:
        view = room.view(self._now())
        for link, place in self._places.items():
            if place is room:
                link.tell("room", {"room": view})
