"""The oracle itself, compared with hand-made boards, published counts, plain enumeration and the corpus."""

from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from tests import corpus
from tests.oracle import Board, Sign, all_solutions, is_solved, legal_lines, violations
from tests.strategies import positions_of, puzzles


def every_filling(board: Board) -> list[str]:
    """All solutions by trying every value in every empty cell."""
    choices = ["01" if given == "." else given for given in board.cells]
    return [text for text in map("".join, product(*choices)) if is_solved(board, text)]


def board_of(width: int, height: int, *signs: Sign, unique_lines: bool = True) -> Board:
    """A board without givens."""
    return Board(width, height, "." * (width * height), signs, unique_lines)


# What a position, row by row, breaks: kinds, lines (rows first, then columns) and cells.
BROKEN = [
    pytest.param(
        board_of(4, 2), "000. ....", {("triple", (0,), (0, 1, 2)), ("excess", (0,), (0, 1, 2))}, id="triple in a row"
    ),
    pytest.param(
        board_of(2, 4),
        ".1 .1 .1 ..",
        {("triple", (5,), (1, 3, 5)), ("excess", (5,), (1, 3, 5))},
        id="triple in a column",
    ),
    pytest.param(
        board_of(8, 2),
        "........ .1111...",
        {("triple", (1,), (9, 10, 11, 12))},
        id="four in a row are one triple",
    ),
    pytest.param(board_of(4, 3), "..00 0... ....", set(), id="no triple goes round the edge"),
    pytest.param(board_of(6, 2), "00.0.0 ......", {("excess", (0,), (0, 1, 3, 5))}, id="excess without a triple"),
    pytest.param(board_of(3, 3), "0.0 ... ...", {("excess", (0,), (0, 2))}, id="an odd line holds one zero"),
    pytest.param(board_of(3, 3), "1.1 ... ...", set(), id="an odd line holds two ones"),
    pytest.param(
        board_of(4, 4),
        "0101 .... .... 0101",
        {("duplicate", (0, 3), (0, 1, 2, 3, 12, 13, 14, 15))},
        id="equal rows",
    ),
    pytest.param(board_of(4, 2), "010. 101.", {("duplicate", (2, 4), (0, 2, 4, 6))}, id="equal columns"),
    pytest.param(
        board_of(2, 6),
        "01 .. 01 .. .. 01",
        {
            ("duplicate", (0, 2), (0, 1, 4, 5)),
            ("duplicate", (0, 5), (0, 1, 10, 11)),
            ("duplicate", (2, 5), (4, 5, 10, 11)),
        },
        id="each pair of equal lines is one duplicate",
    ),
    pytest.param(board_of(4, 4, unique_lines=False), "0101 .... .... 0101", set(), id="lines may be equal"),
    pytest.param(board_of(4, 4), "010. .... .... 010.", set(), id="equal lines that are not full"),
    pytest.param(board_of(4, 4), "0101 1... 0... 1...", set(), id="a row may equal a column"),
    pytest.param(board_of(4, 2, (0, 1, True)), "01.. ....", {("sign", (0,), (0, 1))}, id="= in a row"),
    pytest.param(board_of(2, 4, (3, 5, False)), ".. .1 .1 ..", {("sign", (5,), (3, 5))}, id="x in a column"),
    pytest.param(board_of(4, 4, (1, 5, False), (1, 2, True)), ".11. .0.. .... ....", set(), id="signs kept"),
    pytest.param(board_of(4, 4, (1, 5, False), (1, 2, True)), ".1.. .... .... ....", set(), id="signs at empty cells"),
]


@pytest.mark.parametrize(("board", "position", "expected"), BROKEN)
def test_violations(board: Board, position: str, expected: set[tuple[str, tuple[int, ...], tuple[int, ...]]]) -> None:
    found = violations(board, position.replace(" ", ""))
    assert found == {(kind, frozenset(lines), frozenset(cells)) for kind, lines, cells in expected}


def test_solved_is_full_and_unbroken() -> None:
    board = board_of(2, 2)
    assert is_solved(board, "0110")
    assert not is_solved(board, "011.")
    assert not is_solved(board, "0101")


def test_legal_lines() -> None:
    assert legal_lines(4) == ("0011", "0101", "0110", "1001", "1010", "1100")
    assert legal_lines(3) == ("011", "101", "110")
    # OEIS A177790.
    assert [len(legal_lines(length)) for length in (2, 4, 6, 8, 10, 12)] == [2, 6, 14, 34, 84, 208]


@pytest.mark.parametrize(
    ("width", "height", "unique_lines", "count"),
    [
        # Squares with unique lines: OEIS A253316.
        (2, 2, True, 2),
        (4, 4, True, 72),
        (6, 6, True, 4140),
        (4, 6, True, 96),
        (6, 4, True, 96),
        (4, 4, False, 90),
        (6, 6, False, 11222),
        # Two different rows of two cells cannot make four rows; six of four cannot make eight.
        (2, 4, True, 0),
        (4, 8, True, 0),
        # One long line may be any of the six legal ones; the other is its complement.
        (2, 4, False, 6),
        (4, 2, False, 6),
    ],
)
def test_counts_of_whole_grids(width: int, height: int, unique_lines: bool, count: int) -> None:
    found = all_solutions(board_of(width, height, unique_lines=unique_lines))
    assert len(found) == len(set(found)) == count


def test_a_puzzle_with_one_solution() -> None:
    board = Board(6, 6, "1...10.....0.0.1.....11.0.....1.0...")
    assert all_solutions(board) == ["110010011010001101100110011001100101"]


def test_signs_alone_can_decide() -> None:
    assert all_solutions(board_of(2, 2, (0, 1, True))) == []
    assert all_solutions(board_of(2, 2, (0, 1, False))) == ["0110", "1001"]


@pytest.mark.parametrize("unique_lines", [True, False])
@pytest.mark.parametrize(
    ("width", "height", "top"),
    [(2, 4, ""), (4, 2, ""), (2, 6, ""), (6, 2, ""), (3, 3, ""), (4, 4, "0101"), (4, 4, "0011")],
)
def test_backtracking_equals_every_filling(width: int, height: int, top: str, unique_lines: bool) -> None:
    board = Board(width, height, top.ljust(width * height, "."), (), unique_lines)
    assert all_solutions(board) == every_filling(board)


@given(puzzles(st.sampled_from(((2, 4), (4, 2), (3, 3)))))
def test_backtracking_equals_every_filling_with_givens_and_signs(board: Board) -> None:
    assert all_solutions(board) == every_filling(board)


@given(puzzles(st.sampled_from(((6, 4), (4, 6), (6, 6), (8, 4)))))
def test_a_transposed_board_has_the_transposed_solutions(board: Board) -> None:
    width, height = board.width, board.height

    def transposed(text: str) -> str:
        return "".join(text[column::width] for column in range(width))

    signs = tuple(
        sorted((a % width * height + a // width, b % width * height + b // width, same) for a, b, same in board.signs)
    )
    mirror = board._replace(width=height, height=width, cells=transposed(board.cells), signs=signs)
    assert sorted(map(transposed, all_solutions(board))) == all_solutions(mirror)


@pytest.mark.parametrize(
    ("board", "text"),
    [
        (Board(2, 4, "01......"), "2x4;01......"),
        (board_of(4, 2, (1, 2, True), (3, 7, False)), "4x2;........;signs=r1c2=r1c3,r1c4xr2c4"),
        (board_of(4, 2, unique_lines=False), "4x2;........;lines=any"),
    ],
)
def test_notation_has_only_the_fields_it_needs(board: Board, text: str) -> None:
    assert board.notation() == text


SOME_EXAMPLE = settings(max_examples=2000, phases=(Phase.generate,), derandomize=True, database=None)


@pytest.mark.parametrize("kind", ["triple", "excess", "duplicate", "sign"])
def test_the_strategies_reach_every_kind_of_violation(kind: str) -> None:
    pairs = puzzles().flatmap(lambda board: st.tuples(st.just(board), positions_of(board)))
    find(pairs, lambda pair: any(found[0] == kind for found in violations(*pair)), settings=SOME_EXAMPLE)


def test_the_strategies_reach_puzzles_with_none_one_and_two_solutions() -> None:
    """With and without signs, with and without unique lines."""
    missing = set(product((0, 1, 2), (True, False), (True, False)))

    def is_last(board: Board) -> bool:
        if not violations(board, board.cells):
            missing.discard((len(all_solutions(board)), bool(board.signs), board.unique_lines))
        return not missing

    with suppress(NoSuchExample):
        find(puzzles(st.sampled_from(((6, 4), (4, 6)))), is_last, settings=SOME_EXAMPLE)
    assert not missing


@given(st.data(), puzzles())
def test_positions_keep_the_givens(data: st.DataObject, board: Board) -> None:
    position = data.draw(positions_of(board))
    assert len(position) == board.width * board.height
    assert all(given in (".", value) for given, value in zip(board.cells, position, strict=True))


@pytest.mark.parametrize("pattern", ["hard_6", "plus_6", "web_6", "unruly_6", "multi", "unsat"])
def test_the_corpus_has_the_solutions_that_the_oracle_finds(pattern: str) -> None:
    small = [record for record in corpus.records(pattern) if record.n <= 6][:30]
    assert small
    for record in small:
        found = all_solutions(record.board)
        assert len(found) == record.solution_count, record.id
        assert found == [record.solution] or record.solution is None, record.id


def test_a_pattern_without_a_file_is_an_error() -> None:
    if not corpus.FOLDER.is_dir():
        pytest.skip(f"no corpus at {corpus.FOLDER}")
    with pytest.raises(LookupError, match="no file hard_7"):
        corpus.records("hard_7")


def test_an_absent_corpus_skips(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(corpus, "FOLDER", tmp_path / "absent")
    with pytest.raises(pytest.skip.Exception, match="no corpus at"):
        corpus.records("hard_6")
