"""Sizes that people write and that boards can have; puzzles that are made, checked and written."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui import engine
from binairo_tui.engine import Band, Puzzle, Request, Sign, Symmetry, parse_puzzle
from binairo_tui.engine.puzzle import MAX_SIZE, MIN_SIZE, legal_line_count, parse_size, size_fault, unchecked_puzzle
from tests import oracle
from tests.oracle import Board
from tests.strategies import puzzles, to_puzzle


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("8", (8, 8)),
        ("10x6", (10, 6)),
        (" 6 X 10 ", (6, 10)),
        ("6×8", (6, 8)),
        ("100", (100, 100)),
        ("", None),
        ("8x", None),
        ("x8", None),
        ("1000", None),
        ("8x8:3", None),
        ("8 8", None),
        ("٨", None),
        ("-8", None),
    ],
)
def test_a_size_is_read_as_people_write_it(text: str, size: tuple[int, int] | None) -> None:
    assert parse_size(text) == size


@given(st.integers(0, MAX_SIZE + 2), st.integers(0, MAX_SIZE + 2))
def test_a_board_has_even_sides_or_equal_ones(width: int, height: int) -> None:
    is_within = min(width, height) >= MIN_SIZE and max(width, height) <= MAX_SIZE
    are_even = width % 2 == height % 2 == 0
    assert (size_fault(width, height) == "") == (is_within and (are_even or width == height))


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: Puzzle(4, 4, "1..............."), TypeError, "givens must be a position"),  # type: ignore[arg-type]
        (lambda: Puzzle(4, 4, 1 << 10), ValueError, "givens 0x400 are not a position of a 4x4 board"),
        (lambda: Puzzle(4, 4, 0b11), ValueError, "givens 0x3 are not"),
        (lambda: Puzzle(4, 4, -1), ValueError, "givens -0x1 are not"),
        (lambda: Puzzle(4, 4, 1 << 100), ValueError, "givens .* are not"),
        (lambda: Puzzle(3, 5, 0), ValueError, "width 3 is odd"),
        (lambda: Puzzle(4, 42), ValueError, "height 42 is not between 2 and 40"),
        (lambda: Puzzle(4, "4"), TypeError, "height must be an int, not '4'"),  # type: ignore[arg-type]
        (lambda: Puzzle(4, 4, 0, (Sign(0, 2, True),)), ValueError, "signs: the cells of .* are not neighbours"),
        (lambda: Puzzle(4, 4, 0, (Sign(1, 0, True),)), ValueError, "signs: the cells of .* are not neighbours"),
        (lambda: Puzzle(4, 4, 0, (Sign(3, 4, True),)), ValueError, "signs: the cells of .* are not neighbours"),
        (lambda: Puzzle(4, 4, 0, (Sign(12, 16, True),)), ValueError, "signs: the cells of .* are not neighbours"),
        (
            lambda: Puzzle(4, 4, 0, (Sign(0, 1, True), Sign(0, 1, False))),
            ValueError,
            "signs: there are two between r1c1 and r1c2",
        ),
        (lambda: Puzzle(4, 4, 0, (Sign(0, 1, 1),)), TypeError, "signs: same must be a bool"),  # type: ignore[arg-type]
        (lambda: Puzzle(4, 4, 0, (Sign("a", 1, True),)), TypeError, "signs: a must be a cell"),  # type: ignore[arg-type]
        (lambda: Puzzle(4, 4, 0, ("r1c1=r1c2",)), TypeError, "signs must be Signs"),  # type: ignore[arg-type]
        (lambda: Puzzle(4, 4, 0, 7), TypeError, "signs must be Signs"),  # type: ignore[arg-type]
        (lambda: Puzzle(4, 4, 0, (), "any"), TypeError, "unique_lines must be a bool"),  # type: ignore[arg-type]
        (lambda: Puzzle(4, 4).with_givens(1 << 10), ValueError, "givens 0x400 are not"),
        (lambda: Request(3, 5), ValueError, "width 3 is odd"),
        (lambda: Request(8, 8, 4), TypeError, "band must be a Band or None, not 4"),  # type: ignore[arg-type]
        (lambda: Request(8, 8, symmetry="none"), TypeError, "symmetry must be a Symmetry"),  # type: ignore[arg-type]
    ],
)
def test_invalid_arguments_are_named(make: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make()


def test_signs_are_sorted() -> None:
    signs = (Sign(4, 5, False), Sign(0, 4, True))
    assert Puzzle(4, 4, signs=signs) == parse_puzzle("4x4;................;signs=r1c1=r2c1,r2c1xr2c2")


@given(puzzles())
def test_a_checked_puzzle_is_an_unchecked_one(board: Board) -> None:
    puzzle = to_puzzle(board)
    fields = (puzzle.width, puzzle.height, puzzle.givens, puzzle.signs)
    rules = {name: getattr(puzzle, name) for name in Board._fields[4:]}
    assert Puzzle(*fields, **rules) == unchecked_puzzle(*fields, **rules) == puzzle
    assert puzzle.with_givens(0).with_givens(puzzle.givens) == puzzle


@given(puzzles())
def test_a_repr_can_be_typed_in_again(board: Board) -> None:
    puzzle = to_puzzle(board)
    hint = engine.find_hint(puzzle, puzzle.givens)
    found = engine.find_violations(puzzle, puzzle.givens)
    steps = tuple(engine.propagation_steps(puzzle, puzzle.givens))
    request = Request(puzzle.width, puzzle.height, Band.HARD, symmetry=Symmetry.HALF_TURN, more_ones=puzzle.more_ones)
    for value in (puzzle, puzzle.signs, puzzle.geometry, hint, found, steps, request):
        assert eval(repr(value), {name: getattr(engine, name) for name in engine.__all__}) == value


def test_the_repr_of_a_grade_can_be_typed_in_again() -> None:
    found = engine.grade(parse_puzzle("6x6;1...10.....0.0.1.....11.0.....1.0..."))
    assert eval(repr(found), {name: getattr(engine, name) for name in engine.__all__}) == found


@pytest.mark.parametrize("length", range(1, 15))
def test_legal_lines_are_counted(length: int) -> None:
    assert legal_line_count(length) == len(oracle.legal_lines(length))
