"""The commands of plain mode, and the parser of typed lines.

Examples of typed lines: `r3c5 1`, `3 5 1`, `r3c5 .`, `r3c5`, `undo 2`, `row 3`, `why r3c5`.
"""

import os
import re
from contextlib import suppress
from enum import Enum
from typing import NamedTuple

from binairo_tui.engine import EMPTY, ONE, ZERO, Cell, Puzzle, Value
from binairo_tui.files import keyboards
from binairo_tui.player.text import RULES


class Takes(Enum):
    NOTHING = "nothing"
    COUNT = "a number"
    ROW = "the number of a row"
    COLUMN = "the number of a column"
    CELL = "a cell"
    SWITCH = "on or off"


class PlainCommand(NamedTuple):
    """A command: its name, what it does, its argument, and its aliases."""

    name: str
    help: str
    takes: Takes = Takes.NOTHING
    aliases: tuple[str, ...] = ()


COMMANDS: tuple[PlainCommand, ...] = (
    PlainCommand("board", "read the whole board", aliases=("b",)),
    PlainCommand("row", "read a row, as in row 3", Takes.ROW),
    PlainCommand("column", "read a column, as in column 5", Takes.COLUMN, ("col",)),
    PlainCommand("counts", "read how many 0s and 1s each unfinished row and column still needs"),
    PlainCommand("broken", "read every rule that is broken now"),
    PlainCommand("undo", "undo the last step; undo 3 undoes three", Takes.COUNT, ("u",)),
    PlainCommand("redo", "redo the step that was undone; redo 3 redoes three", Takes.COUNT, ("r",)),
    PlainCommand("back", "undo to the last position without a mistake; redo brings everything back", aliases=("g",)),
    PlainCommand("restart", "clear all cells except the givens; undo brings the values back"),
    PlainCommand(
        "once",
        "use the easiest rule that forces any cell, and fill in every cell that it forces now",
        aliases=("f", "step"),
    ),
    PlainCommand(
        "fill",
        "fill in all that the rules force; if this solves the puzzle or changes how the game counts, ask first",
    ),
    PlainCommand("yes", "answer a question with yes"),
    PlainCommand("no", "answer a question with no"),
    PlainCommand("branch", "start a what-if branch; drop returns to this position, and keep keeps your values"),
    PlainCommand("drop", "return to where the branch began; if the branch broke a rule, say what this proves"),
    PlainCommand("keep", "end the branch and keep what you filled in"),
    PlainCommand("check", "count the wrong cells, without saying which they are", aliases=("c",)),
    PlainCommand("where", "name the wrong cells"),
    PlainCommand(
        "hint",
        "say where to look; again: say the technique, cells and reason; then: fill the cells, or empty a wrong cell",
        aliases=("i",),
    ),
    PlainCommand("previous", "say the previous part of the hint or proof", aliases=("prev",)),
    PlainCommand(
        "why", "prove the value of a cell, or the value that an empty cell must take: why r3c5", Takes.CELL, ("y",)
    ),
    PlainCommand("time", "say how long you have played, and how much is filled", aliases=("t",)),
    PlainCommand("pause", "stop the clock, or continue", aliases=("p", "resume")),
    PlainCommand("key", "print the game with your values as one line, for Import or the command line"),
    PlainCommand("save", "say whether the game is saved, and where"),
    PlainCommand("verbose", 'read empty cells as "blank" (verbose on) or as a dot (verbose off)', Takes.SWITCH),
    PlainCommand("result", "once solved: read the time, the style, and what the puzzle needed"),
    PlainCommand("replay", "once solved: read every step that you made"),
    PlainCommand("card", "once solved: print a result card to share, which does not show the solution"),
    PlainCommand("drills", "once solved: practise the cells that took you longest"),
    PlainCommand("again", "once solved: play the puzzle again, as a new game"),
    PlainCommand("next", "once solved: play the next unsolved puzzle of the collection", aliases=("n",)),
    PlainCommand("menu", "leave this game and return to the menu; the game is saved", aliases=("m",)),
    PlainCommand("help", "read this list", aliases=("h", "?")),
    PlainCommand("quit", "leave the program; the game is saved", aliases=("q", "exit", "bye")),
)
"""Every command that begins with a word, in the order of the help."""

_MENU_HELP = (
    "In a menu: type the number or the first letters of an entry, menu for the first menu, or quit.",
    "In a game:",
)

_BY_WORD = {word: command for command in COMMANDS for word in (command.name, *command.aliases)}
_CELL = re.compile(r"r(\d{1,3})c(\d{1,3})")
_VALUES: dict[str, Value] = {
    **dict.fromkeys(("0", "zero"), ZERO),
    **dict.fromkeys(("1", "one"), ONE),
    **dict.fromkeys((".", "-", "blank", "empty", "clear"), EMPTY),
}
_REPLIES = {"y": "yes", "n": "no"}
"""Short replies to a question. At other times, these letters stand for other commands."""
_SHOWN, _MAX_ESCAPED = 20, 80
"""Limits on the characters that a sentence quotes from a typed text: before escaping, and after it."""


class ParsedCommand(NamedTuple):
    """A typed command. `name` is that of a `PlainCommand`, or `place` or `cell` if the line begins with a cell.

    The other fields are its arguments; a missing argument is None. `number` is the number of steps to undo or redo, or
    the number of a row or column, counted from 1.
    """

    name: str
    cell: Cell | None = None
    value: Value | None = None
    number: int | None = None
    switch: bool | None = None


class CommandError(ValueError):
    """A line is not a valid command. The message is one sentence that says why."""


def help_lines(*, in_menu: bool = False) -> list[str]:
    commands = [
        f"{command.name}{f' or {command.aliases[0]}' if command.aliases else ''}: {command.help}."
        for command in COMMANDS
    ]
    return [
        *RULES,
        *(_MENU_HELP if in_menu else ()),
        "r3c5 1: put 1 into row 3, column 5. Shorter: 3 5 1.",
        "r3c5 .: empty the cell. r3c5: read the cell.",
        *commands,
    ]


def command_name(word: str) -> str:
    """Return the name of the command that a word stands for; empty if there is none."""
    command = _BY_WORD.get(word) or _BY_WORD.get(on_us_keyboard(word))
    return command.name if command else ""


def on_us_keyboard(text: str) -> str:
    """Return, in lower case, the text that the same keys type on a US keyboard."""
    return keyboards.us_text(text, keyboards.language_of(os.environ)).lower()


def parse_command(text: str, puzzle: Puzzle, *, is_asked: bool = False) -> ParsedCommand | None:
    """Parse a typed line; None if it is blank. If `is_asked`, y and n answer the question. Raises only CommandError.

    If a line is not a command, what its keys type on a US keyboard is parsed instead.
    """
    try:
        return _parse(text, puzzle, is_asked=is_asked)
    except CommandError:
        meant = on_us_keyboard(text)
        if meant == text.lower():
            raise
        with suppress(CommandError):
            return _parse(meant, puzzle, is_asked=is_asked)
        raise


def _parse(text: str, puzzle: Puzzle, *, is_asked: bool) -> ParsedCommand | None:
    words = text.lower().replace("=", " ").replace(",", " ").split()
    if not words:
        return None
    if is_asked and len(words) == 1:
        words = [_REPLIES.get(words[0], words[0])]
    cell, rest = _leading_cell(words, puzzle)
    if cell is not None:
        return _cell_command(cell, rest)
    command = _BY_WORD.get(words[0])
    if command is None:
        raise CommandError(_unknown(words[0]))
    return _parse_arguments(command, words[1:], puzzle)


def _leading_cell(words: list[str], puzzle: Puzzle) -> tuple[Cell | None, list[str]]:
    """Return the cell that begins the words (`r3c5` or two numbers) or None, and the rest. Raises CommandError."""
    match = _CELL.fullmatch(words[0])
    if match:
        return _cell(int(match[1]), int(match[2]), puzzle), words[1:]
    if not _is_number(words[0]):
        return None, words
    if len(words) < 2 or not _is_number(words[1]):
        raise CommandError("Type a row, a column and a value: 3 5 1.")
    return _cell(int(words[0]), int(words[1]), puzzle), words[2:]


def _cell_command(cell: Cell, rest: list[str]) -> ParsedCommand:
    if not rest:
        return ParsedCommand("cell", cell)
    if len(rest) > 1 or rest[0] not in _VALUES:
        raise CommandError(f"After a cell, type 0, 1 or a point (for blank), not {_quoted(' '.join(rest))}.")
    return ParsedCommand("place", cell, _VALUES[rest[0]])


def _parse_arguments(command: PlainCommand, rest: list[str], puzzle: Puzzle) -> ParsedCommand:
    name, takes = command.name, command.takes
    if takes is Takes.NOTHING:
        if rest:
            raise CommandError(f"Type {name} without anything after it.")
        return ParsedCommand(name)
    if takes is Takes.CELL:
        cell, rest = _leading_cell(rest, puzzle) if rest else (None, rest)
        if cell is None or rest:
            raise CommandError(f"Type a cell after {name}: {name} r3c5.")
        return ParsedCommand(name, cell)
    if takes is Takes.SWITCH:
        if rest and rest not in (["on"], ["off"]):
            raise CommandError(f"Type on or off after {name}.")
        return ParsedCommand(name, switch=rest == ["on"] if rest else None)
    if takes is Takes.COUNT and not rest:
        return ParsedCommand(name, number=1)
    if len(rest) != 1 or not _is_number(rest[0]) or not int(rest[0]):
        raise CommandError(f"Type {takes.value} after {name}: {name} 3.")
    number = int(rest[0])
    most = {Takes.ROW: puzzle.height, Takes.COLUMN: puzzle.width}.get(takes, number)
    if number > most:
        raise CommandError(f"There is no {name} {number}: the board has {name}s 1 to {most}.")
    return ParsedCommand(name, number=number)


def _cell(row: int, column: int, puzzle: Puzzle) -> Cell:
    if not (1 <= row <= puzzle.height and 1 <= column <= puzzle.width):
        raise CommandError(
            f"r{row}c{column} is outside the board: it has rows 1 to {puzzle.height} and columns 1 to {puzzle.width}."
        )
    return (row - 1) * puzzle.width + column - 1


def _is_number(word: str) -> bool:
    return re.fullmatch(r"[0-9]{1,3}", word) is not None


def _unknown(word: str) -> str:
    # Imported here, because most lines are valid and do not need it.
    from difflib import get_close_matches

    near = get_close_matches(word[:_SHOWN], [command.name for command in COMMANDS], 1, 0.75)  # one or two wrong letters
    advice = f"Did you mean {near[0]}?" if near else "Type help for a list of commands."
    return f"{_quoted(word)} is not a command. {advice}"


def _quoted(text: str) -> str:
    shown = text[:_SHOWN]
    while len(repr(shown)) > _MAX_ESCAPED:
        shown = shown[:-1]
    return repr(shown if shown == text else f"{shown}...")
