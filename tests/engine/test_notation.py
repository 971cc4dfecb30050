import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import PuzzleFormatError, Sign, format_position, parse_position, parse_puzzle
from tests.oracle import Board
from tests.strategies import positions_of, puzzles, to_board, to_puzzle


@given(puzzles())
def test_puzzle_and_text_are_inverse(board: Board) -> None:
    puzzle = to_puzzle(board)
    assert parse_puzzle(str(puzzle)) == puzzle
    assert str(puzzle) == board.notation()
    assert to_board(puzzle) == board._replace(signs=tuple(sorted(board.signs)))


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("  4x2 ; .1.. 0... ; lines=unique ", "4x2;.1..0..."),
        ("4X2;.1..0...;lines=any;signs=r1c2Xr1c1", "4x2;.1..0...;signs=r1c1xr1c2;lines=any"),
        ("2x2;....;signs=r2c2=r1c2,r1c1=r1c2,r1c1=r1c2", "2x2;....;signs=r1c1=r1c2,r1c2=r2c2"),
        ("2x4;01\n10\n01\n10", "2x4;01100110"),
        ("3x3;.........;odd=ones", "3x3;........."),
        ("3x4;............;odd=either;lines=any", "3x4;............;lines=any;odd=either"),
    ],
)
def test_reading_is_tolerant_and_writing_canonical(text: str, canonical: str) -> None:
    assert str(parse_puzzle(text)) == canonical


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 1, "expected a size such as '6x6;', found ''"),
        ("hello", 1, "expected a size such as '6x6;', found 'hello'"),
        ("6x6", 4, "no cells: expected 'WxH;cells'"),
        ("5x4;....", 1, "width 5 is odd: only square boards may have odd sides"),
        ("4x41;....", 1, "height 41 is not between 2 and 40"),
        ("3x5;....", 1, "width 3 is odd: only square boards may have odd sides"),
        ("4x42;....", 1, "height 42 is not between 2 and 40"),
        ("0x2;", 1, "width 0 is not between 2 and 40"),
        ("2x2;...", 5, "2x2 has 4 cells, not 3"),
        ("2x2;.2..", 6, "expected '0', '1' or '.', found '2'"),
        ("2x2; .\x1b..", 7, "expected '0', '1' or '.', found '\\x1b'"),
        ("2x2;....;signs=r1c1=r1c2,r1c1=r2c2", 26, "r1c1 and r2c2 are not neighbours"),
        ("2x2;....;signs=r1c1=r3c1", 16, "r3c1 is outside the 2x2 board"),
        ("4x2;........;signs=r1c4=r2c1", 20, "r1c4 and r2c1 are not neighbours"),
        ("2x2;....;signs=r1c1=r1c2,r1c2xr1c1", 26, "both = and x are between r1c1 and r1c2"),
        ("2x2;....;signs=", 16, "expected a sign such as 'r1c2=r1c3', found ''"),
        ("2x2;....;lines=many", 16, "expected 'lines=unique' or 'lines=any', found 'many'"),
        ("2x2;....;lines=any;lines=any", 20, "'lines' is given twice"),
        ("2x2;....;rows=any", 10, "unknown field 'rows': expected 'signs', 'lines' or 'odd'"),
        ("3x3;.........;odd=any", 19, "expected 'odd=ones' or 'odd=either', found 'any'"),
        ("4x2;........;odd=either", 1, "odd=either is only for boards with odd sides"),
        ("2x2;....;", 10, "expected 'key=value', found ''"),
        ("9" * 70_000, 65_537, "the text is longer than 65536 characters"),
    ],
)
def test_errors_say_what_and_where(text: str, column: int, message: str) -> None:
    with pytest.raises(PuzzleFormatError) as error:
        parse_puzzle(text)
    assert (error.value.message, error.value.line, error.value.column) == (message, 1, column)


@given(
    st.text()
    | st.from_regex(r"[0-9]{1,2}x[0-9]{1,2};[01. ]*(;(signs|lines)=[rc=x0-9,]*)*(;odd=either)?", fullmatch=True)
)
def test_any_text_is_a_puzzle_or_a_format_error(text: str) -> None:
    try:
        puzzle = parse_puzzle(text)
    except PuzzleFormatError as error:
        assert error.message.isprintable()
        assert 1 <= error.column <= len(text) + 1
    else:
        assert parse_puzzle(str(puzzle)) == puzzle


def test_signs_are_sorted_pairs() -> None:
    assert parse_puzzle("2x2;....;signs=r2c1=r2c2,r2c2xr1c2").signs == (Sign(1, 3, False), Sign(2, 3, True))


@given(st.data(), puzzles())
def test_position_and_text_are_inverse(data: st.DataObject, board: Board) -> None:
    puzzle = to_puzzle(board)
    text = data.draw(positions_of(board))
    position = puzzle.geometry.position(text)
    shown = format_position(puzzle, position)
    assert shown.replace("\n", "") == text
    assert [len(row) for row in shown.split("\n")] == [board.width] * board.height
    assert parse_position(puzzle, shown) == parse_position(puzzle, text) == position


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "2x2 has 4 cells, not 0"),
        ("01 1", "2x2 has 4 cells, not 3"),
        ("0121", "expected '0', '1' or '.', found '2'"),
        (".110", "r1c1 is a given 0, found '.'"),
        ("1110", "r1c1 is a given 0, found '1'"),
    ],
)
def test_a_text_that_is_not_a_position_is_refused(text: str, message: str) -> None:
    with pytest.raises(PuzzleFormatError) as error:
        parse_position(parse_puzzle("2x2;0..."), text)
    assert error.value.message == message


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("01..\n0.x.", (2, 3), "expected '0', '1' or '.', found 'x'"),
        ("01..\n\n 1...", (3, 2), "r2c1 is a given 0, found '1'"),
        ("\n01..\n0..", (1, 1), "4x2 has 8 cells, not 7"),
    ],
)
def test_a_fault_in_a_position_has_a_line(text: str, place: tuple[int, int], message: str) -> None:
    with pytest.raises(PuzzleFormatError) as error:
        parse_position(parse_puzzle("4x2;.1..0..."), text)
    assert ((error.value.line, error.value.column), error.value.message) == (place, message)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("4x2;\n.1..\n0.x.", (3, 3)),
        ("4x2;.1..0...;\nlines=any;\nsigns=r1c1=r1c2,r1c1=r9c9", (3, 17)),
        ("4x2;.1..0...\n;odd=no", (2, 6)),
        ("4x2;.1..0...;\n rows=any", (2, 2)),
        ("\n4x2\n", (2, 4)),
    ],
)
def test_a_fault_in_a_puzzle_has_a_line(text: str, place: tuple[int, int]) -> None:
    with pytest.raises(PuzzleFormatError) as error:
        parse_puzzle(text)
    assert (error.value.line, error.value.column) == place
