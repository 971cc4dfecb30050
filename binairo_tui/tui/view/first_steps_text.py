"""Text and boards of the tutorial's first steps. Each step teaches a rule and some keys on a 4x4 board."""

import re
from collections.abc import Callable
from typing import NamedTuple

from binairo_tui.engine import EMPTY, Cell, ViolationKind, violation_text
from binairo_tui.game import GameSession
from binairo_tui.tui.view.spans import Paragraph

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
    """Return True if the goal of a step is reached and no rule is broken."""
    text = session.puzzle.geometry.text(session.position)
    return not session.violations and all(it in (EMPTY, value) for it, value in zip(step.goal, text, strict=True))


def step_paragraphs(
    step: FirstStep, session: GameSession, message: str, key_of: Callable[[str], str]
) -> list[Paragraph]:
    """Return the text beside the board of a step; `message` reports the last command."""
    told = [Paragraph(with_keys(sentence, key_of)) for sentence in step.sentences]
    if is_done(step, session):
        praise = f"{with_keys(step.praise, key_of)} Press {key_of('play.more')} to continue."
        return [Paragraph(praise, "strong"), *told]
    if message:
        return [Paragraph(message, "strong"), *told]
    taught = {it.rule for it in FIRST_STEPS[: FIRST_STEPS.index(step) + 1]}
    violations = [it for it in session.violations if it.kind in taught] or session.violations
    listed = sorted(violations, key=lambda it: it.kind is not step.rule)[:LISTED_VIOLATIONS]
    return [*[Paragraph(violation_text(session.puzzle, session.position, it), "error") for it in listed], *told]


def with_keys(sentence: str, key_of: Callable[[str], str]) -> str:
    """Return a sentence in which current keys replace `{filling}` and the command ids in braces."""
    zero, one = key_of("cell.zero"), key_of("cell.one")
    is_plain = (zero, one) == ("0", "1")
    filling = "0 and 1 fill in a value" if is_plain else f"{zero} fills in 0, {one} fills in 1"
    return re.sub(r"\{(.+?)\}", lambda it: filling if it[1] == "filling" else key_of(it[1]), sentence)
