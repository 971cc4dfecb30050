"""Textual's themes adapted to the board: their colours made readable, and those that they lack added."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rich.color import Color as RichColor
from rich.color import ColorSystem
from textual.color import Color

from binairo_tui.tui.themes.contrast import PALETTE, nearest_readable

if TYPE_CHECKING:
    from collections.abc import Collection

    from textual.theme import Theme

    from binairo_tui.tui.themes.contrast import Rgb

_BLUE, _AMBER = (0x5F, 0xAF, 0xFF), (0xFF, 0xAF, 0x5F)
_DEFAULT_GROUNDS = {True: "#121212", False: "#e4e4e4"}


def derived(theme: Theme) -> Theme:
    """Return a theme with the same background in which all our text is readable, with 256 colours, too.

    It has a new name: under the old one Textual would not notice the change.
    """
    ground = _rgb(theme.background or _DEFAULT_GROUNDS[theme.dark])
    front = (255, 255, 255) if theme.dark else (0, 0, 0)
    reduced = reduced_to_256(ground)
    plate = _plate(_blend(ground, front, 0.11), {ground, reduced})
    branch = _plate(_blend(ground, _rgb(theme.primary), 0.18), {ground, reduced, plate})
    lit = _plate(_blend(ground, front, 0.05), {ground, reduced, plate, branch})
    grounds = {ground, reduced} | {shown for it in (plate, branch, lit) for shown in (it, reduced_to_256(it))}

    def text(wanted: str | Rgb | None) -> str:
        return _hex(nearest_readable(_rgb(wanted) if isinstance(wanted, str) else wanted or front, grounds))

    faint = _blend(ground, front, 0.55)
    return replace(
        theme,
        name=f"readable-{theme.name}",
        background=_hex(ground),
        foreground=text(theme.foreground),
        accent=text(theme.accent or theme.primary),
        error=text(theme.error),
        success=text(theme.success),
        surface=_hex(ground),
        panel=_hex(ground),
        variables=theme.variables
        | {
            "zero": text(_blend(_rgb(theme.primary), _BLUE, 0.6)),
            "one": text(_blend(_rgb(theme.warning or theme.primary), _AMBER, 0.6)),
            "plate": _hex(plate),
            "branch": _hex(branch),
            "lit": _hex(lit),
            "mark": text(theme.secondary or theme.primary),
            "faint": text(faint),
            "muted": text(_blend(faint, front, 0.2)),
        },
    )


def reduced_to_256(colour: Rgb) -> Rgb:
    """Return the colour that Rich sends to a terminal with 256 colours instead of this one."""
    triplet = RichColor.from_rgb(*colour).downgrade(ColorSystem.EIGHT_BIT).get_truecolor()
    return triplet.red, triplet.green, triplet.blue


def _plate(wanted: Rgb, others: Collection[Rgb]) -> Rgb:
    """Return the colour of the palette most similar to a wanted one and different from the others."""
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
