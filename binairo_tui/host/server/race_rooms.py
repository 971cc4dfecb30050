"""The rooms of a host. Connects `rooms`, which is pure, with players, puzzles, the clock and the database."""

import asyncio
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from secrets import choice, randbelow

from binairo_tui.files.json_lines import Fields, RequestError, field_of, required_field
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
TICK_SECONDS = 0.1
"""Seconds between two checks of a room: whether it needs a puzzle, and whether its race must start or end."""


class RaceRooms:
    """All rooms of a host; `all_links` are the links of all sessions."""

    def __init__(
        self,
        generator: Generator,
        in_thread: InThread,
        database: HostDatabase,
        all_links: Collection[links.Link],
        countdown_ms: int,
    ) -> None:
        self._generator = generator
        self._links = all_links
        self.countdown_ms = countdown_ms
        self._rooms: dict[str, rooms.RaceRoom] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        """The running tasks, which could otherwise be deleted, because asyncio holds only weak references to them."""
        self.clock = time.time() - time.monotonic()
        self.records = race_records.RaceRecords(in_thread, database)

    async def load(self) -> None:
        """Restore the races that were running when the host ended; their players may come back."""
        restored, now = await self.records.restore(self._now())
        self.clock += max(now - self._now(), 0) / 1000
        for room in restored:
            room.countdown_ms = self.countdown_ms
            self._add(room)

    def count(self) -> tuple[int, int]:
        return len(self._rooms), sum(room.phase is rooms.Phase.RUNNING for room in self._rooms.values())

    # Requests from players.

    def come_back(self, link: links.Link) -> dict[str, object] | None:
        """Bring a session that has just begun into its player's race; return the room, or None without a race.

        The race may also be about to begin, because all sessions of a racer must know which race it is.
        """
        player, phases = link.visitor.player, (rooms.Phase.COUNTDOWN, rooms.Phase.RUNNING)
        racing = [it for it in self._rooms.values() if it.phase in phases and player in it.members]
        for room in racing:
            self._enter(link, room)
            self._announce(room)
        return racing[0].view(self._now()) if racing else None

    async def list_rooms(self, link: links.Link, _fields: Fields) -> dict[str, object]:
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
        room = (storm_room.StormRoom if is_storm else rooms.RaceRoom)(
            name,
            "Storm" if is_storm else f"{size_text(request.width, request.height)}{band}",
            request=request,
            countdown_ms=self.countdown_ms,
        )
        self._enter(link, room)
        self._add(room)
        return {"room": room.view(self._now())}

    async def play(self, link: links.Link, fields: Fields) -> dict[str, object]:
        """Enter the player's own room, or else one in which somebody waits, or else a new one; return its view."""
        player = link.visitor.player
        found = [it for it in self._rooms.values() if player in it.members or it.waits]
        if found:
            own_first = min(found, key=lambda it: player not in it.members)
            return await self.enter(link, {"room": own_first.name})
        return await self.open(link, fields)

    async def enter(self, link: links.Link, fields: Fields) -> dict[str, object]:
        """Enter a room by its name, even if the player is in it already; return its view."""
        name = required_field(fields, "room", str).strip().lower()
        room = self._rooms.get(name)
        if room is None:
            raise rooms.RoomError("There is no room with this name.")
        self._check_free(link, name)
        self._enter(link, room)
        self._announce(room)
        return {"room": room.view(self._now())}

    async def leave(self, link: links.Link, _fields: Fields) -> None:
        room = self._room_of(link)
        room.leave(link.visitor.player, self._now())
        for it in self._links_in(room):
            if it.visitor.player == link.visitor.player:
                it.room = None
                it.tell("room", {"room": None})
        if room.race:
            with suppress(RequestError):  # the results are saved together with the next log
                await self.records.save(room, self._now(), *room.racers)
        await self._after(room)

    async def prepare(
        self, change: Callable[[rooms.RaceRoom, str, int], None], link: links.Link, _fields: Fields
    ) -> None:
        """Change whether the player is ready: `change` is a method of the room, called with the player and the time."""
        room = self._room_of(link)
        change(room, link.visitor.player, self._now())
        await self._after(room)

    async def race(self, link: links.Link, _fields: Fields) -> dict[str, object]:
        room, player = self._room_of(link), link.visitor.player
        part = room.part_of(player, self._now())
        log = room.members[player].log
        if log is not None:
            link.seen = log.steps
        return part

    async def change(self, link: links.Link, fields: Fields) -> dict[str, object]:
        """Keep the first `kept` steps of the player's log, append `steps`, and undo all but the first `head`.

        Return once the log is on the disk, with the time and the place of a player who has finished. Raises
        RequestError if another session has changed the log since this session last saw it, because the board on this
        session's screen would then differ from the log.
        """
        room, player = self._room_of(link), link.visitor.player
        kept, head = required_field(fields, "kept", int), required_field(fields, "head", int)
        if room.puzzle is None or room.phase is rooms.Phase.COUNTDOWN:
            raise rooms.RoomError("The race has not begun.")
        steps, _ = move_log.read_steps(required_field(fields, "steps", str), room.puzzle)
        racer = room.members[player]
        if racer.log is not None and racer.log.steps != link.seen:
            raise RequestError("taken-over", "You continued in another session.")
        room.change(player, self._now(), kept, steps, head)
        if racer.log is not None:
            link.seen = racer.log.steps
        await self.records.save(room, self._now(), player)
        await self._after(room)
        return {"elapsed_ms": racer.finished_ms or 0, "place": racer.place}

    async def fill(self, link: links.Link, fields: Fields) -> None:
        room = self._room_of(link)
        number, history = required_field(fields, "number", int), required_field(fields, "history", str)
        room.fill(link.visitor.player, self._now(), number, history)
        await self._after(room)

    async def lose(self, link: links.Link) -> None:
        """Record that a session has ended. If the player has no other session in the room, call `RaceRoom.lose`."""
        room, player = link.room, link.visitor.player
        link.room = None
        if room is None or player not in room.members or player in [it.visitor.player for it in self._links_in(room)]:
            return
        room.lose(player, self._now())
        await self._after(room)

    # What follows from an event, and from the passing of time.

    async def _after(self, room: rooms.RaceRoom) -> None:
        """Update a room after an event: end its race, remove an empty room, and tell its players."""
        if room.phase is not rooms.Phase.RUNNING and room.race:
            await self.records.end(room)
        if room.phase is not rooms.Phase.RUNNING:
            room.remove_absent()
        if room.phase is rooms.Phase.OVER:
            room.advance(self._now())  # a rematch, if somebody is ready for it
        if not room.members and self._is_open(room):
            del self._rooms[room.name]
            room.phase = rooms.Phase.OVER
        if room.phase is rooms.Phase.COUNTDOWN:  # all sessions of the players are called, wherever they are
            for link in self._links:
                if link.visitor.player in room.members:
                    link.room, link.seen = room, ()
        self._announce(room)

    async def _drive(self, room: rooms.RaceRoom) -> None:
        """Make the puzzles of a room, and start and end its races, until the room is empty."""
        while self._is_open(room):
            before = room.phase, room.problem
            if room.phase is rooms.Phase.MAKING and room.members and not room.problem:
                await self._make_puzzle(room)
            if room.phase is rooms.Phase.COUNTDOWN and self._now() >= room.started_ms:
                await self._start_race(room)
            elif room.phase is not rooms.Phase.COUNTDOWN:
                room.advance(self._now())
            has_ended = room.race and room.phase is not rooms.Phase.RUNNING  # a step that came too late can end a race
            if has_ended or (room.phase, room.problem) != before:
                await self._after(room)
            left = (room.started_ms - self._now()) / 1000
            await asyncio.sleep(min(left, TICK_SECONDS) if left > 0 else TICK_SECONDS)

    async def _make_puzzle(self, room: rooms.RaceRoom) -> None:
        """Make a puzzle for the next race. For a Storm, only draw a seed."""
        if isinstance(room, storm_room.StormRoom):
            room.draw(randbelow(MAX_STORM_SEED))
            return
        try:
            async with self._generator.turn_of(next(iter(room.members))):
                if self._is_open(room) and room.request:
                    room.set_puzzle((await self._generator.generate(room.request, randbelow(MAX_SEED))).puzzle)
        except worker.WorkerError as error:
            room.problem = f"No puzzle could be made: {error}."

    async def _start_race(self, room: rooms.RaceRoom) -> None:
        """Save a race after the countdown, and start it; if it cannot be saved, the players may try again."""
        race, problem, started_ms = 0, "", room.started_ms
        try:
            race = await self.records.begin(room)
        except RequestError as error:
            problem = str(error)
        if room.phase is not rooms.Phase.COUNTDOWN or room.started_ms != started_ms:  # somebody has left meanwhile
            await self.records.forget(race)
        elif problem:
            room.postpone(problem)
        else:
            room.race = race
            room.advance(self._now())

    def _now(self) -> int:
        """Return the time in ms since 1970. It does not go backwards while the host runs."""
        return round(1000 * (self.clock + time.monotonic()))

    def _add(self, room: rooms.RaceRoom) -> None:
        self._rooms[room.name] = room
        task = asyncio.create_task(self._drive(room))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _room_of(self, link: links.Link) -> rooms.RaceRoom:
        if link.room is None or link.visitor.player not in link.room.members:
            raise rooms.RoomError("You are not in a room.")
        return link.room

    def _check_free(self, link: links.Link, name: str = "") -> None:
        for room in self._rooms.values():
            if room.name != name and link.visitor.player in room.members:
                raise rooms.RoomError(f"You are already in the room {room.name}.")

    def _enter(self, link: links.Link, room: rooms.RaceRoom) -> None:
        room.enter(link.visitor.player, link.visitor.name)
        link.room = room

    def _links_in(self, room: rooms.RaceRoom) -> list[links.Link]:
        return [link for link in self._links if link.room is room]

    def _is_open(self, room: rooms.RaceRoom) -> bool:
        return self._rooms.get(room.name) is room

    def _announce(self, room: rooms.RaceRoom) -> None:
        view = room.view(self._now())
        for link in self._links_in(room):
            link.tell("room", {"room": view})
