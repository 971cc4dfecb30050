"""Widgets that draw lines of spans: `TextLines` draws as many as fit, `Note` draws one wrapped sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from binairo_tui.tui.view.spans import TONES, fitted, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.geometry import Size

    from binairo_tui.tui.view.spans import TextLine

MAX_NOTE_LINES = 4


class ToneWidget(Widget):
    """Base of widgets that draw spans; it has a style for each tone."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"tone--{tone}" for tone in TONES}
    DEFAULT_CSS = """
    ToneWidget {
        & > .tone--normal { color: $foreground; }
        & > .tone--strong { color: $foreground; text-style: bold; }
        & > .tone--muted { color: $muted; }
        & > .tone--faint { color: $faint; }
        & > .tone--accent { color: $accent; text-style: bold; }
        & > .tone--error { color: $error; }
        & > .tone--done { color: $success; }
        & > .tone--zero { color: $zero; }
        & > .tone--one { color: $one; }
        & > .tone--zero-given { color: $zero; text-style: bold; }
        & > .tone--one-given { color: $one; text-style: bold; }
        & > .tone--current { color: $accent; background: $background; text-style: bold reverse; }
    }
    """

    def strip(self, text_line: TextLine) -> Strip:
        """Return a line as a strip of the widget's width."""
        width = self.size.width
        spans = fitted(text_line, width)
        return Strip([Segment(text, self.get_component_rich_style(f"tone--{tone}")) for text, tone in spans], width)


class TextLines(ToneWidget):
    """Lines of spans from the top; lines that do not fit are not drawn."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.lines: tuple[TextLine, ...] = ()

    def show(self, lines: Sequence[TextLine]) -> None:
        """Replace the lines, and redraw those that differ."""
        before, self.lines = self.lines, tuple(lines)
        height = min(max(len(before), len(self.lines)), self.size.height)
        rows = [y for y in range(height) if before[y : y + 1] != self.lines[y : y + 1]]
        if rows:
            self.refresh(*[Region(0, y, self.size.width, 1) for y in rows])

    def render_line(self, y: int) -> Strip:
        return self.strip(self.lines[y] if y < len(self.lines) else ())


class Note(ToneWidget):
    """A sentence in one tone, wrapped; from `least` to `MAX_NOTE_LINES` lines high."""

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
