"""Textual's driver for the page: frames go to the terminal in the page, and keys come from there."""

from __future__ import annotations

from typing import Protocol

from textual.app import App
from textual.driver import Driver
from textual.events import Key, Resize
from textual.geometry import Size
from textual.message import Message

from binairo_tui.tui.terminal import TerminalApp, drawn_size, textual_internals

ESCAPE = "\x1b"
BEGIN = "\x1b[?1049h\x1b[?1000h\x1b[?1006h\x1b[?2004h\x1b[?7l\x1b[?25h\x1b[4 q"
"""Codes that switch to a second screen without wrapping, with a thin cursor, and that ask for mouse buttons and pastes.
"""


class Page(Protocol):
    """What the script of the page does for the app. `link` is the text after `#` in the address of the page.

    `columns` and `lines` are the size of the terminal. Once the app has set `driver`, the script passes it what the
    player types.
    """

    address: str
    link: str
    columns: int
    lines: int
    driver: PageDriver

    def write(self, text: str) -> None:
        """Show text, which may have control codes, on the terminal."""

    def download(self, name: str, data: bytes) -> None:
        """Have the browser save a file."""

    def choose_file(self) -> None:
        """Have the player choose a file, whose contents come to `PageApp.load`."""

    def work(self, job: bytes) -> None:
        """Send a job to the helper, which calls `away.do`; the results come to `PageApp.take`."""

    def end_work(self) -> None:
        """Make the job stop soon, if it is still running."""


class PageDriver(Driver):
    """A driver for the terminal in the page. A subclass sets `page`."""

    page: Page
    answer_seconds = 0.0

    def __init__(
        self, app: App[object], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size or self._shown_size())
        self._user = app
        self._parser = textual_internals.InputParser()
        self.page.driver = self
        if isinstance(app, TerminalApp):
            app.terminal = self

    def write(self, data: str) -> None:
        self.page.write(data)

    def feed(self, text: str) -> None:
        """Pass on what the player typed. Each key's code arrives whole, so an Escape at the end is the Escape key."""
        typed = text.removesuffix(ESCAPE)
        for message in self._parser.feed(typed):
            self.process_message(message)
        if typed != text:
            self.process_message(Key("escape", ESCAPE))

    def check_size(self) -> None:
        """Tell the app the size of the terminal, if it is not the size that the app knows."""
        size = self._shown_size()
        if size != self._user.size:
            self.send_message(Resize(size, size))

    def send_message(self, message: Message) -> None:
        self._user.post_message(message)

    def set_title(self, title: str) -> None:
        self.write(f"\x1b]2;{title}\x07")

    def start_application_mode(self) -> None:
        self.write(BEGIN)
        size = self._shown_size()
        self.send_message(Resize(size, size))

    def disable_input(self) -> None:
        """Do nothing: after its end, the app ignores what the page sends."""

    def stop_application_mode(self) -> None:
        """Do nothing: the page resets the terminal at the end."""

    def _shown_size(self) -> Size:
        return drawn_size((self.page.columns, self.page.lines))
