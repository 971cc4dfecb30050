"""The first line of the play screen: what is played, and three things that always stand in the same place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Horizontal

from binairo_tui.player.text import clock_text, percent_text
from binairo_tui.store import SaveState
from binairo_tui.tui.widgets.label import Label

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from binairo_tui.store import SaveStatus

SAVE_MARKS = {SaveState.SAVED: "saved", SaveState.SAVING: "saving", SaveState.FAILED: "NOT SAVED"}
PATIENCE = 0.5
"""Seconds that a save may take before the mark says `saving`: showing each would double what a key costs."""


class TitleBar(Horizontal):
    """Title; at the right percent filled, playing time, save mark. Each part is a widget: a tick draws five columns."""

    DEFAULT_CSS = """
    TitleBar {
        height: 1; padding: 0 1;
        & > Label { text-align: right; color: $muted; }
        & > #title { width: 1fr; text-align: left; color: $foreground; text-style: bold; }
        & > #percent { width: 6; }
        & > #clock { width: 10; }
        & > #saved { width: 12; }
        & > #saved.-failed { color: $error; text-style: bold; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._state = SaveState.SAVED
        self._is_looking = False

    def compose(self) -> ComposeResult:
        """The four parts."""
        yield Label(id="title")
        yield Label(id="percent")
        yield Label(id="clock")
        yield Label(id="saved")

    def show_title(self, title: str) -> None:
        """What is played."""
        self.query_one("#title", Label).show(title)

    def show_share(self, share: float) -> None:
        """How much is filled, 0 to 1."""
        self.query_one("#percent", Label).show(percent_text(share))

    def show_time(self, elapsed_ms: int | None) -> None:
        """The playing time; None to hide it."""
        self.query_one("#clock", Label).show("" if elapsed_ms is None else clock_text(elapsed_ms))

    def show_status(self, status: SaveStatus) -> None:
        """Whether everything is saved; a short save leaves the mark alone."""
        self._state = status.state
        if self._state is SaveState.SAVING:
            self.set_timer(PATIENCE, self._show_state)
        else:
            self._show_state()

    def show_looking(self) -> None:
        """The game is only looked at: nothing is saved from now on, and nothing is lost."""
        self._is_looking = True
        self._show_state()

    def _show_state(self) -> None:
        mark = self.query_one("#saved", Label)
        mark.show("look only" if self._is_looking else SAVE_MARKS[self._state])
        mark.set_class(self._state is SaveState.FAILED and not self._is_looking, "-failed")
