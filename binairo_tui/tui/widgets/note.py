"""A sentence at the bottom of a list, on as many lines as it needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binairo_tui.tui.view.spans import TextLine, wrapped
from binairo_tui.tui.widgets.tone_styles import Tinted

if TYPE_CHECKING:
    from textual.geometry import Size
    from textual.strip import Strip

MAX_LINES = 4


class Note(Tinted):
    """One sentence of a tone, wrapped, at least one line and at most `MAX_LINES` high."""

    DEFAULT_CSS = """
    Note { height: auto; }
    """

    def __init__(self, tone: str = "error", *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._tone = tone
        self.text = ""

    def show(self, text: str) -> None:
        """Say something else, or nothing."""
        if text != self.text:
            before, self.text = self._lines(), text
            self.refresh(layout=len(before) != len(self._lines()))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """As many lines as the sentence takes."""
        return min(max(len(wrapped(self.text, max(width, 1))), 1), MAX_LINES)

    def render_line(self, y: int) -> Strip:
        """One line of the sentence."""
        lines = self._lines()
        return self.strip(lines[y] if y < len(lines) else (), self.size.width)

    def _lines(self) -> list[TextLine]:
        return wrapped(self.text, max(self.size.width, 1), self._tone)
