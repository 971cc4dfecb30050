"""Reads lines from standard input, writes lines to standard output, and turns signals into exceptions.

Escape codes are never sent. Characters that the terminal cannot show become question marks.
"""

import errno
import os
import signal
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from binairo_tui.files import streams, system

TICK_SECONDS = 15.0
"""Seconds between calls of `on_tick` while waiting for a line."""
PASTE_SECONDS = 0.1
"""Seconds within which the next line of a pasted text follows."""
MAX_LINE = 4096
"""Limit on the bytes of a line; the rest of a longer line is dropped. Commands are much shorter."""
_READ = 65536


class EndOfInput(Exception):  # noqa: N818 - not an error: the player has left
    """The input has ended."""


class OutputError(Exception):
    """The output cannot be written; the message is a clause that says why."""


class ConsoleClosed(BaseException):
    """The terminal is gone, or a signal asked the program to end; `status` is the exit status."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Console:
    """Reads lines from a file descriptor and writes lines to a stream.

    If `is_ascii`, other characters are written as `?`. If `is_terminal`, a `> ` prompt is shown and lines are wrapped
    between words. `on_tick` is called every TICK_SECONDS while no input arrives.
    """

    def __init__(self, source: int, sink: TextIO, *, is_ascii: bool = False, is_terminal: bool = False) -> None:
        self.on_tick: Callable[[], object] = lambda: None
        self._source = source
        self._sink = sink
        self._is_ascii = is_ascii
        self._is_terminal = is_terminal
        self._buffer = b""
        self._at_end = False

    def say(self, *lines: str) -> None:
        """Write lines. Raises ConsoleClosed if nobody can read them any more, or OutputError if writing fails."""
        width = self._width()
        self._write("".join([f"{part}\n" for line in lines for part in _broken(self._shown(line), width)]))

    def ask(self) -> str:
        """Wait for a line and return it, without its newline. Raises EndOfInput, and the exceptions of `say`."""
        if self._is_terminal:
            self._write("> ")
        while b"\n" not in self._buffer and not self._at_end:
            if system.has_input(self._source, TICK_SECONDS, unknown=True):
                self._read()
            else:
                self.on_tick()
        line, _, self._buffer = self._buffer.partition(b"\n")
        if not line and not self._buffer and self._at_end:
            raise EndOfInput
        return line[:MAX_LINE].decode(errors="replace")

    def put_back(self, line: str) -> None:
        """Let the next `ask` return this line."""
        self._buffer = line.encode(errors="replace") + b"\n" + self._buffer

    def has_more(self) -> bool:
        """Return whether more input is there, or arrives within PASTE_SECONDS, because text was typed ahead or pasted.

        Raises ConsoleClosed if the terminal is gone.
        """
        while b"\n" not in self._buffer and not self._at_end:
            if not system.has_input(self._source, PASTE_SECONDS, unknown=False):
                break
            self._read()
        return bool(self._buffer)

    def _read(self) -> None:
        try:
            data = os.read(self._source, _READ)
        except OSError:  # EIO on Linux: the terminal is gone
            raise ConsoleClosed(system.HUNG_UP) from None
        self._at_end = not data
        # An unfinished line is kept only up to the length that will be used.
        self._buffer = (self._buffer + data) if b"\n" in data else (self._buffer + data)[: MAX_LINE + 1]

    def _write(self, text: str) -> None:
        try:
            self._sink.write(text)
            self._sink.flush()
        except BrokenPipeError:
            raise ConsoleClosed(streams.READER_GONE) from None
        except OSError as error:
            if error.errno != errno.EIO:
                raise OutputError(error.strerror) from None
            raise ConsoleClosed(system.HUNG_UP) from None

    def _width(self) -> int:
        """Return the number of columns of the terminal; 0 if lines are not to be wrapped."""
        with suppress(OSError):
            return os.get_terminal_size(self._sink.fileno()).columns if self._is_terminal else 0
        return 0

    def _shown(self, text: str) -> str:
        shown = "".join([character if character.isprintable() else "?" for character in text])
        return shown.encode("ascii", "replace").decode() if self._is_ascii else shown


@contextmanager
def ending() -> Iterator[None]:
    """Raise ConsoleClosed in the block on the first SIGTERM or SIGHUP; later ones are ignored."""

    def end(number: int, _: object) -> None:
        for other in system.ENDING_SIGNALS:
            signal.signal(other, signal.SIG_IGN)
        raise ConsoleClosed(128 + number)

    # An ignored SIGHUP (nohup) stays ignored: the end of the input also ends the program.
    before = {number: signal.getsignal(number) for number in system.ENDING_SIGNALS}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _broken(line: str, width: int) -> list[str]:
    """Return a line in parts of less than `width` characters, or of 20 if that is more; whole if `width` is 0."""
    if not width or len(line) < width:
        return [line]
    return textwrap.wrap(line, max(width - 1, 20), break_on_hyphens=False)
