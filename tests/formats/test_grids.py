"""Plain text: the puzzles and errors read from it."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.formats import Imported, TextLine, read_lines, read_puzzles
from binairo_tui.formats.other_text import NO_PUZZLE
from tests.cli.runs import CLASSIC, CLASSIC_ROWS
from tests.formats import lines_of
from tests.strategies import puzzle_texts

Answer = tuple[int, str] | tuple[int, int, str]


def read(text: str) -> list[Answer]:
    """Return (line, notation) of each puzzle and (line, column, message) of each error."""
    return [
        (item.line, str(item.puzzle)) if isinstance(item, Imported) else (item.line, item.column, item.message)
        for item in read_lines(lines_of(text))
    ]


TOO_MANY = "is one symbol too many: use one for 0, one for 1 and one for empty cells, such as 0, 1 and a dot"
NO_SQUARE = "cells do not fill a square grid; for other grids, write the size first: 'WxH;'"
NO_LIST = "no grid found between these brackets or quotes: expected at least four rows with the same number of cells"
RECTANGLE = "010.1.\n......\n..11..\n......"
RECTANGLE_NOTATION = "6x4;010.1.........11........"


@pytest.mark.parametrize(
    ("text", "puzzles"),
    [
        (CLASSIC, [(1, CLASSIC)]),
        (CLASSIC_ROWS, [(1, CLASSIC)]),
        (CLASSIC_ROWS.replace(" ", "\n"), [(1, CLASSIC)]),
        (CLASSIC_ROWS.replace(" ", ""), [(1, CLASSIC)]),
        (" ".join(CLASSIC_ROWS.replace(" ", "")), [(1, CLASSIC)]),
        (f"\n\n  {CLASSIC_ROWS}  \n", [(3, CLASSIC)]),
        (RECTANGLE, [(1, RECTANGLE_NOTATION)]),
        (RECTANGLE.replace("\n", " "), [(1, RECTANGLE_NOTATION)]),
        ("\n".join(" ".join(row) for row in RECTANGLE.split("\n")), [(1, RECTANGLE_NOTATION)]),
        (f"# first\n{RECTANGLE}\n# second\n{RECTANGLE}\n", [(2, RECTANGLE_NOTATION), (7, RECTANGLE_NOTATION)]),
        (f"{RECTANGLE}\n \t\n\n{RECTANGLE}", [(1, RECTANGLE_NOTATION), (7, RECTANGLE_NOTATION)]),
        (f"{CLASSIC}\n{RECTANGLE}\n{CLASSIC}", [(1, CLASSIC), (2, RECTANGLE_NOTATION), (6, CLASSIC)]),
        (f"{CLASSIC_ROWS}\n{CLASSIC_ROWS}", [(1, CLASSIC), (2, CLASSIC)]),
        ("2x2;10.1\n4x2;1.......;lines=any", [(1, "2x2;10.1"), (2, "4x2;1.......;lines=any")]),
        ("01\n..", [(1, "2x2;01..")]),
        ("1... ..0.", [(1, "4x2;1.....0.;lines=any")]),
        ("1... ..0.\n.... ....", [(1, "8x2;1.....0.........")]),
        ("10 01 ..\n.. .. ..", [(1, "6x2;1001........")]),
        ("11\n" + "10\n01\n" * 5 + "01", [(1, "2x12;111001100110011001100101")]),  # 11 is no header
        ("", []),
        ("# nothing\n   \n#", []),
    ],
)
def test_what_each_form_means(text: str, puzzles: list[Answer]) -> None:
    assert read(text) == puzzles


@pytest.mark.parametrize("count", [1, 2, 15, 17, 40, 41, 57, 100])
def test_lines_of_sixteen_cells_are_4x4_puzzles(count: int) -> None:
    assert read("\n".join(["1..............0"] * count)) == [
        (number, "4x4;1..............0") for number in range(1, count + 1)
    ]


def test_sixteen_lines_of_sixteen_cells_are_one_grid() -> None:
    assert read("\n".join(["1..............0"] * 16)) == [(1, f"16x16;{'1..............0' * 16}")]


@pytest.mark.parametrize("count", [2, 36])
def test_lines_of_36_cells_are_6x6_puzzles(count: int) -> None:
    assert read("\n".join(["1" + "." * 35] * count)) == [(number, f"6x6;1{'.' * 35}") for number in range(1, count + 1)]


def test_an_invalid_line_among_4x4_puzzles_is_one_error() -> None:
    good = "1..............0"
    assert read(f"{good}\n{good[1:]}\n{good}") == [
        (1, f"4x4;{good}"),
        (2, 1, f"15 {NO_SQUARE}"),
        (3, f"4x4;{good}"),
    ]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("1...\n..0\n....\n....", (2, 4, "3 cells in this row, 4 in the first")),
        ("1 0 1 1 0 1\n0 1 0\n1 1 1 0 0 0", (2, 6, "3 cells in this row, 6 in the first")),
        ("1...\n..0.1\n....\n....", (2, 5, "5 cells in this row, 4 in the first")),
        ("1...\n.. 0x\n....\n....", (2, 5, f"'x' {TOO_MANY}")),
        ("0,,1,1,0\n1,,0,\n,,,\n,,,", (2, 6, "4 cells in this row, 5 in the first")),
        ("off,,on,on,off\non,,off,on\n,,,\n,,,", (2, 11, "4 cells in this row, 5 in the first")),
        ("1...10 .....0 .0.1. ...11.", (1, 20, "5 cells in this row, 6 in the first")),
        ("1...10 .....0 .0.1!. ...11.", (1, 19, f"'!' {TOO_MANY}")),
        ("1..\n...", (1, 1, "width 3 is odd: only square boards may have odd sides")),
        ("\n  1...\n  ....\n  ....", (2, 3, "height 3 is odd: only square boards may have odd sides")),
        ("  1....", (1, 3, f"5 {NO_SQUARE}")),
        ("." * 48, (1, 1, f"48 {NO_SQUARE}")),
        ("6x6;1...", (1, 5, "6x6 has 36 cells, not 4")),
        ("\n 6x6;" + "." * 35 + "2", (2, 41, "expected '0', '1' or '.', found '2'")),
        ("01\x1b2J", (1, 3, f"'\\x1b' {TOO_MANY}")),
        ("\n".join(["......"] * 41), (41, 1, "more than 40 rows without a blank line")),
        ("\n".join([*["......"] * 41, "01234."]), (41, 1, "more than 40 rows without a blank line")),
        (
            "\n".join(["|" + "0|1|" * 15, "---+" * 30, "---+" * 30] * 30),
            (1, 1, "more than 81 lines without a blank line"),
        ),
    ],
)
def test_errors_name_place_and_reason(text: str, error: Answer) -> None:
    assert read(text) == [error]


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("1..0\n.1..\n....\n0..1hello world", [(4, 5, "expected the end of the row after 4 cells, found 'h'")]),
        ("1..0\n.1..\n....\n  0 ..1 hello", [(4, 9, "expected the end of the row after 4 cells, found 'h'")]),
        ("w..b..\nw..b..hello", [(2, 7, "expected the end of the row after 6 cells, found 'h'")]),
        ("1..0\n.1..\n....\n0..1hello # (end)", [(4, 5, "expected the end of the row after 4 cells, found 'h'")]),
        ("1..0..\n0..1..1hello", [(2, 7, "expected the end of the row after 6 cells, found '1'")]),
        (
            "1..0\n.1..\n....\n0..1 (end)",
            [(4, 6, "expected the end of the row after 4 cells, found '('"), (4, 1, NO_LIST)],
        ),
        # An earlier fault comes first, and the line is not a row if it begins differently.
        ("1..0\n.1.q\n....\n0..1hello", [(2, 4, f"'q' {TOO_MANY}")]),
        ("1..0\n.1.\n....\n0..1hello", [(2, 4, "3 cells in this row, 4 in the first")]),
        ("1..0\n.1..\n....\n0. hello", [(1, 1, "height 3 is odd: only square boards may have odd sides")]),
        (
            "0101\n1010\n0110\n    \n0011 is this a row",
            [(1, 1, "height 3 is odd: only square boards may have odd sides")],
        ),
        # Complete grids are read whatever follows.
        ("1..0\n.1..\n0..1hello\n....", [(1, "4x2;1..0.1..;lines=any")]),
        ("1..0\n0..1hello", [(1, "2x2;1..0")]),
        ("1... ..0.\n1.....0.hello", [(1, "4x2;1.....0.;lines=any")]),
    ],
)
def test_a_row_that_goes_on_with_a_text_is_the_error(text: str, answers: list[Answer]) -> None:
    assert [answer for answer in read(text) if answer[-1] != NO_PUZZLE] == answers


def test_puzzles_after_an_invalid_one_are_read() -> None:
    too_many_rows = "\n".join(["......"] * 50)
    text = f"6x6;?\n{CLASSIC}\n\n1.\n1\n\n{RECTANGLE}\n\n{too_many_rows}\n{CLASSIC}\n\n{RECTANGLE}"
    lines = [answer[:2] if len(answer) == 2 else answer[0] for answer in read(text)]
    assert lines == [1, (2, CLASSIC), 5, (7, RECTANGLE_NOTATION), 52, (62, CLASSIC), (64, RECTANGLE_NOTATION)]


@pytest.mark.parametrize("above", [["These are words of a text."] * 200, ["......"] * 100])
@pytest.mark.parametrize(
    "text",
    [
        "0,1,,\n,,,\n,,,\n1,,,",
        "|0|1|.|.|\n|.|.|.|.|\n|.|.|.|.|\n|1|.|.|.|",
        "  1 2 3 4\n1 0 1 . .\n2 . . . .\n3 . . . .\n4 1 . . .",
        '["01..", "....", "....", "1..."]',
        "01..........1...",
    ],
)
def test_a_puzzle_directly_below_a_long_text_is_read(above: list[str], text: str) -> None:
    """Below too many rows, a row may belong to them: then there is a line of words between."""
    lines = [*above, "Words are between them.", text]
    assert read("\n".join(lines))[-1] == (len(lines), "4x4;01..........1...")


def test_an_unreadable_line_is_reported_and_the_rest_is_read() -> None:
    lines = [TextLine(1, CLASSIC), TextLine(2, "", "the line is too long", 9), TextLine(3, CLASSIC)]
    first, second, third = read_lines(lines)
    assert isinstance(first, Imported)
    assert isinstance(third, Imported)
    assert isinstance(second, ValueError)
    assert (second.line, second.column, second.message) == (2, 9, "the line is too long")


def test_a_puzzle_is_yielded_before_the_next_line_is_read() -> None:
    taken = []

    def lines() -> Iterator[TextLine]:
        for number in range(1, 4):
            taken.append(number)
            yield TextLine(number, CLASSIC)

    next(read_lines(lines()))
    assert taken == [1]


@given(st.lists(puzzle_texts(), max_size=5))
def test_one_line_forms_come_back(texts: list[str]) -> None:
    assert read("\n".join(texts)) == list(enumerate(texts, 1))


@given(
    st.lists(st.text(".01", min_size=6, max_size=6), min_size=2, max_size=12).filter(lambda rows: len(rows) % 2 == 0)
)
def test_grids_of_rows_come_back(rows: list[str]) -> None:
    expected = [(1, f"6x{len(rows)};{''.join(rows)}")]
    for text in ("\n".join(rows), " ".join(rows), "\n".join("  ".join(row) for row in rows)):
        ((line, *_, notation),) = read(text)
        assert [(line, notation.removesuffix(";lines=any"))] == expected


@given(st.text() | st.text(" .01\n;#x\x85"))
def test_any_text_is_read_to_its_end(text: str) -> None:
    line_count = text.count("\n") + 1
    assert all(1 <= answer[0] <= line_count for answer in read(text))


@given(st.lists(st.sampled_from([CLASSIC, "Words", "", "4x2;2.......", "4x4;..1.............", "x" * 70_000])))
def test_a_text_and_its_lines_give_the_same(lines: list[str]) -> None:
    def read(source: str | list[str]) -> list[object]:
        return [item if isinstance(item, Imported) else (item.line, str(item)) for item in read_puzzles(source)]

    assert read([f"{line}\r\n" for line in lines]) == read(lines) == (read("\n".join(lines)) if lines else [])
