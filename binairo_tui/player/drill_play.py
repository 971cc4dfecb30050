"""A drill in play: the learner fills in a cell, marks the reason for its value, and gets a verdict on the reason.

The learner marks lines and cells as the reason. If the technique needs it, the learner shows the reason in a what-if
branch that ends in a broken rule. Only the first answer that can be judged counts. Until then, the drill counts as not
answered.
"""

import time
from collections.abc import Callable
from datetime import datetime
from enum import Enum
from typing import NamedTuple

from binairo_tui import engine
from binairo_tui.engine import EMPTY, Cell, Line, Value, cell_name, drills, line_name
from binairo_tui.engine.reason_check import Marks, ReasonCheck, Worth, check_reason
from binairo_tui.engine.wording import cells_text, inflect, join_words, plural
from binairo_tui.game import Aid, GameSession
from binairo_tui.game.branches import DROPPED, core_of, enough_text, judge
from binairo_tui.game.history import State
from binairo_tui.player.hint_pages import hint_pages
from binairo_tui.player.practice import LINE_WEIGHT, OTHER_WEIGHT, Practice
from binairo_tui.store.practice import PracticeRecord

NOT_BROKEN = "No rule is broken yet."
OWN_REASON = "A cell cannot be the reason for its own value."
REASON_PAGE = 2
"""The first page of a hint, from 0, that shows the reason or the cell. Once it is seen, any answer counts as wrong."""


class Outcome(Enum):
    """The verdict on an answer. UNFINISHED and ELSEWHERE do not count as answers.

    ELSEWHERE means a right value with a right reason, but by another technique. SHOWN means that the program gave the
    answer.
    """

    UNFINISHED = "unfinished"
    SHOWN = "shown"
    ELSEWHERE = "elsewhere"
    WRONG = "wrong"
    TOO_LITTLE = "too little"
    TOO_MUCH = "too much"
    ENOUGH = "enough"

    @property
    def is_right(self) -> bool | None:
        if self in (Outcome.UNFINISHED, Outcome.SHOWN, Outcome.ELSEWHERE):
            return None
        return self in (Outcome.ENOUGH, Outcome.TOO_MUCH)


class Reply(NamedTuple):
    """The text is about `cell` and `marks`. The caller must save `record`; only the first answer that counts has it."""

    outcome: Outcome
    text: str = ""
    cell: Cell | None = None
    marks: Marks = Marks()
    record: PracticeRecord | None = None


class DrillPlay:
    """A drill in play. Once `is_done`, nothing can be filled in or marked. `monotonic` returns the time in seconds.

    `lines` and `cells` are marked as the reason. `hint` leads to the easiest answer, and `proof` is the reason of this
    answer. `hint_page` is the page of the hint that is shown, counted from 0; None if none is shown.
    """

    def __init__(
        self, drill: drills.Drill, practice: Practice, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self.drill = drill
        self.practice = practice
        self.session = GameSession(drill.puzzle)
        self.session.shown = Aid.LINES  # a broken rule would tell that a value is wrong
        self.session.cursor = self.session.cursor if drill.cell is None else drill.cell
        self.lines: set[Line] = set()
        self.cells: set[Cell] = set()
        self.hint_page: int | None = None
        self.is_done = False
        self._is_answered = False
        self.proof = drill.easiest_proof()
        self.hint = engine.hints.proof_hint(drill.puzzle, drill.puzzle.givens, self.proof)
        self._pages_seen = 0
        self._monotonic = monotonic
        self._started = monotonic()

    @property
    def marks(self) -> Marks:
        """The reason as marked so far. The filled cell itself is not part of the reason for its value."""
        return Marks(frozenset(self.lines), frozenset(self.cells - {self.filled}))

    @property
    def filled(self) -> Cell | None:
        """The cell that the learner has filled in, or None. In a branch, it is the assumed cell."""
        session = self.session
        if session.branches:
            return session.branches[-1].assumed
        return next(iter(session.puzzle.geometry.changed(session.puzzle.givens, session.position)), None)

    @property
    def needs_branch(self) -> bool:
        return self.drill.technique == engine.proof.HYPOTHESIS

    def place(self, cell: Cell, value: Value) -> str:
        """Return a sentence if this is refused, otherwise ''. Outside a branch, only one cell can be filled in."""
        if self.is_done:
            return ""
        if self.session.is_solved:
            self.session.undo()
        before = self.filled
        change = self.session.place(cell, value)
        if value != EMPTY and not change.refused and not self.session.branches and before not in (None, cell):
            self.session.place(before, EMPTY)
        return change.message

    def open_branch(self) -> None:
        if self.needs_branch and not (self.is_done or self.session.branches):
            self.session.open_branch()
            self.session.shown |= Aid.VIOLATIONS

    def drop_branch(self) -> None:
        if self.session.branches and not self.is_done:
            self.session.drop_branch()
            self.session.shown = Aid.LINES

    def toggle_line(self, line: Line) -> None:
        if not self.is_done:
            self.lines ^= {line}

    def toggle_cell(self, cell: Cell) -> str:
        """Mark a cell as a reason, or remove its mark; return a sentence if that is refused, otherwise ''."""
        if cell == self.filled:
            return OWN_REASON
        if not self.is_done:
            self.cells ^= {cell}
        return ""

    def show_hint(self) -> bool:
        """Show the first or the next page of the hint; return False if there is no further page."""
        page = 0 if self.hint_page is None else self.hint_page + 1
        if page >= len(hint_pages(self.hint)):
            return False
        self.hint_page = page
        self._pages_seen = max(self._pages_seen, page + 1)
        return True

    def answer(self, now: datetime) -> Reply:
        """Judge the filled cell and the marks. The reply has a record if this is the first answer that counts."""
        self.hint_page = None
        reply = self._judge_branch() if self.session.branches else self._judge()
        if reply.outcome.is_right is None:
            return reply
        self.is_done = reply.outcome.is_right
        return reply._replace(record=self._record(reply.outcome, now))

    def give_up(self, now: datetime) -> Reply:
        """Fill in an answer and give its reason. If the learner has not answered yet, this counts as a wrong answer."""
        record = self._record(Outcome.SHOWN, now)
        self.is_done, self.hint_page = True, None
        while self.session.head:
            self.session.undo()
        proof, cell = self.proof, self.proof.cells[0]
        for filled, value in zip(proof.cells, proof.values, strict=True):
            if filled in self.drill.answers:
                cell = filled
                self.session.place(filled, value)
                break
        self.session.cursor = cell
        return Reply(Outcome.SHOWN, proof.text, cell, _proof_marks(proof), record)

    def _record(self, outcome: Outcome, now: datetime) -> PracticeRecord | None:
        if self._is_answered:
            return None
        self._is_answered = True
        is_shown = self._pages_seen > REASON_PAGE
        return self.practice.answer(
            self.drill.technique,
            is_right=bool(outcome.is_right) and not is_shown,
            milliseconds=round((self._monotonic() - self._started) * 1000),
            now=now,
            weight=LINE_WEIGHT if len(self.lines) == 1 and not self.session.branches else OTHER_WEIGHT,
            is_helped=outcome is Outcome.TOO_MUCH or self._pages_seen > 0,
        )

    def _judge(self) -> Reply:
        cell, marks, puzzle = self.filled, self.marks, self.drill.puzzle
        if cell is None or self.needs_branch or marks == Marks():
            return Reply(Outcome.UNFINISHED)
        value = puzzle.geometry.value(self.session.position, cell)
        proof = self.drill.proof(cell)
        if proof is None:
            return self._judge_elsewhere(cell, value)
        if self.drill.answers[cell] != value:
            text = f"{cell_name(cell, puzzle.width)} cannot be {value}. {proof.text}"
            return Reply(Outcome.WRONG, text, cell, _proof_marks(proof))
        check = check_reason(puzzle, puzzle.givens, cell, proof, marks)
        named = _proof_marks(proof)
        is_own = not (marks.lines & named.lines or marks.cells & named.cells)
        judged = _worth_text(puzzle, value, check, is_own=is_own)
        text = f"{judged} {proof.text if check.worth is not Worth.TOO_LITTLE else ''}"
        shown = check.rest
        if check.is_useful and check.worth is not Worth.TOO_MUCH:
            shown = Marks(marks.lines | check.rest.lines, marks.cells | check.rest.cells)
        return Reply(Outcome[check.worth.name], text.strip(), cell, shown)

    def _judge_elsewhere(self, cell: Cell, value: Value) -> Reply:
        """If the drill asks about another cell, or the reason is right for another technique, this does not count."""
        puzzle, name = self.drill.puzzle, cell_name(cell, self.drill.puzzle.width)
        if self.drill.cell is not None:
            return Reply(Outcome.UNFINISHED, f"The question is about {cell_name(self.drill.cell, puzzle.width)}.")
        look = f'Find a cell that "{self.drill.technique}" decides.'
        proof = engine.proof_of(puzzle, puzzle.givens, cell, value, 0)
        if proof and check_reason(puzzle, puzzle.givens, cell, proof, self.marks).worth is not Worth.TOO_LITTLE:
            text = f'{value} is right for {name}, but the technique for it is "{proof.technique}". {look}'
            return Reply(Outcome.ELSEWHERE, text, cell, self.marks)
        return Reply(Outcome.WRONG, f'"{self.drill.technique}" does not decide {name}. {look}', cell)

    def _judge_branch(self) -> Reply:
        """Judge a branch. It must lead to a broken rule, and each value after the first must follow from one line."""
        session, puzzle, cell = self.session, self.drill.puzzle, self.filled
        if cell is None or not session.violations:
            return Reply(Outcome.UNFINISHED)
        branch = State(session.position, session.branches), session.steps[session.branches[-1].opened_at : session.head]
        judged = judge(puzzle, *branch)
        if judged.hint is None:
            text = judged.sentence.removeprefix(DROPPED).strip()
            return Reply(Outcome.TOO_LITTLE, f"Not proved: {text[0].lower()}{text[1:]}", cell)
        core = core_of(puzzle, *branch)
        told = ["Right.", judged.hint.stages[0], enough_text(puzzle, len(session.branch_depths) - 1, core[1:])]
        if self.proof.length < len(core) - 1 and self.proof.cells[0] != cell:
            told.append(f"There is a chain of only {plural(self.proof.length, 'step')}.")
        return Reply(Outcome.ENOUGH, " ".join(filter(None, told)), cell, Marks(cells=frozenset(core)))


def _proof_marks(proof: engine.Proof) -> Marks:
    return Marks(frozenset(proof.because_lines), frozenset(proof.reason_cells))


def _worth_text(puzzle: engine.Puzzle, value: Value, check: ReasonCheck, *, is_own: bool) -> str:
    """Return sentences about the verdict on a reason. `is_own` means that another one will be told next."""
    if check.worth is Worth.ENOUGH:
        return "Right, for a good reason. Here is another." if is_own else "Right, for the right reason."
    rest = marks_text(puzzle, check.rest)
    if check.worth is Worth.TOO_MUCH:
        count = len(check.rest.cells) + len(check.rest.lines)
        return f"Right, but more than needed: {rest} {inflect(count, 'is', 'are')} enough."
    if check.is_useful:
        return f"{value} is right, but the reason is incomplete: you also need {rest}."
    return f"{value} is right, but not for this reason: look at {rest}."


def marks_text(puzzle: engine.Puzzle, marks: Marks) -> str:
    """Return the marks in words: `row 2, column 3 and r1c4`."""
    lines = [line_name(line, puzzle.height) for line in sorted(marks.lines)]
    cells = sorted(marks.cells)
    if len(cells) > 8:
        return join_words([*lines, cells_text(puzzle, cells)])
    return join_words([*lines, *[cell_name(cell, puzzle.width) for cell in cells]])
