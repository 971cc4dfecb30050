"""A list to choose from by keyboard or mouse; moving redraws only the two lines that change."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.geometry import Offset, Region
from textual.message import Message

from binairo_tui.tui.keymap import CommandOwner, Scope, keymap_of
from binairo_tui.tui.terminal import put_cursor
from binairo_tui.tui.view.spans import Span, line, plain_text
from binairo_tui.tui.widgets.text_lines import ToneWidget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events
    from textual.strip import Strip

    from binairo_tui.tui.view.spans import TextLine

MARKER = "› "


class Menu(CommandOwner, ToneWidget, can_focus=True):
    """Lines of text; the current line has a marker and a different tone."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.LIST,)

    class Opened(Message):
        """Posted when the player chooses a line; `index` counts from 0."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    class Moved(Message):
        """Posted when a different line becomes current."""

    class Left(Message):
        """Posted when the player presses the key that goes back."""

    def __init__(self, lines: Sequence[TextLine] = (), current: int = 0) -> None:
        super().__init__()
        self.lines = tuple(lines)
        self.current = current
        self._first = 0

    def show(self, lines: Sequence[TextLine], current: int | None = None) -> None:
        """Replace the lines; the current index stays the same unless `current` is given or it is out of range."""
        before, first, last = self.lines, self._first, self.current
        self.lines = tuple(lines)
        self.current = self._nearest(self.current if current is None else current)
        if self._scroll() or first != self._first:
            self.refresh()
            return
        rows = range(self._first, self._first + self.size.height)
        changed = {row for row in rows if before[row : row + 1] != self.lines[row : row + 1]}
        self._refresh_rows(changed | ({last, self.current} if last != self.current else set()))

    def render_line(self, y: int) -> Strip:
        index = self._first + y
        if index >= len(self.lines):
            return self.strip(())
        spans = self.lines[index]
        if index == self.current:
            return self.strip(line(Span(MARKER + plain_text(spans), "accent")))
        return self.strip(line(" " * len(MARKER), *spans))

    def on_mount(self) -> None:
        self.bind_keys(keymap_of(self.app))

    def on_resize(self) -> None:
        self._scroll()
        self.refresh()
        self.call_after_refresh(self.place_terminal_cursor)

    def place_terminal_cursor(self) -> None:
        """Put the terminal's cursor, which screen readers follow, on the current line with the next frame."""
        put_cursor(self, self.region.offset + Offset(0, self.current - self._first))

    def on_click(self, event: events.Click) -> None:
        """Go to the clicked line; open it if it is current."""
        index = self._first + event.y
        if index == self.current:
            self.action_open()
        elif index < len(self.lines):
            self._go_to(index)

    def on_mouse_scroll_up(self) -> None:
        self._go_to(self.current - 1)

    def on_mouse_scroll_down(self) -> None:
        self._go_to(self.current + 1)

    def action_step(self, by: int) -> None:
        if self.lines:
            self._go_to((self.current + by) % len(self.lines))

    def action_page(self, by: int) -> None:
        self._go_to(self.current + by * max(self.size.height - 1, 1))

    def action_jump(self, index: int) -> None:
        """Go to a line; -1 is the last."""
        self._go_to(index % max(len(self.lines), 1))

    def action_open(self) -> None:
        if self.lines:
            self.post_message(self.Opened(self.current))

    def action_back(self) -> None:
        self.post_message(self.Left())

    def _go_to(self, index: int) -> None:
        before, self.current = self.current, self._nearest(index)
        if self._scroll():
            self.refresh()
        elif before != self.current:
            self._refresh_rows({before, self.current})
        self.place_terminal_cursor()
        if before != self.current:
            self.post_message(self.Moved())

    def _nearest(self, index: int) -> int:
        """Return the valid index nearest to `index`; 0 if there are no lines."""
        return min(max(index, 0), max(len(self.lines) - 1, 0))

    def _refresh_rows(self, rows: set[int]) -> None:
        """Redraw lines, given by their indices in the list."""
        if rows:
            self.refresh(*[Region(0, row - self._first, self.size.width, 1) for row in sorted(rows)])

    def _scroll(self) -> bool:
        """Scroll by half a page if the current line is not visible; return True if the list scrolled."""
        height, before = max(self.size.height, 1), self._first
        if not self._first <= self.current < self._first + height:
            self._first = max(self.current - height // 2, 0)
        self._first = min(self._first, max(len(self.lines) - height, 0))
        return self._first != before
