"""The first screen: games to continue, and the way to everything else."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from binairo_tui.player.catalog import daily_states
from binairo_tui.player.statistics import current_streak
from binairo_tui.player.text import plain, streak_text
from binairo_tui.store import PuzzleState
from binairo_tui.tui.keymap import FooterContext, Scope, keymap_of
from binairo_tui.tui.messages import Place
from binairo_tui.tui.screens.games import GamesScreen
from binairo_tui.tui.screens.list_screen import Choice
from binairo_tui.tui.view.calendar import Month, small_month_lines
from binairo_tui.tui.view.spans import BLANK, Span, column, line, wrapped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from binairo_tui.tui.view.spans import TextLine

SECTION_WIDTH = 12


class HomeScreen(GamesScreen):
    """Where the program starts."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.HOME, Scope.GAMES)
    CONTEXT: ClassVar[FooterContext] = FooterContext.HOME
    MAX_GAMES: ClassVar[int | None] = 6

    def heading(self) -> tuple[str, str]:
        """The program's name and the streak."""
        return "Binairo", streak_text(current_streak(self._progress.days(), self._progress.now().date()))

    def footer_context(self) -> FooterContext:
        """Other keys matter on a game than on a place."""
        is_on_game = self.is_mounted and self.current_game is not None
        return FooterContext.HOME_GAME if is_on_game else self.CONTEXT

    def choices(self) -> Sequence[Choice]:
        """Unfinished games, then the other places."""
        games = [
            choice._replace(text=_entry("" if index else "Continue", choice.text))
            for index, choice in enumerate(super().choices())
        ]
        hidden = len(self._games) - len(games)
        if hidden:
            more = line(Span(f"and {hidden} more", "muted"))
            games.append(Choice(_entry("", more), partial(self._navigator.go, Place.GAMES)))
        return (*games, *self._places())

    def reload(self) -> None:
        """Look everything up anew; say so if the progress file cannot be used."""
        super().reload()
        self.note(plain(self._progress.problem, 200))

    def action_go(self, place: str) -> None:
        """Go to a place by its key, wherever the cursor is."""
        self._navigator.go(Place[place.upper()])

    def _daily(self) -> Choice:
        """Today's puzzles, and beside them the month."""
        today = self._progress.now().date()
        month = Month(today, today, daily_states(self._progress.states()))
        state = month.states.get(today)
        played = {None: "not played", PuzzleState.STARTED: "started", PuzzleState.SOLVED: "✓ solved"}[state]
        detail = f"{today.day} {today:%B}, {played}"
        go = partial(self._navigator.go, Place.DAILY)
        return Choice(_entry("Daily", line(detail)), go, partial(_month_preview, month))

    def _places(self) -> Iterator[Choice]:
        """Where one can go from here."""
        go, settings = self._navigator.go, self._navigator.settings
        yield self._daily()
        kind = f"{settings.new_size} {settings.new_band.capitalize()}"
        yield self._place("New", kind, "A puzzle of any size and difficulty, made for you.")
        yield self._place("Collections", "puzzles to choose from", "Puzzles of every size and difficulty.")
        yield self._place("Import", "paste or type a puzzle", "A puzzle from elsewhere, in almost any form.")
        yield self._place("Editor", "draw a puzzle", "A puzzle of your own; see whether it has one solution.")
        yield self._place("Statistics", "times, trends, days", "What you have solved, and how fast.")
        yield self._place("Tutorial", "rules, keys, techniques", "Rules and keys, then one technique a puzzle.")
        yield _choice(
            "Settings", "looks, keys, help", partial(go, Place.SETTINGS), "How the program looks and behaves."
        )
        yield _choice("Help", "all keys", partial(go, Place.HELP), "The keys of every screen.")
        yield _choice("Quit", "", self._navigator.leave, "Games are kept as they are.")

    def _place(self, name: str, detail: str, sentence: str) -> Choice:
        """A place that has a key here, which the preview tells."""
        place = name.lower()
        key = keymap_of(self.app).key_of(f"home.{place}")
        return _choice(name, detail, partial(self.action_go, place), sentence, f"Key here: {key}" if key else "")


def _choice(name: str, detail: str, go: Callable[[], None], *sentences: str) -> Choice:
    return Choice(_entry(name, line(Span(detail, "muted"))), go, partial(_sentence_lines, sentences))


def _entry(section: str, rest: TextLine) -> TextLine:
    """A line of home: the section's name, and what is in it."""
    return (Span(column(section, SECTION_WIDTH), "strong"), *rest)


def _month_preview(month: Month, width: int, height: int) -> list[TextLine]:
    return small_month_lines(month, width)[:height]


def _sentence_lines(sentences: Sequence[str], width: int, height: int) -> list[TextLine]:
    lines = [text for sentence in sentences if sentence for text in (BLANK, *wrapped(sentence, width, "muted"))]
    return lines[1 : height + 1]
