"""Sentences about contradictions that the rules reach."""

import re

import pytest
from hypothesis import given

from binairo_tui.engine import find_violations, parse_position, parse_puzzle, propagate
from binairo_tui.game.auto_fill import contradiction_text
from tests import oracle
from tests.strategies import puzzles


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "6x6;11.00." + "." * 30,
            (
                "Neither 0 nor 1 fits in r1c3: with 0, row 1 would get three 0s together; "
                "with 1, row 1 would get three 1s together."
            ),
        ),
        (
            "4x2;01......;signs=r1c2=r2c2,r1c1=r2c1,r1c3=r2c3,r1c4=r2c4",
            "After two forced cells, the = between r1c1 and r2c1 would be broken.",
        ),
        ("4x4;................;signs=r1c1=r1c2,r1c2=r1c3", "No legal filling is left for row 1."),
    ],
)
def test_a_contradiction_is_explained(text: str, sentence: str) -> None:
    puzzle = parse_puzzle(text)
    assert contradiction_text(puzzle, puzzle.givens) == sentence


@given(puzzles())
def test_the_explanation_holds(board: oracle.Board) -> None:
    puzzle = parse_puzzle(board.notation())
    if find_violations(puzzle, puzzle.givens) or propagate(puzzle, puzzle.givens) is not None:
        return
    sentence = contradiction_text(puzzle, puzzle.givens)
    found = re.match(r"Neither 0 nor 1 fits in r(\d+)c(\d+)", sentence)
    if found:
        cell = (int(found[1]) - 1) * board.width + int(found[2]) - 1
        for value in "01":
            after = board.cells[:cell] + value + board.cells[cell + 1 :]
            assert oracle.violations(board, after)
            assert find_violations(puzzle, parse_position(puzzle, after))
    found = re.match(r"Row (\d+) and column (\d+) need different values", sentence)
    if found:
        row, column = int(found[1]) - 1, int(found[2]) - 1
        assert _agreed(board, row, column, is_row=True) != _agreed(board, row, column, is_row=False)


def _agreed(board: oracle.Board, row: int, column: int, *, is_row: bool) -> set[str]:
    """Return the values of a cell in all fillings of its row or column that break no rule."""
    width, height = board.width, board.height
    cells = range(row * width, (row + 1) * width) if is_row else range(column, width * height, width)
    values = set()
    for filling in oracle.legal_lines(len(cells)):
        after = list(board.cells)
        if any(after[cell] not in (".", value) for cell, value in zip(cells, filling, strict=True)):
            continue
        for cell, value in zip(cells, filling, strict=True):
            after[cell] = value
        if not oracle.violations(board, "".join(after)):
            values.add(filling[column if is_row else row])
    return values
