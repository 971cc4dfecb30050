"""Tests of tiles: values, signs, rings and symbols in them and between them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import Puzzle, parse_puzzle
from binairo_tui.tui.view.appearance import CellLook, GridContents, Pointer, board_look, grid_look, symbols_of
from binairo_tui.tui.view.arrangement import fit
from binairo_tui.tui.view.layout import JOINED, UNJOINED_ZOOMS, WHOLE_ZOOMS, ZOOMS, Zoom
from binairo_tui.tui.view.painting import paint_line
from binairo_tui.tui.view.tiles import (
    BLOCKS,
    DRAWN,
    EDGES,
    GROUND,
    INK,
    OVER,
    PIXELS,
    REST,
    Role,
    RoleSpan,
    Scene,
    tile_line,
    tile_role,
)
from tests.tui.scenes import SIZES, TILES, picture, pointers_on, puzzles, session_of, text, visible_cells


def eighths(character: RoleSpan) -> int:
    """Return the eighths of a character that a tile takes; a ring over a tile takes half of the character."""
    text, role = character
    if role[0] not in TILES:
        return 0
    if role[-1] == REST:
        assert text in "▔▁"
        return 7
    return 4 if role[-1] in EDGES else 8


@given(puzzles(), SIZES, st.data())
def test_values_are_in_the_middle_of_their_tiles_and_numbers_of_rows_beside_them(
    puzzle: Puzzle, size: tuple[int, int], data: st.DataObject
) -> None:
    width, height = size
    cursor = data.draw(st.integers(0, puzzle.geometry.cell_count - 1))
    layout = fit(puzzle, width, height).showing(cursor)
    scene = Scene(layout, board_look(session_of(puzzle), pointer=data.draw(pointers_on(puzzle))), cursor)
    room = max(width, layout.size[0]), max(height, layout.size[1])
    shown = picture(scene, *room)
    for cell in visible_cells(layout):
        area = layout.cell_area(cell)
        assert area
        value_y = area.y + layout.zoom.glyph[1]
        number = layout.number_area(cell // puzzle.width)
        assert number is None or number.y == value_y
        if layout.zoom.has_gaps:
            lines = range(area.y, area.y + area.height)
            above, below = (
                sum(eighths(shown[y][area.x]) for y in lines if (y - value_y) * side > 0) for side in (-1, 1)
            )
            is_pointed_at_from_below = cell in scene.look.because and cell not in {cursor, *scene.look.targets}
            assert above == below or is_pointed_at_from_below
            before = sum(shown[value_y][x].role[0] in TILES for x in range(area.x, area.x + layout.zoom.glyph[0]))
            after = sum(shown[value_y][x].role[0] in TILES for x in range(area.x, area.x + area.width)) - before - 1
            assert before == after


@pytest.mark.parametrize(
    "zoom", [it for it in UNJOINED_ZOOMS if it.has_gaps and it.has_lines_between], ids=lambda zoom: zoom.name
)
def test_signs_stand_alone_in_the_gaps(zoom: Zoom) -> None:
    puzzle = parse_puzzle("4x4;................;signs=r1c2xr2c2,r1c3=r1c4,r3c4=r4c4")
    session = session_of(puzzle)
    for cursor in range(16):
        scene = Scene(fit(puzzle, 80, 40, zoom=zoom), board_look(session), cursor)
        shown = picture(scene, 80, 40)
        signs = [(x, y) for y, line in enumerate(shown) for x, run in enumerate(line) if run.text in "=×"]
        assert len(signs) == 3
        for x, y in signs:
            beside = [shown[y][x - 1], shown[y][x + 1]] if shown[y][x].text == "×" else []
            assert all(not eighths(run) or run.text in "▀▄" for run in beside)
            assert shown[y][x].role == ("sign",)


@pytest.mark.parametrize("zoom", dict.fromkeys([*ZOOMS, *WHOLE_ZOOMS]), ids=str)
@pytest.mark.parametrize("signs", ["", ";signs=r1c2xr2c2,r2c2=r2c3"], ids=["plain", "signs"])
def test_the_cursor_hides_no_value_and_no_ground(zoom: Zoom, signs: str) -> None:
    """Under the cursor only characters beside the tile, or bars beside the value, differ."""
    session = session_of(parse_puzzle(f"4x4;0..1.1..........{signs};lines=any"))
    for cell in range(16):
        away = Scene(fit(session.puzzle, 80, 40, zoom=zoom), board_look(session), 15 - cell)
        there = away._replace(cursor=cell)
        before, after = picture(away, 80, 40), picture(there, 80, 40)
        area = there.layout.cell_area(cell)
        assert area
        x, y = area.x + zoom.glyph[0], area.y + zoom.glyph[1]
        assert after[y][x] == before[y][x]
        tile_width = zoom.width - 1 if zoom.has_gaps else 1
        start = area.x if zoom.has_gaps else x
        whole = (area.y + (not zoom.has_lines_between), area.y + zoom.height - 1) if zoom.has_gaps else (y, y + 1)
        for line in range(*whole):
            assert after[line][start : start + tile_width] == before[line][start : start + tile_width]
        assert after != before


def halves(character: RoleSpan) -> tuple[Role, Role]:
    """Return the roles of the upper and the lower half of a character between two rows of joined cells."""
    role = character.role
    if role[0] != PIXELS:
        return role, role
    at = role.index(OVER)
    return role[1:at], role[at + 1 :]


@pytest.mark.parametrize("zoom", JOINED, ids=lambda zoom: zoom.name)
def test_joined_tiles_reach_half_a_line_above_and_below_their_values(zoom: Zoom) -> None:
    """Nothing but tiles is between them, and equal neighbours differ."""
    puzzle = parse_puzzle("4x4;0011" + "." * 12)
    session = session_of(puzzle)
    session.place(4, "0")
    scene = Scene(fit(puzzle, 80, 40, zoom=zoom), board_look(session), 15)
    shown = picture(scene, 80, 40)
    tiles = {}
    for cell in range(11):
        area = scene.layout.cell_area(cell)
        assert area
        assert area.width == zoom.width
        columns = range(area.x, area.x + area.width)
        values = {shown[area.y][x].role for x in columns}
        above = {halves(shown[area.y - 1][x])[1] for x in columns}
        below = {halves(shown[area.y + 1][x])[0] for x in columns}
        assert values == above == below
        (tiles[cell],) = values
    assert {halves(it)[0] for it in shown[scene.layout.cells_area.y - 1]} == {GROUND}
    assert len({tiles[0], tiles[1], tiles[4], tiles[5], tiles[6]}) == 5


@pytest.mark.parametrize("symbols", ["01", "OX"])
def test_values_and_rings_between_whole_tiles_have_no_block_elements_that_meet(symbols: str) -> None:
    session = session_of(parse_puzzle("4x4;0011" + "." * 12))
    look = board_look(session, symbols=(symbols[0], symbols[1]))
    for zoom in (it for it in WHOLE_ZOOMS if it.is_whole and it.has_gaps):
        scene = Scene(fit(session.puzzle, 200, 100, zoom=zoom), look, 5)
        shown = picture(scene, 200, 100)
        for cell in (0, 2, 5):
            area = scene.layout.cell_area(cell)
            assert area
            lines = range(area.y + (not zoom.has_lines_between), area.y + zoom.height - 1)
            found = [shown[y][x] for y in lines for x in range(area.x - 1, area.x + area.width)]
            assert not {text for text, _ in found} & {*BLOCKS.strip()}
            has_drawing = zoom.width > 9 and cell != 5
            assert has_drawing == any(INK in role for _, role in found)
            ring = {x for y in lines for x in (area.x - 1, area.x + area.width - 1) if PIXELS in shown[y][x].role}
            assert len(ring) == (2 if cell == 5 else 0)


@pytest.mark.parametrize("zoom", [it for it in WHOLE_ZOOMS if it.is_joined], ids=lambda zoom: zoom.name)
def test_whole_tiles_take_whole_lines(zoom: Zoom) -> None:
    """No block element is part of a tile: xterm would show a line between two of them."""
    session = session_of(parse_puzzle("4x4;0011" + "." * 12))
    scene = Scene(fit(session.puzzle, 80, 40, zoom=zoom), board_look(session, pointer=Pointer((), (5,), (2,))), 15)
    shown = picture(scene, 80, 40)
    for cell in {*range(15)} - {5}:
        area = scene.layout.cell_area(cell)
        assert area
        characters = [shown[y][x] for y in (area.y, area.y + 1) for x in range(area.x, area.x + area.width)]
        ringed = [it for it in characters if it.role[-1] in EDGES]
        assert {text for text, _ in ringed} <= {"▂"}
        assert not {text for text, _ in characters} & {*"▀▄█▌▐▔▁"}
        assert {role for _, role in characters if role[-1] not in EDGES} >= {role[:-1] for _, role in ringed}


@pytest.mark.parametrize("zoom", JOINED, ids=lambda zoom: zoom.name)
def test_the_ring_of_a_joined_cell_is_inside_its_tile(zoom: Zoom) -> None:
    puzzle = parse_puzzle("4x4;....0.....1.....")
    scene = Scene(fit(puzzle, 80, 40, zoom=zoom), board_look(session_of(puzzle)), 5)
    area = scene.layout.cell_area(5)
    assert area
    shown, away = picture(scene, 80, 40), picture(scene._replace(cursor=15), 80, 40)
    for x in range(area.x, area.x + area.width):
        assert (halves(shown[area.y - 1][x])[1], halves(shown[area.y + 1][x])[0]) == (("cursor",), ("cursor",))
        assert halves(shown[area.y - 1][x])[0] == halves(away[area.y - 1][x])[0]
        assert halves(shown[area.y + 1][x])[1] == halves(away[area.y + 1][x])[1]
    sides = [shown[area.y][area.x], shown[area.y][area.x + area.width - 1]]
    assert "".join(text for text, _ in sides) == ("██" if zoom.width == 5 else "▌▐")
    assert {role[-1] for _, role in sides} == {"cursor"}


@pytest.mark.parametrize("zoom", JOINED, ids=lambda zoom: zoom.name)
def test_signs_between_joined_cells_are_on_their_borders(zoom: Zoom) -> None:
    puzzle = parse_puzzle("4x4;................;signs=r1c2xr2c2,r1c3=r1c4")
    scene = Scene(fit(puzzle, 80, 40, zoom=zoom), board_look(session_of(puzzle)), 1)
    upper, left = scene.layout.cell_area(1), scene.layout.cell_area(2)
    assert upper
    assert left
    shown = picture(scene, 80, 40)
    assert shown[upper.y + 1][upper.x + zoom.glyph[0]] == RoleSpan("×", ("sign",))
    assert shown[left.y][left.x + zoom.width - 1] == RoleSpan("=", ("sign",))


def test_brackets_under_the_ring_of_a_joined_cell_are_drawn_on_it() -> None:
    session = session_of(parse_puzzle("4x4;................"))
    session.open_branch()
    session.place(0, "1")
    scene = Scene(fit(session.puzzle, 80, 40, zoom=Zoom(4, 2, True)), board_look(session), 0)
    area = scene.layout.cell_area(0)
    assert area
    line = picture(scene, 80, 40)[area.y][area.x : area.x + 4]
    assert "".join(text for text, _ in line) == "(1)▐"
    assert line[0].role[-1] == "held"


def test_rings_of_hints_differ_from_the_cursor() -> None:
    session = session_of(parse_puzzle("4x4;................"))
    look = board_look(session, pointer=Pointer(targets=(5,), because=(10,)))
    scene = Scene(fit(session.puzzle, 40, 20), look, 0)
    words = {run.role[-1] for line in picture(scene, 40, 20) for run in line if run.text in "▀▄▌▐▖▗"}
    assert words == {"cursor", "target", "because"}
    assert "?" in "".join(text(scene, 40, 20))


def test_a_reason_is_underlined_in_the_lower_part_of_its_tile() -> None:
    session = session_of(parse_puzzle("4x4;................"))
    scene = Scene(fit(session.puzzle, 60, 30, zoom=Zoom(10, 5)), board_look(session, pointer=Pointer(because=(10,))), 0)
    area = scene.layout.cell_area(10)
    assert area
    words = [line[area.x].role[-1] for line in picture(scene, 60, 30)[area.y : area.y + area.height]]
    assert (words[0], words[-1]) == (REST, "because")


@pytest.mark.parametrize(
    ("symbols", "zero", "one"),
    [
        ("squares", (" ▄▄▄▄▄ ", " █   █ ", " ▀▀▀▀▀ "), (" ▄▄▄▄▄ ", " █████ ", " ▀▀▀▀▀ ")),
        ("discs", (" ▗▄▄▄▖ ", " █   █ ", " ▝▀▀▀▘ "), (" ▗▄▄▄▖ ", " █████ ", " ▝▀▀▀▘ ")),
        ("digits", ("       ", "   0   ", "       "), ("       ", "   1   ", "       ")),
        ("○1", ("       ", "   ○   ", "       "), ("       ", "   1   ", "       ")),
    ],
)
def test_squares_and_discs_are_as_large_as_their_tiles(
    symbols: str, zero: tuple[str, ...], one: tuple[str, ...]
) -> None:
    puzzle = parse_puzzle("4x4;01..............")
    look = grid_look(GridContents(puzzle, puzzle.givens), symbols=symbols_of(symbols))
    scene = Scene(fit(puzzle, 80, 40, zoom=Zoom(8, 4)), look, 5)
    lines = [
        "".join(text for text, _ in tile_line(scene, 0, inner, scene.layout.columns_in_view)) for inner in range(3)
    ]
    assert tuple(line[1:8] for line in lines) == zero
    assert tuple(line[9:16] for line in lines) == one


@pytest.mark.parametrize(
    ("zoom", "zero", "one"),
    [
        (Zoom(10, 5), ("▄▀▀▀▄", "█   █", "▀▄▄▄▀"), ("▄█", "█", "▄█▄")),
        (Zoom(12, 6), ("▄▄▄▄▄", "██▀▀▀██", "██   ██", "██▄▄▄██", "▀▀▀▀▀"), ("▄▄▄", "▀███", "███", "▄███▄", "▀▀▀▀▀")),
        (Zoom(16, 8), ("▄▄▄▄▄", "██▀▀▀██", "██   ██", "██▄▄▄██", "▀▀▀▀▀"), ("▄▄▄", "▀███", "███", "▄███▄", "▀▀▀▀▀")),
    ],
)
def test_digits_are_drawn_on_tiles_of_nine_columns_and_more(
    zoom: Zoom, zero: tuple[str, ...], one: tuple[str, ...]
) -> None:
    puzzle = parse_puzzle("4x4;01..............")
    scene = Scene(fit(puzzle, 80, 60, zoom=zoom), grid_look(GridContents(puzzle, puzzle.givens)), 15)
    shown = picture(scene, 80, 60)
    for cell, drawing in enumerate((zero, one)):
        area = scene.layout.cell_area(cell)
        assert area
        lines = [shown[y][area.x : area.x + zoom.width - 1] for y in range(area.y, area.y + zoom.height)]
        drawn = {
            y: "".join(it.text for it in line)
            for y, line in enumerate(lines)
            if (DRAWN in line[0].role or DRAWN in line[5].role)
        }
        drawn = {y: line for y, line in drawn.items() if line.strip()}
        assert tuple(line.strip() for line in drawn.values()) == drawing
        assert (min(drawn) + max(drawn)) / 2 == zoom.glyph[1]
        assert all(line[0] == line[-1] == " " for line in drawn.values())


def test_letters_are_drawn_but_no_pair_of_which_one_is_a_character() -> None:
    for symbols, is_drawn in ((("O", "X"), True), (("0", "z"), False)):
        puzzle = parse_puzzle("4x4;01..............")
        look = grid_look(GridContents(puzzle, puzzle.givens), symbols=symbols)
        shown = "".join(text(Scene(fit(puzzle, 80, 60, zoom=Zoom(12, 6)), look, 15), 80, 60)[4:])
        assert any(it in shown for it in "▄█") == is_drawn or symbols[0] in shown


@pytest.mark.parametrize("role", ["empty", "zero", "one"])
def test_neighbours_without_a_gap_differ_when_dimmed_too(role: str) -> None:
    look = CellLook("", role, is_dim=True)
    assert tile_role(look, 0, is_joined=True) != tile_role(look, 1, is_joined=True)


def test_shapes_that_are_givens_are_underlined() -> None:
    session = session_of(parse_puzzle("4x4;0...............;lines=any"))
    session.place(1, "1")
    scene = Scene(fit(session.puzzle, 25, 7, zoom=Zoom(3, 1)), board_look(session, symbols=("○", "●")), 12)
    roles = {run.text.strip(): run.role for run in paint_line(scene, 1, 25)}
    assert roles["○"] == ("zero-given", "given", "underlined")
    assert roles["●"] == ("one",)
    assert "○ ●" in text(scene, 25, 7)[0]
