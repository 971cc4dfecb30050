"""The daily ranking: who solved today's puzzles, strict and unaided solves first."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial

from binairo_tui.player.catalog import DAILY_SIZES
from binairo_tui.player.ghost import Ghost
from binairo_tui.player.text import clock_text, plain, size_text
from binairo_tui.player.together import Standing, Together
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens.host.host_screen import HostScreen
from binairo_tui.tui.screens.text_screen import Choice, preview_of
from binairo_tui.tui.view.spans import BLANK, Span, TextLine, column, line

MAX_SHOWN = 20
RACE = "Open to race against this solve by {}: you see how much of the board was filled at each moment, but no values."
NO_RACE = "Open to play the puzzle. {} does not let others race against this solve."


class StandingsScreen(HostScreen):
    """The results of each size under a line that opens its puzzle."""

    TITLE_OF_LIST = "Solved today"

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._standings: dict[str, Sequence[Standing]] = {}
        self._day = datetime.now(UTC).date()

    def heading(self) -> tuple[str, ...]:
        return "Today's ranking", f"{self._day.day} {self._day:%B}, UTC"

    def reload(self) -> None:
        self._day = datetime.now(UTC).date()
        super().reload()
        self.ask_host("standings", self._ask, self._take)

    def choices(self) -> Sequence[Choice]:
        return [choice for size in DAILY_SIZES for choice in self._choices_of(*size)]

    def sections(self) -> Mapping[int, Sequence[TextLine]]:
        """Return a blank line in front of each size that follows results."""
        found: dict[int, Sequence[TextLine]] = {}
        index = 0
        for width, height in DAILY_SIZES:
            if index and self._standings:
                found[index] = (BLANK,)
            index += 1 + len(self._standings.get(f"{width}x{height}", ())[:MAX_SHOWN])
        return found

    def _choices_of(self, width: int, height: int) -> Iterator[Choice]:
        open_day = partial(self.navigator.open_day, self._day, width, height)
        found = self._standings.get(f"{width}x{height}", ())
        count = f"{len(found)} solved" if found else "nobody yet"
        preview = preview_of(
            "Open a line to play the puzzle of this size.",
            "Only your first solve counts.",
            title=size_text(width, height),
        )
        yield Choice(line(Span(column(size_text(width, height), 8), "strong"), Span(count, "muted")), open_day, preview)
        for place, it in enumerate(found[:MAX_SHOWN], 1):
            race = partial(self._race, width, height, it.name) if it.may_race else open_day
            sentence = RACE if it.may_race else NO_RACE
            tone = "accent" if it.name == self.together.name else "normal"
            text = f"{place:>3} {column(plain(it.name), 13)}{clock_text(it.elapsed_ms):>8} "
            shown = line(Span(text, tone), Span(plain(it.style), "muted"))
            yield Choice(shown, race, preview_of(sentence.format(plain(it.name)), title=plain(it.name)))

    def _race(self, width: int, height: int, name: str) -> None:
        """Play the puzzle against the solve of a player."""
        ask = lambda together: together.daily_pace(self._day, f"{width}x{height}", name)  # noqa: E731
        race = lambda pace: self.navigator.open_day(self._day, width, height, Ghost(name, pace))  # noqa: E731
        self.ask_host("ask", ask, race)

    def _ask(self, together: Together) -> dict[str, Sequence[Standing]]:
        names = [f"{width}x{height}" for width, height in DAILY_SIZES]
        return {name: together.standings(self._day, name) for name in names}

    def _take(self, standings: dict[str, Sequence[Standing]]) -> None:
        self._standings = standings
        self.show_all()
