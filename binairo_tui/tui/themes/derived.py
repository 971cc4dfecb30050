"""Textual's themes adapted to the board: their colours are made readable, and colours that they lack are added.

How readable a text is depends on its contrast with the background (see WCAG 2), in the colours that a terminal shows.
A colour is `(red, green, blue)`, each 0 to 255.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import product

from rich.color import Color as RichColor
from rich.color import ColorSystem
from textual.color import Color
from textual.theme import Theme

from binairo_tui.tui.themes.own import INDEXED_TILES

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
_BLUE, _AMBER = (0x5F, 0xAF, 0xFF), (0xFF, 0xAF, 0x5F)
_RED, _VIOLET = (0xD7, 0x3C, 0x4B), (0xAF, 0x5F, 0xFF)
_RINGED = ("zero-given", "one-given", "wrong", "wrong-given")
"""The tiles from which the accent colour, that of the cursor's ring, has to differ."""
_UNLIKE = 64
"""The minimum sum of the differences in red, green and blue (0 to 255 each) between colours that look different."""
_DEFAULT_GROUNDS = {True: "#121212", False: "#e4e4e4"}
_INDEXED_GROUNDS = {True: "#121212", False: "#ffffff"}


def derived(theme: Theme, *, is_indexed: bool = False) -> Theme:
    """Return a variant of a theme in which all our text is readable, even with only 256 colours.

    `is_indexed` means that the terminal has only 256 colours. In that case, the background is almost black or white,
    and the tiles are those of our own themes; otherwise, the background stays the same. The variant has a new name,
    because Textual does not notice a change under the old name.
    """
    front = (255, 255, 255) if theme.dark else (0, 0, 0)
    zero, one = _blend(_rgb(theme.primary), _BLUE, 0.6), _blend(_rgb(theme.warning or theme.primary), _AMBER, 0.6)
    ground = _rgb(_INDEXED_GROUNDS[theme.dark] if is_indexed else theme.background or _DEFAULT_GROUNDS[theme.dark])
    tiles = INDEXED_TILES["dark" if theme.dark else "light"] if is_indexed else _tiles(ground, front, zero, one)
    bar = _plate(_blend(ground, front, 0.06), {ground})
    grounds = {ground, bar, *[_rgb(tiles[it]) for it in ("empty", "empty-alt", "empty-dim")]}
    grounds |= {reduced_to_256(it) for it in grounds}

    def text(wanted: str | Rgb | None) -> str:
        return _hex(nearest_readable(_rgb(wanted) if isinstance(wanted, str) else wanted or front, grounds))

    faint = _blend(ground, front, 0.55)
    accents = [text(it) for it in (theme.accent or theme.primary, theme.secondary, theme.success, front)]
    return replace(
        theme,
        name=f"readable-{theme.name}",
        background=_hex(ground),
        foreground=text(theme.foreground),
        accent=_unlike([tiles[it] for it in _RINGED], accents),
        error=text(theme.error),
        success=text(theme.success),
        surface=_hex(ground),
        panel=_hex(ground),
        variables={
            **theme.variables,
            **tiles,
            "zero": text(zero),
            "one": text(one),
            "bar": _hex(bar),
            "plate": tiles["empty"],
            "edge": _hex(_blend(ground, front, 0.25)),
            "mark": text(theme.secondary or theme.primary),
            "faint": text(faint),
            "muted": text(_blend(faint, front, 0.2)),
        },
    )


def _unlike(tiles: Collection[str], colours: Sequence[str]) -> str:
    """Return the first colour that differs clearly from all tiles, as the cursor must; if there is none, the last."""

    def is_unlike(one: str, other: str) -> bool:
        return sum([abs(a - b) for a, b in zip(_rgb(one), _rgb(other), strict=True)]) >= _UNLIKE

    return next((it for it in colours if all(is_unlike(it, tile) for tile in tiles)), colours[-1])


def _tiles(ground: Rgb, front: Rgb, zero: Rgb, one: Rgb) -> dict[str, str]:
    """Return the colours of tiles, each with a fixed contrast to the ground, and of text on them, by theme variable."""
    values = {"zero": zero, "one": one}
    wanted = {"empty": (front, 1.42), "empty-alt": (front, 1.62), "empty-dim": (front, 1.2)}
    wanted |= {"wrong-given": (_RED, 3.4), "wrong": (_RED, 2.1)}
    for name, hue in values.items():
        wanted[f"{name}-given"] = hue, 5.0
        wanted[f"{name}-own"] = hue, 2.3
        wanted[f"{name}-branch"] = _blend(hue, _VIOLET, 0.6), 2.3
        wanted[f"{name}-dim"] = hue, 1.35
    tones = {name: _tone(ground, hue, ratio) for name, (hue, ratio) in wanted.items()}
    inks = {"wrong-ink": _ink(tones["wrong"]), "wrong-given-ink": _ink(tones["wrong-given"])}
    for name, hue in values.items():
        inks[f"{name}-ink"] = _ink(tones[f"{name}-given"])
        inks[f"{name}-own-ink"] = nearest_readable(hue, [tones[f"{name}-{kind}"] for kind in ("own", "branch", "dim")])
    return {name: _hex(colour) for name, colour in (tones | inks).items()}


def _tone(ground: Rgb, hue: Rgb, ratio: float) -> Rgb:
    """Return the colour nearest to `ground` of those whose contrast with `ground` is at least `ratio`.

    The colour lies between `ground` and `hue` or, if no such colour has enough contrast, between `hue` and white or
    black. If there is still no such colour, return white or black.
    """
    far = (255, 255, 255) if luminance(hue) > luminance(ground) else (0, 0, 0)
    steps = [_blend(ground, hue, share / 50) for share in range(51)]
    steps += [_blend(hue, far, share / 50) for share in range(51)]
    return next((it for it in steps if contrast(it, ground) >= ratio), far)


def _ink(ground: Rgb) -> Rgb:
    """Return black or white, whichever is more readable on a background."""
    return max(((0, 0, 0), (255, 255, 255)), key=lambda ink: contrast(ink, ground))


def reduced_to_256(colour: Rgb) -> Rgb:
    """Return the colour that Rich sends in place of this one to a terminal with 256 colours."""
    triplet = RichColor.from_rgb(*colour).downgrade(ColorSystem.EIGHT_BIT).get_truecolor()
    return triplet.red, triplet.green, triplet.blue


def _plate(wanted: Rgb, others: Collection[Rgb]) -> Rgb:
    """Return the colour of the palette that is most similar to `wanted` and not one of `others`."""
    return min(
        [it for it in PALETTE if it not in others],
        key=lambda it: sum([(a - b) ** 2 for a, b in zip(it, wanted, strict=True)]),
    )


def _blend(one: Rgb, other: Rgb, share: float) -> Rgb:
    """Return a mixture of two colours with `share`, 0 to 1, of the second."""
    red, green, blue = [round(a + (b - a) * share) for a, b in zip(one, other, strict=True)]
    return red, green, blue


def _rgb(colour: str) -> Rgb:
    return Color.parse(colour).rgb


def _hex(colour: Rgb) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


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
    """Return the colour of PALETTE most similar to `wanted` that is readable on all grounds, or the most readable."""
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
