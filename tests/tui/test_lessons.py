"""Tests of the lessons of the tutorial: the list, the examples, and the drills and the board after them."""

from datetime import datetime
from threading import Event
from typing import cast

import pytest

from binairo_tui.engine import next_proof
from binairo_tui.engine.bands import BAND_OF
from binairo_tui.engine.drills import Drill
from binairo_tui.player.catalog import Catalog
from binairo_tui.player.lessons import Lesson, example_of
from binairo_tui.player.practice import LESSON_DRILLS, open_practice
from binairo_tui.tui.screens.collections import TutorialScreen
from binairo_tui.tui.screens.drill import SIGNS, DrillScreen, ExampleScreen
from binairo_tui.tui.screens.places import Places
from binairo_tui.tui.view.appearance import TARGET_MARK
from binairo_tui.tui.view.hint_text import stop_pointer
from tests.shipped import find_collection
from tests.tui.conftest import OpenApp
from tests.tui.drilling import drill, solved_snapshot
from tests.tui.pilots import WAIT, Player

pytest.importorskip("fsrs")


def current_line(player: Player) -> str:
    """The line of a list that the marker is on."""
    return next((line for line in player.lines() if line.lstrip().startswith("›")), "")


async def test_the_list_of_lessons_words_signs_as_the_board_draws_them(player: Player) -> None:
    player.app.navigator.catalog = Catalog([find_collection("tutorial")])
    player.app.navigator.go(Places.TUTORIAL)
    await player.pause()
    await player.press("home", "down", "down", "down", "down")
    await player.see("Lesson: sign")
    await player.see("cells with × between them")


async def test_a_lesson_of_the_tutorial_gives_an_example_and_drills_and_then_its_board(player: Player) -> None:
    player.app.navigator.catalog = Catalog([find_collection("tutorial")])
    player.app.navigator.go(Places.TUTORIAL)
    await player.pause()
    await player.press("home", "down", "down", "enter")
    assert isinstance(player.app.screen, ExampleScreen)
    assert "Lesson · pair" in player.lines()[0]
    await player.press("1", "u", "enter")
    for _ in range(LESSON_DRILLS):
        assert "Lesson · pair" in player.lines()[0]
        await player.press("n")
        assert "Enter " in player.panel()
        if "whole board" not in player.panel():
            await player.press("n")
    await player.press("n")
    assert player.screen.play.game.title == "Lesson: pair"
    assert (player.screen.play.game.collection, player.screen.play.game.number) == ("tutorial", 1)
    await player.see("The drills are done: now a whole")
    await player.press("q")
    await player.press("enter")  # the drills were given
    assert player.screen.play.game.collection == "tutorial"
    await player.solve()
    assert "Tab lessons" in player.lines()[-1]
    await player.press("tab")
    assert isinstance(player.app.screen, TutorialScreen)
    await player.until(lambda: "sandwich" in current_line(player))


async def test_lessons_are_listed_as_practice_lists_the_techniques(player: Player) -> None:
    player.app.navigator.catalog = Catalog([find_collection("tutorial")])
    player.app.navigator.go(Places.TUTORIAL)
    await player.pause()
    entries = cast("TutorialScreen", player.app.screen).data.entries
    assert [entry.technique for entry in entries] == list(BAND_OF)
    assert [entry.number for entry in entries][:3] == [13, 1, 2]  # by which results are known
    assert "1 Gentle last blank" in " ".join(player.text().split())


async def test_the_lesson_after_a_solved_one_is_the_next_that_is_unsolved(player: Player) -> None:
    navigator = player.app.navigator
    navigator.catalog = Catalog([find_collection("tutorial")])
    for number in (1, 13):
        entry = find_collection("tutorial").entries[number - 1]
        game, _ = navigator.progress.open_entry(entry)
        navigator.progress.finish(game, solved_snapshot(entry.puzzle))
    player.app.navigator.go(Places.TUTORIAL)
    await player.pause()
    current = cast("TutorialScreen", player.app.screen).current_entry
    assert current is not None
    assert current.technique == "sandwich"


@pytest.mark.parametrize("technique", BAND_OF)
def test_the_example_of_a_lesson_is_decided_by_its_technique(technique: str) -> None:
    example = example_of(technique)
    assert example.proof.technique == technique
    assert all(len(text) < 130 for text in [step.text for step in example.walk] or [example.proof.text])
    found = next_proof(example.puzzle, example.puzzle.givens)
    assert found is not None
    assert found.technique == technique  # nothing easier decides anything


@pytest.mark.parametrize("technique", ["hypothesis", "sign chain"])
async def test_the_proof_of_an_example_is_walked_through(open_app: OpenApp, technique: str) -> None:
    example = example_of(technique)
    assert len(example.walk) > 2
    async with open_app() as player:
        navigator = player.app.navigator
        navigator.go(Places.EXAMPLE, Lesson(open_practice(navigator.progress), technique), example)
        await player.pause()
        assert example.proof.text in player.panel()
        board = cast("ExampleScreen", player.app.screen).board
        assert board.scene.cursor == example.proof.cells[0]
        for step in example.walk:
            await player.press("enter")
            assert step.text in player.panel()
            marked = [cell for cell, look in enumerate(board.scene.look.cells) if look.mark == TARGET_MARK]
            assert marked == sorted(stop_pointer(step).targets)
        await player.press("enter")
        await player.see_screen(DrillScreen)  # making the first drill may take long


async def test_an_example_with_signs_explains_them_and_is_read_to_its_end_first(open_app: OpenApp) -> None:
    example = example_of("sign chain")
    async with open_app(size=(40, 12)) as player:
        navigator = player.app.navigator
        navigator.go(Places.EXAMPLE, Lesson(open_practice(navigator.progress), "sign chain"), example)
        await player.pause()
        assert SIGNS in player.panel()
        assert cast("ExampleScreen", player.app.screen).panel.has_more
        for _ in range(100):
            if "yourself." in player.text():
                break
            await player.press("enter")
            assert player.is_on(ExampleScreen)
        await player.press("enter")
        await player.see_screen(DrillScreen)  # making the first drill may take long


@pytest.mark.usefixtures("slow_reads")
async def test_a_value_typed_while_the_first_drill_is_made_is_its_answer(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_go_on, make = Event(), Lesson.next_drill

    def next_drill(lesson: Lesson, now: datetime) -> Drill:
        may_go_on.wait(WAIT)
        return make(lesson, now)

    monkeypatch.setattr(Lesson, "next_drill", next_drill)
    monkeypatch.setattr(ExampleScreen, "HELD_SECONDS", WAIT)
    example = example_of("pair")
    async with open_app() as player:
        navigator = player.app.navigator
        navigator.go(Places.EXAMPLE, Lesson(open_practice(navigator.progress), "pair"), example)
        await player.pause()
        await player.type([*["enter"] * (len(example.walk) + 1), "1"])
        assert player.is_on(ExampleScreen)
        may_go_on.set()
        await player.see_screen(DrillScreen)
        assert drill(player).filled is not None
