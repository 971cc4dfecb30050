"""Tests of the board layout."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import Puzzle, parse_puzzle
from binairo_tui.tui.view.arrangement import fit
from binairo_tui.tui.view.layout import (
    MOST_TRIMMED,
    UNJOINED_ZOOMS,
    WHOLE_ZOOMS,
    ZOOMS,
    Area,
    BoardLayout,
    Gutters,
    Zoom,
    next_zoom,
    zoom_named,
)
from tests.conftest import Report
from tests.tui.scenes import empty_text, puzzles, visible_cells

SIZES = st.tuples(st.integers(0, 200), st.integers(0, 130))
PANE = (51, 22)
"""The room for the board in a terminal of 80x24."""


def size(text: str) -> Puzzle:
    return parse_puzzle(empty_text(text))


@given(puzzles(), SIZES, st.data())
def test_the_cursor_is_in_view_and_nothing_overlaps(puzzle: Puzzle, size: tuple[int, int], data: st.DataObject) -> None:
    width, height = size
    zoom = data.draw(st.none() | st.sampled_from([*ZOOMS, *WHOLE_ZOOMS]))
    layout = fit(puzzle, width, height, zoom=zoom, counters=data.draw(st.booleans()))
    assert zoom in (None, layout.zoom)
    for cursor in data.draw(st.lists(st.integers(0, puzzle.geometry.cell_count - 1), min_size=1, max_size=5)):
        layout = layout.showing(cursor)
        assert layout.cell_area(cursor) is not None
    check_that_nothing_overlaps(layout)


def check_that_nothing_overlaps(layout: BoardLayout) -> None:
    """Check that no two cells, numbers or counters share a place."""
    areas = [layout.cell_area(cell) for cell in visible_cells(layout)]
    lines = range(layout.rows + layout.columns)
    areas += [layout.number_area(line) for line in lines]
    areas += [layout.counter_area(line, value) for line in lines for value in (0, 1)]
    taken = [place for area in areas if area for place in places(area)]
    assert len(taken) == len(set(taken))


def test_a_board_of_10x10_is_whole_in_80x24() -> None:
    layout = fit(size("10x10"), *PANE)
    assert (layout.zoom, layout.gutters) == (Zoom(4, 2, True), Gutters(True, True, False, margin=True))
    assert layout.size[1] == 22
    check_that_nothing_overlaps(layout)


@given(puzzles(), SIZES)
def test_a_board_that_fits_is_inside(puzzle: Puzzle, size: tuple[int, int]) -> None:
    width, height = size
    layout = fit(puzzle, width, height)
    if layout.zoom.width <= width and layout.zoom.height <= height:
        for cell in visible_cells(layout):
            area = layout.cell_area(cell)
            assert area is not None
            assert 0 <= area.x <= width - area.width
            assert 0 <= area.y <= height - area.height


def test_signs_between_rows_come_before_column_counters() -> None:
    puzzle = parse_puzzle(empty_text("10x10") + ";signs=r1c1=r2c1")
    assert (fit(puzzle, *PANE).zoom, fit(puzzle, *PANE).gutters.column_counters) == (Zoom(4, 2, True), False)
    assert fit(puzzle, 51, 14).zoom == Zoom(3, 1)


def test_counters_of_two_digits_are_not_drawn_in_narrow_columns() -> None:
    assert not fit(size("20x20"), 60, 40, zoom=Zoom(2, 1)).gutters.column_counters
    assert fit(size("18x18"), 60, 40, zoom=Zoom(2, 1)).gutters.column_counters


@pytest.mark.parametrize(
    ("side", "zoom", "gutters"),
    [(14, Zoom(3, 1), Gutters(True, True, True)), (20, Zoom(2, 1), Gutters(True, True, False))],
)
def test_large_boards_fit_80x24(side: int, zoom: Zoom, gutters: Gutters) -> None:
    layout = fit(size(f"{side}x{side}"), *PANE)
    assert (layout.zoom, layout.gutters) == (zoom, gutters)
    assert (layout.view_columns, layout.view_rows) == (side, side)


def test_a_board_with_signs_scrolls_rather_than_have_cells_without_room_for_them() -> None:
    signs = ";signs=r1c1=r1c2"
    assert fit(parse_puzzle(empty_text("22x22")), *PANE).zoom == Zoom(2, 1)
    layout = fit(parse_puzzle(empty_text("22x22") + signs), *PANE)
    assert layout.zoom == Zoom(3, 1)
    assert layout.view_columns < 22
    assert fit(parse_puzzle(empty_text("22x22") + signs), *PANE, zoom=Zoom(2, 1)).zoom == Zoom(2, 1)


def test_30x30_scrolls_in_80x24_by_half_views() -> None:
    layout = fit(size("30x30"), *PANE)
    assert layout.view_columns < 30
    assert layout.view_rows < 30
    firsts = {layout.first_row}
    for row in range(30):
        layout = layout.showing(row * 30)
        firsts.add(layout.first_row)
    assert layout.first_row == 30 - layout.view_rows
    assert len(firsts) <= 3


def test_what_is_beside_the_cursor_is_in_view_too() -> None:
    layout = fit(size("30x30"), *PANE)
    for place in (*range(30), *reversed(range(30))):
        layout = layout.showing(place * 30 + place)
        beside = range(max(place - 1, 0), min(place + 2, 30))
        assert all(layout.cell_area(row * 30 + column) for row in beside for column in beside), place


def test_boards_grow_where_there_is_room() -> None:
    assert fit(size("6x6"), *PANE).zoom == Zoom(6, 3)
    assert fit(size("8x8"), 78, 38).zoom == Zoom(8, 4)
    assert fit(size("8x8"), 114, 48).zoom == Zoom(10, 5)
    assert fit(size("4x4"), 114, 48).zoom == Zoom(16, 8)
    assert fit(size("14x14"), 90, 36).zoom == Zoom(5, 2, True)
    assert fit(size("14x14"), 90, 36, zooms=UNJOINED_ZOOMS).zoom == Zoom(4, 2)
    assert fit(size("14x14"), 120, 50).zoom == Zoom(6, 3)


def test_a_board_of_low_cells_gives_up_its_column_counters_rather_than_the_size_of_its_cells() -> None:
    layouts = [fit(size("10x10"), PANE[0], PANE[1] + more) for more in range(3)]
    assert {layout.zoom for layout in layouts} == {Zoom(4, 2, True)}
    assert [layout.counter_lines for layout in layouts] == [0, 0, 2]
    assert all(layout.gutters.margin for layout in layouts)


@pytest.mark.parametrize("text", ["4x4", "8x8", "10x10"])
def test_the_ring_of_a_tile_never_covers_a_column_number_or_counter(text: str) -> None:
    for height in range(12, 60):
        layout = fit(size(text), 200, height)
        if layout.zoom.is_tall:
            for cell in visible_cells(layout):
                ring = layout.ring_area(cell)
                assert ring
                for line in range(layout.rows, layout.rows + layout.columns):
                    areas = layout.number_area(line), layout.counter_area(line, 0)
                    assert not any({*places(ring)} & {*places(area)} for area in areas if area)


def test_boards_are_in_the_middle() -> None:
    for text in ("8x8", "20x20", "30x30"):
        layout = fit(size(text), 78, 38)
        last = layout.counter_area(0, 1)
        assert last
        assert abs(layout.left - (78 - last.x - last.width)) <= 1


@pytest.mark.parametrize(
    ("name", "zoom"),
    [
        ("auto", None),
        ("3x1", Zoom(3, 1)),
        ("7x3", Zoom(6, 3)),
        ("5x2", Zoom(5, 2, True)),
        ("3x2", Zoom(4, 2, True)),
        ("99x9", Zoom(16, 8)),
    ],
)
def test_a_saved_zoom_that_is_no_more_is_the_nearest_one(name: str, zoom: Zoom | None) -> None:
    assert zoom_named(name) == zoom


@pytest.mark.parametrize("zooms", [ZOOMS, UNJOINED_ZOOMS], ids=["joined", "unjoined"])
def test_zooms_are_named_and_next_to_one_another(zooms: tuple[Zoom, ...]) -> None:
    assert all(zoom_named(zoom.name, zooms) == zoom for zoom in zooms)
    assert next_zoom(zooms[0], 1, zooms) is None
    assert [next_zoom(zoom, 1, zooms) for zoom in zooms[1:]] == list(zooms[:-1])
    assert [next_zoom(zoom, -1, zooms) for zoom in zooms] == [*zooms[1:], None]


def width_to_height(zoom: Zoom) -> float:
    """How many times as wide as high a whole tile is; a character is twice as high as wide."""
    if zoom.has_gaps:
        return (zoom.width - 1) / 2 / (zoom.height - 1 if zoom.has_lines_between else zoom.height - 2 + 2 * 7 / 8)
    return zoom.width / 2 / zoom.height


def test_tiles_are_nearly_square(report: Report) -> None:
    for zoom in ZOOMS:
        ratio, column = width_to_height(zoom), zoom.glyph[0]
        middle = (zoom.width - zoom.has_gaps) / 2
        off = abs(column + 0.5 - middle)
        report(f"tile  {zoom.name:5} width to height {ratio:4.2f}  value off the middle by {off} columns")
        assert 0.7 <= ratio <= 1.45 or zoom == Zoom(3, 1)
        assert off <= 0.5
    assert width_to_height(Zoom(3, 1)) == 1.5
    trimmed = MOST_TRIMMED / 2 / 1.5
    assert 0.7 <= trimmed <= 1.45


def test_a_row_of_joined_cells_is_two_lines_high_and_its_value_in_the_middle() -> None:
    layout = fit(size("8x8"), *PANE)
    assert (layout.zoom, layout.gutters.margin, layout.gutters.is_tight) == (Zoom(5, 2, True), True, False)
    assert layout.size == (47, 20)
    for cell in visible_cells(layout):
        area, ring = layout.cell_area(cell), layout.ring_area(cell)
        assert area
        assert ring == Area(area.x, area.y - 1, 5, 3)


def test_counters_of_columns_have_a_line_each_for_zeros_and_ones() -> None:
    for zoom in ZOOMS[:-1]:
        layout = fit(size("20x20"), 400, 200, zoom=zoom)
        zeros, ones = layout.counter_area(20, 0), layout.counter_area(20, 1)
        assert zeros
        assert ones
        assert (zeros.y + 1, zeros.x) == (ones.y, ones.x)


def test_a_scrolling_board_has_a_line_for_what_is_in_view() -> None:
    layout = fit(size("14x14"), 38, 12)
    assert (layout.view_columns, layout.gutters.column_counters) == (14, False)
    assert layout.view_rows == 10
    assert layout.position_y == 11
    assert fit(size("14x14"), *PANE).position_y is None


def test_a_layout_scrolls_back_to_the_start() -> None:
    layout = fit(size("40x40"), 30, 10)
    assert layout.showing(1599).showing(0) == layout


def places(area: Area) -> list[tuple[int, int]]:
    return [(x, y) for x in range(area.x, area.x + area.width) for y in range(area.y, area.y + area.height)]
