"""Textual's driver for Linux, with some things put right.

Fewer bytes to send, a cursor to follow, bytes that are no UTF-8, a terminal that is gone, a process that was stopped.
"""

from __future__ import annotations

from codecs import getincrementaldecoder
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Protocol, cast, runtime_checkable

from textual.drivers import linux_driver
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Resize
from textual.geometry import Size

from binairo_tui.tui.terminal.frame_diff import FrameShortener

if TYPE_CHECKING:
    from collections.abc import Callable
    from io import TextIOWrapper

    from textual.app import App

EVERY_MOTION = "\x1b[?1003h"
"""Asks the terminal to report the mouse wherever it moves, which would cost a line at every twitch."""
SHOW_CURSOR = "\x1b[?25h"


@runtime_checkable
class Repainter(Protocol):
    """An app that says when the terminal may not be what it seems.

    It calls `forget_screen` when something else than was sent may be shown, `look_at_size` when its size may differ.
    """

    forget_screen: Callable[[], None]
    look_at_size: Callable[[], None]


class TerminalDriver(LinuxDriver):
    """Sends only what the terminal does not show yet, and shows its cursor, which screen readers follow."""

    def __init__(
        self, app: App[object], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._file = cast("TextIOWrapper", LastingFile(cast("IO[str]", self._file)))
        self._shortener = FrameShortener()
        if isinstance(app, Repainter):
            app.forget_screen = self._shortener.forget
            app.look_at_size = self._look_at_size

    def write(self, data: str) -> None:
        """Send something to the terminal; of the mouse only its buttons are wanted."""
        if data == EVERY_MOTION:
            return
        shorter = self._shortener.shorten(data)
        if shorter:
            super().write(shorter)

    def _look_at_size(self) -> None:
        """Tell the app how large the terminal is if it believes something else."""
        size = Size(*self._get_terminal_size())
        if size != self._app.size:
            self._app.post_message(Resize(size, size))

    def start_application_mode(self) -> None:
        """Take the terminal over, also after a suspension."""
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self.write(SHOW_CURSOR)

    def run_input_thread(self) -> None:
        """Read keys until the end, or until the terminal is gone; what to do then is up to `lifecycle`."""
        with suppress(EOFError, OSError):
            super().run_input_thread()

    def _sigcont_application(self, *_: object) -> None:
        """Go on after a stop. If it was not Textual that stopped, its threads still run: none may be started."""
        if self._must_signal_resume:
            super()._sigcont_application()
        else:
            self._loop.call_soon_threadsafe(self._app.post_message, self.SignalResume())


class KeyDecoder:
    """Decodes UTF-8 as it comes; drops what is none, as a terminal set to Latin-1 sends it."""

    def __init__(self) -> None:
        self._decoder = getincrementaldecoder("utf-8")("ignore")

    def decode(self, data: bytes, final: bool = False) -> str:
        """The characters that are complete now. Raises EOFError for no bytes: Textual would read on without end."""
        if not data:
            raise EOFError
        return self._decoder.decode(data, final)


class LastingFile:
    """A terminal that can be written to also when it is gone: the thread that writes must go on taking what comes."""

    def __init__(self, terminal: IO[str]) -> None:
        self._terminal = terminal

    def write(self, text: str) -> None:
        """Write if that is possible."""
        with suppress(OSError):
            self._terminal.write(text)

    def flush(self) -> None:
        """Flush if that is possible."""
        with suppress(OSError):
            self._terminal.flush()

    def fileno(self) -> int:
        """The descriptor of the terminal."""
        return self._terminal.fileno()


def _key_decoder(_encoding: str) -> type[KeyDecoder]:
    return KeyDecoder


# Textual decodes strictly, and a single byte in another coding would end it.
vars(linux_driver)["getincrementaldecoder"] = _key_decoder
