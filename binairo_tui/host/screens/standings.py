"""The daily ranking of today and yesterday, and the ratings of all players."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from binairo_tui.host.client import host_client, hub_link
from binairo_tui.host.screens.on_host import HostList
from binairo_tui.player import catalog
from binairo_tui.player.ratings import SURE
from binairo_tui.player.text import clock_text, ordinal, plain, size_text
from binairo_tui.tui.screens.text_screen import ListItem, Preview, preview_of, text_preview
from binairo_tui.tui.view.race_text import RankedSolve, own_place
from binairo_tui.tui.view.spans import BLANK, Span, TextLine, column, line

MAX_SHOWN = 20
"""The maximum number of solves listed for a puzzle. The player's own solve is listed in any case."""
DAYS = ("Today", "Yesterday")
COUNTS = "Only your first solve counts. Its time runs from your first look at the puzzle, and all help counts."
PROOF = (
    "The puzzles are this host's own, because their seeds contain a secret. The SHA-256 of the secret is shown the day "
    "before, and the secret itself the day after. With the secret, `binairo daily --date DAY --secret TEXT` makes the "
    "same puzzle again."
)
DAYS_OF_SEEDS = ("Today's SHA-256", "Tomorrow's SHA-256", "Yesterday's secret")
CERTAIN = "The rating comes from races, and from daily puzzles that were solved without help."
UNSURE = "This rating is not certain yet: daily puzzles solved without help make it certain."
OPEN = "Open a line to play the puzzle of this size."


class _Line(NamedTuple):
    """A line of the list: the solve at `place` among the `solves` of a size or, if `place` is 0, the size's heading."""

    size: tuple[int, int]
    solves: Sequence[RankedSolve]
    place: int


class StandingsScreen(HostList[Mapping[tuple[int, int], Sequence[RankedSolve]], _Line]):
    """The rankings of the puzzles of today or yesterday. The line above each ranking opens its puzzle."""

    TITLE_OF_LIST = "Solves"
    data: Mapping[tuple[int, int], Sequence[RankedSolve]] = {}
    _days_ago = 0

    def heading(self) -> tuple[str, ...]:
        return f"{DAYS[self._days_ago]}'s ranking", f"{self._day.day} {self._day:%B}, UTC"

    def reload(self) -> None:
        self._day = datetime.now(UTC).date() - timedelta(days=self._days_ago)
        super().reload()

    def list_items(self) -> Iterator[ListItem[_Line]]:
        yield from super().list_items()
        other = DAYS[1 - self._days_ago]
        preview = preview_of(f"Show {other.lower()}'s ranking.", title=other)
        yield ListItem(line(other), self._turn, preview, above=(BLANK,))
        yield ListItem(line("How to check the puzzles"), lambda: None, self._proof)

    def _turn(self) -> None:
        self._days_ago = 1 - self._days_ago
        self.data = {}
        self.reload()
        self.go_to(0)

    def ask(self) -> Mapping[tuple[int, int], Sequence[RankedSolve]]:
        return {size: self.host.standings(self._day, size_text(*size)) for size in catalog.DAILY_SIZES}

    def rows(self) -> Iterator[_Line]:
        for size in catalog.DAILY_SIZES:
            solves = self.data.get(size, ())
            places = range(len(solves[:MAX_SHOWN]) + 1)
            yield from [_Line(size, solves, place) for place in sorted({*places, own_place(solves)})]

    def above(self, row: _Line) -> Sequence[TextLine]:
        return (BLANK,) if self.data and not row.place and row.size != catalog.DAILY_SIZES[0] else ()

    def row_line(self, row: _Line) -> TextLine:
        if not row.place:
            count, own = f"{len(row.solves)} solved" if row.solves else "nobody yet", own_place(row.solves)
            count += f", you are {ordinal(own)}" if own else ""
            return line(Span(column(size_text(*row.size), 8), "strong"), Span(count, "muted"))
        it = row.solves[row.place - 1]
        tone = "accent" if it.is_own else "normal"
        text = f"{row.place:>3} {column(plain(it.name), 13)}{clock_text(it.elapsed_ms):>8} "
        return line(Span(text, tone), Span(plain(it.style), "muted"))

    def preview(self, row: _Line) -> Preview:
        return text_preview(OPEN, COUNTS, title=size_text(*row.size))

    def _proof(self) -> Preview:
        """Ask the host for its secrets, and return a preview of the proof that the puzzles were chosen beforehand."""
        try:
            found = self.host.secrets()
        except hub_link.HostError as error:
            return text_preview(str(error))
        hashes = [f"{name}: {value}" for name, value in zip(DAYS_OF_SEEDS, found, strict=True) if value]
        return text_preview(PROOF, *hashes, title="Own puzzles")

    def open(self, row: _Line) -> None:
        self.navigator.open_day(self._day, *row.size)


class LeagueScreen(HostList[Sequence[host_client.LeagueLine], host_client.LeagueLine]):
    """The players by rating. Those whose ratings are not certain yet come last, and have no place."""

    TITLE_OF_LIST = "Players"
    data: Sequence[host_client.LeagueLine] = ()

    def heading(self) -> tuple[str, ...]:
        own = next((place for place, row in enumerate(self.data, 1) if row.name == self.host.name), 0)
        is_placed = own and self.data[own - 1].deviation <= SURE
        return "Ratings", f"you are {ordinal(own)}" if is_placed else "you have no place yet", f"{len(self.data)} rated"

    def ask(self) -> Sequence[host_client.LeagueLine]:
        return self.host.league()

    def rows(self) -> Sequence[host_client.LeagueLine]:
        return self.data

    def row_line(self, row: host_client.LeagueLine) -> TextLine:
        place = f"{self.data.index(row) + 1:>3}" if row.deviation <= SURE else "  -"
        tone = "accent" if row.name == self.host.name else "normal"
        text = f"{place} {column(plain(row.name), 17)}{row.value:>6.0f}"
        today = f"{row.today:+.0f}" if row.today is not None else ""
        return line(Span(text, tone), Span(f" ± {row.deviation:<4.0f}{today:>6}", "muted"))

    def open(self, row: host_client.LeagueLine) -> None:
        """Do nothing: a line only shows a rating."""

    def preview(self, row: host_client.LeagueLine) -> Preview:
        return text_preview(CERTAIN if row.deviation <= SURE else UNSURE, title=plain(row.name))
