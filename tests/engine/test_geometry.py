from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import EMPTY, ONE, ZERO, cell_name, geometry, line_name, opposite
from tests.strategies import position_texts

SIZES = st.tuples(st.integers(1, 12), st.integers(1, 12))


@given(SIZES.flatmap(lambda size: st.tuples(st.just(size), position_texts(*size))))
def test_text_and_position_are_inverse(case: tuple[tuple[int, int], str]) -> None:
    (width, height), text = case
    board = geometry(width, height)
    position = board.position(text)
    assert board.text(position) == text
    assert board.rows(position) == [text[start : start + width] for start in range(0, len(text), width)]
    assert [board.value(position, cell) for cell in range(board.cell_count)] == list(text)
    assert board.filled_count(position) == len(text) - text.count(".")
    assert board.is_full(position) == ("." not in text)


@given(st.data(), SIZES)
def test_placing_changes_one_cell(data: st.DataObject, size: tuple[int, int]) -> None:
    board = geometry(*size)
    text = data.draw(position_texts(*size))
    cell = data.draw(st.integers(0, board.cell_count - 1))
    value = data.draw(st.sampled_from((ZERO, ONE, EMPTY)))
    before = board.position(text)
    after = board.place(before, cell, value)
    assert board.text(after) == text[:cell] + value + text[cell + 1 :]
    assert board.changed(before, after) == ((cell,) if text[cell] != value else ())


@given(st.data(), SIZES)
def test_mask_and_cells_are_inverse(data: st.DataObject, size: tuple[int, int]) -> None:
    board = geometry(*size)
    cells = tuple(sorted(data.draw(st.sets(st.integers(0, board.cell_count - 1)))))
    assert board.cells(board.mask(cells)) == cells


def test_lines_of_a_flat_board() -> None:
    board = geometry(4, 2)
    assert board.line_cells == ((0, 1, 2, 3), (4, 5, 6, 7), (0, 4), (1, 5), (2, 6), (3, 7))
    assert board.lines_of(6) == (1, 4)


def test_names() -> None:
    assert [cell_name(cell, 4) for cell in (0, 3, 4, 7)] == ["r1c1", "r1c4", "r2c1", "r2c4"]
    assert [line_name(line, 2) for line in (0, 1, 2, 5)] == ["row 1", "row 2", "column 1", "column 4"]
    assert [opposite(value) for value in (ZERO, ONE, EMPTY)] == [ONE, ZERO, EMPTY]
