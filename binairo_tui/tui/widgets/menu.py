"""A list to choose from by keyboard. Draws on a move only the two lines that change."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.cells import set_cell_size
from rich.segment import Segment
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from binairo_tui.tui.commands import Scope, bindings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.binding import BindingType

MARKER = "› "


class Menu(Widget, can_focus=True):
    """Lines of text, one of them current. Texts must be fit to be shown (`phrases.plain`)."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.LIST)]
    COMPONENT_CLASSES: ClassVar[set[str]] = {"menu--line", "menu--current"}
    DEFAULT_CSS = """
    Menu {
        & > .menu--line { color: $foreground; }
        & > .menu--current { color: $accent; text-style: bold; }
    }
    """

    class Opened(Message):
        """The player chose a line; `index` counts from 0."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(self, lines: Sequence[str] = (), current: int = 0) -> None:
        super().__init__()
        self.lines = tuple(lines)
        self.current = current
        self._first = 0

    def show(self, lines: Sequence[str], current: int | None = None) -> None:
        """Other lines; the current one stays where it was unless said otherwise."""
        self.lines = tuple(lines)
        wanted = self.current if current is None else current
        self.current = min(max(wanted, 0), max(len(self.lines) - 1, 0))
        self._scroll()
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line of the list."""
        width = self.size.width
        index = self._first + y
        is_current = index == self.current
        text = self.lines[index] if index < len(self.lines) else ""
        style = self.get_component_rich_style("menu--current" if is_current else "menu--line")
        marker = MARKER if is_current and text else " " * len(MARKER)
        return Strip([Segment(set_cell_size(marker + text, width), style)], width)

    def on_resize(self) -> None:
        """Keep the current line in view."""
        self._scroll()
        self.refresh()
        self.call_after_refresh(self.place_terminal_cursor)

    def place_terminal_cursor(self) -> None:
        """Have the terminal's cursor, which screen readers follow, on the current line from the next frame on."""
        self.app.cursor_position = self.region.offset + Offset(0, self.current - self._first)

    def action_step(self, by: int) -> None:
        """Go up or down; from the end to the start."""
        if self.lines:
            self._go_to((self.current + by) % len(self.lines))

    def action_page(self, by: int) -> None:
        """Go a page up or down, at most to the end."""
        self._go_to(self.current + by * max(self.size.height - 1, 1))

    def action_jump(self, index: int) -> None:
        """Go to a line; -1 is the last."""
        self._go_to(index % max(len(self.lines), 1))

    def action_open(self) -> None:
        """Tell that the current line was chosen."""
        if self.lines:
            self.post_message(self.Opened(self.current))

    def _go_to(self, index: int) -> None:
        before, self.current = self.current, min(max(index, 0), max(len(self.lines) - 1, 0))
        if self._scroll():
            self.refresh()
        elif before != self.current:
            width = self.size.width
            self.refresh(*[Region(0, row - self._first, width, 1) for row in (before, self.current)])
        self.place_terminal_cursor()

    def _scroll(self) -> bool:
        """Have the current line in view, scrolling by half a page; say whether it had to."""
        height, before = max(self.size.height, 1), self._first
        if not self._first <= self.current < self._first + height:
            self._first = max(self.current - height // 2, 0)
        self._first = min(self._first, max(len(self.lines) - height, 0))
        return self._first != before
