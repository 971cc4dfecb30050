"""Contrast of text and background as defined by WCAG 2, in the colours that a terminal really shows. Pure.

A colour is `(red, green, blue)`, each 0 to 255.
"""

from collections.abc import Iterable
from functools import cache
from itertools import product

Rgb = tuple[int, int, int]

READABLE = 4.5
"""The minimum contrast of text according to WCAG 2 (success criterion 1.4.3)."""
_STEPS = (0x00, 0x5F, 0x87, 0xAF, 0xD7, 0xFF)
PALETTE: tuple[Rgb, ...] = (
    *[(r, g, b) for r, g, b in product(_STEPS, repeat=3) if not r == g == b or r in (0, 255)],
    *[(grey, grey, grey) for grey in range(8, 239, 10)],
)
"""The colour cube and the greys of a terminal with 256 colours, whose other 16 colours differ between terminals."""
_DARKENED: dict[Rgb, Rgb] = {(grey, grey, grey): (grey - 10, grey - 10, grey - 10) for grey in range(158, 239, 10)}
"""Maps each of the lighter greys to the next darker one, which Rich sends in its place."""


@cache
def luminance(colour: Rgb) -> float:
    """Return the relative luminance of a colour, 0 to 1."""
    red, green, blue = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in [it / 255 for it in colour]
    ]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(text: Rgb, ground: Rgb) -> float:
    """Return the contrast of two colours, 1 to 21; their order does not matter."""
    darker, lighter = sorted((luminance(text), luminance(ground)))
    return (lighter + 0.05) / (darker + 0.05)


def nearest_readable(wanted: Rgb, grounds: Iterable[Rgb]) -> Rgb:
    """Return the colour of PALETTE that is most similar to `wanted` and readable on every background.

    If no colour is readable on every background, return the most readable one.
    """
    under = tuple(grounds)
    least = READABLE + 0.05  # Textual converts some colours back and forth, which can change a component by one

    def readability(colour: Rgb) -> float:
        shown = {colour, _DARKENED.get(colour, colour)}
        return min(contrast(it, ground) for it in shown for ground in under)

    readable = [it for it in PALETTE if readability(it) >= least]
    if not readable:
        return max(PALETTE, key=readability)
    return min(readable, key=lambda it: _distance(it, wanted))


def _distance(one: Rgb, other: Rgb) -> float:
    """Return an estimate of how different two colours look; hue counts more than brightness."""
    (bright, red, blue), (other_bright, other_red, other_blue) = _opponents(one), _opponents(other)
    return (bright - other_bright) ** 2 + 4 * (red - other_red) ** 2 + 4 * (blue - other_blue) ** 2


@cache
def _opponents(colour: Rgb) -> tuple[float, float, float]:
    """Return the brightness of a colour, and by how much its red and its blue exceed that brightness."""
    red, green, blue = colour
    bright = 0.3 * red + 0.6 * green + 0.1 * blue
    return bright, red - bright, blue - bright
