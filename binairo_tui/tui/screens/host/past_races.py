"""Races that are over: results, and replays of every player's game."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from binairo_tui.player.race import ordinal
from binairo_tui.player.text import clock_text, plain, when_text
from binairo_tui.tui.messages import Place
from binairo_tui.tui.screens.host.host_screen import HostScreen
from binairo_tui.tui.screens.host.watch import session_of
from binairo_tui.tui.screens.text_screen import Choice, preview_of
from binairo_tui.tui.view.spans import Span, column, line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from binairo_tui.player.together import PastRace, Racer, WatchedGame
    from binairo_tui.tui.messages import Navigator


class PastRacesScreen(HostScreen):
    """The last races, the newest first, with the players of each under it."""

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._races: Sequence[PastRace] = ()

    def heading(self) -> tuple[str, ...]:
        return ("Past races" if self._races else "There are no past races",)

    def reload(self) -> None:
        super().reload()
        self.ask_host("races", lambda together: together.past_races(), self._take)

    def choices(self) -> Sequence[Choice]:
        return [choice for race in self._races for choice in self._choices_of(race)]

    def _choices_of(self, race: PastRace) -> Iterator[Choice]:
        when = when_text(race.started_utc, datetime.now(UTC))
        preview = preview_of(f"{race.title}, {when}.", "Open a line to replay the game of a player.")
        for index, racer in enumerate(race.racers):
            title = plain(race.title) if not index else ""
            result = f"{ordinal(racer.place):>4} {clock_text(racer.elapsed_ms):>7}" if racer.place else " gave up"
            text = line(Span(column(title, 15), "strong"), column(plain(racer.name), 11), Span(result, "muted"))
            yield Choice(text, partial(self._replay, race, racer), preview)

    def _replay(self, race: PastRace, racer: Racer) -> None:
        def show(game: WatchedGame) -> None:
            self.navigator.go(Place.REPLAY, session_of(game), plain(f"{racer.name} · {race.title}"))

        self.ask_host("replay", lambda together: together.past_game(race.id, racer.name), show)

    def _take(self, races: Sequence[PastRace]) -> None:
        self._races = races
        self.show_all()
