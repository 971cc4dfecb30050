"""Frames as short as they can be: only what the terminal does not show already. Pure.

Textual redraws a changed span of a line from the left edge of the widget it is in, some frames twice, and resets the
style after every run of text. Here each frame is read back into cells and compared with what was sent before: a key on
a 14x14 board then costs some 120 bytes instead of 350, and the first screen a quarter. Nothing is read but cursor
positions, styles and text, which is all that Textual's frames are made of; anything else passes unchanged.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len

if TYPE_CHECKING:
    from collections.abc import Sequence

_TOKEN = re.compile(r"\x1b\[(\d+);(\d+)H|\x1b\[([\d;]*)m|([^\x1b\r\n\t\a\b]+)|[\r\n]+")
_MODES = re.compile(r"(?:\x1b\[(?:[?<>=]\d*(?:;\d+)*(?:\$p|[hlu])|6n))+")
"""Queries and modes that leave the picture alone ..."""
_OTHER_SCREEN = "\x1b[?1049"
"""... except the change to the alternate screen and back."""


class Style(NamedTuple):
    """What a run is drawn in: parameters for foreground, background and everything else; '' is the terminal's own."""

    foreground: str = ""
    background: str = ""
    attributes: tuple[str, ...] = ()


PLAIN = Style()
_VISIBLE_ON_BLANKS = {"4", "7", "9", "21", "53"}  # underline, reverse, strike, double underline, overline

Cell = tuple[str, Style]


class FrameShortener:
    """Remembers what the terminal shows.

    Every text on its way there must go through `shorten`; `forget` says that something else may have drawn.
    """

    def __init__(self) -> None:
        self._rows: dict[int, list[Cell | None]] = {}
        self._out: list[str] = []
        self._shown = PLAIN
        self._at: tuple[int, int] | None = None

    def forget(self) -> None:
        """Take nothing for granted: the next frames are sent whole."""
        self._rows.clear()
        self._at = None

    def shorten(self, data: str) -> str:
        """What to send instead of `data`."""
        tokens = list(_TOKEN.finditer(data))
        if sum([match.end() - match.start() for match in tokens]) != len(data):
            if _OTHER_SCREEN in data or not _MODES.fullmatch(data):
                self.forget()
            return data
        self._out = []
        x = y = 0
        style = PLAIN
        for match in tokens:
            row, column, parameters, text = match.groups()
            if text is not None:
                x = self._put(x, y, text, style)
            elif parameters is not None:
                style = parsed(parameters) if style == PLAIN else merged(style, parameters)
            elif row is not None:
                x, y = int(column) - 1, int(row) - 1
        self._style(PLAIN)
        self._move(x, y)
        return "".join(self._out)

    def _put(self, x: int, y: int, text: str, style: Style) -> int:
        """Draw what is new of a run; return the column after it."""
        if text.isspace():
            style = blank(style)
        cells = _cells(text, style)
        row = self._rows.setdefault(y, [])
        end = x + len(cells)
        row += [None] * (end - len(row))
        known = row[x:end]
        if known != cells:
            first, last = _differing(known, cells)
            row[x:end] = cells
            self._move(x + first, y)
            self._style(style)
            self._out.append("".join([cell[0] for cell in cells[first:last]]))
            self._at = (x + last, y)
        return end

    def _move(self, x: int, y: int) -> None:
        if self._at == (x, y):
            return
        ahead = x - self._at[0] if self._at is not None and self._at[1] == y else 0
        if ahead > 0:
            self._out.append(f"\x1b[{ahead if ahead > 1 else ''}C")
        else:
            self._out.append(f"\x1b[{y + 1};{x + 1}H")
        self._at = (x, y)

    def _style(self, style: Style) -> None:
        if style != self._shown:
            self._out.append(change(self._shown, style))
            self._shown = style


def _cells(text: str, style: Style) -> list[Cell]:
    """The cells of a run. A wide character is followed by empty ones; what has no width belongs to the one before."""
    if text.isascii() or cell_len(text) == len(text):
        return [(character, style) for character in text]
    cells: list[Cell] = []
    for character in text:
        width = cell_len(character)
        if width == 0 and cells:
            cells[-1] = (cells[-1][0] + character, style)
        else:
            cells += [(character, style), *[("", style)] * (width - 1)]
    return cells


def _differing(known: Sequence[Cell | None], cells: Sequence[Cell]) -> tuple[int, int]:
    """From where to where two unequal runs of equal length differ; all of them if there are wide characters."""
    if any(cell is not None and len(cell[0]) != 1 for cell in (*known, *cells)):
        return 0, len(cells)
    unequal = [i for i, (old, new) in enumerate(zip(known, cells, strict=True)) if old != new]
    return unequal[0], unequal[-1] + 1


@lru_cache(maxsize=4096)
def change(before: Style, after: Style) -> str:
    """The shortest sequence from one style to another."""
    if after == PLAIN:
        return "\x1b[0m"
    is_more = (
        set(before.attributes) <= set(after.attributes)
        and (after.foreground or not before.foreground)
        and (after.background or not before.background)
    )
    if not is_more:
        return f"\x1b[0;{_joined(*after.attributes, after.foreground, after.background)}m"
    new = [attribute for attribute in after.attributes if attribute not in before.attributes]
    foreground = after.foreground if after.foreground != before.foreground else ""
    background = after.background if after.background != before.background else ""
    return f"\x1b[{_joined(*new, foreground, background)}m"


@lru_cache(maxsize=1024)
def parsed(parameters: str) -> Style:
    """The style after a set sequence with these parameters, from none."""
    return merged(PLAIN, parameters)


def merged(style: Style, parameters: str) -> Style:
    """The style after one more set sequence."""
    foreground, background, attributes = style
    codes = iter((parameters or "0").split(";"))
    for code in codes:
        number = int(code or 0)
        if number == 0:
            foreground, background, attributes = PLAIN
        elif number in (38, 48):
            kind = next(codes, "")
            colour = _joined(code, kind, *[next(codes, "") for _ in range(3 if kind == "2" else 1)])
            foreground, background = (colour, background) if number == 38 else (foreground, colour)
        elif 30 <= number <= 39 or 90 <= number <= 97:
            foreground = "" if number == 39 else code
        elif 40 <= number <= 49 or 100 <= number <= 107:
            background = "" if number == 49 else code
        elif code not in attributes:
            attributes = tuple(sorted((*attributes, code)))
    return Style(foreground, background, attributes)


@lru_cache(maxsize=1024)
def blank(style: Style) -> Style:
    """A style that looks the same where there are only blanks."""
    if _VISIBLE_ON_BLANKS.intersection(style.attributes):
        return style
    return Style("", style.background, ())


def _joined(*parameters: str) -> str:
    return ";".join([parameter for parameter in parameters if parameter])
