"""Our own themes.

Their colours are of the 256-colour palette, so that they look the same without true colour; only the lighter greys
become one step darker. Every text has a contrast of at least 4.5 : 1 on every background that it can stand on: the
screen's, and those of givens, of a branch and of a highlighted line. Colour is never the only difference.

ANSI and ANSI_LIGHT use the terminal's own sixteen colours, for a dark and for a light background. The terminal decides
what these are; those used here are readable with the palettes of xterm and of the Linux console.
"""

from __future__ import annotations

from dataclasses import replace

from textual.theme import BUILTIN_THEMES, Theme


def _theme(
    name: str,
    *,
    dark: bool,
    background: str,
    foreground: str,
    accent: str,
    error: str,
    success: str,
    zero: str,
    one: str,
    **variables: str,
) -> Theme:
    """Return a theme. `zero`, `one` and `variables` are the colours of `catalogue.VARIABLES`."""
    return Theme(
        name=name,
        dark=dark,
        primary=accent,
        secondary=zero,
        warning=one,
        accent=accent,
        error=error,
        success=success,
        foreground=foreground,
        background=background,
        surface=background,
        panel=background,
        variables={"zero": zero, "one": one, **variables},
    )


DARK = _theme(
    "dark",
    dark=True,
    background="#121212",
    foreground="#dadada",
    zero="#87d7ff",
    one="#ffd787",
    plate="#303030",
    branch="#00005f",
    lit="#262626",
    mark="#d7afff",
    accent="#87ffaf",
    error="#ff8787",
    success="#87d787",
    faint="#9e9e9e",
    muted="#a8a8a8",
)
LIGHT = _theme(
    "light",
    dark=False,
    background="#ffffff",
    foreground="#262626",
    zero="#005faf",
    one="#875f00",
    plate="#eeeeee",
    branch="#d7ffff",
    lit="#ffffd7",
    mark="#5f00af",
    accent="#8700af",
    error="#af0000",
    success="#005f00",
    faint="#626262",
    muted="#4e4e4e",
)
HIGH_CONTRAST = _theme(
    "high-contrast",
    dark=True,
    background="#000000",
    foreground="#ffffff",
    zero="#5fffff",
    one="#ffff5f",
    plate="#303030",
    branch="#00005f",
    lit="#1c1c1c",
    mark="#ffafff",
    accent="#87ff87",
    error="#ffafaf",
    success="#87ff87",
    faint="#d0d0d0",
    muted="#e4e4e4",
)
# Blue, yellow and a light pink also differ in lightness, and so for every kind of colour blindness.
COLOUR_BLIND = _theme(
    "colour-blind",
    dark=True,
    background="#121212",
    foreground="#dadada",
    zero="#5fafff",
    one="#ffaf00",
    plate="#303030",
    branch="#00005f",
    lit="#262626",
    mark="#d7d7ff",
    accent="#ffffff",
    error="#ffd7ff",
    success="#87d7ff",
    faint="#9e9e9e",
    muted="#a8a8a8",
)
GREYSCALE = _theme(
    "greyscale",
    dark=True,
    background="#121212",
    foreground="#dadada",
    zero="#b2b2b2",
    one="#ffffff",
    plate="#303030",
    branch="#3a3a3a",
    lit="#262626",
    mark="#dadada",
    accent="#eeeeee",
    error="#ffffff",
    success="#c6c6c6",
    faint="#9e9e9e",
    muted="#a8a8a8",
)

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
OWN_THEMES: tuple[Theme, ...] = (DARK, LIGHT, HIGH_CONTRAST, COLOUR_BLIND, GREYSCALE, ANSI, ANSI_LIGHT)
