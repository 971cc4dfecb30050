"""Text of a drill, and what it points at on the board."""

from __future__ import annotations

from collections.abc import Callable

from binairo_tui.engine import cell_name
from binairo_tui.engine.reason_check import Marks
from binairo_tui.player import text
from binairo_tui.player.drill_play import NOT_BROKEN, DrillPlay, Reply, marks_text
from binairo_tui.player.lessons import Lesson
from binairo_tui.tui.keymap.footers import FooterContext
from binairo_tui.tui.view import spans
from binairo_tui.tui.view.appearance import POINTS_NOWHERE, Pointer

AGAIN = "Change your answer, or press {} to see one."
"""Shown after a wrong answer; `{}` stands for the key that shows a right one."""
_TONES = {True: "strong", False: "error", None: "normal"}
"""Maps whether an answer is right to the tone of the reply; None stands for an answer that does not count."""


def pointer(play: DrillPlay, reply: Reply | None) -> Pointer:
    """Return what to mark on the board: the answer that `reply` judges or, without one, the answer given so far.

    An answer is a filled cell and the marks of its reason. A cell alone is not marked until it is judged.
    """
    is_judged = reply is not None and reply.cell is not None
    marks, cell = (reply.marks, reply.cell) if reply is not None and is_judged else (play.marks, play.filled)
    if not (marks.lines or marks.cells or is_judged):
        return POINTS_NOWHERE
    targets = () if cell is None else (cell,)
    return Pointer(tuple(sorted(marks.lines)), targets, tuple(sorted(marks.cells.difference(targets))))


def paragraphs(
    play: DrillPlay, lesson: Lesson, key_of: Callable[[str], str], *, said: str, reply: Reply | None, shows_rule: bool
) -> list[spans.Paragraph]:
    """Return the text beside a drill: the reply to an answer, `said`, what to do next, and the technique.

    `said` is a page of the hint or the result of the last command. The rule of the technique is included if
    `shows_rule`. `key_of` returns the key of a command by its id.
    """
    technique = play.drill.technique
    rule = text.lesson_text(technique) if shows_rule else technique.capitalize()
    is_wrong = reply is not None and reply.outcome.is_right is False
    told = [spans.Paragraph(AGAIN.format(key_of("lesson.next")) if is_wrong else _next_text(play, lesson, key_of))]
    if rule.lower() not in said.lower():  # a page of the hint is the rule
        told.append(spans.Paragraph(rule, "muted"))
    if said:
        told.insert(0, spans.Paragraph(said))
    if reply is not None and reply.text:
        told.insert(0, spans.Paragraph(reply.text, _TONES[reply.outcome.is_right]))
    return told


def missing_text(play: DrillPlay) -> str:
    """Return a sentence that says what is missing before the answer can be judged."""
    if play.session.branches:
        return NOT_BROKEN
    if play.filled is None:
        return f"There is no answer yet: {'begin a branch' if play.needs_branch else 'fill in a value'} first."
    return f"Say why, too: {'show it in a branch' if play.needs_branch else 'mark what decides the value'}."


def footer_context(play: DrillPlay) -> FooterContext:
    """Return the footer's context for a drill."""
    if play.is_done:
        return FooterContext.LESSON_STEP
    if play.session.branches:
        return FooterContext.DRILL_BRANCH
    return FooterContext.DRILL_CHAIN if play.needs_branch else FooterContext.DRILL


def _next_text(play: DrillPlay, lesson: Lesson, key_of: Callable[[str], str]) -> str:
    enter, session = key_of("play.more"), play.session
    if play.is_done:
        follows = "goes back to the game" if lesson.is_over else "continues"
        return f"{enter} {'plays a whole board that needs it' if lesson.is_board_next else follows}."
    if session.branches:
        so_far = "Fill in the value that you suppose." if play.filled is None else "Fill in what follows from it."
        return f"{enter} answers: a rule is broken." if session.violations else so_far
    if play.needs_branch:
        return f"{lesson.task(play.drill)} {key_of('drill.branch')} begins a branch."
    puzzle, cell = play.drill.puzzle, play.filled
    if cell is None:
        so_far = "" if play.marks == Marks() else f" Your reason so far: {marks_text(puzzle, play.marks)}."
        return f"{lesson.task(play.drill)}{so_far}"
    if play.marks == Marks():
        row, column, mark = [key_of(f"drill.{it}") for it in ("row", "column", "cell")]
        return f"Why? {row} marks a row, {column} a column, {mark} a cell; then {enter}."
    value, reason = puzzle.geometry.value(session.position, cell), marks_text(puzzle, play.marks)
    return f"{enter} answers: {cell_name(cell, puzzle.width)} is {value} because of {reason}."
