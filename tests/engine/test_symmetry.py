"""Results are symmetric: if the board is turned, mirrored or complemented, so is everything the engine finds."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from binairo_tui.engine import Puzzle, Symmetry, canonical, find_violations, symmetries, transformed
from binairo_tui.engine.propagation import propagate
from binairo_tui.engine.search import solutions
from tests.oracle import Board, Sign, quota
from tests.strategies import positions_of, puzzles, to_puzzle


class Turn(NamedTuple):
    """A symmetry: the board's new size, where a cell (row, column) comes from, and whether values swap."""

    size: Callable[[int, int], tuple[int, int]]
    source: Callable[[int, int, Board], tuple[int, int]]
    swaps: bool = False


TURNS = {
    "transpose": Turn(lambda w, h: (h, w), lambda r, c, board: (c, r)),
    "left and right": Turn(lambda w, h: (w, h), lambda r, c, board: (r, board.width - 1 - c)),
    "top and bottom": Turn(lambda w, h: (w, h), lambda r, c, board: (board.height - 1 - r, c)),
    "complement": Turn(lambda w, h: (w, h), lambda r, c, board: (r, c), swaps=True),
}


def turned(board: Board, text: str, turn: Turn) -> str:
    """A text of `board` after the turn."""
    width, height = turn.size(board.width, board.height)
    cells = [turn.source(r, c, board) for r in range(height) for c in range(width)]
    values = "".join(text[r * board.width + c] for r, c in cells)
    return values.translate(str.maketrans("01", "10")) if turn.swaps else values


def can_swap(board: Board) -> bool:
    """Return whether a line may hold as many 0s as 1s."""
    most = quota(board.width, board.more_ones)
    return most["0"] == most["1"]


def turned_board(board: Board, turn: Turn) -> Board:
    width, height = turn.size(board.width, board.height)
    to_cell = {turn.source(r, c, board): r * width + c for r in range(height) for c in range(width)}

    def moved(sign: Sign) -> Sign:
        a, b = (to_cell[divmod(cell, board.width)] for cell in sign[:2])
        return min(a, b), max(a, b), sign[2]

    signs = tuple(sorted(moved(sign) for sign in board.signs))
    return board._replace(width=width, height=height, cells=turned(board, board.cells, turn), signs=signs)


IMAGES = {
    Symmetry.NONE: (),
    Symmetry.HALF_TURN: ("left and right", "top and bottom"),
    Symmetry.LEFT_RIGHT: ("left and right",),
    Symmetry.TOP_BOTTOM: ("top and bottom",),
    Symmetry.QUARTER_TURN: ("transpose", "left and right"),
    Symmetry.THREE_QUARTER_TURN: ("transpose", "top and bottom"),
    Symmetry.DIAGONAL: ("transpose",),
    Symmetry.ANTIDIAGONAL: ("transpose", "left and right", "top and bottom"),
}


@pytest.mark.parametrize("symmetry", Symmetry)
@given(puzzles(), st.booleans())
def test_a_puzzle_can_be_turned_and_mirrored(symmetry: Symmetry, board: Board, swaps: bool) -> None:
    swaps = swaps and can_swap(board)
    expected = board
    for name in (*IMAGES[symmetry], *["complement"] * swaps):
        expected = turned_board(expected, TURNS[name])
    found = transformed(to_puzzle(board), symmetry, swap_values=swaps)
    assert found == to_puzzle(expected)
    assert symmetry.exchanges_sides is ("transpose" in IMAGES[symmetry])
    assert canonical(found) == canonical(to_puzzle(board))


@given(puzzles(), st.data())
def test_only_copies_share_a_canonical_form(board: Board, data: st.DataObject) -> None:
    puzzle = to_puzzle(board)
    swaps = (False, True) if can_swap(board) else (False,)
    copies = {transformed(puzzle, symmetry, swap_values=swap) for symmetry in Symmetry for swap in swaps}
    assert canonical(puzzle) in copies
    other = puzzle.with_givens(puzzle.geometry.position(data.draw(positions_of(board))))
    assert (canonical(other) == canonical(puzzle)) is (other in copies)


@pytest.mark.parametrize("size", [(6, 6), (4, 6), (6, 4), (5, 5)])
def test_symmetries_keep_the_size(size: tuple[int, int]) -> None:
    puzzle = Puzzle(*size)
    kept = [each for each in Symmetry if transformed(puzzle, each) == puzzle]
    assert list(symmetries(puzzle)) == kept
    assert len(kept) == (8 if puzzle.width == puzzle.height else 4)


def fixpoint(puzzle: Puzzle, text: str) -> str | None:
    reached = propagate(puzzle, puzzle.geometry.position(text))
    return None if reached is None else puzzle.geometry.text(reached)


@pytest.mark.parametrize("name", TURNS)
@given(data=st.data(), board=puzzles())
def test_the_engine_turns_with_the_board(name: str, data: st.DataObject, board: Board) -> None:
    turn = TURNS[name]
    assume(not turn.swaps or can_swap(board))
    other = turned_board(board, turn)
    puzzle, mirror = to_puzzle(board), to_puzzle(other)
    text = data.draw(positions_of(board))
    after = fixpoint(puzzle, text)
    assert fixpoint(mirror, turned(board, text, turn)) == (None if after is None else turned(board, after, turn))

    found = {puzzle.geometry.text(solution) for solution in solutions(puzzle)}
    assert {mirror.geometry.text(solution) for solution in solutions(mirror)} == {
        turned(board, solution, turn) for solution in found
    }

    kinds = [violation.kind for violation in find_violations(puzzle, puzzle.geometry.position(text))]
    mirrored = find_violations(mirror, mirror.geometry.position(turned(board, text, turn)))
    assert sorted(kind.value for kind in kinds) == sorted(violation.kind.value for violation in mirrored)
