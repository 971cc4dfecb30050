"""Playing a puzzle: key -> command of the session -> change -> board, panel, title line, save."""

from __future__ import annotations

from binairo_tui.tui.screens.play.screen import PlayScreen, open_session

__all__ = ["PlayScreen", "open_session"]
