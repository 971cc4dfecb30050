"""Textual's own themes made fit for the board: their colours, moved as far as reading needs, and the ones they lack."""

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
    """A theme of the same ground on which everything that we draw can be read, with 256 colours, too.

    It has a name of its own: Textual would not notice that another theme now has the name of the one in use.
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
    """What a terminal with 256 colours shows instead of a colour: Rich chooses."""
    triplet = RichColor.from_rgb(*colour).downgrade(ColorSystem.EIGHT_BIT).get_truecolor()
    return triplet.red, triplet.green, triplet.blue


def _plate(wanted: Rgb, others: Collection[Rgb]) -> Rgb:
    """The colour of the palette most like a wanted one that is none of the others."""
    return min(
        [it for it in PALETTE if it not in others],
        key=lambda it: sum([(a - b) ** 2 for a, b in zip(it, wanted, strict=True)]),
    )


def _blend(one: Rgb, other: Rgb, share: float) -> Rgb:
    """A mixture of two colours with `share`, 0 to 1, of the other one."""
    red, green, blue = [round(a + (b - a) * share) for a, b in zip(one, other, strict=True)]
    return red, green, blue


def _rgb(colour: str) -> Rgb:
    return Color.parse(colour).rgb


def _hex(colour: Rgb) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
