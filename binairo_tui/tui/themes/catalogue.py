"""All themes by name, the colours that a terminal can show, and the choice of a theme for a terminal."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal, NamedTuple

from rich.console import Console
from textual.theme import BUILTIN_THEMES, Theme

from binairo_tui.tui.inquiry import NO_ANSWERS, Answers, is_screen
from binairo_tui.tui.themes.own import ANSI, ANSI_LIGHT, DARK, INDEXED_TILES, LIGHT, OWN_THEMES

AUTO = "auto"
"""The name under which the theme is DARK or LIGHT, like the terminal."""
_OWN = {theme.name: theme for theme in OWN_THEMES}
THEME_NAMES: tuple[str, ...] = (AUTO, *_OWN, *[name for name in BUILTIN_THEMES if not BUILTIN_THEMES[name].ansi])
"""The names of all themes that the player can choose: our own first, then Textual's."""


class TerminalColours(NamedTuple):
    """The colours that a theme can use.

    `few` means that only the terminal's own sixteen colours, or fewer, can be used; `reason` is then a sentence that
    says why. `light` says whether the background is light, None if that is not known. `indexed` means that there are
    256 colours.
    """

    few: bool = False
    light: bool | None = None
    reason: str = ""
    indexed: bool = False

    @property
    def system(self) -> Literal["standard", "256", "truecolor"]:
        """Rich's name for the number of colours."""
        return "standard" if self.few else "256" if self.indexed else "truecolor"


MANY_COLOURS = TerminalColours()


def terminal_colours(environ: Mapping[str, str], answers: Answers = NO_ANSWERS) -> TerminalColours:
    """Return the colours of a terminal, from its answers or, where it gave none, from the environment as Rich reads it.

    Call it before Textual starts: Textual removes NO_COLOR from the environment.
    """
    # rxvt, Konsole and others set COLORFGBG to numbers: foreground;background or foreground;default;background.
    named = environ.get("COLORFGBG", "").rpartition(";")[2]
    light = answers.is_light if answers.is_light is not None else named in ("7", "15") if named.isdecimal() else None
    if "NO_COLOR" in environ:
        return TerminalColours(few=True, light=light, reason="NO_COLOR is set: colours are not used.")
    if is_screen(environ):
        environ = {name: value for name, value in environ.items() if name != "COLORTERM"}
    told = Console(force_terminal=True, _environ=environ).color_system
    has_true_colours = told == "truecolor" if answers.has_true_colours is None else answers.has_true_colours
    if has_true_colours:
        return TerminalColours(light=light)
    if told in ("256", "truecolor") or answers.has_256:
        return TerminalColours(light=light, indexed=True)
    return TerminalColours(few=True, light=light, reason="This terminal has sixteen colours: the theme is ansi.")


class Chosen(NamedTuple):
    """The theme to use.

    If the name of the wanted theme is unknown, `problem` is a clause that says so. If the terminal cannot show the
    wanted theme, `reason` is a sentence that says why. Otherwise, they are empty.
    """

    theme: Theme
    problem: str = ""
    reason: str = ""


def choose_theme(name: str, colours: TerminalColours = MANY_COLOURS) -> Chosen:
    """Return the theme with this name, or a substitute if it is unknown or the terminal cannot show it."""
    if name == AUTO:
        name = (LIGHT if colours.light else DARK).name
    is_known = name in _OWN or name in BUILTIN_THEMES
    problem = "" if is_known else f'theme = "{name}": no such theme; using {DARK.name}'
    theme = _find(name if is_known else DARK.name, is_indexed=colours.indexed)
    if colours.few and not theme.ansi:
        is_light = not theme.dark if colours.light is None else colours.light
        return Chosen(ANSI_LIGHT if is_light else ANSI, problem, colours.reason)
    return Chosen(theme, problem)


def _find(name: str, *, is_indexed: bool) -> Theme:
    if name in _OWN:
        theme = _OWN[name]
        return replace(theme, variables=theme.variables | INDEXED_TILES.get(name, {})) if is_indexed else theme
    # Imported late, because our own themes do not need it.
    from binairo_tui.tui.themes.derived import derived

    theme = BUILTIN_THEMES[name]
    return ANSI if theme.ansi else derived(theme, is_indexed=is_indexed)
