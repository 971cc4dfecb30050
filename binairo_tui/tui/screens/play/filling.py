"""Changing the grid."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

from binairo_tui.tui.screens.play.base import PlayBase

if TYPE_CHECKING:
    from binairo_tui.engine import Value


class FillActions(PlayBase):
    """What fills and clears cells."""

    def action_place(self, value: str) -> None:
        """Put a value into the cursor's cell; `.` clears it."""
        self.do(partial(self.session.place, self.session.cursor, cast("Value", value)))

    def action_cycle(self) -> None:
        """Empty to 0 to 1 to empty."""
        self.do(partial(self.session.cycle, self.session.cursor))

    def action_undo(self) -> None:
        """Take the last step back, also out of a solved grid: redo brings it back."""
        self.do(self.session.undo, reopens=True)

    def action_redo(self) -> None:
        """Make the last undone step again."""
        self.do(self.session.redo)

    def action_propagate_once(self) -> None:
        """Fill what the first rule that applies forces."""
        self.do(self.session.propagate_once)

    def action_propagate(self) -> None:
        """Fill everything the rules force."""
        self.do(self.session.propagate)

    def action_restart(self) -> None:
        """Empty all but the givens."""
        self.do(self.session.restart)

    def action_mark(self) -> None:
        """Mark the cursor's cell, or take its mark away."""
        self.do(partial(self.session.toggle_mark, self.session.cursor))
