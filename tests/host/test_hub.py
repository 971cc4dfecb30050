"""The hub without connections."""

import asyncio
import json
import socket
import time
from pathlib import Path

import pytest

from binairo_tui.engine import parse_puzzle
from binairo_tui.files.json_lines import RequestError
from binairo_tui.host.server import links
from binairo_tui.host.server.database import HostDatabase
from binairo_tui.host.server.hub import Hub
from binairo_tui.host.server.limits import Limits, Pace
from binairo_tui.host.server.links import Visitor
from binairo_tui.store.errors import StoreError
from tests.conftest import forget
from tests.host.party import Party


async def test_what_is_decided_is_saved_even_if_the_player_leaves(tmp_path: Path) -> None:
    database = HostDatabase(tmp_path / "host.db")
    hub = Hub(database, limits=Limits(), needs_invitation=False, on_named=lambda _: None)
    saved: list[int] = []
    works = [lambda: time.sleep(0.05), lambda: saved.append(1)]
    tasks = [asyncio.create_task(hub.in_thread(work)) for work in works]
    await asyncio.sleep(0)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    hub.close()
    assert saved == [1]


async def test_a_failure_of_the_disk_is_explained_to_the_operator_and_not_to_players(tmp_path: Path) -> None:
    database = HostDatabase(tmp_path / "host.db")
    lines: list[str] = []
    hub = Hub(database, limits=Limits(), needs_invitation=False, on_named=lambda _: None, log=lines.append)
    database.close()
    for _ in range(3):
        with pytest.raises(RequestError, match="try again later") as failure:
            await hub.in_thread(database.welcome_keys)
        assert str(tmp_path) not in str(failure.value)
    (line,) = lines
    assert line.startswith(f"failed: {tmp_path / 'host.db'}: ")
    hub.close()


async def test_a_race_whose_end_cannot_be_saved_ends_again_after_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("binairo_tui.host.server.race_rooms.TICK_SECONDS", 0.001)
    database = HostDatabase(tmp_path / "host.db")
    race = database.add_race("oak", "4x4", str(parse_puzzle("4x4;0..1.1......0..0")), 0, [])
    for is_saved in (False, True):
        hub = Hub(database, limits=Limits(), needs_invitation=False, on_named=lambda _: None)
        with monkeypatch.context() as patch:
            if not is_saved:
                patch.setattr(HostDatabase, "end_race", fail_to_write)
            await hub.rooms.load()
            async with asyncio.timeout(20):
                while hub.rooms._rooms:
                    await asyncio.sleep(0.001)
        found = database.race(race)
        assert found is not None
        assert found[0].is_over is is_saved
        hub.close()
        database = HostDatabase(tmp_path / "host.db")
    database.close()


async def test_after_a_bug_the_next_request_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bugs: dict[str, BaseException]
) -> None:
    lines: list[str] = []
    hub = Hub(
        HostDatabase(tmp_path / "host.db"),
        limits=Limits(),
        needs_invitation=False,
        on_named=lambda _: None,
        log=lines.append,
    )
    ours, theirs = socket.socketpair()
    serving = asyncio.create_task(hub.serve(Visitor("1" * 32, "ada", ""), theirs.detach()))
    reader, writer = await asyncio.open_connection(sock=ours)
    with monkeypatch.context() as patch:
        patch.setattr(Hub, "_find_handler", lambda *_: lambda *_: 1 / 0)
        for _ in range(3):  # so that nobody fills the disk with the log
            writer.write(b'{"id": 1, "method": "rooms"}\n')
            assert json.loads(await reader.readline())["error"]["code"] == "internal"
    writer.write(b'{"id": 2, "method": "nothing"}\n')
    assert json.loads(await reader.readline())["error"]["code"] == "request"
    writer.close()
    await serving
    hub.close()
    assert [line.startswith("failed: This is a bug in binairo-tui (ZeroDivisionError") for line in lines] == [True]
    forget(bugs)


async def test_a_process_that_does_not_read_its_answers_takes_little_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: set[int] = set()

    def wait_seconds(_: Pace, size: int, __: float) -> float:
        sizes.add(size)
        return 0

    monkeypatch.setattr(Pace, "wait_seconds", wait_seconds)
    hub = Hub(HostDatabase(tmp_path / "host.db"), limits=Limits(), needs_invitation=False, on_named=lambda _: None)
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    serving = asyncio.create_task(hub.serve(Visitor("1" * 32, "ada", ""), theirs.detach()))
    request = json.dumps({"id": "x" * 8000, "method": "nothing"}).encode() + b"\n"
    sent = waits = 0
    while waits < 50 and sent < 16 << 20:
        try:
            sent += ours.send(request[sent % len(request) :])
            waits = 0
        except BlockingIOError:
            waits += 1
            await asyncio.sleep(0)
    assert sent < 8 << 20
    reader, writer = await asyncio.open_connection(sock=ours)
    for _ in range(sent // len(request)):
        assert len(await reader.readline()) > 8000
    assert sizes == {len(request)}
    writer.close()
    await serving
    hub.close()


def test_a_process_asks_as_fast_as_keys_are_pressed_but_not_much_faster() -> None:
    honest, greedy = [Pace(links.BYTES_A_SECOND, links.BYTES_AT_ONCE) for _ in range(2)]
    assert {honest.wait_seconds(150, key / 40) for key in range(4000)} == {0}
    now, asked = 1000.0, 0
    while now < 1060:
        now += greedy.wait_seconds(10_000, now)
        asked += 10_000
    assert 60 * links.BYTES_A_SECOND < asked < 61 * links.BYTES_A_SECOND + links.BYTES_AT_ONCE


async def test_a_request_that_would_hold_up_the_others_is_refused(party: Party) -> None:
    ada, _ = await party.room("ada", "ben")
    steps = "place r1c1:.>1; " * 10_000
    assert "longer than 128 KiB" in await ada.refused("change", kept=0, head=0, steps=steps)
    assert (await ada.ask("rooms"))["mine"]


def fail_to_write(_: HostDatabase, race: int) -> None:
    raise StoreError(f"race {race} cannot be written")
