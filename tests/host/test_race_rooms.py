"""Rooms and races as players see them: requests over links to a hub, with its database and its clock."""

import asyncio
import itertools
import json
import socket
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from binairo_tui.engine import parse_puzzle
from binairo_tui.engine.search import solutions
from binairo_tui.host import race_rooms, rooms
from binairo_tui.host.database import HostDatabase
from binairo_tui.host.generator import Generator
from binairo_tui.host.hub import Hub
from binairo_tui.host.limits import Limits
from binairo_tui.host.links import MAX_QUEUED, Link, Visitor
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
        self._numbers = itertools.count(1)

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

    def save_racers(self, saves: Any) -> None:
        self._check()
        super().save_racers(saves)


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
        self.hub.rooms._countdown_ms = countdown_ms
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

    async def room(self, *names: str) -> list[Player]:
        """Return players in a room that has a puzzle."""
        players = [await self.login(name) for name in names]
        room = (await players[0].ask("open", width=4, height=4))["room"]
        for player in players[1:]:
            await player.ask("enter", room=room["name"])
        await players[0].until_state("open")
        return players

    async def race(self, *names: str) -> list[Player]:
        """Return players in a race that has just begun."""
        players = await self.room(*names)
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
            if not player._serving.done():
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


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the same puzzle at once, and short countdowns."""

    async def generate(*_: object) -> GradedPuzzle:
        return GradedPuzzle(PUZZLE, "Easy", 1)

    monkeypatch.setattr(Generator, "generate", generate)
    monkeypatch.setattr(race_rooms, "TICK_SECONDS", 0.01)


async def test_a_race_that_cannot_be_saved_does_not_start_and_can_be_tried_again(tmp_path: Path) -> None:
    async with party_in(tmp_path) as party:
        ada, ben = await party.room("ada", "ben")
        party.database.is_failing = True
        for player in (ada, ben):
            await player.ask("ready")
        room_news = await ben.until(lambda it: bool(it["room"] and it["room"]["problem"]))
        shown = room_news["room"]
        assert (shown["state"], shown["problem"].startswith(REFUSED)) == ("open", True)
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
        ada, ben, cleo = await party.room(*NAMES)
        for player in (ada, ben):
            await player.ask("ready")
        await cleo.ask("leave")
        assert len((await ada.until_state("running"))["racers"]) == 2


async def test_a_race_does_not_start_if_a_player_leaves_in_the_countdown(tmp_path: Path) -> None:
    async with party_in(tmp_path, countdown_ms=2000) as party:
        ada, ben, cleo = await party.room(*NAMES)
        for player in (ada, ben, cleo):
            await player.ask("ready")
        await ada.until_state("countdown")
        assert "under way" in await cleo.refused("ready")
        assert "not begun" in await ada.refused("change", kept=0, steps=steps(BLANKS[0]), head=1)
        await cleo.ask("leave")
        shown = await ada.until_state("open")
        assert [racer["is_ready"] for racer in shown["racers"]] == [False, False]
        await asyncio.sleep(2.1)
        assert ada.news[-1]["room"]["state"] == "open"
        assert party.races() == []


async def test_nobody_races_alone_or_in_two_rooms_or_without_a_name(tmp_path: Path) -> None:
    async with party_in(tmp_path) as party:
        ada = await party.login("ada")
        room = (await ada.ask("open", width=4, height=4))["room"]
        await ada.until_state("open")
        await ada.ask("ready")
        assert f"already in the room {room['name']}" in await ada.refused("open", width=4, height=4)
        assert "no room with this name" in await ada.refused("enter", room="nowhere")
        await asyncio.sleep(0.1)
        assert ada.news[-1]["room"]["state"] == "open"
        party.players.append(Player(party.hub, Visitor("p9", "", "key-9")))
        await party.players[-1].connect()
        for method in ("rooms", "watched", "past", "code"):
            assert await party.players[-1].refused(method) == "Choose a name first."


async def test_what_is_answered_as_saved_is_on_the_disk(tmp_path: Path) -> None:
    async with party_in(tmp_path) as party:
        ada, ben = await party.race("ada", "ben")
        party.database.is_failing = True
        assert (await ada.refused("change", kept=0, steps=steps(BLANKS[0]), head=1)).startswith(REFUSED)
        party.database.is_failing = False
        assert party.logs() == {"ada": "", "ben": ""}
        await ben.place(BLANKS[1])
        assert party.logs() == {"ada": f"place {steps(BLANKS[0])[0][1]}", "ben": f"place {steps(BLANKS[1])[0][1]}"}


async def test_after_a_failed_write_the_newest_log_is_saved(tmp_path: Path) -> None:
    async with party_in(tmp_path) as party:
        ada, _ = await party.race("ada", "ben")
        database = party.database
        database.is_failing = True
        database.begun.clear()
        database.may_go_on.clear()
        first = ada.send("change", kept=0, steps=steps(BLANKS[0]), head=1)
        assert await asyncio.to_thread(database.begun.wait, SECONDS)
        database.is_failing = False
        second = ada.send("change", kept=1, steps=steps(BLANKS[1]), head=2)
        await ada.refused("enter", room="nowhere")  # answered after the second change was taken
        database.may_go_on.set()
        assert (await first)["error"]["message"].startswith(REFUSED)
        assert "error" not in await second
        assert party.logs()["ada"] == "; ".join([f"place {moves}" for _, moves, _ in steps(*BLANKS[:2])])


async def test_a_racer_who_comes_back_goes_on_and_the_race_waits_only_so_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with party_in(tmp_path) as party:
        ada, ben = await party.race("ada", "ben")
        room = ada.news[-1]["room"]["name"]
        await ben.place(BLANKS[0])
        other = await party.login("ben")
        await other.ask("enter", room=room)
        await ben.leave()
        await ada.ask("rooms")
        assert [racer["is_here"] for racer in ada.news[-1]["room"]["racers"]] == [True, True]
        await other.leave()
        await ada.until(lambda it: not it["room"]["racers"][1]["is_here"])
        ben = await party.login("ben")
        await ben.ask("enter", room=room)
        await ada.until(lambda it: bool(it["room"]["racers"][1]["is_here"]))
        assert (await ben.ask("race"))["history"] == f"place {steps(BLANKS[0])[0][1]}"
        assert (await ada.place(*BLANKS))["place"] == 1
        await ben.leave()
        await ada.until(lambda it: not it["room"]["racers"][1]["is_here"])
        await asyncio.sleep(0.1)
        assert ada.news[-1]["room"]["state"] == "running"
        monkeypatch.setattr(rooms, "AWAY_MS", 10)
        await ada.until_state("over")
        assert party.races() == [True]


async def test_a_restored_race_goes_on_with_those_who_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with party_in(tmp_path) as party:
        ada, _ = await party.race("ada", "ben")
        room = ada.news[-1]["room"]["name"]
        await ada.place(BLANKS[0])
        party.hub.close()  # as a host that is killed: the race goes on
    async with party_in(tmp_path) as party:
        ada = await party.login("ada")
        assert (await ada.ask("rooms"))["mine"] == room
        await ada.ask("enter", room=room)
        assert (await ada.place(*BLANKS[1:], kept=1))["place"] == 1
        monkeypatch.setattr(rooms, "AWAY_MS", 10)
        await ada.until_state("over")
        assert party.races() == [True]


async def test_only_those_are_watched_who_allow_it(tmp_path: Path) -> None:
    async with party_in(tmp_path) as party:
        ada, ben = await party.race("ada", "ben")
        cleo = await party.login("cleo")
        assert (await cleo.ask("watched"))["games"] == []
        assert "cannot be watched" in await cleo.refused("watch", name="ada")
        await ada.ask("watchable", is_watchable=True)
        assert (await cleo.ask("watched"))["games"] == [["ada", "4x4"]]
        assert (await ben.ask("watched"))["games"] == []
        assert (await cleo.ask("watch", name="ada"))["history"] == ""
        await ada.place(BLANKS[0])
        await cleo.until(lambda it: it["game"]["history"] == f"place {steps(BLANKS[0])[0][1]}", "watch")
        await ada.ask("watchable", is_watchable=False)
        assert await cleo.until(lambda it: it["game"] is None, "watch")
        seen = len(cleo.news)
        await ada.place(BLANKS[1], kept=1)
        await cleo.ask("rooms")
        assert len(cleo.news) == seen


async def test_a_watcher_who_enters_the_room_sees_no_more_of_the_game(tmp_path: Path) -> None:
    async with party_in(tmp_path) as party:
        ada, ben = await party.race("ada", "ben")
        room = ada.news[-1]["room"]["name"]
        cleo = await party.login("cleo")
        await ada.ask("watchable", is_watchable=True)
        await cleo.ask("watch", name="ada")
        assert "under way" in await cleo.refused("enter", room=room)
        for player in (ada, ben):
            await player.place(*BLANKS)
        await ada.until_state("over")
        await cleo.ask("enter", room=room)
        assert (await cleo.until(lambda _: True, "watch"))["game"] is None
        for player in (ada, ben, cleo):
            await player.ask("ready")
        await cleo.until_state("running")
        await ada.place(BLANKS[0])
        await cleo.ask("rooms")
        assert [it["game"] for it in cleo.news if it["event"] == "watch"][-1] is None


async def test_a_log_is_told_to_others_only_when_the_race_is_over(tmp_path: Path) -> None:
    async with party_in(tmp_path) as party:
        ada, ben = await party.race("ada", "ben")
        race = ada.news[-1]["room"]["race"]
        await ada.place(BLANKS[0])
        history = f"place {steps(BLANKS[0])[0][1]}"
        assert (await ada.ask("replay", race=race, name="ada"))["history"] == history
        assert "does not exist" in await ben.refused("replay", race=race, name="ada")
        await ada.ask("leave")
        await ben.ask("leave")
        assert (await ben.ask("replay", race=race, name="ada"))["history"] == history
        ((number, _, _, racers),) = (await ben.ask("past"))["races"]
        assert (number, racers) == (race, [["ada", 0, 0], ["ben", 0, 0]])


async def test_a_slow_player_is_sent_the_newest_news_of_each_kind() -> None:
    class SlowWriter:
        def __init__(self) -> None:
            self.sent: list[dict[str, Any]] = []
            self.transport = self
            self.is_read = asyncio.Event()

        def get_write_buffer_size(self) -> int:
            return 0 if self.is_read.is_set() else MAX_QUEUED

        def is_closing(self) -> bool:
            return False

        def write(self, data: bytes) -> None:
            self.sent.append(json.loads(data))

        async def drain(self) -> None:
            await self.is_read.wait()

    writer: Any = SlowWriter()
    link = Link(Visitor("p1", "ada", "key-1"), writer)
    for number in range(3):
        link.tell("room", {"room": number})
        link.tell("watch", {"game": number})
    await asyncio.sleep(0)
    assert writer.sent == []
    writer.is_read.set()
    for _ in range(3):
        await asyncio.sleep(0)
    assert writer.sent == [{"event": "room", "room": 2}, {"event": "watch", "game": 2}]
    link.tell("room", {"room": 3})
    assert writer.sent[-1] == {"event": "room", "room": 3}
