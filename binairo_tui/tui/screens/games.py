"""Lists of saved games, which can be opened and deleted: the unfinished games, and all solves."""

from collections.abc import Sequence
from functools import partial
from typing import ClassVar, TypeVar

from binairo_tui.player.text import STYLE_WORDS, clock_text, percent_text, plain, puzzle_name, when_short, when_text
from binairo_tui.store import errors, queries
from binairo_tui.tui.keymap import FooterContext, Scope
from binairo_tui.tui.screens.text_screen import Data, ListScreen, Preview, text_preview
from binairo_tui.tui.view import list_text, spans
from binairo_tui.tui.widgets.text_lines import Menu

PAGE = 100
"""The number of games that are read at first. When the cursor comes near the last one, twice as many are read."""
NEAR = 30
"""The cursor is near the last game if at most this many games follow; a screen rarely shows as many."""
Game = TypeVar("Game", queries.GameSummary, queries.Result)
"""What a row of a list is about: the summary of an unfinished game, or the result of a solve."""


class SavedScreen(ListScreen[Data, Game]):
    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.GAMES,)

    def open(self, row: Game) -> None:
        self.navigator.open_saved(row.id)

    def facts(self, row: Game) -> Sequence[str]:
        """Return what to say below the picture of a game; empty facts are left out."""
        raise NotImplementedError

    def preview(self, row: Game) -> Preview:
        try:
            saved, snapshot = self.navigator.progress.load(row.id)
            text = list_text.played_text(saved.puzzle, snapshot)
        except (errors.StoreError, ValueError) as error:
            return text_preview(spans.Paragraph(plain(f"{error}", 200), "error"), title=puzzle_name(row.title))
        caption = spans.Paragraph(" · ".join(filter(None, self.facts(row))))
        return Preview(puzzle_name(row.title), self.painter.captioned(saved.puzzle, caption, text=text))

    def delete_question(self, row: Game) -> str:
        raise NotImplementedError

    def action_delete(self) -> None:
        row = self.current_row
        if row is not None:
            self.navigator.confirm(self.delete_question(row), partial(self._delete, row))

    def _delete(self, row: Game) -> None:
        problem = self.navigator.progress.delete(row.id)
        self.reload()
        self.note(plain(problem, 200))


class LongScreen(SavedScreen[tuple[int | None, Sequence[Game]], Game]):
    """A list of saved games, more of which are read as the player comes near the last one.

    `data` holds the number of all games, which is None until it has been read, and the games to list.
    """

    data: tuple[int | None, Sequence[Game]] = (None, ())
    limit = PAGE

    def rows(self) -> Sequence[Game]:
        return self.data[1]

    def on_menu_moved(self, _message: Menu.Moved) -> None:
        count, _ = self.data
        if self.limit - self.current_index <= NEAR and self.limit < (count or 0):
            self.limit *= 2
            self.reload()


class UnfinishedScreen(SavedScreen[Data, queries.GameSummary]):
    def row_line(self, row: queries.GameSummary) -> spans.TextLine:
        return list_text.game_line(row, self.line_width, when_short(row.updated_utc, self.navigator.progress.now()))

    def facts(self, row: queries.GameSummary) -> Sequence[str]:
        when = when_text(row.updated_utc, self.navigator.progress.now())
        return plain(row.band), percent_text(list_text.filled_share(row)), clock_text(row.elapsed_ms), when

    def delete_question(self, row: queries.GameSummary) -> str:
        when = when_text(row.updated_utc, self.navigator.progress.now())
        return f"Delete {puzzle_name(row.title)}, last played {when}?"


class GamesScreen(LongScreen[queries.GameSummary], UnfinishedScreen[tuple[int | None, Sequence[queries.GameSummary]]]):
    CONTEXT = FooterContext.GAMES
    TITLE_OF_LIST = "Continue"

    def heading(self) -> tuple[str, ...]:
        return ("No unfinished games" if self.data[0] == 0 else "Unfinished games",)

    def load(self) -> tuple[int, Sequence[queries.GameSummary]]:
        progress = self.navigator.progress
        return progress.read(queries.count_unfinished), progress.games(self.limit)


class SolvesScreen(LongScreen[queries.Result]):
    CONTEXT = FooterContext.SOLVES
    TITLE_OF_LIST = "All solves"

    def heading(self) -> tuple[str, ...]:
        count, _ = self.data
        return ("Nothing is solved yet",) if count == 0 else ("Solved puzzles", f"{count} in all" if count else "")

    def load(self) -> tuple[int, Sequence[queries.Result]]:
        progress = self.navigator.progress
        results = progress.read(queries.read_results, limit=self.limit, newest_first=True)
        return progress.read(queries.count_results), results

    def row_line(self, row: queries.Result) -> spans.TextLine:
        return list_text.result_line(row, self.line_width, when_short(row.solved_utc, self.navigator.progress.now()))

    def facts(self, row: queries.Result) -> Sequence[str]:
        when = when_text(row.solved_utc, self.navigator.progress.now())
        return plain(row.band), clock_text(row.elapsed_ms), STYLE_WORDS[row.style], when

    def delete_question(self, row: queries.Result) -> str:
        return f"Delete the replay of {puzzle_name(row.title)}? The solve stays in the statistics."
