"""Sentences beside the board: wrapped lines of which only those that differ are drawn again."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from binairo_tui.tui.view.spans import Paragraph

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.geometry import Size


LEAST_SHARED = 64
"""Columns of a screen from which on the panel stands beside the board."""
LEAST_WIDTH = 26
"""Columns with which sentences can still be read with ease."""
HEADING_AND_KEYS = 2
"""Lines that are neither board nor panel."""
BOARD_MARGIN = 2
"""Columns beside a board that stay blank."""
BRIEF = 3
"""Lines up to which paragraphs stand close together."""
MORE = " …"
"""Ends a page that is not the last."""


TONES = ("normal", "strong", "error", "muted")


class TextPanel(Widget):
    """Paragraphs with a blank line between them, the first on top. What finds no room is on a further page."""

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

    @property
    def is_brief(self) -> bool:
        """Whether there is room for hardly more than a sentence."""
        return 0 < self.size.height <= BRIEF

    def show(self, paragraphs: Sequence[Paragraph]) -> None:
        """Say these paragraphs and nothing else, from their beginning if they are new."""
        if tuple(paragraphs) != self.paragraphs:
            self.paragraphs = tuple(paragraphs)
            self._turn_to(0)

    def share(self, screen: Size, board: tuple[int, int]) -> None:
        """Take as much of the screen as the style sheet says, unless a board of so many columns and lines says more.

        Beside a board that would not be seen whole the panel is narrower; below one it has the lines that are blank.
        """
        columns, lines = screen.width - board[0] - BOARD_MARGIN, screen.height - board[1] - HEADING_AND_KEYS
        is_beside = screen.width >= LEAST_SHARED
        self.styles.width = columns if is_beside and LEAST_WIDTH <= columns < screen.width // 3 else None
        self.styles.height = min(lines, BRIEF) if not is_beside and lines > 1 else None

    def begin_at(self, line: int) -> None:
        """Begin so far down, beside what is drawn there, unless the text needs the room."""
        blanks = max(line - self.styles.padding.top, 0)
        if blanks != self._blanks:
            self._blanks = blanks
            self._turn_to(self._first)

    def turn(self) -> bool:
        """Show the next page; False, and the first page, if there is none."""
        following = self._first + self.size.height
        has_more = following < len(self._wrapped(*self.size))
        self._turn_to(following if has_more else 0)
        return has_more

    def is_cut(self, text: str) -> bool:
        """Whether a paragraph that is said goes on after this page."""
        width, height = self.size
        lines = self._wrapped(width, height)
        if len(lines) <= height:
            return False
        texts = [paragraph.text for paragraph in self.paragraphs]
        until = self.paragraphs[: texts.index(text) + 1] if text in texts else ()
        return len(self._wrapped_to(width - len(MORE), height, until)) > self._first + height

    def render_line(self, y: int) -> Strip:
        """One wrapped line."""
        width = self.size.width
        text, tone = self._lines[y] if y < len(self._lines) else Paragraph("")
        return Strip([Segment(text.ljust(width), self.get_component_rich_style(f"panel--{tone}"))], width)

    def on_resize(self) -> None:
        """Wrap anew."""
        self._first = 0
        self._lines = self._page()
        self.refresh()

    def _turn_to(self, first: int) -> None:
        """Show the lines from one on, and draw only those that differ."""
        self._first = first
        before, self._lines = self._lines, self._page()
        height = max(len(before), len(self._lines))
        filler = Paragraph("")
        old, new = (lines + [filler] * (height - len(lines)) for lines in (before, self._lines))
        rows = [Region(0, y, max(len(old[y].text), len(new[y].text)), 1) for y in range(height) if old[y] != new[y]]
        if rows:
            self.refresh(*[row for row in rows if row.width])

    def _page(self) -> list[Paragraph]:
        """The lines in sight; the last one ends in `MORE` if there are others after it."""
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
        """All lines; so narrow that `MORE` finds room behind any of them if they do not fit on one page."""
        lines = self._wrapped_to(width, height, self.paragraphs)
        return lines if len(lines) <= height else self._wrapped_to(width - len(MORE), height, self.paragraphs)

    def _wrapped_to(self, width: int, height: int, paragraphs: Sequence[Paragraph]) -> list[Paragraph]:
        lines: list[Paragraph] = []
        for index, (text, tone) in enumerate(paragraphs if width > 0 else ()):
            if index and height > BRIEF:
                lines.append(Paragraph(""))
            lines += [Paragraph(line, tone) for part in text.split("\n") for line in wrap(part, width)]
        return lines
