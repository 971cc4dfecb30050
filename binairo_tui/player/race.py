"""A game in a race: the clock is never paused, and there is no help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binairo_tui.player.play import Play
from binairo_tui.player.play_interface import Refused

if TYPE_CHECKING:
    from binairo_tui.settings import Settings


class RacePlay(Play):
    """A game in a race. Its store saves it on the host."""

    def apply_settings(self, settings: Settings) -> None:
        """Apply the settings; in a race there is neither help nor an automatic pause."""
        super().apply_settings(settings)
        self.session.is_race = True
        self._absence.limit = 0.0

    def suspend(self) -> None:
        """Save; the clock goes on behind other screens."""
        self.save()

    def pause(self) -> None:
        """Refuse: a race cannot be paused."""
        self._listen(Refused("A race cannot be paused."))
