"""Detects the format of a text by its shape; the codec of the format checks the text.

A line of its own is, first match wins:

1. `;` after a size                       our notation, which takuzu-vue shares
2. `p=` of a Penpa-edit address           penpa
3. a size, then `:` or `#`                unruly; with a digit after it task, which has no size of its own
4. one or two letters, then `/`           takuzu-rle
5. `x`, `b`, `y` in rows joined by `-`    0hh1-page
6. digits 0, 1 and letters that make up a square: task (nothing but `x` and `o`: rows)
7. cells that fill a square from 6x6 on, or at least four rows of four: line, long

Shorter lines, and lines with spaces between all cells, are rows of a grid, unless they stand alone. Lines without a
blank line between them are, first match wins: lattice (begins `.-.-`), puzzlekit (begins with the numbers of rows and
columns), bars (any bars or boxes), binoxxo (noughts, crosses and numbers), spaces (no character for empty cells, and
the cells of the rows stand in different places), else rows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from binairo_tui.engine.puzzle import MAX_SIZE
from binairo_tui.formats.base import is_size, side_of
from binairo_tui.formats.symbols import BLANKS

AMBIGUOUS = (16, 25)
"""Lengths of a line that may be one row of a large grid, or a whole 4x4 or 5x5 grid."""

SIZE = r"[0-9]{1,3}(?:[xX][0-9]{1,3})?"
LATTICE_TOP = re.compile(r"\s*[.+](?:-[.+])+\s*")
BARS = "│┃║|"
DRAWN_LINE = re.compile(r"[\s\-=+─━═┄┈╌┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬┏┓┗┛┣┫┳┻╋╒╕╘╛╞╡╤╧╪╓╖╙╜╟╢╥╨╫╭╮╰╯┠┨┯┷┿┝┥┰┸╂|]*")
PUZZLEKIT_HEADER = re.compile(r"\s*([0-9]{1,2})\s+([0-9]{1,2})\s*")

MAX_CELLS_LINE = 1 << 13
"""Characters of a line of nothing but cells: 40x40 of them, with any spacing."""

# Patterns that begin with letters are found ten times as fast: hence `(?<!\wtask)` instead of `\b` before the word.
_MARKS = (
    ("penpa", re.compile(r"m=(?:edit|solve)&p=")),
    ("task", re.compile(r"puzzle-binairo\.com/")),
    ("task", re.compile(r"task(?<!\wtask)\b\W{0,3}[=:]")),
    ("notation", re.compile(r"^[^;\[\](){}\"'`]*;")),
)
"""Patterns found anywhere in a line of each format."""
_LINE_FORMATS = (
    ("task", re.compile(rf"{SIZE}:(?=[a-z]*[01])[01a-z]+$")),
    ("unruly", re.compile(rf"{SIZE}u?(?:d[a-z]?)?[:#]")),
    ("takuzu-rle", re.compile(r"[a-z]{1,2}/[0-9a-z]*$")),
    ("0hh1-page", re.compile(r"[xby]{4,}(?:-[xby]{4,})+$")),
)
"""Patterns that a line of each format begins with, after its white space."""
_TASK = re.compile(r"(?=[a-z]*[01])(?=[01]*[a-z])(?![01xo]+$)[01a-z]+")


_NOTATION = re.compile(r"\s*[0-9]{1,3}[xX][0-9]{1,3}\s*;")
_OPENS = re.compile(r"[\[({\"'`]")
_CLOSES = re.compile(r"[\])}]")
_SEPARATORS = ("\t", ",", ";")
_SIZE_FIELD = re.compile(r"[0-9]+[xX][0-9]+")
_LEAST_FIELDS = 4
_FIELD = 12
"""Characters of the longest cell of a spreadsheet: `undefined`."""
_LETTER = re.compile(r"[^\W\d_]")
_LETTERS = 4
"""Different letters that no grid of three symbols has."""


def line_format(text: str) -> str | None:
    """Return the format of a line that is a puzzle of its own, or None if it may be a row of a grid."""
    if separator_of([text]):
        return None
    for name, pattern in _MARKS:
        if pattern.search(text):
            return name
    bare = text.strip()
    for name, pattern in _LINE_FORMATS:
        if pattern.match(bare):
            return name
    if len(text) > MAX_CELLS_LINE or begins_code(text) or LATTICE_TOP.fullmatch(text) or _is_binoxxo_row(text):
        return None
    if _TASK.fullmatch(bare) and side_of(task_length(bare)):
        return "task"
    return _cells_format(text)


def task_length(text: str) -> int:
    """Return how many cells a puzzle-binairo task describes: a digit is one, a letter its place in the alphabet."""
    return sum([1 if character in "01" else ord(character) - 96 for character in text])


def block_format(texts: Sequence[str]) -> str:
    """Return the format of lines without blank lines between them, none of which is a puzzle of its own."""
    if LATTICE_TOP.fullmatch(texts[0]):
        return "lattice"
    if is_puzzlekit(texts):
        return "puzzlekit"
    if any(has_bars(text) for text in texts):
        return "bars"
    if len(texts) == 1:
        return _single_line_format(texts[0])
    return _rows_format(texts)


def _rows_format(texts: Sequence[str]) -> str:
    """Return the format of several lines, all of which are rows."""
    if separator_of(texts):
        return "csv"
    if _is_binoxxo_row("".join(texts)):
        return "binoxxo"
    return "spaces" if is_spaced(texts) else "rows"


def separator_of(texts: Sequence[str]) -> str:
    """Return what separates the cells of lines of a spreadsheet; empty if these are none, or plain rows with tabs."""
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
        if any(" " in field.strip() for field in fields) or _SIZE_FIELD.fullmatch(fields[0].strip()):
            continue
        if separator != "\t" or not all(field.strip() for field in fields):
            return separator
    return ""


def begins_code(text: str) -> bool:
    """Return whether a line holds an opening bracket or a quote, which stand around lists, but not in a grid."""
    return bool(_OPENS.search(text))


def is_prose(text: str) -> bool:
    """Return whether a line has more different letters than the rows of a grid, or closes brackets."""
    return bool(_CLOSES.search(text)) or len(set(_LETTER.findall(text[:MAX_CELLS_LINE].lower()))) >= _LETTERS


def list_format(text: str) -> str:
    """Return the format of a text with brackets or quotes."""
    if re.search(r"[\[,]\s*_\w*\s*[,\]]", text):
        return "prolog"
    if re.search(r"\b(?:Empty|Nothing|Just)\b", text):
        return "haskell"
    return "python" if re.search(r"\[\s*[\"'][^\"']{2,}[\"']\s*,", text) else "list"


def has_bars(text: str) -> bool:
    """Return whether a line holds vertical bars, or is nothing but a drawn line."""
    return any(bar in text for bar in BARS) or _is_drawn_line(text.strip())


def _is_drawn_line(text: str) -> bool:
    return len(text) > 2 and bool(DRAWN_LINE.fullmatch(text)) and any(corner not in " -=" for corner in text)


def is_puzzlekit(texts: Sequence[str]) -> bool:
    """Return whether the first line counts the rows and columns that follow."""
    match = PUZZLEKIT_HEADER.fullmatch(texts[0])
    if match is None or len(texts) < 2:
        return False
    if not set("".join(texts[1:])) <= set(" \t-12") or separator_of(texts):
        return False
    if not set(texts[0]) <= set("01 "):
        return True
    # Without other digits the first line may be a row.
    return len(texts[1].split()) == int(match[2]) and bool(set("".join(texts[1:])) & set("-2"))


def is_spaced(texts: Sequence[str]) -> bool:
    """Return whether spaces are empty cells: nothing else is, and the cells of the rows stand in different places."""
    characters = set("".join(texts))
    if characters & set(BLANKS) or not characters <= set("01 "):
        return False
    places = {tuple([at for at, character in enumerate(text) if character != " "]) for text in texts}
    return len(places) > 1


def is_list(texts: Sequence[str]) -> bool:
    """Return whether short lines are puzzles of their own.

    They are if most have the same ambiguous length, and there are not as many lines as a grid of such rows has.
    """
    if any(has_bars(text) or _is_binoxxo_row(text) for text in texts):
        return False
    for count in AMBIGUOUS:
        same = sum(not is_spread(text) and len("".join(text.split())) == count for text in texts)
        if side_of(count) and 2 * same > len(texts) != count:
            return True
    return False


def is_spread(text: str) -> bool:
    """Return whether white space stands between all cells: such a line is a row, unless it stands alone."""
    groups = text.split()
    return len(groups) > 1 and all(len(group) == 1 for group in groups)


def _is_binoxxo_row(text: str) -> bool:
    """Return whether a text holds noughts, crosses and numbers of empty cells, and nothing else."""
    characters = set(text.lower())
    # Letters with nothing but ones could stand for cells: O for 0, x for empty.
    has_numbers = bool(characters & set("23456789")) or {"x", "o", "1"} <= characters
    return characters <= set("xo123456789 \n") and bool(characters & set("xo")) and has_numbers


def _single_line_format(text: str) -> str:
    bare = text.strip()
    if _TASK.fullmatch(bare) and not set(bare) <= set("01x"):
        return "task"
    lengths = [len(group) for group in text.split()]
    return "line" if len(lengths) == 1 or max(lengths) == 1 else "long"


def _cells_format(text: str) -> str | None:
    """Return `line` or `long` if cells without a size cannot be a row of a grid, else None."""
    lengths = [len(group) for group in text.split()]
    cell_count = sum(lengths)
    if cell_count <= AMBIGUOUS[0] or has_bars(text) or (is_spread(text) and cell_count <= MAX_SIZE):
        return None
    if len(lengths) == 1 or max(lengths) == 1:
        stands_alone = cell_count > MAX_SIZE or (cell_count not in AMBIGUOUS and side_of(cell_count))
        return "line" if stands_alone else None
    # Fewer or shorter groups are more likely a row with gaps to guide the eye.
    width, height = lengths[0], len(lengths)
    is_even = width % 2 == height % 2 == 0
    is_in_rows = set(lengths) == {width} and min(width, height) >= 4 and (is_even or width == height)
    if cell_count > MAX_SIZE or (is_in_rows and is_size(width, height)):
        return "long"
    return None
