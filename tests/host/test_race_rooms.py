"""Rooms and races as players see them: requests over links to a hub, with its database and its clock."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from binairo_tui.engine import Band
from binairo_tui.host.server import rooms
from binairo_tui.host.server.links import MAX_QUEUED, Link, Visitor
from tests.host.party import BLANKS, NAMES, SECONDS, Party, Player, party_in, steps

pytestmark = pytest.mark.usefixtures("quick_races")
REFUSED = "The host cannot read or save its data now"


async def test_a_race_that_cannot_be_saved_does_not_start_and_can_be_tried_again(party: Party) -> None:
    ada, ben = await party.room("ada", "ben")
    party.database.is_failing = True
    for player in (ada, ben):
        await player.ask("ready")
    room_news = await ben.until(lambda it: bool(it["room"] and it["room"]["problem"]))
    shown = room_news["room"]
    assert (shown["state"], shown["problem"].startswith(REFUSED)) == ("open", True)
    assert [racer["is_ready"] for racer in shown["racers"]] == [False, False]
    assert "not begun" in await ada.refused("race")
    assert "not running" in await ada.refused("change", kept=0, steps=steps(BLANKS[0]), head=1)
    party.database.is_failing = False
    for player in (ada, ben):
        await player.ask("ready")
    shown = await ben.until_state("running")
    assert (bool(shown["race"]), shown["problem"]) == (True, "")
    await ada.place(BLANKS[0])
    assert party.logs() == {"ada": steps(BLANKS[0]), "ben": ""}


async def test_a_race_starts_when_the_last_player_who_was_not_ready_leaves(party: Party) -> None:
    ada, ben, cleo = await party.room(*NAMES)
    for player in (ada, ben):
        await player.ask("ready")
    await cleo.ask("leave")
    assert len((await ada.until_state("running"))["racers"]) == 2


async def test_a_race_does_not_start_if_a_player_leaves_in_the_countdown(tmp_path: Path) -> None:
    async with party_in(tmp_path, countdown_ms=3_600_000) as party:
        ada, ben, cleo = await party.room(*NAMES)
        for player in (ada, ben, cleo):
            await player.ask("ready")
        await ada.until_state("countdown")
        assert "under way" in await cleo.refused("ready")
        assert "not begun" in await ada.refused("change", kept=0, steps=steps(BLANKS[0]), head=1)
        await cleo.ask("leave")
        shown = await ada.until_state("open")
        assert [racer["is_ready"] for racer in shown["racers"]] == [False, False]
        assert shown["problem"] == "cleo has left, so the race does not begin."
        party.hub.rooms.clock += 3600
        await asyncio.sleep(0.1)  # the countdown would have ended
        assert (await ada.ask("rooms"))["rooms"][0][2] == "open"
        assert party.races() == []


async def test_a_race_does_not_start_if_a_player_leaves_while_it_is_saved(party: Party) -> None:
    ada, ben, cleo = await party.room(*NAMES)
    party.database.begun.clear()
    party.database.may_go_on.clear()
    for player in (ada, ben, cleo):
        await player.ask("ready")
    assert await asyncio.to_thread(party.database.begun.wait, SECONDS)
    await cleo.ask("leave")
    party.database.may_go_on.set()
    for _ in range(3):  # each is answered after what was begun before
        await ada.ask("past")
    assert ada.news[-1]["room"]["state"] == "open"
    assert party.races() == []


async def test_a_room_ends_when_its_last_player_leaves(party: Party) -> None:
    players = await party.room(*NAMES)
    for player in players:
        await player.ask("leave")
    assert (await players[0].ask("rooms"))["rooms"] == []


async def test_nobody_races_alone_or_in_two_rooms_or_without_a_name(party: Party) -> None:
    ada = await party.login("ada")
    room = (await ada.ask("open", width=4, height=4))["room"]
    await ada.until_state("open")
    await ada.ask("ready")
    assert f"already in the room {room['name']}" in await ada.refused("open", width=4, height=4)
    assert "no room with this name" in await ada.refused("enter", room="nowhere")
    await asyncio.sleep(0.1)
    assert ada.news[-1]["room"]["state"] == "open"
    party.players.append(Player(party.hub, Visitor("p9", "", "key-9")))
    await party.players[-1].connect()
    for method in ("rooms", "past", "code", "standings", "league", "daily", "solve"):
        assert await party.players[-1].refused(method) == "Choose a name first."


async def test_what_is_answered_as_saved_is_on_the_disk(party: Party) -> None:
    ada, ben = await party.race("ada", "ben")
    party.database.is_failing = True
    assert (await ada.refused("change", kept=0, steps=steps(BLANKS[0]), head=1)).startswith(REFUSED)
    party.database.is_failing = False
    assert party.logs() == {"ada": "", "ben": ""}
    await ben.place(BLANKS[1])
    assert party.logs() == {"ada": steps(BLANKS[0]), "ben": steps(BLANKS[1])}


async def test_after_a_failed_write_the_newest_log_is_saved(party: Party) -> None:
    ada, _ = await party.race("ada", "ben")
    database = party.database
    database.is_failing = True
    database.begun.clear()
    database.may_go_on.clear()
    first = ada.send("change", kept=0, steps=steps(BLANKS[0]), head=1)
    assert await asyncio.to_thread(database.begun.wait, SECONDS)
    database.is_failing = False
    second = ada.send("change", kept=1, steps=steps(BLANKS[1]), head=2)
    await ada.refused("enter", room="nowhere")  # answered after the second change was taken
    database.may_go_on.set()
    assert (await first)["error"]["message"].startswith(REFUSED)
    assert "error" not in await second
    assert party.logs()["ada"] == steps(*BLANKS[:2])


async def test_a_racer_who_comes_back_goes_on_and_the_race_waits_only_so_long(
    monkeypatch: pytest.MonkeyPatch, party: Party
) -> None:
    ada, ben = await party.race("ada", "ben")
    room = ada.news[-1]["room"]["name"]
    await ben.place(BLANKS[0])
    other = await party.login("ben")
    await other.ask("enter", room=room)
    await ben.leave()
    await ada.ask("rooms")
    assert [racer["is_here"] for racer in ada.news[-1]["room"]["racers"]] == [True, True]
    await other.leave()
    await ada.until(lambda it: not it["room"]["racers"][1]["is_here"])
    ben = await party.login("ben")
    await ben.ask("enter", room=room)
    await ada.until(lambda it: bool(it["room"]["racers"][1]["is_here"]))
    assert (await ben.ask("race"))["history"] == steps(BLANKS[0])
    assert (await ada.place(*BLANKS))["place"] == 1
    await ben.leave()
    await ada.until(lambda it: not it["room"]["racers"][1]["is_here"])
    await asyncio.sleep(0.1)
    assert ada.news[-1]["room"]["state"] == "running"
    monkeypatch.setattr(rooms, "LEAST_RACE_MS", rooms.LONGEST_RACE_MS)  # nothing but the absence ends this race
    monkeypatch.setattr(rooms, "AWAY_MS", 10)
    await ada.until_state("over")
    assert party.races() == [True]


async def test_a_player_is_called_to_a_race_in_all_sessions(party: Party) -> None:
    ada, ben = await party.room("ada", "ben")
    elsewhere = await party.login("ben")
    for player in (ada, ben):
        await player.ask("ready")
    await elsewhere.until_state("running")
    assert elsewhere.news[0]["room"]["state"] == "countdown"
    await elsewhere.place(BLANKS[0])
    await ben.ask("leave")
    await elsewhere.until(lambda it: it["room"] is None)
    assert "not in a room" in await elsewhere.refused("race")


async def test_a_session_adds_no_steps_to_a_log_that_another_has_changed(party: Party) -> None:
    ada, _ = await party.race("ada", "ben")
    await ada.place(BLANKS[0])
    other = await party.login("ada")
    await other.ask("enter", room=ada.news[-1]["room"]["name"])
    assert "another session" in await other.refused("change", kept=0, steps=steps(BLANKS[1]), head=1)
    await other.ask("race")
    await other.place(BLANKS[1], kept=1)
    both = party.logs()
    assert "another session" in await ada.refused("change", kept=1, steps=steps(BLANKS[2]), head=2)
    assert party.logs() == both
    await ada.ask("race")
    assert (await ada.place(*BLANKS[2:], kept=2))["place"] == 1


async def test_a_restored_race_goes_on_with_those_who_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with party_in(tmp_path) as party:
        ada, _ = await party.race("ada", "ben", band=int(Band.HARD))
        room = ada.news[-1]["room"]["name"]
        await ada.place(BLANKS[0])
        (request,) = [it.request for it in party.hub.rooms._rooms.values()]
        party.hub.close()  # as a host that is killed: the race goes on
    async with party_in(tmp_path) as party:
        assert [it.request for it in party.hub.rooms._rooms.values()] == [request]
        ada = await party.login("ada")
        assert (await ada.ask("rooms"))["mine"] == room
        await ada.ask("enter", room=room)
        await ada.ask("race")
        assert (await ada.place(*BLANKS[1:], kept=1))["place"] == 1
        monkeypatch.setattr(rooms, "LEAST_RACE_MS", rooms.LONGEST_RACE_MS)  # nothing but the absence ends this race
        monkeypatch.setattr(rooms, "AWAY_MS", 10)
        await ada.until_state("over")
        assert party.races() == [True]


async def test_a_restored_race_goes_on_at_its_time_although_the_clock_went_back(tmp_path: Path) -> None:
    async with party_in(tmp_path) as party:
        ada, _ = await party.race("ada", "ben")
        race, started_ms = ada.news[-1]["room"]["race"], party.hub.rooms._now()
        party.database.save_racers([(race, "p1", "", None, None, False)], started_ms + 70_000)
        party.hub.close()
    party = Party(tmp_path)
    party.hub.rooms.clock -= 3600
    await party.hub.rooms.load()
    ada = await party.login("ada")
    await ada.ask("enter", room=(await ada.ask("rooms"))["mine"])
    assert (await ada.ask("race"))["elapsed_ms"] >= 70_000
    await party.close()


async def test_a_race_ends_for_those_who_take_three_times_as_long_as_the_winner(party: Party) -> None:
    ada, ben = await party.race("ada", "ben")
    party.hub.rooms.clock += 100
    assert (await ada.place(*BLANKS))["place"] == 1
    party.hub.rooms.clock += 190
    assert (await ben.place(BLANKS[0]))["place"] == 0
    await ada.ask("leave")
    party.hub.rooms.clock += 15
    await ben.until_state("over")
    assert "not running" in await ben.refused("change", kept=1, steps=steps(BLANKS[1]), head=2)
    assert party.races() == [True]
    results = ben.news[-1]["room"]["results"]
    assert [(name, place, has_given_up) for name, place, _, has_given_up in results] == [
        ("ada", 1, False),
        ("ben", 0, False),
    ]


async def test_the_last_racer_wins_when_all_others_have_given_up_and_may_finish(party: Party) -> None:
    ada, ben, cleo = await party.race(*NAMES)
    await ada.place(BLANKS[0])
    await ada.ask("leave")
    shown = (await ben.until(lambda it: bool(it["room"]["results"])))["room"]
    assert (shown["state"], shown["results"]) == ("running", [["ada", 0, 0, True]])
    await cleo.ask("leave")
    shown = (await ben.until(lambda it: len(it["room"]["results"]) == 3))["room"]
    gave_up = [["ada", 0, 0, True], ["cleo", 0, 0, True]]
    assert (shown["state"], shown["results"]) == ("running", [["ben", 1, 0, False], *gave_up])
    assert (await ben.place(*BLANKS))["place"] == 1
    ((_, _, _, (first, *others)),) = (await ben.ask("past"))["races"]
    assert (first[:2], bool(first[2]), others) == (["ben", 1], True, gave_up)


async def test_who_has_given_up_is_known_after_a_restart(tmp_path: Path) -> None:
    async with party_in(tmp_path) as party:
        ada, _, _ = await party.race(*NAMES)
        await ada.ask("leave")
        party.hub.close()  # as a host that is killed
    async with party_in(tmp_path) as party:
        ben = await party.login("ben")
        room = (await ben.ask("enter", room=(await ben.ask("rooms"))["mine"]))["room"]
        assert room["results"] == [["ada", 0, 0, True]]
        assert [racer["name"] for racer in room["racers"]] == ["ben", "cleo"]


async def test_a_rematch_needs_no_wait_and_the_results_stay_until_it_begins(party: Party) -> None:
    ada, ben = await party.race("ada", "ben")
    assert "under way" in await ada.refused("ready")
    race = ada.news[-1]["room"]["race"]
    await ada.place(*BLANKS)
    await ada.ask("ready")
    assert (await ben.until(lambda it: bool(it["room"]["racers"][0]["is_ready"])))["room"]["state"] == "running"
    await ben.place(*BLANKS)
    shown = await ben.until_state("open")
    assert [name for name, *_ in shown["results"]] == ["ada", "ben"]
    assert [racer["is_ready"] for racer in shown["racers"]] == [True, False]
    await ben.ask("ready")
    shown = await ada.until_state("running")
    assert party.races() == [False, True]
    assert (shown["results"], shown["race"] != race) == ([], True)
    assert (await ada.ask("race"))["history"] == ""


async def test_a_player_who_takes_back_being_ready_is_not_taken_into_a_race(party: Party) -> None:
    ada, ben = await party.room("ada", "ben")
    await ada.ask("ready")
    await ada.ask("unready")
    await ben.ask("ready")
    assert (await ada.until(lambda it: bool(it["room"]["racers"][1]["is_ready"])))["room"]["state"] == "open"
    await ada.ask("ready")
    await ada.until_state("running")


async def test_a_slow_player_is_sent_the_newest_news_of_each_kind() -> None:
    class SlowWriter:
        def __init__(self) -> None:
            self.sent: list[dict[str, Any]] = []
            self.transport = self
            self.is_read = asyncio.Event()

        def get_write_buffer_size(self) -> int:
            return 0 if self.is_read.is_set() else MAX_QUEUED

        def is_closing(self) -> bool:
            return False

        def write(self, data: bytes) -> None:
            self.sent.append(json.loads(data))

        async def drain(self) -> None:
            await self.is_read.wait()

    writer: Any = SlowWriter()
    link = Link(Visitor("p1", "ada", "key-1"), writer)
    for number in range(3):
        link.tell("room", {"room": number})
        link.tell("notice", {"text": number})
    await asyncio.sleep(0)
    assert writer.sent == []
    writer.is_read.set()
    for _ in range(3):
        await asyncio.sleep(0)
    assert writer.sent == [{"event": "room", "room": 2}, {"event": "notice", "text": 2}]
    link.tell("room", {"room": 3})
    assert writer.sent[-1] == {"event": "room", "room": 3}
