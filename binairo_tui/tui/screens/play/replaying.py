"""Playing a solved game back: by a key for each step, or at a calm pace that a key starts and stops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binairo_tui.game import Clock, GameSession
from binairo_tui.tui.keymap import COMMANDS, FooterContext, Scope
from binairo_tui.tui.screens.play.base import PlayBase
from binairo_tui.tui.view.solved_text import replay_paragraphs

if TYPE_CHECKING:
    from textual.timer import Timer

    from binairo_tui.tui.view.play_text import Paragraph

PACE = 0.7
"""Seconds for a step of a replay that goes on by itself."""

_HEARD = (Scope.REPLAY, Scope.SOLVED, Scope.BOARD, Scope.FILL, Scope.PLAY)
_SCOPES = {command.action.split("(")[0]: command.scope for command in COMMANDS if command.scope in _HEARD}
"""Where the actions of this screen can be given; other screens have others of the same names."""


class ReplayActions(PlayBase):
    """A replay is a second session, that nobody saves: its undo and redo are the way through it."""

    replay: GameSession | None = None
    _pace: Timer | None = None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """During a replay only its own keys mean anything, and those of a solved puzzle only if it is solved."""
        del parameters
        scope = _SCOPES.get(action)
        if scope is Scope.REPLAY or self.replay is not None:
            return scope is Scope.REPLAY and self.replay is not None
        return self.session.is_solved if scope is Scope.SOLVED else True

    def action_replay(self) -> None:
        """Begin at the first step."""
        snapshot = self.session.snapshot()
        steps = snapshot.steps[: snapshot.head]
        if not steps:
            return
        self.replay = GameSession.resume(
            self.session.puzzle, snapshot._replace(head=0, steps=steps), Clock(lambda: 0.0)
        )
        self.replay.shown = self.session.shown
        self._show_step()

    def action_replay_step(self, count: int) -> None:
        """Go so many steps on, or back if negative."""
        self._stop_pace()
        self._go(count)

    def action_replay_run(self) -> None:
        """Go on step by step, or stop."""
        if self._pace is None:
            self._pace = self.set_interval(PACE, lambda: self._go(1))
            self._go(1)
        else:
            self._stop_pace()

    def action_replay_end(self) -> None:
        """Back to the solved puzzle."""
        self._stop_pace()
        self.replay = None
        self.board.move_cursor(self.session.cursor)
        self.show_all()

    def on_screen_suspend(self) -> None:
        """Nobody watches."""
        self._stop_pace()

    def confirm_leave(self) -> bool:
        """Return whether this is not a replay; going back from one leads to the solved puzzle."""
        if self.replay is None:
            return True
        self.action_replay_end()
        return False

    @property
    def shown_session(self) -> GameSession:
        """The session that is seen: that of the replay, if there is one."""
        return self.replay or self.session

    def footer_context(self) -> FooterContext:
        """What the footer speaks about."""
        return super().footer_context() if self.replay is None else FooterContext.REPLAY

    def paragraphs(self) -> list[Paragraph]:
        """What the panel says."""
        if self.replay is None:
            return super().paragraphs()
        return list(replay_paragraphs(self.replay.puzzle, self.replay.steps, self.replay.head))

    def _go(self, count: int) -> None:
        replay = self.replay
        if replay is None:
            return
        for _ in range(abs(count)):
            if (replay.redo() if count > 0 else replay.undo()).refused:
                self._stop_pace()
                break
        self._show_step()

    def _show_step(self) -> None:
        """Show where the replay is, with the cursor on the first cell of the last step."""
        replay = self.replay
        if replay is None:
            return
        moves = replay.steps[replay.head - 1].moves if replay.head else ()
        if moves:
            self.board.move_cursor(moves[0].cell)
        self.show_all()

    def _stop_pace(self) -> None:
        if self._pace is not None:
            self._pace.stop()
            self._pace = None
