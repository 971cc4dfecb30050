"""A game that was begun elsewhere and is opened from the command line."""

from binairo_tui.formats import find_format, read_puzzle, remarks
from binairo_tui.formats.resume import progress_of
from binairo_tui.player.catalog import IncomingPuzzle
from binairo_tui.tui.screens.play import PlayScreen
from tests.tui.conftest import OpenApp

BEGUN = read_puzzle(find_format("unruly-save").example)


def incoming() -> IncomingPuzzle:
    progress = progress_of(BEGUN.puzzle, BEGUN.history, BEGUN.head)
    return IncomingPuzzle(BEGUN.puzzle, "from elsewhere", progress, remarks(BEGUN))


async def test_a_game_begun_elsewhere_is_shown_as_it_was_left_and_explained(open_app: OpenApp) -> None:
    async with open_app(incoming()) as player:
        assert isinstance(player.app.screen, PlayScreen)
        assert "it was left: 1 step." in player.panel()
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
