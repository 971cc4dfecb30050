"""Widgets that draw lines of spans: `TextLines` draws as many as fit, `Note` draws one wrapped sentence.

A widget of the class `frame` has a border with a title where the screen is large (`pages.tcss`).
"""

from collections.abc import Sequence

from textual.geometry import Offset, Region, Size
from textual.strip import Strip

from binairo_tui.tui.view.spans import BLANK, Content, Span, TextLine, line, wrapped
from binairo_tui.tui.widgets.line_widget import LaidOutWidget, ToneWidget

MAX_NOTE_LINES = 4
FRAME = "frame"
"""The CSS class of widgets that have a border where there is room."""
UNTITLED = "-untitled"
"""The CSS class of widgets without a title, whose border is blank."""


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
        """Replace the content and the title, and redraw the lines that differ."""
        before, self._content, self.title = self.lines, content, title
        self._show_title(title or self._frame_title)
        self._lay_out()
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
        """The position on the screen of the first line below the title."""
        return self.content_region.offset + Offset(0, len(self._heading()))

    @property
    def content_room(self) -> tuple[int, int]:
        """The number of columns and lines below the title."""
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
        """Show a title in the border, or hide the border if there is no title."""
        from textual.markup import escape

        self.border_title = escape(title)  # Textual interprets brackets in it as markup
        self.set_class(not title, UNTITLED)


class Note(ToneWidget):
    """A wrapped sentence in one tone, at least `least` and at most `MAX_NOTE_LINES` lines high."""

    DEFAULT_CSS = """
    Note { height: auto; }
    """

    def __init__(self, tone: str, least: int) -> None:
        super().__init__()
        self._tone = tone
        self._least = least
        self.text = ""

    def show(self, text: str) -> None:
        """Replace the sentence; an empty string clears the note."""
        if text != self.text:
            height, self.text = len(self._lines()), text
            self.refresh(layout=height != len(self._lines()))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        return min(max(len(wrapped(self.text, max(width, 1))), self._least), MAX_NOTE_LINES)

    def render_line(self, y: int) -> Strip:
        lines = self._lines()
        return self.strip(lines[y] if y < len(lines) else ())

    def _lines(self) -> list[TextLine]:
        return wrapped(self.text, max(self.size.width, 1), self._tone)
