"""Screen of the unfinished games, which can be continued and deleted."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from binairo_tui.player.text import plain, when_text
from binairo_tui.store.errors import StoreError
from binairo_tui.tui.keymap import FooterContext, Scope
from binairo_tui.tui.screens.text_screen import Choice, ListScreen
from binairo_tui.tui.view.list_text import game_line, played_text, title_lines, with_picture
from binairo_tui.tui.view.spans import BLANK, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from binairo_tui.store.queries import GameSummary
    from binairo_tui.tui.messages import Navigator
    from binairo_tui.tui.view.spans import TextLine


class GamesScreen(ListScreen):
    """The unfinished games, the last played first; at most `MAX_GAMES` of them, unless that is -1."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.GAMES,)
    CONTEXT = FooterContext.GAMES
    MAX_GAMES: ClassVar[int] = -1

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._games: Sequence[GameSummary] = ()
        self.hidden_games = 0

    def heading(self) -> tuple[str, ...]:
        return ("Unfinished games" if self._games else "There are no unfinished games",)

    def choices(self) -> Sequence[Choice]:
        progress = self.navigator.progress
        now = progress.now()
        self._games = progress.games(self.MAX_GAMES)
        self.hidden_games = max(progress.game_count() - len(self._games), 0)
        return [
            Choice(game_line(game, now), partial(self.navigator.open_saved, game.id), partial(self._game_preview, game))
            for game in self._games
        ]

    def _game_preview(self, game: GameSummary, width: int, height: int) -> list[TextLine]:
        title = title_lines(game.title, width)
        try:
            saved, snapshot = self.navigator.progress.load(game.id)
            text = played_text(saved.puzzle, snapshot)
        except (StoreError, ValueError) as error:
            return [*title, BLANK, *wrapped(plain(f"{error}", 200), width, "error")]
        return with_picture(title, saved.puzzle, text, width, height, symbols=self.symbols)

    @property
    def current_game(self) -> GameSummary | None:
        """The game on the current line; None if the line is not a game."""
        index = self.current_index
        return self._games[index] if index < len(self._games) else None

    def action_delete(self) -> None:
        game = self.current_game
        if game is not None:
            from binairo_tui.tui.screens.prompt import ConfirmScreen

            when = when_text(game.updated_utc, self.navigator.progress.now())
            question = f"Delete {plain(game.title, 30)}, last played {when}?"
            self.app.push_screen(ConfirmScreen(question), partial(self._delete, game))

    def _delete(self, game: GameSummary, is_wanted: bool | None) -> None:
        if is_wanted:
            problem = self.navigator.progress.delete(game.id)
            self.reload()
            self.note(plain(problem, 200))
