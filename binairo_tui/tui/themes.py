"""Colours. One dark theme of our own, and its twin for terminals that have only their own sixteen colours, or none.

The colours are those of the 256-colour palette, so that a link without true colour shows the same; every text has a
contrast of at least 4.5 : 1 to its ground. Nothing is told by colour alone.
"""

from __future__ import annotations

import os
from dataclasses import replace

from rich.console import Console
from textual.theme import BUILTIN_THEMES, Theme

DARK = Theme(
    name="binairo-dark",
    dark=True,
    primary="#87afff",
    accent="#87ffaf",
    success="#87d787",
    warning="#ffd787",
    error="#ff8787",
    foreground="#dadada",
    background="#121212",
    surface="#121212",
    panel="#1c1c1c",
    variables={
        "zero": "#87d7ff",
        "one": "#ffd787",
        "plate": "#303030",
        "faint": "#8a8a8a",
        "muted": "#a8a8a8",
    },
)
_TERMINAL = BUILTIN_THEMES["ansi-dark"]
PLAIN = replace(
    _TERMINAL,
    name="binairo-plain",
    variables=_TERMINAL.variables
    | {
        "zero": "ansi_cyan",
        "one": "ansi_yellow",
        "plate": "ansi_default",
        "faint": "ansi_default",
        "muted": "ansi_default",
    },
)


def needs_plain() -> bool:
    """Whether the twin is to be used: no colours wanted, or a terminal with fewer than 256.

    The terminal is judged as Rich judges it, because Rich will reduce the colours.
    """
    if "NO_COLOR" in os.environ:
        return True
    return Console(force_terminal=True).color_system not in ("256", "truecolor")
