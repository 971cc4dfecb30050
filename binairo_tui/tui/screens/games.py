"""Screen of the unfinished games, which can be continued and deleted."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar

from binairo_tui.player.text import clock_text, percent_text, plain, puzzle_name, when_short, when_text
from binairo_tui.store.errors import StoreError
from binairo_tui.store.queries import GameSummary
from binairo_tui.tui.keymap import FooterContext, Scope
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens.text_screen import Choice, ListScreen, Preview
from binairo_tui.tui.view.list_text import filled_share, game_line, played_text
from binairo_tui.tui.view.spans import Paragraph, wrapped
from binairo_tui.tui.widgets.menu import Menu

PAGE = 100
"""The number of games that are read at first. When the cursor comes near the last one, twice as many are read."""
NEAR = 30
"""The cursor is near the last game if it is at most this many games before it: more than a screen usually shows."""


def saved_preview(screen: ListScreen, game_id: str, title: str, *captions: Paragraph) -> Preview:
    """Return the board of a saved game with captions, or why the game cannot be read."""
    try:
        saved, snapshot = screen.navigator.progress.load(game_id)
        text = played_text(saved.puzzle, snapshot)
    except (StoreError, ValueError) as error:
        reason = plain(f"{error}", 200)
        return Preview(puzzle_name(title), lambda width, _height: wrapped(reason, max(width, 1), "error"))
    return Preview(puzzle_name(title), screen.painter.captioned(saved.puzzle, text, *captions))


class GamesScreen(ListScreen):
    """The unfinished games, the last played first."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.GAMES,)
    CONTEXT = FooterContext.GAMES
    TITLE_OF_LIST = "Continue"

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self.games: Sequence[GameSummary] = ()
        self._count: int | None = None
        self._limit = PAGE

    def heading(self) -> tuple[str, ...]:
        if self._count == 0:
            return ("No unfinished games",)
        return ("Unfinished games",)

    def load(self) -> Callable[[], None]:
        progress = self.navigator.progress
        return partial(self._take_games, progress.game_count(), progress.games(self._limit))

    def choices(self) -> Sequence[Choice]:
        now = self.navigator.progress.now()
        return [
            Choice(
                game_line(game, self.line_width, when_short(game.updated_utc, now)),
                partial(self.navigator.open_saved, game.id),
                partial(self.game_preview, game),
            )
            for game in self.games
        ]

    def game_preview(self, game: GameSummary) -> Preview:
        """Return the board of a game, and how much of it is filled."""
        when = when_text(game.updated_utc, self.navigator.progress.now())
        facts = " · ".join([*filter(None, [plain(game.band)]), percent_text(filled_share(game))])
        captions = Paragraph(f"{facts} · {clock_text(game.elapsed_ms)}"), Paragraph(f"Last played {when}", "muted")
        return saved_preview(self, game.id, game.title, *captions)

    @property
    def current_game(self) -> GameSummary | None:
        """The game on the current line; None if the line is not a game."""
        index = self.current_index
        return self.games[index] if index < len(self.games) else None

    def action_delete(self) -> None:
        game = self.current_game
        if game is not None:
            when = when_text(game.updated_utc, self.navigator.progress.now())
            question = f"Delete {puzzle_name(game.title)}, last played {when}?"
            self.navigator.confirm(question, partial(self._delete, game))

    def _delete(self, game: GameSummary) -> None:
        problem = self.navigator.progress.delete(game.id)
        self.reload()
        self.note(plain(problem, 200))

    def _take_games(self, count: int, games: Sequence[GameSummary]) -> None:
        self._count, self.games = count, games

    def on_menu_moved(self, _message: Menu.Moved) -> None:
        if self._limit - self.current_index <= NEAR and self._limit < (self._count or 0):
            self._limit *= 2
            self.reload()
