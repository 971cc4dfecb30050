"""Branches, marks, checks, jumps, zoom, symbols, levels of help; pausing by itself; long sentences."""

import pytest

from binairo_tui.engine import parse_puzzle
from binairo_tui.game import SolveStyle
from binairo_tui.library import Collection
from binairo_tui.player.catalog import IncomingPuzzle
from binairo_tui.settings import Settings
from binairo_tui.tui.messages import Place, Preferences
from binairo_tui.tui.screens.home import HomeScreen
from binairo_tui.tui.screens.places import Places
from binairo_tui.tui.view.layout import Zoom
from tests.shipped import find_entry
from tests.tui.conftest import OpenApp
from tests.tui.pilots import Player
from tests.tui.scenes import empty_text
from tests.tui.test_hints import marks

CLASSIC = parse_puzzle("6x6;1...10.....0.0.1.....11.0.....1.0...")
EMPTY = parse_puzzle(empty_text("6x4") + ";lines=any")
STRICT = Preferences(Settings(help="off"))

pytestmark = pytest.mark.start(CLASSIC)


async def test_a_branch_that_breaks_a_rule_is_dropped_and_fills_nothing(player: Player) -> None:
    await player.press("right", "b")
    assert player.panel() == "Branch 1: no cells yet Branch 1 begins: fill a cell and see what follows."
    await player.press("0")
    assert "B drop" in player.lines()[-1]
    await player.press("down", "left", "1", "right", "1", "right", "1")
    assert "(0)" in player.text()
    assert "The branch has failed: B drops it." in player.panel()
    await player.press("F")
    assert player.panel().count("The branch has failed") == 1
    assert player.values().count(".") == 21
    await player.ask("i")
    assert "B drop  D keep" in player.lines()[-1]
    assert player.panel().lower().count("the branch has failed") == 1
    await player.ask("B")
    assert player.panel().endswith("The broken rule does not prove that r1c2 is 1: a later value may be wrong.")
    assert player.values() == "1...10.....0.0.1.....11.0.....1.0..."
    await player.press("u")
    assert "Branch 1: 4 cells" in player.panel()
    await player.press("D")
    assert "what if" in player.lines()[-1]


async def test_what_a_branch_proves_is_said_and_filled_in_only_when_asked_to(open_app: OpenApp) -> None:
    async with open_app(parse_puzzle("4x4;0.0............1")) as player:
        await player.press("right", "b", "0")
        await player.ask("B")
        proved = "Your branch proves that r1c2 is 1: with 0, row 1 would get three 0s together."
        assert player.panel() == f"{proved} i fills it in, which counts as help."
        assert marks(player) == {1: "?"}
        assert "i do it" in player.lines()[-1]
        assert (player.values()[:4], player.session.style) == ("0.0.", SolveStyle.UNAIDED)
        await player.ask("i")
        assert (player.panel(), player.values()[:4], player.session.style) == (
            "Filled r1c2.",
            "010.",
            SolveStyle.HELPED,
        )


async def test_a_broken_rule_that_is_not_shown_proves_nothing_aloud(open_app: OpenApp) -> None:
    async with open_app(parse_puzzle("4x4;0.0............1")) as player:
        await player.set("help", "lines")
        await player.press("right", "b", "0")
        await player.ask("B")
        assert player.panel() == "Back to where the branch began."


async def test_a_game_comes_back_with_its_branches_and_marks(open_app: OpenApp) -> None:
    async with open_app(EMPTY) as player:
        await player.press("m", "b", "1", "right", "b", "0", "m")
        before = player.session.snapshot()
        await player.press("q")
    async with open_app() as player:
        await player.press("enter")
        assert player.session.snapshot() == before
        assert player.session.marks == {0, 1}
        assert player.session.branch_depths == {0: 1, 1: 2}


async def test_mistakes_are_counted_and_shown_when_asked_for(open_app: OpenApp) -> None:
    async with open_app(CLASSIC) as player:
        await player.ask("c")
        assert player.panel() == "No mistakes."
        await player.press("right", "0")
        await player.ask("c")
        assert player.panel() == "1 mistake. C shows where."
        assert "!0" not in player.text()
        await player.ask("C")
        wrong = "Wrong: r1c2. r1c2 cannot be 0: column 2 would get too many 0s (6 steps)."
        assert player.panel() == f"{wrong} i shows the steps."
        assert "!0" in player.text()
    async with open_app(EMPTY) as player:
        await player.ask("c")
        assert player.panel() == "No mistakes: the grid can still be finished. This puzzle has more than one solution."
        await player.press("1", "right", "1", "right", "1")
        await player.ask("c")
        assert "can no longer be finished" in player.panel()
    async with open_app(parse_puzzle("4x4;........0..0.11.")) as player:
        await player.ask("c")
        assert player.panel() == "This puzzle has no solution."


async def test_jumps(player: Player) -> None:
    at = [player.session.cursor]
    for key in ("n", "N", "N", "end", "pagedown", "home", "pageup", "e"):
        await player.press(key)
        at.append(player.session.cursor)
    assert at == [0, 1, 35, 34, 35, 35, 30, 0, 0]
    assert player.panel() == "No rule is broken."
    await player.press("right", "1", "right", "1", "end", "e")
    assert player.session.cursor == 0


async def test_without_wrapping_the_cursor_stops_at_edges(open_app: OpenApp) -> None:
    async with open_app(CLASSIC, preferences=Preferences(Settings(wrap=False))) as player:
        await player.press("left", "up")
        assert player.session.cursor == 0
        await player.press("end", "right", "down")
        assert player.session.cursor == 11


async def test_zoom_by_keys_scrolls_what_finds_no_room(open_app: OpenApp) -> None:
    async with open_app(parse_puzzle(empty_text("14x14"))) as player:
        assert player.board.zoom == Zoom(3, 1)
        await player.press("z", "z", "z")
        assert player.board.zoom == Zoom(6, 3)
        await player.press("z", "z", "z", "z", "z", "z")
        assert player.board.zoom == Zoom(16, 8)
        assert "Cells cannot be larger." in player.panel()
        await player.press("Z", "Z", "Z", "Z", "Z")
        await player.press("end", "pagedown")
        assert player.board.scene.layout.cell_area(195)
        await player.pilot.resize_terminal(160, 50)
        await player.pause()
        assert player.board.scene.layout.view_rows == 14
        await player.press("Z", "Z", "Z", "Z", "Z")
        assert "Cells cannot be smaller." in player.panel()
        await player.press("z", "z", "z", "z")
        await player.pilot.resize_terminal(80, 24)
        await player.pause()
        assert player.board.zoom == Zoom(3, 1)  # what fitted was chosen: the room decides again


async def test_symbols_clock_and_help_change_while_a_game_is_open(open_app: OpenApp) -> None:
    async with open_app(EMPTY) as player:
        await player.press("1", "right", "1", "right", "1")
        assert player.text().count("!1") == 3
        await player.set("help", "lines")
        assert "!" not in player.text()
        await player.set("help", "off")
        assert not player.board.scene.layout.gutters.row_counters
        await player.set("help", "full")
        await player.set("symbols", "discs")
        assert player.text().count("!●") == 3
        assert "○ = 0  ● = 1" in player.text()
        await player.set("show_clock", False)
        assert "0:00" not in player.lines()[0]


@pytest.mark.parametrize("place", [Places.FIRST_STEPS, Places.STORM, Places.EDITOR])
async def test_symbols_are_explained_beside_every_board(place: Place[[]], open_app: OpenApp) -> None:
    async with open_app(preferences=Preferences(Settings(symbols="discs"))) as player:
        player.app.navigator.go(place)
        await player.pause()
        assert "○ = 0  ● = 1" in player.text()
        await player.set("symbols", "digits")
        assert "○ = 0" not in player.text()


async def test_help_that_is_off_helps_in_nothing(open_app: OpenApp) -> None:
    async with open_app(CLASSIC, preferences=STRICT) as player:
        assert "test · strict" in player.lines()[0]
        await player.press("right", "1", "right", "1")
        assert "!" not in player.text()
        for key in ("i", "y", "c", "C", "g", "f", "F"):
            await player.ask(key)
            assert player.panel() == "Help is off in the settings."
        await player.press("e")
        assert player.panel() == "The help level in the settings hides broken rules."
        await player.ask("b", "right", "0", "B")
        assert player.values()[:4] == "111."
        assert not player.session.aids


async def test_the_title_of_a_game_with_help_does_not_say_strict(player: Player) -> None:
    await player.ask("i")
    await player.set("help", "off")
    assert player.session.is_strict
    assert "strict" not in player.lines()[0]


async def test_the_title_of_a_strict_solve_says_so_in_every_mode(open_app: OpenApp) -> None:
    async with open_app(CLASSIC, preferences=STRICT) as player:
        await player.solve()
        await player.set("help", "full")
        await player.see("test · Hard · strict")  # once the puzzle is graded


async def test_a_read_only_game_does_not_propose_to_drop_its_branch(player: Player) -> None:
    await player.press("b", "right", "0", "right", "0", "right", "0")
    assert "The branch has failed: B drops it." in player.panel()
    player.play.is_read_only = True
    player.screen.show_all()
    assert "drops it" not in player.panel()


@pytest.mark.parametrize(("minutes", "is_paused"), [(2, True), (0, False)])
async def test_the_game_pauses_by_itself(open_app: OpenApp, minutes: int, is_paused: bool) -> None:
    async with open_app(CLASSIC, preferences=Preferences(Settings(pause_after_minutes=minutes))) as player:
        player.seconds.now += 110
        player.screen.tick()
        await player.press("right")
        player.seconds.now += 110
        player.screen.tick()
        assert not player.play.is_paused
        player.seconds.now += 15
        player.screen.tick()
        assert player.play.is_paused is is_paused


async def test_a_long_sentence_is_paged_through_on_a_small_terminal(open_app: OpenApp) -> None:
    async with open_app(CLASSIC, size=(40, 12)) as player:
        player.session.cursor = 21
        said = []
        for _ in range(5):
            await player.ask("i")
            said.append(player.lines()[-2].strip())
        assert said == [
            "Hint 1 of 4: Look at row 4.",
            "Hint 2 of 4: Pair: a cell beside two …",
            "equal values takes the other value.",
            "Hint 3 of 4: Row 4: r4c4 and r4c5 …",
            "are both 1, so r4c3 and r4c6 are 0.",
        ]


async def test_hinted_cells_come_into_view(open_app: OpenApp) -> None:
    async with open_app(parse_puzzle("40x40;" + "." * 1500 + "11" + "." * 98)) as player:
        await player.ask("i", "i", "i")
        cells = {cell for cell, look in enumerate(player.board.scene.look.cells) if look.mark}
        assert cells >= {1500, 1501}
        assert all(player.board.scene.layout.cell_area(cell) for cell in cells)
        await player.pilot.resize_terminal(70, 20)
        await player.pause()
        assert all(player.board.scene.layout.cell_area(cell) for cell in cells)
        await player.press("right")
        assert player.board.scene.layout.cell_area(1)


async def test_the_terminals_cursor_is_on_what_matters(open_app: OpenApp) -> None:
    """On the cursor's cell after every key; while a hint has scrolled it away, on a hinted cell."""

    def cell_under(player: Player) -> int | None:
        x, y = player.app.cursor_position
        origin = player.board.region.offset
        return player.board.scene.layout.cell_at(x - origin.x, y - origin.y)

    async with open_app(parse_puzzle("40x40;" + "." * 1500 + "11" + "." * 98)) as player:
        for key in (
            "right",
            "1",
            "m",
            "b",
            "z",
            "end",
            "Z",
            "pagedown",
            "u",
            "n",
            "p",
            "p",
            "home",
            "pageup",
        ):
            await player.press(key)
            assert cell_under(player) == player.session.cursor, key
        await player.ask("i", "i", "i")
        assert cell_under(player) in {cell for cell, it in enumerate(player.board.scene.look.cells) if it.mark == "?"}


async def test_a_solved_game_is_looked_back_on_and_played_back(player: Player) -> None:
    await player.solve()
    review = "Hard: the techniques it needs, with your times technique time Last blank"
    await player.until(lambda: review in " ".join(player.panel().split()))
    await player.pause()
    solved = player.values()
    await player.press("P")
    assert player.board.scene.look.cells[1].glyph == "·"
    assert "Replay: 25 steps" in player.panel()
    await player.press("right", "right", "left")
    assert player.panel().startswith("Step 1 of 25, 0:00 ▁")
    assert "▲ r1c2 = 1" in player.panel()  # what was easiest may follow
    assert player.board.scene.look.cells[1].glyph == "1"
    await player.press("u", "0", "right", "left")
    assert "▲ r1c2 = 1" in player.panel()
    await player.press("end")
    assert player.panel().startswith("Step 25 of 25, 0:00 ▁")
    assert "▲ Solved. " in player.panel()
    await player.press("home", "space", "space", "P")
    assert "Solved in" in player.panel()
    assert player.values() == solved
    await player.press("P", "q")
    assert "Solved in" in player.panel()
    assert player.values() == solved


async def test_from_the_first_screen_on_one_puzzle_follows_the_other(open_app: OpenApp, collection: Collection) -> None:
    """The app was opened on a puzzle: back from the ones after it leads home, not to what was solved long ago."""
    first = collection.entries[0]
    async with open_app(IncomingPuzzle(first.puzzle, first.title)) as player:
        before = player.play
        await player.solve()
        await player.press("tab")
        assert player.play is not before
        assert "small #2" in player.lines()[0]
        await player.press("q")
        assert player.is_on(HomeScreen)
        await player.press("q")
        assert not player.app.is_running


async def test_filling_in_a_wrong_branch_shows_the_broken_rule_once(open_app: OpenApp) -> None:
    async with open_app(find_entry("10x10", 30).puzzle) as player:
        await player.press("b", "1", "F", "y")
        assert player.panel().count("three 0s together") == 1
        assert "The branch has failed: drop it." in player.panel()
        assert player.panel().count("has failed") == 1
        looks = player.board.scene.look.cells
        assert [cell for cell, look in enumerate(looks) if look.mark == "!"] == [60, 70, 80]
        assert "(0)" in player.text()
        assert player.text().count(" !0") == 3  # without a single bracket
        await player.press("u")
        assert len(player.session.branch_depths) == 1  # the cell that the branch assumes


async def test_values_move_on_to_the_next_empty_cell_if_that_is_chosen(open_app: OpenApp) -> None:
    async with open_app(CLASSIC, preferences=Preferences(Settings(play_advance=True))) as player:
        await player.press("right", "1", "0", "1")
        assert player.values()[:7] == "110110."
        assert player.session.cursor == 6
        await player.press("backspace")
        assert (player.values()[:6], player.session.cursor) == ("110.10", 3)
        await player.press("backspace")
        assert (player.values()[:6], player.session.cursor) == ("11..10", 2)
        await player.press("left", "x")
        assert (player.values()[:6], player.session.cursor) == ("1...10", 1)
        await player.press("x")
        assert (player.values()[:6], player.session.cursor) == ("1...10", 1)


async def test_help_at_a_board_begins_with_what_helps_a_player_who_is_stuck(player: Player) -> None:
    await player.press("question_mark")
    lines = [line.strip() for line in player.lines()[1:4]]
    assert "If you are stuck" in " ".join(lines)
    assert player.text().index("Show a hint.") < player.text().index("Rules")
