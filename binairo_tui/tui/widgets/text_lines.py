"""Widgets that draw lines of spans: `TextLines` draws as many as fit, `Note` a wrapped sentence, `Menu` a list.

A widget of the class `frame` has a border with a title where the screen is large (`pages.tcss`).
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.strip import Strip

from binairo_tui.tui.keymap import CommandOwner, Scope, keymap_of
from binairo_tui.tui.view.spans import (
    BLANK,
    Content,
    Span,
    TextLine,
    Tone,
    fitted,
    line,
    plain_text,
    shortened,
    wrapped,
)
from binairo_tui.tui.widgets.drawing import LaidOutWidget, ToneWidget

MAX_NOTE_LINES = 4
FRAME = "frame"
"""The CSS class of widgets that have a border where there is room."""


class TextLines(LaidOutWidget, ToneWidget):
    """Lines of spans from the top; lines that do not fit are not drawn.

    The title is in the border or, without a border, on the first line. Without a title, the border shows `frame_title`.
    """

    def __init__(
        self,
        *,
        id: str | None = None,  # noqa: A002 - Textual's name
        classes: str | None = None,
        frame_title: str = "",
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._frame_title = frame_title
        self._show_title(frame_title)
        self.lines: tuple[TextLine, ...] = ()
        self.title = ""
        self._content: Content = ()

    def show(self, content: Content, title: str = "") -> None:
        before, self._content, self.title = self.lines, content, title
        self._show_title(title or self._frame_title)
        self._lay_out()
        if len(before) != len(self.lines) and self.styles.is_auto_height:
            self.refresh(layout=True)
        height = min(max(len(before), len(self.lines)), self.size.height)
        rows = [y for y in range(height) if before[y : y + 1] != self.lines[y : y + 1]]
        if rows:
            self.refresh(*[Region(0, y, self.size.width, 1) for y in rows])

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._lines_for(width, container.height or viewport.height))

    def render_line(self, y: int) -> Strip:
        return self.strip(self.lines[y] if y < len(self.lines) else ())

    @property
    def content_place(self) -> Offset:
        return self.content_region.offset + Offset(0, len(self._heading()))

    @property
    def content_room(self) -> tuple[int, int]:
        return self.size.width, max(self.size.height - len(self._heading()), 0)

    def _heading(self) -> list[TextLine]:
        return [line(Span(self.title, "strong")), BLANK] if self.title and not self.styles.border_top[0] else []

    def _lay_out(self) -> None:
        super()._lay_out()
        self.lines = tuple(self._lines_for(*self.size))

    def _lines_for(self, width: int, height: int) -> Sequence[TextLine]:
        if width <= 0:
            return ()
        heading = self._heading()
        content = self._content
        return [*heading, *(content(width, max(height - len(heading), 0)) if callable(content) else content)]

    def _show_title(self, title: str) -> None:
        from textual.markup import escape

        self.border_title = escape(title)  # Textual interprets brackets in it as markup
        self.set_class(not title, "-untitled")


class Note(TextLines):
    """A wrapped sentence in one tone, at least `least` and at most `MAX_NOTE_LINES` lines high."""

    DEFAULT_CSS = "Note { height: auto; }"

    def __init__(self, tone: str, least: int) -> None:
        super().__init__()
        self._tone = tone
        self._least = least

    def say(self, text: str) -> None:
        self.show(lambda width, _height: wrapped(text, width, self._tone))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return min(max(super().get_content_height(container, viewport, width), self._least), MAX_NOTE_LINES)


MARKER = "› "
_CURRENT: dict[Tone, Tone] = {"normal": "accent", "strong": "accent"}
"""Maps tones to the tones that replace them on the current line."""


class _Row(NamedTuple):
    """A row on the screen: the line with index `place` in the list or, if `place` is None, a line of a section."""

    place: int | None
    text: TextLine


class Menu(CommandOwner, LaidOutWidget, ToneWidget, can_focus=True):
    """Lines of text; the current line has a marker and its own background.

    Arrows at the right show that the list continues above or below. A section is a group of lines that cannot be
    chosen, in front of a line that can. Its blank lines are left out if there is little room.
    """

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

    def __init__(self, lines: Sequence[TextLine] = (), current: int = 0, *, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self.lines = tuple(lines)
        self.current = current
        self.sections: Mapping[int, Sequence[TextLine]] = {}
        self._rows: tuple[_Row, ...] = ()
        self._first = 0
        self._lay_out()

    def show(
        self,
        lines: Sequence[TextLine],
        current: int | None = None,
        sections: Mapping[int, Sequence[TextLine]] | None = None,
    ) -> None:
        """Replace the lines, and make the line at index `current` current.

        If `current` is None, the current index stays the same. An index that is not valid is replaced by the nearest
        valid one. `sections` maps the index of a line to the lines to show in front of it.
        """
        self.lines, self.sections = tuple(lines), sections or {}
        self._update(self.current if current is None else current)

    def _update(self, current: int) -> None:
        """Make a line current, and redraw the rows that have changed."""
        rows, first, last = self._rows, self._first, self.current
        self.current = min(max(current, 0), max(len(self.lines) - 1, 0))
        self._lay_out()
        if first != self._first or len(rows) != len(self._rows):  # with another length, the arrows may move
            self.refresh(layout=len(rows) != len(self._rows) and self.styles.is_auto_height)
            return
        seen = range(first, first + self.size.height)
        changed = {row for row in seen if rows[row : row + 1] != self._rows[row : row + 1]}
        if last != self.current:
            changed |= {self._row_of(last), self._row_of(self.current)}
        if changed:
            self.refresh(*[Region(0, row - first, self.size.width, 1) for row in sorted(changed)])

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        return sum(map(len, self.sections.values())) + max(len(self.lines), 1)

    def render_line(self, y: int) -> Strip:
        row = self._first + y
        if row >= len(self._rows):
            return self.strip(())
        index, spans = self._rows[row]
        if index is None:
            return self.strip(self._with_arrow(spans, y))
        if index == self.current:
            found = [Span(text, _CURRENT.get(tone, tone)) for text, tone in spans]
            return self.strip(self._with_arrow(line(Span(MARKER, "accent"), *found), y), "plate")
        return self.strip(self._with_arrow(line(" " * len(MARKER), *spans), y))

    def _with_arrow(self, spans: TextLine, y: int) -> TextLine:
        """Return a line at `y` of the widget, cut with `…`, with an arrow if the list continues beyond it.

        The arrow is at the end or, if the line needs that room, beside the marker.
        """
        width, height = self.size
        continues_below = y == height - 1 and self._first + height < len(self._rows)
        arrow = " ↓" if continues_below else " ↑" if y == 0 and self._first else ""
        room = max(width - len(arrow), 0)
        if arrow and cell_len(plain_text(spans)) > room:
            return shortened(line(Span(spans[0].text.replace(" ", arrow[1:], 1), spans[0].tone), *spans[1:]), width)
        return line(*fitted(shortened(spans, room), room), Span(arrow, "muted"))

    def on_mount(self) -> None:
        self.bind_keys(keymap_of(self.app))

    @property
    def cursor_place(self) -> Offset:
        return self.content_region.offset + Offset(0, self._row_of(self.current) - self._first)

    def on_click(self, event: events.Click) -> None:
        place = event.get_content_offset(self)
        row = self._first + place.y if place else -1
        index = self._rows[row].place if 0 <= row < len(self._rows) else None
        if index is None:
            return
        if index == self.current:
            self.action_open()
        else:
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
        before = self.current
        self._update(index)
        if before != self.current:
            self.post_message(self.Moved())

    def _lay_out(self) -> None:
        """Make the rows for the current size; scroll the current line to the middle if it is out of view."""
        super()._lay_out()
        height, rows = self.size.height, list[_Row]()
        for index, text in enumerate(self.lines):
            rows += [*[_Row(None, it) for it in self.sections.get(index, ())], _Row(index, text)]
        rows += [_Row(None, it) for it in self.sections.get(len(self.lines), ())]
        self._rows = tuple(it for it in rows if len(rows) <= height or it.place is not None or it.text)
        row = self._row_of(self.current)
        if row < height and self.current == 0:
            self._first = 0  # so that the section in front of the first line is in view
        elif not self._first <= row < self._first + height:
            self._first = max(row - height // 2, 0)
        self._first = min(self._first, max(len(self._rows) - height, 0))

    def _row_of(self, index: int) -> int:
        return next((row for row, it in enumerate(self._rows) if it.place == index), 0)
