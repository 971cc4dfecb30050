"""Themes: our own, those of Textual adapted to the board, and the choice of one that the terminal can show."""

from binairo_tui.tui.themes.catalogue import (
    AUTO,
    MANY_COLOURS,
    THEME_NAMES,
    TerminalColours,
    choose_theme,
    terminal_colours,
)
from binairo_tui.tui.themes.own import OWN_THEMES

__all__ = [
    "AUTO",
    "MANY_COLOURS",
    "OWN_THEMES",
    "THEME_NAMES",
    "TerminalColours",
    "choose_theme",
    "terminal_colours",
]
