"""Detects the format of a text by its shape. The codec of the format then checks the text.

A line that is a whole puzzle is recognized by the first of these patterns that matches:

1. `m=edit&p=` or `m=solve&p=`            penpa
2. `puzzle-binairo.com/`, `task=`         task
3. `;` before any bracket or quote        notation (the program's own, also used by takuzu-vue)
4. a size, then `:` or `#`                unruly; task if 0, 1 and lower-case letters follow
5. one or two letters, then `/`           takuzu-rle
6. 0, 1 and letters that describe a square: task (rows if the only letters are `x` and `o`)
7. cells that fill a square of 6x6 or more, or groups that fill a grid larger than 4x4: line, long

Lines that are too short for 7, and lines with spaces between all cells, are rows of a grid unless they are the only
line. Lines without a blank line between them have the first of these formats that matches: lattice (begins with
`.-.-`), puzzlekit (begins with the numbers of rows and columns), bars (contains bars or boxes), csv (has separators),
binoxxo (noughts, crosses and numbers), spaces (no character for empty cells, and spaces in different places). If none
matches, they are rows.

A line in none of these formats begins a list in a programming language (`literals`) if it contains an opening bracket
or a quote. JSON in an unknown format is read as such a list, too. Lines with four or more different letters are
prose.
"""

import re
from collections.abc import Callable, Sequence

from binairo_tui.engine.puzzle import MAX_SIZE, size_fault
from binairo_tui.formats import base

AMBIGUOUS = (16, 25)
"""Lengths of lines that may be either one row of a large grid or a whole 4x4 or 5x5 grid."""

SIZE = r"[0-9]{1,3}(?:[xX][0-9]{1,3})?"
LATTICE_TOP = re.compile(r"\s*[.+](?:-[.+])+\s*")
BARS = "│┃║|"
BAR = re.compile(f"[{BARS}]")
DRAWN_LINE = re.compile(r"[\s\-=+─━═┄┈╌┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬┏┓┗┛┣┫┳┻╋╒╕╘╛╞╡╤╧╪╓╖╙╜╟╢╥╨╫╭╮╰╯┠┨┯┷┿┝┥┰┸╂|]*")
PUZZLEKIT_HEADER = re.compile(r"\s*([0-9]{1,2})\s+([0-9]{1,2})\s*")

MAX_CELLS_LINE = 1 << 13
"""Limit on the characters in a line that contains only cells: 40x40 cells with any spacing fit."""

# Patterns that begin with letters are found ten times faster: hence `(?<!\wtask)` instead of `\b` before the word.
_MARKS = (
    ("penpa", re.compile(r"m=(?:edit|solve)&p=")),
    ("task", re.compile(r"puzzle-binairo\.com/")),
    ("task", re.compile(r"task(?<!\wtask)\b\W{0,3}[=:]")),
    ("notation", re.compile(r"^[^;\[\](){}\"'`]*;")),
    ("task", re.compile(rf"^\s*{SIZE}:(?=[a-z]*[01])[01a-z]+\s*$")),
    ("unruly", re.compile(rf"^\s*{SIZE}u?(?:d[a-z]?)?[:#]")),
    ("takuzu-rle", re.compile(r"^\s*[a-z]{1,2}/[0-9a-z]*\s*$")),
)
"""Formats, each with a pattern. A line that contains the pattern is in the format."""
_TASK = re.compile(r"(?=[a-z]*[01])(?=[01]*[a-z])(?![01xo]+$)[01a-z]+")


_NOTATION = re.compile(r"\s*[0-9]{1,3}[xX][0-9]{1,3}\s*;")
_OPENS = re.compile(r"[\[({\"`]|(?<!\w)'|'(?!\w)")
_CLOSES = re.compile(r"[\])}]")
_SEPARATORS = ("\t", ",", ";", "&")
_SIZE_FIELD = re.compile(r"[0-9]+[xX][0-9]+")
_LEAST_FIELDS = 4
_FIELD = 12
"""Limit on the characters in a spreadsheet cell: enough for `undefined`, which may mean an empty cell."""
_LETTER = re.compile(r"[^\W\d_]")
_LETTERS = 4
"""A line with at least this many different letters is not a row of a grid with three symbols."""


def line_format(text: str) -> str | None:
    """Return the format of a line that is a whole puzzle; None if the line may be a row of a grid."""
    if text.strip("01."):
        return _format_by_pattern(text)
    # Skip the patterns, which cannot match. This saves time, because most lines of long files are of this kind.
    return _cells_format(text) if AMBIGUOUS[0] < len(text) <= MAX_CELLS_LINE else None


def _format_by_pattern(text: str) -> str | None:
    if separator_of([text]):
        return None
    for name, pattern in _MARKS:
        if pattern.search(text):
            return name
    bare = text.strip()
    may_be_task = len(text) <= MAX_CELLS_LINE and _TASK.fullmatch(bare)
    if not may_be_task and not AMBIGUOUS[0] < len(text) <= MAX_CELLS_LINE:
        return None
    if begins_code(text) or LATTICE_TOP.fullmatch(text) or _is_binoxxo_row(text):
        return None
    return "task" if may_be_task and base.side_of(task_length(bare)) else _cells_format(text)


def has_size(text: str) -> bool:
    """Return whether a line begins with a size and `;`, as in the program's own notation."""
    return bool(_NOTATION.match(text))


def task_length(text: str) -> int:
    """Return the number of cells that a puzzle-binairo task describes: 1 for a digit, 1 (a) to 26 (z) for a letter."""
    return sum([1 if character in "01" else ord(character) - 96 for character in text])


def block_format(texts: Sequence[str]) -> str:
    """Return the format of consecutive lines without blank lines between them.

    If there are several lines, the caller must make sure that no line is a whole puzzle.
    """
    for name, is_it in _BLOCKS[: 3 if len(texts) == 1 else None]:
        if is_it(texts):
            return name
    return _single_line_format(texts[0]) if len(texts) == 1 else "rows"


def separator_of(texts: Sequence[str]) -> str:
    """Return the character that separates cells in lines from a spreadsheet; '' for any other lines.

    Also returns '' if tabs separate all cells and no field is empty, because such lines can be read as `rows`.
    """
    if len(texts[0]) > MAX_CELLS_LINE or _NOTATION.match(texts[0]):
        return ""
    for separator in _SEPARATORS:
        if separator not in texts[0]:
            continue
        rows = [text.split(separator) for text in texts]
        fields = [field for row in rows for field in row]
        counts = [len(row) for row in rows]
        if (separator != "\t" and min(counts) < _LEAST_FIELDS) or max(counts) > MAX_SIZE + 1:
            continue
        if max(map(len, fields)) > _FIELD:
            continue
        if any(" " in field.strip() for field in fields if " " in field) or _SIZE_FIELD.fullmatch(fields[0].strip()):
            continue
        if separator != "\t" or not all(field.strip() for field in fields):
            return separator
    return ""


def begins_code(text: str) -> bool:
    """Return whether a line has an opening bracket or a quote (not an apostrophe in a word), as around lists."""
    return bool(_OPENS.search(text))


def is_prose(text: str) -> bool:
    """Return whether a line has a closing bracket, or more different letters than a row of a grid can have."""
    return bool(_CLOSES.search(text)) or len(set(_LETTER.findall(text[:MAX_CELLS_LINE].lower()))) >= _LETTERS


def list_format(text: str) -> str:
    """Return the name of the format of a text with brackets or quotes: `prolog`, `haskell`, `python` or `list`."""
    if re.search(r"[\[,]\s*_\w*\s*[,\]]", text):
        return "prolog"
    if re.search(r"[ENJ](?:(?<=\bE)mpty|(?<=\bN)othing|(?<=\bJ)ust)\b", text):
        return "haskell"
    return "python" if re.search(r"\[\s*[\"'][^\"']{2,}[\"']\s*,", text) else "list"


def has_bars(text: str) -> bool:
    """Return whether a line contains vertical bars, or is a drawn line with characters other than `-` and `=`."""
    if BAR.search(text):
        return True
    bare = text.strip()
    return len(bare) > 2 and bool(DRAWN_LINE.fullmatch(bare)) and any(corner not in " -=" for corner in bare)


def is_puzzlekit(texts: Sequence[str]) -> bool:
    """Return whether the lines are in the format puzzlekit: the first line holds the size of the grid below it."""
    match = PUZZLEKIT_HEADER.fullmatch(texts[0])
    if match is None or len(texts) < 2:
        return False
    if not set("".join(texts[1:])) <= set(" \t-12") or separator_of(texts):
        return False
    if not set(texts[0]) <= set("01 "):
        return True
    # If the first line contains only 0, 1 and spaces, it may be a row.
    return len(texts[1].split()) == int(match[2]) and bool(set("".join(texts[1:])) & set("-2"))


def is_spaced(texts: Sequence[str]) -> bool:
    """Return whether spaces stand for empty cells.

    They do if the rows hold only 0, 1 and spaces, and if the spaces are not in the same places in all rows.
    """
    if not set("".join(texts)) <= set("01 "):
        return False
    places = {tuple([at for at, character in enumerate(text) if character != " "]) for text in texts}
    return len(places) > 1


def is_list(texts: Sequence[str]) -> bool:
    """Return whether short lines are whole puzzles, rather than the rows of one grid.

    They are whole puzzles if most of them are not spread (see `is_spread`) and have the same number of cells. This
    number must be that of a whole square grid, and must not be the number of lines. If any line has bars or is a row of
    a Binoxxo, the lines are rows.
    """
    if any(has_bars(text) or _is_binoxxo_row(text) for text in texts):
        return False
    for count in AMBIGUOUS:
        same = sum(not is_spread(text) and len("".join(text.split())) == count for text in texts)
        if base.side_of(count) and 2 * same > len(texts) != count:
            return True
    return False


def is_spread(text: str) -> bool:
    """Return whether there are several cells, and white space separates all of them."""
    groups = text.split()
    return len(groups) > 1 and all(len(group) == 1 for group in groups)


def _is_binoxxo_row(text: str) -> bool:
    """Return whether a text contains only noughts, crosses and numbers of empty cells."""
    characters = set(text.lower())
    # If 1 is the only number, the symbols could stand for cells: O for 0, x for empty.
    has_numbers = bool(characters & set("23456789")) or {"x", "o", "1"} <= characters
    return characters <= set("xo123456789 \n") and bool(characters & set("xo")) and has_numbers


def _single_line_format(text: str) -> str:
    bare = text.strip()
    if _TASK.fullmatch(bare) and not set(bare) <= set("01x"):
        return "task"
    lengths = [len(group) for group in text.split()]
    return "line" if len(lengths) == 1 or max(lengths) == 1 else "long"


def _cells_format(text: str) -> str | None:
    """Return `line` or `long` for a line of cells that cannot be a row of a grid; None for any other line."""
    lengths = [len(group) for group in text.split()]
    cell_count = sum(lengths)
    if cell_count <= AMBIGUOUS[0] or has_bars(text) or (is_spread(text) and cell_count <= MAX_SIZE):
        return None
    if len(lengths) == 1 or max(lengths) == 1:
        stands_alone = cell_count > MAX_SIZE or (cell_count not in AMBIGUOUS and base.side_of(cell_count))
        return "line" if stands_alone else None
    # Fewer than four groups, or shorter groups, are more likely to be one row with gaps for readability.
    width, height = lengths[0], len(lengths)
    is_even = width % 2 == height % 2 == 0
    is_in_rows = set(lengths) == {width} and min(width, height) >= 4 and (is_even or width == height)
    if cell_count > MAX_SIZE or (is_in_rows and not size_fault(width, height)):
        return "long"
    return None


_BLOCKS: Sequence[tuple[str, Callable[[Sequence[str]], object]]] = (
    ("lattice", lambda texts: LATTICE_TOP.fullmatch(texts[0])),
    ("puzzlekit", is_puzzlekit),
    ("bars", lambda texts: any(map(has_bars, texts))),
    ("csv", separator_of),
    ("binoxxo", lambda texts: _is_binoxxo_row("".join(texts))),
    ("spaces", is_spaced),
)
"""Formats of several lines, each with a test for its lines. In the first three, a puzzle may have only one line."""
