"""Unfinished games in a list: played on, looked at, deleted."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from binairo_tui.player.text import plain, when_text
from binairo_tui.tui.keymap import FooterContext, Scope
from binairo_tui.tui.screens.confirm import QuestionScreen
from binairo_tui.tui.screens.list_screen import Choice, ChoosingScreen
from binairo_tui.tui.view.games_text import game_line, game_preview
from binairo_tui.tui.view.symbols import symbols_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from binairo_tui.store import GameSummary
    from binairo_tui.tui.messages import Navigator


class GamesScreen(ChoosingScreen):
    """All unfinished games, the last played first. Other screens begin with some of them: see `MAX_GAMES`."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.GAMES,)
    CONTEXT: ClassVar[FooterContext] = FooterContext.GAMES
    MAX_GAMES: ClassVar[int | None] = None
    """How many games this screen shows at most."""

    def __init__(self, navigator: Navigator) -> None:
        super().__init__()
        self._progress = navigator.progress
        self._navigator = navigator
        self._games: Sequence[GameSummary] = ()

    def heading(self) -> tuple[str, str]:
        """What there is, and how many."""
        return "Unfinished games" if self._games else "There are no unfinished games", ""

    def choices(self) -> Sequence[Choice]:
        """One line per game."""
        self._games = self._progress.games()
        now = self._progress.now()
        symbols = symbols_of(self._navigator.settings.symbols)
        return [
            Choice(
                game_line(game, now),
                partial(self._navigator.open_saved, game.id),
                partial(game_preview, self._progress, game, symbols),
            )
            for game in self._games[: self.MAX_GAMES]
        ]

    @property
    def current_game(self) -> GameSummary | None:
        """The game that the cursor is on; None if it is on something else."""
        index = self.current_index
        return self._games[index] if index < len(self._games[: self.MAX_GAMES]) else None

    def action_delete(self) -> None:
        """Ask whether the current game is to go, if the cursor is on one."""
        game = self.current_game
        if game is not None:
            when = when_text(game.updated_utc, self._progress.now())
            question = f"Delete {plain(game.title, 30)}, last played {when}?"
            self.app.push_screen(QuestionScreen(question), partial(self._delete, game))

    def _delete(self, game: GameSummary, is_wanted: bool | None) -> None:
        if is_wanted:
            problem = self._progress.delete(game.id)
            self.reload()
            self.note(plain(problem, 200))
