"""Keys of one burst: each meets the screen that the keys before it have opened."""

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from textual.events import Event, Key
from textual.screen import Screen

from binairo_tui.engine import parse_puzzle
from binairo_tui.tui.screens.collections import CollectionScreen, CollectionsScreen
from binairo_tui.tui.screens.home import HomeScreen
from binairo_tui.tui.screens.play import PlayScreen
from binairo_tui.tui.screens.statistics import StatisticsScreen
from binairo_tui.tui.screens.text_screen import TextScreen
from binairo_tui.tui.terminal.textual_internals import InputParser
from tests.tui.conftest import OpenApp
from tests.tui.pilots import WAIT, Player


@pytest.mark.parametrize(
    ("keys", "screen"), [("C enter enter", PlayScreen), ("ctrl+p s t a t i s enter", StatisticsScreen)]
)
async def test_a_burst_leads_through_several_screens(keys: str, screen: type[Screen[None]], player: Player) -> None:
    await player.type(keys.split())
    await player.pause()
    assert player.is_on(screen)


@pytest.mark.usefixtures("slow_reads")
async def test_a_key_waits_for_a_list_that_is_still_empty(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    screens: list[Any] = [CollectionsScreen, CollectionScreen]
    monkeypatch.setattr(TextScreen, "HELD_SECONDS", 0.0)
    for screen in screens:
        monkeypatch.setattr(screen, "load", late(screen.load))
    await player.type(["C", "enter", "enter"])
    await player.see_screen(PlayScreen)


async def test_a_key_waits_until_the_screen_in_front_is_mounted(player: Player) -> None:
    screen, key = CollectionsScreen(player.app.navigator), Key("enter", None)
    assert screen.holds(key)
    player.app.push_screen(screen)
    await player.see_screen(CollectionsScreen)
    assert not screen.holds(key)


@pytest.mark.usefixtures("slow_reads")
async def test_a_list_that_is_still_empty_can_be_left(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    is_left = threading.Event()
    monkeypatch.setattr(CollectionsScreen, "load", lambda _: is_left.wait(WAIT))
    try:
        await player.type(["C"])
        await player.see_screen(CollectionsScreen)
        await player.type(["escape"])
        await player.see_screen(HomeScreen)
    finally:
        is_left.set()


def late(load: Callable[[Any], object]) -> Callable[[Any], object]:
    """Return a function that reads data only after the screen is shown."""

    def load_late(screen: Any) -> object:
        time.sleep(0.2)
        return load(screen)

    return load_late


async def test_a_key_with_a_command_does_not_pass_through_the_screen(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    passed: list[str] = []
    forward = Screen._forward_event

    def note(screen: Screen[None], event: Event) -> None:
        passed.append(event.key if isinstance(event, Key) else "")
        forward(screen, event)

    monkeypatch.setattr(Screen, "_forward_event", note)
    async with open_app(parse_puzzle("4x6;........................")) as player:
        await player.press("right", "1", "down", "0", "u", "f12")
        assert player.values() == ".1......................"
        assert passed == ["f12"], "only a key without a command may be for a widget"


@pytest.mark.parametrize("number", ["1114112", "65535000000000", "1" * 5000])
def test_a_key_whose_number_is_not_a_character_is_dropped(number: str) -> None:
    events = list(InputParser().feed(f"a\x1b[{number}ub"))
    keys = [event.key for event in events if isinstance(event, Key)]
    assert (keys[0], keys[-1]) == ("a", "b")
