"""Wording: sentences about violations, and the parts of such sentences."""

from __future__ import annotations

from collections.abc import Sequence

from binairo_tui.engine.geometry import Cell, Line, Position, cell_name, line_name
from binairo_tui.engine.puzzle import Puzzle, Sign
from binairo_tui.engine.rules import Violation, ViolationKind

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_MAX_LISTED_CELLS = 6
_MAX_NAMED_CELLS = 4


def plural(count: int, noun: str, plural_form: str | None = None) -> str:
    """Return a count with its noun in the singular or plural.

    >>> plural(1, "cell"), plural(3, "cell"), plural(0, "pass", "passes")
    ('1 cell', '3 cells', '0 passes')
    """
    return f"{count} {inflect(count, noun, plural_form)}"


def inflect(count: int, noun: str, plural_form: str | None = None) -> str:
    """Return the noun for a count of 1, otherwise `plural_form`; the default is the noun with an s."""
    return noun if count == 1 else plural_form or f"{noun}s"


def number_word(count: int) -> str:
    """Return a count up to twelve as a word, and a higher count in digits."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def sentence(clause: str) -> str:
    """Return a clause as a sentence, with a capital letter and one full stop; an empty clause stays empty.

    >>> sentence("line 3 is too long")
    'Line 3 is too long.'
    """
    return capitalized(clause if not clause or clause.endswith((".", "!", "?")) else f"{clause}.")


def capitalized(text: str) -> str:
    """Return `text` with its first letter in upper case. Unlike `str.capitalize`, leave the other letters unchanged."""
    return text[:1].upper() + text[1:]


def join_words(words: Sequence[str], conjunction: str = "and") -> str:
    """Return words as a list for a sentence, with a conjunction before the last word.

    >>> join_words(["a"]), join_words(["a", "b"]), join_words(["a", "b", "c"], "or")
    ('a', 'a and b', 'a, b or c')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {conjunction} {words[-1]}"


def first_words(words: Sequence[str], most: int, between: str = ", ") -> str:
    """Return the first words and the number of the remaining ones: `r1c2, r1c3, 4 more`."""
    return between.join([*words[:most], *[f"{len(words) - most} more"][: len(words) > most]])


def cell_names(puzzle: Puzzle, cells: Sequence[Cell]) -> str:
    """Return the names of the first six cells and the number of the remaining cells: `r1c2, r1c3, 4 more`."""
    return first_words([cell_name(cell, puzzle.width) for cell in cells], _MAX_LISTED_CELLS)


def cells_text(puzzle: Puzzle, cells: Sequence[Cell]) -> str:
    """Return the names of cells, such as `r1c2 and r1c3`; for more than four, their number, such as `5 cells`."""
    if len(cells) > _MAX_NAMED_CELLS:
        return plural(len(cells), "cell")
    return join_words([cell_name(cell, puzzle.width) for cell in cells])


def all_cells_text(puzzle: Puzzle, cells: Sequence[Cell]) -> str:
    """Return the names of all cells. If there are more than four, neighbours are named together: `r1c2-c5 and r1c8`."""
    if len(cells) <= _MAX_NAMED_CELLS:
        return cells_text(puzzle, cells)
    columns = {cell % puzzle.width for cell in cells}
    step = puzzle.width if len(columns) == 1 else 1
    runs: list[list[Cell]] = []
    for cell in cells:
        if runs and cell == runs[-1][-1] + step and (step > 1 or cell % puzzle.width):
            runs[-1].append(cell)
        else:
            runs.append([cell])
    return join_words([run_name(puzzle, run[0], run[-1]) for run in runs])


def line_text(puzzle: Puzzle, line: Line) -> str:
    """Return the name of a line for the beginning of a sentence: `Row 3`."""
    return capitalized(line_name(line, puzzle.height))


def run_name(puzzle: Puzzle, first: Cell, last: Cell) -> str:
    """Return the name of neighbouring cells in a line: `r3c5`, `r3c5-c8` in a row, `r3c5-r6c5` in a column."""
    name, end = cell_name(first, puzzle.width), cell_name(last, puzzle.width)
    if first == last:
        return name
    return f"{name}-{end[end.index('c') :]}" if last - first < puzzle.width else f"{name}-{end}"


def sign_text(puzzle: Puzzle, sign: Sign) -> str:
    """Return a sign with its cells: `r1c1 = r1c2` or `r1c1 x r2c1`."""
    return f"{cell_name(sign.a, puzzle.width)} {sign_symbol(sign)} {cell_name(sign.b, puzzle.width)}"


def sign_symbol(sign: Sign) -> str:
    return "=" if sign.same else "x"


def lines_text(puzzle: Puzzle, lines: Sequence[Line]) -> str:
    """Return the names of lines in one direction for use inside a sentence: `row 2`, `rows 2 and 4`."""
    kind = line_name(lines[0], puzzle.height).split()[0]
    numbers = [line_name(line, puzzle.height).split()[1] for line in lines]
    return f"{inflect(len(lines), kind)} {join_words(numbers)}"


def violation_text(puzzle: Puzzle, position: Position, violation: Violation) -> str:
    """Return a sentence about a violation in `position`: the broken rule, its lines and its cells.

    >>> puzzle = parse_puzzle("4x4;0110........0110")
    >>> violation_text(puzzle, puzzle.givens, find_violations(puzzle, puzzle.givens)[0])
    'Rows 1 and 4 are the same.'
    """
    names = [line_name(line, puzzle.height) for line in violation.lines]
    value = puzzle.geometry.value(position, violation.cells[0])
    number = number_word(len(violation.cells))
    match violation.kind:
        case ViolationKind.TRIPLE:
            cells = violation.cells
            where = cell_names(puzzle, cells) if len(cells) == len("000") else run_name(puzzle, cells[0], cells[-1])
            return f"{capitalized(names[0])}: {number} {value}s together ({where})."
        case ViolationKind.EXCESS:
            zeros, ones = puzzle.quota(violation.lines[0])
            allowed = ones if value == "1" else zeros
            return (
                f"{capitalized(names[0])} has {number} {value}s; {number_word(allowed)} "
                f"{inflect(allowed, 'is', 'are')} allowed."
            )
        case ViolationKind.DUPLICATE:
            kind = "Rows" if violation.lines[0] < puzzle.height else "Columns"
            first, second = (name.split()[1] for name in names)
            return f"{kind} {first} and {second} are the same."
        case ViolationKind.SIGN:
            a, b = (cell_name(cell, puzzle.width) for cell in violation.cells)
            same = puzzle.geometry.value(position, violation.cells[1]) == value
            return f"Cells {a} and {b} must {'differ: an x' if same else 'be equal: an ='} stands between them."


def breach_text(puzzle: Puzzle, position: Position, violation: Violation) -> str:
    """Return a clause on the rule that a move would break, such as `row 4 would get three 0s together`.

    `position` is the position after the move.
    """
    value = puzzle.geometry.value(position, violation.cells[0])
    match violation.kind:
        case ViolationKind.TRIPLE:
            number = number_word(len(violation.cells))
            return f"{lines_text(puzzle, violation.lines[:1])} would get {number} {value}s together"
        case ViolationKind.EXCESS:
            return f"{lines_text(puzzle, violation.lines[:1])} would get too many {value}s"
        case ViolationKind.DUPLICATE:
            return f"{lines_text(puzzle, violation.lines)} would be the same"
        case ViolationKind.SIGN:
            sign = next(it for it in puzzle.signs if (it.a, it.b) == violation.cells)
            return f"the {sign_symbol(sign)} between {cells_text(puzzle, violation.cells)} would be broken"
