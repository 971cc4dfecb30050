"""Saved games that are damaged, and files that cannot be used: the player is told, and can play."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from binairo_tui.engine import ONE, ZERO, parse_puzzle
from binairo_tui.game.steps import Move, Step, StepKind
from binairo_tui.player.progress import Progress
from binairo_tui.tui.screens.dialog import DialogScreen
from binairo_tui.tui.screens.home import HomeScreen
from binairo_tui.tui.screens.play import PlayScreen
from tests.tui.conftest import OpenApp
from tests.tui.pilots import WAIT, Player


async def test_a_damaged_game_is_refused_with_a_sentence(
    open_app: OpenApp, make_progress: Callable[[], Progress], home: Path
) -> None:
    async with open_app() as player:
        await player.open_collection()
        await player.press("j", "enter", "right", "1")
    with sqlite3.connect(home / "data" / "progress.db") as connection:
        connection.execute("UPDATE step SET moves = 'r1c1:0>1'")
    connection.close()
    async with open_app() as player:
        await player.press("enter")
        assert isinstance(player.app.screen, HomeScreen)
        assert "The saved game 'small #2' is damaged." in player.text()


async def test_a_puzzle_whose_saved_steps_are_invalid_starts_anew(
    open_app: OpenApp, make_progress: Callable[[], Progress]
) -> None:
    progress = make_progress()
    puzzle = parse_puzzle("6x4;0.1..........1..........")
    game, snapshot = progress.open_new(puzzle, "test")
    wrong = Step(StepKind.PLACE, (Move(1, ONE, ZERO),), 0)
    progress.save(game, snapshot._replace(steps=(wrong,), head=1))
    assert progress.close(WAIT)
    async with open_app(puzzle) as player:
        assert player.is_on(PlayScreen)
        assert player.session.steps == ()


def newer(path: Path) -> None:
    Progress(path).close(WAIT)
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 999")
    connection.close()


def foreign(path: Path) -> None:
    path.parent.mkdir(mode=0o700)
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE other (a)")
    connection.close()


def no_directory(path: Path) -> None:
    path.parent.write_text("in the way")


@pytest.mark.parametrize("spoil", [newer, foreign, no_directory])
async def test_games_can_be_played_without_a_usable_file(
    open_app: OpenApp, home: Path, spoil: Callable[[Path], None]
) -> None:
    path = home / "data" / "progress.db"
    spoil(path)
    before = path.read_bytes() if path.exists() else b""
    async with open_app() as player:
        player.saves = False
        assert "Nothing will be saved:" in player.text()
        await player.press("left")
        assert isinstance(player.app.screen, DialogScreen)
        assert player.lines()[-1].endswith("q quit")
        await player.press("enter")
        await player.open_collection()
        await player.press("enter")
        assert "NOT SAVED" in player.lines()[0]
        assert "Nothing will be saved: " in player.panel()
        await player.solve()
        assert "Solved in" in player.panel()
    assert (path.read_bytes() if path.exists() else b"") == before


async def test_a_player_whose_games_cannot_be_saved_can_quit_at_once(open_app: OpenApp, home: Path) -> None:
    no_directory(home / "data" / "progress.db")
    async with open_app() as player:
        await player.press("q")
        assert player.app.return_code == 0


async def test_a_damaged_file_is_replaced_and_the_player_told(open_app: OpenApp, home: Path) -> None:
    path = home / "data" / "progress.db"
    path.parent.mkdir(mode=0o700)
    path.write_text("these are notes, not a database")
    async with open_app() as player:
        (kept,) = (home / "data" / "damaged").iterdir()
        assert "The progress file was damaged and has been started from scratch" in player.text()
        assert kept.name in "".join(player.text().split())  # a long path is wrapped anywhere
        await player.press("enter")
        await player.open_collection()
        await player.press("enter", "right", "1")
    assert (kept / path.name).read_text() == "these are notes, not a database"


async def test_a_failing_save_is_shown_and_the_game_goes_on(home: Path, player: Player) -> None:
    await player.open_collection()
    await player.press("enter")
    blocker = sqlite3.connect(home / "data" / "progress.db")
    blocker.execute("CREATE TRIGGER full BEFORE INSERT ON step BEGIN SELECT RAISE(ABORT, 'no room'); END")
    blocker.commit()
    blocker.close()
    await player.press("right", "1")
    await player.until(lambda: "NOT SAVED" in player.lines()[0])
    assert "Not saved: " in player.panel()
    await player.press("1")
    assert player.values()[1] == "1"
    player.saves = False
