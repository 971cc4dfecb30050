"""A program in a real pseudo-terminal, its screen read by an emulator. Waits for what is seen, never for time."""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, chdir, suppress
from pathlib import Path
from typing import Any

import pyte

from tests.terminal.answering import QUESTION, TERMINALS, answers_to

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0
"""Seconds until a test gives up waiting for something to be seen."""
KEYS = {"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "enter": "\r", "backspace": "\x7f"}
LONGEST_QUESTION = 40
KEYS |= {"home": "\x1b[H", "pageup": "\x1b[5~"}

_UNKNOWN = re.compile(
    r"\x1b\[[<>=][0-9;]*u"  # the kitty keyboard protocol
    r"|\x1b\[\?[0-9;]*\$p"  # queries of modes
    r"|\x1b\[\?(?:1004|2004|2026|2048)[hl]"
    r"|\x1bP[^\x1b]*\x1b\\|\x1b\](?:4|1[01]);[^\x1b]*\x1b\\"  # queries of styles and colours
    r"|\x1b\[\d q|\x1b\[2[23];2t"  # the shape of the cursor, and keeping the title
)
"""What is sent and the emulator would take for text."""
_UNFINISHED = re.compile(r"\x1b(?:\[[<>=?]?[0-9;$]*|[P\]][^\x1b\x07]*\x1b?)?$")


def home_environ(home: Path | str, **changes: str) -> dict[str, str]:
    """Return all variables of a program that lives in this home, which has its directories `data` and `config`."""
    return {
        "HOME": str(home),
        "XDG_DATA_HOME": f"{home}/data",
        "XDG_CONFIG_HOME": f"{home}/config",
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "TERM": "xterm-256color",
        "LANG": "C.UTF-8",
        **changes,
    }


def spawn(command: Sequence[str], environ: Mapping[str, str], columns: int, lines: int) -> tuple[int, int]:
    """Start a program on a terminal of its own; return its process id, and the descriptor of the terminal's master.

    A process with threads, such as a worker of pytest-xdist, should not fork (`pty.fork`), says Python.
    """
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    # The first terminal that the leader of a session opens becomes the session's.
    actions = [(os.POSIX_SPAWN_OPEN, stream, os.ttyname(slave), os.O_RDWR, 0) for stream in range(3)]
    try:
        return os.posix_spawnp(command[0], list(command), environ, file_actions=actions, setsid=True), master
    finally:
        os.close(slave)


class TolerantScreen(pyte.Screen):
    """A screen that ignores sequences with wrong parameters, as terminals do: the echo of random bytes has such."""


def _tolerant(method: Callable[..., object]) -> Callable[..., None]:
    def call(screen: TolerantScreen, *values: int, **options: bool) -> None:
        with suppress(TypeError, UnboundLocalError):
            method(screen, *values, **options)

    return call


for _name in set(pyte.Stream.csi.values()):
    setattr(TolerantScreen, _name, _tolerant(getattr(pyte.Screen, _name)))


class PtyTerminal:
    """Runs `command` with exactly the environment given, on a terminal of `columns` x `lines`.

    The terminal answers questions like `behaviour`, one of `answering.TERMINALS`, each `delay` seconds late and, if
    `is_cut`, in two parts. It answers nothing before it was sent `after`.
    """

    def __init__(
        self,
        command: Sequence[str],
        environ: Mapping[str, str],
        *,
        columns: int = 80,
        lines: int = 24,
        behaviour: str = "silent",
        delay: float = 0.0,
        is_cut: bool = False,
        after: bytes = b"",
    ) -> None:
        self.raw = b""
        self._behaviour = TERMINALS[behaviour]
        self._delay, self._is_cut, self._after = delay, is_cut, after
        self._asked_of_it = ""
        self._reports = Path(environ.get("XDG_DATA_HOME", "/nowhere"), "binairo-tui", "reports")
        self.status: int | None = None
        self.screen = TolerantScreen(columns, lines)
        """The emulator's screen: every character with its colours."""
        self._stream = pyte.Stream(self.screen)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._unfinished = ""
        with ExitStack() as stack:
            with suppress(OSError):
                stack.enter_context(chdir(environ.get("HOME", ".")))  # whatever a test writes should be written there
            self.pid, self._fd = spawn(command, environ, columns, lines)

    @classmethod
    def python(cls, *arguments: str, environ: Mapping[str, str], **options: Any) -> "PtyTerminal":
        """Run this Python."""
        return cls([sys.executable, *arguments], environ, **options)

    @property
    def has_crashed(self) -> bool:
        """Whether the program printed a traceback, or has kept a report of a bug."""
        return b"Traceback" in self.raw or (self._reports.is_dir() and any(self._reports.iterdir()))

    def lines(self) -> list[str]:
        """What is on the screen now."""
        return [line.rstrip() for line in self.screen.display]

    def text(self) -> str:
        """What is on the screen now, as one text."""
        return "\n".join(self.lines())

    def cursor(self) -> tuple[int, int, bool]:
        """Column and line of the terminal's cursor, and whether it is shown."""
        return self.screen.cursor.x, self.screen.cursor.y, not self.screen.cursor.hidden

    def look(self, x: int, y: int) -> tuple[str, bool, bool, bool]:
        """A place on the screen: its character, and whether it is bold, underlined, reversed."""
        it = self.screen.buffer[y][x]
        return it.data, it.bold, it.underscore, it.reverse

    def press(self, *keys: str) -> None:
        """Send keys: names of KEYS or the characters themselves."""
        os.write(self._fd, "".join([KEYS.get(key, key) for key in keys]).encode())

    def send(self, data: bytes) -> None:
        """Send bytes as they are."""
        os.write(self._fd, data)

    def wait_for(self, seen: str | Callable[[], bool]) -> None:
        """Read until a text is on the screen or a condition on it holds; AssertionError if that never happens."""
        end = time.monotonic() + PATIENCE
        while not (seen in self.text() if isinstance(seen, str) else seen()):
            if time.monotonic() > end or not self._read(end):
                raise AssertionError(f"never seen: {seen}; the screen is\n{self.text()}")

    def wait_for_exit(self) -> int:
        """Read until the program has ended; return its exit status, negative for a signal."""
        end = time.monotonic() + PATIENCE
        while self._read(end):
            if time.monotonic() > end:
                raise AssertionError(f"still running; the screen is\n{self.text()}")
        return self.reap()

    def ends_within(self, seconds: float, *, reads: bool = True) -> bool:
        """Whether the program is over by then; its output is read meanwhile unless the terminal should seem frozen."""
        end = time.monotonic() + seconds
        process = os.pidfd_open(self.pid)
        try:
            while (left := end - time.monotonic()) > 0:
                reads = reads and self._fd >= 0
                ready, _, _ = select.select([process, *[self._fd] * reads], [], [], left)
                if process in ready:
                    return True
                if ready:
                    reads = self._read(end)
            return False
        finally:
            os.close(process)

    def settle(self, quiet: float = 0.15) -> None:
        """Read until nothing has come for so many seconds: when a program is through with many keys cannot be seen."""
        while self._fd >= 0 and select.select([self._fd], [], [], quiet)[0] and self._read(time.monotonic()):
            pass

    def erase(self) -> None:
        """Forget what the screen shows, as if others had written all over it."""
        self.screen.reset()

    def wait_for_stop(self) -> None:
        """Wait until the program has suspended itself."""
        os.waitid(os.P_PID, self.pid, os.WSTOPPED)

    def resize(self, columns: int, lines: int) -> None:
        """Change the terminal's size, as dragging the corner of its window does."""
        self.screen.resize(lines, columns)
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def modes(self) -> list[object]:
        """How the terminal treats what is typed and sent: `termios.tcgetattr`."""
        return list(termios.tcgetattr(self._fd))

    def vanish(self) -> None:
        """Close the terminal, as a lost connection does."""
        os.close(self._fd)
        self._fd = -1

    def hang_up(self) -> int:
        """Close the terminal; return the program's exit status once it has ended."""
        self.vanish()
        return self.reap()

    def kill(self, number: int) -> None:
        """Send a signal."""
        os.kill(self.pid, number)

    def close(self) -> None:
        """End the program, whatever it does."""
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            self.reap()
        if self._fd >= 0:
            os.close(self._fd)

    def reap(self) -> int:
        """Wait for the program to end; return its exit status, negative for a signal."""
        if self.status is None:
            _, status = os.waitpid(self.pid, 0)
            self.status = os.waitstatus_to_exitcode(status)
        return self.status

    def _read(self, end: float) -> bool:
        """Feed what comes next to the emulator; False once the program has let go of the terminal."""
        ready, _, _ = select.select([self._fd], [], [], max(end - time.monotonic(), 0))
        if not ready:
            return True
        try:
            data = os.read(self._fd, 65536)
        except OSError:  # Linux: nobody holds the other side any more
            return False
        self.raw += data
        self.show(data)
        self._answer(data.decode(errors="replace"))
        return bool(data)

    def _answer(self, text: str) -> None:
        """Answer the questions in what was read; a question may come in parts."""
        text = self._asked_of_it + text
        if self._after not in self.raw:
            self._asked_of_it = text
            return
        end = max([match.end() for match in QUESTION.finditer(text)], default=0)
        self._asked_of_it = text[end:][-LONGEST_QUESTION:]
        answers = "".join(answers_to(text, self._behaviour)).encode()
        half = len(answers) // 2 if self._is_cut else len(answers)
        for number, part in enumerate([it for it in (answers[:half], answers[half:]) if it]):
            if self._delay:
                threading.Timer(self._delay * (number + 1), self._send_late, (part,)).start()
            else:
                os.write(self._fd, part)

    def _send_late(self, data: bytes) -> None:
        with suppress(OSError):
            os.write(self._fd, data)

    def show(self, data: bytes) -> None:
        """Feed to the emulator what was read."""
        text = self._unfinished + self._decoder.decode(data)
        match = _UNFINISHED.search(text)
        self._unfinished = match[0] if match else ""
        self._stream.feed(_UNKNOWN.sub("", text[: match.start()] if match else text))
