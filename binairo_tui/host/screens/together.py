"""The screens for playing with others: the ranking, rooms, the player's name and keys, a new room, and past races."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial

from binairo_tui.engine import Band, Request, puzzle, wording
from binairo_tui.game import GameSession
from binairo_tui.host.client import host_client
from binairo_tui.host.screens import race_text
from binairo_tui.host.screens.on_host import HostList, HostPlaces
from binairo_tui.player import catalog
from binairo_tui.player.storm_boards import SIZE
from binairo_tui.player.text import plain, when_text
from binairo_tui.store.games import new_game
from binairo_tui.tui.keymap import FooterContext
from binairo_tui.tui.screens import places, text_screen
from binairo_tui.tui.view.spans import BLANK, Span, TextLine, column, line

SECTION_WIDTH = 7
TITLE_WIDTH, RESULT_WIDTH = 14, 13
MAX_NAME_WIDTH = 17
REFRESH_SECONDS = 2.0
STATE_WORDS = {"making": "open", "open": "open", "countdown": "starting", "running": "racing", "over": "open"}
BOARD = "Who has solved today's puzzles, and how fast. Days begin at midnight UTC."
OPEN_PAST = "Open a line to replay a game, and to race against it."
RATINGS = "From races, and from daily puzzles that were solved without help."
OPEN = (
    "Open a room for races, with puzzles like the last one you made. Everybody solves the same puzzle, without help, "
    "and nobody sees another player's board."
)
STORM = (
    "Open a room for Storm. Everybody gets the same 6x6 boards for three minutes, and sees how many the others have "
    "solved."
)
CODE = "The code is {}. Log in with the other key within 15 minutes, and type the code when asked for your name."
KEY = (
    "Play under the same name from another computer. This shows a code that is valid once, for 15 minutes: "
    "log in with the other key, and type the code when asked for your name."
)


class RoomsScreen(HostList[Sequence[host_client.RoomLine], None]):
    """The list of rooms to enter, and of new rooms to open."""

    CONTEXT = FooterContext.CHOICES
    TITLE_OF_LIST = "Rooms"

    data: Sequence[host_client.RoomLine] = ()

    def on_mount(self) -> None:
        self.set_interval(REFRESH_SECONDS, self._refresh)

    def heading(self) -> tuple[str, ...]:
        return "Rooms", self.host.name

    def _refresh(self) -> None:
        if self.is_active and not self.is_resting:
            self.ask_again()

    def ask(self) -> Sequence[host_client.RoomLine]:
        return self.host.rooms()

    def list_items(self) -> Iterator[text_screen.ListItem[None]]:
        section = "Enter"
        for room in self.data:
            names = plain(", ".join(room.names), 200)
            text = f"{room.name}, {STATE_WORDS[room.state]}: {room.title}"
            enter = partial(self.enter, partial(self.host.enter_room, room.name))
            yield _item(section, plain(text), enter, f"Room {room.name}", f"In the room: {names}.")
            section = ""
        open_room = partial(self.enter, lambda: self.host.open_room(self.new_request()))
        yield _item("New", self.new_kind, open_room, "New room", OPEN)
        open_storm = partial(self.host.open_room, Request(SIZE, SIZE), is_storm=True)
        yield _item("", "Storm", partial(self.enter, open_storm), "New Storm", STORM)

    @property
    def new_kind(self) -> str:
        settings = self.navigator.settings
        return f"{settings.new_size} {settings.new_band.capitalize()}"

    def new_request(self) -> Request:
        settings = self.navigator.settings
        width, height = puzzle.parse_size(settings.new_size) or (8, 8)
        return Request(width, height, Band[settings.new_band.upper()])

    def enter(self, enter: Callable[[], None]) -> None:
        self.ask_host("ask", enter, lambda _: self.navigator.go(HostPlaces.ROOM))


class TogetherScreen(RoomsScreen):
    """A menu of what the player can do with others: play now, see the ranking, choose a room."""

    TITLE_OF_LIST = "Choose"
    NOTE_TONE = "normal"

    def heading(self) -> tuple[str, ...]:
        return "Together", self.host.name

    def list_items(self) -> Iterator[text_screen.ListItem[None]]:
        play = partial(self.enter, lambda: self.host.play_now(self.new_request()))
        told = f"Nobody waits now: this opens a room for {self.new_kind}, and others see that you wait."
        if waiting := [name for room in self.data if STATE_WORDS[room.state] == "open" for name in room.names]:
            wait = wording.inflect(len(waiting), "waits", "wait")
            told = plain(f"{wording.join_words(waiting)} {wait} for somebody to race with.", 200)
        yield _item("Race", "play somebody now", play, "Play now", told)
        count = len(self.data)
        for section, text, place, title, sentence in (
            (
                "",
                f"rooms: {count} open",
                HostPlaces.ROOMS,
                f"Rooms: {count} open",
                "Choose a room to race in, or open one.",
            ),
            ("", "past races", HostPlaces.PAST_RACES, "Past races", "Results, and replays of the games."),
            ("Today", "the daily ranking", HostPlaces.STANDINGS, "The daily ranking", BOARD),
            ("", "ratings of all players", HostPlaces.LEAGUE, "Ratings", RATINGS),
        ):
            yield _item(section, text, partial(self.navigator.go, place), title, sentence)
        show_code = partial(self.ask_host, "ask", self.host.new_code, lambda code: self.note(CODE.format(code)))
        yield _item("You", "add another key", show_code, "Another key", KEY)


def _item(section: str, text: str, go: Callable[[], None], title: str, sentence: str) -> text_screen.ListItem[None]:
    preview = text_screen.preview_of(sentence, title=plain(title))
    shown = (Span(column(section, SECTION_WIDTH), "strong"), *line(text))
    return text_screen.ListItem(shown, go, preview, above=(BLANK,) if section else ())


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

        def show(found: tuple[puzzle.Puzzle, str]) -> None:
            session = GameSession(found[0], history=found[1])
            band = race.title.partition(" ")[2]
            game = new_game(session.puzzle, title=catalog.RACE_PUZZLE, now=self.navigator.progress.now(), band=band)
            title = plain(f"{racer.name} · {race.title}")
            self.navigator.go(places.Places.REPLAY, session, title, game, racer.name)

        self.ask_host("replay", partial(self.host.past_game, race.id, racer.name), show)

    def preview(self, row: tuple[host_client.PastRace, host_client.RaceResult]) -> text_screen.Preview:
        race, _ = row
        when = when_text(race.started_utc, datetime.now(UTC))
        return text_screen.text_preview(OPEN_PAST, title=plain(f"{race.title}, {when}"))
