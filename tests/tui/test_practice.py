"""Tests of the practice screens."""

import json
from datetime import datetime
from threading import Event

import pytest

from binairo_tui.engine import EMPTY, opposite, parse_puzzle
from binairo_tui.engine.drills import Drill
from binairo_tui.player.coach import Mastery
from binairo_tui.player.lessons import Lesson
from binairo_tui.player.practice import LESSON_DRILLS, known_techniques, open_practice
from binairo_tui.player.progress import Progress
from binairo_tui.player.text import rule_text
from binairo_tui.store.practice import read_standings
from binairo_tui.tui.screens.drill import DrillScreen
from binairo_tui.tui.screens.home import HomeScreen
from binairo_tui.tui.screens.places import Places
from binairo_tui.tui.screens.practice import PracticeScreen
from binairo_tui.tui.view.appearance import TARGET_MARK, VIOLATED_MARK
from binairo_tui.tui.view.hint_text import stop_pointer
from binairo_tui.tui.view.lesson_text import mastery_text, technique_line
from binairo_tui.tui.view.spans import plain_text
from tests.tui.conftest import OpenApp
from tests.tui.drilling import drill, screen, solved_snapshot
from tests.tui.pilots import WAIT, Player

pytest.importorskip("fsrs")


async def begin(player: Player, *keys: str) -> None:
    """Go to practice, and press keys there."""
    player.app.navigator.go(Places.PRACTICE)
    await player.pause()
    await player.press(*keys)


async def fill(player: Player) -> None:
    """Fill in an answer, without a reason."""
    play = drill(player)
    cell = next(it for it in play.proof.cells if it in play.drill.answers)
    screen(player).go_to(cell)
    await player.press(play.drill.answers[cell])


async def answer(player: Player) -> None:
    """Answer with the reason of the program: its cells, one by one."""
    await fill(player)
    for cell in drill(player).proof.reason_cells:
        screen(player).go_to(cell)
        await player.press("m")
    await player.press("enter")


async def test_what_is_due_is_judged_and_followed_by_the_next(player: Player) -> None:
    await begin(player, "enter")
    assert "Practice · last blank" in player.lines()[0]
    assert "Last blank: The last blank in a line takes the value that is still missing." in player.panel()
    play = drill(player)
    assert play.drill.puzzle.geometry.value(play.drill.puzzle.givens, screen(player).cursor) == EMPTY
    await fill(player)
    value = play.drill.answers[screen(player).cursor]
    await player.press(opposite(value))
    assert "Why? R marks a row, C a column, m a cell; then Enter." in player.panel()
    await player.press("C")
    assert "Enter answers: r2c1 is 1 because of column 1." in player.panel()
    await player.press("enter")
    assert "r2c1 cannot be 1. Column 1 has one blank left" in player.panel()
    await player.press("enter")
    assert drill(player) is play
    await player.press(value, "enter")
    assert player.panel().startswith("Right, for the right reason. ")
    assert "Enter continues." in player.panel()
    assert "Enter n continue" in player.lines()[-1]
    await player.press("enter")
    assert "Practice · pair" in player.lines()[0]
    progress = player.app.navigator.progress
    assert open_practice(progress).drill_number("last blank") == 2
    card = json.loads(progress.read(read_standings)["last blank"].card)
    assert card["step"] == 0  # the first answer was wrong
    await player.press("q")
    assert player.is_on(PracticeScreen)
    await player.press("q")
    assert isinstance(player.app.screen, HomeScreen)


async def test_keys_that_do_not_answer_say_so(player: Player) -> None:
    await begin(player, "enter")
    await player.press("enter")
    assert player.panel().startswith("There is no answer yet: fill in a value first.")
    await player.press("R")
    assert "Your reason so far: row 1." in player.panel()
    await player.press("enter")
    assert player.panel().startswith("There is no answer yet: fill in a value first.")
    screen(player).go_to(next(cell for cell in range(36) if drill(player).drill.puzzle.is_given(cell)))
    await player.press("0")
    assert "is a given, a value of the puzzle: it cannot be changed." in player.panel()


async def test_help_in_a_drill_begins_with_its_keys(player: Player) -> None:
    await begin(player, "enter")
    await player.press("?")
    headings = [line.strip() for line in player.lines() if line.strip() in ("In a drill", "Rules", "On a board")]
    assert headings[:2] == ["In a drill", "Rules"]


async def test_a_narrow_footer_keeps_the_keys_that_answer_and_leave(open_app: OpenApp) -> None:
    async with open_app(size=(40, 15)) as player:
        await begin(player, "enter")
        assert player.lines()[-1].split("  ")[-2:] == ["Enter answer", "q leave"]


async def test_the_reason_is_marked_on_the_board_and_judged(player: Player) -> None:
    await begin(player, "down", "down", "enter")
    await fill(player)  # r3c1, because of r4c1 and r5c1
    assert not drill(player).is_done
    await player.press("enter")
    assert player.panel().startswith("Say why, too: mark what decides the value.")
    await player.press("m")
    assert "A cell cannot be the reason for its own value." in player.panel()
    await player.press("R", "enter")
    assert "0 is right, but not for this reason: look at r4c1 and r5c1." in player.panel()
    assert "Change your answer, or press n to see one." in player.panel()
    await player.press("R", "down", "m", "enter")
    assert "incomplete: you also need r5c1." in player.panel()
    assert screen(player).board.scene.look.because == {18, 24}
    await player.press("m", "m", "down", "m", "C", "enter")
    assert "more than needed: r4c1 and r5c1 are enough." in player.panel()
    assert screen(player).board.scene.look.because == {18, 24}


async def test_a_broken_rule_on_the_board_does_not_tell_that_a_value_is_wrong(player: Player) -> None:
    await begin(player, "down", "down", "enter")
    await fill(player)
    await player.press("1")
    assert drill(player).session.violations
    assert not [look for look in screen(player).board.scene.look.cells if look.mark == VIOLATED_MARK]


async def test_a_hint_that_is_the_rule_is_not_shown_twice(player: Player) -> None:
    await begin(player, "down", "down", "enter")
    rule = rule_text(drill(player).drill.technique).lower()
    for key in ("i", "i", "i"):
        await player.press(key)
        assert player.panel().lower().count(rule) == 1


async def test_a_hint_walks_through_the_proof_on_the_board(player: Player) -> None:
    await begin(player, "end", "enter")
    await player.see_screen(DrillScreen)  # making the drill may take long
    play = drill(player)
    assert play.needs_branch
    await player.press(*["i"] * (len(play.hint.stages) - 1))
    assert play.proof.text in player.panel()
    for stop in play.hint.walk:
        await player.press("i")
        assert stop.text in player.panel()
        marked = [cell for cell, look in enumerate(screen(player).board.scene.look.cells) if look.mark == TARGET_MARK]
        assert marked == sorted(stop_pointer(stop).targets)
    last = len(play.hint.stages) - 1 + len(play.hint.walk)
    assert f"Hint {last} of {last}: " in player.panel()
    await player.press("I")
    assert play.hint.walk[-2].text in player.panel()
    await player.press("escape")
    assert play.hint.walk[-2].text not in player.panel()
    assert play.hint_page is None
    await player.press(*["i"] * (len(play.hint.stages) - 1 + len(play.hint.walk) - 1))
    await player.press("i", "i")
    assert play.is_done
    assert screen(player).cursor == play.proof.cells[0]


async def test_a_chain_is_played_in_a_branch(player: Player) -> None:
    await begin(player, "end", "enter")
    await player.see_screen(DrillScreen)  # making the drill may take long
    play = drill(player)
    assert "b begins a branch." in player.panel()
    await fill(player)
    await player.press("enter")
    assert player.panel().startswith("Say why, too: show it in a branch.")
    await player.press("u", "b")
    assert "Fill in the value that you suppose." in player.panel()
    geometry = play.drill.puzzle.geometry
    for stop in play.hint.walk[:-2]:
        for cell in geometry.changed(play.session.position, stop.position):
            screen(player).go_to(cell)
            await player.press(geometry.value(stop.position, cell))
            if not play.session.violations:
                await player.press("enter")
                assert player.panel().startswith("No rule is broken yet.")
    assert "A rule is broken: press Enter to answer." in player.panel()
    await player.press("enter")
    assert "Right. Your branch proves that" in player.panel()
    assert open_practice(player.app.navigator.progress).has_given_reasons("hypothesis")


async def test_after_a_solve_the_slowest_cells_are_drilled(open_app: OpenApp) -> None:
    puzzle = parse_puzzle("6x6;.0.0..0..11..0...1.00.011...0..1...0")
    async with open_app() as player:
        player.app.navigator.open_puzzle(puzzle, "a game")
        await player.pause()
        await player.press("M")  # not before it is solved
        await player.solve()
        await player.see("M: drills about")
        await player.press("M")
        for number in (1, 2, 3):
            await player.see_screen(DrillScreen)
            assert f"{number} of 3" in player.lines()[0]
            assert "Fill in r" in player.panel()
            assert screen(player).cursor == drill(player).drill.cell
            await player.press("n")
            assert ("goes back to the game" in player.panel()) == (number == 3)
            await player.press("n")
        await player.see("Solved in")


@pytest.fixture
def may_read(monkeypatch: pytest.MonkeyPatch) -> Event:
    """Must be set before the games are read."""
    found = Event()

    def read(progress: Progress) -> object:
        found.wait(WAIT)
        return known_techniques(progress)

    monkeypatch.setattr("binairo_tui.tui.screens.practice.known_techniques", read)
    return found


@pytest.mark.usefixtures("slow_reads")
async def test_the_first_visit_says_what_practice_is(may_read: Event, player: Player) -> None:
    player.app.navigator.go(Places.PRACTICE)
    await player.see("Each drill asks for a cell and for")
    may_read.set()
    await player.see("No drills yet.")


@pytest.mark.usefixtures("slow_reads")
@pytest.mark.parametrize("keys", [["enter", "q"], ["enter", "escape"]])
async def test_leaving_does_not_wait_for_a_drill(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch, keys: list[str]
) -> None:
    """The list stays, as it would if the drill had been opened and left."""
    may_go_on = Event()

    def next_drill(lesson: Lesson, now: datetime) -> Drill:
        may_go_on.wait(WAIT)
        raise AssertionError

    monkeypatch.setattr(Lesson, "next_drill", next_drill)
    monkeypatch.setattr(PracticeScreen, "HELD_SECONDS", WAIT)
    async with open_app() as player:
        await begin(player)
        await player.type(keys)
        await player.pause()
        assert player.is_on(PracticeScreen)
        await player.press("q")
        assert isinstance(player.app.screen, HomeScreen)
        may_go_on.set()


@pytest.mark.usefixtures("slow_reads")
async def test_the_techniques_are_listed_before_the_games_are_read(may_read: Event, player: Player) -> None:
    player.app.navigator.go(Places.PRACTICE)
    await player.see("unique lines", "hypothesis")
    assert "new" not in player.text()
    may_read.set()
    await player.see("Next drill last blank", "hypothesis new")


@pytest.mark.usefixtures("slow_reads")
async def test_a_technique_chosen_before_the_games_are_read_is_opened_then(
    open_app: OpenApp, may_read: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PracticeScreen, "HELD_SECONDS", 0.0)
    async with open_app() as player:
        await begin(player, "enter", "q")  # `q` gives up what was chosen, and the list stays
        assert player.is_on(PracticeScreen)
        await player.press("down", "down", "enter", "home")
        may_read.set()
        await player.see_screen(DrillScreen)
        assert "Practice · pair" in player.lines()[0]


async def test_an_answer_can_be_shown_and_the_rule_stays(open_app: OpenApp) -> None:
    """The rule is shown until the first right reason."""
    async with open_app() as player:
        await begin(player, "down", "enter", "n")
        assert screen(player).cursor in drill(player).drill.answers
        assert "has one blank left" in player.panel()
        await player.press("n")
        assert "Last blank: The last blank" in player.panel()
        await answer(player)
        await player.press("n")
        assert "Last blank: The last blank" not in player.panel()


async def test_a_chosen_technique_ends_with_a_whole_board(player: Player) -> None:
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


async def test_answers_are_saved_when_given(player: Player) -> None:
    await begin(player, "enter")
    await answer(player)
    player.app.navigator.progress.wait_for_saves()
    assert player.app.navigator.progress.read(read_standings)["last blank"].drills == 1


async def test_home_leads_to_practice(player: Player) -> None:
    assert "Practice" in player.text()


async def test_practice_shows_how_well_the_techniques_are_known(open_app: OpenApp) -> None:
    puzzle = parse_puzzle("4x4;0..1.1......0..0")
    async with open_app(size=(120, 40)) as player:
        progress = player.app.navigator.progress
        game, _ = progress.open_new(puzzle, "a game")
        progress.finish(game, solved_snapshot(puzzle))
        player.app.navigator.go(Places.PRACTICE)
        await player.see("due", "cells wait trend", "4.0 s")
        assert (
            sum(mastery.cells for mastery in known_techniques(progress)[1])
            == puzzle.geometry.cell_count - puzzle.given_count
        )


@pytest.mark.parametrize(("wait_ms", "shown"), [(0, False), (49, False), (50, True)])
def test_a_wait_of_no_time_is_not_shown(wait_ms: int, shown: bool) -> None:
    mastery = Mastery("pair", 7, 2, wait_ms, (wait_ms,))
    sentences = "In 2 games, you filled 7 cells that this technique decided."
    assert mastery_text(mastery) == sentences + " Your usual wait lately: 0.1 s." * shown
    line = technique_line("pair", None, mastery, datetime(2026, 1, 1), 80)
    assert plain_text(line).split()[2] == ("0.1" if shown else "-")
