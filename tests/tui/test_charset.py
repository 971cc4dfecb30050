"""Terminals that show only ASCII."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.style import Style

from binairo_tui.engine import parse_puzzle
from binairo_tui.settings import Settings
from binairo_tui.tui.messages import Preferences
from binairo_tui.tui.terminal.output import in_ascii
from binairo_tui.tui.view.layout import Zoom
from binairo_tui.tui.widgets.board_view import BoardView
from tests.tui.conftest import OpenApp

PUZZLE = parse_puzzle("6x4;0.1..........1..........;signs=r1c2=r1c3,r2c2xr3c2")


@given(st.text())
def test_any_text_becomes_ascii_of_the_same_width(text: str) -> None:
    shown = in_ascii(text)
    assert shown.isascii()
    assert cell_len(shown) == cell_len(text)
    assert shown == text or not text.isascii()


def test_signs_keep_their_meaning() -> None:
    assert in_ascii("r1c2 × 3 … ✓ é 漢 ↑↓←→ ─│┌") == "r1c2 x 3 ~ v e ?? ^v<> -|+"


def test_pairs_of_symbols_stay_apart() -> None:
    for signs in ("○●", "□■", "▁▂▃▄▅▆▇█", "·░▒▓█", "✓/-"):
        assert len({*in_ascii(signs)}) == len(signs)


@pytest.mark.parametrize(
    ("charset", "utf8", "is_ascii"),
    [("auto", True, False), ("auto", False, True), ("ascii", True, True), ("unicode", False, False)],
)
async def test_the_setting_overrides_the_locale(open_app: OpenApp, charset: str, utf8: bool, is_ascii: bool) -> None:
    async with open_app(PUZZLE, preferences=Preferences(Settings(charset=charset)), utf8=utf8) as player:
        assert player.text().isascii() is is_ascii


async def test_every_screen_is_ascii(open_app: OpenApp) -> None:
    async with open_app(utf8=False, size=(120, 40)) as player:
        for keys in ("", "D", "q N", "q C", "enter", "enter", "?", "q :", "escape , right", "q q q S"):
            await player.press(*keys.split())
            assert player.text().isascii(), keys


async def test_a_changed_charset_is_shown_at_once(open_app: OpenApp) -> None:
    async with open_app(PUZZLE) as player:
        for charset in ("ascii", "unicode", "auto"):
            player.app.navigator.change_setting("charset", charset)
            await player.pause()
            assert player.text().isascii() is (charset == "ascii")


@pytest.mark.parametrize("no_color", [False, True])
async def test_rings_are_solid_in_ascii_and_drawn_with_characters_without_colours(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch, no_color: bool
) -> None:
    if no_color:
        monkeypatch.setenv("NO_COLOR", "1")
    async with open_app(parse_puzzle("4x4;................"), utf8=False) as player:
        place = player.app.cursor_position
        above = player.lines()[place.y - 2 : place.y]
        assert any("##" in line for line in above) is no_color


@pytest.mark.parametrize("no_color", [False, True])
async def test_tiles_in_ascii_take_the_lines_that_they_share_with_gaps(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch, no_color: bool
) -> None:
    if no_color:
        monkeypatch.setenv("NO_COLOR", "1")
    async with open_app(parse_puzzle(f"6x6;0{'.' * 35}"), utf8=False) as player:
        board = player.app.screen.query_one(BoardView)
        assert not board.zoom.has_lines_between
        area = board.scene.layout.cell_area(0)
        assert area
        await player.press("down")
        grounds = [
            [(segment.text, segment.style) for segment in board.render_part(y, area.x, area.x + 1)]
            for y in range(area.y, area.y + area.height)
        ]
        assert grounds[0] == grounds[2]
        whole = board.role_styles.style(("zero-given", "given"), reverses_givens=True)
        assert grounds[0] == [(" ", Style(reverse=True) if no_color else Style(bgcolor=whole.bgcolor))]


@pytest.mark.parametrize("size", [(80, 24), (80, 19)], ids=["margin", "none"])
async def test_small_cells_in_ascii_are_framed_squares(open_app: OpenApp, size: tuple[int, int]) -> None:
    puzzle = parse_puzzle(f"8x8;10{'.' * 62};signs=r1c2=r1c3,r3c3xr4c3")
    preferences = Preferences(Settings(zoom="4x2"))
    async with open_app(puzzle, utf8=False, size=size, preferences=preferences) as player:
        layout = player.board.scene.layout
        assert (layout.zoom, layout.gutters.margin) == (Zoom(4, 2), size == (80, 24))
        await player.press("pagedown", "end")
        x, y = layout.cells_area[:2]
        lines = [line[player.board.region.x + x - 1 :][:33] for line in player.lines()][player.board.region.y + y - 1 :]
        assert lines[0] == ("+---" * 8 + "+" if layout.gutters.margin else "+-1-+-2-+-3-+-4-+-5-+-6-+-7-+-8-+")
        assert lines[1] == "| 1 | 0 = . | . | . | . | . | . |"
        assert lines[2] == "+---" * 8 + "+"
        assert lines[6] == "+---+---+-x-" + "+---" * 5 + "+"
