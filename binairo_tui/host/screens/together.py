"""The screen for playing with others: today's ranking, rooms, and the player's own name and keys."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from binairo_tui.engine import Band, Request, puzzle
from binairo_tui.host.client import host_client, hub_link
from binairo_tui.host.screens.on_host import HostList, HostPlaces
from binairo_tui.player import catalog
from binairo_tui.player.puzzle_options import ROWS, PuzzleOptions
from binairo_tui.player.storm_boards import SIZE
from binairo_tui.player.text import clock_text, plain, size_text
from binairo_tui.tui.keymap import FooterContext
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens import text_screen
from binairo_tui.tui.screens.new_puzzle import NewPuzzleScreen
from binairo_tui.tui.view.spans import BLANK, Paragraph, Span, TextLine, column, line, wrapped_paragraphs

SECTION_WIDTH = 7
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
    SHOWN = ROWS[:3]

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
