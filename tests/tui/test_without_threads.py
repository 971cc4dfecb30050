"""Games where no thread can be started, as in a browser: everything runs in the event loop."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from binairo_tui.engine import parse_puzzle
from binairo_tui.player.progress import Progress
from binairo_tui.player.storm_boards import board
from binairo_tui.settings import SettingsWriter, load_settings
from binairo_tui.store import database
from binairo_tui.store.games import new_game
from binairo_tui.store.writer import SaveState
from binairo_tui.tui.messages import Preferences
from binairo_tui.tui.screens import storm as storm_screen
from binairo_tui.tui.screens.storm import StormScreen
from tests.tui.conftest import OpenApp
from tests.tui.pilots import Player, noon, solving_keys

PUZZLE = parse_puzzle("6x6;1...10.....0.0.1.....11.0.....1.0...")


@pytest.fixture(autouse=True)
async def _no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse threads, and run what is given to an executor at once, as the event loop of a browser does."""

    def run_in_executor(_: object, work: Callable[..., object], *arguments: object) -> asyncio.Future[Any]:
        future = loop.create_future()
        try:
            future.set_result(work(*arguments))
        except Exception as error:
            future.set_exception(error)
        return future

    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    loop = asyncio.get_running_loop()
    monkeypatch.setattr(loop, "run_in_executor", run_in_executor)
    monkeypatch.setattr(threading.Thread, "start", refuse)


async def test_a_game_is_played_with_hints_solved_and_saved(
    open_app: OpenApp, make_progress: Callable[[], Progress]
) -> None:
    async with open_app(PUZZLE) as player:
        await player.press("right", "1", "u")
        await player.ask("i", "i")
        await player.until(lambda: not player.play.store.is_saving)
        assert player.screen.title_bar.size.width
        await player.press("escape")
        await player.type(solving_keys(PUZZLE))
        await player.see("Solved")
        game = player.play.game
    assert make_progress().result(game.id)


async def test_a_failure_is_shown_and_the_save_is_tried_again(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    failures = [sqlite3.OperationalError("the disk does not write")] * 2

    class Failing(database.ProgressConnection):
        def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
            if sql.startswith("INSERT") and failures:
                raise failures.pop()
            return super().execute(sql, *parameters)

    monkeypatch.setattr(database, "ProgressConnection", Failing)
    await player.press("C", "enter", "enter", "right", "1")
    await player.see("NOT SAVED")
    await player.see("✓ saved")
    assert not failures


async def test_settings_are_written(open_app: OpenApp, home: Path) -> None:
    path = home / "config.toml"
    settings = SettingsWriter(path, pytest.fail)
    async with open_app(preferences=Preferences(keep=settings.save)) as player:
        await player.set("wrap", True)
    assert settings.flush(0.0)
    assert load_settings(path)[0].wrap


async def test_boards_of_a_storm_are_made_ahead_in_the_loop(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def note(seed: int, number: int) -> Any:
        made.append(number)
        return board(seed, number)

    monkeypatch.setattr(storm_screen, "randbelow", lambda _: 7)
    monkeypatch.setattr("binairo_tui.player.storm.board", note)
    await player.press("O")
    assert isinstance(player.app.screen, StormScreen)
    await player.until(lambda: len(made) > 3)
    assert made[:4] == [1, 2, 3, 4]


async def test_the_end_waits_for_the_last_save(make_progress: Callable[[], Progress]) -> None:
    progress = make_progress()
    states: list[SaveState] = []
    progress.on_status = lambda status: states.append(status.state)
    game = new_game(PUZZLE, title="test", now=noon())
    progress.save(game, game.progress)
    assert progress.is_saving
    assert progress.close(0.0)
    assert states == [SaveState.SAVED]
