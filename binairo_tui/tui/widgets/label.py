"""A line of text that costs a frame only when it changes."""

from __future__ import annotations

from rich.cells import set_cell_size
from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from binairo_tui.tui.view.spans import cut


class Label(Widget):
    """One line of plain text, cut or filled up to the widget's width; the style is the widget's own (CSS)."""

    DEFAULT_CSS = """
    Label { height: 1; }
    """

    def __init__(self, text: str = "", *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.text = text

    def show(self, text: str) -> None:
        """Say something else."""
        if text != self.text:
            self.text = text
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """The line; every further one is blank."""
        width = self.size.width
        text = cut(self.text if y == 0 else "", width)
        # Right-aligned labels hold numbers that change in length: the end is what stands still.
        if y == 0 and self.styles.text_align == "right":
            text = set_cell_size(self.text, min(len(self.text), width)).rjust(width)
        return Strip([Segment(text, self.rich_style)], width)
