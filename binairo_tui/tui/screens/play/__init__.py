"""The play screen: keys go to a `player.play.Play`, and its events come back to be shown."""

from __future__ import annotations

from binairo_tui.tui.screens.play.screen import PlayScreen

__all__ = ["PlayScreen"]
