"""Makes foreign text safe for a terminal, and tells whether the terminal shows UTF-8. Pure.

Foreign text is titles, names of authors and files, and error messages. It can hold escape sequences that control the
terminal, invisible characters, characters that reverse the direction of writing, and stacks of accents that cover the
lines around them.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING
from unicodedata import category, normalize

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_MARKS = 2
"""Limit on the combining marks of one character; real writing in NFC needs no more."""
MAX_LENGTH = 80
"""Default limit on the length of a text."""

_DROPPED = frozenset(["Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"])
_SCANNED = 4
"""Limit on the characters scanned for each one that may be kept, so that long texts take no longer."""
_COERCED = ("C.UTF-8", "C.utf8", "UTF-8")


def strip_controls(text: str, length: int = MAX_LENGTH) -> str:
    r"""Return a text as one printable line of at most `length` (1 or more) characters; a longer one ends in `…`.

    White space of any kind becomes single spaces, and the result is in the normal form NFC. The function is idempotent.
    Square brackets stay, so show the text only in widgets without markup.

    >>> strip_controls(" a\x1b[2J\u202eb\n c ")
    'a[2Jb c'
    """
    if text.isascii() and text.isprintable():  # the usual title
        shown = " ".join(text[: _SCANNED * length].split())
    else:
        shown = _visible(text[: _SCANNED * length])
    return shown if len(shown) <= length else f"{shown[: length - 1].rstrip()}…"


def is_utf8(environ: Mapping[str, str], *, was_c: bool = sys.flags.utf8_mode == 1) -> bool:
    """Return whether the locale of an environment uses UTF-8; without a locale it is that of POSIX, which does not.

    `was_c` says that Python started in the locale C. It then sets LC_CTYPE to UTF-8 in the environment (PEP 538), which
    says nothing about the terminal.
    """
    of_characters = "" if was_c and environ.get("LC_CTYPE") in _COERCED else environ.get("LC_CTYPE")
    locale = environ.get("LC_ALL") or of_characters or environ.get("LANG") or ""
    codeset = locale.partition("@")[0].partition(".")[2]
    return codeset.lower().replace("-", "") == "utf8"


def _visible(text: str) -> str:
    spaced = " ".join(text.split())
    kept = normalize("NFC", "".join([char for char in spaced if category(char) not in _DROPPED]))
    # A mark at the beginning or after a space would be drawn over a neighbouring character.
    shown: list[str] = []
    marks = MAX_MARKS
    for char in kept:
        if category(char).startswith("M"):
            marks += 1
            if marks > MAX_MARKS:
                continue
        else:
            marks = MAX_MARKS if char == " " else 0
        shown.append(char)
    return " ".join("".join(shown).split())
