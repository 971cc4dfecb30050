"""A game for one tab: the program in its own pseudo-terminal."""

import asyncio
import os
import sys
import termios
from asyncio.subprocess import Process
from collections.abc import Callable, Mapping, Sequence
from typing import Self

from binairo_tui.files.terminal_text import is_utf8

MOST_COLUMNS, MOST_LINES = 500, 200
END_SECONDS = 10.0
"""Timeout, in seconds, for a game that was told to end. The app needs at most half of this time."""
STUCK_SECONDS = 10.0
"""A game that reads none of its keys for this many seconds counts as stuck."""
READ_BYTES = 64 << 10


class Game:
    """A running game: bytes for its terminal go in and out."""

    def __init__(self, process: Process, master: int) -> None:
        self._process = process
        self._master = master

    @classmethod
    async def start(cls, arguments: Sequence[str], columns: int, lines: int) -> Self:
        master, slave = os.openpty()
        try:
            os.set_blocking(master, False)
            _set_size(slave, columns, lines)
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "binairo_tui", *arguments),  # -P: no modules from the current directory
                env=_environment(os.environ),
                preexec_fn=lambda: os.login_tty(slave),  # so that the game notices new sizes and the end of the tab
            )
        except BaseException:
            os.close(master)
            raise
        finally:
            os.close(slave)
        return cls(process, master)

    async def read(self) -> bytes:
        """Wait for what the game has drawn since the last call, and return it; b'' if the game has ended."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                return os.read(self._master, READ_BYTES)
            except BlockingIOError:
                await _call_back(self._master, loop.add_reader, loop.remove_reader)
            except OSError:  # Linux reports the end as an error
                return b""

    async def write(self, data: bytes) -> None:
        """Type these bytes as fast as the game reads them, unless it ends. Raises TimeoutError if it is stuck."""
        loop = asyncio.get_running_loop()
        while data:
            try:
                data = data[os.write(self._master, data) :]
            except BlockingIOError:
                await asyncio.wait_for(_call_back(self._master, loop.add_writer, loop.remove_writer), STUCK_SECONDS)
            except OSError:  # the game has ended
                return

    def resize(self, columns: int, lines: int) -> None:
        _set_size(self._master, columns, lines)

    async def end(self) -> None:
        """Hang up, as a closed terminal does; wait until the game has saved itself, or kill it after `END_SECONDS`."""
        os.close(self._master)
        try:
            await asyncio.wait_for(self._process.wait(), END_SECONDS)
        except TimeoutError:
            self._process.kill()
            await self._process.wait()


def _set_size(descriptor: int, columns: int, lines: int) -> None:
    termios.tcsetwinsize(descriptor, (min(max(lines, 1), MOST_LINES), min(max(columns, 1), MOST_COLUMNS)))


def _environment(environ: Mapping[str, str]) -> dict[str, str]:
    ours = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
    if not is_utf8(environ):
        ours["LC_ALL"] = "C.UTF-8"
    of_other_terminals = ("COLORFGBG", "COLUMNS", "LINES", "TEXTUAL_DRIVER")
    return {name: value for name, value in environ.items() if name not in of_other_terminals} | ours


async def _call_back(
    descriptor: int, add: Callable[[int, Callable[[], None]], None], remove: Callable[[int], bool]
) -> None:
    """Wait until a descriptor is ready; `add` and `remove` are methods of the event loop, such as `add_reader`."""
    ready = asyncio.Event()
    add(descriptor, ready.set)
    try:
        await ready.wait()
    finally:
        remove(descriptor)
