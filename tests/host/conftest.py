"""A real host on a free port of the loopback, and SSH clients for it."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pyte
import pytest

from binairo_tui.host.server import race_rooms
from binairo_tui.host.server.generator import Generator
from binairo_tui.processes.requests import Generated
from tests.faults.harness import ROOT
from tests.host.party import PUZZLE, Party, party_in

asyncssh: Any = pytest.importorskip("asyncssh", reason="asyncssh is not installed")

WAIT_SECONDS = 60.0
_OPTIONS = ("host", "--listen", "127.0.0.1:0")


class RunningHost:
    """A host as a process of its own, with its own directory.

    `shell` is a command of the shell that starts the host, and `program` the module that is run; `environ` is added to
    the host's environment.
    """

    def __init__(
        self, directory: Path, *options: str, shell: str = ":", program: str = "binairo_tui", **environ: str
    ) -> None:
        self.directory = directory
        self.log = directory / "log"
        before = ("sh", "-c", f'{shell}; exec "$@"', "sh")
        own = {"HOME": str(directory), "PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8"}
        command = (*before, sys.executable, "-m", program, *_OPTIONS)
        self.process = subprocess.Popen(
            [*command, "--data", str(directory / "host"), "--log", str(self.log), *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            env={**own, **environ},
            text=True,
        )
        assert self.process.stdout is not None
        self.fingerprint = self.process.stdout.readline().strip()
        self.line = self.process.stdout.readline().strip()
        if not self.line:
            raise AssertionError(self.process.communicate()[1])
        self.port = int(self.line.split()[4])
        self.walls = self.process.stdout.readline().strip()

    def stop(self, number: int = signal.SIGTERM) -> int:
        """End the host; return its exit status."""
        self.process.send_signal(number)
        status = self.process.wait(WAIT_SECONDS)
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()
        return status


@pytest.fixture(scope="module")
def make_host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., RunningHost]]:
    """Start hosts, and end them; no player process may have reported a bug."""
    started: list[RunningHost] = []

    def make(*options: str, directory: Path | None = None, **environ: str) -> RunningHost:
        started.append(RunningHost(directory or tmp_path_factory.mktemp("host"), *options, **environ))
        return started[-1]

    yield make
    for host in started:
        if host.process.poll() is None:
            host.stop(signal.SIGKILL)
        for path in host.directory.glob("**/binairo-tui/reports/*.txt"):
            pytest.fail(path.read_text())


@pytest.fixture(scope="module")
def host(make_host: Callable[..., RunningHost]) -> RunningHost:
    """A host with its defaults, for all tests of a module."""
    return make_host("--attempts", "1000", "--per-address", "100", "--countdown-seconds", "1")


class Terminal:
    """A session of an SSH client, and the screen that it draws."""

    def __init__(self, process: Any, columns: int, lines: int) -> None:
        self.process = process
        self.screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self.screen)
        self.received = bytearray()
        self._changed = asyncio.Event()
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        with suppress(asyncssh.Error, OSError):
            while data := await self.process.stdout.read(65536):
                self.received += data
                self._stream.feed(data)
                self._changed.set()
        self._changed.set()

    @property
    def text(self) -> str:
        """All lines of the screen."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def type(self, keys: str) -> None:
        """Press keys."""
        self.process.stdin.write(keys.encode())

    async def see(self, text: str) -> None:
        """Wait until the screen shows a text."""
        await self.until(lambda: text in self.text, text)

    async def until(self, is_true: Callable[[], bool], what: str = "") -> None:
        """Wait until something is true of the screen."""
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                while not is_true():
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            raise AssertionError(f"never seen: {what!r} in\n{self.text}") from None

    async def end(self) -> bytes:
        """Wait for the end of the session; return everything that it sent."""
        async with asyncio.timeout(WAIT_SECONDS):
            await self._reader
        return bytes(self.received)


@asynccontextmanager
async def connected(host: RunningHost, *keys: Any) -> AsyncIterator[Any]:
    """Connect to a host with keys, which are offered in turn."""
    async with asyncssh.connect(
        "127.0.0.1", host.port, known_hosts=None, client_keys=list(keys), config=None, agent_path=None, username="you"
    ) as connection:
        yield connection


@asynccontextmanager
async def session(host: RunningHost, key: Any, *, columns: int = 80, lines: int = 24) -> AsyncIterator[Terminal]:
    """Open a session on a host."""
    async with connected(host, key) as connection:
        process = await connection.create_process(
            term_type="xterm-256color", term_size=(columns, lines), encoding=None, env={"LANG": "C.UTF-8"}
        )
        yield Terminal(process, columns, lines)


@asynccontextmanager
async def player(host: RunningHost, name: str, *, columns: int = 80, lines: int = 24) -> AsyncIterator[Terminal]:
    """Log in with a new key, take a name, and skip the first steps."""
    async with session(host, new_key(), columns=columns, lines=lines) as terminal:
        await take_name(terminal, name)
        yield terminal


async def take_name(terminal: Terminal, name: str) -> None:
    """Take a name, and skip the first steps."""
    await terminal.see("What is your name")
    terminal.type(f"{name}\r")
    await terminal.see("1 of 3")
    terminal.type("\x1b")
    await terminal.see("Together")


async def open_board(terminal: Terminal, name: str) -> None:
    """Take a name, and open the first puzzle of the first collection."""
    await take_name(terminal, name)
    terminal.type("C\r\r")
    await terminal.see("u undo")


def new_key() -> Any:
    """Return a new key of a player."""
    return asyncssh.generate_private_key("ssh-ed25519")


@pytest.fixture
def quick_races(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the same puzzle at once, and short countdowns."""

    async def generate(*_: object) -> Generated:
        return Generated(PUZZLE, "Easy", 1, seed=1, ms=1.0, recipe=1)

    monkeypatch.setattr(Generator, "generate", generate)
    monkeypatch.setattr(race_rooms, "TICK_SECONDS", 0.01)


@pytest.fixture
async def party(tmp_path: Path) -> AsyncIterator[Party]:
    """A host without a network, whose races have short countdowns."""
    async with party_in(tmp_path) as found:
        yield found
