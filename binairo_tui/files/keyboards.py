"""Characters of keyboards of other languages, and the characters on the same keys of a US keyboard. Pure.

A player with another keyboard layout can press the keys at the places of the US keys. ASCII characters are not
translated, except those that a French keyboard types on the keys of digits.
"""

from collections.abc import Mapping
from functools import cache
from unicodedata import digit, normalize

_US = "`1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./"
_SHIFTED = '~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:"ZXCVBNM<>?'
_LAYOUTS = (
    "ё1234567890-=йцукенгшщзхъ\\фывапролджэячсмитьбю.",  # Russian
    "'1234567890-=йцукенгшщзхїґфівапролджєячсмитьбю.",  # Ukrainian
    "`1234567890-=;ςερτυθιοπ[]\\ασδφγηξκλ΄'ζχψωβνμ,./",  # Greek
    ";1234567890-=/'קראטוןםפ][\\שדגכעיחלךף,זסבהנמצתץ.",  # Hebrew
    "ذ1234567890-=ضصثقفغعهخحجد\\شسيبلاتنمكطئءؤرﻻىةوزظ",  # Arabic
    "²&é\"'(-è_çà)=azertyuiop^$*qsdfghjklmùwxcvbn,;:!",  # French
)
"""What each layout types without Shift, in the order of the keys in `_US`.

If several layouts have a character, the first counts.
"""
_BULGARIAN = "(1234567890-.,уеишщксдзц;„ьяаожгтнвмчюйъэфхпрлб"
"""The layout of the Bulgarian standard. Its letters are on other keys than those of the Russian layout."""


def us_character(character: str, language: str = "") -> str:
    """Return the ASCII character that a typed character means, or else the US character on its key, or else ''.

    `language` is the locale of the player, such as `bg_BG.UTF-8`.
    """
    meant = _digit(character) or normalize("NFKC", character)
    if meant.isascii() and meant != character and len(meant) == 1:
        return meant
    return _places(is_bulgarian=language.startswith("bg")).get(character, "")


def us_text(text: str, language: str = "") -> str:
    """Return the text that the same keys of a US keyboard type."""
    if text.isascii() and not any(character in text for character in "&\"'(-_"):
        return text
    return "".join([us_character(character, language) or character for character in text])


def language_of(environ: Mapping[str, str]) -> str:
    return environ.get("LC_ALL") or environ.get("LC_CTYPE") or environ.get("LANG") or ""


def _digit(character: str) -> str:
    value = digit(character, -1)
    return "" if character.isascii() or value < 0 else str(value)


@cache
def _places(*, is_bulgarian: bool) -> dict[str, str]:
    found = {"№": "#"}
    for layout in (_BULGARIAN, *_LAYOUTS) if is_bulgarian else _LAYOUTS:
        is_french = layout[1] == "&"
        for typed, plain, shifted in zip(layout, _US, _SHIFTED, strict=True):
            if typed.isascii() and not (is_french and plain.isdecimal()):
                continue
            found.setdefault(typed, plain)
            if typed != typed.upper() and typed == typed.upper().lower() and not plain.isdecimal():
                found.setdefault(typed.upper(), shifted)
    return found
