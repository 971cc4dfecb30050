"""A game that was begun elsewhere and is opened from the command line."""

from collections.abc import Callable

import pytest

from binairo_tui.engine import parse_puzzle
from binairo_tui.formats import find_format, read_puzzle, remarks
from binairo_tui.player.catalog import IncomingPuzzle
from binairo_tui.player.progress import Progress
from binairo_tui.player.resume import progress_of
from binairo_tui.tui.screens import play
from binairo_tui.tui.screens.play import PlayScreen
from tests.tui.conftest import OpenApp

BEGUN = read_puzzle(find_format("unruly-save").example)


def incoming() -> IncomingPuzzle:
    progress = progress_of(BEGUN.puzzle, BEGUN.history, BEGUN.head)
    return IncomingPuzzle(BEGUN.puzzle, "from elsewhere", progress, remarks(BEGUN))


@pytest.fixture
def _ungraded() -> None:
    """Let typed puzzles be graded."""


async def test_a_game_begun_elsewhere_is_shown_as_it_was_left_and_explained(open_app: OpenApp) -> None:
    async with open_app(incoming()) as player:
        assert isinstance(player.app.screen, PlayScreen)
        assert "it was left: 1 cell filled." in player.panel()
        assert player.app.screen.session.position == BEGUN.position
        await player.press("u")
        assert player.app.screen.session.position == BEGUN.puzzle.givens


async def test_a_game_begun_elsewhere_is_saved_from_the_first_move_on(open_app: OpenApp) -> None:
    async with open_app(incoming()) as player:
        await player.press("right", "right", "1")
    async with open_app() as player:
        await player.press("enter")
        screen = player.app.screen
        assert isinstance(screen, PlayScreen)
        assert len(screen.session.steps) == 2
        await player.press("u")
        assert screen.session.position == BEGUN.position


async def test_a_puzzle_without_a_band_is_graded_once_for_title_list_and_statistics(
    open_app: OpenApp, make_progress: Callable[[], Progress], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "GRADING_DELAY", 0.0)
    puzzle = parse_puzzle("4x4;0..1.1......0..0")
    async with open_app(IncomingPuzzle(puzzle, "typed"), size=(120, 40)) as player:
        await player.press("right", "0")
        await player.until(lambda: "4x4 · typed · Easy" in player.text())
        await player.press("q")
        assert "Easy" in player.text()
        assert "typed" in next(line for line in player.lines() if "Continue" in line)
        await player.press("enter", "F", "y")
        await player.until(lambda: "Solved in" in player.panel())
    progress = make_progress()
    assert [(result.title, result.band) for result in progress.results()] == [("typed", "Easy")]


async def test_a_puzzle_solved_before_it_is_graded_takes_the_band_of_the_result(
    open_app: OpenApp, make_progress: Callable[[], Progress], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "GRADING_DELAY", 600.0)
    puzzle = parse_puzzle("4x4;0..1.1......0..0")
    async with open_app(IncomingPuzzle(puzzle, "typed")) as player:
        await player.press("F", "y")
        await player.until(lambda: "4x4 · typed · Easy" in player.text())
        assert "Easy: the techniques it needs" in player.panel()
    assert [result.band for result in make_progress().results()] == ["Easy"]
