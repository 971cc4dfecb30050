"""The navigator and the screens that it opens, by keyboard."""

import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from textual.geometry import Offset

from binairo_tui.engine import parse_puzzle
from binairo_tui.game import Clock, GameSession
from binairo_tui.game.solutions import finding_solutions
from binairo_tui.library import Collection
from binairo_tui.player.catalog import Catalog
from binairo_tui.player.progress import Progress
from binairo_tui.tui.keymap import Scope
from binairo_tui.tui.messages import Place
from binairo_tui.tui.screens.base import BaseScreen
from binairo_tui.tui.screens.collections import CollectionScreen, CollectionsScreen
from binairo_tui.tui.screens.dialog import DialogScreen
from binairo_tui.tui.screens.games import GamesScreen
from binairo_tui.tui.screens.home import HomeScreen
from binairo_tui.tui.screens.page import HelpScreen
from binairo_tui.tui.screens.play import PlayScreen
from binairo_tui.tui.screens.statistics import StatisticsScreen
from binairo_tui.tui.view.spans import plain_text
from binairo_tui.tui.widgets.menu import Menu
from binairo_tui.tui.widgets.text_lines import TextLines
from tests.tui.conftest import OpenApp
from tests.tui.pilots import Player

PUZZLE = parse_puzzle("4x4;0..1.1......0..0")


ARGUMENTS: dict[Place, tuple[object, ...]] = {
    Place.SHARE: (PUZZLE, PUZZLE.givens),
    Place.SOLUTIONS: (PUZZLE, "test", finding_solutions(PUZZLE)),
    Place.EDITOR: (PUZZLE,),
    Place.REPLAY: (GameSession(PUZZLE, Clock(lambda: 0.0)), "test"),
}


ON_A_HOST = {Place.TOGETHER, Place.STANDINGS, Place.ROOM, Place.PAST_RACES, Place.WATCH}
"""Places that only a player on a host can go to; `tests/host` goes there."""


@pytest.mark.parametrize("place", [place for place in Place if place not in ON_A_HOST])
async def test_every_place_is_shown_once_and_left(open_app: OpenApp, collection: Collection, place: Place) -> None:
    tutorial = Collection(collection.path.rename(collection.path.with_stem("tutorial")))
    async with open_app() as player:
        navigator, home = player.app.navigator, player.app.screen
        navigator.catalog = Catalog([tutorial])
        arguments = ARGUMENTS.get(place, (tutorial,) if place is Place.COLLECTION else ())
        for _ in range(2):
            navigator.go(place, *arguments)
            await player.pause()
        assert player.app.screen_stack == [home] if place is Place.HOME else [home, player.app.screen]
        assert isinstance(player.app.screen, BaseScreen)
        assert player.app.screen.place is place
        if place is not Place.HOME:
            await player.press("escape")
            assert player.app.screen is home


async def test_a_place_that_cannot_be_shown_is_explained(open_app: OpenApp) -> None:
    async with open_app() as player:
        await player.press("T")
        assert player.is_on(HomeScreen)
        assert 'The collection "tutorial" is missing.' in player.text()


async def open_collection(player: Player) -> None:
    """From home with no games to the puzzles of the only collection."""
    await player.press("C", "enter")
    assert isinstance(player.app.screen, CollectionScreen)


async def test_home_offers_what_there_is(open_app: OpenApp) -> None:
    async with open_app() as player:
        lines = player.app.screen.query_one(Menu).lines
        names = [
            "Daily",
            "New",
            "Collections",
            "Tutorial",
            "Practice",
            "Import",
            "Editor",
            "Statistics",
            "Settings",
            "Help",
            "Quit",
        ]
        assert [plain_text(line).split()[0] for line in lines] == names
        assert player.lines()[0] == " Binairo"


async def test_q_goes_back_everywhere_and_quits_at_home(open_app: OpenApp) -> None:
    async with open_app() as player:
        await open_collection(player)
        await player.press("enter")
        for screen in (PlayScreen, CollectionScreen, CollectionsScreen, HomeScreen):
            assert isinstance(player.app.screen, screen)
            await player.press("q")
        assert player.app.return_code == 0


async def test_h_and_left_go_back_in_lists(open_app: OpenApp) -> None:
    async with open_app() as player:
        await player.press("C", "l", "h", "left", "h", "left")
        assert isinstance(player.app.screen, HomeScreen)


async def test_the_list_wraps_and_jumps(open_app: OpenApp) -> None:
    async with open_app() as player:
        await player.press("k")
        assert "› Quit" in player.text()
        await player.press("j")
        assert "› Daily" in player.text()
        await player.press("G")
        assert "› Quit" in player.text()
        await player.press("home", "pagedown", "pageup", "enter")
        assert not isinstance(player.app.screen, HomeScreen)


def states(player: Player) -> list[str]:
    """The states of the three puzzles of the collection."""
    return [line.strip(" ›").split()[2] for line in player.lines()[2:5]]


async def test_a_started_game_is_marked_and_continued(open_app: OpenApp) -> None:
    async with open_app() as player:
        await open_collection(player)
        assert states(player) == ["new", "new", "new"]
        await player.press("j", "enter", "right", "1", "q")
        await player.pilot.pause(0.1)
        assert states(player) == ["new", "started", "new"]
        await player.press("enter")
        assert player.values()[1] == "1"
        await player.press("q", "q", "q")
        assert "Continue    6x4" in player.text()
        assert "today 12:00" in player.text()


async def test_a_solved_puzzle_shows_its_time_and_the_next_one_is_current(open_app: OpenApp) -> None:
    async with open_app() as player:
        await open_collection(player)
        await player.press("enter")
        player.seconds.now += 75
        await player.solve()
        await player.press("q")
        await player.pilot.pause(0.2)
        assert "✓ solved    1:15" in player.text()
        assert "›    2" in player.text()


async def test_own_collections_follow_the_others(open_app: OpenApp, home: Path, collection: Collection) -> None:
    own = home / "data" / "binairo-tui" / "collections"
    own.mkdir(parents=True)
    (own / "mine.txt").write_text("# title: My own\n4x4;0..1.1......0..0\n", encoding="utf-8")
    (own / "broken.txt").write_text("4x4;nonsense\n", encoding="utf-8")
    async with open_app() as player:
        player.app.navigator.catalog = Catalog([collection], own)
        await player.press("C")
        assert "Yours" in player.text()
        assert "My own            ─────────   0 of 1" in player.text()
        assert "broken.txt:1:5" in "".join(line.strip() for line in player.lines())
        await player.press("G", "enter", "enter")
        assert "4x4 · mine · 1" in player.lines()[0]


async def test_a_lesson_says_what_it_teaches(open_app: OpenApp, tmp_path: Path) -> None:
    path = tmp_path / "lessons.txt"
    path.write_text("4x4;0..1.1......0..0  # Gentle 1006, pair\n", encoding="utf-8")
    async with open_app() as player:
        player.app.navigator.catalog = Catalog([Collection(path)])
        await player.press("C", "enter")
        await player.pilot.pause(0.2)
        assert "Pair: " in player.text()
        await player.press("enter")
        await player.pilot.pause(0.1)
        assert "Pair: " in player.panel()


async def test_screens_behind_the_board_leave_the_terminals_cursor_alone(open_app: OpenApp) -> None:
    async with open_app() as player:
        await open_collection(player)
        await player.press("enter")
        places = []
        for key in ("right", "1", "n", "0"):
            await player.press(key)
            await player.pilot.pause(0.1)  # the screens behind hear that it is saved, and show it
            layout = player.board.scene.layout
            area = layout.cell_area(player.session.cursor)
            assert area is not None
            at = player.board.region.offset + Offset(area.x, area.y) + Offset(*layout.zoom.glyph)
            places.append((player.app.cursor_position, at))
        assert all(seen == at for seen, at in places), places


async def test_a_game_is_deleted_after_a_question(open_app: OpenApp) -> None:
    async with open_app() as player:
        await open_collection(player)
        await player.press("j", "enter", "right", "1", "q", "q", "q")
        await player.pilot.pause(0.1)
        await player.press("x")
        assert "Delete small · 2, last played today 12:00?" in player.text()
        await player.press("n")
        assert "Continue    6x4" in player.text()
        assert "Del delete" in player.lines()[-1]
        await player.press("down")
        assert "Del" not in player.lines()[-1]
        await player.press("up", "delete", "q", "x", "y")
        assert "Continue" not in player.text()
        await player.press("x")
        assert isinstance(player.app.screen, HomeScreen)


async def test_a_game_is_pictured_beside_the_list(open_app: OpenApp) -> None:
    async with open_app() as player:
        await open_collection(player)
        await player.press("j", "enter", "right", "1", "q", "q", "q")
        await player.pilot.pause(0.1)
        preview = player.app.screen.query_one("#preview", TextLines)
        await player.until(lambda: len(preview.lines) > 2)
        lines = [plain_text(line).split() for line in preview.lines]
        assert lines[:3] == [["small", "·", "2"], [], ["0", "1", "1", "·", "·", "·"]]
        await player.press("j")
        await player.pilot.pause(0.1)
        assert "small · 2" not in player.text()
        await player.pilot.resize_terminal(60, 24)
        await player.until(lambda: not preview.display)


async def test_games_that_home_has_no_room_for_are_in_a_list(
    open_app: OpenApp, make_progress: Callable[[], Progress], collection: Collection
) -> None:
    progress = make_progress()
    for _ in range(8):
        game, snapshot = progress.open_new(collection.entries[0].puzzle, "another")
        progress.save(game, snapshot)
    progress.close(5.0)
    async with open_app() as player:
        assert player.app.screen.query_one(Menu).lines[4][1].text == "4 more"
        await player.press(*"jjjj", "enter")
        assert isinstance(player.app.screen, GamesScreen)
        assert len(player.app.screen.query_one(Menu).lines) == 8


async def test_solved_goes_on_to_the_next_unsolved_puzzle(open_app: OpenApp) -> None:
    async with open_app() as player:
        await open_collection(player)
        await player.press("j", "enter")
        await player.solve()
        assert "Solved in" in player.panel()
        await player.press("n")
        assert "small · 3" in player.lines()[0]
        await player.solve()
        await player.press("n")
        assert "small · 1" in player.lines()[0]
        await player.solve()
        await player.press("n")
        assert isinstance(player.app.screen, CollectionScreen)
        await player.pilot.pause(0.1)
        assert "3 of 3 solved" in player.text()
        await player.press("q", "q")
        assert "Continue" not in player.text()
        assert "streak 1 day" in player.text()


async def test_statistics_count_unaided_and_helped_apart(open_app: OpenApp) -> None:
    async with open_app() as player:
        await player.press("S")
        assert isinstance(player.app.screen, StatisticsScreen)
        assert "You have not solved any of this kind yet." in player.text()
        await player.press("q", "C", "enter", "enter")
        player.seconds.now += 83
        await player.solve()
        await player.press("q", "j", "enter", "F", "y", "q", "q", "q")
        await player.pilot.pause(0.1)
        await player.press("S")
        rows = [line.strip(" ›").split() for line in player.lines() if line.strip(" ›").startswith("4x4")]
        assert rows == [["4x4", "-", "▱▱▱▱▱▱", "1", "1:23", "1:23", "1:23", "▁"]]


async def test_statistics_are_filtered_and_written_to_a_file(open_app: OpenApp, home: Path) -> None:
    async with open_app() as player:
        await open_collection(player)
        await player.press("enter")
        await player.solve()
        await player.press("q", "q", "q")
        await player.pilot.pause(0.1)
        await player.press("S")
        assert "2024: 1 solved on 1 day" in player.text()
        await player.press("tab")
        assert "Times of 4x4" in player.text()
        await player.ask("e")
        files = list((home / "data" / "binairo-tui" / "exports").iterdir())
        assert [file.name for file in files] == ["results-2024-02-29.csv"]
        assert str(files[0])[:60] in player.text()
        assert "Statistics · strict and unaided" in player.text()
        await player.press("f", "f")
        assert "Statistics · strict" in player.text()
        assert not [line for line in player.lines() if line.strip(" ›").startswith("4x4")]
        await player.press("f", "f", "f", "f", "z")
        assert "Statistics · strict and unaided · 4x4" in player.text()


@pytest.mark.parametrize(("width", "indent"), [(34, 4), (78, 18)])
async def test_sentences_of_the_help_wrap_beside_the_keys(open_app: OpenApp, width: int, indent: int) -> None:
    async with open_app() as player:
        await player.press("question_mark")
        assert isinstance(player.app.screen, HelpScreen)
        lines = [plain_text(line) for line in player.app.screen.text_lines(width)]
        assert lines[0] == "Rules"
        titles = {"Rules", *[scope.value for scope in Scope]}
        assert all(len(line) <= width for line in lines)
        assert all(line.startswith("  ") for line in lines if line and line not in titles)
        assert any(len(line) - len(line.lstrip()) == indent for line in lines)


async def test_help_scrolls_and_lists_the_keys(open_app: OpenApp) -> None:
    async with open_app(size=(80, 10)) as player:
        await player.press("question_mark", "question_mark")
        assert isinstance(player.app.screen, HelpScreen)
        assert "Fill every cell with a 0 or a 1." in player.text()
        await player.type(["j"] * 80)
        assert "Fill every cell" not in player.text()
        await player.type(["k"] * 80)
        assert "Fill every cell with a 0 or a 1." in player.text()
        await player.press("k", "q")
        assert isinstance(player.app.screen, HomeScreen)


@pytest.mark.parametrize("size", [(20, 10), (10, 4), (1, 1)])
async def test_every_screen_survives_a_tiny_terminal(open_app: OpenApp, size: tuple[int, int]) -> None:
    async with open_app() as player:
        for keys in ("D", "q N", "q I", "escape S", "q ?", "q E", "S", "q b", "escape q C", "enter", "enter"):
            await player.press(*keys.split())
            screen = player.app.screen
            await player.pilot.resize_terminal(*size)
            await player.press("down", "1")
            await player.pilot.resize_terminal(80, 24)
            await player.pause()
            assert player.app.screen is screen
        assert isinstance(player.app.screen, PlayScreen)


async def test_keys_for_repaint_and_quit(open_app: OpenApp, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_app() as player:
        told: list[str] = []
        for name in ("forget_screen", "check_size"):
            monkeypatch.setattr(player.app._driver, name, partial(told.append, name), raising=False)
        await player.press("ctrl+l")
        assert told == ["forget_screen"]
        await player.pilot.resize_terminal(70, 20)
        await player.pilot.pause(0.3)
        assert told == ["forget_screen", "forget_screen", "check_size"]
        await player.press("ctrl+c")
        assert player.app.return_code == 0


async def test_a_damaged_game_is_refused_with_a_sentence(
    open_app: OpenApp, make_progress: Callable[[], Progress], home: Path
) -> None:
    async with open_app() as player:
        await open_collection(player)
        await player.press("j", "enter", "right", "1")
    with sqlite3.connect(home / "data" / "progress.db") as connection:
        connection.execute("UPDATE step SET moves = 'r1c1:0>1'")
    connection.close()
    async with open_app() as player:
        await player.press("enter")
        assert isinstance(player.app.screen, HomeScreen)
        assert "The saved game 'small #2' is damaged." in player.text()


def newer(path: Path) -> None:
    Progress(path).close(5.0)
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
        assert isinstance(player.app.screen, DialogScreen)
        await player.press("enter")
        await open_collection(player)
        await player.press("enter")
        assert "NOT SAVED" in player.lines()[0]
        assert "Nothing will be saved: " in player.panel()
        await player.solve()
        assert "Solved in" in player.panel()
    assert (path.read_bytes() if path.exists() else b"") == before


async def test_a_damaged_file_is_replaced_and_the_player_told(open_app: OpenApp, home: Path) -> None:
    path = home / "data" / "progress.db"
    path.parent.mkdir(mode=0o700)
    path.write_text("these are notes, not a database")
    async with open_app() as player:
        (kept,) = (home / "data" / "damaged").iterdir()
        assert "The progress file was damaged and is started from scratch" in player.text()
        assert kept.name in player.text()
        await player.press("enter")
        await open_collection(player)
        await player.press("enter", "right", "1")
    assert (kept / path.name).read_text() == "these are notes, not a database"


async def test_a_failing_save_is_shown_and_the_game_goes_on(open_app: OpenApp, home: Path) -> None:
    async with open_app() as player:
        await open_collection(player)
        await player.press("enter")
        blocker = sqlite3.connect(home / "data" / "progress.db")
        blocker.execute("CREATE TRIGGER full BEFORE INSERT ON step BEGIN SELECT RAISE(ABORT, 'no room'); END")
        blocker.commit()
        blocker.close()
        await player.press("right", "1")
        for _ in range(100):
            if "NOT SAVED" in player.lines()[0]:
                break
            await player.pilot.pause(0.05)
        assert "NOT SAVED" in player.lines()[0]
        assert "Not saved: " in player.panel()
        await player.press("1")
        assert player.values()[1] == "1"
        player.saves = False
