"""Textual's driver for Linux, changed for the game.

It sends fewer bytes, shows the cursor, survives input that is not UTF-8 and the loss of the terminal, and resumes after
a stop signal that Textual did not cause.
"""

from __future__ import annotations

import os
import select
import selectors
from codecs import getincrementaldecoder
from contextlib import suppress
from time import monotonic
from typing import IO, TYPE_CHECKING, cast

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Key, Resize
from textual.geometry import Size
from textual.messages import InBandWindowResize, TerminalSupportsSynchronizedOutput

from binairo_tui.tui.terminal.frame_diff import FrameShortener

if TYPE_CHECKING:
    from collections.abc import Iterable
    from io import TextIOWrapper

    from textual.app import App
    from textual.message import Message

EVERY_MOTION = "\x1b[?1003h"
"""Asks the terminal to report every mouse movement, which would send input for each one."""
MOST_COLUMNS, MOST_LINES = 1000, 400
"""The largest area drawn, at the top left of a larger terminal: drawing millions of cells takes minutes."""
SHOW_CURSOR = "\x1b[?25h"
SHORT = 512
"""Limit on the characters of a text that a terminal accepts at once if it accepts any."""
_READ_BYTES = 4096
_POLL_SECONDS = 0.1


class InputParser(XTermParser):
    """Textual's parser of input, except that a key code that is not a valid character does not end the app."""

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[Key]:
        try:
            yield from super()._sequence_to_key_events(sequence, alt)
        except (ValueError, OverflowError):
            yield Key("unknown", None)  # not nothing, or the parser would wait for the rest of the sequence


class TerminalDriver(LinuxDriver):
    """Sends only what the terminal does not show yet, and shows its cursor, which screen readers follow."""

    def __init__(
        self, app: App[object], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._terminal = LastingFile(cast("IO[str]", self._file))
        self._file = cast("TextIOWrapper", self._terminal)
        self._shortener = FrameShortener()
        self._asked_at = monotonic()
        self.answer_seconds = 0.0
        """How long the terminal took to answer when the app started; 0 if it has not answered."""

    def write(self, data: str) -> None:
        """Send a shorter text with the same effect. The request for mouse movements is dropped; buttons still work."""
        if data == EVERY_MOTION:
            return
        shorter = self._shortener.shorten(data)
        if shorter and not self._terminal.write_at_once(shorter):
            super().write(shorter)

    def forget_screen(self) -> None:
        """Assume nothing about what the terminal shows: something else may have been drawn."""
        self._shortener.forget()

    def check_size(self) -> None:
        """Post a resize if the terminal's size differs from the app's."""
        size = Size(*self._get_terminal_size())
        if size != self._app.size:
            self._app.post_message(Resize(size, size))

    def process_message(self, message: Message) -> None:
        """Pass a message on, except size reports in the input: these can be forged; the kernel knows the size."""
        if isinstance(message, TerminalSupportsSynchronizedOutput):
            self.answer_seconds = monotonic() - self._asked_at
        if not isinstance(message, (Resize, InBandWindowResize)):
            super().process_message(message)

    def send_message(self, message: Message) -> None:
        """Post a message to the app; Textual starts a task for each and waits for its result."""
        self._loop.call_soon_threadsafe(self._app.post_message, message)

    def _get_terminal_size(self) -> tuple[int, int]:
        width, height = super()._get_terminal_size()
        return min(width, MOST_COLUMNS), min(height, MOST_LINES)

    def start_application_mode(self) -> None:
        """Set up the terminal, which includes the question whose answer `process_message` waits for."""
        self._asked_at = monotonic()
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self.write(SHOW_CURSOR)

    def run_input_thread(self) -> None:
        """Read keys until the app ends or the terminal is gone, which `shutdown` also detects.

        Textual's own loop ends the app on bytes that are not UTF-8, such as those from a terminal set to Latin-1, and
        spins on a terminal that is gone. Here such bytes are dropped.
        """
        parser = InputParser(self._debug)
        decode = getincrementaldecoder("utf-8")("ignore").decode
        with selectors.SelectSelector() as selector, suppress(OSError):
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(_POLL_SECONDS):
                    data = os.read(self.fileno, _READ_BYTES)
                    if not data:
                        return
                    if text := decode(data):  # none yet if a character is incomplete
                        self._process(parser.feed(text))
                self._process(parser.tick())

    def _process(self, messages: Iterable[Message]) -> None:
        for message in messages:
            self.process_message(message)

    def _sigcont_application(self, *_: object) -> None:
        """Resume after a stop signal. Textual's threads still run unless Textual itself stopped the process."""
        if self._must_signal_resume:
            super()._sigcont_application()
        else:
            self._loop.call_soon_threadsafe(self._app.post_message, self.SignalResume())


class LastingFile:
    """A terminal that accepts writes even when it is gone, so that Textual's writer thread keeps running.

    Passing a text on to that thread takes longer than the kernel needs for the answer to a key. Such a text is written
    at once, in the thread of the app, if nothing else is waiting and the terminal has room.
    """

    def __init__(self, terminal: IO[str]) -> None:
        self._terminal = terminal
        self._poll = select.poll()
        self._poll.register(terminal.fileno(), select.POLLOUT)
        self._queued = self._written = 0  # each is changed in one thread only

    def write_at_once(self, text: str) -> bool:
        """Write a short text now and return True; return False if it must be queued for `write`."""
        is_idle = self._written == self._queued
        if is_idle and len(text) <= SHORT and [flags for _, flags in self._poll.poll(0)] == [select.POLLOUT]:
            with suppress(OSError):
                data = text.encode("utf-8", "replace")
                while data:
                    data = data[os.write(self.fileno(), data) :]
            return True
        self._queued += 1
        return False

    def write(self, text: str) -> None:
        """Write, ignoring errors. Called in the writer thread."""
        with suppress(OSError):
            self._terminal.write(text)
            self._terminal.flush()
        self._written += 1

    def flush(self) -> None:
        """Do nothing: every write is flushed."""

    def fileno(self) -> int:
        """Return the terminal's file descriptor."""
        return self._terminal.fileno()
