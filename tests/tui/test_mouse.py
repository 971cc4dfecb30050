"""Tests of the mouse, which does nothing that keys cannot do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import parse_puzzle
from binairo_tui.tui.view.arrangement import fit
from binairo_tui.tui.widgets.board_view import BoardView
from binairo_tui.tui.widgets.text_lines import Menu
from tests.tui.conftest import OpenApp
from tests.tui.pilots import Player
from tests.tui.scenes import empty_text, puzzles, visible_cells

PUZZLE = parse_puzzle("6x4;0.1..........1..........")


async def click(player: Player, cell: int) -> None:
    area = player.board.scene.layout.cell_area(cell)
    assert area
    await player.pilot.click(BoardView, offset=(area.x + area.width - 1, area.y))
    await player.pause()


@given(puzzles(), st.tuples(st.integers(0, 130), st.integers(0, 60)), st.data())
def test_every_column_of_a_cell_finds_the_cell(puzzle: object, size: tuple[int, int], data: st.DataObject) -> None:
    layout = fit(puzzle, *size)  # type: ignore[arg-type]
    layout = layout.scrolled_by(data.draw(st.integers(-50, 50)), data.draw(st.integers(-50, 50)))
    for cell in visible_cells(layout):
        area = layout.cell_area(cell)
        assert area
        corners = {(area.x, area.y), (area.x + area.width - 1, area.y + area.height - 1)}
        assert {layout.cell_at(x, y) for x, y in corners} == {cell}
    cells = layout.cells_area
    assert layout.cell_at(cells.x - 1, cells.y) is None
    assert layout.cell_at(cells.x, cells.y + cells.height) is None
    assert layout == layout.scrolled_by(0, 0)


async def test_a_click_moves_the_cursor_and_a_second_one_fills(open_app: OpenApp) -> None:
    async with open_app(PUZZLE) as player:
        await click(player, 9)
        assert player.session.cursor == 9
        assert player.values() == PUZZLE.geometry.text(PUZZLE.givens)
        for value in "01.":
            await click(player, 9)
            assert player.values()[9] == value
        await player.pilot.click(BoardView, offset=(0, 0))
        assert player.session.cursor == 9


async def test_a_paused_game_ignores_clicks(open_app: OpenApp) -> None:
    async with open_app(PUZZLE) as player:
        await player.press("p")
        await click(player, 9)
        await click(player, 0)
        assert player.session.cursor == 0
        assert not player.session.snapshot().steps


@pytest.mark.parametrize(("wheel", "seen"), [("down", 20 * 19), ("up", 0), ("right", 19), ("left", 0)])
async def test_the_wheel_scrolls_and_the_cursor_stays(open_app: OpenApp, wheel: str, seen: int) -> None:
    async with open_app(parse_puzzle(empty_text("20x20")), size=(40, 12)) as player:
        board = player.board
        for _ in range(20):
            getattr(board, f"on_mouse_scroll_{wheel}")()
        await player.pause()
        assert board.scene.layout.cell_area(seen)
        assert player.session.cursor == 0
        await player.press("right", "left")
        assert board.scene.layout.cell_area(0)


async def test_clicks_and_the_wheel_in_lists(player: Player) -> None:
    menu = player.app.screen.query_one(Menu)
    await player.pilot.click(Menu, offset=(5, 2))
    assert menu.current == 2
    menu.on_mouse_scroll_down()
    menu.on_mouse_scroll_up()
    assert menu.current == 2
    await player.pilot.click(Menu, offset=(5, 6))  # between two sections
    assert menu.current == 2
    await player.pilot.click(Menu, offset=(5, 2))
    await player.pause()
    assert len(player.app.screen_stack) == 2
