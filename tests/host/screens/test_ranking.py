"""The daily ranking on a host, as the player sees it."""

import asyncio
from datetime import UTC, date, datetime, timedelta

import pytest

from binairo_tui.engine import parse_puzzle
from binairo_tui.host.client.host_client import LeagueLine
from binairo_tui.host.client.hub_link import HostError
from binairo_tui.host.screens.on_host import HostPlaces, OnHost
from binairo_tui.processes import worker
from binairo_tui.processes.requests import Generated
from binairo_tui.tui.screens import daily
from binairo_tui.tui.screens.play import PlayScreen
from binairo_tui.tui.view.race_text import RankedSolve
from tests.tui.conftest import OpenApp

PUZZLE = parse_puzzle("6x6;1...10.....0.0.1.....11.0.....1.0...")


class FakeHost(OnHost):
    """A host whose ranking of today's 6x6 has many solves, the player's own as the 47th, and of yesterday's none."""

    def __init__(self) -> None:
        self.name = "ada"
        self.room = None

    def standings(self, day: date, size: str) -> list[RankedSolve]:
        names = [f"player{number}" for number in range(1, 121)]
        names[46] = "ada"
        is_full = day == datetime.now(UTC).date() and size == "6x6"
        solves = [RankedSolve(name, "unaided", 1000 * place, name == "ada") for place, name in enumerate(names)]
        return solves if is_full else []

    def league(self) -> list[LeagueLine]:
        return [LeagueLine("ada", 1512.4, 48.0, 9.3)]

    async def daily(self, *_: object) -> Generated:
        return Generated(PUZZLE, "Easy", 1, seed=1, ms=1.0, recipe=1)

    def secrets(self) -> tuple[str, str, str]:
        return "a1" * 32, "b2" * 32, "c3" * 16


class FakeClub(FakeHost):
    """A host with three solves of every daily puzzle, the player's own as the second."""

    def standings(self, day: date, size: str) -> list[RankedSolve]:
        names = ("berta", "ada", "carl")
        return [RankedSolve(it, "unaided", 61_000 + 10_000 * at, it == "ada") for at, it in enumerate(names)]


async def test_the_ranking_shows_the_players_own_place_and_yesterday(open_app: OpenApp) -> None:
    async with open_app(size=(100, 60)) as player:
        player.app.navigator.surroundings = FakeHost()
        player.app.navigator.go(HostPlaces.STANDINGS)
        await player.see("Today's ranking", "120 solved, you are 47th", " 20 player20", " 47 ada")
        assert "player21" not in player.text()
        await player.press("G")
        await player.see("Tomorrow's SHA-256: b2b2", "Yesterday's secret:", "c3c3c3c3", "daily --date")
        await player.press("up", "enter")
        await player.see("Yesterday's ranking", "nobody yet")
        yesterday = datetime.now(UTC).date() - timedelta(days=1)
        assert f"{yesterday.day} {yesterday:%B}" in player.text()


async def test_a_host_shows_the_givens_of_todays_puzzle_only_in_a_game(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def generate(*_: object) -> Generated:
        return Generated(PUZZLE, "Easy", 1, seed=1, ms=1.0, recipe=1)

    monkeypatch.setattr(worker, "generate_in_worker", generate)
    monkeypatch.setattr(daily, "GENERATION_DELAY", 0)
    monkeypatch.setattr(daily, "PREVIEW_DELAY", 0.001)
    monkeypatch.setattr(daily, "GENERATED", {})
    async with open_app(size=(120, 40)) as player:
        await player.press("D")
        await player.see("· · ·")
        await player.press("q")
        player.app.navigator.surroundings = FakeHost()
        monkeypatch.delattr(worker, "generate_in_worker")  # the host generates puzzles, within its own limits
        await player.press("D", "left")
        await player.see("· · ·")
        await player.press("right")
        await asyncio.sleep(0.1)
        await player.app.workers.wait_for_complete()
        await player.pause()
        assert "· · ·" not in " ".join(player.text().split())


async def test_the_place_is_told_where_the_player_is(open_app: OpenApp) -> None:
    async with open_app(size=(120, 40)) as player:
        player.app.navigator.surroundings = FakeClub()
        await player.press("D")
        await player.see(
            "1 berta", "1:01", "2 ada", "1:11", "3 carl"
        )  # where the board is hidden before the first look
        await player.press("enter")
        await player.see_screen(PlayScreen)
        await player.solve()
        await player.until(lambda: "2nd of 3, 0:10 behind berta." in player.panel())
        await player.press("tab")
        await player.see("✓", "2nd of 3")
        await player.press("q")
        await player.see("Daily", "✓ 2nd of 3", "rated 1512 ± 48")


async def test_a_host_that_does_not_answer_is_not_missed(open_app: OpenApp) -> None:
    class Silent(FakeHost):
        def standings(self, day: date, size: str) -> list[RankedSolve]:
            raise HostError("The host is gone.")

        def league(self) -> list[LeagueLine]:
            raise HostError("The host is gone.")

    async with open_app(size=(120, 40)) as player:
        player.app.navigator.surroundings = Silent()
        await player.press("D")
        await player.see("Nobody has solved it yet.")
        await player.press("q")
        await player.see("Daily")
        assert "rated" not in player.text()
