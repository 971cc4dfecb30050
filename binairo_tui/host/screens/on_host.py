"""The surroundings of the app on a host: the player's name, news, the host's services, and what cannot be done there.

The module also has the base classes of the screens that are shown only on a host.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from textual.app import App
from textual.message import Message

from binairo_tui.engine.cancellation import IsCancelled
from binairo_tui.host import screens
from binairo_tui.host.client import host_client, host_progress, hub_link
from binairo_tui.player import text
from binairo_tui.player.glicko import Rating
from binairo_tui.player.progress import Progress
from binairo_tui.player.ratings import rating_text
from binairo_tui.store import writer
from binairo_tui.tui.messages import Navigator, Place, SaveStatusChanged, Surroundings
from binairo_tui.tui.screens import dialog, places
from binairo_tui.tui.screens.base import BaseScreen
from binairo_tui.tui.screens.text_screen import Data, ListScreen, Row
from binairo_tui.tui.view.race_text import RankedSolve

NAME = "Welcome! What is your name here? (Or type the code that you got with your other key.)"
INVITATION = "This host is for invited players: ask the person who runs it. What is your invitation?"


class HostPlaces:
    TOGETHER = Place(lambda: screens.together.TogetherScreen)
    ROOMS = Place(lambda: screens.together.RoomsScreen)
    LEAGUE = Place(lambda: screens.standings.LeagueScreen)
    STANDINGS = Place(lambda: screens.standings.StandingsScreen)
    ROOM = Place(lambda: screens.rooms.RoomScreen)
    PAST_RACES = Place(lambda: screens.together.PastRacesScreen)


class OnHost(host_client.HostClient, Surroundings):
    """The surroundings of a player's session on a host. The host also generates and assesses puzzles."""

    no_files = "On a host no files can be written"
    no_shell = "on a host there is no shell to return to"
    ranks_days = True
    daily_note = "This puzzle is the host's own: nobody could know it before today."
    home_items: Sequence[tuple[Place[[]], str, str]] = (
        (HostPlaces.TOGETHER, "races, today's ranking", "Play with others on this host."),
    )

    @property
    def is_newcomer(self) -> bool:
        return not self.name

    def ranking(self, day: date, size: str) -> Sequence[RankedSolve]:
        try:
            return self.standings(day, size)
        except hub_link.HostError:
            return ()

    def rating_text(self, progress: Progress) -> str:  # noqa: ARG002 - the host has a rating of its own
        """Return the player's rating on this host, which is not computed from the player's saved games."""
        with suppress(hub_link.HostError):
            ratings = [Rating(line.value, line.deviation) for line in self.league() if line.name == self.name]
            return "".join([f"rated {rating_text(it)}" for it in ratings])
        return ""

    def open_progress(self, path: Path) -> host_progress.PlayerProgress:
        return host_progress.PlayerProgress(path, self)

    def arrive(self, app: App[Any], navigator: Navigator) -> None:
        """Ask a new player for a name; return any other player to their unfinished race, if any."""
        self.on_news = lambda news: app.call_later(_tell_screens, app, news)
        self.on_race_called = lambda room: app.call_later(_call, app, navigator, room)
        if self.room is not None:
            navigator.go(HostPlaces.ROOM)
        elif self.is_newcomer and self.needs_invitation:
            _ask(app, INVITATION, self.check_invitation, partial(self._name, app, navigator))
        elif self.is_newcomer:
            self._name(app, navigator, "")

    def _name(self, app: App[Any], navigator: Navigator, invitation: str) -> None:
        attempt = partial(self.choose_name, invitation=invitation)
        _ask(app, NAME, attempt, lambda _: navigator.go(places.Places.FIRST_STEPS))


def _tell_screens(app: App[Any], news: host_client.News) -> None:
    for screen in app.screen_stack:
        screen.post_message(SaveStatusChanged(news) if isinstance(news, writer.SaveStatus) else RoomChanged())


def _ask(app: App[Any], question: str, attempt: Callable[[str], None], go_on: Callable[[str], object]) -> None:
    """Ask a question until `attempt` accepts the answer, then call `go_on`; end the app if the player cancels."""

    def find_fault(text: str) -> str:
        try:
            attempt(text)
        except hub_link.HostError as error:
            return str(error)
        return ""

    def take(text: str | None) -> None:
        if text is None:
            app.exit()
        else:
            go_on(text)

    app.push_screen(dialog.PromptScreen(question, "", find_fault), take)


class CallScreen(dialog.ConfirmScreen):
    """Asks whether to go to the race that begins."""


def _call(app: App[Any], navigator: Navigator, room: host_client.RoomReport) -> None:
    """Ring the bell. Ask whether to go to the race, unless the player sees the race or is already being asked."""
    app.bell()
    if isinstance(app.screen, (screens.rooms.RoomScreen, CallScreen)):
        return

    def take(is_yes: bool | None) -> None:
        if is_yes:
            navigator.go(HostPlaces.ROOM)

    begins = "is about to begin" if room.state == "countdown" else "has begun"
    app.push_screen(CallScreen(f"Your race in {room.name} {begins}. Go there?"), take)


T = TypeVar("T")


class RoomChanged(Message, bubble=False):
    """Posted to all screens when `HostClient.room` has changed."""


class ShownOnHost(BaseScreen[None]):
    """A screen that is shown only on a host. Name it as the last base, because Textual takes styles from the first."""

    navigator: Navigator

    @property
    def host(self) -> OnHost:
        assert isinstance(self.navigator.surroundings, OnHost)  # noqa: S101 - the screen is shown only there
        return self.navigator.surroundings

    def ask_host(
        self,
        group: str,
        ask: Callable[[], T],
        take: Callable[[T], object] = lambda _: None,
        refuse: Callable[[str], None] | None = None,
    ) -> None:
        """Call `ask` in the background, then `take` with the answer.

        If the host refuses, call `refuse` with the reason; by default, show it. A question cancels any in its `group`.
        """

        def work(_is_cancelled: IsCancelled) -> Iterator[Callable[[], object]]:
            try:
                answer = ask()
            except hub_link.HostError as error:
                yield partial(refuse or self.note, text.plain(str(error), 200))
            else:
                yield partial(take, answer)

        self.run_in_background(group, work, lambda go_on: go_on())


class HostList(ListScreen[Data, Row], ShownOnHost):
    """A list that shows the host's last answer, which is kept in `data`."""

    def ask(self) -> Data:
        raise NotImplementedError

    def take_data(self, data: Data) -> None:
        """Do nothing: `self.data` may hold an answer of the host that is newer than `data`."""

    def reload(self) -> None:
        super().reload()
        self.ask_again()

    def ask_again(self) -> None:
        self.ask_host("list", self.ask, self._receive_answer)

    def _receive_answer(self, data: Data) -> None:
        if data != self.data:
            self.data = data
            self.show_all()
