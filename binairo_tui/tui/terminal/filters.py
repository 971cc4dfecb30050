"""Filters for every line that the app draws: they remove control characters and, on some terminals, non-ASCII text.

Untrusted text is cleaned where it is read and where it is shown (`files.terminal_text`). These filters are the last
line of defence, because Textual passes every character on.
"""

import unicodedata
from functools import lru_cache

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_SIMILAR = {
    **dict(zip("·×✓›‹…▸│─▌±", ".xv><~>|-|~", strict=True)),
    **dict(zip("↑↓←→", "^v<>", strict=True)),
    **dict(zip("₌⁼ₓˣ", "::%%", strict=True)),
    **dict(zip("○●□■", "o@o#", strict=True)),
    **dict(zip("▁▂▃▄▅▆▇█", "_.-~=+*#", strict=True)),
    **dict(zip("░▒▓", ":+%", strict=True)),
    **dict(zip("━▐▰▱▲▔", "=|#-^-", strict=True)),
    **dict.fromkeys("╭╮╰╯┌┬┐├┼┤└┴┘▛▜▙▟", "+"),
    **dict(zip("▞▚▀", "/\\-", strict=True)),
    **dict(zip("–—−‘’“”", "---''\"\"", strict=True)),
}
"""Maps the app's symbols to ASCII characters that look similar or mean the same."""


@lru_cache(maxsize=256)
def printable(text: str) -> str:
    """Return a text of the same width in which spaces replace everything that is not printable."""
    return "".join([char if char.isprintable() else " " * cell_len(char) for char in text])


class PrintableFilter(LineFilter):
    """Replaces unprintable characters with spaces; Rich's own control segments pass unchanged."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        if all(text.isprintable() for text, _, _ in segments):
            return segments
        return [segment if segment.control else Segment(printable(segment.text), segment.style) for segment in segments]


@lru_cache(maxsize=1024)
def in_ascii(text: str) -> str:
    """Return a text of the same width in ASCII: letters without accents, similar symbols, `?` for the rest."""
    if text.isascii():
        return text
    found = "".join([character if character.isascii() else _similar(character) for character in text])
    return found if len(found) == cell_len(text) else set_cell_size(found, cell_len(text))


def _similar(character: str) -> str:
    width = cell_len(character)
    found = _SIMILAR.get(character) or unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    return found if len(found) == width and found.isprintable() else "?" * width


class AsciiFilter(LineFilter):
    """Replaces every non-ASCII character with ASCII text of the same width."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        return [Segment(in_ascii(text), style, control) for text, style, control in segments]
