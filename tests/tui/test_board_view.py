"""Tests of the board widget in a simulated terminal."""

import random
from typing import Any

import pytest
from textual.geometry import Region

from binairo_tui.engine import parse_puzzle
from binairo_tui.settings import Settings
from binairo_tui.tui.messages import Preferences
from binairo_tui.tui.view.appearance import Pointer, board_look
from binairo_tui.tui.view.layout import Area, Zoom
from binairo_tui.tui.widgets.board_view import BoardView
from tests.tui.conftest import OpenApp
from tests.tui.pilots import Player
from tests.tui.scenes import empty_text

pytestmark = pytest.mark.start(parse_puzzle(empty_text("8x10")))

KEYS = (
    "0",
    "1",
    "space",
    "x",
    "u",
    "r",
    "f",
    "F",
    "R",
    "up",
    "down",
    "left",
    "right",
    "h",
    "j",
    "k",
    "l",
    "p",
    "i",
    "w",
    "g",
)
PUZZLES = (
    "6x4;0.1..........1..........;lines=any",
    "8x10;" + "1.0..0.." * 10 + ";signs=r1c2=r1c3,r4c1xr5c1;lines=any",
    empty_text("30x30"),
)


@pytest.mark.parametrize("text", PUZZLES, ids=["6x4", "8x10 with signs", "30x30"])
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.long)])
async def test_partial_refreshes_equal_a_full_one(open_app: OpenApp, text: str, seed: int) -> None:
    chance = random.Random(seed)
    async with open_app(parse_puzzle(text)) as player:
        for _ in range(8 if player.session.puzzle.width == 30 else 30):
            await player.type(chance.choices(KEYS, k=4))
            board = player.board
            whole = Region(0, 0, *board.size)
            bit_by_bit = [strip.simplify() for strip in board.render_lines(whole)]
            board.refresh()
            assert [strip.simplify() for strip in board.render_lines(whole)] == bit_by_bit


async def test_a_move_refreshes_two_cells_and_two_numbers(monkeypatch: pytest.MonkeyPatch, player: Player) -> None:
    refreshed = watch(monkeypatch)
    await player.press("right")
    layout = player.board.scene.layout
    areas = [layout.ring_area(0), layout.ring_area(1), layout.number_area(10), layout.number_area(11)]
    assert sorted(refreshed) == sorted(area for area in areas if area)


async def test_a_value_refreshes_its_cell_and_counters(monkeypatch: pytest.MonkeyPatch, player: Player) -> None:
    refreshed = watch(monkeypatch)
    await player.press("1")
    layout = player.board.scene.layout
    cell = layout.cell_area(0)
    assert layout.zoom.is_joined
    assert cell is not None
    value_line = cell._replace(height=1)  # the lines above and below it show the cursor's ring
    areas = [value_line, layout.counter_area(0, 1), layout.counter_area(10, 1)]
    assert sorted(refreshed) == sorted(area for area in areas if area)


async def test_the_same_look_again_refreshes_nothing(monkeypatch: pytest.MonkeyPatch, player: Player) -> None:
    refreshed = watch(monkeypatch)
    player.board.show(board_look(player.session))
    player.board.move_cursor(0)
    assert refreshed == []


async def test_the_terminal_cursor_follows(player: Player) -> None:
    await player.press("down", "right", "right")
    x, y = player.app.cursor_position
    await player.press("1")
    assert player.lines()[y][x] == "1"
    await player.press("question_mark", "q")
    assert player.app.cursor_position == (x, y)


async def test_nothing_depends_on_colour_alone(open_app: OpenApp) -> None:
    async with open_app(parse_puzzle("4x4;00..............")) as player:
        await player.press("right", "right", "0", "down", "1", "right")
        styles = {
            name: player.board.role_styles.style(role)
            for name, role in {
                "given": ("zero-given", "given"),
                "own": ("zero",),
                "number": ("number",),
                "number to look at": ("number", "pointed"),
                "number of the cursor to look at": ("number", "here", "pointed"),
            }.items()
        }
        told = {name: (style.bold, style.reverse, style.underline) for name, style in styles.items()}
        assert told["given"] != told["own"]
        assert told["number to look at"] == told["number of the cursor to look at"] != told["number"]
        assert "!0" in player.text()


def watch(monkeypatch: pytest.MonkeyPatch) -> list[Area]:
    """Record the areas that boards refresh; the whole board counts as an area of its own."""
    refreshed: list[Area] = []
    refresh = BoardView.refresh

    def recorded(self: BoardView, *regions: Region, **options: bool) -> BoardView:
        refreshed.extend([Area(*region) for region in regions] or [Area(-1, -1, 0, 0)])
        return refresh(self, *regions, **options)

    monkeypatch.setattr(BoardView, "refresh", recorded)
    return refreshed


async def test_the_panel_leaves_a_wide_board_the_room_it_needs(open_app: OpenApp) -> None:
    async with open_app(parse_puzzle(f"38x4;{'.' * 152};lines=any"), size=(120, 24)) as player:
        assert player.board.scene.layout.view_columns == 38
        least = player.screen.panel.size.width
        await player.pilot.resize_terminal(180, 24)
        await player.until(lambda: player.board.scene.layout.zoom == Zoom(3, 1))
        assert player.screen.panel.size.width > least
        await player.pilot.resize_terminal(100, 24)  # too narrow for both: the panel goes below the board
        await player.until(lambda: player.screen.panel.region.y > player.board.region.y)
        assert player.board.scene.layout.view_columns == 38


async def test_the_panel_takes_the_lines_left_by_the_board(open_app: OpenApp) -> None:
    async with open_app(parse_puzzle(f"6x6;{'.' * 36};lines=any"), size=(40, 14)) as player:
        assert player.screen.panel.size.height == 3
        for height, lines in ((12, 1), (13, 2), (24, 3), (14, 3)):
            await player.pilot.resize_terminal(40, height)
            await player.pause()
            assert player.screen.panel.size.height == lines
            assert player.board.scene.layout.view_rows == min(6, height - 1)


@pytest.mark.parametrize("moves_after_hint", [True, False])
async def test_a_new_size_keeps_in_view_what_came_last(open_app: OpenApp, moves_after_hint: bool) -> None:
    """This is the cursor or what a hint points at."""
    async with open_app(parse_puzzle(empty_text("30x30"))) as player:
        board = player.board
        for moves in (not moves_after_hint, moves_after_hint):
            if moves:
                board.move_cursor(899)
            else:
                board.show(board.scene.look, Pointer(targets=(0,)))
        await player.pilot.resize_terminal(60, 20)
        await player.until(lambda: player.screen.size == (60, 20))
        await player.pause()
        is_in_view = [board.scene.layout.cell_area(cell) is not None for cell in (899, 0)]
        assert is_in_view == [moves_after_hint, not moves_after_hint]


@pytest.mark.parametrize("sweeps", [True, False])
async def test_a_solved_board_brightens_in_one_sweep(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch, sweeps: bool
) -> None:
    shown: list[int] = []
    refresh = BoardView.refresh

    def recorded(self: BoardView, *regions: Region, **options: Any) -> BoardView:
        if self.scene.look.counters[0].is_done:
            shown.append(sum(look.is_bright for look in self.scene.look.cells))
        return refresh(self, *regions, **options)

    monkeypatch.setattr(BoardView, "refresh", recorded)
    puzzle = parse_puzzle("4x4;.001011010100101")
    async with open_app(puzzle, preferences=Preferences(Settings(sweep=sweeps))) as player:
        await player.press("1")
        await player.until(lambda: player.board.scene.look.cells[-1].is_bright)
    assert shown == sorted(shown)
    assert shown[0] == (0 if sweeps else 16)
    assert shown[-1] == 16


async def test_tiles_take_equal_parts_of_the_lines_above_and_below_them(open_app: OpenApp) -> None:
    """Both are drawn as the rest of the line, in the colour of the screen on that of the tile."""
    async with open_app(parse_puzzle(f"6x6;0{'.' * 35}")) as player:
        await player.press("down")
        board = player.board
        assert not board.zoom.has_lines_between
        area = board.scene.layout.cell_area(0)
        assert area
        lines = [list(board.render_part(y, area.x, area.x + 1)) for y in range(area.y, area.y + area.height)]
        (above,), (whole,), (below,) = lines[0], lines[1], lines[-1]
        assert (above.text, below.text) == ("▔", "▁")
        assert above.style
        assert whole.style
        assert above.style.color == whole.style.bgcolor
        assert above.style.reverse
        assert below.style == above.style
