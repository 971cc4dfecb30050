"""The layer between Textual and the terminal: driver, output, cursor and shutdown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from textual.geometry import Size

from binairo_tui.lazy import lazy_exports

if TYPE_CHECKING:
    from textual.dom import DOMNode

    from binairo_tui.tui import inquiry
    from binairo_tui.tui.terminal import driver, shutdown
else:
    __getattr__ = lazy_exports(__name__)

SLOW_SECONDS = 0.25
"""If a terminal has not answered after this many seconds, its connection counts as slow."""
MOST_COLUMNS, MOST_LINES = 1000, 400
"""The size of the largest area that is drawn, at the top left of the terminal. Drawing millions of cells takes
minutes."""


class Terminal(Protocol):
    """The methods that the app needs from its driver in addition to Textual's.

    `answer_seconds` is how long the terminal took to answer when it was last set up; 0 if it has never answered.
    """

    answer_seconds: float

    def check_size(self) -> None:
        """Tell the app the size of the terminal, unless the app has this size already."""

    def set_title(self, title: str) -> None:
        """Name the window."""


@runtime_checkable
class TerminalApp(Protocol):
    """An app that knows its driver and the questions to its terminal. The driver sets `terminal` to itself."""

    terminal: Terminal | None
    inquiry: inquiry.Inquiry

    def use_answers(self) -> None:
        """Use the answers of the terminal. Called if the last of them comes after the app was made."""


def drawn_size(size: tuple[int, int]) -> Size:
    return Size(min(size[0], MOST_COLUMNS), min(size[1], MOST_LINES))


def is_slow(node: DOMNode) -> bool:
    terminal: Terminal | None = getattr(node.app, "terminal", None)
    return terminal is not None and terminal.answer_seconds > SLOW_SECONDS
