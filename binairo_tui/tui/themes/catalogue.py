"""All themes by name, and which one a terminal gets."""

from __future__ import annotations

from typing import NamedTuple

from textual.theme import BUILTIN_THEMES, Theme

from binairo_tui.tui.themes.ansi import ANSI, ANSI_LIGHT
from binairo_tui.tui.themes.own import COLOUR_BLIND, DARK, GREYSCALE, HIGH_CONTRAST, LIGHT
from binairo_tui.tui.themes.terminal import MANY_COLOURS, TerminalColours

VARIABLES = ("zero", "one", "plate", "branch", "lit", "mark", "faint", "muted")
"""What every theme has beside Textual's names: the two values, the grounds of givens, of a branch and of a
line to look at, marks of the player's own, and two steps of quieter text."""
OWN_THEMES: tuple[Theme, ...] = (DARK, LIGHT, HIGH_CONTRAST, COLOUR_BLIND, GREYSCALE, ANSI, ANSI_LIGHT)
_OWN = {theme.name: theme for theme in OWN_THEMES}
THEME_NAMES: tuple[str, ...] = (*_OWN, *[name for name in BUILTIN_THEMES if not BUILTIN_THEMES[name].ansi])
"""Ours first, then Textual's."""


class Chosen(NamedTuple):
    """A theme to use, and why it is not the one that was asked for.

    `problem` is a clause about the name, `reason` a sentence about the terminal; empty for the theme asked for.
    """

    theme: Theme
    problem: str = ""
    reason: str = ""


def choose_theme(name: str, colours: TerminalColours = MANY_COLOURS) -> Chosen:
    """The theme of this name, or what comes next to it if there is none, or if the terminal cannot show it."""
    is_known = name in _OWN or name in BUILTIN_THEMES
    problem = "" if is_known else f'theme = "{name}": no such theme; using {DARK.name}'
    theme = _find(name) if is_known else DARK
    if colours.few and not theme.ansi:
        return Chosen(ANSI_LIGHT if colours.light else ANSI, problem, colours.reason)
    return Chosen(theme, problem)


def _find(name: str) -> Theme:
    if name in _OWN:
        return _OWN[name]
    # Imported here because it is work that players of our own themes need not wait for.
    from binairo_tui.tui.themes.derived import derived

    theme = BUILTIN_THEMES[name]
    return ANSI if theme.ansi else derived(theme)
