"""Who may watch whom, over links to a hub."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from binairo_tui.host.links import Visitor
from binairo_tui.host.move_log import steps_of
from binairo_tui.host.rooms import COUNTDOWN_MS, Phase, RaceRoom, RoomError
from binairo_tui.host.watching import Watching
from tests.host.party import BLANKS, PUZZLE, Party, steps

pytestmark = pytest.mark.usefixtures("quick_races")


async def test_only_those_are_watched_who_allow_it(party: Party) -> None:
    ada, ben = await party.race("ada", "ben")
    cleo = await party.login("cleo")
    assert (await cleo.ask("watched"))["games"] == []
    assert "cannot be watched" in await cleo.refused("watch", name="ada")
    await ada.ask("watchable", is_watchable=True)
    assert (await cleo.ask("watched"))["games"] == [["ada", "4x4"]]
    assert (await ben.ask("watched"))["games"] == []
    assert (await cleo.ask("watch", name="ada"))["history"] == ""
    await ada.place(BLANKS[0])
    await cleo.until(lambda it: it["game"]["history"] == f"place {steps(BLANKS[0])[0][1]}", "watch")
    await ada.ask("watchable", is_watchable=False)
    assert await cleo.until(lambda it: it["game"] is None, "watch")
    seen = len(cleo.news)
    await ada.place(BLANKS[1], kept=1)
    await cleo.ask("rooms")
    assert len(cleo.news) == seen


async def test_a_watcher_who_enters_the_room_sees_no_more_of_the_game(party: Party) -> None:
    ada, ben = await party.race("ada", "ben")
    room = ada.news[-1]["room"]["name"]
    cleo = await party.login("cleo")
    await ada.ask("watchable", is_watchable=True)
    await cleo.ask("watch", name="ada")
    assert "under way" in await cleo.refused("enter", room=room)
    for player in (ada, ben):
        await player.place(*BLANKS)
    await ada.until_state("over")
    await cleo.ask("enter", room=room)
    assert (await cleo.until(lambda _: True, "watch"))["game"] is None
    for player in (ada, ben, cleo):
        await player.ask("ready")
    await cleo.until_state("running")
    await ada.place(BLANKS[0])
    await cleo.ask("rooms")
    assert [it["game"] for it in cleo.news if it["event"] == "watch"][-1] is None


async def test_a_log_is_told_to_others_only_when_the_race_is_over(party: Party) -> None:
    ada, ben = await party.race("ada", "ben")
    race = ada.news[-1]["room"]["race"]
    await ada.place(BLANKS[0])
    history = f"place {steps(BLANKS[0])[0][1]}"
    assert (await ada.ask("replay", race=race, name="ada"))["history"] == history
    assert "does not exist" in await ben.refused("replay", race=race, name="ada")
    await ada.ask("leave")
    await ben.ask("leave")
    assert (await ben.ask("replay", race=race, name="ada"))["history"] == history
    ((number, _, _, racers),) = (await ben.ask("past"))["races"]
    assert (number, racers) == (race, [["ben", 1, 0, False], ["ada", 0, 0, True]])


async def test_no_session_of_a_player_goes_on_watching_who_becomes_an_opponent(party: Party) -> None:
    ada, ben = await party.race("ada", "ben")
    watcher, cleo = await party.login("cleo"), await party.login("cleo")
    await ada.ask("watchable", is_watchable=True)
    await watcher.ask("watch", name="ada")
    for player in (ada, ben):
        await player.place(*BLANKS)
    await ada.until_state("over")
    await ada.ask("leave")
    room = (await ada.ask("open", width=4, height=4))["room"]["name"]
    await ada.until_state("open")
    await cleo.ask("enter", room=room)
    for player in (ada, cleo):
        await player.ask("ready")
    await cleo.until_state("running")
    await ada.place(BLANKS[0])
    await watcher.ask("rooms")
    assert [it["game"] for it in watcher.news if it["event"] == "watch"][-1] is None
    assert "cannot be watched" in await watcher.refused("watch", name="ada")


class FakeLink:
    """One of the sessions of a player, and whose game it shows."""

    def __init__(self, player: str) -> None:
        self.visitor = Visitor(player, player, f"key-{player}", is_watchable=True)
        self.shown: str | None = None

    def tell(self, event: str, fields: dict[str, Any]) -> None:
        assert event == "watch"
        self.shown = fields["game"]["name"] if fields["game"] else None


PLAYERS = ("ada", "ben", "cleo")
WINNING = steps_of(steps(*BLANKS), PUZZLE)
players, numbers = st.sampled_from(PLAYERS), st.integers(0, 1)


class Watchers(RuleBasedStateMachine):
    """Two rooms, and two sessions of each player, which watch whom they may."""

    def __init__(self) -> None:
        super().__init__()
        self.rooms = [RaceRoom("oak", "4x4"), RaceRoom("elm", "4x4")]
        self.links = {player: [FakeLink(player), FakeLink(player)] for player in PLAYERS}
        links: Any = self.links
        self.watching = Watching(lambda: self.rooms, lambda player: links[player])

    def do(self, call: Callable[..., object], *arguments: object) -> bool:
        try:
            call(*arguments)
        except RoomError:
            return False
        return True

    @rule(player=players, number=numbers)
    def enter(self, player: str, number: int) -> None:
        other, room = self.rooms[1 - number], self.rooms[number]
        if player not in other.members and self.do(room.enter, player, player):
            self.watching.enter(room)

    @rule(player=players, number=numbers)
    def leave(self, player: str, number: int) -> None:
        self.do(self.rooms[number].leave, player, 0)

    @rule(number=numbers)
    def race(self, number: int) -> None:
        """End the race in a room, if any, and begin the next."""
        room = self.rooms[number]
        for player in list(room.members):
            self.do(room.change, player, 0, 0, WINNING, len(WINNING))
        for player in list(room.members):
            self.do(room.be_ready, player, 0)
        if room.phase is Phase.MAKING:
            room.set_puzzle(PUZZLE)
        for player in list(room.members):
            self.do(room.be_ready, player, 0)
        room.advance(COUNTDOWN_MS)

    @rule(player=players, number=numbers)
    def move(self, player: str, number: int) -> None:
        room = self.rooms[number]
        if self.do(room.change, player, COUNTDOWN_MS, 0, WINNING[:1], 1):
            self.watching.show(room, room.members[player])

    @rule(player=players, number=numbers, watched=players)
    def watch(self, player: str, number: int, watched: str) -> None:
        link: Any = self.links[player][number]
        with suppress(StopIteration):
            try:
                self.watching.watch(link, {"name": watched}).send(None)
            except RoomError:
                return
        link.shown = watched

    @rule(player=players)
    def withdraw(self, player: str) -> None:
        for link in self.links[player]:
            link.visitor.is_watchable = not link.visitor.is_watchable
        self.watching.forbid(player)

    @invariant()
    def nobody_sees_an_opponent(self) -> None:
        for player, links in self.links.items():
            for room in self.rooms:
                assert player not in room.members or not {link.shown for link in links} & room.members.keys()


Watchers.TestCase.settings = settings(
    max_examples=50, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)
TestWatchers = Watchers.TestCase
