"""Keys of one burst: each meets the screen that the keys before it have opened."""

import pytest
from textual.events import Event, Key
from textual.screen import Screen

from binairo_tui.engine import parse_puzzle
from binairo_tui.tui.screens.play import PlayScreen
from binairo_tui.tui.screens.statistics import StatisticsScreen
from binairo_tui.tui.terminal.textual_internals import InputParser
from tests.tui.conftest import OpenApp
from tests.tui.pilots import Player


@pytest.mark.parametrize(
    ("keys", "screen"), [("C enter enter", PlayScreen), ("ctrl+p s t a t i s enter", StatisticsScreen)]
)
async def test_a_burst_leads_through_several_screens(keys: str, screen: type[Screen[None]], player: Player) -> None:
    await player.type(keys.split())
    await player.pause()
    assert player.is_on(screen)


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
