"""What the player sees if a game is damaged or open elsewhere, or if the file of games had to be repaired."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from textual.screen import Screen

from binairo_tui.player.play_interface import READ_ONLY
from binairo_tui.player.progress import Progress
from binairo_tui.store.backups import make_backup
from binairo_tui.store.database import ProgressConnection
from binairo_tui.store.opening import open_database
from binairo_tui.store.saves import load_game
from binairo_tui.store.writer import Writer
from binairo_tui.tui.screens.dialog import DialogScreen
from binairo_tui.tui.screens.home import HomeScreen
from binairo_tui.tui.screens.play import PlayScreen
from tests.store.games import loaded, save_backup
from tests.tui.conftest import OpenApp
from tests.tui.pilots import WAIT, Player, noon


@pytest.fixture
def path(home: Path) -> Path:
    return home / "data" / "progress.db"


class Elsewhere:
    """Another session with one game of one move."""

    def __init__(self, path: Path, progress: Progress) -> None:
        self.path = path

        def connect() -> ProgressConnection:
            return open_database(path)

        self.writer = Writer(connect, lambda status: None)
        with closing(connect()) as connection:
            (game_id,) = connection.execute("SELECT id FROM game").fetchone()
            self.game = load_game(connection, game_id)
        self.save()

    def save(self) -> None:
        self.writer.save(self.game, self.game.progress)
        assert self.writer.flush(WAIT)


async def begin(open_app: OpenApp) -> None:
    """A saved game of one move."""
    async with open_app() as player:
        await player.press("C", "enter", "enter", "right", "1")
        assert front(player) is PlayScreen


def front(player: Player) -> type[Screen[object]]:
    """What kind of screen is in front."""
    return type(player.app.screen)


async def kept(player: Player) -> None:
    """Wait until everything is saved, and the screen knows."""
    assert player.app.navigator.progress.flush(WAIT)
    await player.pause()


async def test_a_game_open_elsewhere_is_taken_over_looked_at_or_left(
    open_app: OpenApp, make_progress: Callable[[], Progress], path: Path
) -> None:
    await begin(open_app)
    other = Elsewhere(path, make_progress())
    async with open_app() as player:
        await player.press("enter")
        assert front(player) is DialogScreen
        assert "open in another session" in player.text()
        await player.press("down", "down", "enter")
        assert front(player) is HomeScreen

        await player.press("enter", "down", "enter")  # read-only
        assert "read-only" in player.lines()[0]
        before = player.values()
        await player.press("right", "0")
        assert player.values() == before
        assert READ_ONLY.split(".")[0] in player.panel()
        await player.press("q")
        other.save()
        assert not other.writer.is_lost(other.game)

        await player.press("enter", "enter")  # take over
        assert front(player) is PlayScreen
        assert "read-only" not in player.lines()[0]
        await kept(player)
        other.save()
        assert other.writer.is_lost(other.game)
        await player.press("right", "0")
        await kept(player)
        assert not player.play.is_read_only
    other.writer.close(WAIT)


async def test_a_key_pressed_ahead_answers_what_is_asked_and_opens_the_game_once(
    open_app: OpenApp, make_progress: Callable[[], Progress], path: Path
) -> None:
    await begin(open_app)
    other = Elsewhere(path, make_progress())
    async with open_app() as player:
        for _ in range(2):
            player.app.simulate_key("enter")
        await player.until(lambda: front(player) is PlayScreen)
        assert [type(screen) for screen in player.app.screen_stack] == [HomeScreen, PlayScreen]
    other.writer.close(WAIT)


async def test_who_loses_a_game_can_only_look_and_is_told(
    open_app: OpenApp, make_progress: Callable[[], Progress], path: Path
) -> None:
    await begin(open_app)
    async with open_app() as player:
        await player.press("enter")
        await kept(player)
        other = Elsewhere(path, make_progress())
        await player.press("right", "1")
        await kept(player)
        assert player.play.is_read_only
        assert "read-only" in player.lines()[0]
        assert "is now open in another session" in player.panel()
        await player.press("u")
        await kept(player)
        assert loaded(path, other.game.id) == other.game.progress
        await player.press("q", "enter")
        assert front(player) is DialogScreen
    other.writer.close(WAIT)


async def test_a_game_that_was_left_asks_nothing_elsewhere(
    make_progress: Callable[[], Progress], player: Player
) -> None:
    await player.press("C", "enter", "enter", "right", "1")
    await player.press("q", "q", "q")
    here = make_progress()
    (summary,) = here.games()
    game, _ = here.load(summary.id)
    assert game.lease == ""
    assert not here.is_open_elsewhere(game)


async def test_a_damaged_game_can_be_had_from_the_backup(open_app: OpenApp, path: Path) -> None:
    await begin(open_app)
    with closing(open_database(path)) as connection:
        make_backup(connection, noon())
        connection.execute("UPDATE step SET moves = 'r1c1:0>1'")
    async with open_app() as player:
        await player.press("enter")
        assert "The backup from today 12:00 has the whole game, with 1 step." in " ".join(player.text().split())
        await player.press("down", "enter")
        assert front(player) is HomeScreen
        await player.press("enter", "enter")
        assert front(player) is PlayScreen
        assert player.session.head == 1


async def test_a_repaired_file_is_told_before_anything_else(open_app: OpenApp, path: Path) -> None:
    await begin(open_app)
    save_backup(path, noon())
    path.write_bytes(b"torn" * 1000)
    async with open_app() as player:
        assert front(player) is DialogScreen
        text = " ".join(player.text().split())
        assert "The progress file was damaged and has been restored from the backup of 2024-02-29" in text
        (kept,) = (path.parent / "damaged").iterdir()
        assert f"thedamagedfileisnow{kept}." in text.replace(" ", "")  # a long path is wrapped anywhere
        await player.press("enter")
        assert front(player) is HomeScreen
        await player.press("enter")
        assert player.session.head == 1


async def test_damage_while_playing_is_repaired_and_told_and_nothing_is_lost(open_app: OpenApp, path: Path) -> None:
    await begin(open_app)
    async with open_app() as player:
        await player.press("enter", "right", "0")
        await kept(player)
        path.write_bytes(b"torn" * 5000)
        await player.press("down", "1")
        await kept(player)
        assert front(player) is DialogScreen
        await player.press("enter")
        assert not player.play.is_read_only
        expected = player.session.steps
        game_id = player.play.game.id
    with closing(open_database(path)) as connection:
        assert load_game(connection, game_id).progress.steps == expected


def test_sqlite_is_what_damages(path: Path) -> None:
    """The files above are no databases for SQLite either."""
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"torn" * 1000)
    with closing(sqlite3.connect(path)) as connection, pytest.raises(sqlite3.DatabaseError):
        connection.execute("SELECT * FROM sqlite_master")
