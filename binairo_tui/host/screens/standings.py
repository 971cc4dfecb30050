"""The daily ranking of today and yesterday, and the ratings of all players with a page about each."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import NamedTuple

from binairo_tui.game import review
from binairo_tui.host.client import host_client, hub_link
from binairo_tui.host.screens.on_host import HostList
from binairo_tui.player import catalog, ghost
from binairo_tui.player.ratings import SURE
from binairo_tui.player.text import clock_text, ordinal, plain, size_text
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens.text_screen import ListItem, Preview, preview_of, text_preview
from binairo_tui.tui.view import charts
from binairo_tui.tui.view.spans import BLANK, Paragraph, Span, TextLine, column, line, wrapped_paragraphs

MAX_SHOWN = 20
"""The maximum number of solves listed for a puzzle. The player's own solve is listed in any case."""
DAYS = ("Today", "Yesterday")
COUNTS = "Only your first solve counts, with the time since your first look at the puzzle and all help that you took."
RACE = "Open this line to race against the solve by {}: you see how full the board was at each moment, but no values."
NO_RACE = "Open this line to play the puzzle. {} allows no races against this solve."


class _Line(NamedTuple):
    """A line of the list: a solve or, if `place` is 0, the heading of a size.

    `solves` are the solves of the puzzle of that size. `place` is the solve's place among them, counting from 1.
    """

    size: tuple[int, int]
    solves: Sequence[host_client.RankingLine]
    place: int


class StandingsScreen(HostList[Mapping[str, Sequence[host_client.RankingLine]], _Line]):
    """The rankings of the puzzles of today or yesterday. The line above each ranking opens its puzzle."""

    TITLE_OF_LIST = "Solves"
    data: Mapping[str, Sequence[host_client.RankingLine]] = {}

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._days_ago = 0
        self._day = datetime.now(UTC).date()

    def heading(self) -> tuple[str, ...]:
        return f"{DAYS[self._days_ago]}'s ranking", f"{self._day.day} {self._day:%B}, UTC"

    def reload(self) -> None:
        self._day = datetime.now(UTC).date() - timedelta(days=self._days_ago)
        super().reload()

    def list_items(self) -> Sequence[ListItem[_Line]]:
        other = DAYS[1 - self._days_ago]
        sentence = f"Show {other.lower()}'s ranking."
        item = ListItem[_Line](line(other), self._turn, preview_of(sentence, title=other), above=(BLANK,))
        return [*super().list_items(), item]

    def _turn(self) -> None:
        self._days_ago = 1 - self._days_ago
        self.data = {}
        self.reload()
        self.go_to(0)

    def ask(self) -> Mapping[str, Sequence[host_client.RankingLine]]:
        names = [size_text(*size) for size in catalog.DAILY_SIZES]
        return {name: self.host.standings(self._day, name) for name in names}

    def rows(self) -> Iterator[_Line]:
        for size in catalog.DAILY_SIZES:
            solves = self.data.get(size_text(*size), ())
            places = range(len(solves[:MAX_SHOWN]) + 1)
            yield from [_Line(size, solves, place) for place in sorted({*places, self._own_place(solves)})]

    def _own_place(self, solves: Sequence[host_client.RankingLine]) -> int:
        """Return the player's place among the solves of a puzzle; 0 if the player has not solved it."""
        return next((place for place, it in enumerate(solves, 1) if it.name == self.host.name), 0)

    def above(self, row: _Line) -> Sequence[TextLine]:
        return (BLANK,) if self.data and not row.place and row.size != catalog.DAILY_SIZES[0] else ()

    def row_line(self, row: _Line) -> TextLine:
        if not row.place:
            count, own = f"{len(row.solves)} solved" if row.solves else "nobody yet", self._own_place(row.solves)
            count += f", you are {ordinal(own)}" if own else ""
            return line(Span(column(size_text(*row.size), 8), "strong"), Span(count, "muted"))
        it = row.solves[row.place - 1]
        tone = "accent" if it.name == self.host.name else "normal"
        text = f"{row.place:>3} {column(plain(it.name), 13)}{clock_text(it.elapsed_ms):>8} "
        return line(Span(text, tone), Span(plain(it.style), "muted"))

    def preview(self, row: _Line) -> Preview:
        if not row.place:
            sentences = "Open a line to play the puzzle of this size.", COUNTS
            return text_preview(*sentences, title=size_text(*row.size))
        it = row.solves[row.place - 1]
        return text_preview((RACE if it.may_race else NO_RACE).format(plain(it.name)), title=plain(it.name))

    def open(self, row: _Line) -> None:
        if row.place and row.solves[row.place - 1].may_race:
            self._race(*row.size, row.solves[row.place - 1].name)
        else:
            self.navigator.open_day(self._day, *row.size)

    def _race(self, width: int, height: int, name: str) -> None:
        def race(found: review.Pace) -> None:
            self.navigator.open_day(self._day, width, height, ghost.Ghost(name, found))

        self.ask_host("ask", partial(self.host.daily_pace, self._day, size_text(width, height), name), race)


PERIODS = ("Today", "Yesterday", "This month", "All time")
"""The periods of `LeagueLine.changes`. For each period, only the players who have played in it are listed."""
ALL_TIME = len(PERIODS) - 1


class LeagueScreen(HostList[Sequence[host_client.LeagueLine], host_client.LeagueLine]):
    """The players by rating. Those whose ratings are not certain yet come last, and have no place."""

    TITLE_OF_LIST = "Players"
    data: Sequence[host_client.LeagueLine] = ()

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._period = ALL_TIME

    def heading(self) -> tuple[str, ...]:
        rows = self.rows()
        own = next((place for place, row in enumerate(rows, 1) if row.name == self.host.name), 0)
        is_placed = own and rows[own - 1].deviation <= SURE
        place = f"you are {ordinal(own)}" if is_placed else "you have no place yet"
        return f"Ratings · {PERIODS[self._period].lower()}", place, f"{len(rows)} rated"

    def ask(self) -> Sequence[host_client.LeagueLine]:
        return self.host.league()

    def rows(self) -> Sequence[host_client.LeagueLine]:
        return [row for row in self.data if row.changes[self._period] is not None]

    def list_items(self) -> Sequence[ListItem[host_client.LeagueLine]]:
        following = PERIODS[(self._period + 1) % len(PERIODS)]
        sentence = "Show those who have played in this period, and what their ratings gained."
        item = ListItem[host_client.LeagueLine](
            line(f"Show {following.lower()}"), self._turn, preview_of(sentence, title=following), above=(BLANK,)
        )
        return [*super().list_items(), item]

    def _turn(self) -> None:
        self._period = (self._period + 1) % len(PERIODS)
        self.show_all()
        self.go_to(0)

    def row_line(self, row: host_client.LeagueLine) -> TextLine:
        place = f"{self.rows().index(row) + 1:>3}" if row.deviation <= SURE else "  -"
        gain = f"{row.changes[self._period] or 0:+.0f}" if self._period != ALL_TIME else ""
        text = f"{place} {column(plain(row.name), 17)}{row.value:>6.0f}"
        tone = "accent" if row.name == self.host.name else "normal"
        return line(Span(text, tone), Span(f" ± {row.deviation:<4.0f}{gain:>6}", "muted"))

    def open(self, row: host_client.LeagueLine) -> None:
        self.note("" if row.deviation <= SURE else f"{plain(row.name)}'s rating is not certain yet.")

    def preview(self, row: host_client.LeagueLine) -> Preview:
        try:
            page = self.host.page(row.name)
        except hub_link.HostError as error:
            return text_preview(str(error))
        told = [Paragraph(f"Races: {page.races}, won: {page.won}.", "muted")] if page.races else []
        best = ", ".join(map(str, page.storms))
        told += [Paragraph(f"Best in Storm beside others: {best}.", "muted")] if best else []
        sizes = [
            line(f"{column(size, 8)}{solved:>4} solved{clock_text(best_ms):>8}") for size, solved, best_ms in page.sizes
        ]

        def content(width: int, height: int) -> Sequence[TextLine]:
            values = [round(value) for value in page.history[-width:]]
            chart = [line(Span(charts.sparkline(values), "accent")), line(f"{min(values)} to {max(values)}")]
            return [*chart, BLANK, *sizes, BLANK, *wrapped_paragraphs(told, width)][:height]

        return Preview(f"{plain(row.name)} {row.value:.0f} ± {row.deviation:.0f}", content)
