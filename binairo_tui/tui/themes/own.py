"""The themes of this program, as opposed to those that come with Textual.

Every text has a contrast of at least 4.5 : 1 on every background on which it can appear. Every tile differs from the
screen's background by at least 1.3 : 1. A given differs from the player's values in lightness. Colour is never the
only difference. Terminals with 256 colours get other tiles (`INDEXED_TILES`), because the true colours of tiles,
reduced to 256, would look alike.

ANSI and ANSI_LIGHT use the terminal's own sixteen colours, for a dark and for a light background. How these colours
look is up to the terminal; the chosen ones are readable with the palettes of xterm and of the Linux console.
"""

from dataclasses import replace

from textual.theme import BUILTIN_THEMES, Theme

TILE_VARIABLES = (
    *("zero-given", "zero-own", "zero-branch", "zero-dim", "zero-ink", "zero-own-ink"),
    *("one-given", "one-own", "one-branch", "one-dim", "one-ink", "one-own-ink"),
    *("empty", "empty-alt", "empty-dim", "wrong", "wrong-given", "wrong-ink", "wrong-given-ink"),
)


def tiles(zero: str, one: str, empty: str, wrong: str) -> dict[str, str]:
    """Return the colours of the board's tiles by theme variable.

    Each argument is a list of colours separated by spaces. `zero` and `one` each hold the backgrounds of givens, of
    the player's values, of branches and of dimmed cells, then the text colour of givens, then that of all other
    values. `empty` holds the two backgrounds of the checkerboard, then the background of dimmed empty cells. `wrong`
    holds the backgrounds of the player's values and of givens, then the text colour on each.
    """
    return dict(zip(TILE_VARIABLES, f"{zero} {one} {empty} {wrong}".split(), strict=True))


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
    tiles: dict[str, str],
    **variables: str,
) -> Theme:
    """Return a theme with the colours that every theme here adds to Textual's.

    `zero` and `one` are for text about the two values, and `tiles` is a result of the function `tiles`. `variables`
    holds the text of the player's marks (`mark`), two shades of quieter text (`faint`, `muted`), the backgrounds of the
    first and last line (`bar`) and of text fields and current lines (`plate`), and the frames of panels (`edge`).
    """
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
        variables={"zero": zero, "one": one, **tiles, **variables},
    )


DARK = _theme(
    "dark",
    dark=True,
    background="#14161b",
    foreground="#d6dbe3",
    zero="#9cd1ff",
    one="#ffd28a",
    tiles=tiles(
        "#2e70b0 #205080 #47458a #1b2a3a #ffffff #c6e4ff",
        "#dba03c #6e4f1c #734369 #332a1c #1c1303 #ffe3b5",
        "#2a2f38 #31363f #1e2128",
        "#7a2a36 #b93345 #ffffff #ffffff",
    ),
    bar="#20242c",
    plate="#2a2f38",
    edge="#3b424e",
    mark="#d7afff",
    accent="#8bd5a0",
    error="#ff8c8c",
    success="#87d787",
    faint="#a0a6b1",
    muted="#abb1bc",
)
LIGHT = _theme(
    "light",
    dark=False,
    background="#fbfbf9",
    foreground="#22262c",
    zero="#0b4f8a",
    one="#744400",
    tiles=tiles(
        "#2468a8 #b4d3ef #cdc7f5 #dcebf7 #ffffff #0b4f8a",
        "#e3a136 #f5d9a6 #f0c9e4 #faedd3 #1c1303 #744400",
        "#dadde1 #d0d4d9 #eceef0",
        "#c63a4a #971c2c #ffffff #ffffff",
    ),
    bar="#e6e8ea",
    plate="#e6e8ea",
    edge="#c0c5cb",
    mark="#5f00af",
    accent="#0a6b3a",
    error="#a80016",
    success="#0a5f2c",
    faint="#50555e",
    muted="#474c55",
)
HIGH_CONTRAST = _theme(
    "high-contrast",
    dark=True,
    background="#000000",
    foreground="#ffffff",
    zero="#5fffff",
    one="#ffff5f",
    tiles=tiles(
        "#5fffff #000087 #3a1f6b #1c1c4f #000000 #5fffff",
        "#ffff5f #4a3a00 #5a1f4a #2f2600 #000000 #ffff5f",
        "#262626 #303030 #1c1c1c",
        "#870000 #af0000 #ffffff #ffffff",
    ),
    bar="#262626",
    plate="#303030",
    edge="#8a8a8a",
    mark="#ffafff",
    accent="#87ff87",
    error="#ffafaf",
    success="#87ff87",
    faint="#d0d0d0",
    muted="#e4e4e4",
)
# Blue, yellow and a light pink also differ in lightness, so that they can be told apart with any colour blindness.
COLOUR_BLIND = _theme(
    "colour-blind",
    dark=True,
    background="#121212",
    foreground="#dadada",
    zero="#8ac8ff",
    one="#ffc94d",
    tiles=tiles(
        "#1f66b0 #173a5c #2b3a7a #16273a #ffffff #8ac8ff",
        "#f0a800 #5c4300 #6b4a2b #332705 #1c1400 #ffc94d",
        "#303030 #3a3a3a #202020",
        "#7a5f7a #ffe1ff #ffffff #121212",
    ),
    bar="#262626",
    plate="#303030",
    edge="#4e4e4e",
    mark="#d7d7ff",
    accent="#ffffff",
    error="#ffd7ff",
    success="#87d7ff",
    faint="#b2b2b2",
    muted="#bcbcbc",
)
GREYSCALE = _theme(
    "greyscale",
    dark=True,
    background="#121212",
    foreground="#dadada",
    zero="#b2b2b2",
    one="#ffffff",
    tiles=tiles(
        "#6c6c6c #4e4e4e #585858 #2a2a2a #ffffff #e4e4e4",
        "#a8a8a8 #878787 #949494 #808080 #121212 #121212",
        "#303030 #3a3a3a #202020",
        "#d0d0d0 #d0d0d0 #121212 #121212",
    ),
    bar="#262626",
    plate="#303030",
    edge="#4e4e4e",
    mark="#eeeeee",
    accent="#ffffff",
    error="#ffffff",
    success="#c6c6c6",
    faint="#b2b2b2",
    muted="#bcbcbc",
)

_ANSI_VARIABLES = {
    **dict.fromkeys(("bar", "plate", "edge", "faint", "muted", "empty", "empty-alt", "empty-dim"), "ansi_default"),
    **{f"{value}-{kind}": "ansi_default" for value in ("zero", "one") for kind in ("own", "branch", "dim")},
    "zero-given": "ansi_blue",
    "one-given": "ansi_magenta",
    "wrong": "ansi_red",
    "wrong-given": "ansi_red",
    **dict.fromkeys(("zero-ink", "one-ink", "wrong-ink", "wrong-given-ink"), "ansi_bright_white"),
}

ANSI = replace(
    BUILTIN_THEMES["ansi-dark"],
    name="ansi",
    error="ansi_bright_red",
    success="ansi_bright_green",
    accent="ansi_bright_green",
    variables=BUILTIN_THEMES["ansi-dark"].variables
    | _ANSI_VARIABLES
    | {"zero": "ansi_bright_cyan", "one": "ansi_bright_yellow", "mark": "ansi_bright_magenta"}
    | {"one-given": "ansi_bright_yellow", "one-ink": "ansi_black"}
    | {"zero-own-ink": "ansi_bright_cyan", "one-own-ink": "ansi_bright_yellow"},
)
ANSI_LIGHT = replace(
    BUILTIN_THEMES["ansi-light"],
    name="ansi-light",
    error="ansi_red",
    success="ansi_default",
    accent="ansi_blue",
    variables=BUILTIN_THEMES["ansi-light"].variables
    | _ANSI_VARIABLES
    | {"zero": "ansi_blue", "one": "ansi_magenta", "mark": "ansi_magenta"}
    | {"zero-own-ink": "ansi_blue", "one-own-ink": "ansi_magenta"},
)
OWN_THEMES: tuple[Theme, ...] = (DARK, LIGHT, HIGH_CONTRAST, COLOUR_BLIND, GREYSCALE, ANSI, ANSI_LIGHT)
_CHECKERED = (
    *("zero-given", "zero-own", "zero-dim", "one-given", "one-own", "one-dim"),
    *("empty-dim", "wrong", "wrong-given"),
)
ALTERNATE = "-alt"
"""The end of the names of variables for the tiles on every second cell of a checkerboard."""


def _alternates(zero: str, one: str, others: str) -> dict[str, str]:
    """Return the colours of the tiles on every second cell, as `tiles` returns those of the other cells.

    `zero` and `one` each hold the backgrounds of givens, of the player's values and of dimmed cells. `others` holds
    those of dimmed empty cells, and of the player's values and givens that break a rule.
    """
    names = [f"{name}{ALTERNATE}" for name in _CHECKERED]
    return dict(zip(names, f"{zero} {one} {others}".split(), strict=True))


INDEXED_TILES = {
    "dark": tiles(
        "#5fafff #005f87 #5f5faf #303030 #121212 #d7ffff",
        "#ffaf5f #875f00 #875f87 #303030 #121212 #ffffd7",
        "#303030 #3a3a3a #262626",
        "#87005f #d7005f #ffffff #ffffff",
    )
    | _alternates("#87afd7 #005faf #3a3a3a", "#d7af87 #af5f00 #3a3a3a", "#1c1c1c #5f005f #af005f"),
    "light": tiles(
        "#005faf #afd7ff #d7d7ff #d7ffff #ffffff #00005f",
        "#d78700 #ffd7af #ffafff #ffffd7 #121212 #5f0000",
        "#e4e4e4 #dadada #eeeeee",
        "#d7005f #af0000 #ffffff #ffffff",
    )
    | _alternates("#005fd7 #87d7ff #afffff", "#ffaf00 #ffd787 #ffffaf", "#e4e4e4 #af005f #870000"),
    "high-contrast": tiles(
        "#5fffff #000087 #5f00af #262626 #000000 #d7ffff",
        "#ffff5f #5f0000 #5f005f #262626 #000000 #ffff87",
        "#262626 #303030 #1c1c1c",
        "#87005f #af005f #ffffff #ffffff",
    )
    | _alternates("#00d7d7 #0000af #303030", "#d7d700 #870000 #303030", "#121212 #870087 #af0000"),
    "colour-blind": tiles(
        "#005fd7 #0000af #5f00af #303030 #ffffff #afd7ff",
        "#ffaf00 #5f5f00 #5f005f #303030 #121212 #ffff87",
        "#303030 #3a3a3a #262626",
        "#875f87 #ffd7ff #ffffff #121212",
    )
    | _alternates("#5f5fd7 #0000d7 #3a3a3a", "#d7af00 #875f00 #3a3a3a", "#1c1c1c #5f5f87 #d7afd7"),
}
"""Maps names of themes to their tiles on terminals with 256 colours. There, their true tiles would look alike, and
mixing them with black or white would give the same colour, or another hue."""
