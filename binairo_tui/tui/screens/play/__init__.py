"""The play screen: passes keys to a `player.play.Play` and shows the events that it reports."""

from __future__ import annotations

from binairo_tui.tui.screens.play.screen import PlayScreen

__all__ = ["PlayScreen"]
