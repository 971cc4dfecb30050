"""Who may watch whom, over links to a hub."""

from pathlib import Path

import pytest

from tests.host.party import BLANKS, party_in, steps

pytestmark = pytest.mark.usefixtures("quick_races")


async def test_only_those_are_watched_who_allow_it(tmp_path: Path) -> None:
    async with party_in(tmp_path) as party:
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


async def test_a_watcher_who_enters_the_room_sees_no_more_of_the_game(tmp_path: Path) -> None:
    async with party_in(tmp_path) as party:
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


async def test_a_log_is_told_to_others_only_when_the_race_is_over(tmp_path: Path) -> None:
    async with party_in(tmp_path) as party:
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
        assert (number, racers) == (race, [["ada", 0, 0], ["ben", 0, 0]])
