"""Games on Home, in the lists of puzzles and in the statistics: continued, solved, deleted, counted."""

import re
from collections.abc import Callable

import pytest
from textual.events import AppBlur, AppFocus

from binairo_tui.engine import parse_puzzle
from binairo_tui.library import Collection
from binairo_tui.player.progress import Progress
from binairo_tui.tui.screens.collections import CollectionScreen, CollectionsScreen
from binairo_tui.tui.screens.daily import DailyScreen
from binairo_tui.tui.screens.games import GamesScreen
from binairo_tui.tui.screens.home import HomeScreen
from binairo_tui.tui.screens.places import Places
from binairo_tui.tui.screens.statistics import StatisticsScreen
from binairo_tui.tui.screens.text_screen import TextScreen
from binairo_tui.tui.view.spans import plain_text
from binairo_tui.tui.widgets.text_lines import Menu, TextLines
from tests.tui.conftest import OpenApp
from tests.tui.pilots import WAIT, Player, solving_keys


def states(player: Player) -> list[str]:
    """The states of the three puzzles of the collection."""
    return [next((it for it in ("started", "solved") if it in line), "") for line in player.lines()[2:5]]


async def test_a_screen_that_opens_while_the_terminal_is_not_in_front_takes_keys(player: Player) -> None:
    player.app.post_message(AppBlur())
    await player.settle()
    player.app.call_later(player.app.run_action, "app.go('COLLECTIONS')")
    await player.settle()
    player.app.post_message(AppFocus())
    await player.settle()
    assert isinstance(player.app.screen, CollectionsScreen)
    assert player.app.screen.query_one(Menu).has_focus


async def test_home_offers_what_there_is(player: Player) -> None:
    lines = player.app.screen.query_one(Menu).lines
    names = [
        "Daily",
        "New",
        "Collections",
        "Tutorial",
        "Practice",
        "Storm",
        "Import",
        "Editor",
        "Statistics",
        "Settings",
        "Help",
        "Quit",
    ]
    assert [plain_text(line).split()[1] for line in lines] == names
    assert [plain_text(line).split()[0] for line in lines] == [*"DNCTPOIES,?q"]
    assert player.lines()[0] == " Binairo"


async def test_a_started_game_is_marked_and_continued(player: Player) -> None:
    await player.open_collection()
    assert states(player) == ["", "", ""]
    await player.press("j", "enter", "right", "1", "q")
    await player.until(lambda: states(player) == ["", "started", ""])
    await player.press("enter")
    assert player.values()[1] == "1"
    await player.press("q", "q", "q")
    assert "Continue    6x4" in player.text()
    assert "today 12:00" in player.text()


async def test_a_solved_puzzle_shows_its_time_and_the_next_one_is_current(player: Player) -> None:
    await player.open_collection()
    await player.press("enter")
    player.seconds.now += 75
    await player.solve()
    await player.press("q")
    await player.see("✓ solved 1:15", "› 2")


async def test_a_puzzle_given_as_text_is_continued_and_then_shown_solved(open_app: OpenApp) -> None:
    puzzle = parse_puzzle("6x4;0.1..........1..........")
    async with open_app(puzzle) as player:
        await player.press("right", "1")
    async with open_app(puzzle) as player:
        assert player.values()[:3] == "011"
        player.seconds.now += 75
        await player.solve()
    async with open_app(puzzle) as player:
        await player.see("Solved in 1:15")
    async with open_app(puzzle.with_unique_lines(False)) as player:
        assert player.values()[:3] == "0.1", "a different puzzle"


async def test_a_game_is_deleted_after_a_question(player: Player) -> None:
    await player.open_collection()
    await player.press("j", "enter", "right", "1", "q", "q", "q")
    await player.see("Continue")
    await player.press("x")
    assert "Delete small #2, last played today 12:00?" in player.text()
    await player.press("n")
    assert "Continue    6x4" in player.text()
    assert "Del delete" in player.lines()[-1]
    await player.press("down")
    assert "Del" not in player.lines()[-1]
    await player.press("up", "delete", "q", "x", "y")
    assert "Continue" not in player.text()
    await player.press("x")
    assert isinstance(player.app.screen, HomeScreen)


async def test_a_game_is_pictured_beside_the_list(player: Player) -> None:
    await player.open_collection()
    await player.press("j", "enter", "right", "1", "q", "q", "q")
    await player.see("Continue")
    preview = player.app.screen.query_one("#preview", TextLines)
    await player.until(lambda: len(preview.lines) > 2)
    lines = [plain_text(line) for line in preview.lines]
    assert lines[0].split() == ["small", "#2"]
    assert "011···" in ["".join(re.findall("[01·]", line)) for line in lines]
    await player.press("j")
    await player.until(lambda: "small #2" not in player.text())
    await player.pilot.resize_terminal(60, 24)
    await player.until(lambda: not preview.display)


@pytest.mark.parametrize("key", ["c", "C"])
async def test_home_takes_its_letters_in_either_case(key: str, player: Player) -> None:
    await player.press(key)
    assert player.is_on(CollectionsScreen)


@pytest.mark.parametrize(("key", "screen"), [("d", DailyScreen), ("s", StatisticsScreen)])
async def test_the_letters_of_home_come_before_those_that_move(
    key: str, screen: type[TextScreen[object]], player: Player
) -> None:
    await player.press(key)
    assert player.is_on(screen)


async def test_games_that_home_has_no_room_for_are_in_a_list(
    open_app: OpenApp, make_progress: Callable[[], Progress], collection: Collection
) -> None:
    progress = make_progress()
    for _ in range(8):
        game, snapshot = progress.open_new(collection.entries[0].puzzle, "another")
        progress.save(game, snapshot)
    progress.close(WAIT)
    async with open_app() as player:
        assert player.app.screen.query_one(Menu).lines[4][2].text == "4 more"
        await player.press(*"jjjj", "enter")
        assert isinstance(player.app.screen, GamesScreen)
        assert len(player.app.screen.query_one(Menu).lines) == 8


async def test_solved_goes_on_to_the_next_unsolved_puzzle(player: Player) -> None:
    await player.open_collection()
    await player.press("j", "enter")
    await player.solve()
    assert "Solved in" in player.panel()
    await player.press("tab")
    assert "small #3" in player.lines()[0]
    await player.solve()
    await player.press("tab")
    assert "small #1" in player.lines()[0]
    await player.solve()
    await player.press("tab")
    assert isinstance(player.app.screen, CollectionScreen)
    await player.see("3 of 3 solved")
    await player.press("q", "q")
    assert "Continue" not in player.text()
    assert "3 solved" in player.lines()[0]


async def test_statistics_count_unaided_and_helped_apart(player: Player) -> None:
    await player.press("S")
    assert isinstance(player.app.screen, StatisticsScreen)
    assert "You have not solved a puzzle yet." in player.text()
    await player.press("q", "C", "enter", "enter")
    player.seconds.now += 83
    await player.solve()
    await player.until(lambda: "· Easy" in player.lines()[0])
    await player.press("q", "j", "enter", "F", "y", "q", "q", "q")
    await player.press("S")
    rows = [line.strip(" ›").split() for line in player.lines() if line.strip(" ›").startswith("4x4")]
    assert rows == [["4x4", "Easy", "1", "1:23", "-", "-"]]  # one time has no median and no trend


async def test_as_long_as_every_solve_was_helped_statistics_show_all_styles(player: Player) -> None:
    await player.open_collection()
    await player.press("enter", "F", "y", "q", "q", "q", "S")
    await player.see("1 solved on 1 day")
    assert "all styles" in player.lines()[0]
    await player.press("f")
    await player.see("Not shown: 1 by the program. f shows other styles.", "0 solved on 0 days")


async def test_statistics_are_of_the_chosen_styles(player: Player) -> None:
    await player.open_collection()
    await player.press("enter")
    await player.solve()
    await player.press("q", "q", "q")
    await player.press("S")
    await player.see("1 solved on 1 day")
    await player.press("tab")
    assert "Times of 4x4" in player.text()
    assert "You took 0:00. From 5 solves on, a chart" in player.text()
    assert "Statistics · strict and unaided" in player.text()
    await player.press("down")
    assert "Tab chart" in player.lines()[-1]
    await player.press("f", "f")
    assert "Statistics · strict" in player.text()
    assert not [line for line in player.lines() if line.strip(" ›").startswith("4x4")]
    await player.press("f", "f", "f", "f", "f")
    assert "Statistics · strict and unaided" in player.text()


async def test_a_long_list_of_games_is_read_as_far_as_the_player_goes(
    open_app: OpenApp,
    make_progress: Callable[[], Progress],
    collection: Collection,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("binairo_tui.tui.screens.games.LongScreen.limit", 4)
    monkeypatch.setattr("binairo_tui.tui.screens.games.NEAR", 2)
    progress = make_progress()
    for number in range(15):
        game, snapshot = progress.open_new(collection.entries[0].puzzle, f"game {number}")
        progress.save(game, snapshot)
    progress.close(WAIT)
    async with open_app() as player:
        player.app.navigator.go(Places.GAMES)
        await player.pause()
        screen = player.app.screen
        assert isinstance(screen, GamesScreen)
        menu, counts = screen.query_one(Menu), []
        for key in ("down", "down", "down", "end", "end", "end"):
            await player.press(key)
            counts.append(len(menu.lines))
        assert counts == [4, 8, 8, 15, 15, 15]
        assert menu.current == 14
        assert len({game.id for game in screen.data[1]}) == 15


async def test_no_key_of_the_game_leaves_the_result(open_app: OpenApp) -> None:
    """Neither when it is typed ahead, with the last value, nor when it is pressed by habit."""
    async with open_app() as player:
        await player.open_collection()
        await player.press("j", "enter")
        play = player.play
        await player.type([*solving_keys(play.game.puzzle, player.session.cursor), "n", "1", "R", "B"])
        await player.pause()
        assert player.play is play
        assert player.session.is_solved
        assert "Solved in" in player.panel()
        await player.press("n", "1", "R", "B", "D", "F", "enter")
        assert (player.play, player.session.is_solved) == (play, True)


async def test_a_new_player_is_offered_the_collections_and_then_the_game_that_was_begun(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:

    def marked() -> str:
        return next(line for line in player.lines() if line.startswith(" ›"))

    assert "Collections" in marked()
    await player.press("enter", "enter", "enter", "right", "0", "q", "q", "q")
    assert "Continue" in marked()
    await player.press("enter")
    await player.solve()
    await player.press("q")
    await player.see("1 solved")
    await player.until(lambda: "Collections" in marked())
    monkeypatch.setattr("binairo_tui.tui.screens.home.FIRST_PUZZLES", 1)
    await player.press("C", "q")
    await player.until(lambda: "Daily" in marked())


async def test_the_arrow_of_a_long_list_cuts_no_line(
    open_app: OpenApp, make_progress: Callable[[], Progress], collection: Collection
) -> None:
    progress, entry = make_progress(), collection.entries[0]
    for _ in range(30):
        game, snapshot = progress.open_new(entry.puzzle, entry.title, band="Hard")
        progress.finish(game, snapshot._replace(elapsed_ms=61_000))
    assert progress.flush(WAIT)
    async with open_app(progress=progress, size=(60, 20)) as player:
        player.app.navigator.go(Places.SOLVES)
        await player.until(lambda: any("↓" in line for line in player.lines()[:-1]))
        rows = [line for line in player.lines()[:-1] if "1:01" in line]
        assert rows
        assert all(line.split()[-1] == "strict" for line in rows)
