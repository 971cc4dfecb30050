"""Filters over every line that the app draws: they remove control characters, and everything but ASCII if need be.

Untrusted text is cleaned where it comes in and where it is shown (`files.terminal_text`). These filters are the last
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


_SIMILAR = {
    **dict(zip("·×✓›‹…▸│─▌", ".xv><~>|-|", strict=True)),
    **dict(zip("↑↓←→", "^v<>", strict=True)),
    **dict(zip("₌⁼ₓˣ", "::%%", strict=True)),
    **dict(zip("○●□■", "o@o#", strict=True)),
    **dict(zip("▁▂▃▄▅▆▇█", "_.-~=+*#", strict=True)),
    **dict(zip("░▒▓", ":+%", strict=True)),
    **dict(zip("–—−‘’“”", "---''\"\"", strict=True)),
}
"""ASCII characters that look like the signs of the app, or mean the same."""


@lru_cache(maxsize=256)
def printable(text: str) -> str:
    """Return a text of the same width with spaces for everything that is not printable."""
    return "".join([char if char.isprintable() else " " * cell_len(char) for char in text])


class PrintableFilter(LineFilter):
    """Replaces what is not printable by spaces; Rich's own control segments pass."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        if all(text.isprintable() for text, _, _ in segments):
            return segments
        return [segment if segment.control else Segment(printable(segment.text), segment.style) for segment in segments]


@lru_cache(maxsize=1024)
def in_ascii(text: str) -> str:
    """Return a text of the same width in ASCII: letters without accents, similar signs, `?` for the rest."""
    if text.isascii():
        return text
    found = "".join([character if character.isascii() else _similar(character) for character in text])
    return found if len(found) == cell_len(text) else set_cell_size(found, cell_len(text))


def _similar(character: str) -> str:
    width = cell_len(character)
    found = _SIMILAR.get(character) or unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    return found if len(found) == width and found.isprintable() else "?" * width


class AsciiFilter(LineFilter):
    """Replaces everything that is not ASCII by something of the same width."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        return [Segment(in_ascii(text), style, control) for text, style, control in segments]
