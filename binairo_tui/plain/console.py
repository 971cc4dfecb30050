"""The two streams: lines come in, lines go out, and nothing else does. Also how it all ends.

No escape code is ever sent. What a terminal of letters alone cannot show becomes a question mark.
"""

from __future__ import annotations

import errno
import os
import select
import signal
import textwrap
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TICK_SECONDS = 15.0
"""How often the console says that it still waits for a line."""
MAX_LINE = 4096
"""Bytes; what is longer is cut off. No order is."""
_READ = 65536


class EndOfInput(Exception):  # noqa: N818 - no error: the player has left
    """No line will come any more."""


class OutputError(Exception):
    """Nothing more can be written; the text is a clause that says why."""


class Ended(BaseException):
    """The terminal has gone, or the system asks the program to end; `status` is the exit status for it."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Console:
    """Reads lines from a file descriptor and writes lines to a stream.

    With `is_terminal` a `> ` stands where a line is waited for, and lines are broken between words. `on_tick` is called
    whenever none has come for TICK_SECONDS.
    """

    def __init__(self, source: int, sink: TextIO, *, is_ascii: bool = False, is_terminal: bool = False) -> None:
        self.on_tick: Callable[[], None] = _nothing
        self._source = source
        self._sink = sink
        self._is_ascii = is_ascii
        self._is_terminal = is_terminal
        self._buffer = b""
        self._at_end = False

    def say(self, *lines: str) -> None:
        """Write lines. Raises Ended if nobody can read them any more, OutputError if the disk is full."""
        width = self._width()
        shown = [part for line in lines for part in _broken(self._shown(line), width)]
        self._write("".join([f"{line}\n" for line in shown]))

    def ask(self) -> str:
        """Wait for a line. Raises EndOfInput; and Ended if the terminal has gone."""
        if self._is_terminal:
            self._write("> ")
        while b"\n" not in self._buffer and not self._at_end:
            if select.select([self._source], [], [], TICK_SECONDS)[0]:
                self._read()
            else:
                self.on_tick()
        line, _, self._buffer = self._buffer.partition(b"\n")
        if not line and not self._buffer and self._at_end:
            raise EndOfInput
        return line[:MAX_LINE].decode(errors="replace")

    def _read(self) -> None:
        try:
            data = os.read(self._source, _READ)
        except OSError:  # the terminal has gone; on Linux that is EIO
            raise Ended(128 + signal.SIGHUP) from None
        self._at_end = not data
        # Of a line without an end no more is kept than will be looked at.
        self._buffer = (self._buffer + data) if b"\n" in data else (self._buffer + data)[: MAX_LINE + 1]

    def _write(self, text: str) -> None:
        try:
            self._sink.write(text)
            self._sink.flush()
        except BrokenPipeError:
            raise Ended(128 + signal.SIGPIPE) from None
        except OSError as error:
            if error.errno != errno.EIO:
                raise OutputError(error.strerror) from None
            raise Ended(128 + signal.SIGHUP) from None

    def _width(self) -> int:
        """How long a line may be; 0 for as long as it is."""
        if not self._is_terminal:
            return 0
        try:
            return os.get_terminal_size(self._sink.fileno()).columns
        except OSError:
            return 0

    def _shown(self, text: str) -> str:
        shown = "".join([character if character.isprintable() else "?" for character in text])
        return shown.encode("ascii", "replace").decode() if self._is_ascii else shown


@contextmanager
def ending() -> Iterator[None]:
    """Raise Ended in the block on SIGTERM and SIGHUP; a second one of them is not listened to."""
    numbers = (signal.SIGTERM, signal.SIGHUP)

    def end(number: int, _: object) -> None:
        for other in numbers:
            signal.signal(other, signal.SIG_IGN)
        raise Ended(128 + number)

    # A SIGHUP that is ignored (nohup) stays so: the end of the input tells as much.
    before = {number: signal.getsignal(number) for number in numbers}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _broken(line: str, width: int) -> list[str]:
    """A line in parts of less than `width` characters, which end between words; whole if it fits, or `width` is 0."""
    if not width or len(line) < width:
        return [line]
    return textwrap.wrap(line, max(width - 1, 20), break_on_hyphens=False)


def _nothing() -> None:
    """Nobody counts the time yet."""
