"""Foreign text (titles, names of authors and files, error texts) made fit to be kept and shown. Pure.

A title can carry escape sequences that steer the terminal, characters that reverse the direction of writing or cannot
be seen, and towers of accents that cover the lines around them.
"""

from __future__ import annotations

from unicodedata import category, normalize

MAX_MARKS = 2
"""Combining marks kept on one character; real writing in NFC needs no more."""
MAX_LENGTH = 80
"""Characters of a cleaned text, unless another length is asked for."""

_DROPPED = frozenset(["Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"])
_LOOKED_AT = 4
"""So many characters of the original are looked at for each one kept: a text of any length takes the same time."""


def clean(text: str, length: int = MAX_LENGTH) -> str:
    r"""One line of at most `length` (1 or more) characters that a terminal only shows; a longer text ends in `…`.

    White space of any kind becomes single spaces, the text is in the normal form NFC, and cleaning it again changes
    nothing. Square brackets stay: whoever hands the text to a widget must switch its markup off.

    >>> clean(" a\x1b[2J\u202eb\n c ")
    'a[2Jb c'
    """
    if text.isascii() and text.isprintable():  # the usual title
        shown = " ".join(text[: _LOOKED_AT * length].split())
    else:
        shown = _visible(text[: _LOOKED_AT * length])
    return shown if len(shown) <= length else f"{shown[: length - 1].rstrip()}…"


def _visible(text: str) -> str:
    spaced = " ".join(text.split())
    kept = normalize("NFC", "".join([char for char in spaced if category(char) not in _DROPPED]))
    # A mark needs something to stand on: after a space, or first of all, it would land on what others draw there.
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
