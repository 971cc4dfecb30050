"""Filters over everything that the app draws: no control characters ever, and ASCII alone where the terminal needs it.

Untrusted text is cleaned where it comes in and where it is shown (`files.clean_text`); these filters are the last
line of defence, because Textual passes every character on.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.filter import LineFilter

if TYPE_CHECKING:
    from textual.color import Color


_LIKENESSES = {
    **dict(zip("·×✓›‹…▸│─▌", ".xv><~>|-|", strict=True)),
    **dict(zip("↑↓←→", "^v<>", strict=True)),
    **dict(zip("₌⁼ₓˣ", "::%%", strict=True)),
    **dict(zip("○●□■", "o@o#", strict=True)),
    **dict(zip("▁▂▃▄▅▆▇█", "_.-~=+*#", strict=True)),
    **dict(zip("░▒▓", ":+%", strict=True)),
    **dict(zip("–—−‘’“”", "---''\"\"", strict=True)),
}
"""What looks most like a sign of ours, or means the same."""


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


@lru_cache(maxsize=1024)
def in_ascii(text: str) -> str:
    """A text in ASCII, as many columns wide: letters without accents, likenesses of signs, `?` for the rest."""
    if text.isascii():
        return text
    found = "".join([character if character.isascii() else _likeness(character) for character in text])
    return found if len(found) == cell_len(text) else set_cell_size(found, cell_len(text))


def _likeness(character: str) -> str:
    width = cell_len(character)
    found = _LIKENESSES.get(character) or unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    return found if len(found) == width and found.isprintable() else "?" * width


class AsciiFilter(LineFilter):
    """Draws every line in ASCII."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        """The same segments, as wide, in ASCII."""
        return [Segment(in_ascii(text), style, control) for text, style, control in segments]
