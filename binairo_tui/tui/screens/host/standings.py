"""The daily ranking: who solved today's puzzles, strict and unaided solves first."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from binairo_tui.player import catalog, ghost, host_client
from binairo_tui.player.text import clock_text, plain, size_text
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens.host.host_screen import HostList
from binairo_tui.tui.screens.text_screen import Preview, preview_of
from binairo_tui.tui.view.spans import BLANK, Span, TextLine, column, line

MAX_SHOWN = 20
RACE = "Open to race against this solve by {}: you see how much of the board was filled at each moment, but no values."
NO_RACE = "Open to play the puzzle. {} does not let others race against this solve."


class _Line(NamedTuple):
    """A line of the list: a solve, by its place among the `solves` of a size or, if the place is 0, the size itself."""

    size: tuple[int, int]
    solves: Sequence[host_client.RankingLine]
    place: int


class StandingsScreen(HostList[Mapping[str, Sequence[host_client.RankingLine]], _Line]):
    """The ranking of each of today's puzzles, below a line that opens the puzzle."""

    TITLE_OF_LIST = "Solved today"
    data: Mapping[str, Sequence[host_client.RankingLine]] = {}

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._day = datetime.now(UTC).date()

    def heading(self) -> tuple[str, ...]:
        return "Today's ranking", f"{self._day.day} {self._day:%B}, UTC"

    def reload(self) -> None:
        self._day = datetime.now(UTC).date()
        super().reload()

    def ask(self, host: host_client.HostClient) -> Mapping[str, Sequence[host_client.RankingLine]]:
        names = [f"{width}x{height}" for width, height in catalog.DAILY_SIZES]
        return {name: host.standings(self._day, name) for name in names}

    def rows(self) -> Iterator[_Line]:
        for width, height in catalog.DAILY_SIZES:
            solves = self.data.get(f"{width}x{height}", ())
            yield from [_Line((width, height), solves, place) for place in range(len(solves[:MAX_SHOWN]) + 1)]

    def above(self, row: _Line) -> Sequence[TextLine]:
        return (BLANK,) if self.data and not row.place and row.size != catalog.DAILY_SIZES[0] else ()

    def row_line(self, row: _Line) -> TextLine:
        if not row.place:
            count = f"{len(row.solves)} solved" if row.solves else "nobody yet"
            return line(Span(column(size_text(*row.size), 8), "strong"), Span(count, "muted"))
        it = row.solves[row.place - 1]
        tone = "accent" if it.name == self.host.name else "normal"
        text = f"{row.place:>3} {column(plain(it.name), 13)}{clock_text(it.elapsed_ms):>8} "
        return line(Span(text, tone), Span(plain(it.style), "muted"))

    def preview(self, row: _Line) -> Preview:
        if not row.place:
            sentences = "Open a line to play the puzzle of this size.", "Only your first solve counts."
            return preview_of(*sentences, title=size_text(*row.size))()
        it = row.solves[row.place - 1]
        return preview_of((RACE if it.may_race else NO_RACE).format(plain(it.name)), title=plain(it.name))()

    def open(self, row: _Line) -> None:
        if row.place and row.solves[row.place - 1].may_race:
            self._race(*row.size, row.solves[row.place - 1].name)
        else:
            self.navigator.open_day(self._day, *row.size)

    def _race(self, width: int, height: int, name: str) -> None:
        ask = lambda host: host.daily_pace(self._day, f"{width}x{height}", name)  # noqa: E731
        race = lambda pace: self.navigator.open_day(self._day, width, height, ghost.Ghost(name, pace))  # noqa: E731
        self.ask_host("ask", ask, race)
