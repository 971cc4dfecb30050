"""Results are symmetric: if the board is turned, mirrored or complemented, so is everything the engine finds."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from binairo_tui.engine import Puzzle, find_violations
from binairo_tui.engine.propagation import propagate
from binairo_tui.engine.search import solutions
from tests.oracle import Board, Sign
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


def turned_board(board: Board, turn: Turn) -> Board:
    width, height = turn.size(board.width, board.height)
    to_cell = {turn.source(r, c, board): r * width + c for r in range(height) for c in range(width)}

    def moved(sign: Sign) -> Sign:
        a, b = (to_cell[divmod(cell, board.width)] for cell in sign[:2])
        return min(a, b), max(a, b), sign[2]

    signs = tuple(sorted(moved(sign) for sign in board.signs))
    return Board(width, height, turned(board, board.cells, turn), signs, board.unique_lines)


def fixpoint(puzzle: Puzzle, text: str) -> str | None:
    reached = propagate(puzzle, puzzle.geometry.position(text))
    return None if reached is None else puzzle.geometry.text(reached)


@pytest.mark.parametrize("name", TURNS)
@given(data=st.data(), board=puzzles())
def test_the_engine_turns_with_the_board(name: str, data: st.DataObject, board: Board) -> None:
    turn = TURNS[name]
    assume(not turn.swaps or board.width % 2 == 0)  # odd lines hold more 1s than 0s
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
