"""Stopping the clock: by a key, or because nothing has happened for long."""

from __future__ import annotations

from binairo_tui.tui.screens.play.base import PlayBase


class PauseActions(PlayBase):
    """Pausing and going on."""

    _idle_seconds = 0
    _seen: object = None

    def action_pause(self) -> None:
        """Stop the clock and hide the grid, or go on."""
        if self.session.is_solved:
            return
        self._idle_seconds = 0
        self._pause(not self.is_paused)

    def tick(self) -> None:
        """A second has gone by; pause after so many minutes without a sign of the player."""
        super().tick()
        seen = (self.session.cursor, self.session.head, self.session.steps, self.message, self.advice, self.zoom)
        self._idle_seconds = self._idle_seconds + 1 if seen == self._seen else 0
        self._seen = seen
        limit = 60 * self.navigator.settings.pause_after_minutes
        if limit and self._idle_seconds >= limit and self._plays():
            self._idle_seconds = 0
            self._pause(True)

    def _plays(self) -> bool:
        return self.is_current and not self.is_paused and not self.session.is_solved

    def _pause(self, is_paused: bool) -> None:
        self.is_paused = is_paused
        if is_paused:
            self.rest()
        else:
            self.go_on()
        self.message = ""
        self.forget_advice()
        self.show_all()
