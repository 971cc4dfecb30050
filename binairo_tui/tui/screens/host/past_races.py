"""Races that are over: results, and replays of every player's game."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from binairo_tui.game.pace import pace_of
from binairo_tui.player.catalog import RACE_PUZZLE
from binairo_tui.player.hub_link import TogetherError
from binairo_tui.player.text import clock_text, ordinal, plain, when_text
from binairo_tui.player.together import PastRace, Racer, Together, WatchedGame
from binairo_tui.store.games import new_game
from binairo_tui.tui.screens.host.host_screen import HostList
from binairo_tui.tui.screens.host.watch import session_of
from binairo_tui.tui.screens.places import Places
from binairo_tui.tui.screens.text_screen import Preview, preview_of
from binairo_tui.tui.view.race_text import splits_table
from binairo_tui.tui.view.spans import Paragraph, Span, TextLine, column, line, wrapped_paragraphs

TITLE_WIDTH, RESULT_WIDTH = 14, 12
MAX_NAME_WIDTH = 17


class PastRacesScreen(HostList[Sequence[PastRace], tuple[PastRace, Racer]]):
    """The latest races, newest first, each followed by its players."""

    TITLE_OF_LIST = "Races"
    data: Sequence[PastRace] = ()

    def heading(self) -> tuple[str, ...]:
        return ("Past races" if self.data else "There are no past races",)

    def ask(self, together: Together) -> Sequence[PastRace]:
        return together.past_races()

    def rows(self) -> Iterator[tuple[PastRace, Racer]]:
        return ((race, racer) for race in self.data for racer in race.racers)

    def row_line(self, row: tuple[PastRace, Racer]) -> TextLine:
        race, racer = row
        name_width = min(self.line_width - TITLE_WIDTH - RESULT_WIDTH, MAX_NAME_WIDTH)
        title = plain(race.title) if racer is race.racers[0] else ""
        result = f"{ordinal(racer.place):>4} {clock_text(racer.elapsed_ms):>7}" if racer.place else " gave up"
        return line(
            Span(column(title, TITLE_WIDTH), "strong"), column(plain(racer.name), name_width), Span(result, "muted")
        )

    def open(self, row: tuple[PastRace, Racer]) -> None:
        """Replay the game of a player."""
        race, racer = row

        def show(found: WatchedGame) -> None:
            session = session_of(found)
            band = race.title.partition(" ")[2]
            game = new_game(session.puzzle, title=RACE_PUZZLE, now=self.navigator.progress.now(), band=band)
            title = plain(f"{racer.name} · {race.title}")
            self.navigator.go(Places.REPLAY, session, title, game, racer.name)

        self.ask_host("replay", lambda together: together.past_game(race.id, racer.name), show)

    def preview(self, row: tuple[PastRace, Racer]) -> Preview:
        """Return a table of the times at which those who finished had filled each quarter; asks the host."""
        race, _ = row
        when = when_text(race.started_utc, datetime.now(UTC))
        finished = [racer for racer in race.racers if racer.place]
        try:
            games = [session_of(self.together.past_game(race.id, racer.name)) for racer in finished]
        except TogetherError as error:
            return preview_of(str(error))()
        paces = [pace_of(game.puzzle, game.steps[: game.head]) for game in games]
        names = [racer.name for racer in finished]
        tail = [Paragraph("Open a line to replay a game, and to race against it.", "muted")]

        def content(width: int, height: int) -> Sequence[TextLine]:
            lines: list[TextLine] = []
            if paces:
                table = splits_table(names, paces, width).splitlines()
                lines += [line(Span("Time until filled", "muted")), *map(line, table), ()]
            return [*lines, *wrapped_paragraphs(tail, width)][:height]

        return Preview(plain(f"{race.title}, {when}"), content)
