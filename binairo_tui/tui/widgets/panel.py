"""Panel of sentences beside a board, in pages; only lines that differ are redrawn."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip

from binairo_tui.tui.view.spans import Paragraph
from binairo_tui.tui.widgets.line_widget import LineWidget

if TYPE_CHECKING:
    from collections.abc import Sequence

LEAST_WIDTH = 26
"""The least columns in which sentences are easy to read."""
HEADING_AND_KEYS = 2
"""Lines that are neither board nor panel."""
BOARD_MARGIN = 2
"""Blank columns beside a board."""
BRIEF = 3
"""The greatest height of a panel without blank lines between paragraphs."""
MORE = " …"
"""Ends each page but the last."""
TONES = ("normal", "strong", "error", "muted")


class TextPanel(LineWidget):
    """Paragraphs with a blank line between them, on as many pages as they need."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"panel--{tone}" for tone in TONES}
    DEFAULT_CSS = """
    TextPanel {
        & > .panel--strong { color: $accent; text-style: bold; }
        & > .panel--error { color: $error; }
        & > .panel--muted { color: $muted; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.paragraphs: tuple[Paragraph, ...] = ()
        self._lines: list[Paragraph] = []
        self._first = 0
        self._blanks = 0
        self._own_size: tuple[int | None, int | None] = (None, None)

    @property
    def is_brief(self) -> bool:
        """Whether there is room for little more than a sentence."""
        return 0 < self.size.height <= BRIEF

    def show(self, paragraphs: Sequence[Paragraph]) -> None:
        """Show other paragraphs, from the first page on."""
        if tuple(paragraphs) != self.paragraphs:
            self.paragraphs = tuple(paragraphs)
            self._turn_to(0)

    def stand_beside(self, columns: int) -> None:
        """Take so many columns beside a board, or fewer if the style sheet says so."""
        self._stand(max(columns, LEAST_WIDTH) if columns < self.app.size.width // 3 else None, None)

    def stand_below(self, lines: int) -> None:
        """Take so many lines below a board, at most `BRIEF`; if there is at most one, what the style sheet says."""
        self._stand(None, min(lines, BRIEF) if lines > 1 else None)

    def _stand(self, width: int | None, height: int | None) -> None:
        """Use a size instead of that of the style sheet; setting what is set already would lay out the screen again."""
        if (width, height) != self._own_size:
            self._own_size = width, height
            self.styles.width, self.styles.height = width, height

    def begin_at(self, line: int) -> None:
        """Begin on a line, that of the board, unless the text needs the room above."""
        blanks = max(line - self.styles.padding.top, 0)
        if blanks != self._blanks:
            self._blanks = blanks
            self._turn_to(self._first)

    def turn(self) -> bool:
        """Show the next page, or after the last one the first; return whether there was a next one."""
        following = self._first + self.size.height
        has_more = following < len(self._wrapped(*self.size))
        self._turn_to(following if has_more else 0)
        return has_more

    def is_cut(self, text: str) -> bool:
        """Return whether the paragraph of this text continues after this page."""
        width, height = self.size
        lines = self._wrapped(width, height)
        if len(lines) <= height:
            return False
        texts = [paragraph.text for paragraph in self.paragraphs]
        until = self.paragraphs[: texts.index(text) + 1] if text in texts else ()
        return len(self._wrapped_to(width - len(MORE), height, until)) > self._first + height

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        text, tone = self._lines[y] if y < len(self._lines) else Paragraph("")
        return Strip([Segment(text.ljust(width), self.component_style(f"panel--{tone}"))], width)

    def on_resize(self) -> None:
        self._first = 0
        self._lines = self._page()
        self.refresh()

    def _turn_to(self, first: int) -> None:
        """Show the page that begins with a line, and redraw the lines that differ."""
        self._first = first
        before, self._lines = self._lines, self._page()
        height = max(len(before), len(self._lines))
        filler = Paragraph("")
        old, new = (lines + [filler] * (height - len(lines)) for lines in (before, self._lines))
        rows = [Region(0, y, max(len(old[y].text), len(new[y].text)), 1) for y in range(height) if old[y] != new[y]]
        if rows:
            self.refresh(*[row for row in rows if row.width])

    def _page(self) -> list[Paragraph]:
        """Return the lines in view; the last one ends in `MORE` if others follow."""
        width, height = self.size
        lines = self._wrapped(width, height)
        if len(lines) <= height - self._blanks:
            return [Paragraph("")] * self._blanks + lines
        page = lines[self._first : self._first + height]
        if len(lines) > self._first + height > 0:
            text, tone = page[-1]
            page[-1] = Paragraph(text[: width - len(MORE)] + MORE, tone)
        return page

    def _wrapped(self, width: int, height: int) -> list[Paragraph]:
        """Return all lines, with room for `MORE` at the end of each if they need several pages."""
        lines = self._wrapped_to(width, height, self.paragraphs)
        return lines if len(lines) <= height else self._wrapped_to(width - len(MORE), height, self.paragraphs)

    def _wrapped_to(self, width: int, height: int, paragraphs: Sequence[Paragraph]) -> list[Paragraph]:
        lines: list[Paragraph] = []
        for index, (text, tone) in enumerate(paragraphs if width > 0 else ()):
            if index and height > BRIEF:
                lines.append(Paragraph(""))
            lines += [Paragraph(line, tone) for part in text.split("\n") for line in wrap(part, width)]
        return lines
