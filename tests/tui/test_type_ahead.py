"""Keys typed ahead: one burst ends where the same keys end one after another."""

from collections.abc import Callable
from pathlib import Path

import pytest

from binairo_tui.player.progress import Progress
from binairo_tui.tui.screens.play import PlayScreen
from tests.tui.conftest import OpenApp
from tests.tui.pilots import Player

BURSTS = [
    "C enter enter 1 right 0",
    "C down enter enter",
    "ctrl+p s t a t i s enter",
    "C enter enter i i i",
    "C enter enter i question_mark escape i",
    "C enter enter b 1 B u u r question_mark q",
    "C enter enter ctrl+p h i n t enter i",
    "d enter 1 right 1 down 0 q q",
    "n enter right 1 u",
    "C enter enter F u F",
    "comma down enter escape C enter enter o o",
    "e 1 right 0 escape escape C enter",
    "question_mark q question_mark q C enter q",
    "t enter escape",
    "C enter enter S enter right right escape 1",
]


async def finish(player: Player) -> None:
    """Wait until everything that was begun is done."""
    for _ in range(4):
        await player.settle()
        await player.app.workers.wait_for_complete()
        await player.pilot.pause(0.05)


def seen(player: Player) -> list[object]:
    """The screens, and the game in front."""
    app = player.app
    game = []
    if isinstance(app.screen, PlayScreen):
        session = app.screen.session
        game = [session.puzzle.geometry.text(session.position), session.head, session.aids, app.screen.message]
    return [[type(screen).__name__ for screen in app.screen_stack], *game, player.lines()[1:]]


@pytest.mark.parametrize("burst", BURSTS)
async def test_a_burst_ends_where_the_same_keys_end_one_by_one(
    open_app: OpenApp, make_progress: Callable[[], Progress], home: Path, burst: str
) -> None:
    keys = burst.split()
    async with open_app() as player:
        for key in keys:
            await player.press(key)
            await finish(player)
        expected = seen(player)
    for path in (home / "data").rglob("*"):
        if path.is_file():
            path.unlink()
    async with open_app() as player:
        await player.type(keys)
        await finish(player)
        assert seen(player) == expected
