"""Speech: the board and its state in words that can be read aloud, in ASCII.

With `verbose`, a row reads `row 3: 1 0 blank blank 1 0`, otherwise `row 3: 1 0 . . 1 0`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from binairo_tui import engine
from binairo_tui.engine import EMPTY, ONE, ZERO, Cell, Line, Position, Puzzle, Value, Violation, cell_name, wording
from binairo_tui.engine.rules import one_of_each_kind_first
from binairo_tui.plain import commands
from binairo_tui.player.text import NO_RULE_BROKEN, check_text

SHOWN_VIOLATIONS = 3
"""The maximum number of broken rules described after a command; the command `broken` describes all of them."""


def value_word(value: Value, *, verbose: bool) -> str:
    """Return the word for a value: `0` or `1`; for an empty cell, `blank` if `verbose`, otherwise `.`."""
    return "blank" if value == EMPTY and verbose else value


def progress(puzzle: Puzzle, position: Position) -> tuple[int, int]:
    givens = puzzle.geometry.filled_count(puzzle.givens)
    return puzzle.geometry.filled_count(position) - givens, puzzle.geometry.cell_count - givens


def line_text(puzzle: Puzzle, position: Position, line: Line, *, verbose: bool) -> str:
    """Return a line with its number, such as `row 3: 1 0 blank blank 1 0`."""
    cells = puzzle.geometry.line_cells[line]
    words = [value_word(puzzle.geometry.value(position, cell), verbose=verbose) for cell in cells]
    return f"{engine.line_name(line, puzzle.height)}: {' '.join(words)}"


def line_answer(puzzle: Puzzle, position: Position, line: Line, *, verbose: bool, counts: bool) -> str:
    """Return a line in words, with its signs and, if `counts`, the numbers of 0s and 1s that it still needs."""
    cells = set(puzzle.geometry.line_cells[line])
    signs = [sign for sign in puzzle.signs if sign.a in cells and sign.b in cells]
    needed = needs_text(puzzle, position, line) if counts else ""
    parts = [f"{line_text(puzzle, position, line, verbose=verbose)}.", needed, signs_text(puzzle, signs)]
    return " ".join(filter(None, parts))


def needs_text(puzzle: Puzzle, position: Position, line: Line) -> str:
    """Return a sentence such as `It needs one 0 and two 1s.`, or one that says that the line is full or overfull."""
    zeros, ones = needs(puzzle, position, line)
    if zeros == ones == 0:
        return "It is full."
    if zeros < 0 or ones < 0:
        value, more = (ZERO, -zeros) if zeros < 0 else (ONE, -ones)
        return f"It has {_amount(more, value)} too many."
    wanted = [_amount(count, value) for count, value in ((zeros, ZERO), (ones, ONE)) if count]
    is_exact = sum(puzzle.quota(line)) == len(puzzle.geometry.line_cells[line])
    return f"It {'needs' if is_exact else 'takes at most'} {wording.join_words(wanted)}."


def needs(puzzle: Puzzle, position: Position, line: Line) -> tuple[int, int]:
    """Return the numbers of 0s and 1s that a line may still take; a negative number means too many."""
    values = [puzzle.geometry.value(position, cell) for cell in puzzle.geometry.line_cells[line]]
    zeros, ones = puzzle.quota(line)
    left = zeros - values.count(ZERO), ones - values.count(ONE)
    return left if EMPTY in values or min(left) < 0 else (0, 0)


def board_lines(puzzle: Puzzle, position: Position, *, verbose: bool) -> list[str]:
    lines = range(puzzle.height)
    rows = [line_text(puzzle, position, it, verbose=True) for it in lines] if verbose else _grid(puzzle, position)
    return [*rows, *([signs_text(puzzle, puzzle.signs)] if puzzle.signs else [])]


def broken_lines(puzzle: Puzzle, position: Position, violations: Sequence[Violation]) -> list[str]:
    return [engine.violation_text(puzzle, position, it) for it in violations] or [NO_RULE_BROKEN]


def read(
    puzzle: Puzzle, position: Position, command: commands.ParsedCommand, *, verbose: bool = True, counts: bool = True
) -> list[str]:
    """Return [] if the command does not ask for the board, a line or a cell. `counts` is as in `line_answer`."""
    number = command.number or 1
    match command.name:
        case "board":
            return board_lines(puzzle, position, verbose=verbose)
        case "row" | "column":
            line = number - 1 if command.name == "row" else puzzle.height + number - 1
            return [line_answer(puzzle, position, line, verbose=verbose, counts=counts)]
        case "cell":
            return [cell_text(puzzle, position, command.cell or 0)]
    return []


def signs_text(puzzle: Puzzle, signs: Iterable[engine.Sign]) -> str:
    """Return signs in words, such as `Equal: r1c1 and r1c2. Different: r2c1 and r3c1, r2c2 and r2c3.`."""
    pairs: dict[str, list[str]] = {"Equal": [], "Different": []}
    for a, b, same in signs:
        pairs["Equal" if same else "Different"].append(f"{cell_name(a, puzzle.width)} and {cell_name(b, puzzle.width)}")
    return " ".join([f"{word}: {', '.join(named)}." for word, named in pairs.items() if named])


def counts_lines(puzzle: Puzzle, position: Position) -> list[str]:
    """Return a sentence for each line that is not full, such as `Row 3: It needs one 0 and two 1s.`."""
    return [
        f"{engine.line_name(line, puzzle.height).capitalize()}: {needs_text(puzzle, position, line)}"
        for line in range(puzzle.height + puzzle.width)
        if needs(puzzle, position, line) != (0, 0)
    ] or ["Every line is full."]


def cell_text(puzzle: Puzzle, position: Position, cell: Cell) -> str:
    """Return the content of a cell, such as `r3c5 is 1, a given.`, and its signs."""
    value = puzzle.geometry.value(position, cell)
    signs = [sign for sign in puzzle.signs if cell in (sign.a, sign.b)]
    what = f"{cell_name(cell, puzzle.width)} is {value_word(value, verbose=True)}"
    given = ", a given" if puzzle.is_given(cell) else ""
    return " ".join([f"{what}{given}.", *([signs_text(puzzle, signs)] if signs else [])])


def changed_lines(puzzle: Puzzle, position: Position, cells: Sequence[Cell], *, verbose: bool) -> list[str]:
    """Return the rows that contain changed cells, in words; if there are more than two, only their numbers."""
    rows = sorted({cell // puzzle.width for cell in cells})
    if len(rows) <= 2:
        return [line_text(puzzle, position, row, verbose=verbose) for row in rows]
    return [f"Rows {wording.join_words([str(row + 1) for row in rows])} have changed. Type board to read the grid."]


def news_of_violations(
    puzzle: Puzzle, position: Position, before: Sequence[Violation], after: Sequence[Violation]
) -> str:
    """Return sentences about rules that a command has broken (at most `SHOWN_VIOLATIONS`), and a count of the others.

    `before` and `after` are the violations before and after the command. If the command has mended every broken rule,
    the text says that no rule is broken now. If no rule was broken before or after the command, the text is empty.
    """
    new = [violation for violation in after if violation not in before]
    if not after:
        return "No rule is broken now." if before else ""
    sentences = [engine.violation_text(puzzle, position, it) for it in one_of_each_kind_first(new)[:SHOWN_VIOLATIONS]]
    unsaid = len(after) - len(sentences)
    if unsaid:
        rules = wording.plural(unsaid, "more rule" if sentences else "rule")
        sentences.append(f"{rules} {wording.inflect(unsaid, 'is', 'are')} broken: type broken to hear which.")
    return " ".join(sentences)


def checked_text(puzzle: Puzzle, check: engine.position_check.Check, *, names_cells: bool) -> str:
    """Return a sentence that says whether anything on the board is wrong and, if `names_cells`, which cells."""
    names = [cell_name(cell, puzzle.width) for cell in check.mistakes or ()]
    are_wrong = f"{wording.plural(len(names), 'cell')} {wording.inflect(len(names), 'is', 'are')} wrong"
    return check_text(
        puzzle,
        check,
        names=wording.join_words(names) if names and names_cells else "",
        counted=f"{are_wrong}. Type where to hear which.",
        back="Type back to return to the last good position.",
    )


def duration_text(elapsed_ms: int) -> str:
    """Return a playing time in words, such as `1 hour 2 minutes 5 seconds`."""
    minutes, seconds = divmod(elapsed_ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    parts = [(hours, "hour"), (minutes, "minute"), (seconds, "second")]
    return " ".join([wording.plural(number, unit) for number, unit in parts if number]) or "0 seconds"


def spoken(sentence: str) -> str:
    """Return a sentence of the app with its playing times, such as `1:02:05`, in words."""

    def in_words(time: re.Match[str]) -> str:
        seconds = 0
        for part in time[0].split(":"):
            seconds = seconds * 60 + int(part)
        return duration_text(seconds * 1000)

    return re.sub(r"\b\d+(:\d\d)+\b", in_words, sentence)


def _grid(puzzle: Puzzle, position: Position) -> list[str]:
    """Return the board in columns, with column numbers above and row numbers at the left."""
    width = len(str(max(puzzle.width, puzzle.height)))
    numbers = " ".join([str(column).rjust(width) for column in range(1, puzzle.width + 1)])
    lines = [f"{'':{width}}   {numbers}"]
    for row in range(puzzle.height):
        values = [puzzle.geometry.value(position, cell) for cell in puzzle.geometry.line_cells[row]]
        lines.append(f"{row + 1:{width}}   " + " ".join([value.rjust(width) for value in values]))
    return lines


def _amount(count: int, value: str) -> str:
    """Return text such as `two 0s`, because two digits in a row are hard to tell apart when they are read aloud."""
    return f"{wording.number_word(count)} {wording.inflect(count, value)}"
