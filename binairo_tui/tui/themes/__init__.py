"""Colours: our own themes, Textual's made fit for the board, and what the terminal can show of them."""

from __future__ import annotations

from binairo_tui.tui.themes.catalogue import OWN_THEMES, THEME_NAMES, VARIABLES, Chosen, choose_theme
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
