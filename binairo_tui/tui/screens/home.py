"""Home screen: games to continue, and links to all other places."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from binairo_tui.player.catalog import daily_states
from binairo_tui.player.text import DAILY_STREAK, SOLVING_STREAK, current_streak_text, plain
from binairo_tui.tui.keymap import FooterContext, Scope, keymap_of
from binairo_tui.tui.messages import Place
from binairo_tui.tui.screens.games import GamesScreen
from binairo_tui.tui.screens.text_screen import Choice, preview_of
from binairo_tui.tui.view.calendar import DAY_WORDS, Month, small_month_lines
from binairo_tui.tui.view.spans import Span, column, line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from binairo_tui.tui.view.spans import TextLine

SECTION_WIDTH = 12
_PLACES_WITH_KEYS = (
    (Place.COLLECTIONS, "puzzles to choose from", "Puzzles of every size and difficulty."),
    (Place.IMPORT, "paste or type a puzzle", "A puzzle from elsewhere, in almost any form."),
    (Place.EDITOR, "draw a puzzle", "A puzzle of your own; see whether it has one solution."),
    (Place.STATISTICS, "times, trends, days", "What you have solved, and how fast."),
    (Place.TUTORIAL, "rules, keys, techniques", "Rules and keys, then one technique a puzzle."),
)


class HomeScreen(GamesScreen):
    """The first screen of the program."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.HOME, Scope.GAMES)
    CONTEXT = FooterContext.HOME
    MAX_GAMES = 6

    def heading(self) -> tuple[str, ...]:
        progress = self.navigator.progress
        daily, solving = progress.daily_streaks(), progress.solving_streaks()
        return "Binairo", current_streak_text(DAILY_STREAK, daily), current_streak_text(SOLVING_STREAK, solving)

    def footer_context(self) -> FooterContext:
        return self.CONTEXT if self.current_game is None else FooterContext.HOME_GAME

    def choices(self) -> Sequence[Choice]:
        games = [
            choice._replace(text=_in_section("" if index else "Continue", choice.text))
            for index, choice in enumerate(super().choices())
        ]
        if self.hidden_games:
            more = f"and {self.hidden_games} more"
            games.append(_choice("", more, partial(self.navigator.go, Place.GAMES)))
        return (*games, self._daily(), *self._places())

    def reload(self) -> None:
        super().reload()
        self.note(plain(self.navigator.progress.problem, 200))

    def action_go(self, place: str) -> None:
        self.navigator.go(Place[place.upper()])

    def _daily(self) -> Choice:
        """Return the choice that leads to the daily puzzles, with a preview of the month."""
        progress = self.navigator.progress
        today = progress.now().date()
        month = Month(today, today, daily_states(progress.states()))
        text = _in_section("Daily", line(f"{today.day} {today:%B}, {DAY_WORDS[month.states.get(today)]}"))
        go = partial(self.navigator.go, Place.DAILY)
        return Choice(text, go, lambda width, height: small_month_lines(month, width)[:height])

    def _places(self) -> Iterator[Choice]:
        go, settings = self.navigator.go, self.navigator.settings
        kind = f"{settings.new_size} {settings.new_band.capitalize()}"
        new = Place.NEW, kind, "A puzzle of any size and difficulty, made for you."
        if self.navigator.together:
            yield _choice(
                "Together", "races, today's board", partial(go, Place.TOGETHER), "Play with others on this host."
            )
        for place, detail, sentence in (new, *_PLACES_WITH_KEYS):
            key = keymap_of(self.app).key_of(f"home.{place.name.lower()}")
            hint = f"Key here: {key}" if key else ""
            yield _choice(place.name.capitalize(), detail, partial(go, place), sentence, hint)
        looks = "How the program looks and behaves."
        yield _choice("Settings", "looks, keys, help", partial(go, Place.SETTINGS), looks)
        yield _choice("Help", "all keys", partial(go, Place.HELP), "The keys of every screen.")
        yield _choice("Quit", "", self.navigator.leave, "Games are kept as they are.")


def _choice(name: str, detail: str, go: Callable[[], None], *sentences: str) -> Choice:
    return Choice(_in_section(name, line(Span(detail, "muted"))), go, preview_of(*sentences))


def _in_section(section: str, rest: TextLine) -> TextLine:
    """Return a line of the home screen: the name of a section, and one line of its contents."""
    return (Span(column(section, SECTION_WIDTH), "strong"), *rest)
