"""Rooms and races as a player sees them: the countdown, the call, the result and the rematch."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from datetime import date
from typing import Any

import pytest

from binairo_tui.engine import Band, Request, parse_puzzle
from binairo_tui.game.steps import SessionSnapshot
from binairo_tui.host.client.host_client import (
    LeagueLine,
    News,
    Racer,
    RaceResult,
    RoomLine,
    RoomReport,
)
from binairo_tui.host.client.hub_link import TakenOverError
from binairo_tui.host.client.race import RaceStore
from binairo_tui.host.screens.on_host import HostPlaces, OnHost
from binairo_tui.host.screens.race import RaceScreen
from binairo_tui.host.screens.rooms import RoomScreen
from binairo_tui.store.games import SavedGame, new_game
from binairo_tui.tui.screens.page import HelpScreen
from binairo_tui.tui.view.race_text import RankedSolve
from tests.tui.pilots import Player, noon

PUZZLE = parse_puzzle("4x4;0..1.1......0..0")
SOLUTION = "0011110010010110"
WON, SECOND = RaceResult("ada", 1, 5_033), RaceResult("berta", 2, 5_302)

pytestmark = pytest.mark.start(size=(100, 40))


class FakeLink:
    """The link of a race: every step is saved at once, unless another session `takes_over`."""

    takes_over = False

    def ask_later(self, _method: str, **_fields: object) -> Future[dict[str, Any]]:
        answer: Future[dict[str, Any]] = Future()
        if self.takes_over:
            answer.set_exception(TakenOverError("You continued in another session."))
        else:
            answer.set_result({"elapsed_ms": 0, "place": 0})
        return answer


class FakeHost(OnHost):
    """A host with one room, in which ada and berta are."""

    def __init__(self) -> None:
        self.name = "ada"
        self.known_rooms: list[RoomLine] = []
        self.room: RoomReport | None = None
        self.link = FakeLink()
        self.on_news: Callable[[News], object] = lambda _: None
        self.on_race_called: Callable[[RoomReport], object] = lambda _: None
        self.calls: list[str] = []
        self.opened: list[Request] = []

    def league(self) -> list[LeagueLine]:
        return [LeagueLine("berta", 1700.0, 50.0, None), LeagueLine("ada", 1512.4, 48.0, 9.3)]

    def rooms(self) -> list[RoomLine]:
        return self.known_rooms

    def play_now(self, request: Request) -> None:
        self.opened.append(request)

    def standings(self, day: date, size: str) -> list[RankedSolve]:
        return []

    def open_room(self, request: Request, *, is_storm: bool = False) -> None:
        self.opened.append(request)

    def be_ready(self) -> None:
        self.calls.append("ready")

    def be_unready(self) -> None:
        self.calls.append("unready")

    def race_game(self) -> tuple[SavedGame, RaceStore]:
        link: Any = self.link
        progress = SessionSnapshot(0, 0, 0, ())
        store = RaceStore(link, PUZZLE, progress, on_status=self.on_news, on_finished=lambda: None)
        return new_game(PUZZLE, title="Race in oak", now=noon())._replace(progress=progress), store


class Guest:
    """A player whose host sends news."""

    def __init__(self, player: Player, host: FakeHost) -> None:
        self.player = player
        self.host = host
        self.rings = 0

    async def hear(self, state: str, results: Sequence[RaceResult] = (), *, ready: Sequence[str] = ()) -> None:
        """Take the news that the room is in another state; `ready` are the players who are ready."""
        before = self.host.room
        racers = tuple([Racer(name, True, name in ready, 2) for name in ("ada", "berta")])
        self.host.room = RoomReport(
            "oak", "4x4 Easy", state, 7, 60_000, 4, 4, 11, racers, tuple(results), seen_at=time.monotonic()
        )
        self.host.on_news(self.host.room)
        if state in ("countdown", "running") and before and before.state != state:
            self.host.on_race_called(self.host.room)
        await self.player.app.workers.wait_for_complete()
        await self.player.pause()

    async def begin_race(self) -> None:
        """Race in the room."""
        self.player.app.navigator.go(HostPlaces.ROOM)
        await self.player.see_screen(RoomScreen)
        await self.hear("countdown")
        await self.hear("running")
        await self.player.see_screen(RaceScreen)

    async def solve(self) -> None:
        """Fill all cells."""
        for row in range(4):
            await self.player.press("home")
            for cell in range(4 * row, 4 * row + 4):
                if not PUZZLE.is_given(cell):
                    await self.player.press(SOLUTION[cell])
                await self.player.press("right")
            await self.player.press("down")


@pytest.fixture
async def guest(player: Player, monkeypatch: pytest.MonkeyPatch) -> Guest:
    host = player.app.navigator.surroundings = FakeHost()
    guest = Guest(player, host)
    host.arrive(player.app, player.app.navigator)

    def ring() -> None:
        guest.rings += 1

    monkeypatch.setattr(player.app, "bell", ring)
    await guest.hear("open")
    return guest


async def test_play_now_is_the_first_choice_and_the_rooms_are_one_step_further(guest: Guest) -> None:
    player = guest.player
    guest.host.room = None
    player.app.navigator.go(HostPlaces.TOGETHER)
    await player.see("› Race play somebody now", "Nobody waits now", "rooms: 0 open")
    guest.host.known_rooms = [RoomLine("elm", "8x8 Easy", "open", ("berta",))]
    player.app.navigator.go(HostPlaces.TOGETHER)
    await player.press("down", "enter")
    await player.see("Enter elm, open: 8x8 Easy", "New 10x10 Medium", "Storm")
    await player.press("q", "up")
    await player.see("berta waits for somebody to", "rooms: 1 open")
    await player.press("enter")
    await player.see_screen(RoomScreen)
    assert guest.host.opened == [Request(10, 10, Band.MEDIUM)]


async def test_the_room_counts_the_seconds_before_a_race_and_then_shows_it(guest: Guest) -> None:
    guest.player.app.navigator.go(HostPlaces.ROOM)
    await guest.player.see_screen(RoomScreen)
    await guest.hear("countdown")
    for number in (3, 2, 1):
        assert guest.host.room is not None
        guest.host.room = guest.host.room._replace(starts_in_ms=1000 * number - 500, seen_at=time.monotonic())
        await guest.player.see(f"begins in {number} s")
    await guest.hear("running")
    await guest.player.see_screen(RaceScreen)
    await guest.player.press("q")
    assert isinstance(guest.player.app.screen, RoomScreen)


async def test_a_race_calls_its_players_on_every_screen(guest: Guest) -> None:
    player = guest.player
    await player.press("question_mark")
    await guest.hear("countdown")
    assert guest.rings == 1
    await player.see("Your race in oak is about to begin. Go there?")
    await player.press("n")
    assert isinstance(player.app.screen, HelpScreen)
    await guest.hear("running")
    assert guest.rings == 2
    await player.see("Your race in oak has begun. Go there?")
    await player.press("y")
    await player.see_screen(RaceScreen)


async def test_a_race_that_goes_on_in_another_session_is_read_only(guest: Guest) -> None:
    await guest.begin_race()
    await guest.player.press("right", "0")
    guest.host.link.takes_over = True
    await guest.player.press("right", "1")
    await guest.player.see("This game is now open in another")
    screen = guest.player.app.screen
    assert isinstance(screen, RaceScreen)
    assert len(screen.session.snapshot().steps) == 1
    assert guest.player.lines()[-1].split() == ["n", "next", "blank", "?", "help", "q", "back"]
    await guest.player.press("1")
    assert len(screen.session.snapshot().steps) == 1


async def test_the_bell_rings_in_the_room_without_a_question(guest: Guest) -> None:
    await guest.begin_race()
    assert guest.rings == 2


async def test_ready_is_lost_on_leaving_the_room(guest: Guest) -> None:
    guest.player.app.navigator.go(HostPlaces.ROOM)
    await guest.player.see_screen(RoomScreen)
    await guest.player.press("q")
    assert guest.host.calls == []
    await guest.hear("open", ready=["ada"])
    guest.player.app.navigator.go(HostPlaces.ROOM)
    await guest.player.see_screen(RoomScreen)
    await guest.player.press("question_mark", "q")
    assert guest.host.calls == []
    await guest.player.press("q")
    assert guest.host.calls == ["unready"]


async def test_the_result_names_place_and_margin_and_leads_to_a_rematch(guest: Guest) -> None:
    await guest.begin_race()
    player = guest.player
    assert "you are 2 cells behind" in player.text()
    await guest.solve()
    await player.see("Tab rematch", "still racing")
    assert "ahead" not in player.text()
    await guest.hear("running", [WON])
    await player.see("You won.", "1st 0:05.0")
    await guest.hear("over", [WON, SECOND])
    await player.see("You won by 0.3 s.", "2nd 0:05.3", "Rating 1512 ± 48, today +9.")
    assert "Solved in" not in player.text()
    await guest.hear("open", [WON, SECOND], ready=["berta"])
    await player.see("Ready for a rematch: berta.", "You won by 0.3 s.")
    await player.press("u")
    await player.see("You have finished this race.", "Tab rematch")
    await player.press("tab")
    await player.see_screen(RoomScreen)
    await player.app.workers.wait_for_complete()
    assert guest.host.calls == ["ready"]
    await player.see("You won by 0.3 s.", "2nd 0:05.3 ready")


async def test_who_gives_up_is_named_while_the_other_races_on(guest: Guest) -> None:
    await guest.begin_race()
    await guest.hear("running", [RaceResult("ada", 1, 0), RaceResult("berta", 0, 0, True)])
    await guest.player.see("berta gave up: you win.")
    await guest.player.press("q")
    await guest.player.see("Continue the race", "gave up")


async def test_a_race_that_took_too_long_names_who_has_not_finished(guest: Guest) -> None:
    await guest.begin_race()
    await guest.hear("over", [RaceResult("berta", 1, 5_302), RaceResult("ada", 0, 0)])
    await guest.player.see_screen(RoomScreen)
    await guest.player.see("berta won in 0:05.3.", "ada not finished", "Rematch: I am ready")


async def test_a_race_that_ends_behind_another_screen_is_left_on_return(guest: Guest) -> None:
    await guest.begin_race()
    await guest.player.press("question_mark")
    await guest.hear("over", [RaceResult("berta", 1, 5_302), RaceResult("ada", 0, 0)])
    await guest.player.press("q")
    await guest.player.see_screen(RoomScreen)
