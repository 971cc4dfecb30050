"""Players of a hub without SSH connections: what they ask and what they are told, and the database of the hub."""

import asyncio
import itertools
import json
import socket
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from binairo_tui.engine import parse_puzzle
from binairo_tui.engine.search import solutions
from binairo_tui.host.client.hub_link import parse_message
from binairo_tui.host.server import database
from binairo_tui.host.server.database import HostDatabase
from binairo_tui.host.server.hub import Hub
from binairo_tui.host.server.limits import Limits
from binairo_tui.host.server.links import Visitor
from binairo_tui.store.errors import StoreError

PUZZLE = parse_puzzle("4x4;0..1.1......0..0")
SECONDS = 60.0
NAMES = {"ada": "p1", "ben": "p2", "cleo": "p3"}


class Player:
    """A player process at the other end of a link: what it asks, and the news that it was sent."""

    def __init__(self, hub: Hub, visitor: Visitor) -> None:
        self.visitor = visitor
        self.news: list[dict[str, Any]] = []
        self._hub = hub
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._changed = asyncio.Event()
        self._numbers = itertools.count(1)

    async def connect(self) -> None:
        ours, theirs = socket.socketpair()
        self.serving = asyncio.create_task(self._hub.serve(self.visitor, theirs.detach()))
        reader, self._writer = await asyncio.open_connection(sock=ours)
        self._reading = asyncio.create_task(self._read(reader))

    async def leave(self) -> None:
        """End the session, as a lost connection does."""
        self._writer.close()
        await self.serving
        await self._reading

    async def _read(self, reader: asyncio.StreamReader) -> None:
        while line := await reader.readline():
            message = parse_message(line)
            if "event" in message:
                self.news.append(message)
                self._changed.set()
            else:
                self._answers.pop(message["id"]).set_result(message)

    def send(self, method: str, **fields: object) -> asyncio.Future[dict[str, Any]]:
        """Send a request; return the future answer."""
        number = next(self._numbers)
        future = self._answers[number] = asyncio.get_running_loop().create_future()
        self._writer.write(json.dumps({"id": number, "method": method, **fields}).encode() + b"\n")
        return future

    async def ask(self, method: str, **fields: object) -> dict[str, Any]:
        """Return the result of a request, which must not be refused."""
        answer = await asyncio.wait_for(self.send(method, **fields), SECONDS)
        assert "error" not in answer, answer
        result: dict[str, Any] = answer["result"]
        return result

    async def refused(self, method: str, **fields: object) -> str:
        """Return the reason why a request is refused."""
        answer = await asyncio.wait_for(self.send(method, **fields), SECONDS)
        assert "error" in answer, answer
        return str(answer["error"]["message"])

    async def until(self, is_true: Callable[[dict[str, Any]], bool], event: str = "room") -> dict[str, Any]:
        """Wait until the newest news of a kind are as wanted, and return them."""
        async with asyncio.timeout(SECONDS):
            while True:
                self._changed.clear()
                found = [it for it in self.news if it["event"] == event]
                if found and is_true(found[-1]):
                    return found[-1]
                await self._changed.wait()

    async def until_state(self, state: str) -> dict[str, Any]:
        """Wait until the room is in a state, and return the room."""
        found: dict[str, Any] = (await self.until(lambda it: bool(it["room"]) and it["room"]["state"] == state))["room"]
        return found

    async def place(self, *cells: int, kept: int = 0) -> dict[str, Any]:
        """Fill cells with their values; `kept` steps were made before."""
        return await self.ask("change", kept=kept, steps=steps(*cells), head=kept + len(cells))


def steps(*cells: int) -> str:
    """Return the steps that fill cells with their values, in the notation of `game.steps`."""
    solution = next(iter(solutions(PUZZLE)))
    return "; ".join(
        [f"place r{cell // 4 + 1}c{cell % 4 + 1}:.>{PUZZLE.geometry.value(solution, cell)}" for cell in cells]
    )


BLANKS = [cell for cell in range(16) if not PUZZLE.is_given(cell)]


class FlakyDatabase(HostDatabase):
    """A database whose writes fail while `is_failing`."""

    is_failing = False

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.begun, self.may_go_on = threading.Event(), threading.Event()
        self.may_go_on.set()

    def _check(self) -> None:
        fails = self.is_failing
        self.begun.set()
        assert self.may_go_on.wait(SECONDS)
        if fails:
            raise StoreError("the disk is full")

    def add_race(self, *arguments: Any) -> int:
        self._check()
        return super().add_race(*arguments)

    def save_racers(self, saves: Any, now_ms: int) -> None:
        self._check()
        super().save_racers(saves, now_ms)


class Party:
    """A hub with named players."""

    def __init__(self, directory: Path, countdown_ms: int = 20) -> None:
        self.directory = directory
        self.database = FlakyDatabase(directory / "host.db")
        self.log: list[str] = []
        self.hub = Hub(
            self.database,
            limits=Limits(),
            needs_invitation=False,
            on_named=lambda _: None,
            log=self.log.append,
        )
        self.hub.rooms.countdown_ms = countdown_ms
        self.players: list[Player] = []

    async def login(self, name: str, *, key: str = "") -> Player:
        fingerprint = key or f"key-{name}"

        def known_player() -> database.Player:
            if self.database.player_named(name) is None:
                self.database.add_player(NAMES[name], name, fingerprint, 100)
            known = self.database.player_named(name)
            assert known is not None
            return known

        known = await self.hub.in_thread(known_player)  # which may be writing for the players before
        player = Player(self.hub, Visitor(known.id, name, fingerprint))
        await player.connect()
        self.players.append(player)
        return player

    async def room(self, *names: str, **fields: object) -> list[Player]:
        """Return players in a room that has a puzzle; `fields` say which kind of puzzle it is."""
        players = [await self.login(name) for name in names]
        room = (await players[0].ask("open", width=4, height=4, **fields))["room"]
        for player in players[1:]:
            await player.ask("enter", room=room["name"])
        await players[0].until_state("open")
        return players

    async def race(self, *names: str, **fields: object) -> list[Player]:
        """Return players in a race that has just begun; `fields` say which kind of puzzle it has."""
        players = await self.room(*names, **fields)
        for player in players:
            await player.ask("ready")
        for player in players:
            await player.until_state("running")
        return players

    def logs(self) -> dict[str, str]:
        """Return the logs of the only race on the disk, by player."""
        database = HostDatabase(self.directory / "host.db")
        ((_, racers),) = [*database.races(is_over=False), *database.races(is_over=True)]
        database.close()
        return {racer.name: racer.history for racer in racers}

    def races(self) -> list[bool]:
        """Return whether each race on the disk is over."""
        database = HostDatabase(self.directory / "host.db")
        found = [race.is_over for is_over in (False, True) for race, _ in database.races(is_over=is_over)]
        database.close()
        return found

    async def close(self) -> None:
        for player in self.players:
            if not player.serving.done():
                await player.leave()
        self.hub.close()


@asynccontextmanager
async def party_in(directory: Path, countdown_ms: int = 20) -> AsyncIterator[Party]:
    found = Party(directory, countdown_ms)
    await found.hub.rooms.load()
    try:
        yield found
    finally:
        await found.close()
