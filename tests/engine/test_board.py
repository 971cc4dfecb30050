"""The board that is filled value by value, against the rules from scratch and brute force."""

import os
import pickle
import subprocess
import sys
from random import Random
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import (
    EMPTY,
    ONE,
    ZERO,
    Board,
    Move,
    Position,
    Puzzle,
    PuzzleFormatError,
    Value,
    find_violations,
    is_solution_of,
    is_solved,
    parse_puzzle,
    random_grid,
    solutions,
    wrong_cells,
)
from tests import oracle
from tests.engine.test_core import in_python
from tests.strategies import position_texts, positions_of, puzzles, sign_positions, to_puzzle

VALUES = (ZERO, ONE, EMPTY)
SIGNED = "6x8;" + "." * 48 + ";signs=r1c1=r1c2,r3c2xr4c2,r8c5=r8c6"


def random_puzzle(rng: Random) -> Puzzle:
    """A board that is not square, or has odd sides, signs, or lines that may repeat."""
    shapes = ("8x6", "6x10", "7x7", "8x8", "4x4")
    width, height = map(int, rng.choice(shapes).split("x"))
    puzzle = parse_puzzle(SIGNED) if rng.random() < 0.2 else Puzzle(width, height, unique_lines=rng.random() < 0.8)
    solution = next(solutions(puzzle))
    givens = [cell for cell in range(puzzle.geometry.cell_count) if rng.random() < 0.2]
    return puzzle.with_givens(solution & puzzle.geometry.mask(givens))


def check_against_scratch(steps: int, seed: int) -> None:
    """Place near a solution, so that lines get full and equal, and undo one time in four."""
    rng = Random(seed)
    done = 0
    while done < steps:
        board = Board(random_puzzle(rng))
        puzzle = board.puzzle
        solution = next(solutions(puzzle))
        before: list[tuple[Position, tuple[object, ...]]] = []
        blanks = [cell for cell in range(puzzle.geometry.cell_count) if not puzzle.is_given(cell)]
        for _ in range(min(100, steps - done)):
            if before and rng.random() < 0.25:
                board.undo()
                assert (board.position, board.violations()) == before.pop()
            else:
                before.append((board.position, board.violations()))
                cell = rng.choice(blanks)
                value = puzzle.geometry.value(solution, cell)
                board.place(cell, value if rng.random() < 0.8 else rng.choice(VALUES))
            assert board.violations() == find_violations(puzzle, board.position)
            assert board.is_solved is is_solved(puzzle, board.position)
            done += 1


def test_violations_follow_every_move() -> None:
    check_against_scratch(300, seed=1)


@pytest.mark.long
def test_violations_follow_thousands_of_moves() -> None:
    check_against_scratch(5000, seed=2)


@given(sign_positions() | puzzles().flatmap(lambda drawn: st.tuples(st.just(drawn), positions_of(drawn))))
def test_legal_moves_break_no_more_rules(drawn_and_text: tuple[oracle.Board, str]) -> None:
    drawn, text = drawn_and_text
    puzzle = to_puzzle(drawn)
    board = Board(puzzle, puzzle.geometry.position(text))
    cells = oracle.violations(drawn, text)
    expected = []
    for cell in [cell for cell, value in enumerate(text) if value == EMPTY]:
        for value in (ZERO, ONE):
            after = oracle.violations(drawn, text[:cell] + value + text[cell + 1 :])
            if not any(cell in found[2] and found not in cells for found in after):
                expected.append((cell, value))
    assert list(board.legal_moves()) == expected
    with in_python():
        assert list(board.legal_moves()) == expected


@given(st.data(), puzzles())
def test_a_board_shows_its_position(data: st.DataObject, drawn: oracle.Board) -> None:
    text = data.draw(positions_of(drawn))
    puzzle = to_puzzle(drawn)
    board = Board(puzzle, puzzle.geometry.position(text))
    assert "".join(board.cells) == text == str(board).replace("\n", "")
    lines = oracle.lines_of(drawn.width, drawn.height)
    assert list(board.lines) == ["".join(text[cell] for cell in cells) for cells in lines]
    assert board.value(len(text) - 1) == text[-1]
    again = eval(repr(board), {"Board": Board, "parse_puzzle": parse_puzzle})
    assert again == board
    assert again.key() == board.key()
    assert Board.from_key(board.key()) == board
    assert Board.from_key(str(puzzle)) == Board(puzzle)
    assert pickle.loads(pickle.dumps(board)) == board


def test_a_copy_goes_its_own_way() -> None:
    board = Board(parse_puzzle("4x4;11..0..........0"))
    board.place(2, ONE)
    other = board.copy()
    other.undo()
    other.place(5, ONE)
    assert (board.moves, other.moves) == ((Move(2, ONE),), (Move(5, ONE),))
    assert (board.undo(), other.undo()) == (Move(2, ONE), Move(5, ONE))
    assert board == other
    with pytest.raises(IndexError, match="nothing to undo"):
        board.undo()


def test_a_refused_move_changes_nothing() -> None:
    board = Board(parse_puzzle("4x4;11..0..........0"))
    before = board.key()
    for cell, value, error in (
        (0, ONE, "r1c1 is a given"),
        (16, ONE, "there is no cell 16 on a 4x4 board"),
        (-1, ONE, "there is no cell -1 on a 4x4 board"),
        (2, "2", "value must be '0', '1' or '.', not '2'"),
    ):
        with pytest.raises(ValueError, match=error):
            board.place(cell, cast("Value", value))
    with pytest.raises(TypeError, match="cell must be an int, not None"):
        board.value(cast("int", None))
    with pytest.raises(ValueError, match="contradicts a given"):
        Board(board.puzzle, board.puzzle.geometry.opposites(board.puzzle.givens))
    assert (board.key(), board.violations()) == (before, ())


def test_a_key_is_the_same_in_every_process() -> None:
    code = "from binairo_tui.engine import *; print(Board(parse_puzzle('2x2;1...;lines=any')).key())"
    for environment in ({"PYTHONHASHSEED": "1"}, {"PYTHONHASHSEED": "2", "BINAIRO_PURE": "1"}):
        run = subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, check=True
        )
        assert run.stdout == "2x2;1...;lines=any|1...\n"


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("2x2;1...|", 10, "2x2 has 4 cells, not 0"),
        ("2x2;1...|1.0.1", 10, "2x2 has 4 cells, not 5"),
        ("2x2;1...|0...", 10, "r1c1 is a given 1, found '0'"),
        ("2x2;1...|1..2", 13, "expected '0', '1' or '.', found '2'"),
        ("2x2;1...|1...|1...", 14, "expected '0', '1' or '.', found '|'"),
        ("2x2;1..|1...", 5, "2x2 has 4 cells, not 3"),
        ("|", 1, "expected a size such as '6x6;', found ''"),
    ],
)
def test_a_text_that_is_no_key_is_refused(text: str, column: int, reason: str) -> None:
    with pytest.raises(PuzzleFormatError) as caught:
        Board.from_key(text)
    assert (caught.value.column, caught.value.message) == (column, reason)


@given(st.data(), puzzles())
def test_a_wrong_cell_is_in_no_solution(data: st.DataObject, drawn: oracle.Board) -> None:
    text, puzzle = data.draw(positions_of(drawn)), to_puzzle(drawn)
    position, found = puzzle.geometry.position(text), oracle.all_solutions(drawn)
    wrong = wrong_cells(puzzle, position)
    fits = [
        solution for solution in found if all(held in (".", value) for held, value in zip(text, solution, strict=True))
    ]
    if fits or not found:
        assert wrong == ()
    elif len(found) == 1:
        assert wrong == tuple(i for i, held in enumerate(text) if held not in (".", found[0][i]))
    else:
        assert wrong
        assert not any(puzzle.is_given(cell) for cell in wrong)


def test_a_picture_shows_what_is_broken() -> None:
    board = Board(parse_puzzle("4x4;11.............."))
    before = board._repr_svg_()
    board.place(2, ONE)
    assert board._repr_svg_().count("<text") == before.count("<text") + 1
    assert board._repr_svg_() != before
    board.undo()
    assert board.copy()._repr_svg_() == before


@given(st.data(), puzzles())
def test_only_a_solution_is_one(data: st.DataObject, drawn: oracle.Board) -> None:
    puzzle = to_puzzle(drawn)
    texts = [puzzle.geometry.text(found) for found in solutions(puzzle.with_givens(0), limit=3)]
    for text in (*texts, data.draw(position_texts(drawn.width, drawn.height))):
        keeps = all(given in (EMPTY, value) for given, value in zip(drawn.cells, text, strict=True))
        expected = keeps and oracle.is_solved(drawn, text)
        assert is_solution_of(puzzle, text) is is_solution_of(puzzle, puzzle.geometry.position(text)) is expected
        assert is_solved(puzzle, puzzle.geometry.position(text)) is expected
    for answer in ("", "none", drawn.cells[1:], puzzle.geometry.board, -1):
        assert not is_solution_of(puzzle, answer)


@pytest.mark.parametrize(("width", "height", "unique"), [(8, 6, True), (7, 7, True), (2, 8, False)])
def test_a_random_grid_solves_the_empty_board(width: int, height: int, unique: bool) -> None:
    puzzle = Puzzle(width, height, unique_lines=unique)
    grids = [random_grid(width, height, seed=seed, unique_lines=unique) for seed in range(4)]
    assert all(is_solved(puzzle, grid) for grid in grids)
    assert len(set(grids)) > 1
    with in_python():
        assert [random_grid(width, height, seed=seed, unique_lines=unique) for seed in range(4)] == grids
