"""A program in a pseudo-terminal whose CPU time is read from the kernel: all its threads, in nanoseconds."""

import os
import select
import signal
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tests.terminal.pty_terminal import spawn

COLUMNS, LINES = 120, 50
QUIET = 0.02
"""Seconds without output after which a key is done."""
PATIENCE = 10.0
SYNC_QUERY, SYNC_ANSWER, FRAME_END = b"\x1b[?2026$p", b"\x1b[?2026;2$y", b"\x1b[?2026l"
DROPPED = ("COLUMNS", "LINES", "NO_COLOR", "PYTHONDONTWRITEBYTECODE")
"""Environment variables that programs do not get; with the last, each start of a checkout would compile it again."""
KEYS = {"right": b"\x1b[C", "left": b"\x1b[D", "down": b"\x1b[B"}


class Cost(NamedTuple):
    """CPU time and time until the end of the first frame, in milliseconds, and the bytes of all frames."""

    cpu_ms: float
    wall_ms: float
    bytes: int


class Program:
    """Starts a command in a directory of its own, and waits until `ready` is on its screen."""

    def __init__(self, command: Sequence[str], ready: bytes, home: Path) -> None:
        environ = {name: value for name, value in os.environ.items() if name not in DROPPED}
        environ |= {
            "TERM": "xterm-256color",
            "HOME": str(home),
            "XDG_DATA_HOME": str(home),
            "XDG_CONFIG_HOME": str(home),
        }
        began = time.perf_counter()
        self.pid, self._fd = spawn(command, environ, COLUMNS, LINES)
        output = b""
        while ready not in output:
            data = self._read(PATIENCE)
            if not data:
                raise TimeoutError(f"{command[0]} never shows {ready.decode()}: {output[-400:]!r}")
            output += data
        self.start = Cost(self.cpu_ns() / 1e6, (time.perf_counter() - began) * 1e3, len(output))
        while self._read(0.3):
            pass

    def press(self, key: str) -> Cost:
        """Press a key and wait until the program is quiet."""
        before, began = self.cpu_ns(), time.perf_counter()
        os.write(self._fd, KEYS.get(key, key.encode()))
        last, count, wait, is_shown = began, 0, 0.25, False
        while data := self._read(wait):
            if not is_shown:  # a tick of the clock may follow
                last, is_shown = time.perf_counter(), FRAME_END in data
            count, wait = count + len(data), QUIET
        return Cost((self.cpu_ns() - before) / 1e6, (last - began) * 1e3, count)

    def cpu_ns(self) -> int:
        """The CPU time of all threads that are alive."""
        total = 0
        for thread in Path(f"/proc/{self.pid}/task").iterdir():
            try:
                total += int((thread / "schedstat").read_text().split()[0])
            except OSError:  # it has just ended
                continue
        return total

    def close(self) -> None:
        """End the program."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self._fd)

    def _read(self, seconds: float) -> bytes:
        if not select.select([self._fd], [], [], seconds)[0]:
            return b""
        try:
            data = os.read(self._fd, 65536)
        except OSError:
            return b""
        if SYNC_QUERY in data:
            os.write(self._fd, SYNC_ANSWER)
        return data
