"""The screen of a game played against a recorded game, whose progress is shown as in a race."""

from collections.abc import Callable

from binairo_tui.player.ghost import Ghost
from binairo_tui.player.play import Play
from binairo_tui.player.text import clock_text
from binairo_tui.store.writer import SaveStatus
from binairo_tui.tui.messages import Navigator, NextAction
from binairo_tui.tui.screens.play.screen import PlayScreen
from binairo_tui.tui.view import spans


class GhostScreen(PlayScreen):
    """A game against the recorded game `ghost`.

    Both games start with only the givens, and both clocks stop during a pause.
    """

    def __init__(
        self,
        play: Play,
        navigator: Navigator,
        ghost: Ghost,
        *,
        find_next: Callable[[], NextAction],
        status: SaveStatus,
    ) -> None:
        self._ghost = ghost
        play.counts_idle = True
        super().__init__(play, navigator, find_next=find_next, status=status, ghost=ghost)

    def tick(self) -> None:
        super().tick()
        self._show_pace()
        if not self.session.is_solved and self._ghost_text() not in [it.text for it in self.panel.paragraphs]:
            self._show_panel()

    def show_all(self) -> None:
        super().show_all()
        self._show_pace()

    def _show_pace(self) -> None:
        share = self._ghost_filled / max(self._ghost.pace.to_fill, 1)
        self.title_bar.show_pace(None if self.session.is_solved else share)

    def other_players(self) -> list[spans.Paragraph]:
        return [] if self.session.is_solved else [spans.Paragraph(self._ghost_text())]

    @property
    def _ghost_filled(self) -> int:
        """The number of cells that the recorded game had filled after the playing time of this game."""
        return self._ghost.pace.filled_at(self.session.clock.elapsed_ms)

    def _ghost_text(self) -> str:
        end_ms = self._ghost.pace.moments[-1][0]
        has_ended = self.session.clock.elapsed_ms >= end_ms
        took = f"took {clock_text(end_ms)}" if has_ended else ""
        return self.rival_text(self._ghost.name, self._ghost_filled, self._ghost.pace.to_fill, took)
