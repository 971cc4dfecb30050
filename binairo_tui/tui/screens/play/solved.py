"""Once the puzzle is solved."""

from __future__ import annotations

from binairo_tui.tui.screens.play.base import PlayBase


class SolvedActions(PlayBase):
    """Where to go from a solved puzzle."""

    def action_next(self) -> None:
        """Once solved: the next unsolved puzzle of the collection."""
        if not self.session.is_solved:
            return
        entry = self.next_entry()
        if entry is None:
            self.navigator.leave()
        else:
            self.navigator.play_next(entry)
