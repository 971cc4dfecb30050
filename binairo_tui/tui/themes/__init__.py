"""Themes: our own, Textual's adapted to the board, and the choice of one that the terminal can show."""

from __future__ import annotations

from binairo_tui.tui.themes.catalogue import THEME_NAMES, VARIABLES, Chosen, choose_theme
from binairo_tui.tui.themes.own import OWN_THEMES
from binairo_tui.tui.themes.terminal import MANY_COLOURS, TerminalColours, terminal_colours

__all__ = [
    "MANY_COLOURS",
    "OWN_THEMES",
    "THEME_NAMES",
    "VARIABLES",
    "Chosen",
    "TerminalColours",
    "choose_theme",
    "terminal_colours",
]
