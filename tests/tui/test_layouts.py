"""Keys of other keyboards act as the keys at their places, unless a text field takes them.

A key that does nothing says so once.
"""

import pytest

from binairo_tui.engine import parse_puzzle
from binairo_tui.tui.inquiry import Inquiry
from tests.tui.conftest import OpenApp
from tests.tui.pilots import Player

PUZZLE = parse_puzzle("6x6;0" + "." * 34 + "1")
US = "l 1 j 0 h 1 n u"
KEYBOARDS = {
    "Russian": "д 1 о 0 р 1 т г",
    "Bulgarian": "в 1 т 0 г 1 х к",
    "Greek": "λ 1 ξ 0 η 1 ν θ",
    "Hebrew": "ך 1 ח 0 י 1 מ ו",
    "Arabic": "م ١ ت ٠ ا ١ ى ع",
    "French": "l & j à h & n u",
    "full width": "ｌ １ ｊ ０ ｈ １ ｎ ｕ",
}

pytestmark = pytest.mark.start(PUZZLE)


async def played(player: Player, keys: str) -> tuple[str, int]:
    """The values and the cursor after some keys."""
    await player.press(*keys.split())
    return player.values(), player.board.scene.cursor


@pytest.mark.parametrize("name", KEYBOARDS)
async def test_a_game_can_be_played_with_another_keyboard(player: Player, name: str) -> None:
    if name == "Bulgarian":
        player.app.inquiry = Inquiry({"LANG": "bg_BG.UTF-8"})
    found = await played(player, KEYBOARDS[name])
    assert found[0].count(".") == 32
    await player.press("u", "u")
    await player.press("home")
    await player.press(*["left", "up"] * 6)
    assert await played(player, US) == found


async def test_a_text_field_takes_what_is_typed(player: Player) -> None:
    await player.press(":", *"дом")
    assert "дом" in player.text()


async def test_a_key_that_does_nothing_says_so_once(player: Player) -> None:
    await player.press("ß")
    assert "The key ß does nothing here." in player.panel()
    await player.press("right")
    assert "ß" not in player.panel()
    await player.press("1", "ß")
    assert "ß" not in player.panel()


async def test_it_is_said_until_the_next_key_on_screens_without_a_board_too(player: Player) -> None:
    await player.press("q")
    for key in ("D", "Y"):
        await player.press(key)
    await player.see("The key Y does nothing here.")
    await player.press("tab")
    assert "does nothing" not in player.text()


async def test_keys_of_ones_own_come_first(open_app: OpenApp) -> None:
    from binairo_tui.settings import Settings
    from binairo_tui.tui.messages import Preferences

    own = Preferences(Settings(keys={"play.hint": ("о",)}))
    async with open_app(puzzle=PUZZLE, preferences=own) as player:
        before = player.board.scene.cursor
        await player.ask("о")
        assert player.board.scene.cursor == before
