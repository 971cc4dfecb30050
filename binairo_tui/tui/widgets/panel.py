"""Sentences beside the board: wrapped lines of which only those that differ are drawn again."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from binairo_tui.tui.report import TONES, Paragraph

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events


class TextPanel(Widget):
    """Paragraphs with a blank line between them, the first on top; what finds no room is not seen."""

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

    def show(self, paragraphs: Sequence[Paragraph]) -> None:
        """Say these paragraphs and nothing else."""
        self.paragraphs = tuple(paragraphs)
        before, self._lines = self._lines, self._wrapped(self.size.width, self.size.height)
        height = max(len(before), len(self._lines))
        filler = Paragraph("")
        old, new = (lines + [filler] * (height - len(lines)) for lines in (before, self._lines))
        rows = [Region(0, y, max(len(old[y].text), len(new[y].text)), 1) for y in range(height) if old[y] != new[y]]
        if rows:
            self.refresh(*[row for row in rows if row.width])

    def render_line(self, y: int) -> Strip:
        """One wrapped line."""
        width = self.size.width
        text, tone = self._lines[y] if y < len(self._lines) else Paragraph("")
        return Strip([Segment(text.ljust(width), self.get_component_rich_style(f"panel--{tone}"))], width)

    def on_resize(self, event: events.Resize) -> None:
        """Wrap anew."""
        self._lines = self._wrapped(event.size.width, event.size.height)
        self.refresh()

    def _wrapped(self, width: int, height: int) -> list[Paragraph]:
        lines: list[Paragraph] = []
        for index, (text, tone) in enumerate(self.paragraphs):
            if index and height > 3:
                lines.append(Paragraph(""))
            lines += [Paragraph(line, tone) for line in wrap(text, width)] if width > 0 else []
        return lines
