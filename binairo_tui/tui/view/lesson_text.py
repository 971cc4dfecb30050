"""Text of the tutorial and of practice: first steps, drills with what they mark, and the player's record.

Each of the first steps teaches a rule and some keys on a 4x4 board. The wait for a technique is how long the player
took to fill a cell that the technique decided.
"""

import re
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from binairo_tui.engine import EMPTY, Cell, ViolationKind, cell_name, reason_check, violation_text, wording
from binairo_tui.game import GameSession, review
from binairo_tui.player import coach, lessons, text
from binairo_tui.player.drill_play import NOT_BROKEN, DrillPlay, Reply, marks_text
from binairo_tui.player.practice import Practice
from binairo_tui.tui.keymap.footers import FooterContext
from binairo_tui.tui.view import appearance, charts, list_text, spans

NAME_WIDTH, DUE_WIDTH = 19, 15
AGAIN = "Change your answer, or press {} to see one."
"""Shown after a wrong answer; `{}` stands for the key that shows a right one."""
_TONES = {True: "strong", False: "error", None: "normal"}
"""The tone of the reply to a right or wrong answer; None stands for an answer that does not count."""


def drill_pointer(play: DrillPlay, reply: Reply | None) -> appearance.Pointer:
    """Return what to mark on the board: the answer that `reply` judges or, without one, the answer given so far.

    An answer is a filled cell and the marks of its reason. Without marks, the filled cell is marked only once the
    answer is judged.
    """
    is_judged = reply is not None and reply.cell is not None
    marks, cell = (reply.marks, reply.cell) if reply is not None and is_judged else (play.marks, play.filled)
    if not (marks.lines or marks.cells or is_judged):
        return appearance.POINTS_NOWHERE
    targets = () if cell is None else (cell,)
    return appearance.Pointer(tuple(sorted(marks.lines)), targets, tuple(sorted(marks.cells.difference(targets))))


def drill_paragraphs(
    play: DrillPlay,
    lesson: lessons.Lesson,
    key_of: Callable[[str], str],
    *,
    said: str,
    reply: Reply | None,
    shows_rule: bool,
) -> list[spans.Paragraph]:
    """Return the reply to an answer, `said` (a page of the hint or a result), what to do next, and the technique."""
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
    if play.session.branches:
        return NOT_BROKEN
    if play.filled is None:
        return f"There is no answer yet: {'begin a branch' if play.needs_branch else 'fill in a value'} first."
    return f"Say why, too: {'show it in a branch' if play.needs_branch else 'mark what decides the value'}."


def drill_context(play: DrillPlay) -> FooterContext:
    if play.is_done:
        return FooterContext.LESSON_STEP
    if play.session.branches:
        return FooterContext.DRILL_BRANCH
    return FooterContext.DRILL_CHAIN if play.needs_branch else FooterContext.DRILL


def _next_text(play: DrillPlay, lesson: lessons.Lesson, key_of: Callable[[str], str]) -> str:
    enter, session = key_of("play.more"), play.session
    if play.is_done:
        follows = "goes back to the game" if lesson.is_over else "continues"
        return f"{enter} {'plays a whole board that needs it' if lesson.is_board_next else follows}."
    if session.branches:
        so_far = "Fill in the value that you suppose." if play.filled is None else "Fill in what follows from it."
        return f"A rule is broken: press {enter} to answer." if session.violations else so_far
    if play.needs_branch:
        return f"{lesson.task(play.drill)} {key_of('drill.branch')} begins a branch."
    puzzle, cell = play.drill.puzzle, play.filled
    if cell is None:
        so_far = "" if play.marks == reason_check.Marks() else f" Your reason so far: {marks_text(puzzle, play.marks)}."
        return f"{lesson.task(play.drill)}{so_far}"
    if play.marks == reason_check.Marks():
        row, column, mark = [key_of(f"drill.{it}") for it in ("row", "column", "cell")]
        return f"Why? {row} marks a row, {column} a column, {mark} a cell; then {enter}."
    value, reason = puzzle.geometry.value(session.position, cell), marks_text(puzzle, play.marks)
    return f"{enter} answers: {cell_name(cell, puzzle.width)} is {value} because of {reason}."


LISTED_VIOLATIONS = 2
"""The maximum number of broken rules that the panel lists; the rule that the board teaches comes first."""


class FirstStep(NamedTuple):
    """One board of the tutorial, its task, and the rule that the task teaches.

    `puzzle` is in our own notation. `goal` holds a value to fill in, or a dot, for each cell, row by row. The cursor
    begins on `cursor`. `sentences` explain the task, and `praise` is shown when the task is done. The keys in these
    texts are given by command id, such as `{play.undo}`.
    """

    title: str
    puzzle: str
    goal: str
    cursor: Cell
    sentences: tuple[str, ...]
    praise: str
    rule: ViolationKind


FIRST_STEPS = (
    FirstStep(
        "Three in a row",
        "4x4;11..............",
        "..0.............",
        0,
        (
            "Welcome to Binairo! {app.back} leaves the tutorial.",
            "The goal: fill every cell with a 0 or a 1. Move with the arrow keys; {filling}; {play.undo} undoes it.",
            "The first rule: no three equal values next to each other.",
            "Row 1 begins with two 1s: put a 0 after them, in r1c3 (row 1, column 3).",
        ),
        "Correct: with a third 1, there would be three in a row.",
        ViolationKind.TRIPLE,
    ),
    FirstStep(
        "As many 0s as 1s",
        "4x4;110...11........",
        "...000..........",
        3,
        (
            "The second rule: every row and every column has as many 0s as 1s.",
            "The numbers at the edges say how many are missing.",
            "Rows 1 and 2 have all their 1s: fill in their 0s.",
        ),
        "Correct: the ticks show that both rows are complete.",
        ViolationKind.EXCESS,
    ),
    FirstStep(
        "No two lines the same",
        "4x4;110000111.0.....",
        "1100001110010110",
        9,
        (
            "The third rule: no two rows are the same, and no two columns.",
            "Row 3 can be 1001 or 1100, and row 1 is 1100 already. Fill in the rest.",
        ),
        "Solved! These are all the rules. In a game, {play.hint} gives a hint, and {app.help} shows all keys.",
        ViolationKind.DUPLICATE,
    ),
)


def is_done(step: FirstStep, session: GameSession) -> bool:
    text = session.puzzle.geometry.text(session.position)
    return not session.violations and all(it in (EMPTY, value) for it, value in zip(step.goal, text, strict=True))


def step_paragraphs(
    step: FirstStep, session: GameSession, message: str, key_of: Callable[[str], str]
) -> list[spans.Paragraph]:
    """Return the text beside the board of a step; `message` reports the last command."""
    told = [spans.Paragraph(with_keys(sentence, key_of)) for sentence in step.sentences]
    if is_done(step, session):
        praise = f"{with_keys(step.praise, key_of)} Press {key_of('play.more')} to continue."
        return [spans.Paragraph(praise, "strong"), *told]
    if message:
        return [spans.Paragraph(message, "strong"), *told]
    taught = {it.rule for it in FIRST_STEPS[: FIRST_STEPS.index(step) + 1]}
    violations = [it for it in session.violations if it.kind in taught] or session.violations
    listed = sorted(violations, key=lambda it: it.kind is not step.rule)[:LISTED_VIOLATIONS]
    return [*[spans.Paragraph(violation_text(session.puzzle, session.position, it), "error") for it in listed], *told]


def with_keys(sentence: str, key_of: Callable[[str], str]) -> str:
    """Return a sentence in which current keys replace `{filling}` and the command ids in braces."""
    zero, one = key_of("cell.zero"), key_of("cell.one")
    is_plain = (zero, one) == ("0", "1")
    filling = "0 and 1 fill in a value" if is_plain else f"{zero} fills in 0, {one} fills in 1"
    return re.sub(r"\{(.+?)\}", lambda it: filling if it[1] == "filling" else key_of(it[1]), sentence)


def technique_heading(width: int) -> spans.TextLine:
    names = f"{'technique':{NAME_WIDTH}}", f"{'due':{DUE_WIDTH}}", f"{'cells':>5}{'wait':>8}   ", "trend"
    return list_text.in_columns([spans.Span(it, "muted") for it in names], width)


def technique_line(
    technique: str, practice: Practice | None, mastery: coach.Mastery | None, now: datetime, width: int
) -> spans.TextLine:
    """Return a technique in as many columns as fit: its name, when it is due, and the player's record with it.

    The record is the number of cells that the technique decided, the usual wait for it, and the trend of this wait.
    """
    due = due_text(practice.due(technique), now).replace("now", "due") if practice else ""
    parts = [
        spans.Span(spans.column(technique, NAME_WIDTH), "strong"),
        spans.Span(spans.column(due, DUE_WIDTH), "accent" if due == "due" else "muted"),
    ]
    if mastery:
        parts += [spans.Span(f"{mastery.cells:>5}{text.usual_wait_text(mastery.usual_ms):>8}   ")]
        parts += [spans.Span(charts.sparkline(mastery.trend), "bar")]
    return list_text.in_columns(parts, width)


def practised_text(technique: str, practice: Practice) -> str:
    number = practice.drill_number(technique) - 1
    return f"{wording.plural(number, 'drill')} so far." if number else "No drills yet."


def due_text(due: datetime | None, now: datetime) -> str:
    """Return in words when a technique is due, such as `new`, `now`, `in 10 minutes` or `in 3 days`."""
    if due is None:
        return "new"
    seconds = (due - now).total_seconds()
    for unit, name in ((30 * 86_400, "month"), (86_400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= unit:
            return f"in {wording.plural(int(seconds // unit), name)}"
    return "in a minute" if seconds > 0 else "now"


def mastery_text(mastery: coach.Mastery) -> str:
    games, cells = wording.plural(mastery.games, "game"), wording.plural(mastery.cells, "cell")
    decided = (
        "that only a hypothesis decided then" if mastery.technique == review.BEYOND else "that this technique decided"
    )
    usual = text.usual_wait_text(mastery.usual_ms)
    return f"In {games}, you filled {cells} {decided}.{f' Your usual wait lately: {usual}.' if usual != '-' else ''}"
