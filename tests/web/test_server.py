"""The app in a browser tab: who gets in, what a tab can do, and how its game ends."""

import asyncio
import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pyte
import pytest

from binairo_tui.cli.verbs import web as verb
from binairo_tui.files.paths import database_path
from binairo_tui.store.opening import open_database
from binairo_tui.store.rows import read_games
from binairo_tui.web.game import Game
from tests.cli.runs import CLASSIC, binairo
from tests.conftest import forget
from tests.faults.harness import ROOT

aiohttp: Any = pytest.importorskip("aiohttp", reason="aiohttp is not installed: pip install 'binairo-tui[web]'")
pytest.importorskip("textual_serve", reason="textual-serve is not installed: pip install 'binairo-tui[web]'")
from binairo_tui.web import server  # noqa: E402 - only where its packages are installed

WAIT_SECONDS = 60.0


class FakeGame:
    """A game that draws what was typed, and has no process."""

    started: list["FakeGame"]

    def __init__(self) -> None:
        self.typed: asyncio.Queue[bytes] = asyncio.Queue()
        self.sizes: list[tuple[int, int]] = []
        self.ended = asyncio.Event()

    @classmethod
    async def start(cls, arguments: object, columns: int, lines: int) -> "FakeGame":
        game = cls()
        game.resize(columns, lines)
        cls.started.append(game)
        return game

    async def read(self) -> bytes:
        drawn = await self.typed.get()
        if drawn == b"bug":
            raise ZeroDivisionError
        return drawn

    async def write(self, data: bytes) -> None:
        self.typed.put_nowait(data)

    def resize(self, columns: int, lines: int) -> None:
        self.sizes.append((columns, lines))

    async def end(self) -> None:
        self.ended.set()


class Door:
    """A server, and requests to it."""

    def __init__(self, running: server.WebServer, address: str, client: Any) -> None:
        self.running, self.address, self.client = running, address, client
        self.tabs: list[Any] = []
        self.port = int(address.split(":")[2].partition("/")[0])

    async def get(self, path: str, **headers: str) -> tuple[int, str]:
        """Ask for a path; return the status and the text of the answer."""
        async with self.client.get(f"http://127.0.0.1:{self.port}{path}", headers=headers) as answer:
            return answer.status, await answer.text(errors="replace")

    async def open_tab(self, query: str = "?width=100&height=30", **headers: str) -> Any:
        """Connect as the page does."""
        self.tabs.append(await self.client.ws_connect(f"{self.address}game{query}", headers=headers))
        return self.tabs[-1]


@pytest.fixture
async def door(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Door]:
    """A server whose games have no processes."""
    FakeGame.started = []
    monkeypatch.setattr(server, "Game", FakeGame)
    async with serving() as it:
        yield it
    assert all(game.ended.is_set() for game in FakeGame.started)


@asynccontextmanager
async def serving(*arguments: str) -> AsyncIterator[Door]:
    """A server on a free port, until the test has ended."""
    running = server.WebServer(["play", *arguments])
    address = await running.listen(0)
    async with aiohttp.ClientSession() as client:
        door = Door(running, address, client)
        try:
            yield door
        finally:
            await asyncio.gather(running.close(), *[tab.close() for tab in door.tabs])


async def receive(tab: Any) -> Any:
    """The next message, which must come."""
    return await asyncio.wait_for(tab.receive(), WAIT_SECONDS)


STRANGE_HOSTS = (
    "evil.example",
    "127.0.0.1.evil.example:{port}",
    "localhost.",
    "127.0.0.1@evil.example",
    "10.0.0.1",
    "",
)
STRANGE_ORIGINS = (
    "http://evil.example",
    "null",
    "https://127.0.0.1:{port}",
    "http://127.0.0.1:1",
    "http://localhost:{port}",
)


async def test_only_our_own_page_with_the_token_gets_in(door: Door) -> None:
    token = f"/{door.running.token}"
    for path in ("/", "/game", "/page.js", "/textual.js", "/x/game", f"{token[:-1]}/game", f"{token}x/", f"/é{token}/"):
        assert (await door.get(path))[0] == 403, path
    for header, values in (("Host", STRANGE_HOSTS), ("Origin", STRANGE_ORIGINS)):
        for value in values:
            strange = {header: value.format(port=door.port)}
            assert (await door.get(f"{token}/", **strange))[0] == 403, strange
            with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
                await door.open_tab(**strange)
    assert FakeGame.started == []
    for host in (f"127.0.0.1:{door.port}", "localhost:9000", "[::1]:80", "localhost"):
        assert (await door.get(f"{token}/", Host=host, Origin=f"http://{host}"))[0] == 200, host
    assert (await door.get(f"{token}/../server.py"))[0] == 403
    assert (await door.get(f"{token}/server.py"))[0] == 404


async def test_the_page_needs_nothing_from_elsewhere(door: Door) -> None:
    _, page = await door.get(f"/{door.running.token}/")
    needed = re.findall(r'(?:src|href)="([^":]+)"', page)
    assert {"textual.js", "xterm.css", "page.js", "keys.js", "page.css"} == {*needed}
    texts = [await door.get(f"/{door.running.token}/{name}") for name in [*needed, "font.ttf"]]
    assert {status for status, _ in texts} == {200}
    own = page + "".join(
        text for name, (_, text) in zip(needed, texts, strict=False) if name.startswith(("page", "keys"))
    )
    assert not re.search(r"https?:|//[a-z]", own.replace("/^http/", ""))
    for hook in ("sessionWebsocketUrl", "dataset.fontSize", '"stdin"', '"resize"', '"-closed"', "window.onload"):
        assert hook in texts[needed.index("textual.js")][1], f"another protocol: textual-serve has no {hook}"


async def test_what_a_tab_sends_is_typed_and_what_the_game_draws_is_shown(door: Door) -> None:
    tab = await door.open_tab("?width=160&height=1e9")
    await tab.send_json(["focus"])
    await tab.send_json(["resize", {"width": 90, "height": 20}])
    await tab.send_json(["stdin", "é\ud800"])
    assert (await receive(tab)).data == "é?".encode()
    await tab.send_json(["ping", "7"])
    assert json.loads((await receive(tab)).data) == ["pong", "7"]
    assert FakeGame.started[0].sizes == [(160, 24), (90, 20)]
    await tab.close()
    await asyncio.wait_for(FakeGame.started[0].ended.wait(), WAIT_SECONDS)


NONSENSE = ("", "{", "[" * 50_000, "7", '["stdin", 7]', '["resize", {"width": 1.5, "height": 2}]', '["quit"]', b"stdin")


async def test_a_message_that_the_page_never_sends_ends_the_tab_and_its_game(door: Door) -> None:
    for message in (*NONSENSE, "x" * (server.MAX_MESSAGE + 1)):
        tab = await door.open_tab()
        await (tab.send_bytes(message) if isinstance(message, bytes) else tab.send_str(message))
        while (await receive(tab)).type is aiohttp.WSMsgType.BINARY:
            pass
        assert tab.closed
        await asyncio.wait_for(FakeGame.started[-1].ended.wait(), WAIT_SECONDS)


async def test_tabs_and_connections_are_limited(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    tabs = [await door.open_tab() for _ in range(server.MAX_TABS)]
    refused = await door.open_tab()
    assert b"close one" in (await receive(refused)).data
    assert (await receive(refused)).type is aiohttp.WSMsgType.CLOSE
    assert len(FakeGame.started) == server.MAX_TABS

    monkeypatch.setattr(server, "MAX_CONNECTIONS", 12)
    monkeypatch.setattr(server, "CONNECTION_SECONDS", 1.0)
    streams = [await asyncio.open_connection("127.0.0.1", door.port) for _ in range(12)]
    assert await asyncio.wait_for(streams[-1][0].read(), WAIT_SECONDS) == b""
    for reader, writer in streams:
        assert await asyncio.wait_for(reader.read(), WAIT_SECONDS) == b""
        writer.close()
    assert (await door.get(f"/{door.running.token}/"))[0] == 200
    await tabs[0].send_json(["ping", "1"])
    assert json.loads((await receive(tabs[0])).data) == ["pong", "1"]


async def test_what_is_not_http_is_refused_without_a_word(door: Door, caplog: pytest.LogCaptureFixture) -> None:
    for request in (b"GET /\xff HTTP/1.1\r\n\r\n", b"\x16\x03\x01" * 100, b"GET /" + b"a" * 100_000):
        reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
        writer.write(request)
        assert b" 400 " in await asyncio.wait_for(reader.readline(), WAIT_SECONDS)
        writer.close()
    assert not caplog.records


async def test_a_game_that_reads_no_keys_is_stuck(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("binairo_tui.web.game.STUCK_SECONDS", 0.1)
    monkeypatch.setattr("binairo_tui.web.game.END_SECONDS", 0.1)
    (tmp_path / "deaf").write_text("#!/bin/sh\nexec sleep 1000\n")
    (tmp_path / "deaf").chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "deaf"))
    game = await Game.start([], 80, 24)
    with pytest.raises(TimeoutError):
        await game.write(b"0\n" * 500_000)
    await game.end()


async def test_a_bug_in_one_tab_is_reported_and_the_others_go_on(
    door: Door, bugs: dict[str, BaseException], capsys: pytest.CaptureFixture[str]
) -> None:
    other, tab = await door.open_tab(), await door.open_tab()
    await tab.send_json(["stdin", "bug"])
    assert (await receive(tab)).type is aiohttp.WSMsgType.CLOSE
    await asyncio.wait_for(FakeGame.started[1].ended.wait(), WAIT_SECONDS)
    await other.send_json(["stdin", "more"])
    assert (await receive(other)).data == b"more"
    await door.running.close()
    assert capsys.readouterr().err.startswith("binairo: this is a bug in binairo-tui (ZeroDivisionError")
    forget(bugs)


class Screen:
    """A tab with a real game, and what it shows."""

    def __init__(self, tab: Any) -> None:
        self.tab, self._screen = tab, pyte.Screen(100, 30)
        self._stream = pyte.ByteStream(self._screen)

    async def see(self, text: str) -> None:
        """Wait until the tab shows a text."""
        while text not in (shown := "\n".join(self._screen.display)):
            message = await receive(self.tab)
            assert message.type is aiohttp.WSMsgType.BINARY, shown
            self._stream.feed(message.data)

    async def type(self, keys: str) -> None:
        """Press keys."""
        await self.tab.send_json(["stdin", keys])


async def test_a_game_is_played_in_tabs_one_after_the_other(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("TERM", "")
    home.mkdir(exist_ok=True)
    (home / "textual.py").write_text("raise SystemExit('from the current directory')")
    monkeypatch.chdir(home)
    games: list[asyncio.subprocess.Process] = []
    start = asyncio.create_subprocess_exec

    async def note(*arguments: Any, **options: Any) -> asyncio.subprocess.Process:
        games.append(await start(*arguments, **options))
        return games[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", note)
    async with serving("--", CLASSIC) as door:
        first = Screen(await door.open_tab())
        await first.see("place")
        await first.type("n0")
        await first.see(" 4%")
        second = Screen(await door.open_tab())
        await second.see("another")
    assert [game.returncode for game in games] == [128 + signal.SIGHUP] * 2, "a game was killed"
    with closing(open_database(database_path())) as connection:
        ((_, saved),) = read_games(connection)
    assert saved is not None
    assert saved.steps


def test_the_verb_prints_its_address_and_ends_when_it_is_told_to(home: Path) -> None:
    command = [sys.executable, "-m", "binairo_tui", "web", "--port", "0"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]{40,}/\n", process.stdout.readline())
        process.send_signal(signal.SIGTERM)
        assert process.communicate(timeout=WAIT_SECONDS) == ("", "")
    assert process.returncode == 0


def test_what_keeps_the_server_from_starting_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = str(taken.getsockname()[1])
        cases: list[tuple[list[str], str]] = [
            (["--port", port], f"port {port} cannot be used: Address already in use; --port 0 chooses a free one"),
            (["nowhere.txt"], "nowhere.txt"),
            (["-"], "a browser tab cannot read standard input: name a file, or give the puzzle itself"),
        ]
        for arguments, sentence in cases:
            outcome = binairo("web", *arguments)
            assert (outcome.status, outcome.out) == (2, "")
            assert sentence in outcome.err
    for missing, sentence in (("textual_serve", "pip install aiohttp textual-serve"), ("termios", "pseudo-terminal")):
        found = {name: object() for name in ("aiohttp", "textual_serve", "termios")} | {missing: None}
        monkeypatch.setattr(verb, "find_spec", found.get)
        outcome = binairo("web")
        assert outcome.status == 2
        assert sentence in outcome.err
