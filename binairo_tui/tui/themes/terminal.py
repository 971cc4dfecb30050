"""The colours of the terminal, as its environment describes them."""

from collections.abc import Mapping
from typing import NamedTuple


class TerminalColours(NamedTuple):
    """The colours that a theme can use.

    `few` means at most the terminal's own sixteen colours; `reason` is then a sentence that says why. `light` means
    that the background is known to be light, and `indexed` that there are 256 colours.
    """

    few: bool = False
    light: bool = False
    reason: str = ""
    indexed: bool = False


MANY_COLOURS = TerminalColours()


def terminal_colours(environ: Mapping[str, str]) -> TerminalColours:
    """Return the colours of the terminal that an environment describes, as Rich detects them.

    Call it before Textual starts: Textual removes NO_COLOR from the environment.
    """
    from rich.console import Console

    # rxvt, Konsole and others set it to the numbers foreground;background or foreground;default;background.
    light = environ.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15")
    if "NO_COLOR" in environ:
        return TerminalColours(few=True, light=light, reason="NO_COLOR is set: colours are not used.")
    system = Console(force_terminal=True, _environ=environ).color_system
    if system in ("256", "truecolor"):
        return TerminalColours(light=light, indexed=system == "256")
    return TerminalColours(few=True, light=light, reason="This terminal has sixteen colours: the theme is ansi.")
