"""Replay of a solved game: step by step with keys, or automatically at a calm pace."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from binairo_tui.game import GameSession
from binairo_tui.player.ghost import ghost_of
from binairo_tui.tui.keymap import FooterContext, Scope
from binairo_tui.tui.screens.board_screen import BoardScreen
from binairo_tui.tui.view.appearance import board_look
from binairo_tui.tui.view.solved_text import replay_paragraphs
from binairo_tui.tui.view.spans import Paragraph
from binairo_tui.tui.widgets.board_view import BoardView

if TYPE_CHECKING:
    from textual.timer import Timer

    from binairo_tui.engine import Cell, Puzzle
    from binairo_tui.store.games import SavedGame
    from binairo_tui.tui.messages import Navigator

PACE = 0.7
"""Seconds per step while the replay runs automatically."""


class ReplayScreen(BoardScreen):
    """Plays back the steps of a session in a second session, which is never saved, by undo and redo.

    If `game` says what was played, it can be raced against; `player` names whose game it is.
    """

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.REPLAY,)
    HEADING: ClassVar[str] = "Replay"

    def __init__(
        self,
        navigator: Navigator,
        played: GameSession,
        title: str,
        game: SavedGame | None = None,
        player: str = "replay",
    ) -> None:
        snapshot = played.snapshot()
        steps = snapshot.steps[: snapshot.head]
        self.session = GameSession.resume(played.puzzle, snapshot._replace(head=0, steps=steps))
        self.session.shown = played.shown
        super().__init__(BoardView(played.puzzle, board_look(self.session), 0), FooterContext.REPLAY, navigator)
        self._title = title
        self._game = game
        self._player = player
        self._timer: Timer | None = None

    def on_screen_suspend(self) -> None:
        self._stop()

    @property
    def puzzle(self) -> Puzzle:
        return self.session.puzzle

    @property
    def cursor(self) -> Cell:
        """The first cell of the last step shown."""
        session = self.session
        moves = session.steps[session.head - 1].moves if session.head else ()
        return moves[0].cell if moves else session.cursor

    def show_all(self) -> None:
        session = self.session
        self.show_heading(f"{self.HEADING} · {self._title}")
        self.board.move_cursor(self.cursor)
        self.board.show(board_look(session, symbols=self.symbols))
        self.panel.show(list(replay_paragraphs(session.puzzle, session.steps, session.head)))

    def action_replay_step(self, count: int) -> None:
        """Go `count` steps forward, or back if `count` is negative."""
        self._stop()
        self._go(count)

    def action_replay_run(self) -> None:
        if self._timer is not None:
            self._stop()
            return
        self._timer = self.set_interval(PACE, lambda: self._go(1))
        self._go(1)

    def action_race(self) -> None:
        ghost = ghost_of(self._player, self.puzzle, self.session.steps) if self._game else None
        if self._game is None or ghost is None:
            self.note("Only a finished game that solves the puzzle can be raced against.")
        else:
            self.navigator.play_again(self._game, ghost)

    def note(self, sentence: str) -> None:
        self._stop()
        self.panel.show([Paragraph(sentence)])

    def action_replay_end(self) -> None:
        self.navigator.leave()

    def _go(self, count: int) -> None:
        for _ in range(abs(count)):
            change = self.session.redo() if count > 0 else self.session.undo()
            if change.refused:
                self._stop()
                break
        self.show_all()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
