"""Judges transcripts of moves, step by step."""

import re
from collections.abc import Callable, Iterable, Iterator
from enum import Enum, StrEnum
from typing import NamedTuple

from binairo_tui import engine
from binairo_tui.engine import Move, Puzzle

_MOVE = re.compile(
    r"""(?:\br(?:ow)?\W{,3}(\d+)\W{,4}(?:and\s+)?c(?:ol(?:umn)?)?\W{,3}(\d+) | \(\s*(\d+)\s*,\s*(\d+)\s*\))
        \W{,6}(?:(?:=|->|→|is|to|must\s+be|becomes|value)\W{,4})? (?<![\w.])([01])(?!\w)""",
    re.IGNORECASE | re.VERBOSE,
)


class StepKind(StrEnum):
    """What is known about a step."""

    __repr__ = Enum.__str__

    FORCED = "forced"
    """Every solution that agrees with the board has this value, and a technique proves it."""
    GUESS = "guess"
    """The value leads to a solution, but the other one does too, or no technique proves it."""
    WRONG = "wrong"
    """No solution that agrees with the board has this value, or the cell has the other value already."""
    REPEATED = "repeated"
    """The cell has this value already."""


class Step(NamedTuple):
    """The verdict on a move: `technique` names the easiest proof of a forced step, and `text` gives the reason."""

    move: Move
    kind: StepKind
    technique: str = ""
    text: str = ""


def read_moves(text: str, puzzle: Puzzle) -> list[Move]:
    """Return the moves in a text, in order; what is around them is passed over.

    Rows and columns count from 1, as in `r1c2=0`, `Row 1, column 2: 0` and `(1, 2) = 0`. Moves outside the board are
    left out.

    >>> read_moves("First r1c2 = 0, because of r1c1. Then (2, 1) must be 0.", engine.parse_puzzle("2x2;1..."))
    [Move(cell=1, value='0'), Move(cell=2, value='0')]
    """
    found = [[part for part in match.groups() if part] for match in _MOVE.finditer(text)]
    moves = [(int(row) - 1, int(column) - 1, value) for row, column, value in found]
    return [
        Move(row * puzzle.width + column, engine.ONE if value == "1" else engine.ZERO)
        for row, column, value in moves
        if 0 <= row < puzzle.height and 0 <= column < puzzle.width
    ]


def judge_steps(
    puzzle: Puzzle, moves: Iterable[Move], *, is_cancelled: Callable[[], bool] = lambda: False
) -> Iterator[Step]:
    """Yield the verdict on each of a sequence of moves, from the givens on.

    A forced step and a guess stay on the board; instead of a wrong value, the right one does if there is one, and the
    rest is judged from there. Raises TypeError or ValueError if a move is not one on the board, ValueError if the
    puzzle has no solution, and CancelledError once `is_cancelled` returns True.

    >>> puzzle = engine.parse_puzzle("4x4;11..0..........0")
    >>> for step in judge_steps(puzzle, read_moves("r1c3=0 r1c4=1 r1c4=0 r3c3=1", puzzle)):
    ...     print(step.kind, step.technique or "-", step.text)
    forced pair Row 1: r1c1 and r1c2 are both 1, so r1c3 is 0.
    wrong last blank Row 1 has three 1s; two are allowed.
    repeated - r1c4 is 0 already.
    guess - r3c3 can be 0 or 1.
    """
    if engine.first_solution(puzzle, is_cancelled=is_cancelled) is None:
        raise ValueError("the puzzle has no solution")
    position, board = puzzle.givens, puzzle.geometry
    for move in moves:
        engine.puzzle.check_cell(puzzle, move.cell)
        value = board.value(position, move.cell)
        if value != engine.EMPTY:
            kind = StepKind.REPEATED if value == move.value else StepKind.WRONG
            yield Step(move, kind, text=f"{engine.cell_name(move.cell, puzzle.width)} is {value} already.")
            continue
        verdict = engine.judge_move(puzzle, position, *move, is_cancelled=is_cancelled)
        is_wrong = verdict.kind is engine.VerdictKind.CONTRADICTION
        kind = StepKind.WRONG if is_wrong else StepKind.FORCED if verdict.proof else StepKind.GUESS
        yield Step(move, kind, verdict.proof.technique if verdict.proof else "", verdict.text)
        position = board.place(position, move.cell, engine.opposite(move.value) if is_wrong else move.value)
