"""What is shown, and how: the settings that a player changes while playing; and the puzzle as text."""

from __future__ import annotations

from binairo_tui.player.helping import next_level
from binairo_tui.tui.messages import Place
from binairo_tui.tui.screens.play.base import PlayBase
from binairo_tui.tui.view.symbols import PAIRS, next_name, symbols_of

_LEVELS = {
    "full": "Broken rules and the counts of lines are shown.",
    "lines": "The counts of lines are shown, broken rules are not.",
    "off": "Neither broken rules nor counts are shown.",
}


class ViewActions(PlayBase):
    """Clock, symbols, level of help, text."""

    _own_pair = ""
    """The pair of the player's own that was last in use here: it is not lost by looking at the others."""

    def action_clock(self) -> None:
        """Show or hide the playing time."""
        self.navigator.change_setting("show_clock", not self.navigator.settings.show_clock)

    def action_symbols(self) -> None:
        """Draw 0 and 1 in another way."""
        now = self.navigator.settings.symbols
        if now not in PAIRS:
            self._own_pair = now
        name = next_name(now, self._own_pair)
        self.navigator.change_setting("symbols", name)
        zero, one = symbols_of(name)
        self.note("" if name == "digits" else f"{zero} is 0, {one} is 1.")

    def action_share(self) -> None:
        """Show the puzzle as text."""
        if not self.is_paused:
            self.navigator.go(Place.SHARE, self.session.puzzle, self.session.position)

    def action_help_level(self) -> None:
        """Show more or less without being asked."""
        if self.session.is_strict:
            self.note("Strict mode: no help of any kind.")
            return
        level = next_level(self.navigator.settings.help)
        self.navigator.change_setting("help", level)
        self.note(_LEVELS[level])
