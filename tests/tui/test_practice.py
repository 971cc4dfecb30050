"""Tests of the practice screens."""

from threading import Event

import pytest

from binairo_tui.engine import EMPTY, opposite, parse_puzzle
from binairo_tui.engine.search import first_solution
from binairo_tui.game.steps import Move, SessionSnapshot, Step, StepKind
from binairo_tui.player.catalog import Catalog
from binairo_tui.player.practice import LESSON_DRILLS, known_techniques, open_practice
from binairo_tui.player.progress import Progress
from binairo_tui.tui.messages import Place
from binairo_tui.tui.screens.home import HomeScreen
from binairo_tui.tui.screens.practice import DrillScreen, PracticeScreen
from tests.shipped import find_collection
from tests.tui.conftest import OpenApp
from tests.tui.pilots import Player

pytest.importorskip("fsrs")


def screen(player: Player) -> DrillScreen:
    assert isinstance(player.app.screen, DrillScreen)
    return player.app.screen


async def begin(player: Player, *keys: str) -> None:
    """Go to practice, and press keys there."""
    player.app.navigator.go(Place.PRACTICE)
    await player.pause()
    await player.press(*keys)


async def answer(player: Player) -> None:
    cell, value = next(iter(screen(player)._drill.answers.items()))
    screen(player).go_to(cell)
    await player.press(value)


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
        await player.press(value)
        assert player.panel().startswith("Right. ")
        assert "n continues." in player.panel()
        await player.press("n")
        assert "Practice · pair" in player.lines()[0]
        practice = open_practice(player.app.navigator.progress)
        assert practice.drill_number("last blank") == 2
        assert practice._cards["last blank"].step == 0  # the first answer was wrong
        await player.press("q")
        assert isinstance(player.app.screen, PracticeScreen)
        await player.press("q")
        assert isinstance(player.app.screen, HomeScreen)


async def test_the_techniques_are_listed_before_the_games_are_read(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_read = Event()

    def read(progress: Progress) -> object:
        may_read.wait(20)
        return known_techniques(progress)

    monkeypatch.setattr("binairo_tui.tui.screens.practice.known_techniques", read)
    async with open_app() as player:
        player.app.navigator.go(Place.PRACTICE)
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
        assert "n plays a whole board that needs it." in player.panel()
        await player.press("n")
        assert "lesson" in player.screen.play.game.title
        await player.see("The drills are done: now a whole")
        await player.press("q")
        assert isinstance(player.app.screen, PracticeScreen)
        assert "5 drills so far" in player.text()


async def test_answers_are_saved_when_given(open_app: OpenApp) -> None:
    async with open_app() as player:
        await begin(player, "enter")
        await answer(player)
        player.app.navigator.progress.catch_up()
        assert player.app.navigator.progress.standings()["last blank"].drills == 1


async def test_home_leads_to_practice(open_app: OpenApp) -> None:
    async with open_app() as player:
        assert "Practice" in player.text()


async def test_statistics_show_how_well_the_techniques_are_known(open_app: OpenApp) -> None:
    puzzle = parse_puzzle("4x4;0..1.1......0..0")
    async with open_app() as player:
        progress = player.app.navigator.progress
        player.app.navigator.go(Place.STATISTICS)
        await player.press("m")
        await player.see("Solve a puzzle yourself")
        solution = first_solution(puzzle)
        assert solution is not None
        blanks = [cell for cell in range(16) if not puzzle.is_given(cell)]
        steps = [
            Step(StepKind.PLACE, (Move(cell, EMPTY, puzzle.geometry.value(solution, cell)),), 4000 * number)
            for number, cell in enumerate(blanks, 1)
        ]
        game, _ = progress.open_new(puzzle, "a game")
        progress.finish(game, SessionSnapshot(0, 50_000, len(steps), tuple(steps)))
        await player.press("m", "m")
        await player.see("cells games", "4.0 s")
        assert sum(mastery.cells for mastery in known_techniques(progress)[1]) == len(blanks)
        await player.press("enter")
        assert isinstance(player.app.screen, PracticeScreen)


async def test_a_lesson_of_the_tutorial_gives_drills_and_then_its_board(open_app: OpenApp) -> None:
    async with open_app() as player:
        player.app.navigator.catalog = Catalog([find_collection("tutorial")])
        player.app.navigator.go(Place.TUTORIAL)
        await player.pause()
        await player.press("home", "down", "enter")
        for _ in range(LESSON_DRILLS):
            assert "Practice · pair" in player.lines()[0]
            await player.press("n")
            assert "n " in player.panel()
            if "whole board" not in player.panel():
                await player.press("n")
        await player.press("n")
        assert player.screen.play.game.collection == "tutorial"
        await player.see("The drills are done: now a whole")
        await player.press("q")
        await player.press("enter")  # the drills were given
        assert player.screen.play.game.collection == "tutorial"
