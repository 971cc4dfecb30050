"""What players see of one another in a race, over links to a hub."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from binairo_tui.host.client.hub_link import VERSION
from binairo_tui.host.server.move_log import read_steps
from binairo_tui.host.server.rooms import COUNTDOWN_MS, Phase, RaceRoom, RoomError
from tests.host.party import BLANKS, PUZZLE, Party, party_in, steps

pytestmark = pytest.mark.usefixtures("quick_races")

PLAYERS = ("ada", "ben", "cleo")
WINNING, _ = read_steps(steps(*BLANKS), PUZZLE)


async def test_every_session_of_a_racer_knows_the_puzzle_of_the_race_and_nobody_elses_cells(party: Party) -> None:
    ada, ben, cleo = await party.race(*PLAYERS)
    other = await party.login("ada")
    hello = await other.ask("hello", version=VERSION)
    assert (hello["room"]["state"], hello["room"]["puzzle"]) == ("running", str(PUZZLE))
    assert (await ben.ask("enter", room=hello["room"]["name"]))["room"]["puzzle"] == str(PUZZLE)
    await ben.place(BLANKS[0])
    await other.until(lambda it: [racer["filled"] for racer in it["room"]["racers"]] == [0, 1, 0])
    await ada.place(*BLANKS)
    await cleo.ask("leave")
    await ben.ask("leave")
    assert (await ada.until_state("over"))["puzzle"] == ""
    for player in (ada, ben, cleo, other):
        for room in [it["room"] for it in player.news if it["event"] == "room" and it["room"]]:
            assert {key for racer in room["racers"] for key in racer} == {"name", "is_here", "is_ready", "filled"}
            assert room["puzzle"] == (str(PUZZLE) if room["state"] == "running" else "")


async def test_a_session_that_begins_in_the_countdown_knows_the_puzzle_of_the_race(tmp_path: Path) -> None:
    async with party_in(tmp_path, countdown_ms=3_600_000) as party:
        ada, ben = await party.room("ada", "ben")
        for player in (ada, ben):
            await player.ask("ready")
        await ada.until_state("countdown")
        other = await party.login("ada")
        assert (await other.ask("hello", version=VERSION))["room"]["state"] == "countdown"
        party.hub.rooms.clock += 3600  # the countdown is over
        assert (await other.until_state("running"))["puzzle"] == str(PUZZLE)


async def test_a_session_that_begins_between_races_is_in_no_room(party: Party) -> None:
    await party.room("ada", "ben")
    other = await party.login("ada")
    assert (await other.ask("hello", version=VERSION))["room"] is None


async def test_a_log_is_told_to_others_only_when_the_race_is_over(party: Party) -> None:
    ada, ben = await party.race("ada", "ben")
    race = ada.news[-1]["room"]["race"]
    await ada.place(BLANKS[0])
    history = steps(BLANKS[0])
    assert (await ada.ask("replay", race=race, name="ada"))["history"] == history
    assert "does not exist" in await ben.refused("replay", race=race, name="ada")
    await ada.ask("leave")
    await ben.ask("leave")
    assert (await ben.ask("replay", race=race, name="ada"))["history"] == history
    ((number, _, _, racers),) = (await ben.ask("past"))["races"]
    assert (number, racers) == (race, [["ben", 1, 0, False], ["ada", 0, 0, True]])


def act(room: RaceRoom, event: str, player: str, now: int) -> None:
    """Let a player do something in a room. Raises RoomError."""
    match event:
        case "enter":
            room.enter(player, player)
        case "leave":
            room.leave(player, now)
        case "lose":
            room.lose(player, now)
        case "move":
            room.change(player, now, 0, WINNING[:1], 1)
        case "solve":
            room.change(player, now, 0, WINNING, len(WINNING))
        case "begin":
            for _ in range(2):  # the first time, the players ask for a new puzzle
                for member in list(room.members):
                    room.be_ready(member, now)
                if room.phase is Phase.MAKING:
                    room.set_puzzle(PUZZLE)
            room.advance(now + COUNTDOWN_MS)


@settings(max_examples=200, suppress_health_check=list(HealthCheck), derandomize=True)
@given(
    st.lists(
        st.tuples(st.sampled_from(["enter", "leave", "lose", "move", "solve", "begin"]), st.sampled_from(PLAYERS)),
        max_size=40,
    )
)
def test_nobody_sees_a_cell_of_an_opponent(events: list[tuple[str, str]]) -> None:
    room, now = RaceRoom("oak", "4x4"), 0
    room.set_puzzle(PUZZLE)
    for event, player in [*[("enter", it) for it in PLAYERS], ("begin", ""), *events]:
        now += 1000
        with suppress(RoomError):
            act(room, event, player, now)
        shown: Any = room.view(now)
        assert shown["puzzle"] in ("", str(PUZZLE))
        assert all(racer.keys() == {"name", "is_here", "is_ready", "filled"} for racer in shown["racers"])
        assert all(len(result) == 4 for result in shown["results"])
