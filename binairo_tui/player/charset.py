"""Which characters the player's terminal can show."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_COERCED = ("C.UTF-8", "C.utf8", "UTF-8")


def is_utf8(environ: Mapping[str, str], *, was_c: bool = sys.flags.utf8_mode == 1) -> bool:
    """Whether the locale of an environment is one of UTF-8; without any it is that of POSIX, which is not.

    `was_c` tells that Python met the locale C when it started. It then puts an LC_CTYPE of UTF-8 into the environment
    (PEP 538), which says nothing about the terminal.
    """
    of_characters = "" if was_c and environ.get("LC_CTYPE") in _COERCED else environ.get("LC_CTYPE")
    locale = environ.get("LC_ALL") or of_characters or environ.get("LANG") or ""
    codeset = locale.partition("@")[0].partition(".")[2]
    return codeset.lower().replace("-", "") == "utf8"
