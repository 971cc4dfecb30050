"""The last net under foreign text: whatever a widget draws, no character that steers the terminal or hides gets there.

Texts are cleaned where they come in and where they are shown (`foreign.clean`); Textual itself passes everything on.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.segment import Segment
from textual.filter import LineFilter

if TYPE_CHECKING:
    from textual.color import Color


@lru_cache(maxsize=256)
def harmless(text: str) -> str:
    """A text, as many columns wide, in which everything but printable characters and the space is blank."""
    return "".join([char if char.isprintable() else " " * cell_len(char) for char in text])


class HarmlessFilter(LineFilter):
    """Draws every line with printable characters only."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        """The same segments; control codes of Rich's own are left alone."""
        if all(text.isprintable() for text, _, _ in segments):
            return segments
        return [segment if segment.control else Segment(harmless(segment.text), segment.style) for segment in segments]
