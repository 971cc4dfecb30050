"""Keys of one burst: each meets the screen that the keys before it have opened."""

import pytest
from textual.events import Key
from textual.screen import Screen

from binairo_tui.tui.screens.play import PlayScreen
from binairo_tui.tui.screens.statistics import StatisticsScreen
from binairo_tui.tui.terminal.driver import InputParser
from tests.tui.conftest import OpenApp


@pytest.mark.parametrize(
    ("keys", "screen"), [("C enter enter", PlayScreen), ("ctrl+p s t a t i s enter", StatisticsScreen)]
)
async def test_a_burst_leads_through_several_screens(open_app: OpenApp, keys: str, screen: type[Screen[None]]) -> None:
    async with open_app() as player:
        await player.type(keys.split())
        await player.pause()
        assert player.is_on(screen)


@pytest.mark.parametrize("number", ["1114112", "65535000000000", "1" * 5000])
def test_a_key_whose_number_is_not_a_character_is_dropped(number: str) -> None:
    events = list(InputParser().feed(f"a\x1b[{number}ub"))
    keys = [event.key for event in events if isinstance(event, Key)]
    assert (keys[0], keys[-1]) == ("a", "b")
