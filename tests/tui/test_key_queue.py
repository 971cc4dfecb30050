"""Keys of one burst: each meets the screen that the keys before it have opened."""

import pytest
from textual.screen import Screen

from binairo_tui.tui.screens.play import PlayScreen
from binairo_tui.tui.screens.statistics import StatisticsScreen
from tests.tui.conftest import OpenApp


@pytest.mark.parametrize(
    ("keys", "screen"), [("C enter enter", PlayScreen), ("ctrl+p s t a t i s enter", StatisticsScreen)]
)
async def test_a_burst_leads_through_several_screens(open_app: OpenApp, keys: str, screen: type[Screen[None]]) -> None:
    async with open_app() as player:
        await player.type(keys.split())
        await player.pause()
        assert player.is_on(screen)
