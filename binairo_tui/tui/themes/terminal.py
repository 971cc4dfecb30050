"""How many colours the terminal has, and whether they are wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class TerminalColours(NamedTuple):
    """What a theme can count on.

    `few`: only the terminal's own sixteen colours, or none; then `reason` says why, in a sentence. `light`: its ground
    is known to be light.
    """

    few: bool = False
    light: bool = False
    reason: str = ""


MANY_COLOURS = TerminalColours()


def terminal_colours(environ: Mapping[str, str]) -> TerminalColours:
    """The colours of the terminal that an environment describes.

    It is judged as Rich judges it, because Rich will reduce the colours. Must be asked before Textual is: it takes
    NO_COLOR out of the environment.
    """
    from rich.console import Console

    # Set by rxvt, Konsole and others: foreground;background, or foreground;default;background, as numbers of colours.
    light = environ.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15")
    if "NO_COLOR" in environ:
        return TerminalColours(few=True, light=light, reason="NO_COLOR is set: colours are not used.")
    system = Console(force_terminal=True, _environ=environ).color_system
    if system in ("256", "truecolor"):
        return TerminalColours(light=light)
    return TerminalColours(few=True, light=light, reason="This terminal has sixteen colours: the theme is ansi.")
