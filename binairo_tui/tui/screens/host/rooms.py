"""The screen of a room: its players, who is ready, the countdown, and the results of the last race."""

import time
from collections.abc import Iterator, Mapping, Sequence

from binairo_tui.player.host_client import RaceGame, Racer, RoomChanged, RoomReport
from binairo_tui.player.text import clock_text, ordinal, percent_text, plain
from binairo_tui.tui.keymap import FooterContext
from binairo_tui.tui.messages import HostNews, Navigator
from binairo_tui.tui.screens.host.host_screen import HostScreen
from binairo_tui.tui.screens.host.race import race_screen
from binairo_tui.tui.screens.text_screen import ListItem, preview_of
from binairo_tui.tui.view.spans import BLANK, Span, TextLine, column, line, progress_bar

TICK_SECONDS = 0.25
RULES = (
    "Everybody gets the same puzzle. There are no hints, no checks, no filling by the program and no pauses; "
    "you can use marks and what-if branches. The race ends when it has taken three times as long as the winner needed "
    "(at least a minute), or two hours."
)
ACTIONS = 2
"""The number of list items before the first player."""
BAR = 8
"""The width in columns of the bar that shows how much a player has filled."""


class RoomScreen(HostScreen[None, None]):
    """The room that the player is in."""

    CONTEXT = FooterContext.CHOICES
    TITLE_OF_LIST = "Room"

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._raced = 0
        """The number of the last race that was opened here."""

    @property
    def room(self) -> RoomReport | None:
        return self.host.room

    def on_mount(self) -> None:
        self.set_interval(TICK_SECONDS, self._tick)
        self.call_after_refresh(self._open_race)

    def heading(self) -> tuple[str, ...]:
        room = self.room
        return (f"Room {room.name} · {room.title}", _state_text(room)) if room else ("Room", "")

    def list_items(self) -> Sequence[ListItem[None]]:
        room = self.room
        if room is None:
            return [ListItem(line("Back"), self.navigator.leave, preview_of())]
        return [*self._actions(room), *[self._racer_item(room, racer) for racer in _in_order(room)]]

    def sections(self) -> Mapping[int, Sequence[TextLine]]:
        return {ACTIONS: (BLANK, line(Span("Players", "muted")))} if self.room else {}

    def _actions(self, room: RoomReport) -> Iterator[ListItem[None]]:
        own = room.racer(self.host.name)
        if room.state == "running" and own and not own.place:
            text, go = "Continue the race", self._race_again
        elif room.state in ("open", "making", "over") and own and not own.is_ready:
            text, go = "Rematch: I am ready" if room.state == "over" else "I am ready", self._be_ready
        else:  # there is always a first line, so that a second Enter does not leave the room
            text, go = _waiting_text(room), lambda: None
        yield ListItem(line(Span(text, "strong")), go, preview_of(RULES, title="Rules of races"))
        yield ListItem(
            line("Leave the room"),
            self._leave,
            preview_of("If you leave during a race, you give it up.", title="Leave the room"),
        )

    def _racer_item(self, room: RoomReport, racer: Racer) -> ListItem[None]:
        tone = "accent" if racer.name == self.host.name else "normal"
        text = line(Span(column(plain(racer.name), 17), tone), *_racer_text(room, racer))
        return ListItem(text, lambda: None, preview_of(RULES, title="Rules of races"))

    def on_host_news(self, message: HostNews) -> None:
        if isinstance(message.news, RoomChanged):
            self.reload()
            self._open_race()

    def on_screen_resume(self) -> None:
        self.call_after_refresh(self._open_race)

    def _tick(self) -> None:
        if self.is_active and self.room and self.room.state == "countdown":
            self.show_all()

    def _open_race(self) -> None:
        """Show the board of the running race, unless this screen has shown it before."""
        room = self.room
        own = room.racer(self.host.name) if room else None
        if room and own and room.state == "running" and not own.place and room.race != self._raced and self.is_active:
            self._race_again()

    def _race_again(self) -> None:
        self._raced = self.room.race if self.room else 0
        self.ask_host("race", lambda host: host.race_game(), self._receive_race)

    def _receive_race(self, race: RaceGame) -> None:
        if self.is_active:
            self.app.push_screen(race_screen(self.navigator, race))

    def _be_ready(self) -> None:
        self.ask_host("ask", lambda host: host.be_ready(), lambda _: None)

    def _leave(self) -> None:
        self.ask_host("ask", lambda host: host.leave_room(), lambda _: self.navigator.leave())


def _waiting_text(room: RoomReport) -> str:
    if room.state == "countdown":
        return f"The race {_state_text(room)}"
    if room.state == "making":
        return "Ready: the puzzle is being made"
    if room.state == "running":
        return "Finished: others are still racing"
    return "Ready: waiting for " + ("the others" if len(room.racers) > 1 else "another player")


def _state_text(room: RoomReport) -> str:
    if room.problem:
        return plain(room.problem)
    if room.state == "countdown":
        left = room.starts_in_ms / 1000 - (time.monotonic() - room.seen_at)
        return f"starts in {max(int(left) + 1, 1)}"
    ready = sum(racer.is_ready for racer in room.racers)
    texts = {"making": "making a puzzle", "open": f"{ready} of {len(room.racers)} ready", "running": "racing"}
    return texts.get(room.state, "race over")


def _in_order(room: RoomReport) -> list[Racer]:
    return sorted(room.racers, key=lambda racer: (racer.place or len(room.racers) + 1, -racer.filled))


def _racer_text(room: RoomReport, racer: Racer) -> TextLine:
    if racer.place:
        return line(f"{ordinal(racer.place):>4} {clock_text(racer.elapsed_ms):>7}")
    share = racer.filled / max(room.to_fill, 1)
    if room.state == "running":
        return line(
            *progress_bar(share, BAR), f" {percent_text(share):>4}", Span("" if racer.is_here else "  away", "muted")
        )
    words = "away" if not racer.is_here else "ready" if racer.is_ready else "not ready"
    if room.state == "over" and not racer.is_ready and racer.filled:
        words = "gave up"
    return line(Span(words, "done" if words == "ready" else "muted"))
