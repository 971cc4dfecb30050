"""Where a player sees the rating: on the result, on the first screen and in the statistics."""

from threading import Event

import pytest

from binairo_tui.engine import parse_puzzle
from binairo_tui.player.ratings import LEAST_SOLVES
from binairo_tui.player.storm_boards import board
from tests.tui.conftest import OpenApp
from tests.tui.pilots import WAIT, Player


async def solve_one(player: Player, number: int = 1) -> None:
    player.app.navigator.open_puzzle(parse_puzzle(str(board(7, number))), f"puzzle {number}", "Gentle")
    await player.pause()
    await player.solve()


async def test_the_rating_is_shown(player: Player) -> None:
    for number in range(1, LEAST_SOLVES):
        await solve_one(player, number)
        await player.app.workers.wait_for_complete()
        assert "Rating" not in player.panel()
        await player.press("q")
    await player.see(f"{LEAST_SOLVES - 1} solved")
    assert "rated" not in player.lines()[0]
    await solve_one(player, LEAST_SOLVES)
    await player.until(lambda: "Rating 1800 ± 148." in player.panel())
    await player.press("q")
    await player.see("rated 1800 ± 148")
    await player.press("S")
    await player.see("Statistics", "rated 1800 ± 148")


async def test_screens_do_not_wait_for_the_rating(open_app: OpenApp, monkeypatch: pytest.MonkeyPatch) -> None:
    may_go_on = Event()

    def standing_text(*_: object) -> str:
        may_go_on.wait(WAIT)
        return "rated 1675 ± 253"

    monkeypatch.setattr("binairo_tui.player.ratings.standing_text", standing_text)
    async with open_app() as player:
        await solve_one(player)
        await player.press("q")
        await player.see("1 solved")
        assert "rated" not in player.lines()[0]
        await player.press("S")
        await player.see("Statistics", "6x6 Gentle")
        assert "rated" not in player.lines()[0]
        may_go_on.set()
        await player.see("rated 1675 ± 253")
