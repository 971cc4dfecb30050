"""The screen of races that are over: their results, and replays of every racer's game."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import partial

from binairo_tui.engine.notation import parse_puzzle
from binairo_tui.game import GameSession
from binairo_tui.game.review import pace_of
from binairo_tui.host.client import host_client, hub_link
from binairo_tui.host.screens import on_host, race_text
from binairo_tui.player import catalog, coach, text
from binairo_tui.store.games import new_game
from binairo_tui.tui.screens import places, text_screen
from binairo_tui.tui.view import race_text as pace_text
from binairo_tui.tui.view import replay_text, spans

TITLE_WIDTH, RESULT_WIDTH = 14, 13
MAX_NAME_WIDTH = 17


class PastRacesScreen(
    on_host.HostList[Sequence[host_client.PastRace], tuple[host_client.PastRace, host_client.RaceResult]]
):
    TITLE_OF_LIST = "Races"
    data: Sequence[host_client.PastRace] = ()

    def heading(self) -> tuple[str, ...]:
        return ("Past races" if self.data else "There are no past races",)

    def ask(self) -> Sequence[host_client.PastRace]:
        return self.host.past_races()

    def rows(self) -> Iterator[tuple[host_client.PastRace, host_client.RaceResult]]:
        return ((race, racer) for race in self.data for racer in race.racers)

    def row_line(self, row: tuple[host_client.PastRace, host_client.RaceResult]) -> spans.TextLine:
        race, racer = row
        name_width = min(self.line_width - TITLE_WIDTH - RESULT_WIDTH, MAX_NAME_WIDTH)
        title = text.plain(race.title) if racer is race.racers[0] else ""
        return spans.line(
            spans.Span(spans.column(title, TITLE_WIDTH), "strong"),
            spans.column(text.plain(racer.name), name_width),
            spans.Span(race_text.result_text(racer), "muted"),
        )

    def open(self, row: tuple[host_client.PastRace, host_client.RaceResult]) -> None:
        race, racer = row

        def show(found: host_client.PastGame) -> None:
            session = _session_of(found)
            band = race.title.partition(" ")[2]
            game = new_game(session.puzzle, title=catalog.RACE_PUZZLE, now=self.navigator.progress.now(), band=band)
            title = text.plain(f"{racer.name} · {race.title}")
            self.navigator.go(places.Places.REPLAY, session, title, game, racer.name)

        self.ask_host("replay", partial(self.host.past_game, race.id, racer.name), show)

    def preview(self, row: tuple[host_client.PastRace, host_client.RaceResult]) -> text_screen.Preview:
        """Return a preview that compares the winner's game with the racer's.

        If the racer has won or has not finished, the game of the second is compared, if there is one.
        """
        race, racer = row
        when = text.when_text(race.started_utc, datetime.now(UTC))
        finished = [it for it in race.racers if it.elapsed_ms]
        names = [it.name for it in [*finished[:1], *([racer] if racer in finished[1:] else finished[1:2])]]
        try:
            games = [_session_of(self.host.past_game(race.id, name)) for name in names]
        except hub_link.HostError as error:
            return text_screen.text_preview(str(error))
        puzzles, steps = [game.puzzle for game in games], [game.steps[: game.head] for game in games]
        paces = [*map(pace_of, puzzles, steps)]
        plain_names = [*map(text.plain, names)]
        decided = coach.deciding_text(puzzles[0], plain_names, steps) if len(games) > 1 else ""
        told = [
            spans.Paragraph(decided),
            spans.Paragraph("Open a line to replay a game, and to race against it.", "muted"),
        ]

        def content(width: int, height: int) -> Sequence[spans.TextLine]:
            lines: list[spans.TextLine] = []
            if games:
                splits, waits = (
                    pace_text.splits_table(names, paces, width),
                    replay_text.waits_chart(names, steps, width),
                )
                for title, shown in (("Time until filled", splits), ("Waits, from first step to last", waits)):
                    lines += [spans.line(spans.Span(title, "muted")), *map(spans.line, shown.splitlines()), ()]
            return [*lines, *spans.wrapped_paragraphs(told, width)][:height]

        return text_screen.Preview(text.plain(f"{race.title}, {when}"), content)


def _session_of(game: host_client.PastGame) -> GameSession:
    return GameSession(parse_puzzle(game.puzzle), history=game.history)
