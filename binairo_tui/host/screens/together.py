"""The screens for playing with others: ranking, rooms, the own name and keys; a new room; and past races."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from binairo_tui.engine import Band, Request, puzzle
from binairo_tui.engine.notation import parse_puzzle
from binairo_tui.game import GameSession
from binairo_tui.game.review import pace_of
from binairo_tui.host.client import host_client, hub_link
from binairo_tui.host.screens import race_text
from binairo_tui.host.screens.on_host import HostList, HostPlaces
from binairo_tui.player import catalog, coach
from binairo_tui.player.puzzle_options import ROWS, PuzzleOptions
from binairo_tui.player.storm_boards import SIZE
from binairo_tui.player.text import clock_text, plain, size_text, when_text
from binairo_tui.store.games import new_game
from binairo_tui.tui.keymap import FooterContext
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens import places, text_screen
from binairo_tui.tui.screens.new_puzzle import NewPuzzleScreen
from binairo_tui.tui.view import race_text as pace_text
from binairo_tui.tui.view import replay_text
from binairo_tui.tui.view.spans import BLANK, Paragraph, Span, TextLine, column, line, wrapped_paragraphs

SECTION_WIDTH = 7
TITLE_WIDTH, RESULT_WIDTH = 14, 13
MAX_NAME_WIDTH = 17
REFRESH_SECONDS = 2.0
STATE_WORDS = {
    "making": "open",
    "open": "open",
    "countdown": "starting",
    "running": "racing",
    "over": "open",
}
BOARD = "Days begin at midnight UTC."
RATINGS = "From races, and from daily puzzles that were solved without help."
OPEN = (
    "Open a room for races, with puzzles like the last new one: everybody in it solves the same puzzle, without help "
    "or a view of other boards."
)
KIND = "Choose the size and the difficulty of the puzzles, and open a room for races."
STORM = (
    "Open a room for Storm: everybody in it gets the same 6x6 boards, one after another, for three minutes, and sees "
    "how many the others have solved."
)
RACEABLE = "Whether others may race against your solves of today's puzzles: they see how much you had filled when."
CODE = "The code is {}. Log in with the other key within 15 minutes, and type it when asked for your name."
KEY = (
    "Play under the same name from another computer. This shows a code that is valid once, for 15 minutes: "
    "log in with the other key, and type the code when asked for your name."
)


class NewRoomScreen(NewPuzzleScreen):
    """A size and a difficulty; `open_room` opens a room for puzzles of this kind, whose lines are unique."""

    CONTEXT = FooterContext.NEW_ROOM
    TITLE = "New room"
    PRESETS = ()
    SHOWN = ROWS[:2]

    def __init__(self, navigator: Navigator, open_room: Callable[[PuzzleOptions], None]) -> None:
        super().__init__(navigator)
        self._options = replace(self._options, rules="unique")
        self._open_room = open_room

    def take(self, options: PuzzleOptions) -> None:
        self._open_room(options)


class TogetherScreen(HostList[Sequence[host_client.RoomLine], None]):
    """A menu of what the player can do with others: see the ranking, enter a room."""

    CONTEXT = FooterContext.CHOICES
    TITLE_OF_LIST = "Choose"
    NOTE_TONE = "normal"

    data: Sequence[host_client.RoomLine] = ()

    def on_mount(self) -> None:
        self.set_interval(REFRESH_SECONDS, self._refresh)

    def heading(self) -> tuple[str, ...]:
        return "Together", self.host.name

    def _refresh(self) -> None:
        if self.is_active and not self.is_resting:
            self.ask_again()

    def ask(self) -> Sequence[host_client.RoomLine]:
        return self.host.rooms()

    def list_items(self) -> Sequence[text_screen.ListItem[None]]:
        ranking = partial(self.navigator.go, HostPlaces.STANDINGS)
        today = text_screen.ListItem(_text("Today", "the daily ranking"), ranking, self._leaders)
        return [today, *self._room_items(), *self._own_items()]

    def _leaders(self) -> text_screen.Preview:
        """Ask the host for the best solve of each of today's puzzles, and return a preview that names them."""
        day = datetime.now(UTC).date()
        sizes = [size_text(*size) for size in catalog.DAILY_SIZES]
        try:
            found = [(size, self.host.standings(day, size)) for size in sizes]
        except hub_link.HostError as error:
            return text_screen.text_preview(str(error))
        rows = [_leader_line(size, standings) for size, standings in found]
        note = [Paragraph(BOARD, "muted")]
        return text_screen.Preview(
            "First today", lambda width, _height: [*rows, BLANK, *wrapped_paragraphs(note, width)]
        )

    def _room_items(self) -> Iterator[text_screen.ListItem[None]]:
        settings = self.navigator.settings
        kind = f"{settings.new_size} {settings.new_band.capitalize()}"
        section = "Races"
        for room in self.data:
            names = plain(", ".join(room.names), 200)
            text = f"{room.name}, {STATE_WORDS[room.state]}: {room.title}"
            enter = partial(self._enter, partial(self.host.enter_room, room.name))
            yield _item(section, plain(text), enter, f"Room {room.name}", f"In the room: {names}.")
            section = ""
        yield _item(section, f"new room: {kind}", partial(self._enter, self._open_room), "New room", OPEN)
        open_storm = partial(self.host.open_room, Request(SIZE, SIZE), is_storm=True)
        yield _item("", "new room: Storm", partial(self._enter, open_storm), "New Storm", STORM)
        yield _item("", "new room: another kind", self._choose_kind, "New room", KIND)
        ratings = partial(self.navigator.go, HostPlaces.LEAGUE)
        yield _item("", "ratings of all players", ratings, "Ratings", RATINGS)
        past = partial(self.navigator.go, HostPlaces.PAST_RACES)
        yield _item("", "past races", past, "Past races", "Results, and replays of the games.")

    def _own_items(self) -> Iterator[text_screen.ListItem[None]]:
        state = "yes" if self.host.is_raceable else "no"
        change = partial(self.host.set_raceable, not self.host.is_raceable)
        switch = partial(self.ask_host, "ask", change, lambda _: self.reload())
        yield _item("You", f"may be raced: {state}", switch, "Racing your solves", RACEABLE)
        show_code = partial(self.ask_host, "ask", self.host.new_code, lambda code: self.note(CODE.format(code)))
        yield _item("", "add another key", show_code, "Another key", KEY)

    def _open_room(self) -> None:
        settings = self.navigator.settings
        width, height = puzzle.parse_size(settings.new_size) or (8, 8)
        self.host.open_room(Request(width, height, Band[settings.new_band.upper()]))

    def _choose_kind(self) -> None:
        self.app.push_screen(NewRoomScreen(self.navigator, self._open_kind))

    def _open_kind(self, options: PuzzleOptions) -> None:
        for name in ("new_size", "new_band"):
            self.navigator.change_setting(name, options.settings[name])
        self.navigator.leave()
        self._enter(self._open_room)

    def _enter(self, enter: Callable[[], None]) -> None:
        self.ask_host("ask", enter, lambda _: self.navigator.go(HostPlaces.ROOM))


def _item(section: str, text: str, go: Callable[[], None], title: str, sentence: str) -> text_screen.ListItem[None]:
    preview = text_screen.preview_of(sentence, title=plain(title))
    return text_screen.ListItem(_text(section, text), go, preview, above=(BLANK,) if section else ())


def _text(section: str, text: str) -> TextLine:
    return (Span(column(section, SECTION_WIDTH), "strong"), *line(text))


def _leader_line(size: str, standings: Sequence[host_client.RankingLine]) -> TextLine:
    name = Span(column(size, 8), "strong")
    if not standings:
        return line(name, Span("nobody yet", "muted"))
    first = standings[0]
    return line(name, f"{column(plain(first.name), 17)}{clock_text(first.elapsed_ms):>7}")


class PastRacesScreen(HostList[Sequence[host_client.PastRace], tuple[host_client.PastRace, host_client.RaceResult]]):
    TITLE_OF_LIST = "Races"
    data: Sequence[host_client.PastRace] = ()

    def heading(self) -> tuple[str, ...]:
        return ("Past races" if self.data else "There are no past races",)

    def ask(self) -> Sequence[host_client.PastRace]:
        return self.host.past_races()

    def rows(self) -> Iterator[tuple[host_client.PastRace, host_client.RaceResult]]:
        return ((race, racer) for race in self.data for racer in race.racers)

    def row_line(self, row: tuple[host_client.PastRace, host_client.RaceResult]) -> TextLine:
        race, racer = row
        name_width = min(self.line_width - TITLE_WIDTH - RESULT_WIDTH, MAX_NAME_WIDTH)
        title = plain(race.title) if racer is race.racers[0] else ""
        return line(
            Span(column(title, TITLE_WIDTH), "strong"),
            column(plain(racer.name), name_width),
            Span(race_text.result_text(racer), "muted"),
        )

    def open(self, row: tuple[host_client.PastRace, host_client.RaceResult]) -> None:
        race, racer = row

        def show(found: host_client.PastGame) -> None:
            session = _session_of(found)
            band = race.title.partition(" ")[2]
            game = new_game(session.puzzle, title=catalog.RACE_PUZZLE, now=self.navigator.progress.now(), band=band)
            title = plain(f"{racer.name} · {race.title}")
            self.navigator.go(places.Places.REPLAY, session, title, game, racer.name)

        self.ask_host("replay", partial(self.host.past_game, race.id, racer.name), show)

    def preview(self, row: tuple[host_client.PastRace, host_client.RaceResult]) -> text_screen.Preview:
        """Return a preview that compares the winner's game with the racer's.

        If the racer has won or has not finished, the game of the second is compared, if there is one.
        """
        race, racer = row
        when = when_text(race.started_utc, datetime.now(UTC))
        finished = [it for it in race.racers if it.elapsed_ms]
        names = [it.name for it in [*finished[:1], *([racer] if racer in finished[1:] else finished[1:2])]]
        try:
            games = [_session_of(self.host.past_game(race.id, name)) for name in names]
        except hub_link.HostError as error:
            return text_screen.text_preview(str(error))
        puzzles, steps = [game.puzzle for game in games], [game.steps[: game.head] for game in games]
        paces = [*map(pace_of, puzzles, steps)]
        plain_names = [*map(plain, names)]
        decided = coach.deciding_text(puzzles[0], plain_names, steps) if len(games) > 1 else ""
        told = [
            Paragraph(decided),
            Paragraph("Open a line to replay a game, and to race against it.", "muted"),
        ]

        def content(width: int, height: int) -> Sequence[TextLine]:
            lines: list[TextLine] = []
            if games:
                splits, waits = (
                    pace_text.splits_table(names, paces, width),
                    replay_text.waits_chart(names, steps, width),
                )
                for title, shown in (("Time until filled", splits), ("Waits, from first step to last", waits)):
                    lines += [line(Span(title, "muted")), *map(line, shown.splitlines()), ()]
            return [*lines, *wrapped_paragraphs(told, width)][:height]

        return text_screen.Preview(plain(f"{race.title}, {when}"), content)


def _session_of(game: host_client.PastGame) -> GameSession:
    return GameSession(parse_puzzle(game.puzzle), history=game.history)
