"""The player's games: see `binairo_tui.player.progress`, where new code imports them from."""

from binairo_tui.player.progress import Progress

__all__ = ["Progress"]
