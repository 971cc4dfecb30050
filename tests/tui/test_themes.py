"""The colours can be told from their ground, and every terminal with 256 of them shows the same."""

import pytest
from textual.color import Color

from binairo_tui.tui.themes import DARK

GROUNDS = {"background": DARK.background, "plate": DARK.variables["plate"]}
TEXTS = {
    "foreground": DARK.foreground,
    "accent": DARK.accent,
    "error": DARK.error,
    "zero": DARK.variables["zero"],
    "one": DARK.variables["one"],
}
ON_BACKGROUND_ONLY = {"success": DARK.success, "faint": DARK.variables["faint"], "muted": DARK.variables["muted"]}


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    parts = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in Color.parse(colour).normalized
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(
    ("text", "ground"),
    [(text, ground) for text in TEXTS for ground in GROUNDS] + [(text, "background") for text in ON_BACKGROUND_ONLY],
)
def test_contrast(text: str, ground: str) -> None:
    shown, under = (TEXTS | ON_BACKGROUND_ONLY)[text], GROUNDS[ground]
    assert shown
    assert under
    assert contrast(shown, under) >= 4.5


@pytest.mark.parametrize("colour", [*TEXTS.values(), *ON_BACKGROUND_ONLY.values(), *GROUNDS.values()])
def test_colours_are_of_the_256(colour: str) -> None:
    red, green, blue = Color.parse(colour).rgb
    cube = {0, 0x5F, 0x87, 0xAF, 0xD7, 0xFF}
    assert {red, green, blue} <= cube or (red == green == blue and (red - 8) % 10 == 0)
