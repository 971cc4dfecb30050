"""The screen of a Storm beside others."""

from concurrent.futures import Future
from typing import Any

from binairo_tui.host.client.hub_link import HostError
from binairo_tui.host.client.race import StormRace
from binairo_tui.host.screens.on_host import OnHost
from binairo_tui.host.screens.race import HostStormScreen
from binairo_tui.player.storm import read_history
from binairo_tui.player.storm_boards import board
from binairo_tui.tui.screens.home import HomeScreen
from tests.tui.pilots import Player
from tests.tui.test_storm import SEED, filling_keys, screen


async def test_only_boards_that_a_host_counts_are_recorded_and_a_refusal_ends_the_run(player: Player) -> None:
    class Link:
        def __init__(self) -> None:
            self.refuses = False

        def ask(self, _method: str) -> dict[str, Any]:
            return {"seed": SEED, "started_ms": 1_000, "elapsed_ms": 5_000, "boards": [["place r1c1:.>1", False, 9]]}

        def ask_later(self, _method: str, **_fields: object) -> Future[dict[str, Any]]:
            answer: Future[dict[str, Any]] = Future()
            answer.set_exception(HostError("You went on elsewhere.")) if self.refuses else answer.set_result({})
            return answer

    link: Any = Link()
    navigator: Any = player.app.navigator
    navigator.surroundings, progress = OnHost.__new__(OnHost), navigator.progress
    navigator.surroundings.name, navigator.surroundings.room = "ada", None
    navigator.surroundings.league, navigator.surroundings.standings = list, lambda *_: []
    await player.app.push_screen(HostStormScreen(navigator, StormRace(link), lambda: None))
    await player.see("2:45 left")  # ten seconds were lost with the first board
    await player.type(filling_keys(board(SEED, 2)))
    await player.see("1 solved")
    link.refuses = True
    await player.type(filling_keys(board(SEED, 3)))
    await player.see("You went on elsewhere.", "the run is over", "1 solved")
    await player.press("1", "tab")
    assert not screen(player).session.head
    assert [(run.began_ms, run.solved, run.wrong) for run in read_history(progress).runs] == [(1_000, 1, 0)]
    await player.press("q")
    assert player.is_on(HomeScreen)
