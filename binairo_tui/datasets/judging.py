"""Judges the answers to the items of a data set, and counts the verdicts."""

from collections import Counter
from enum import Enum, StrEnum
from typing import NamedTuple

from binairo_tui import engine
from binairo_tui.datasets.records import Record
from binairo_tui.engine import Puzzle


class AnswerKind(StrEnum):
    """The verdict on an answer."""

    __repr__ = Enum.__str__

    RIGHT = "right"
    WRONG = "wrong"
    UNREADABLE = "unreadable"
    """The text holds no grid and does not say that there is no solution."""
    MISSING = "missing"


class Judgement(NamedTuple):
    """The verdict on an answer, what `engine.read_answer` found in it, and a sentence that says what is wrong."""

    kind: AnswerKind
    answer: str = ""
    fault: str = ""


def judge_answer(puzzle: Puzzle, text: str | None) -> Judgement:
    """Return the verdict on the text of an answer, in which `engine.read_answer` finds a grid or `none`.

    Every solution of the puzzle is right; so is `none` if there is no solution. None and a blank text are missing
    answers.

    >>> puzzle = engine.parse_puzzle("2x2;1...")
    >>> for text in ("It is [[1, 0], [0, 1]].", "11 00", "no solution", "I give up.", None):
    ...     print(*judge_answer(puzzle, text), sep="|")
    right|1001|
    wrong|1100|Row 1 has two 1s; one is allowed.
    wrong|none|It has a solution.
    unreadable||There is neither a grid nor a statement that there is no solution.
    missing||There is no answer.
    """
    if text is None or not text.strip():
        return Judgement(AnswerKind.MISSING, fault="There is no answer.")
    answer = engine.read_answer(text, puzzle)
    if not answer:
        fault = "There is neither a grid nor a statement that there is no solution."
        return Judgement(AnswerKind.UNREADABLE, fault=fault)
    if answer == engine.answers.NO_SOLUTION:
        fault = "" if engine.first_solution(puzzle) is None else "It has a solution."
    else:
        fault = engine.answer_fault(puzzle, answer)
    return Judgement(AnswerKind.WRONG if fault else AnswerKind.RIGHT, answer, fault)


class Figures:
    """Counts verdicts: of all items, and of those with the same size, band or kind.

    `counts` maps pairs such as `("size", "6x4")` to the number of items with each verdict; that of all items is
    `("all", "")`. Items that state no band or kind are not counted under one.
    """

    def __init__(self) -> None:
        self.counts: dict[tuple[str, str], Counter[AnswerKind]] = {("all", ""): Counter()}

    def add(self, record: Record, kind: AnswerKind) -> None:
        """Count the verdict on the answer to an item."""
        size = f"{record.puzzle.width}x{record.puzzle.height}"
        for group in (("all", ""), ("size", size), ("band", record.band), ("kind", record.kind)):
            if group[1] or group[0] == "all":
                self.counts.setdefault(group, Counter())[kind] += 1
