"""The rooms of a host: connects `rooms`, which is pure, with links, puzzles, the clock and the database."""

from __future__ import annotations

from collections.abc import Callable
from secrets import choice, randbelow

from binairo_tui.files.json_lines import Fields, required_field
from binairo_tui.host import links, move_log, race_records, race_timer, rooms, tasks, watching
from binairo_tui.host.database import HostDatabase, InThread
from binairo_tui.host.generator import Generator
from binairo_tui.player.text import size_text
from binairo_tui.processes import requests, worker

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


class RaceRooms:
    """All rooms of a host. `links_of` returns the links of a player."""

    def __init__(
        self,
        generator: Generator,
        in_thread: InThread,
        database: HostDatabase,
        links_of: Callable[[str], list[links.Link]],
        countdown_ms: int,
    ) -> None:
        self._generator = generator
        self._countdown_ms = countdown_ms
        self._rooms: dict[str, rooms.Room] = {}
        self._places: dict[links.Link, rooms.Room] = {}
        self._tasks = tasks.Tasks()
        self.records = race_records.RaceRecords(in_thread, database)
        self.watching = watching.Watching(self._rooms.values, links_of)
        self._timer = race_timer.RaceTimer(self.records, self._after)

    async def load(self) -> None:
        """Restore the races that were running when the host ended; their players may come back."""
        for room in await self.records.restore(self._timer.now()):
            room.countdown_ms = self._countdown_ms
            self._rooms[room.name] = room
            self._timer.watch(room)

    # Requests from players.

    async def list_rooms(self, link: links.Link, fields: Fields) -> dict[str, object]:  # noqa: ARG002
        """Return all rooms, and the name of the room that the player is in, or ''."""
        lines = [
            [room.name, room.title, room.phase.value, [member.name for member in room.members.values()]]
            for room in self._rooms.values()
        ]
        mine = next((room.name for room in self._rooms.values() if link.visitor.player in room.members), "")
        return {"rooms": lines, "mine": mine}

    async def open(self, link: links.Link, fields: Fields) -> dict[str, object]:
        """Open a room and enter it."""
        request = requests.request_of(fields)
        self._check_free(link)
        if len(self._rooms) >= MAX_ROOMS:
            raise rooms.RoomError("No more rooms can be opened: enter an open one.")
        name = choice([name for name in NAMES if name not in self._rooms])
        band = f" {request.band.title}" if request.band else ""
        title = f"{size_text(request.width, request.height)}{band}"
        room = self._rooms[name] = rooms.Room(name, title, request=request, countdown_ms=self._countdown_ms)
        self._enter(link, room)
        self._tasks.run(self._make_puzzle(room, link.visitor.player))
        return {"room": room.view(self._timer.now())}

    async def enter(self, link: links.Link, fields: Fields) -> dict[str, object]:
        """Enter a room by its name, or return to it."""
        name = required_field(fields, "room", str).strip().lower()
        room = self._rooms.get(name)
        if room is None:
            raise rooms.RoomError("There is no room with this name.")
        if self._places.get(link) is not room:
            self._check_free(link, name)
        self._enter(link, room)
        self._announce(room)
        return {"room": room.view(self._timer.now())}

    async def leave(self, link: links.Link, fields: Fields) -> dict[str, object]:  # noqa: ARG002
        """Leave the room, and give up its race."""
        room = self._room_of(link)
        room.leave(link.visitor.player, self._timer.now())
        self._forget_player(room, link.visitor.player)
        await self._after(room)
        return {}

    async def be_ready(self, link: links.Link, fields: Fields) -> dict[str, object]:  # noqa: ARG002
        """Mark the player as ready for the next race."""
        room = self._room_of(link)
        was_over = room.phase is rooms.Phase.OVER
        room.be_ready(link.visitor.player, self._timer.now())
        if was_over and room.phase is rooms.Phase.MAKING:
            self._tasks.run(self._make_puzzle(room, link.visitor.player))
        await self._after(room)
        return {}

    async def race(self, link: links.Link, fields: Fields) -> dict[str, object]:  # noqa: ARG002
        """Return the player's own race: the puzzle and the log."""
        room = self._room_of(link)
        member = room.members[link.visitor.player]
        if room.puzzle is None or member.log is None:
            raise rooms.RoomError("The race has not begun.")
        return {
            "puzzle": str(room.puzzle),
            "title": f"Race in {room.name}",
            "history": member.log.history,
            "elapsed_ms": member.finished_ms or max(self._timer.now() - room.started_ms, 0),
        }

    async def change(self, link: links.Link, fields: Fields) -> dict[str, object]:
        """Add new steps to the log of the player's race; answer when they are on the disk."""
        room = self._room_of(link)
        player = link.visitor.player
        kept, head = required_field(fields, "kept", int), required_field(fields, "head", int)
        if room.puzzle is None or room.phase is rooms.Phase.COUNTDOWN:
            raise rooms.RoomError("The race has not begun.")
        steps = move_log.steps_of(required_field(fields, "steps", list), room.puzzle)
        room.change(player, self._timer.now(), kept, steps, head)
        await self.records.save(room, player)
        self.watching.show(room, player)
        await self._after(room)
        member = room.members.get(player)
        return {"elapsed_ms": (member.finished_ms if member else 0) or 0, "place": member.place if member else 0}

    async def lose(self, link: links.Link) -> None:
        """Record that a session has ended; in a race, the player may come back."""
        self.watching.forget(link)
        room = self._places.pop(link, None)
        player = link.visitor.player
        if room is None or player not in room.members or player in [it.visitor.player for it in self._places]:
            return
        room.lose(player, self._timer.now())
        await self._after(room)

    # Helpers.

    def _room_of(self, link: links.Link) -> rooms.Room:
        room = self._places.get(link)
        if room is None or link.visitor.player not in room.members:
            raise rooms.RoomError("You are not in a room.")
        return room

    def _check_free(self, link: links.Link, name: str = "") -> None:
        """Raise RoomError if the player is in a room other than `name`."""
        for room in self._rooms.values():
            if room.name != name and link.visitor.player in room.members:
                raise rooms.RoomError(f"You are already in the room {room.name}.")

    def _enter(self, link: links.Link, room: rooms.Room) -> None:
        room.enter(link.visitor.player, link.visitor.name)
        self._places[link] = room
        self.watching.leave_for(room, link)

    def _forget_player(self, room: rooms.Room, player: str) -> None:
        for link, place in list(self._places.items()):
            if place is room and link.visitor.player == player:
                del self._places[link]
                link.tell("room", {"room": None})

    async def _make_puzzle(self, room: rooms.Room, player: str) -> None:
        try:
            async with self._generator.turn_of(player):
                if not self._is_open(room) or room.request is None:
                    return
                made = await self._generator.generate(room.request, randbelow(MAX_SEED))
        except worker.WorkerError as error:
            room.fail_puzzle(f"No puzzle could be made: {error}.")
        else:
            if not self._is_open(room):
                return
            room.set_puzzle(made.puzzle)
            room.advance(self._timer.now())
        await self._after(room)

    def _is_open(self, room: rooms.Room) -> bool:
        """Return False if everybody has left a room."""
        return self._rooms.get(room.name) is room

    async def _after(self, room: rooms.Room) -> None:
        """Do what follows from the last event in a room, and report the room to its players."""
        if room.phase is rooms.Phase.OVER and room.race:
            await self.records.end(room)
        if room.phase is not rooms.Phase.RUNNING:
            room.remove_absent()
        if not room.members and self._is_open(room):
            del self._rooms[room.name]
            self._timer.forget(room)
            room.phase = rooms.Phase.OVER
        self._timer.count_down(room)
        self._announce(room)

    def _announce(self, room: rooms.Room) -> None:
        view = room.view(self._timer.now())
        for link, place in self._places.items():
            if place is room:
                link.tell("room", {"room": view})
