"""The first screen: games to continue, and the way to everything else."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rich.cells import set_cell_size

from binairo_tui.store import streak
from binairo_tui.tui.phrases import clock_text, game_title, percent_text, plain, streak_text, when_text
from binairo_tui.tui.screens.choosing import Choice, ChoosingScreen

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from binairo_tui.store import GameSummary
    from binairo_tui.tui.messages import Navigator
    from binairo_tui.tui.progress import Progress

SECTION_WIDTH = 13


class HomeScreen(ChoosingScreen):
    """Where the program starts."""

    def __init__(self, progress: Progress, navigator: Navigator) -> None:
        super().__init__()
        self._progress = progress
        self._navigator = navigator

    def heading(self) -> tuple[str, str]:
        """The program's name and the streak."""
        days = [result.day for result in self._progress.results()]
        return "Binairo", streak_text(streak(days, self._progress.now().date()))

    def choices(self) -> Sequence[Choice]:
        """Unfinished games, then the other places."""
        navigator = self._navigator
        return (
            *self._games(),
            Choice("Collections", navigator.show_collections),
            Choice("Statistics", navigator.show_statistics),
            Choice("Help", navigator.show_help),
            Choice("Quit", navigator.leave),
        )

    def reload(self) -> None:
        """Look everything up anew; say so if the progress file cannot be used."""
        super().reload()
        self.note(plain(self._progress.problem, 200))

    def _games(self) -> Iterator[Choice]:
        now = self._progress.now()
        for index, game in enumerate(self._progress.games()):
            section = "Continue" if index == 0 else ""
            text = section.ljust(SECTION_WIDTH) + game_text(game, now)
            yield Choice(text, partial(self._navigator.resume_game, game.id))


def game_text(game: GameSummary, now: datetime) -> str:
    """One game in columns: what is played, how much is filled, time, when last played."""
    share = game.filled / game.to_fill if game.to_fill else 1.0
    title = game_title(game.width, game.height, game.title, game.band)
    return " ".join(
        [
            set_cell_size(title, 34),
            percent_text(share).rjust(5),
            clock_text(game.elapsed_ms).rjust(8),
            "  " + when_text(game.updated_utc, now),
        ]
    )
