"""Home screen: games to continue, and links to all other places."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from typing import ClassVar, NamedTuple

from binairo_tui import player
from binairo_tui.engine.request import daily_band
from binairo_tui.player.catalog import TUTORIAL, daily_state, daily_states, offered_size
from binairo_tui.player.text import RULES, plain, streak_text
from binairo_tui.store import queries
from binairo_tui.tui.keymap import FooterContext, Scope
from binairo_tui.tui.screens import places, text_screen
from binairo_tui.tui.screens.games import UnfinishedScreen
from binairo_tui.tui.view import calendar, list_text, spans
from binairo_tui.tui.widgets.text_lines import Menu

KEY_WIDTH = 3
SECTION_WIDTH = 12
MAX_GAMES = 4
"""The maximum number of unfinished games in the list; another screen lists all of them."""
_MENU = (
    (places.Places.COLLECTIONS, "puzzles of every size", "Puzzles of every size and difficulty."),
    (
        places.Places.TUTORIAL,
        "rules, keys, techniques",
        f"The rules and keys, then a lesson for each technique. {' '.join(RULES)}",
    ),
    (
        places.Places.PRACTICE,
        "drills by technique",
        "Short drills, one technique at a time. The techniques that you find hard come back sooner.",
    ),
    (places.Places.STORM, "boards against the clock", "Solve as many 6x6 boards as you can in three minutes."),
    (
        places.Places.IMPORT,
        "paste or type a puzzle",
        "Play a puzzle from a web page, a book or another program, in almost any format.",
    ),
    (places.Places.EDITOR, "draw a puzzle", "Draw a puzzle and see whether it has exactly one solution."),
    (places.Places.STATISTICS, "times, trends, days", "What you have solved, and how fast."),
)
FIRST_PUZZLES = 5
"""A player who has solved fewer puzzles than this can be new (see `_Facts.is_new`).

For a new player, the cursor begins on the collections, which start with easy puzzles; otherwise, on the first line.
"""


class _Facts(NamedTuple):
    """Data from the store for the home screen.

    `games` holds the unfinished games to list, and `game_count` is the number of all unfinished games. `streak` is the
    daily streak in words. `solves` counts the solves of each day. `days` holds the state of each day's puzzles, and
    `states` the state of each puzzle by collection and number. `is_new` means that no game is begun, no daily puzzle
    was ever begun, and fewer than `FIRST_PUZZLES` are solved, not counting lessons of the tutorial.
    """

    games: Sequence[queries.GameSummary] = ()
    game_count: int = 0
    streak: str = ""
    solves: Mapping[date, int] = {}
    days: Mapping[date, queries.PuzzleState] = {}
    states: Mapping[str, Mapping[int, queries.PuzzleState]] = {}
    is_new: bool = False


class HomeMenu(Menu):
    """The list of the home screen. A letter that opens a place does so even if it is also a key of lists."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.HOME, Scope.LIST)


class HomeScreen(UnfinishedScreen[_Facts]):
    CONTEXT = FooterContext.HOME
    MENU = HomeMenu
    TITLE_OF_LIST = "Play"
    data = _Facts()

    def heading(self) -> tuple[str, ...]:
        solved = sum(self.data.solves.values())
        return "Binairo", self.rating, self.data.streak, f"{solved} solved" if solved else ""

    def footer_context(self) -> FooterContext:
        return self.CONTEXT if self.current_row is None else FooterContext.HOME_GAME

    def load(self) -> _Facts:
        progress = self.navigator.progress
        streak = streak_text(progress.read(player.statistics.daily_streaks, progress.today()))
        games, states, solves = progress.games(MAX_GAMES), progress.states(), progress.read(queries.count_days)
        lessons = [*states.get(TUTORIAL, {}).values()].count(queries.PuzzleState.SOLVED)
        days = daily_states(states)
        is_new = not games and not days and sum(solves.values()) - lessons < FIRST_PUZZLES
        return _Facts(games, progress.read(queries.count_unfinished), streak, solves, days, states, is_new)

    def take_data(self, data: _Facts) -> None:
        if data.solves != self.data.solves or self.navigator.surroundings.ranks_days:
            self.read_rating()
        is_changed = data.is_new != self.data.is_new
        super().take_data(data)
        if is_changed:
            self._selected = self.first_item()
        self.note(plain(self.navigator.progress.problem, 200))

    def first_item(self) -> int:
        """For a new player, return the index of the collections, which begin with easy puzzles; otherwise, return 0.

        If the surroundings add lines, return 0 for everybody.
        """
        return 2 if self.data.is_new and not self.navigator.surroundings.home_items else 0

    def rows(self) -> Sequence[queries.GameSummary]:
        return self.data.games

    def row_line(self, row: queries.GameSummary) -> spans.TextLine:
        section = "Continue" if row is self.data.games[0] else ""
        return _in_section(section, list_text.game_line(row, self.line_width - KEY_WIDTH - SECTION_WIDTH))

    def list_items(self) -> Sequence[text_screen.ListItem[queries.GameSummary]]:
        games = [*super().list_items()]
        hidden = self.data.game_count - len(games)
        if hidden > 0:
            games.append(_item("", f"{hidden} more", partial(self.navigator.go, places.Places.GAMES)))
        return (*games, self._daily()._replace(above=(spans.BLANK,) if games else ()), *self._places())

    def _daily(self) -> text_screen.ListItem[queries.GameSummary]:
        today = self.navigator.progress.today()
        month = calendar.Month(today, today, self.data.days)
        size = offered_size(self.navigator.settings.daily_size, self.data.days)
        kind = f"{player.text.size_text(*size)} {daily_band(today, *size).title}"
        state = list_text.STATE_WORDS[daily_state(self.data.states, today, *size)]
        what = f"{kind}, {f'✓ {self.rank}' if self.rank else state}"
        text = _in_section("Daily", spans.line(spans.Span(what, "muted")), self.key_of("home.daily"))
        go = partial(self.navigator.go, places.Places.DAILY)
        preview = text_screen.Preview(f"{today:%B %Y}", partial(calendar.month_lines, month, chosen=False))
        return text_screen.ListItem(text, go, lambda: preview)

    def _places(self) -> Iterator[text_screen.ListItem[queries.GameSummary]]:
        go, key_of = self.navigator.go, self.key_of
        kind = player.puzzle_options.options_from_settings(self.navigator.settings).title
        new = places.Places.NEW, kind, "Choose a size, a difficulty and the rules, and play a new puzzle."
        surroundings = self.navigator.surroundings
        for place, detail, sentence in surroundings.home_items:
            yield _item(place.name.capitalize(), detail, partial(go, place), sentence)
        for place, detail, sentence in (new, *_MENU):
            key = key_of(f"home.{place.name.lower()}")
            name = place.name.capitalize()
            item = _item(name, detail, partial(go, place), key=key)
            item = item._replace(preview=partial(self.first_puzzle_preview, sentence, name))
            yield item._replace(above=(spans.BLANK,)) if place is places.Places.IMPORT else item
        for place, detail, sentence in surroundings.tools:
            yield _item(place.name.capitalize(), detail, partial(go, place), sentence)
        looks = "How the program looks and behaves."
        show_settings, show_help = partial(go, places.Places.SETTINGS), partial(go, places.Places.HELP)
        settings_item = _item("Settings", "colours, keys, help", show_settings, looks, key=key_of("app.settings"))
        yield settings_item._replace(above=(spans.BLANK,))
        keys = "The rules, and the keys of every screen."
        yield _item("Help", "rules and keys", show_help, keys, key=key_of("app.help"))
        yield _item("Quit", "", self.navigator.leave, "Your games are saved.", key=key_of("app.back"))


def _item(
    name: str, detail: str, go: Callable[[], None], sentence: str = "", *, key: str = ""
) -> text_screen.ListItem[queries.GameSummary]:
    line = _in_section(name, spans.line(spans.Span(detail, "muted")), key)
    return text_screen.ListItem(line, go, text_screen.preview_of(sentence, title=name))


def _in_section(section: str, rest: spans.TextLine, key: str = "") -> spans.TextLine:
    name = spans.Span(spans.column(section, SECTION_WIDTH), "strong")
    return (spans.Span(spans.column(key, KEY_WIDTH), "accent"), name, *rest)
