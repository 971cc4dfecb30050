"""The play screen: passes keys to a `player.play.Play` and shows the events that it reports."""

from typing import TYPE_CHECKING

from binairo_tui.lazy import lazy_exports
from binairo_tui.tui.screens.play.screen import PlayScreen

if TYPE_CHECKING:
    from binairo_tui.tui.screens.play import ghost, grading, replay
else:
    __getattr__ = lazy_exports(__name__)

__all__ = ["PlayScreen"]
