"""The screen of a room: its players, who is ready, and the results of the last race.

It shows a race when it begins.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from textual.screen import Screen

from binairo_tui.host.client.host_client import RoomReport
from binairo_tui.host.screens.on_host import ShownOnHost
from binairo_tui.host.screens.race import TICK_SECONDS, HostStormScreen, race_screen, rules_of, seconds_left
from binairo_tui.host.screens.race_text import result_text, verdict_text
from binairo_tui.player.text import percent_text, plain
from binairo_tui.tui.keymap import FooterContext
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens.text_screen import ListItem, ListScreen, preview_of, text_preview
from binairo_tui.tui.view.spans import BLANK, Span, TextLine, column, line, progress_bar

Race = TypeVar("Race")

BAR = 8
RULES_TITLE = "The rules"
LEAVE_RACE = "If you leave during a race, you give it up."
LEAVE_STORM = "If you leave during a Storm, you keep the boards that you have solved."
NAME_WIDTH, RESULT_WIDTH, STATE_WIDTH = 17, 14, 9


class RoomScreen(ListScreen[None, None], ShownOnHost):
    CONTEXT = FooterContext.CHOICES
    TITLE_OF_LIST = "Room"

    _raced = 0
    """The number of the last race that was opened here; 0 if no race was opened."""
    _seconds = 0
    """The seconds until the race begins, as last shown."""

    def on_mount(self) -> None:
        self.set_interval(TICK_SECONDS, self._tick)

    def _tick(self) -> None:
        if self.host.room and self.host.room.state == "countdown" and self._seconds != seconds_left(self.host.room):
            self._seconds = seconds_left(self.host.room)
            self.show_all()

    def on_unmount(self) -> None:
        own = self.host.room.racer(self.host.name) if self.host.room else None
        if own and own.is_ready:
            self.host.be_unready()  # a race must not begin while a player who was ready is elsewhere

    def heading(self) -> tuple[str, ...]:
        room = self.host.room
        return (f"Room {room.name} · {room.title}", _state_text(room)) if room else ("Room", "")

    def list_items(self) -> Sequence[ListItem[None]]:
        room = self.host.room
        if room is None:
            return [ListItem(line("Back"), self.navigator.leave, text_preview)]
        verdict = verdict_text(room.results, self.host.name) if room.results and room.state != "running" else ""
        divider = (BLANK, line(Span(verdict, "strong") if verdict else Span("Players", "muted")))
        players = [self._player_item(room, name) for name in _names(room)]
        return [*self._actions(room), *[it._replace(above=divider) for it in players[:1]], *players[1:]]

    def _actions(self, room: RoomReport) -> Iterator[ListItem[None]]:
        own = room.racer(self.host.name)
        if self.host.is_racing():
            text, go = "Continue the Storm" if room.is_storm else "Continue the race", self._race_again
        elif room.state != "countdown" and own and not own.is_ready:
            text, go = "Rematch: I am ready" if room.results else "I am ready", self._be_ready
        else:  # there is always a first line, so that a second Enter does not leave the room
            text, go = _waiting_text(room), lambda: None
        yield ListItem(line(Span(text, "strong")), go, preview_of(rules_of(room), title=RULES_TITLE))
        leaving = LEAVE_STORM if room.is_storm else LEAVE_RACE
        yield ListItem(line("Leave the room"), self._leave, preview_of(leaving, title="Leave the room"))

    def _player_item(self, room: RoomReport, name: str) -> ListItem[None]:
        tone = "accent" if name == self.host.name else "normal"
        width = min(self.line_width - RESULT_WIDTH - STATE_WIDTH, NAME_WIDTH)
        text = line(Span(column(plain(name), width), tone), *_player_text(room, name))
        return ListItem(text, lambda: None, preview_of(rules_of(room), title=RULES_TITLE))

    def on_room_changed(self) -> None:
        self.reload()
        self._show_race()

    def on_screen_resume(self) -> None:
        self.call_after_refresh(self._show_race)

    def _show_race(self) -> None:
        """Show the board of the race, unless this screen has shown it before."""
        if self.host.room and self.host.is_racing() and self.host.room.race != self._raced and self.is_active:
            self._race_again()

    def _race_again(self) -> None:
        self._raced = self.host.room.race if self.host.room else 0
        if self.host.room and self.host.room.is_storm:
            self.ask_host("race", self.host.storm, partial(self._open, HostStormScreen))
        else:
            self.ask_host("race", self.host.race_game, partial(self._open, race_screen))

    def _open(self, screen_of: Callable[[Navigator, Race, Callable[[], None]], Screen[None]], race: Race) -> None:
        if self.is_active:
            self.app.push_screen(screen_of(self.navigator, race, self._rematch))

    def _rematch(self) -> None:
        self.navigator.leave()
        self._be_ready()

    def _be_ready(self) -> None:
        self.ask_host("ask", self.host.be_ready)

    def _leave(self) -> None:
        self.ask_host("ask", self.host.leave_room, lambda _: self.navigator.leave())


def _waiting_text(room: RoomReport) -> str:
    texts = {
        "countdown": "The race is about to begin",
        "making": "Ready; the puzzle is being made",
        "running": "Ready; others are still racing",
    }
    who = "the others" if len(room.racers) > 1 else "another player"
    return texts.get(room.state, f"Ready; waiting for {who}")


def _state_text(room: RoomReport) -> str:
    if room.problem:
        return plain(room.problem)
    ready = sum(racer.is_ready for racer in room.racers)
    texts = {
        "making": "making a puzzle",
        "open": f"{ready} of {len(room.racers)} ready",
        "countdown": f"begins in {seconds_left(room)} s",
        "running": "racing",
    }
    return texts.get(room.state, "race over")


def _names(room: RoomReport) -> list[str]:
    """Return the names of all players: first those with a result, then the others, each with the best first."""
    others = sorted(room.racers, key=lambda racer: -racer.filled)
    return list(dict.fromkeys([result.name for result in room.results] + [racer.name for racer in others]))


def _player_text(room: RoomReport, name: str) -> TextLine:
    """Return what follows a player's name: the progress in the race, or the result, and whether the player is ready."""
    racer, result = room.racer(name), room.result(name)
    if racer and room.is_storm and room.state == "running":
        return line(f"{racer.filled} solved", Span("" if racer.is_here else "  away", "muted"))
    if racer and not result and room.state == "running":
        share = racer.filled / max(room.to_fill, 1)
        state = "" if racer.is_here else "  away"
        return line(*progress_bar(share, BAR), f" {percent_text(share):>4}", Span(state, "muted"))
    words = "left" if not racer else "away" if not racer.is_here else "ready" if racer.is_ready else "not ready"
    state = "" if room.state == "running" and words == "not ready" else words
    shown = column(result_text(result) if result else "", RESULT_WIDTH if room.results else 0)
    return line(shown, Span(state, "done" if state == "ready" else "muted"))
