"""Tests of painting the board."""

from itertools import chain, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import ONE, ZERO, Puzzle, parse_puzzle
from binairo_tui.engine.search import solutions
from binairo_tui.game import Aid
from binairo_tui.tui.view.appearance import PAIRS, Pointer, board_look
from binairo_tui.tui.view.arrangement import fit
from binairo_tui.tui.view.layout import JOINED, WHOLE_ZOOMS, ZOOMS, Area, Zoom
from binairo_tui.tui.view.painting import changed_areas, paint_line
from binairo_tui.tui.view.tiles import Role, Scene
from tests.tui.scenes import (
    COMMANDS,
    SIZES,
    characters,
    copy_areas,
    empty_text,
    obey,
    picture,
    pointers_on,
    puzzles,
    session_of,
    text,
)

EVERY_ZOOM = [*ZOOMS, *WHOLE_ZOOMS]


def scene_of(puzzle: Puzzle, width: int, height: int) -> Scene:
    return Scene(fit(puzzle, width, height), board_look(session_of(puzzle)), 0)


@given(puzzles(), SIZES, st.lists(st.sampled_from(COMMANDS), max_size=12), st.data())
def test_partial_repaint_equals_full_repaint(
    puzzle: Puzzle, size: tuple[int, int], commands: list[str], data: st.DataObject
) -> None:
    width, height = size
    session = session_of(puzzle)
    zoom = data.draw(st.none() | st.sampled_from(EVERY_ZOOM))
    layout = fit(puzzle, width, height, zoom=zoom, counters=data.draw(st.booleans()))
    scene = Scene(layout, board_look(session), session.cursor)
    is_hidden = False
    pointers = pointers_on(puzzle)
    shown = picture(scene, width, height)
    for command in commands:
        obey(session, command)
        is_hidden ^= command == "pause"
        layout = scene.layout.showing(session.cursor)
        symbols = data.draw(st.sampled_from(list(PAIRS.values())))
        look = board_look(session, is_hidden=is_hidden, pointer=data.draw(pointers), symbols=symbols)
        after = Scene(layout, look, session.cursor)
        fresh = picture(after, width, height)
        areas = changed_areas(scene, after)
        copy_areas([Area(0, 0, width, height)] if areas is None else areas, fresh, shown)
        scene = after
        assert shown == fresh


@given(puzzles(), SIZES, st.data())
def test_every_line_has_the_requested_width(puzzle: Puzzle, size: tuple[int, int], data: st.DataObject) -> None:
    width, height = size
    cursor = data.draw(st.integers(0, puzzle.geometry.cell_count - 1))
    scene = Scene(fit(puzzle, width, height).showing(cursor), board_look(session_of(puzzle)), cursor)
    for y in range(height):
        runs = paint_line(scene, y, width)
        assert sum(len(run.text) for run in runs) == width
        assert all(before.role != after.role for before, after in pairwise(runs))


@given(puzzles(), SIZES, st.lists(st.sampled_from(COMMANDS), max_size=8), st.data())
def test_part_of_a_line_is_what_the_whole_line_has_there(
    puzzle: Puzzle, size: tuple[int, int], commands: list[str], data: st.DataObject
) -> None:
    width, height = size
    session = session_of(puzzle)
    for command in commands:
        obey(session, command)
    layout = fit(puzzle, width, height, zoom=data.draw(st.none() | st.sampled_from(EVERY_ZOOM))).showing(session.cursor)
    scene = Scene(layout, board_look(session, pointer=data.draw(pointers_on(puzzle))), session.cursor)
    start, end = sorted(data.draw(st.tuples(st.integers(0, width), st.integers(0, width))))
    for y, line in enumerate(picture(scene, width, height)):
        part = chain.from_iterable(map(characters, paint_line(scene, y, width, (start, end))))
        assert list(part) == line[start:end]


def test_a_move_changes_two_cells_and_their_numbers_only() -> None:
    before = scene_of(parse_puzzle(empty_text("8x10")), 80, 24)
    sideways = changed_areas(before, before._replace(cursor=1))
    assert sideways is not None
    assert sorted(sideways) == sorted(
        area
        for area in (
            before.layout.ring_area(0),
            before.layout.ring_area(1),
            before.layout.number_area(10),
            before.layout.number_area(11),
        )
        if area
    )


@pytest.mark.parametrize("zoom", JOINED, ids=lambda zoom: zoom.name)
def test_a_value_in_the_ring_of_a_joined_cell_repaints_a_sign_that_breaks(zoom: Zoom) -> None:
    session = session_of(parse_puzzle("4x4;....1...........;signs=r1c1=r2c1"))
    session.place(5, "1")
    session.place(6, "1")  # breaks a rule, so that the cell below the ring looks the same when the sign breaks
    layout = fit(session.puzzle, 80, 40, zoom=zoom)
    before = Scene(layout, board_look(session), 0)
    session.place(0, "0")
    after = Scene(layout, board_look(session), 0)
    shown, fresh = picture(before, 80, 40), picture(after, 80, 40)
    copy_areas(changed_areas(before, after) or (), fresh, shown)
    assert shown == fresh


def test_a_small_board_in_full() -> None:
    session = session_of(parse_puzzle("6x4;0.1..........1..........;signs=r1c4=r1c5,r4c5xr4c6;lines=any"))
    session.place(1, "1")
    session.place(3, "1")
    scene = Scene(fit(session.puzzle, 25, 7), board_look(session), 7)
    assert text(scene, 25, 7) == [
        "   1  2  3  4  5  6   0 1",
        "1  0 !1 !1 !1= ·  ·   2 0",
        "2  · ▐·▌ ·  ·  ·  ·   3 3",
        "3  ·  1  ·  ·  ·  ·   3 2",
        "4  ·  ·  ·  ·  ·× ·   3 3",
        "0  1  2  2  2  2  2",
        "1  2  0  1  1  2  2",
    ]


def test_the_pointer_is_visible_without_colour() -> None:
    session = session_of(parse_puzzle("6x4;0.1..........1..........;lines=any"))
    session.place(14, "1")
    session.place(15, "1")
    pointer = Pointer(lines=(2, 5), targets=(12, 13), because=(0, 2))
    before = Scene(fit(session.puzzle, 25, 7), board_look(session), 7)
    scene = before._replace(look=board_look(session, pointer=pointer))
    assert text(scene, 25, 7)[1:4] == [
        "1 *0  · *1  ·  ·  ·   2 2",
        "2  · ▐·▌ ·  ·  ·  ·   3 3",
        "3>?· !1 !1 !1  ·  ·   3 0",
    ]
    roles = {run.text.strip(): run.role for y in range(7) for run in paint_line(scene, y, 25)}
    assert roles["3>"] == ("number", "pointed")
    assert roles["*"][-1] == "mark"
    assert roles["?"][-1] == "mark"
    clear = [cell for cell, look in enumerate(scene.look.cells) if not look.is_dim]
    assert clear == [0, 1, 2, 7, *range(12, 18), 19]
    hidden = board_look(session, is_hidden=True, pointer=pointer)
    assert hidden == board_look(session, is_hidden=True)


def test_counters_tick_when_a_line_is_full_and_right() -> None:
    session = session_of(parse_puzzle("4x4;0110............"))
    lines = text(Scene(fit(session.puzzle, 21, 7), board_look(session), 0), 21, 7)
    assert lines[1].split() == ["1", "▐0▌", "1", "1", "0", "✓", "✓"]
    for cell in (4, 8):
        session.place(cell, "0")
    lines = text(Scene(fit(session.puzzle, 21, 7), board_look(session), 0), 21, 7)
    assert lines[1].split() == ["1", "!0▌", "1", "1", "0", "✓", "✓"]  # the row itself is right
    assert lines[5].split() == ["0", "!", "2", "2", "1"]


def test_a_hidden_board_shows_nothing_of_the_puzzle() -> None:
    session = session_of(parse_puzzle("4x4;0110..0.....1..."))
    scene = Scene(fit(session.puzzle, 30, 10), board_look(session, is_hidden=True), 0)
    cells = [character for line in text(scene, 30, 10)[1:] for character in line]
    assert set(cells) <= set(" 01234▀▄█▌▐▘▝")
    assert "·" not in "".join(cells)
    hidden_elsewhere = board_look(session_of(parse_puzzle("4x4;................")), is_hidden=True)
    assert scene.look == hidden_elsewhere


def test_signs_in_cells_one_line_high() -> None:
    """Signs below r1c1 and r1c2: low beside the upper cell, or high beside the lower one if another sign is there."""
    puzzle = parse_puzzle("4x4;................;signs=r1c1=r2c1,r1c2=r1c3,r1c2xr2c2,r4c3xr4c4")
    scene = Scene(fit(puzzle, 30, 10, zoom=Zoom(3, 1), counters=False), board_look(session_of(puzzle)), 15)
    rows = [line.strip() for line in text(scene, 30, 10) if line.strip()]
    assert rows == ["1  2  3  4", "1  ·₌ ·= ·  ·", "2  ·  ·ˣ ·  ·", "3  ·  ·  ·  ·", "4  ·  ·  ·×▐·▌"]
    scene = Scene(fit(puzzle, 30, 10, zoom=Zoom(2, 1), counters=False), board_look(session_of(puzzle)), 15)
    rows = [line.strip() for line in text(scene, 30, 10) if line.strip()]
    assert rows == ["1 2 3 4", "1 ₌·ₓ·=· ·", "2  · · · ·", "3  · · · ·", "4  · · ·×·▌"]


def test_branches_and_marked_cells_are_visible_without_colour() -> None:
    session = session_of(parse_puzzle("6x4;" + "." * 24 + ";lines=any"))
    session.toggle_mark(0)
    for cell in (1, 2, 3, 4):
        session.open_branch()
        session.place(cell, "1" if cell % 2 else "0")
    session.toggle_mark(2)
    scene = Scene(fit(session.puzzle, 25, 7), board_look(session), 12)
    assert text(scene, 25, 7)[1] == "1 '· (1)[0'{1}{0} ·   1 1"
    narrow = Scene(fit(session.puzzle, 25, 7, zoom=Zoom(2, 1)), board_look(session), 12)
    assert text(narrow, 25, 7)[1].strip() == "1 '·(1'0{1{0 ·  1 1"


def test_only_what_the_help_level_allows_is_shown() -> None:
    session = session_of(parse_puzzle("4x4;................"))
    for cell in range(3):
        session.place(cell, "0")
    full = board_look(session)
    session.shown = Aid.LINES
    lines = board_look(session)
    assert [look.mark for look in full.cells[:4]] == ["!", "!", "!", ""]
    assert {look.mark for look in lines.cells} == {""}
    assert (full.counters[0].text, lines.counters[0].text) == ("!", "-")


@pytest.mark.parametrize("pointed", [(), (11, 12 + 11)], ids=["cursor alone", "cursor and hint"])
def test_numbers_above_narrow_cells_never_touch(pointed: tuple[int, ...]) -> None:
    session = session_of(parse_puzzle(f"20x12;{'.' * 240}"))
    look = board_look(session, pointer=Pointer(lines=pointed))
    scene = Scene(fit(session.puzzle, 60, 20, zoom=Zoom(2, 1)), look, 0)
    for cursor in range(20):
        after = scene._replace(cursor=cursor)
        numbers = text(after, 60, 20)[after.layout.top]
        assert pointed or str(cursor + 1) in numbers.split()
        assert pointed or all(int(number) <= 20 for number in numbers.split() if number.isdigit())
        old, fresh = picture(scene, 60, 20), picture(after, 60, 20)
        copy_areas(changed_areas(scene, after) or (), fresh, old)
        assert old == fresh
        scene = after


@pytest.mark.parametrize("zoom", ZOOMS[:-1], ids=lambda zoom: zoom.name)
def test_a_broken_sign_is_marked_itself(zoom: Zoom) -> None:
    puzzle = parse_puzzle("4x4;................;signs=r1c1=r1c2,r3c1=r3c2,r3c3xr4c3;lines=any")
    session = session_of(puzzle)

    def signs() -> list[Role]:
        scene = Scene(fit(puzzle, 60, 30, zoom=zoom), board_look(session), 15)
        runs = [run for y in range(30) for run in paint_line(scene, y, 60)]
        return [run.role for run in runs if "sign" in run.role]

    assert signs() == [("sign",)] * 3
    session.place(0, "1")
    session.place(1, "0")
    assert signs() == [("sign", "broken"), ("sign",), ("sign",)]
    session.shown = Aid.LINES
    assert signs() == [("sign",)] * 3


def test_a_sign_is_redrawn_in_the_next_cell() -> None:
    session = session_of(parse_puzzle("4x4;....111.........;signs=r1c1=r1c2,r1c1xr2c1;lines=any"))
    before = Scene(fit(session.puzzle, 60, 30, zoom=Zoom(3, 1)), board_look(session), 15)
    session.place(0, "1")
    after = before._replace(look=board_look(session))
    assert before.look.cells[4] == after.look.cells[4]
    assert before.layout.cell_area(4) in (changed_areas(before, after) or ())


def test_a_scrolling_board_says_what_is_in_view() -> None:
    session = session_of(parse_puzzle(empty_text("14x14")))
    scene = Scene(fit(session.puzzle, 38, 12), board_look(session), 0)
    assert text(scene, 38, 12)[-1].strip() == "↓ rows 1-10 of 14"
    scene = scene._replace(layout=scene.layout.showing(13 * 14))
    assert text(scene, 38, 12)[-1].strip() == "↑ rows 5-14 of 14"
    large = Scene(fit(session.puzzle, 60, 20, zoom=Zoom(8, 4)), board_look(session), 0)
    assert "".join(text(large, 60, 20)[-2:]).strip() == "↓ rows 1-4 of 14   → columns 1-7 of 14"


def test_the_brightness_of_a_cell_follows_its_time() -> None:
    session = session_of(parse_puzzle("6x2;0.0...1.1...;lines=any"))
    session.propagate()
    times = {1: 700, 3: 60_000, 4: 500, 5: 14_000, 7: 900, 9: 800, 10: 500, 11: 400}
    cells = board_look(session).with_times(times).cells
    assert [cell for cell, look in enumerate(cells) if look.is_bright] == [3]
    assert [cell for cell, look in enumerate(cells) if not (look.is_bright or look.is_dim)] == [5]


def test_a_solved_board_is_bright() -> None:
    session = session_of(parse_puzzle("2x2;0..0;lines=any"))
    session.propagate()
    assert session.is_solved
    assert {look.tile for look in board_look(session).cells} == {"zero-given", "one-given"}


@pytest.mark.parametrize("size", [(80, 24), (60, 30), (30, 12)])
def test_a_solved_board_lights_up_everywhere(size: tuple[int, int]) -> None:
    session = session_of(parse_puzzle(empty_text("6x6")))
    session.propagate()
    for cell, value in enumerate(session.puzzle.geometry.text(next(solutions(session.puzzle)))):
        session.place(cell, ONE if value == ONE else ZERO)
    session.cursor = 30
    look = board_look(session)
    assert look.is_solved
    layouts = {
        fit(session.puzzle, *size, zoom=zoom, counters=counters) for zoom in EVERY_ZOOM for counters in (True, False)
    }
    for layout in layouts:
        scene = Scene(layout, look.lit(6, 0), session.cursor)
        shown = picture(scene, *size)
        for share in (0.2, 0.4, 0.6, 0.8):
            after = scene._replace(look=look.lit(6, share))
            fresh = picture(after, *size)
            areas = changed_areas(scene, after)
            assert areas is not None
            copy_areas(areas, fresh, shown)
            assert shown == fresh
            scene = after
