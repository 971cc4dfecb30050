"""Bugs on the screen: the game goes on, its moves stay saved, and a bug that comes again and again ends the app."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from typing import NoReturn

import pytest
from textual.message import Message

from binairo_tui.engine import parse_puzzle
from binairo_tui.files import bug_reports
from binairo_tui.files.streams import BUG
from binairo_tui.player.play import Play
from binairo_tui.player.progress import Progress
from binairo_tui.tui.app import BinairoApp
from binairo_tui.tui.screens.home import HomeScreen
from binairo_tui.tui.screens.play import PlayScreen
from binairo_tui.tui.screens.statistics import StatisticsScreen
from binairo_tui.tui.widgets.board_view import BoardView
from tests.conftest import forget
from tests.tui.conftest import OpenApp
from tests.tui.pilots import WAIT, Player

PUZZLE = parse_puzzle("6x4;0.1..........1..........")
TOLD = "did not work, because of a"


def boom(*_: object, **__: object) -> NoReturn:
    """Raise what nothing expects."""
    raise ZeroDivisionError


async def boom_later(*_: object) -> NoReturn:
    boom()


@pytest.fixture
def expected(bugs: dict[str, BaseException]) -> Iterator[dict[str, BaseException]]:
    """The reports of a test that provokes bugs."""
    yield bugs
    assert bugs
    assert next(iter(bugs)).startswith("ZeroDivisionError at tests/tui/test_bugs.py")
    assert len(bug_reports.list_reports()) == len(bugs)
    forget(bugs)


async def produce() -> AsyncIterator[object]:
    yield boom()


class Odd(Message):
    """A message that nothing handles well."""


def in_a_key(_player: Player, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Play, "place", boom)


def in_a_timer(player: Player, _patch: pytest.MonkeyPatch) -> None:
    player.app.screen.set_timer(0.001, boom)


def in_a_timer_of_a_widget(player: Player, _patch: pytest.MonkeyPatch) -> None:
    player.board.set_timer(0.001, boom)


def after_a_refresh(player: Player, _patch: pytest.MonkeyPatch) -> None:
    player.app.screen.call_after_refresh(boom)
    player.app.screen.refresh()


def in_a_call(player: Player, _patch: pytest.MonkeyPatch) -> None:
    player.app.call_later(boom)


def in_a_message(player: Player, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(PlayScreen, "on_odd", boom, raising=False)
    player.app.screen.post_message(Odd())


def in_a_message_to_the_app(player: Player, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(BinairoApp, "on_odd", boom, raising=False)
    player.app.post_message(Odd())


def in_a_worker(player: Player, _patch: pytest.MonkeyPatch) -> None:
    player.app.run_worker(boom, thread=True)


def in_background_work(player: Player, _patch: pytest.MonkeyPatch) -> None:
    player.screen.run_in_background("test", lambda _: iter([boom()]), lambda _: None)


def in_asynchronous_work(player: Player, _patch: pytest.MonkeyPatch) -> None:
    player.screen.run_in_background("test", produce(), lambda _: None)


def in_a_result(player: Player, _patch: pytest.MonkeyPatch) -> None:
    player.screen.run_in_background("test", lambda _: [1], boom)


def in_a_late_reading(player: Player, patch: pytest.MonkeyPatch) -> None:
    patch.setattr("binairo_tui.tui.screens.base.GRACE_SECONDS", 0.0)
    may_end = threading.Event()
    player.screen.read_in_background("test", lambda: boom(may_end.wait()), lambda _: None)
    may_end.set()


PLACES: tuple[Callable[[Player, pytest.MonkeyPatch], None], ...] = (
    in_a_key,
    in_a_timer,
    in_a_timer_of_a_widget,
    after_a_refresh,
    in_a_call,
    in_a_message,
    in_a_message_to_the_app,
    in_a_worker,
    in_background_work,
    in_asynchronous_work,
    in_a_result,
    in_a_late_reading,
)


@pytest.mark.parametrize("place", PLACES, ids=lambda it: it.__name__)
async def test_the_game_goes_on(
    open_app: OpenApp, expected: dict[str, BaseException], place: Callable[[Player, pytest.MonkeyPatch], None]
) -> None:
    async with open_app(PUZZLE) as player:
        await player.press("right", "1")
        before = player.values()
        with pytest.MonkeyPatch.context() as patch:
            place(player, patch)
            if place is in_a_key:
                await player.press("right", "0")
            await player.see(TOLD)
        await player.press("down", "0")
        assert player.values() != before
        assert player.session.position.bit_count() == 2 + 3
        await player.press("u")
        await player.press("?")
        assert not player.is_on(PlayScreen)


@pytest.mark.parametrize("method", ["compose", "on_mount"])
async def test_a_screen_that_cannot_be_opened_is_left_again(
    open_app: OpenApp, expected: dict[str, BaseException], monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    monkeypatch.setattr(StatisticsScreen, method, boom)
    async with open_app() as player:
        await player.press("S")
        await player.see(TOLD)
        assert player.is_on(HomeScreen)
        assert player.app.is_running


async def test_a_board_that_cannot_be_drawn_ends_the_app_and_keeps_the_moves(
    open_app: OpenApp, expected: dict[str, BaseException], make_progress: Callable[[], Progress]
) -> None:
    async with open_app(PUZZLE) as player:
        await player.press("right", "1")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(BoardView, "render_lines", boom)
            async with asyncio.timeout(WAIT):
                while player.app.is_running:
                    player.board.refresh()
                    await asyncio.sleep(0.02)
        assert player.app.return_code == BUG
    progress = make_progress()
    (game,) = progress.games(5)
    assert len(progress.load(game.id)[1].steps) == 1
