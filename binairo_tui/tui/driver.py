"""Textual's driver for Linux, with three things put right: bytes to send, a cursor to follow, bytes not in UTF-8."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from textual.drivers.linux_driver import LinuxDriver

from binairo_tui.tui.frames import FrameShortener

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import App

SHOW_CURSOR = "\x1b[?25h"


@runtime_checkable
class Repainter(Protocol):
    """An app that says when the terminal may show something else than was sent: it then calls `forget_screen`."""

    forget_screen: Callable[[], None]


class TerminalDriver(LinuxDriver):
    """Sends only what the terminal does not show yet, and shows its cursor, which screen readers follow."""

    def __init__(
        self, app: App[object], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._shortener = FrameShortener()
        if isinstance(app, Repainter):
            app.forget_screen = self._shortener.forget

    def write(self, data: str) -> None:
        """Send something to the terminal."""
        shorter = self._shortener.shorten(data)
        if shorter:
            super().write(shorter)

    def start_application_mode(self) -> None:
        """Take the terminal over, also after a suspension."""
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self.write(SHOW_CURSOR)

    def run_input_thread(self) -> None:
        """Read keys until the end. Bytes that cannot be decoded (a terminal set to Latin-1) are dropped, not fatal."""
        while True:
            try:
                super().run_input_thread()
            except UnicodeDecodeError:
                continue
            return
