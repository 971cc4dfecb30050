"""A game in a race: the clock does not stop, and there is no help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binairo_tui.player.play import Play
from binairo_tui.player.play_interface import Refused

if TYPE_CHECKING:
    from binairo_tui.player.together import Racer, Room
    from binairo_tui.settings import Settings

BAR = 8
"""Columns of the bar that shows how much an opponent has filled."""


class RacePlay(Play):
    """A game in a race. Its store keeps it on the host."""

    def apply_settings(self, settings: Settings) -> None:
        """Apply the settings; in a race there is neither help nor an automatic pause."""
        super().apply_settings(settings)
        self.session.is_race = True
        self._idle_limit = 0.0

    def suspend(self) -> None:
        """Save; the clock goes on behind other screens."""
        self.save()

    def pause(self) -> None:
        """Refuse."""
        self._listen(Refused("The clock of a race does not stop."))


def pace_text(room: Room, racer: Racer, own_filled: int) -> str:
    """Return how far a racer is ahead (`+3` cells) of the player or behind (`-2`), or the place after the finish."""
    if racer.place:
        return f"{ordinal(racer.place)}"
    if not racer.is_here:
        return "away"
    del room
    return f"{racer.filled - own_filled:+d}" if racer.filled != own_filled else "="


def ordinal(number: int) -> str:
    """Return a place: `1st`, `2nd`, `3rd`, `11th`."""
    ending = "th" if 10 < number % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
