"""Textual's driver for the page: frames go to the terminal in the page, and keys come from there."""

from typing import Protocol

from textual.app import App
from textual.driver import Driver
from textual.events import Key, Resize
from textual.geometry import Size
from textual.message import Message

from binairo_tui.tui.terminal import TerminalApp, drawn_size, textual_internals

ESCAPE = "\x1b"
BEGIN = "\x1b[?1049h\x1b[?1000h\x1b[?1006h\x1b[?2004h\x1b[?7l\x1b[?25h\x1b[4 q"
"""Begins another screen, with reports of mouse buttons and bracketed pastes, without wrapping, with a thin cursor."""
END = "\x1b[?2004l\x1b[?7h\x1b[?1006l\x1b[?1000l\x1b[?1049l"


class ShownTerminal(Protocol):
    """The terminal in the page, whose size is in characters."""

    columns: int
    lines: int

    def write(self, text: str) -> None:
        """Show text, which may have control codes."""


class PageDriver(Driver):
    """A driver for the terminal in the page. A subclass names the terminal."""

    shown: ShownTerminal
    answer_seconds = 0.0

    def __init__(
        self, app: App[object], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size or self._shown_size())
        self._user = app
        self._parser = textual_internals.InputParser()
        self._title = ""
        if isinstance(app, TerminalApp):
            app.terminal = self

    def write(self, data: str) -> None:
        self.shown.write(data)

    def feed(self, text: str) -> None:
        """Take what was typed. The terminal sends the code of a key whole: an Escape at the end is a key."""
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
        if title != self._title:
            self._title = title
            self.write(f"\x1b]2;{title}\x07")

    def start_application_mode(self) -> None:
        self.write(BEGIN)
        size = self._shown_size()
        self.send_message(Resize(size, size))

    def disable_input(self) -> None:
        """Do nothing: what the page sends after the end is dropped by the app."""

    def stop_application_mode(self) -> None:
        self.write(END)

    def _shown_size(self) -> Size:
        return drawn_size((self.shown.columns, self.shown.lines))
