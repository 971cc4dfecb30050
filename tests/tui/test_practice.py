"""Tests of the practice screens."""

from datetime import datetime
from threading import Event
from typing import cast

import pytest

from binairo_tui.engine import EMPTY, Puzzle, next_proof, opposite, parse_puzzle
from binairo_tui.engine.drills import Drill
from binairo_tui.engine.search import first_solution
from binairo_tui.engine.techniques.chain_text import ChainStep
from binairo_tui.game.steps import Move, SessionSnapshot, Step, StepKind
from binairo_tui.player.catalog import Catalog
from binairo_tui.player.practice import LESSON_DRILLS, TECHNIQUES, Lesson, example_of, known_techniques, open_practice
from binairo_tui.player.progress import Progress
from binairo_tui.store.practice import read_standings
from binairo_tui.tui.screens.collections import TutorialScreen
from binairo_tui.tui.screens.example import SIGNS, ExampleScreen
from binairo_tui.tui.screens.home import HomeScreen
from binairo_tui.tui.screens.places import Places
from binairo_tui.tui.screens.practice import DrillScreen, PracticeScreen
from binairo_tui.tui.view.appearance import TARGET_MARK
from binairo_tui.tui.view.hint_text import stop_pointer
from tests.shipped import find_collection
from tests.tui.conftest import OpenApp
from tests.tui.pilots import WAIT, Player

pytest.importorskip("fsrs")


def screen(player: Player) -> DrillScreen:
    assert isinstance(player.app.screen, DrillScreen)
    return player.app.screen


async def begin(player: Player, *keys: str) -> None:
    """Go to practice, and press keys there."""
    player.app.navigator.go(Places.PRACTICE)
    await player.pause()
    await player.press(*keys)


async def answer(player: Player) -> None:
    cell, value = next(iter(screen(player)._drill.answers.items()))
    screen(player).go_to(cell)
    await player.press(value)


def solved_snapshot(puzzle: Puzzle) -> SessionSnapshot:
    """A game in which the blanks were filled in reading order, one every four seconds."""
    solution = first_solution(puzzle)
    assert solution is not None
    blanks = [cell for cell in range(puzzle.geometry.cell_count) if not puzzle.is_given(cell)]
    steps = [
        Step(StepKind.PLACE, (Move(cell, EMPTY, puzzle.geometry.value(solution, cell)),), 4000 * number)
        for number, cell in enumerate(blanks, 1)
    ]
    return SessionSnapshot(0, 50_000, len(steps), tuple(steps))


def current_line(player: Player) -> str:
    """The line of a list that the marker is on."""
    return next((line for line in player.lines() if line.lstrip().startswith("›")), "")


async def test_what_is_due_is_judged_and_followed_by_the_next(open_app: OpenApp) -> None:
    async with open_app() as player:
        await begin(player, "enter")
        assert "Practice · last blank" in player.lines()[0]
        assert "Last blank: The last blank in a line takes the value that is still missing." in player.panel()
        drill = screen(player)._drill
        assert drill.puzzle.geometry.value(drill.puzzle.givens, screen(player).cursor) == EMPTY
        cell, value = next(iter(drill.answers.items()))
        screen(player).go_to(cell)
        await player.press(opposite(value))
        assert f"cannot be {opposite(value)}" in player.panel()
        assert "n answer" in player.lines()[-1]
        await player.press("enter")
        assert screen(player)._drill is drill
        await player.press(value)
        assert player.panel().startswith("Right. ")
        assert "Enter continues." in player.panel()
        assert "Enter n continue" in player.lines()[-1]
        await player.press("enter")
        assert "Practice · pair" in player.lines()[0]
        practice = open_practice(player.app.navigator.progress)
        assert practice.drill_number("last blank") == 2
        assert practice._cards["last blank"].step == 0  # the first answer was wrong
        await player.press("q")
        assert player.is_on(PracticeScreen)
        await player.press("q")
        assert isinstance(player.app.screen, HomeScreen)


async def test_the_techniques_are_listed_before_the_games_are_read(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_read = Event()

    def read(progress: Progress) -> object:
        may_read.wait(WAIT)
        return known_techniques(progress)

    monkeypatch.setattr("binairo_tui.tui.screens.practice.known_techniques", read)
    async with open_app() as player:
        player.app.navigator.go(Places.PRACTICE)
        await player.see("nested hypothesis")
        assert "new" not in player.text()
        may_read.set()
        await player.see("Next drill last blank", "nested hypothesis new")


async def test_an_answer_can_be_shown_and_the_rule_stays(open_app: OpenApp) -> None:
    """The rule is shown until the first right answer."""
    async with open_app() as player:
        await begin(player, "down", "enter", "n")
        assert screen(player).cursor in screen(player)._drill.answers
        assert "has one blank left" in player.panel()
        await player.press("n")
        assert "Last blank: The last blank" in player.panel()
        await answer(player)
        await player.press("n")
        assert "Last blank: The last blank" not in player.panel()


async def test_a_chosen_technique_ends_with_a_whole_board(open_app: OpenApp) -> None:
    async with open_app() as player:
        await begin(player, "down", "down", "enter")
        for number in range(1, LESSON_DRILLS + 1):
            assert "Practice · pair" in player.lines()[0]
            assert f"{number} of {LESSON_DRILLS}" in player.lines()[0]
            await answer(player)
            if number < LESSON_DRILLS:
                await player.press("n")
        assert "Enter plays a whole board that needs it." in player.panel()
        await player.press("n")
        assert player.screen.play.game.title == "Lesson: pair"
        await player.see("The drills are done: now a whole")
        await player.press("q")
        assert isinstance(player.app.screen, PracticeScreen)
        assert "5 drills so far" in player.text()


async def test_answers_are_saved_when_given(open_app: OpenApp) -> None:
    async with open_app() as player:
        await begin(player, "enter")
        await answer(player)
        player.app.navigator.progress.wait_for_saves()
        assert player.app.navigator.progress.read(read_standings)["last blank"].drills == 1


async def test_home_leads_to_practice(open_app: OpenApp) -> None:
    async with open_app() as player:
        assert "Practice" in player.text()


async def test_statistics_show_how_well_the_techniques_are_known(open_app: OpenApp) -> None:
    puzzle = parse_puzzle("4x4;0..1.1......0..0")
    async with open_app() as player:
        progress = player.app.navigator.progress
        player.app.navigator.go(Places.STATISTICS)
        await player.press("m")
        await player.see("Solve a puzzle yourself")
        game, _ = progress.open_new(puzzle, "a game")
        progress.finish(game, solved_snapshot(puzzle))
        await player.press("m", "m")
        await player.see("cells games", "4.0 s")
        assert (
            sum(mastery.cells for mastery in known_techniques(progress)[1])
            == puzzle.geometry.cell_count - puzzle.given_count
        )
        await player.press("enter")
        assert isinstance(player.app.screen, PracticeScreen)


async def test_a_lesson_of_the_tutorial_gives_an_example_and_drills_and_then_its_board(open_app: OpenApp) -> None:
    async with open_app() as player:
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


async def test_lessons_are_listed_as_practice_lists_the_techniques(open_app: OpenApp) -> None:
    async with open_app() as player:
        player.app.navigator.catalog = Catalog([find_collection("tutorial")])
        player.app.navigator.go(Places.TUTORIAL)
        await player.pause()
        entries = cast("TutorialScreen", player.app.screen).data.entries
        assert [entry.technique for entry in entries] == list(TECHNIQUES)
        assert [entry.number for entry in entries][:3] == [13, 1, 2]  # by which results are known
        assert "1 Gentle last blank" in " ".join(player.text().split())


async def test_the_lesson_after_a_solved_one_is_the_next_that_is_unsolved(open_app: OpenApp) -> None:
    async with open_app() as player:
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


@pytest.mark.parametrize("technique", TECHNIQUES)
def test_the_example_of_a_lesson_is_decided_by_its_technique(technique: str) -> None:
    example = example_of(technique)
    assert example.proof.technique == technique
    assert all(len(text) < 130 for text in [step.text for step in example.chain] or [example.proof.text])
    found = next_proof(example.puzzle, example.puzzle.givens)
    assert found is not None
    assert found.technique == technique  # nothing easier decides anything


@pytest.mark.parametrize("technique", ["hypothesis", "sign chain"])
async def test_the_proof_of_an_example_is_walked_through(open_app: OpenApp, technique: str) -> None:
    example = example_of(technique)
    assert len(example.steps) > 2
    async with open_app() as player:
        navigator = player.app.navigator
        navigator.go(Places.EXAMPLE, Lesson(open_practice(navigator.progress), technique), example)
        await player.pause()
        assert example.proof.text in player.panel()
        board = cast("ExampleScreen", player.app.screen).board
        assert board.scene.cursor == example.proof.cells[0]
        for step in example.steps:
            await player.press("enter")
            assert step.text in player.panel()
            marked = [cell for cell, look in enumerate(board.scene.look.cells) if look.mark == TARGET_MARK]
            assert marked == sorted([step.cell] if isinstance(step, ChainStep) else stop_pointer(step).targets)
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
        await player.type([*["enter"] * (len(example.steps) + 1), "1"])
        assert player.is_on(ExampleScreen)
        may_go_on.set()
        await player.see_screen(DrillScreen)
        assert screen(player)._message.text
