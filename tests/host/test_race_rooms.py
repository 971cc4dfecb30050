"""Rooms and races as players see them: requests over links to a hub, with its database and its clock."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from binairo_tui.engine import parse_puzzle
from binairo_tui.engine.search import solutions
from binairo_tui.host import race_timer
from binairo_tui.host.database import HostDatabase
from binairo_tui.host.generator import Generator
from binairo_tui.host.hub import Hub
from binairo_tui.host.limits import Limits
from binairo_tui.host.links import Visitor
from binairo_tui.processes.worker import GradedPuzzle
from binairo_tui.store.errors import StoreError

PUZZLE = parse_puzzle("4x4;0..1.1......0..0")
SECONDS = 20.0
NAMES = {"ada": "p1", "ben": "p2", "cleo": "p3"}
REFUSED = "The host cannot read or save its data now"


class Player:
    """A player process at the other end of a link: what it asks, and the news that it was sent."""

    def __init__(self, hub: Hub, visitor: Visitor) -> None:
        self.visitor = visitor
        self.news: list[dict[str, Any]] = []
        self._hub = hub
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._changed = asyncio.Event()

    async def connect(self) -> None:
        ours, theirs = socket.socketpair()
        self._serving = asyncio.create_task(self._hub.serve(self.visitor, theirs.detach()))
        reader, self._writer = await asyncio.open_connection(sock=ours)
        self._reading = asyncio.create_task(self._read(reader))

    async def leave(self) -> None:
        """End the session, as a lost connection does."""
        self._writer.close()
        await self._serving
        await self._reading

    async def _read(self, reader: asyncio.StreamReader) -> None:
        while line := await reader.readline():
            message = json.loads(line)
            if "event" in message:
                self.news.append(message)
                self._changed.set()
            else:
                self._answers.pop(message["id"]).set_result(message)

    def send(self, method: str, **fields: object) -> asyncio.Future[dict[str, Any]]:
        """Send a request; return the future answer."""
        number = len(self._answers) + 1 + getattr(self, "_count", 0)
        self._count = number
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


def steps(*cells: int) -> list[list[object]]:
    """Return the steps that fill cells with their values."""
    solution = next(iter(solutions(PUZZLE)))
    return [
        ["place", f"r{cell // 4 + 1}c{cell % 4 + 1}:.>{PUZZLE.geometry.value(solution, cell)}", 0] for cell in cells
    ]


BLANKS = [cell for cell in range(16) if not PUZZLE.is_given(cell)]


class FlakyDatabase(HostDatabase):
    """A database whose writes fail while `is_failing`."""

    is_failing = False
    hold: Any = None

    def _check(self) -> None:
        if self.is_failing:
            raise StoreError("the disk is full")

    def add_race(self, *arguments: Any) -> int:
        self._check()
        return super().add_race(*arguments)

    def save_racers(self, saves: Any) -> None:
        self._check()
        super().save_racers(saves)


class Party:
    """A hub with named players."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.database = FlakyDatabase(directory / "host.db")
        self.log: list[str] = []
        self.hub = Hub(
            self.database,
            limits=Limits(countdown_seconds=1),
            needs_invitation=False,
            on_named=lambda _: None,
            log=self.log.append,
        )
        self.players: list[Player] = []

    async def login(self, name: str, *, key: str = "") -> Player:
        fingerprint = key or f"key-{name}"
        known = self.database.player_named(name)
        if known is None:
            self.database.add_player(NAMES[name], name, fingerprint, 100)
            known = self.database.player_named(name)
        assert known is not None
        player = Player(self.hub, Visitor(known.id, name, fingerprint, known.is_watchable))
        await player.connect()
        self.players.append(player)
        return player

    async def race(self, *names: str) -> list[Player]:
        """Return players in a race that has just begun."""
        players = [await self.login(name) for name in names]
        room = (await players[0].ask("open", width=4, height=4))["room"]
        for player in players[1:]:
            await player.ask("enter", room=room["name"])
        await players[0].until_state("open")
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

    async def close(self) -> None:
        for player in self.players:
            if not player._serving.done():
                await player.leave()
        self.hub.close()


@asynccontextmanager
async def party_in(directory: Path) -> AsyncIterator[Party]:
    found = Party(directory)
    try:
        yield found
    finally:
        await found.close()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the same puzzle at once, and short countdowns."""

    async def generate(*_: object) -> GradedPuzzle:
        return GradedPuzzle(PUZZLE, "Easy", 1)

    monkeypatch.setattr(Generator, "generate", generate)
    monkeypatch.setattr(race_timer, "TICK_SECONDS", 0.01)


async def test_a_race_that_cannot_be_saved_does_not_start_and_can_be_tried_again(tmp_path: Path) -> None:
    async with party_in(tmp_path) as party:
        ada, ben = await party.login("ada"), await party.login("ben")
        room = (await ada.ask("open", width=4, height=4))["room"]
        await ben.ask("enter", room=room["name"])
        await ada.until_state("open")
        party.database.is_failing = True
        for player in (ada, ben):
            await player.ask("ready")
        await ben.until_state("countdown")
        shown = await ben.until_state("open")
        assert shown["problem"].startswith(REFUSED)
        assert [racer["is_ready"] for racer in shown["racers"]] == [False, False]
        assert "not begun" in await ada.refused("race")
        assert "not running" in await ada.refused("change", kept=0, steps=steps(BLANKS[0]), head=1)
        party.database.is_failing = False
        for player in (ada, ben):
            await player.ask("ready")
        shown = await ben.until_state("running")
        assert (bool(shown["race"]), shown["problem"]) == (True, "")
        await ada.place(BLANKS[0])
        assert party.logs() == {"ada": f"place {steps(BLANKS[0])[0][1]}", "ben": ""}


async def test_a_race_starts_when_the_last_player_who_was_not_ready_leaves(tmp_path: Path) -> None:
    async with party_in(tmp_path) as party:
        ada, ben, cleo = [await party.login(name) for name in NAMES]
        room = (await ada.ask("open", width=4, height=4))["room"]
        for player in (ben, cleo):
            await player.ask("enter", room=room["name"])
        await ada.until_state("open")
        for player in (ada, ben):
            await player.ask("ready")
        await cleo.ask("leave")
        assert len((await ada.until_state("running"))["racers"]) == 2
