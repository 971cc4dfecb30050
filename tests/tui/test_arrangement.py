"""Arrangement of a board and its panel: nothing overlaps or leaves the screen, and the first frame is the right one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.geometry import Region, Size
from textual.strip import Strip

from binairo_tui.engine import parse_puzzle
from binairo_tui.tui.screens.play import PlayScreen
from binairo_tui.tui.view.arrangement import FRAMED_HEIGHT, FRAMED_WIDTH, LEAST_WIDTH, ROOM_FOR_FRAME, arrange, fit
from binairo_tui.tui.view.layout import LEAST_TERMINAL, WHOLE_ZOOMS, ZOOMS, BoardLayout, Zoom
from binairo_tui.tui.view.spans import Paragraph
from binairo_tui.tui.widgets.board_view import BoardView
from binairo_tui.tui.widgets.panel import TextPanel
from tests.tui.conftest import OpenApp
from tests.tui.scenes import empty_text


@given(
    size=st.tuples(st.integers(2, 20).map(lambda it: 2 * it), st.integers(2, 20).map(lambda it: 2 * it)),
    width=st.integers(LEAST_TERMINAL[0], 200),
    height=st.integers(LEAST_TERMINAL[1] - 2, 60),
    zoom=st.none() | st.sampled_from([*ZOOMS, *WHOLE_ZOOMS]),
    counters=st.booleans(),
)
def test_board_and_panel_share_the_screen(
    size: tuple[int, int], width: int, height: int, zoom: Zoom | None, counters: bool
) -> None:
    puzzle = parse_puzzle(empty_text(f"{size[0]}x{size[1]}") + ";lines=any")
    found = arrange(puzzle, width, height, zoom=zoom, counters=counters)
    board, panel, screen = Region(*found.board), Region(*found.panel), Region(0, 0, width, height)
    assert not board.overlaps(panel)
    assert all(screen.contains_region(it) and it.area for it in (board, panel))
    if panel.x > board.right:
        assert panel.width >= (FRAMED_WIDTH[0] if width >= ROOM_FOR_FRAME and height >= FRAMED_HEIGHT else LEAST_WIDTH)
    fitted = fit(puzzle, board.width, board.height, zoom=zoom, counters=counters)
    assert (fitted.zoom, fitted.view_rows, fitted.view_columns) == (
        found.layout.zoom,
        found.layout.view_rows,
        found.layout.view_columns,
    )


@pytest.mark.parametrize(
    ("size", "screen", "zoom", "is_beside"),
    [
        ("8x8", (120, 38), Zoom(8, 4), True),
        ("8x8", (160, 48), Zoom(10, 5), True),
        ("6x6", (160, 48), Zoom(14, 7), True),
        ("8x8", (80, 22), Zoom(5, 2, True), True),
        ("14x14", (80, 22), Zoom(3, 1), True),
        ("20x20", (80, 22), Zoom(3, 1), False),
        ("20x20", (160, 48), Zoom(5, 2, True), True),
        ("14x14", (40, 13), Zoom(2, 1), False),
        ("40x4", (120, 22), Zoom(2, 1), False),
    ],
)
def test_boards_are_large_and_panels_go_below_boards_that_lack_columns(
    size: str, screen: tuple[int, int], zoom: Zoom, is_beside: bool
) -> None:
    found = arrange(parse_puzzle(empty_text(size)), *screen)
    assert found.layout.zoom == zoom
    assert (found.panel.x > found.board.x + found.board.width) == is_beside


async def test_the_first_frame_shows_the_board_as_it_stays(open_app: OpenApp, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[BoardLayout] = []
    render_part = BoardView.render_part

    def recorded(self: BoardView, y: int, start: int, end: int) -> Strip:
        drawn.append(self.scene.layout)
        return render_part(self, y, start, end)

    monkeypatch.setattr(BoardView, "render_part", recorded)
    for size in ((40, 15), (80, 24), (120, 40)):
        drawn.clear()
        async with open_app(parse_puzzle(empty_text("14x14")), size=size) as player:
            await player.pilot.pause(0.1)
            assert set(drawn) == {player.board.scene.layout}


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (100, 30)])
async def test_the_panel_says_what_suits_its_size_after_every_zoom(open_app: OpenApp, size: tuple[int, int]) -> None:
    async with open_app(parse_puzzle(empty_text("12x12").replace("..", ".1", 1)), size=size) as player:
        screen = player.app.screen
        assert isinstance(screen, PlayScreen)
        await player.press("right", "y")
        for key in ("z", "z", "Z", "Z"):
            await player.press(key)
            shown = screen.panel.paragraphs
            screen.show_all()
            assert screen.panel.paragraphs == shown, key


async def test_a_panel_is_laid_out_for_its_size_even_if_that_changes_back(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_app(parse_puzzle(empty_text("6x6"))) as player:
        assert isinstance(player.app.screen, PlayScreen)
        panel, size = player.app.screen.panel, Size(26, 21)
        monkeypatch.setattr(TextPanel, "size", property(lambda _: size))
        everything = Region(0, 0, 26, 21)
        panel.render_lines(everything)
        size = Size(60, 3)
        panel.show([Paragraph("A sentence that is longer than the panel is wide."), Paragraph("Another.")])
        size = Size(26, 21)
        lines = [strip.text.rstrip() for strip in panel.render_lines(everything)]
        assert lines[:4] == ["A sentence that is longer", "than the panel is wide.", "", "Another."]
