"""Panel of sentences beside a board, in pages; only lines that differ are redrawn."""

import sys
from collections.abc import Callable, Sequence

from rich.segment import Segment
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip

from binairo_tui.tui.view import appearance, arrangement, spans
from binairo_tui.tui.widgets.drawing import LaidOutWidget, LineWidget

LEAST_FRAME = 18
"""The minimum height of a frame where there is room, so that the frame rarely has to grow."""
_TONES = {"strong": "accent", spans.ASIDE: "muted"}
"""Maps some tones of paragraphs to the tones that a panel draws instead."""
_BLANK = spans.Paragraph("")


class TextPanel(LaidOutWidget, LineWidget):
    """Paragraphs with a blank line between them, on as many pages as they need.

    Sentences use the symbols that `symbols` returns. Where there is room, the panel has a frame, which is only as high
    as its text needs. If there is room, the head is at the top, where it does not move when other text appears.
    """

    class Resized(Message):
        """Posted when the size of the panel has changed, so that other paragraphs may be needed."""

    def __init__(self, symbols: Callable[[], appearance.Symbols], *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._symbols = symbols
        self.paragraphs: tuple[spans.Paragraph, ...] = ()
        self.title = ""
        self.has_more = False
        """Whether the text without its asides needs more than one page."""
        self._pages: list[list[spans.Paragraph]] = [[]]
        self._lines: list[spans.Paragraph] = []
        self._index = 0
        self._frame_height = 0
        self._head_lines: list[str] = []
        self._head: spans.Head | None = None

    @property
    def is_brief(self) -> bool:
        return 0 < self.size.height <= arrangement.BRIEF

    @property
    def is_framed(self) -> bool:
        width, height = self.size
        return width >= arrangement.FRAMED_WIDTH[0] and height >= arrangement.FRAMED_HEIGHT

    @property
    def text_place(self) -> Offset:
        above = 1 if self._lines[:1] == [_BLANK] else 0
        return self.region.offset + Offset(*self._text_origin) + Offset(0, above)

    @property
    def _text_origin(self) -> tuple[int, int]:
        return (2, self._title_line + 1) if self.is_framed else (0, self._title_line)

    @property
    def _title_line(self) -> int:
        """The line on which a frame shows the title: the one that ends the head or, without a head, the top line."""
        return len(self._head_lines) + 1 if self._head_lines else 0

    @property
    def room(self) -> tuple[int, int]:
        width, height = self.size
        return (width - 4, height - 2) if self.is_framed else (width, height)

    @property
    def table_width(self) -> int:
        """The maximum width of a line that is never wrapped: one that leaves room for `MORE` at its end."""
        return self.room[0] - len(spans.MORE)

    def show(self, paragraphs: Sequence[spans.Paragraph], title: str = "", head: spans.Head | None = None) -> None:
        """Show paragraphs; if they or the head are new, show the first page. A frame shows the title and the head."""
        before, self.title = (bool(self.paragraphs), self.title), title
        told = tuple([it._replace(text=self._worded(it.text)) for it in paragraphs])
        head = head and head._replace(lines=tuple(map(self._worded, head.lines)))
        if (told, head) != (self.paragraphs, self._head):
            self.paragraphs, self._head = told, head
            self._divide()
            self._turn_to(0)
        if self.is_framed and before != (bool(self.paragraphs), title):
            self.refresh(Region(0, self._title_line, self.size.width, 1))

    def turn(self) -> bool:
        """Show the next page, or the first page after the last one; return whether there was a next page."""
        is_last = self._index + 1 == len(self._pages)
        self._turn_to(0 if is_last else self._index + 1)
        return not is_last

    def rewind(self) -> bool:
        was_first = self._index == 0
        self._turn_to(0)
        return not was_first

    def is_cut(self, text: str) -> bool:
        """Return whether the paragraph with this text continues after the page that is shown."""
        texts, shown = [paragraph.text for paragraph in self.paragraphs], self._worded(text)
        until = self.paragraphs[: texts.index(shown) + 1] if shown in texts else ()
        return self.has_more and len(self._paged(until)) > self._index + 1

    def _worded(self, text: str) -> str:
        return text if self._symbols() == appearance.DIGITS else appearance.in_symbols(text, self._symbols())

    def render_line(self, y: int) -> Strip:
        return Strip(self._framed_line(y) if self.is_framed else [self._line(y, y - self._title_line, self.size.width)])

    def _framed_line(self, y: int) -> list[Segment]:
        width, last = self.room[0], self._frame_height - 1
        below = self._title_line
        if y > last:
            return []
        if y in (0, last) or (y == below and self.paragraphs):
            ends = "╭╮" if y == 0 else "╰╯" if y == last else "├┤"
            title = self.title if y == below else self._head.title if self._head and y == 0 else ""
            title = f" {title[: width - 2]} " if title else ""
            rest = "─" * (width + 1 - len(title))
            return [self._frame(f"{ends[0]}─"), self._frame(title, "title"), self._frame(f"{rest}{ends[1]}")]
        return [self._frame("│ "), self._line(y - 1, y - below - 1, width), self._frame(" │")]

    def _line(self, in_head: int, index: int, width: int) -> Segment:
        """Return line `in_head` of the head or, if that is below the head, line `index` of the text."""
        if in_head < len(self._head_lines):
            return self._frame(self._head_lines[in_head].ljust(width), "muted")
        text, tone = self._lines[index] if 0 <= index < len(self._lines) else _BLANK
        return Segment(text.ljust(width), self.role_styles.style(_TONES.get(tone, tone)))

    def _frame(self, text: str, tone: str = "edge") -> Segment:
        return Segment(text, self.role_styles.style(tone))

    def on_resize(self) -> None:
        self.post_message(self.Resized())

    def _lay_out(self) -> None:
        super()._lay_out()
        self._divide()
        self._index = 0
        self._lines = self._page()
        self._head_lines, self._frame_height = self._framing()
        self.forget_lines()

    def _framing(self) -> tuple[list[str], int]:
        """Return the lines of the head, if there is room for them, and the height of the frame."""
        height = self.size.height
        needed = len(self._lines) + 3 * self.is_framed
        lines = self._head.lines if self._head else ()
        head = [part for it in lines for part in spans.wrapped_text(it, max(self.room[0], 1)) or ("",)]
        if head and needed + len(head) + 1 <= height:
            needed += len(head) + 1
        else:
            head = []
        return head, min(max(needed, LEAST_FRAME), height)

    def _turn_to(self, index: int) -> None:
        """Show page `index`, counting from 0, and redraw the lines that differ; after a change of size, show page 0."""
        if self._laid_out_for != self.size:  # the lines on the screen are those of another size
            self._lay_out()
            self.refresh()
            return
        self._index = index
        before, self._lines = self._lines, self._page()
        head, last = self._head_lines, self._frame_height - 1
        self._head_lines, self._frame_height = self._framing()
        if self._head_lines != head:
            self.refresh()
            return
        height = max(len(before), len(self._lines))
        old, new = (lines + [_BLANK] * (height - len(lines)) for lines in (before, self._lines))
        left, top = self._text_origin
        rows = [
            Region(left, y + top, max(len(old[y].text), len(new[y].text)), 1) for y in range(height) if old[y] != new[y]
        ]
        if self.is_framed and last != self._frame_height - 1:
            first, last = sorted((last, self._frame_height - 1))
            rows.append(Region(0, first, self.size.width, last - first + 1))
        if rows:
            self.refresh(*[row for row in rows if row.width])

    def _page(self) -> list[spans.Paragraph]:
        """Return the lines in view. The last one ends in `MORE` if text other than asides follows."""
        page = [*self._pages[self._index]]
        if len(self._pages) == 1 and len(page) < self.room[1] and self.is_framed:
            return [_BLANK, *page]
        if any(it.text and it.tone != spans.ASIDE for following in self._pages[self._index + 1 :] for it in following):
            page[-1] = page[-1]._replace(text=page[-1].text + spans.MORE)
        return page

    def _divide(self) -> None:
        """Divide the paragraphs into pages.

        If one page is not enough, each line leaves room for `MORE` at its end. Asides (paragraphs in the tone `ASIDE`)
        at the end do not make another page necessary.
        """
        width, height = self.room
        if width <= len(spans.MORE) or height <= 0:
            self._pages = [[]]
            return
        [whole] = spans.paged(self.paragraphs, width, sys.maxsize, self._gap)
        told = [number for number, line in enumerate(whole, 1) if line.tone != spans.ASIDE]
        self.has_more = max(told, default=len(whole)) > height
        self._pages = self._paged(self.paragraphs)

    def _paged(self, paragraphs: Sequence[spans.Paragraph]) -> list[list[spans.Paragraph]]:
        width, height = self.room
        return spans.paged(paragraphs, width - self.has_more * len(spans.MORE), height, self._gap)

    @property
    def _gap(self) -> int:
        return int(self.room[1] > arrangement.BRIEF)
