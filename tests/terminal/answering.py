"""How real terminals answer the questions of the program, measured; and a terminal that answers like one of them."""

import re
from collections.abc import Mapping
from types import MappingProxyType

BACKGROUND, TEXT, LAST_COLOUR = "\x1b]11;?\x1b\\", "\x1b]10;?\x1b\\", "\x1b]4;255;?\x1b\\"
STYLE, RGB, CURSOR = "\x1bP$qm\x1b\\", "\x1bP+q524742\x1b\\", "\x1bP$q q\x1b\\"
NAME, PLACE, KIND = "\x1b[>q", "\x1b[6n", "\x1b[c"
QUESTION = re.compile("|".join(map(re.escape, (BACKGROUND, TEXT, LAST_COLOUR, STYLE, RGB, CURSOR, NAME, PLACE, KIND))))

Behaviour = Mapping[str, str]
"""Maps each question that a terminal answers to its answer."""


def _colours(background: str, text: str, end: str = "\x1b\\") -> dict[str, str]:
    return {
        BACKGROUND: f"\x1b]11;rgb:{background}{end}",
        TEXT: f"\x1b]10;rgb:{text}{end}",
        LAST_COLOUR: f"\x1b]4;255;rgb:eeee/eeee/eeee{end}",
    }


_WHITE, _BLACK, _GREY = "ffff/ffff/ffff", "0000/0000/0000", "e5e5/e5e5/e5e5"
_XTERM = {
    **_colours(_WHITE, _BLACK),
    STYLE: "\x1bP1$r0;48:2::1:2:3m\x1b\\",
    CURSOR: "\x1bP1$r2 q\x1b\\",
    NAME: "\x1bP>|XTerm(379)\x1b\\",
    PLACE: "\x1b[1;2R",
    KIND: "\x1b[?64;1;2;6;9;15;16;17;18;21;22;28c",
}
TERMINALS: Mapping[str, Behaviour] = MappingProxyType(
    {
        "silent": {},
        "xterm": _XTERM,
        "xterm, black": _XTERM | _colours(_BLACK, _GREY),
        "xterm, wide": _XTERM | {PLACE: "\x1b[1;3R"},
        "urxvt": {LAST_COLOUR: "\x1b]4;255;rgb:eeee/eeee/eeee\x1b", PLACE: "\x1b[1;2R", KIND: "\x1b[?1;2c"},
        "st": {**_colours(_BLACK, _GREY, "\x07"), PLACE: "\x1b[1;2R", KIND: "\x1b[?6c"},
        "mlterm": {
            **_colours(_WHITE, _BLACK),
            STYLE: "\x1bP1$r0;48;5;16m\x1b\\",
            RGB: "\x1bP0+r\x1b\\",
            CURSOR: "\x1bP1$r2 q\x1b\\",
            PLACE: "\x1b[1;2R",
            KIND: "\x1b[?63;1;2;3;4;6;7;15;18;22;29c",
        },
        "alacritty": {**_colours("1d1d/1f1f/2121", "c5c5/c8c8/c6c6"), PLACE: "\x1b[1;2R", KIND: "\x1b[?6c"},
        "PuTTY": {LAST_COLOUR: "\x1b]4;255;rgb:eeee/eeee/eeee\x07", PLACE: "\x1b[1;2R", KIND: "\x1b[?6c"},
        "tmux": {NAME: "\x1bP>|tmux 3.3a\x1b\\", PLACE: "\x1b[1;2R", KIND: "\x1b[?1;2c"},
        # Its answer about the background comes last, because it asks the terminal around it.
        "screen": {PLACE: "\x1b[1;2R", KIND: "\x1b[?1;2c\x1b]11;rgb:ffff/ffff/ffff\x1b\\"},
    }
)
"""The terminals by name: xterm 379, urxvt 9.30, st 0.9, mlterm 3.9, alacritty 0.11, PuTTY 0.78, tmux 3.3a and screen
4.9."""


def answers_to(text: str, behaviour: Behaviour) -> list[str]:
    """Return the answers to the questions in a text, in their order."""
    return [behaviour[question] for question in QUESTION.findall(text) if question in behaviour]
