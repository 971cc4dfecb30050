"""Makes untrusted text safe for a terminal, and checks whether the locale uses UTF-8.

This module does no input or output, but may read the environment that Python started with. Titles, names of authors
and files, and error messages are untrusted. They can contain escape sequences that control the terminal, invisible
characters, characters that reverse the direction of writing, and stacks of accents that cover neighbouring lines.
"""

import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from unicodedata import category, normalize

MAX_MARKS = 2
MAX_LENGTH = 80

_DROPPED = frozenset(["Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"])
_SCANNED = 4
"""For each character of the result, at most this many of the text are read, so that very long texts take no longer."""
_COERCED = ("C.UTF-8", "C.utf8", "UTF-8")
_was_c = sys.flags.utf8_mode == 1
with suppress(OSError):  # only Linux still knows a value of LC_CTYPE that Python may have replaced
    _was_c = _was_c and {f"LC_CTYPE={it}" for it in _COERCED}.isdisjoint(
        Path("/proc/self/environ").read_text("latin-1").split("\0")
    )


def strip_controls(text: str, length: int = MAX_LENGTH) -> str:
    r"""Return text as one printable line of at most `length` characters (1 or more).

    Longer text is cut and ends with `…`. Any run of white space becomes a single space, and the result is in the normal
    form NFC. The function is idempotent. Square brackets are kept, so show the result only in widgets without markup.

    >>> strip_controls(" a\x1b[2J\u202eb\n c ")
    'a[2Jb c'
    """
    scanned = text[: _SCANNED * length]
    is_usual = scanned.isascii() and scanned.isprintable()
    shown = " ".join(scanned.split()) if is_usual else _visible(scanned)
    is_cut = len(shown) > length or len(text.rstrip()) > len(scanned)
    return f"{shown[: length - 1].rstrip()}…" if is_cut else shown


def printable(text: str) -> str:
    r"""Return untrusted text as one line that is safe to print: unprintable characters become escapes.

    >>> print(printable("a\x1b[2J\u202eb"))
    a\x1b[2J\u202eb
    """
    # The unprintable characters are those in the categories Cc, Cf, Cs, Co, Cn, Zl, Zp and Zs, except the space.
    return "".join([char if char.isprintable() else ascii(char)[1:-1] for char in text])


def is_utf8(environ: Mapping[str, str], *, was_c: bool = _was_c) -> bool:
    """Return whether the locale in an environment uses UTF-8. The default locale, POSIX, does not.

    `was_c` must be True if Python may have started in the locale C. In that case, Python itself has set LC_CTYPE to
    UTF-8 in the environment (PEP 538), so LC_CTYPE says nothing about the terminal. Python's UTF-8 mode alone does not
    mean that locale, because players can choose the mode, and it is the default of Python 3.15.
    """
    of_characters = "" if was_c and environ.get("LC_CTYPE") in _COERCED else environ.get("LC_CTYPE")
    locale = environ.get("LC_ALL") or of_characters or environ.get("LANG") or ""
    return locale.partition("@")[0].partition(".")[2].lower().replace("-", "") == "utf8"


def _visible(text: str) -> str:
    spaced = " ".join(text.split())
    kept = normalize("NFC", "".join([char for char in spaced if category(char) not in _DROPPED]))
    # Drop marks at the beginning or after a space: they would be drawn over a neighbouring character.
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
