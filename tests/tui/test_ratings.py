"""Where a player sees the rating: on the result, on the first screen and in the statistics."""

from binairo_tui.engine import parse_puzzle
from binairo_tui.player.storm import board
from tests.tui.conftest import OpenApp


async def test_the_rating_is_shown(open_app: OpenApp) -> None:
    async with open_app() as player:
        assert "rated" not in player.lines()[0]
        player.app.navigator.open_puzzle(parse_puzzle(str(board(7, 1))), "a puzzle", "Gentle")
        await player.pause()
        await player.solve()
        await player.see("Rating 1675 ± 253, +175.")
        await player.press("q")
        await player.see("rated 1675 ± 253")
        await player.press("S")
        await player.see("Statistics", "rated 1675 ± 253")
