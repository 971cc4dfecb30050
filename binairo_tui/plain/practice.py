"""Practice of a technique, and the tutorial, whose lessons begin with an example.

A drill names the technique, reads the position row by row, and takes answers such as `r1c3 0`.
"""

from __future__ import annotations

from binairo_tui import engine, library
from binairo_tui.engine import Puzzle, bands, cell_name
from binairo_tui.plain import asking, commands, speech
from binairo_tui.plain.console import Console
from binairo_tui.player.catalog import TUTORIAL, Catalog, in_order, lesson_title
from binairo_tui.player.practice import (
    TASK,
    TECHNIQUES,
    Lesson,
    board_note,
    example_of,
    first_answer,
    judge,
    open_practice,
)
from binairo_tui.player.progress import Opened, Progress
from binairo_tui.player.text import RULES, lesson_text
from binairo_tui.store.queries import PuzzleState

DRILL_HELP = (
    "In a drill: find one cell that the technique fills; nothing easier works.",
    "r3c5 1: your answer is 1 in row 3, column 5. Shorter: 3 5 1. r3c5: read the cell.",
    "hint or i: say the rule of the technique, and where to look; again: name a cell.",
    "answer, next or n: read an answer and go on; this counts as a wrong answer.",
    "board or b: read the whole board. row 3, column 5: read a line.",
    "menu or m: return to the menu. help or h: read this list. quit or q: leave the program.",
)
_HOW_TO_ANSWER = "Type a cell and a value, for example r1c3 0, or hint, answer, help or menu."


def practise(console: Console, ask: asking.Asker, progress: Progress) -> Opened:
    """Give drills for the technique that the player chooses, and then return a whole board as a new game.

    If the player chooses no technique, give drills for whichever technique is due, until the player types `menu`.
    """
    practice = open_practice(progress)
    names = {"": f'next drill: "{practice.next_technique(progress.now())}"', **{name: name for name in TECHNIQUES}}
    lesson = Lesson(practice, ask.one_of("Which technique?", names, ""))
    _give_drills(console, ask, progress, lesson)
    return progress.open_new(lesson.board(), lesson_title(lesson.chosen), band=bands.BAND_OF[lesson.chosen].title)


def teach(console: Console, ask: asking.Asker, progress: Progress, catalog: Catalog) -> library.Entry:
    """Show the rules, then an example and drills for the lesson that the player chooses; return the lesson's board.

    If the player has already begun the board or done the drills, show the rule of the technique instead of the
    example and the drills. Raises LibraryError.
    """
    states = progress.states().get(TUTORIAL, {})
    entries = {entry.number: entry for entry in in_order(catalog.lessons.entries)}
    names = {it.number: it.technique for it in entries.values()}
    states_said = {number: state.value for number, state in states.items()}
    unsolved = [number for number in entries if states.get(number) is not PuzzleState.SOLVED]
    console.say("The rules:", *RULES)
    entry = entries[ask.one_of("Which lesson?", names, (unsolved or list(entries))[0], states_said)]
    practice = open_practice(progress)
    if entry.number not in states and not practice.has_drilled(entry.technique):
        _show_example(console, entry.technique)
        _give_drills(console, ask, progress, Lesson(practice, entry.technique, entry))
    else:
        console.say(lesson_text(entry.technique))
    return entry


def _show_example(console: Console, technique: str) -> None:
    example = example_of(technique)
    steps = [step.text for step in example.walk]
    console.say(lesson_text(technique), "For example:", *puzzle_lines(example.puzzle), example.proof.text, *steps)
    console.say("Now find such a cell yourself.")


def _give_drills(console: Console, ask: asking.Asker, progress: Progress, lesson: Lesson) -> None:
    """Give the drills of a lesson, and then announce its whole board."""
    while not lesson.is_board_next:
        _give_drill(console, ask, progress, lesson)
    console.say(board_note(lesson.chosen))


def _give_drill(console: Console, ask: asking.Asker, progress: Progress, lesson: Lesson) -> None:
    """Give the next drill of a lesson, and ask until it is solved or the player goes on.

    Only the first answer is recorded.
    """
    say, now = console.say, progress.now
    practice, drill = lesson.practice, lesson.next_drill(now())
    technique = drill.technique
    about = technique.capitalize() if practice.has_succeeded(technique) else lesson_text(technique)
    say(about, *puzzle_lines(drill.puzzle))
    say(TASK, _HOW_TO_ANSWER)
    started, is_first, is_done, hints = now(), True, False, 0
    while not is_done:
        try:
            line = ask.text(DRILL_HELP)
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
            answer = practice.answer(technique, is_right=is_right, milliseconds=milliseconds, now=now())
            progress.record_practice([answer])
            is_first = False


def _reply(drill: engine.drills.Drill, command: commands.ParsedCommand) -> tuple[bool | None, list[str]]:
    """Return whether a command is the right answer to a drill (None if it is not an answer), and the lines to say."""
    if command.cell is not None and command.value in ("0", "1"):
        is_right, sentence = judge(drill, command.cell, command.value)
        return is_right, [sentence]
    if command.name == "next":
        return False, [_answer(drill)]
    return None, _read(drill.puzzle, command)


def _read(puzzle: Puzzle, command: commands.ParsedCommand) -> list[str]:
    """Return the lines that a command asks to hear.

    If drills do not have the command, return a line that says what can be typed.
    """
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
    """Return the lines that answer the `count`th hint command of a drill.

    The first hint gives the rule and says where to look. The second hint names a cell. Any further hint says how to
    hear the answer.
    """
    hint = engine.find_hint(drill.puzzle, drill.puzzle.givens)
    if count == 1:
        return [lesson_text(drill.technique), hint.stages[0]]
    if count == 2:
        cell = next((cell for cell in hint.cells if cell in drill.answers), min(drill.answers))
        return [f"{cell_name(cell, drill.puzzle.width)} follows."]
    return ["Type answer to hear the answer. It counts as a wrong answer."]


def puzzle_lines(puzzle: Puzzle) -> list[str]:
    """Return the lines that describe a whole board."""
    return speech.board_lines(puzzle, puzzle.givens, verbose=True)
