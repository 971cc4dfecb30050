"""Drills in plain mode: names the technique, reads the position row by row, and takes answers such as `r1c3 0`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from binairo_tui import engine, store
from binairo_tui.engine import Puzzle, cell_name
from binairo_tui.plain import commands, speech
from binairo_tui.player.practice import TASK, Lesson, first_answer, judge
from binairo_tui.player.text import lesson_text

DRILL_HELP = (
    "In a drill: find one cell that the technique fills; nothing easier works.",
    "r3c5 1: your answer is 1 in row 3, column 5. Shorter: 3 5 1. r3c5: read the cell.",
    "hint or i: say the rule of the technique, and where to look; again: name a cell.",
    "answer, next or n: read an answer and go on; this counts as a wrong answer.",
    "board or b: read the whole board. row 3, column 5: read a line.",
    "menu or m: return to the menu. help or h: read this list. quit or q: leave the program.",
)
_HOW_TO_ANSWER = "Type a cell and a value, for example r1c3 0, or hint, answer, help or menu."


def give_drill(
    lesson: Lesson,
    now: Callable[[], datetime],
    ask: Callable[[], str],
    say: Callable[..., None],
    record: Callable[[store.practice.PracticeRecord], None],
) -> None:
    """Give the next drill of a lesson, and ask until it is solved or the player goes on.

    `ask` returns a typed line, and `say` writes lines. The record of the first answer, the only one that counts, is
    passed to `record`. Exceptions of `ask`, by which the player leaves, are passed on.
    """
    practice, drill = lesson.practice, lesson.next_drill(now())
    technique = drill.technique
    about = technique.capitalize() if practice.has_succeeded(technique) else lesson_text(technique)
    say(about, *puzzle_lines(drill.puzzle))
    say(TASK, _HOW_TO_ANSWER)
    started, is_first, is_done, hints = now(), True, False, 0
    while not is_done:
        try:
            line = ask()
            command = commands.parse_command("next" if line == "answer" else line, drill.puzzle)
        except commands.CommandError as error:
            say(str(error))
            continue
        if command is None:
            continue
        if command.name == "hint":
            hints += 1
            say(*_hint(drill, hints))
            continue
        is_right, lines = _reply(drill, command)
        say(*lines)
        is_done = bool(is_right) or command.name == "next"
        if is_right is not None and is_first:
            milliseconds = round((now() - started).total_seconds() * 1000)
            record(practice.answer(technique, is_right=is_right, milliseconds=milliseconds, now=now()))
            is_first = False


def _reply(drill: engine.drills.Drill, command: commands.ParsedCommand) -> tuple[bool | None, list[str]]:
    """Return whether a command is the right answer (None if it is no answer to the drill), and the lines to say."""
    if command.cell is not None and command.value in ("0", "1"):
        is_right, sentence = judge(drill, command.cell, command.value)
        return is_right, [sentence]
    if command.name == "next":
        return False, [_answer(drill)]
    return None, _read(drill.puzzle, command)


def _read(puzzle: Puzzle, command: commands.ParsedCommand) -> list[str]:
    """Return the lines that a command reads; for a command that drills do not have, a line about what can be typed."""
    number = command.number or 1
    match command.name:
        case "board":
            return puzzle_lines(puzzle)
        case "row" | "column":
            line = number - 1 if command.name == "row" else puzzle.height + number - 1
            return [speech.line_answer(puzzle, puzzle.givens, line, verbose=True, counts=True)]
        case "cell":
            return [speech.cell_text(puzzle, puzzle.givens, command.cell or 0)]
        case _:
            return [_HOW_TO_ANSWER]


def _answer(drill: engine.drills.Drill) -> str:
    cell, value, reason = first_answer(drill)
    return f"An answer is {cell_name(cell, drill.puzzle.width)} {value}. {reason}"


def _hint(drill: engine.drills.Drill, count: int) -> list[str]:
    """Return the answer to the `count`th hint command: the rule and where to look; a cell; how to hear the answer."""
    hint = engine.find_hint(drill.puzzle, drill.puzzle.givens)
    if count == 1:
        return [lesson_text(drill.technique), hint.stages[0]]
    if count == 2:
        cell = next((cell for cell in hint.cells if cell in drill.answers), min(drill.answers))
        return [f"{cell_name(cell, drill.puzzle.width)} follows."]
    return ["Type answer to hear the answer. It counts as a wrong answer."]


def puzzle_lines(puzzle: Puzzle) -> list[str]:
    """Return the lines that read a whole board."""
    return speech.board_lines(puzzle, puzzle.givens, verbose=True)
