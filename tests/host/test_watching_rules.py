"""Who may watch whom, over links to a hub."""

import asyncio
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from binairo_tui.host import race_rooms, watching
from binairo_tui.host.links import Visitor
from binairo_tui.host.move_log import steps_of
from binairo_tui.host.rooms import COUNTDOWN_MS, Phase, RaceRoom, RoomError
from binairo_tui.host.watching import ShownRace, Watching
from tests.host.party import BLANKS, PUZZLE, Party, Player, steps

pytestmark = pytest.mark.usefixtures("quick_races")


@pytest.fixture
def undelayed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show races to their watchers at the next tick."""
    monkeypatch.setattr(watching, "DELAY_MS", 0)


async def stop_ticking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no more ticks come, so that whatever watchers are told is told at once."""
    monkeypatch.setattr(race_rooms, "TICK_SECONDS", 600.0)
    await asyncio.sleep(0.05)


def grids(news: dict[str, Any]) -> dict[str, str]:
    """Return the boards of a watched race that are shown, by name; none if it can no longer be watched."""
    return {name: grid for name, _, grid in news["race"]["racers"] if grid} if news["race"] else {}


async def number_of_the_race(player: Player) -> int:
    """Return the number of the only race that a player may watch."""
    ((number, _, title, names),) = (await player.ask("watched"))["races"]
    assert (title, names) == ("4x4", ["ada", "ben"])
    return int(number)


async def test_only_the_boards_of_those_are_shown_who_allow_it(
    party: Party, undelayed: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben = await party.race("ada", "ben")
    cleo = await party.login("cleo")
    assert (await cleo.ask("watched"))["races"] == []
    assert "cannot be watched" in await cleo.refused("watch", race=ada.news[-1]["room"]["race"])
    await ada.ask("watchable", is_watchable=True)
    number = await number_of_the_race(cleo)
    assert (await ben.ask("watched"))["races"] == []
    assert "cannot be watched" in await ben.refused("watch", race=number)
    assert grids({"race": await cleo.ask("watch", race=number)}) == {"ada": PUZZLE.geometry.text(PUZZLE.givens)}
    await ben.place(*BLANKS[:2])
    await ada.place(BLANKS[0])
    news = await cleo.until(lambda it: [filled for _, filled, _ in it["race"]["racers"]] == [1, 2], "watch")
    ((name, grid),) = grids(news).items()
    assert name == "ada"
    assert PUZZLE.geometry.filled_count(PUZZLE.geometry.position(grid)) == PUZZLE.given_count + 1
    await ben.ask("watchable", is_watchable=True)
    await cleo.until(lambda it: grids(it).keys() == {"ada", "ben"}, "watch")
    await stop_ticking(monkeypatch)
    await ada.ask("watchable", is_watchable=False)
    await cleo.ask("rooms")
    assert grids(cleo.news[-1]).keys() == {"ben"}
    await ben.ask("watchable", is_watchable=False)
    await cleo.until(lambda it: it["race"] is None, "watch")
    seen = len(cleo.news)
    await ada.place(BLANKS[1], kept=1)
    await cleo.ask("rooms")
    assert len(cleo.news) == seen


async def test_the_end_of_a_race_is_shown_and_then_nothing_more(party: Party, undelayed: None) -> None:
    ada, ben = await party.race("ada", "ben")
    cleo = await party.login("cleo")
    await ada.ask("watchable", is_watchable=True)
    await cleo.ask("watch", race=await number_of_the_race(cleo))
    await ben.place(*BLANKS)
    await ada.ask("leave")
    news = await cleo.until(lambda it: it["race"]["is_over"], "watch")
    assert [[*result[:2], result[3]] for result in news["race"]["results"]] == [["ada", 0, True], ["ben", 1, False]]
    assert (await cleo.ask("watched"))["races"] == []


async def test_a_watcher_who_enters_the_room_sees_no_more_of_the_race(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben = await party.race("ada", "ben")
    room = ada.news[-1]["room"]["name"]
    cleo, other = await party.login("cleo"), await party.login("cleo")
    await ada.ask("watchable", is_watchable=True)
    number = await number_of_the_race(cleo)
    await other.ask("watch", race=number)
    await cleo.ask("watch", race=number)
    assert "under way" in await cleo.refused("enter", room=room)
    for player in (ada, ben):
        await player.place(*BLANKS)
    await ada.until_state("over")
    await stop_ticking(monkeypatch)
    await cleo.ask("enter", room=room)
    for session in (cleo, other):  # half a minute of the race has yet to be shown
        await session.ask("rooms")
        assert [it["race"] for it in session.news if it["event"] == "watch"][-1] is None
        assert "cannot be watched" in await session.refused("watch", race=number)
    for player in (ada, ben, cleo):
        await player.ask("ready")
    await cleo.until_state("running")
    await ada.place(BLANKS[0])
    await other.ask("rooms")
    assert [it["race"] for it in other.news if it["event"] == "watch"][-1] is None


@given(st.lists(st.tuples(st.integers(1, 25_000), st.booleans()), max_size=30))
def test_watchers_see_a_race_as_it_was_half_a_minute_before(moments: list[tuple[int, bool]]) -> None:
    room = racing_room("ada", "ben")
    race, now, kept = ShownRace(room, PUZZLE), room.started_ms, 0
    told = [(now - 30_000, 0, False)]
    for pause_ms, is_move in [*moments, (1, False)]:
        now += pause_ms
        if is_move and kept < len(BLANKS):
            room.change("ada", now, kept, WINNING[kept : kept + 1], kept + 1)
            kept += 1
        elif is_move and room.phase is Phase.RUNNING:
            room.leave("ben", now)
        race.advance(now)
        if not told[-1][2]:
            told.append((now, kept, room.phase is not Phase.RUNNING))
        view: Any = race.view(lambda _: True)
        _, filled, is_over = [it for it in told if it[0] <= now - 30_000][-1]
        assert (view["racers"][0][1], view["is_over"]) == (filled, is_over)
        assert view["racers"][0][2].count(".") == len(BLANKS) - filled
        assert bool(view["results"]) == (filled == len(BLANKS))


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


class FakeLink:
    """One of the sessions of a player, and the players whose boards in a race it shows."""

    def __init__(self, player: str) -> None:
        self.visitor = Visitor(player, player, f"key-{player}", is_watchable=True)
        self.shown: set[str] = set()

    def tell(self, event: str, fields: dict[str, Any]) -> None:
        assert event == "watch"
        is_over = fields["race"] and fields["race"]["is_over"]
        self.shown = set() if is_over else {*grids(fields)}  # everybody may replay a race that is over


def racing_room(*names: str) -> RaceRoom:
    """Return a room in which a race has just begun."""
    room = RaceRoom("oak", "4x4")
    room.set_puzzle(PUZZLE)
    for name in names:
        room.enter(name, name)
    for name in names:
        room.be_ready(name, 0)
    room.advance(COUNTDOWN_MS)
    return room


PLAYERS = ("ada", "ben", "cleo")
WINNING = steps_of(steps(*BLANKS), PUZZLE)
players, numbers = st.sampled_from(PLAYERS), st.integers(0, 1)


class Watchers(RuleBasedStateMachine):
    """Two rooms, and two sessions of each player, which watch what they may."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0
        self.rooms = [RaceRoom("oak", "4x4"), RaceRoom("elm", "4x4")]
        self.links = {player: [FakeLink(player), FakeLink(player)] for player in PLAYERS}
        links: Any = self.links
        self.watching = Watching(lambda: self.rooms, lambda player: links[player])
        self.races: list[ShownRace] = []

    def do(self, call: Callable[..., object], *arguments: object) -> bool:
        try:
            call(*arguments)
        except RoomError:
            return False
        return True

    @initialize()
    def begin(self) -> None:
        """Begin with a race between two players, which the third watches in two sessions."""
        self.enter("ada", 0)
        self.enter("ben", 0)
        self.race(0)
        self.watch("cleo")

    @rule(player=players, number=numbers)
    def enter(self, player: str, number: int) -> None:
        other, room = self.rooms[1 - number], self.rooms[number]
        if player not in other.members and self.do(room.enter, player, player):
            self.watching.check()

    @rule(player=players, number=numbers)
    def leave(self, player: str, number: int) -> None:
        self.do(self.rooms[number].leave, player, self.now)

    @rule(number=numbers)
    def end(self, number: int) -> None:
        """End the race in a room."""
        for player in list(self.rooms[number].members):
            self.do(self.rooms[number].change, player, self.now, 0, WINNING, len(WINNING))

    @rule(number=numbers)
    def race(self, number: int) -> None:
        """End the race in a room, if any, and begin the next."""
        room = self.rooms[number]
        self.end(number)
        for player in list(room.members):
            self.do(room.be_ready, player, self.now)
        if room.phase is Phase.MAKING:
            room.set_puzzle(PUZZLE)
        for player in list(room.members):
            self.do(room.be_ready, player, self.now)
        self.now += COUNTDOWN_MS
        room.advance(self.now)
        if room.phase is Phase.RUNNING and all(room.racers is not race.racers for race in self.races):
            room.race = max([race.number for race in self.races], default=0) + 1
            self.races.append(self.watching.begin(room, PUZZLE))

    @rule(player=players, number=numbers)
    def move(self, player: str, number: int) -> None:
        self.do(self.rooms[number].change, player, self.now, 0, WINNING[:1], 1)

    @rule(seconds=st.integers(0, 40))
    def wait(self, seconds: int) -> None:
        self.now += 1000 * seconds
        self.races = [race for race in self.races if self.watching.advance(race, self.now)]

    @rule(player=players)
    def watch(self, player: str) -> None:
        """Let the sessions of a player watch all races that they may, one after another."""
        links: Any = self.links[player]
        for link, race in product(links, self.races):
            try:
                self.watching.watch(link, {"race": race.number}).send(None)
            except StopIteration as answer:
                link.tell("watch", {"race": answer.value})
            except RoomError:
                pass

    @rule(player=players)
    def withdraw(self, player: str) -> None:
        for link in self.links[player]:
            link.visitor.is_watchable = not link.visitor.is_watchable
        self.watching.check()

    @invariant()
    def nobody_sees_an_opponent(self) -> None:
        for player, links in self.links.items():
            for room in self.rooms:
                assert player not in room.members or not set.union(*[it.shown for it in links]) & room.members.keys()

    @invariant()
    def nobody_is_seen_without_consent(self) -> None:
        forbidding = {player for player, (link, _) in self.links.items() if not link.visitor.is_watchable}
        assert not any(link.shown & forbidding for links in self.links.values() for link in links)


Watchers.TestCase.settings = settings(
    max_examples=50, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)
TestWatchers = Watchers.TestCase
