"""Finds fonts of this system that hold given characters. Needs fontTools, which comes with fpdf2."""

import os
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from fontTools.ttLib import TTFont

from binairo_tui.files.system import font_directories
from binairo_tui.pictures.lettering import is_helvetica

_SPECIAL = ("bold", "black", "italic", "oblique", "light", "thin", "condensed", "mono", "serif")
"""Parts of the names of special fonts, which are used only if no plain font has as many of the characters."""
_RESTRICTED = 0x0002
"""The bit of a font's `fsType` that forbids embedding it (OpenType specification, table OS/2)."""


class NoFontError(Exception):
    """A character is in no font of this system. The message names the character, and says where to put fonts."""

    def __init__(self, character: str) -> None:
        name = unicodedata.name(character, "without a name")
        super().__init__(
            f"no font of this system has '{character}' (U+{ord(character):04X} {name}): put one that has it, such as a"
            f" Noto font, into {font_directories()[0]}"
        )


def find_fonts(text: str) -> list[Path]:
    """Return the paths of fonts that may be embedded and that together have all characters of a text.

    Each font has as many as possible of the characters that the fonts before it lack. Raises NoFontError.
    """
    characters = frozenset(text)
    held: dict[Path, frozenset[str]] = {}
    for path in _files():
        held[path] = characters & _characters(path)
        if held[path] == characters:
            return [path]
    chosen: list[Path] = []
    missing = characters
    while missing:
        best = max(held, key=lambda path: len(held[path] & missing), default=None)
        if best is None or not held[best] & missing:
            raise NoFontError(min(missing, key=lambda it: (is_helvetica(it), text.index(it))))
        chosen.append(best)
        missing -= held[best]
    return chosen


def _files() -> list[Path]:
    found: Iterator[Path] = (
        Path(directory, name)
        for top in font_directories()
        for directory, _, names in os.walk(top)
        for name in names
        if name.lower().endswith((".ttf", ".otf", ".ttc", ".otc"))
    )

    def order(path: Path) -> tuple[bool, bool, int, str]:
        name = path.stem.lower()
        return any(part in name for part in _SPECIAL), "sans" not in name, len(name), str(path)

    return sorted(found, key=order)


def _characters(path: Path) -> frozenset[str]:
    """Return the characters of a font, or none if the font is damaged, has no outlines or must not be embedded."""
    try:
        with path.open("rb") as file, TTFont(file, fontNumber=0, lazy=True) as font:
            if ("glyf" in font or "CFF " in font) and not font["OS/2"].fsType & _RESTRICTED:
                return frozenset(map(chr, font.getBestCmap() or ()))
    except Exception:  # noqa: S110 - there are as many kinds of damage as kinds of exceptions
        pass
    return frozenset()
