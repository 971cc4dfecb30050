"""A terminal that is too small: the app says so, and nothing is lost when it grows again."""

from functools import partial

import pytest

from binairo_tui.engine import parse_puzzle
from binairo_tui.tui.screens.base import BaseScreen
from binairo_tui.tui.screens.dialog import TooSmallScreen, repaired_dialog
from binairo_tui.tui.screens.places import Places
from binairo_tui.tui.view.layout import LEAST_TERMINAL
from binairo_tui.tui.widgets.text_lines import Menu, TextLines
from tests.tui.conftest import OpenApp
from tests.tui.pilots import Player
from tests.tui.scenes import empty_text

WIDTH, HEIGHT = LEAST_TERMINAL


def words(lines: list[str]) -> str:
    return "".join("".join(lines).split())


@pytest.mark.parametrize("size", [(WIDTH - 1, 40), (200, HEIGHT - 1), (20, 3)])
@pytest.mark.parametrize("board", ["20x20", None])
async def test_the_start_says_what_size_is_needed(open_app: OpenApp, board: str | None, size: tuple[int, int]) -> None:
    async with open_app(board and parse_puzzle(empty_text(board)), size=size) as player:
        assert words(player.lines()) == f"terminaltoosmall:needs{WIDTH}x{HEIGHT}"
        await player.pilot.resize_terminal(*LEAST_TERMINAL)
        await player.pause()
        assert "too small" not in player.text()


async def test_a_game_waits_until_the_terminal_grows(open_app: OpenApp) -> None:
    async with open_app(parse_puzzle(empty_text("6x4"))) as player:
        await player.press("right", "1")
        before, play = player.lines(), player.play
        for small in ((20, 5), (10, 4), (3, 2), (1, 1)):
            await player.pilot.resize_terminal(*small)
            await player.press("0", "right", "q", "escape", "?")
            player.seconds.now += 100
            await player.pilot.resize_terminal(80, 24)
            await player.pause()
            assert player.play is play, small
            assert player.lines() == before, small
            assert player.session.clock.elapsed_ms == 0, small
        await player.press("u")
        assert player.values() == "." * 24


async def test_a_screen_that_opens_meanwhile_is_shown_afterwards(player: Player) -> None:
    await player.pilot.resize_terminal(10, 4)
    await player.pause()
    player.app.navigator.go(Places.COLLECTIONS)
    await player.pause()
    await player.pilot.resize_terminal(80, 24)
    await player.pause()
    assert "Small ones" in player.text()
    await player.press("q")
    await player.pause()
    assert "› " in player.text()


def look_for_text(screen: TooSmallScreen) -> None:
    screen.query_one(TextLines)


async def test_what_a_screen_wanted_to_do_after_a_refresh_is_dropped_once_it_is_gone(player: Player) -> None:
    await player.pilot.resize_terminal(20, 5)
    await player.pause()
    screen = player.app.screen
    assert isinstance(screen, TooSmallScreen)
    await player.app.pop_screen()
    screen._invoke_later(partial(look_for_text, screen), screen)
    await screen._invoke_and_clear_callbacks()  # would not find its widgets


async def test_only_callbacks_of_screens_that_are_gone_are_dropped(player: Player) -> None:
    home = player.app.screen
    called: list[str] = []
    await player.pilot.resize_terminal(20, 5)
    await player.pause()
    notice = player.app.screen
    assert isinstance(home, BaseScreen)
    assert isinstance(notice, TooSmallScreen)
    await player.app.pop_screen()
    home._invoke_later(partial(look_for_text, notice), notice)  # Textual leaves it with the screen in front
    await home._invoke_and_clear_callbacks()  # would not find the widgets of the notice
    notice._invoke_later(partial(called.append, "by the screen that is gone"), home)
    await notice._invoke_and_clear_callbacks()
    assert called


async def test_a_message_that_reaches_a_screen_too_late_is_dropped(player: Player) -> None:
    player.app.navigator.go(Places.COLLECTIONS)
    await player.pause()
    collections = player.app.screen
    await player.app.pop_screen()
    await collections._dispatch_message(Menu.Moved())  # would not find the footer


async def test_a_screen_behind_another_one_is_closed_after_it(player: Player) -> None:
    home, dialog = player.app.screen, repaired_dialog("It is mended.")
    await player.app.push_screen(dialog)
    await player.pilot.resize_terminal(20, 5)
    await player.pause()
    dialog.dismiss()
    await player.pause()
    assert player.is_on(TooSmallScreen)
    await player.pilot.resize_terminal(80, 24)
    await player.pause()
    assert player.app.screen_stack == [home]
