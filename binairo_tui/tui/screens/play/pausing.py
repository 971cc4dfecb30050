"""Stopping the clock."""

from __future__ import annotations

from binairo_tui.tui.screens.play.base import PlayBase


class PauseActions(PlayBase):
    """Pausing and going on."""

    def action_pause(self) -> None:
        """Stop the clock and hide the grid, or go on."""
        if self.session.is_solved:
            return
        self.is_paused = not self.is_paused
        if self.is_paused:
            self.rest()
        else:
            self.go_on()
        self.message = ""
        self.forget_advice()
        self.show_all()
