"""Judges answers to the items of a data set, and moves in transcripts."""

from collections.abc import Callable, Iterable, Iterator
from enum import Enum, StrEnum
from typing import NamedTuple

from binairo_tui import engine
from binairo_tui.engine import Move, Puzzle, Verdict, VerdictKind


class AnswerKind(StrEnum):
    """The verdict on an answer.

    >>> [kind.value for kind in AnswerKind]
    ['right', 'wrong', 'unreadable', 'missing']
    """

    __repr__ = Enum.__str__

    RIGHT = "right"
    WRONG = "wrong"
    UNREADABLE = "unreadable"
    """The text holds no grid and does not say that there is no solution."""
    MISSING = "missing"


class Judgement(NamedTuple):
    """The verdict on an answer.

    `answer` is what `engine.read_answer` found in the text. If the answer is wrong, `fault` is a sentence that says
    why.

    >>> judge_answer(parse_puzzle("2x2;1..."), "My answer: 11 00")
    Judgement(kind=AnswerKind.WRONG, answer='1100', fault='Row 1 has two 1s; one is allowed.')
    """

    kind: AnswerKind
    answer: str = ""
    fault: str = ""


def judge_answer(puzzle: Puzzle, text: str | None) -> Judgement:
    """Return the verdict on the text of an answer.

    `engine.read_answer` finds the grid or `none` in the text. Every solution of the puzzle is right. If the puzzle has
    no solution, `none` is right. If `text` is None or blank, the answer is missing.

    >>> puzzle = engine.parse_puzzle("2x2;1...")
    >>> for text in ("It is [[1, 0], [0, 1]].", "11 00", "no solution", "I give up.", None):
    ...     print(*judge_answer(puzzle, text), sep="|")
    right|1001|
    wrong|1100|Row 1 has two 1s; one is allowed.
    wrong|none|It has a solution.
    unreadable||
    missing||
    """
    answer = engine.read_answer(text or "", puzzle)
    if answer == engine.answers.NO_SOLUTION:
        fault = "" if engine.first_solution(puzzle) is None else "It has a solution."
    elif answer:
        fault = engine.answer_fault(puzzle, answer)
    else:
        return Judgement(AnswerKind.UNREADABLE if text and text.strip() else AnswerKind.MISSING)
    return Judgement(AnswerKind.WRONG if fault else AnswerKind.RIGHT, answer, fault)


def read_moves(text: str, puzzle: Puzzle) -> list[Move]:
    """Return the moves in a text, in order. All other parts of the text are ignored.

    Rows and columns are counted from 1, as in `r1c2=0`, `Row 1, column 2: 0` and `(1, 2) = 0`. Moves outside the board
    are ignored, too.

    >>> read_moves("First r1c2 = 0, because of r1c1. Then (2, 1) must be 0.", engine.parse_puzzle("2x2;1..."))
    [Move(cell=1, value='0'), Move(cell=2, value='0')]
    """
    return [Move(cell, engine.parse_value(value)) for cell, value in engine.answers.named_cells(text, puzzle)]


def judge_steps(
    puzzle: Puzzle, moves: Iterable[Move], *, is_cancelled: Callable[[], bool] = lambda: False
) -> Iterator[Verdict]:
    """Yield the verdict on each move of a sequence that starts from the givens.

    Before the next move, a wrong value is replaced by the right one; other values stay on the board. Several moves may
    name the same cell. Raises TypeError or ValueError if the board does not have the cell of a move, or if the value
    for a blank cell is neither 0 nor 1. Raises ValueError if the puzzle has no solution. Raises CancelledError once
    `is_cancelled` returns True.

    >>> puzzle = engine.parse_puzzle("4x4;11..0..........0")
    >>> for verdict in judge_steps(puzzle, read_moves("r1c3=0 r1c4=1 r1c4=0 r3c3=1", puzzle)):
    ...     print(verdict.kind, verdict.proof.technique if verdict.proof else "-", verdict.text)
    forced pair Row 1: r1c1 and r1c2 are both 1, so r1c3 is 0.
    contradiction last blank Row 1 has three 1s; two are allowed.
    forced - r1c4 is 0 already.
    guess - r3c3 can be 0 or 1.
    """
    if engine.first_solution(puzzle, is_cancelled=is_cancelled) is None:
        raise ValueError("the puzzle has no solution")
    position, board = puzzle.givens, puzzle.geometry
    for move in moves:
        engine.puzzle.check_cell(puzzle, move.cell)
        value = board.value(position, move.cell)
        if value != engine.EMPTY:
            kind = VerdictKind.FORCED if value == move.value else VerdictKind.CONTRADICTION
            yield Verdict(kind, f"{engine.cell_name(move.cell, puzzle.width)} is {value} already.")
            continue
        verdict = engine.judge_move(puzzle, position, *move, is_cancelled=is_cancelled)
        yield verdict
        is_wrong = verdict.kind is VerdictKind.CONTRADICTION
        position = board.place(position, move.cell, engine.opposite(move.value) if is_wrong else move.value)
