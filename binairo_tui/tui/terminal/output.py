"""What is sent to the terminal: lines without control characters and, on some terminals, in ASCII; frames as text.

Untrusted text is cleaned where it is read and where it is shown (`files.terminal_text`). The filters here clean it once
more, because Textual passes every character on.

Textual writes a whole style before each run of text and resets it after the run; on a board, almost every cell is a
run. `frame_text` writes only what changes in the style, which halves the frames. Even in true colours, what a key
changes on a board fits into one packet, and the first board takes 20 kB instead of 31.
"""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.strip import Strip

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
Piece = tuple[int, int, Strip]
"""The column and the line of the screen, both from 0, and the strip that is drawn there."""


class Look(NamedTuple):
    """The SGR parameters of a style; an empty string is the terminal's default colour."""

    attributes: tuple[str, ...] = ()
    ink: str = ""
    ground: str = ""


PLAIN = Look()
_OFF = dict(zip("123456789", ("22", "22", "23", "24", "25", "25", "27", "28", "29"), strict=True))
_OFF |= {"21": "24", "51": "54", "52": "54", "53": "55"}
"""Maps each attribute to the parameter that turns it off."""
_VISIBLE_ON_BLANKS = {"4", "5", "6", "7", "9", "21", "51", "52", "53"}  # underline, blinking, reverse, strike, lines


def frame_text(pieces: Iterable[Piece], console: Console) -> str:
    """Return the text that draws `pieces` on a terminal whose style is the default before and after it."""
    out: list[str] = []
    shown, at = PLAIN, (-1, -1)
    for x, y, strip in pieces:
        if (x, y) != at:
            out.append(f"\x1b[{y + 1};{x + 1}H")
        for text, style, _ in strip:
            look = _look(style, console)
            if not text.strip(" "):
                look = blank_look(shown, look)
            if look != shown:
                out.append(change(shown, look))
                shown = look
            out.append(text)
        at = x + strip.cell_length, y
    return "".join(out) if shown == PLAIN else "".join([*out, change(shown, PLAIN)])


@lru_cache(maxsize=1024)
def _look(style: Style | None, console: Console) -> Look:
    if style is None:
        return PLAIN
    parts = style.without_color, Style(color=style.color), Style(bgcolor=style.bgcolor)
    codes = [Strip([Segment("x", part)]).render(console) for part in parts]
    attributes, ink, ground = [code[len("\x1b[") : code.index("m")] if "m" in code else "" for code in codes]
    return Look(tuple(attributes.split(";")) if attributes else (), ink, ground)


@lru_cache(maxsize=4096)
def blank_look(shown: Look, look: Look) -> Look:
    """Return a look in which blanks appear as in `look`, and which differs from `shown` as little as possible."""
    is_plain = _VISIBLE_ON_BLANKS.isdisjoint((*shown.attributes, *look.attributes))
    return shown._replace(ground=look.ground) if is_plain else look


@lru_cache(maxsize=4096)
def change(shown: Look, look: Look) -> str:
    if look == PLAIN:
        return "\x1b[m"
    codes: list[str] = []
    if shown.attributes != look.attributes:
        codes += [*dict.fromkeys([_OFF[it] for it in shown.attributes]), *look.attributes]
    if shown.ink != look.ink:
        codes.append(look.ink or "39")
    if shown.ground != look.ground:
        codes.append(look.ground or "49")
    return f"\x1b[{';'.join(codes)}m"


@lru_cache(maxsize=256)
def printable(text: str) -> str:
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
    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        return [Segment(in_ascii(text), style, control) for text, style, control in segments]
