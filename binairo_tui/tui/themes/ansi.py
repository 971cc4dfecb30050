"""Themes of the terminal's own sixteen colours, for a dark and for a light ground.

What these colours are is the terminal's affair. Chosen are those that can be read with the palettes of xterm and of the
Linux console; the ground and most texts are the terminal's own.
"""

from __future__ import annotations

from dataclasses import replace

from textual.theme import BUILTIN_THEMES

_DEFAULTS = dict.fromkeys(("plate", "branch", "lit", "faint", "muted"), "ansi_default")

ANSI = replace(
    BUILTIN_THEMES["ansi-dark"],
    name="ansi",
    error="ansi_bright_red",
    success="ansi_bright_green",
    accent="ansi_bright_green",
    variables=BUILTIN_THEMES["ansi-dark"].variables
    | _DEFAULTS
    | {"zero": "ansi_bright_cyan", "one": "ansi_bright_yellow", "mark": "ansi_bright_magenta"},
)
ANSI_LIGHT = replace(
    BUILTIN_THEMES["ansi-light"],
    name="ansi-light",
    error="ansi_red",
    success="ansi_default",
    accent="ansi_blue",
    variables=BUILTIN_THEMES["ansi-light"].variables
    | _DEFAULTS
    | {"zero": "ansi_blue", "one": "ansi_magenta", "mark": "ansi_magenta"},
)
