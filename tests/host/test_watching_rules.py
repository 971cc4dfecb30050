"""Who sees whose board in a race, over links to a hub."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from binairo_tui.host.server.move_log import steps_of
from binairo_tui.host.server.rooms import COUNTDOWN_MS, Phase, RaceRoom, RoomError
from tests.host.party import BLANKS, PUZZLE, Party, Player, steps

pytestmark = pytest.mark.usefixtures("quick_races")

PLAYERS = ("ada", "ben", "cleo")
WINNING = steps_of(steps(*BLANKS), PUZZLE)


def boards(player: Player) -> dict[str, str]:
    """Return the boards that the newest report of the room shows to a player, by name."""
    found: dict[str, str] = [it["room"] for it in player.news if it["event"] == "room"][-1].get("boards", {})
    return found


async def test_whoever_has_finished_sees_the_boards_of_those_who_still_race(party: Party) -> None:
    ada, ben, cleo = await party.race(*PLAYERS)
    other = await party.login("ada")
    room = ada.news[-1]["room"]["name"]
    assert "boards" not in (await other.ask("enter", room=room))["room"]
    await ben.place(BLANKS[0])
    await cleo.place(BLANKS[1])
    await ada.place(*BLANKS)
    news = await ada.until(lambda it: "boards" in it["room"])
    assert news["room"]["puzzle"] == str(PUZZLE)
    await other.until(lambda it: "boards" in it["room"])
    for session in (ada, other):
        shown = boards(session)
        assert shown.keys() == {"ben", "cleo"}
        assert [index for index, cell in enumerate(shown["ben"]) if cell != "." and not PUZZLE.is_given(index)] == [
            BLANKS[0]
        ]
    assert (await other.ask("enter", room=room))["room"]["boards"] == boards(other)
    assert "boards" not in (await ben.ask("enter", room=room))["room"]
    await ben.place(*BLANKS[1:], kept=1)
    await ben.until(lambda it: "boards" in it["room"])
    assert boards(ben).keys() == {"cleo"}
    await ada.until(lambda it: it["room"].get("boards", {}).keys() == {"cleo"})
    await cleo.ask("leave")
    await ada.until_state("over")
    assert not any("boards" in (it["room"] or {}) for it in cleo.news)
    assert boards(ada) == {}


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
def test_nobody_who_still_races_sees_a_cell_of_an_opponent(events: list[tuple[str, str]]) -> None:
    room, now = RaceRoom("oak", "4x4"), 0
    room.set_puzzle(PUZZLE)
    for event, player in [*[("enter", it) for it in PLAYERS], ("begin", ""), *events]:
        now += 1000
        with suppress(RoomError):
            act(room, event, player, now)
        racing = {it.name for it in room.members.values() if it.finished_ms is None}
        for viewer in PLAYERS:
            member = room.members.get(viewer)
            may_look = room.phase is Phase.RUNNING and member is not None and member.finished_ms is not None
            shown: Any = room.boards_for(viewer)
            assert (shown["boards"].keys() == racing) if may_look else shown == {}
