"""Practice in plain mode: the position row by row, the technique, and the answers typed as `r1c3 0`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from binairo_tui.player.practice import judge
from binairo_tui.player.text import lesson_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from binairo_tui.engine.geometry import Value
    from binairo_tui.engine.puzzle import Puzzle
    from binairo_tui.player.practice import Lesson
    from binairo_tui.store.practice import PracticeRecord

_ANSWER = re.compile(r"r([1-9][0-9]?)c([1-9][0-9]?) +([01])")


def give_drill(
    lesson: Lesson,
    now: Callable[[], datetime],
    ask: Callable[[], str],
    say: Callable[..., None],
    record: Callable[[PracticeRecord], None],
) -> None:
    """Give one drill, ask until it is answered, and pass the answer to `record`.

    Passes on the exceptions of `ask`, by which the player leaves.
    """
    practice, drill = lesson.practice, lesson.next_drill(now())
    technique = drill.technique
    about = technique.capitalize() if practice.has_succeeded(technique) else lesson_text(technique)
    say(about, *puzzle_lines(drill.puzzle))
    say("Type a cell that this technique fills, and its value, for example r1c3 0; or menu.")
    started, is_first = now(), True
    while True:
        match = _ANSWER.fullmatch(ask().strip().lower())
        row, column = (int(match[1]), int(match[2])) if match else (0, 0)
        if match is None or row > drill.puzzle.height or column > drill.puzzle.width:
            say("Type a cell and a value, for example r1c3 0; or menu.")
            continue
        cell = (row - 1) * drill.puzzle.width + column - 1
        is_right, sentence = judge(drill, cell, cast("Value", match[3]))
        say(sentence)
        if is_right is not None and is_first:
            milliseconds = round((now() - started).total_seconds() * 1000)
            record(practice.answer(technique, is_right=is_right, milliseconds=milliseconds, now=now()))
            is_first = False
        if is_right:
            return


def puzzle_lines(puzzle: Puzzle) -> list[str]:
    """Return a line of text for each row, and one for each sign."""
    rows = [f"row {number}: {' '.join(row)}" for number, row in enumerate(puzzle.geometry.rows(puzzle.givens), 1)]
    return rows + ([f"signs: {str(puzzle).partition('signs=')[2].partition(';')[0]}"] if puzzle.signs else [])
