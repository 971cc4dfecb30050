"""The play screen, put together from its actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from binairo_tui.game import Clock, GameSession
from binairo_tui.tui.keymap import Scope, bindings
from binairo_tui.tui.screens.play.asking import AskActions
from binairo_tui.tui.screens.play.branching import BranchActions
from binairo_tui.tui.screens.play.filling import FillActions
from binairo_tui.tui.screens.play.moving import MoveActions
from binairo_tui.tui.screens.play.pausing import PauseActions
from binairo_tui.tui.screens.play.replaying import ReplayActions
from binairo_tui.tui.screens.play.solved import SolvedActions
from binairo_tui.tui.screens.play.viewing import ViewActions

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.binding import BindingType

    from binairo_tui.game import SessionSnapshot
    from binairo_tui.store import SavedGame


class PlayScreen(
    ReplayActions, SolvedActions, MoveActions, FillActions, BranchActions, AskActions, ViewActions, PauseActions
):
    """One game, with an action for every command of its scopes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(Scope.REPLAY, Scope.SOLVED, Scope.BOARD, Scope.FILL, Scope.PLAY, Scope.PUZZLE, Scope.COPY)
    ]


def open_session(game: SavedGame, snapshot: SessionSnapshot, monotonic: Callable[[], float]) -> GameSession:
    """The session of a game; its clock stands still. Raises ValueError if the saved steps make no sense."""
    return GameSession.resume(game.puzzle, snapshot, Clock(monotonic, snapshot.elapsed_ms))
