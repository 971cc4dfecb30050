"""Which characters the player's terminal can show."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def is_ascii_locale(environ: Mapping[str, str]) -> bool:
    """Whether the locale knows no more than ASCII: Python itself writes UTF-8 in the C locale, too."""
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        value = environ.get(name, "")
        if value:
            return "utf-8" not in value.lower() and "utf8" not in value.lower()
    return True
