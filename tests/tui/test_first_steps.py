"""Tests of the screen of the first steps."""

from pathlib import Path

from binairo_tui.library import Collection
from binairo_tui.player.catalog import Catalog
from binairo_tui.tui.screens.collections import TutorialScreen
from binairo_tui.tui.screens.first_steps import FirstStepsScreen
from binairo_tui.tui.screens.home import HomeScreen
from binairo_tui.tui.screens.places import Places
from tests.shipped import find_collection
from tests.tui.conftest import OpenApp
from tests.tui.pilots import Player


async def test_the_steps_follow_one_another(open_app: OpenApp, tmp_path: Path) -> None:
    path = tmp_path / "tutorial.txt"
    path.write_text("4x4;0..1.1......0..0  # Gentle 1006, pair\n", encoding="utf-8")
    async with open_app() as player:
        player.app.navigator.catalog = Catalog([Collection(path)])
        await player.press("T")
        assert isinstance(player.app.screen, TutorialScreen)
        await player.press("enter")
        assert "1 of 3" in player.lines()[0]
        assert "Move with the arrow keys; 0 and 1 fill in a value; u undoes it." in player.panel()
        await player.press("enter", "right", "right", "1", "enter")
        assert "1 of 3" in player.lines()[0]
        assert "n skip" in player.lines()[-1]
        assert player.panel().startswith("Row 1: three 1s together (r1c1, r1c2, r1c3). Welcome")  # no later rule
        await player.press("u", "0")
        assert player.panel().startswith(
            "Correct: with a third 1, there would be three in a row. Press Enter to continue."
        )
        await player.press("enter")
        assert "2 of 3" in player.lines()[0]
        await player.press("0", "down", "left", "left", "left", "0", "right", "0")
        assert player.panel().startswith("Correct: the ticks show")
        await player.press("enter", "0", "right", "right", "1", "down", "0", "left", "1", "left", "1", "left", "0")
        assert player.panel().startswith("Solved! These are all the rules. In a game, i gives a hint")
        await player.press("n")
        assert player.is_on(TutorialScreen)
        assert "›    1" in player.text()
        await player.press("q")
        assert player.is_on(HomeScreen)


async def test_the_first_task_is_whole_on_a_small_terminal(open_app: OpenApp) -> None:
    async with open_app(size=(60, 20)) as player:
        player.app.navigator.go(Places.FIRST_STEPS)
        await player.see("The first rule: no three", "Row 1 begins with two 1s: put", "1, column 3).")
        assert "…" not in player.text()


async def test_a_broken_rule_that_is_taught_later_is_named_if_it_is_the_only_one(player: Player) -> None:
    player.app.navigator.go(Places.FIRST_STEPS)
    await player.pause()
    await player.press("right", "right", "right", "1", "left", "1")
    assert player.panel().startswith("Row 1: four 1s together")
    await player.press("0")
    assert player.panel().startswith("Row 1 has three 1s; two are allowed. Welcome")


async def test_the_broken_rule_that_a_board_teaches_comes_first(player: Player) -> None:
    player.app.navigator.go(Places.FIRST_STEPS)
    await player.pause()
    await player.press("n", "n", "down", "down", "left", "1", "right", "1", "right", "0", "right", "0")
    assert player.panel().startswith("Rows 1 and 4 are the same. Column 1 has three 1s")


async def test_the_end_of_the_boards_leads_to_the_first_puzzle(player: Player) -> None:
    player.app.navigator.go(Places.FIRST_STEPS)
    await player.pause()
    await player.press("n", "n", "n")
    assert "small #1" in player.lines()[0]
    assert player.panel() == "Now a whole puzzle. i gives a hint, ? shows the keys."
    await player.press("q")
    assert player.is_on(HomeScreen)


async def test_without_collections_the_boards_lead_to_the_lessons(player: Player) -> None:
    player.app.navigator.catalog = Catalog([find_collection("tutorial")])
    player.app.navigator.go(Places.FIRST_STEPS)
    await player.pause()
    await player.press("n", "n", "n")
    assert isinstance(player.app.screen, TutorialScreen)


async def test_a_key_without_effect_says_what_to_do(player: Player) -> None:
    player.app.navigator.go(Places.FIRST_STEPS)
    await player.pause()
    await player.press("right", "right")
    for key in ("enter", "y", "i", "c", "P", "e"):
        await player.press(key)
        assert player.panel().startswith("First fill in the values; n skips this board. Welcome")
        await player.press("1", "u")
        assert player.panel().startswith("Welcome")


async def test_q_skips_the_steps(player: Player) -> None:
    player.app.navigator.go(Places.FIRST_STEPS)
    await player.pause()
    assert isinstance(player.app.screen, FirstStepsScreen)
    await player.press("q")
    assert isinstance(player.app.screen, HomeScreen)
    assert player.app.screen_stack == [player.app.screen]
