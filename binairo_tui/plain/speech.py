"""What is on the board, in words that can be read aloud. Pure.

Verbose: `row 3: 1 0 blank blank 1 0`; else `row 3: 1 0 . . 1 0`. All that is written here is ASCII.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from binairo_tui.engine import EMPTY, ONE, ZERO, cell_name, line_name
from binairo_tui.engine.position_check import Solvability
from binairo_tui.engine.wording import join_words, violation_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from binairo_tui.engine import Cell, Line, Position, Puzzle, Sign, Value, Violation
    from binairo_tui.engine.position_check import Check

SHOWN_VIOLATIONS = 3
"""So many broken rules are told after a command; `broken` tells all."""
_SOLVABILITY_SENTENCES = {
    Solvability.SOLVABLE: "Nothing is wrong.",
    Solvability.UNSOLVABLE: "Something is wrong: the board cannot be finished like this.",
    Solvability.UNKNOWN: "No mistake was found.",
}
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_MAX_ROWS = 2
"""So many changed rows are read after a command; more are only named."""


def value_word(value: Value, *, verbose: bool) -> str:
    """`0`, `1`, and `blank` or `.`."""
    return "blank" if value == EMPTY and verbose else value


def line_text(puzzle: Puzzle, position: Position, line: Line, *, verbose: bool) -> str:
    """A line with its number: `row 3: 1 0 blank blank 1 0`."""
    values = [puzzle.geometry.value(position, cell) for cell in puzzle.geometry.line_cells[line]]
    words = " ".join([value_word(value, verbose=verbose) for value in values])
    return f"{line_name(line, puzzle.height)}: {words}"


def line_answer(puzzle: Puzzle, position: Position, line: Line, *, verbose: bool, counts: bool) -> str:
    """A line, with `counts` what it still needs, and its signs."""
    cells = set(puzzle.geometry.line_cells[line])
    signs = [sign for sign in puzzle.signs if sign.a in cells and sign.b in cells]
    needed = needs_text(puzzle, position, line) if counts else ""
    parts = [f"{line_text(puzzle, position, line, verbose=verbose)}.", needed, signs_text(puzzle, signs)]
    return " ".join(filter(None, parts))


def needs_text(puzzle: Puzzle, position: Position, line: Line) -> str:
    """`It needs one 0 and two 1s.` and what else may be said of the contents of a line."""
    zeros, ones = needs(puzzle, position, line)
    if zeros == ones == 0:
        return "It is full."
    if zeros < 0 or ones < 0:
        value, more = (ZERO, -zeros) if zeros < 0 else (ONE, -ones)
        return f"It holds {_amount(more, value)} too many."
    wanted = [_amount(count, value) for count, value in ((zeros, ZERO), (ones, ONE)) if count]
    return f"It needs {join_words(wanted)}."


def needs(puzzle: Puzzle, position: Position, line: Line) -> tuple[int, int]:
    """How many 0s and 1s a line still lacks; negative for too many."""
    values = [puzzle.geometry.value(position, cell) for cell in puzzle.geometry.line_cells[line]]
    zeros, ones = puzzle.geometry.quota(line)
    return zeros - values.count(ZERO), ones - values.count(ONE)


def board_lines(puzzle: Puzzle, position: Position, *, verbose: bool) -> list[str]:
    """The whole board, a row a line: in words, or in columns with their numbers above; then the signs."""
    rows = [line_text(puzzle, position, row, verbose=verbose) for row in range(puzzle.height)]
    if not verbose:
        rows = _grid(puzzle, position)
    return [*rows, *([signs_text(puzzle, puzzle.signs)] if puzzle.signs else [])]


def signs_text(puzzle: Puzzle, signs: Iterable[Sign]) -> str:
    """`Equal: r1c1 and r1c2. Different: r2c1 and r3c1, r2c2 and r2c3.` says what signs demand."""
    groups = {"Equal": [sign for sign in signs if sign.same], "Different": [sign for sign in signs if not sign.same]}
    return " ".join(
        [f"{word}: {', '.join([_pair(puzzle, sign) for sign in group])}." for word, group in groups.items() if group]
    )


def counts_lines(puzzle: Puzzle, position: Position) -> list[str]:
    """What every open line still needs, a line each."""
    lines = range(puzzle.height + puzzle.width)
    open_lines = [line for line in lines if needs(puzzle, position, line) != (0, 0)]
    return [
        f"{line_name(line, puzzle.height).capitalize()}: {needs_text(puzzle, position, line)}" for line in open_lines
    ] or ["Every line is full."]


def cell_text(puzzle: Puzzle, position: Position, cell: Cell) -> str:
    """`r3c5 is 1, a given.` says what a cell holds."""
    value = puzzle.geometry.value(position, cell)
    signs = [sign for sign in puzzle.signs if cell in (sign.a, sign.b)]
    what = f"{cell_name(cell, puzzle.width)} is {value_word(value, verbose=True)}"
    given = ", a given" if puzzle.is_given(cell) else ""
    return " ".join([f"{what}{given}.", *([signs_text(puzzle, signs)] if signs else [])])


def changed_lines(puzzle: Puzzle, position: Position, cells: Sequence[Cell], *, verbose: bool) -> list[str]:
    """The rows in which cells have changed; if they are many, only their numbers."""
    rows = sorted({cell // puzzle.width for cell in cells})
    if len(rows) <= _MAX_ROWS:
        return [line_text(puzzle, position, row, verbose=verbose) for row in rows]
    return [f"Rows {join_words([str(row + 1) for row in rows])} have changed. Type board to read all."]


def news_of_violations(
    puzzle: Puzzle, position: Position, before: Sequence[Violation], after: Sequence[Violation]
) -> str:
    """What a command broke or mended, in sentences; empty if nothing of the kind."""
    new = [violation for violation in after if violation not in before]
    if not after:
        return "No rule is broken now." if before else ""
    sentences = [violation_text(puzzle, position, violation) for violation in new[:SHOWN_VIOLATIONS]]
    unsaid = len(after) - len(sentences)
    if unsaid:
        more = "more rule" if sentences else "rule"
        verb = "is broken" if unsaid == 1 else "are broken"
        sentences.append(f"{unsaid} {more}{'s' * (unsaid > 1)} {verb}: type broken to hear.")
    return " ".join(sentences)


def check_text(puzzle: Puzzle, check: Check, *, names_cells: bool) -> str:
    """Whether anything on the board is wrong, and with `names_cells` what."""
    mistakes = check.mistakes
    if not mistakes:
        return _SOLVABILITY_SENTENCES[check.solvability]
    count = len(mistakes)
    if not names_cells:
        return f"{count} cell{'s are' if count > 1 else ' is'} wrong. Type where to hear which."
    return f"Wrong: {join_words([cell_name(cell, puzzle.width) for cell in mistakes])}."


def duration_text(elapsed_ms: int) -> str:
    """Playing time in words: `1 hour 2 minutes 5 seconds`."""
    minutes, seconds = divmod(elapsed_ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    parts = [(hours, "hour"), (minutes, "minute"), (seconds, "second")]
    said = [f"{number} {unit}{'s' * (number != 1)}" for number, unit in parts if number]
    return " ".join(said) or "0 seconds"


def _grid(puzzle: Puzzle, position: Position) -> list[str]:
    """The board in columns, with the numbers of columns above and of rows at the left."""
    width = len(str(max(puzzle.width, puzzle.height)))
    numbers = " ".join([str(column).rjust(width) for column in range(1, puzzle.width + 1)])
    lines = [f"{'':{width}}   {numbers}"]
    for row in range(puzzle.height):
        values = [puzzle.geometry.value(position, cell) for cell in puzzle.geometry.line_cells[row]]
        lines.append(f"{row + 1:{width}}   " + " ".join([value.rjust(width) for value in values]))
    return lines


def _pair(puzzle: Puzzle, sign: Sign) -> str:
    return f"{cell_name(sign.a, puzzle.width)} and {cell_name(sign.b, puzzle.width)}"


def _amount(count: int, value: str) -> str:
    """`two 0s`: beside a value a number is better heard as a word."""
    number = _NUMBERS[count - 1] if count <= len(_NUMBERS) else str(count)
    return f"{number} {value}{'s' * (count != 1)}"
