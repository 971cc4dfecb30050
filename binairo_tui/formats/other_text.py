"""Texts that are not puzzles: distinguishes prose, code and drawn lines from damaged puzzles, and says what to do."""

import re
from collections.abc import Callable, Sequence

from binairo_tui.formats import detect, symbols
from binairo_tui.formats.base import NotAPuzzleError
from binairo_tui.formats.literals import FEWEST

NO_PUZZLE = "there is no puzzle in this text; expected, for example, rows of 0, 1 and dots"
RESULT = "this is a result, not a puzzle: it does not hold the cells"
PICTURE = "a picture cannot be read from text: type its cells, or paste them as text"
ADDRESS = "this address holds no puzzle: copy the cells, the task or the game ID from the page"
NUMBERS = "these are numbers up to 9, as in Sudoku: a Binairo has 0, 1 and blanks"
CLAUSES = "these are clauses for a SAT solver: write the rows of the grid, such as 0.1. for four cells"
MARKED = "cells with a mark, such as 1*, cannot be read: write only 0, 1 and a dot for an empty cell"
COORDINATES = "cells given by coordinates cannot be read: write the rows of the grid, such as 0.1. for four cells"

_RESULT = re.compile(
    r"lnkd\.in/|\b(?:tango|binairo|takuzu|unruly|0h h1)\b[^\n]*\b[0-9]{1,2}:[0-9]{2}\b"
    r"|\bsolved\b[^\n]*\bin [0-9]+:[0-9]{2}",
    re.IGNORECASE,
)
_PICTURE = re.compile(r"!\[[^\]]*\]\(|\S\.(?:png|jpe?g|gif|webp|heic|bmp)\b|<img\b|data:image/", re.IGNORECASE)
_ADDRESS = re.compile(r"\s*<?(?:https?://|www\.)\S+\s*")
_COORDINATES = re.compile(
    r"\w\s?\(\s*[0-9]{1,2}\s*,\s*[0-9]{1,2}\s*(?:,\s*\w{1,9}\s*)?\)"
    r"|\w\[\s?[0-9]{1,2}(?:\s?,\s?|\]\[)[0-9]{1,2}\s?\]\s*="
)
_CLAUSE = re.compile(r"^(?:-?[1-9][0-9]*+ ++)++0$", re.MULTILINE)
_MARKED = re.compile(r"(?<!\S)[01][*'+!](?![^\s|])")
_USUAL = frozenset("01.-_?*xXoO·")
_TWO_ROWS = re.compile(r"\s*+[01.\-_?*xXoO·]{4,40}+\s++[01.\-_?*xXoO·]{4}")
_LONGEST_RESULT = 400

_LONGEST = 4000
"""Limit on the characters of a text that are examined."""
_RULE = re.compile(r"\s*[^\w\s.]{0,3}([\-_*~=#/+])(?:\1{8,}[^\w\s.]{0,3}|\1*)\s*")
"""Matches a line drawn under or between texts, such as `----` or `/**********/`."""
_DRAWN = re.compile(r"[\s\-=~*#+|&<>/\\^:;•()\[\]{}\u2500-\u257f]*")
_PROSE = re.compile(r"\s|\W;$|\w[,.:!?]$|^[A-Z][a-z]+$")
"""Matches what a damaged puzzle of one line lacks: white space, punctuation at the end, or one capitalized word."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_CODE = re.compile(
    r"<\?\w*|@[A-Z]\w*|[a-z_]\w{2,}(?:--|\+\+);|(?:break|continue|done|end|fi|return);?|[/#;%]+ ?\.\.\."
    r"|[A-Za-z_]\w* = (?:[A-Za-z]{2,}|-?[0-9]{1,3});?|[\w ]+[<>]=?[\w <>=]*"
)
"""Matches a short line of code such as `<?php`, `@Test`, `return;`, `// ...`, `_ = None` or `0 < n <= 20`."""
_NO_CELLS = re.compile(r"\b(?:19|20)[0-9]{2}([.-])[01][0-9]\1[0-3][0-9]\b|\bv[0-9]+(?:\.[0-9]+)+\b")
"""Matches dates and version numbers, whose digits are not cells."""
_CELL = r"(?:[01.\-_?*xXoO·2]|N(?:one|othing)|n(?:ull|il)|[Ee]mpty)"
_CELLS = re.compile(rf"(?<![^\W_])-?{_CELL}(?:[\s,|&;/'\"]{{0,4}}{_CELL}){{{FEWEST - 1},}}(?![^\W_])")


def is_text(text: str) -> bool:
    """Return whether a text that is not a puzzle is prose, code or a drawn line, rather than a damaged puzzle.

    A text is prose or code if the lines that consist mainly of cells together hold fewer than 16 cells, and fewer cells
    than the words of the text have letters.
    """
    text = _NO_CELLS.sub("", text.strip()[:_LONGEST])
    if _DRAWN.fullmatch(text):
        return bool(text)
    if _CODE.fullmatch(text):
        return True
    if not _PROSE.search(text) and not detect.begins_code(text):
        return False  # a word may be what is left of a puzzle of one line
    counts = [(longest_run(line), len("".join(_words(line)))) for line in text.split("\n")]
    in_rows = sum([cells for cells, letters in counts if cells >= max(letters, FEWEST)])
    return in_rows < min(sum([letters for _, letters in counts]), FEWEST**2)


def _words(text: str) -> list[str]:
    """Return the words of a line, except names of cells and words of one repeated letter."""
    return [word for word in _WORD.findall(text) if len(set(word)) > 1 and not symbols.is_name(word.lower())]


def longest_run(line: str) -> int:
    """Return the number of cells in the longest row of cells in a line."""
    return max([len(re.findall(_CELL, match[0])) for match in _CELLS.finditer(line)], default=0)


def is_result(text: str) -> bool:
    """Return whether a text is what a player shares after solving a puzzle: a name and a time, but no cells."""
    return len(text) < _LONGEST_RESULT and bool(_RESULT.search(text))


def is_rule(text: str) -> bool:
    """Return whether a line is drawn under or between texts, such as `----`, rather than an empty puzzle."""
    return bool(_RULE.fullmatch(text))


def are_side_by_side(text: str) -> bool:
    """Return whether grids are side by side in a text, with something else between them, such as an arrow."""
    if not _TWO_ROWS.match(text):
        return False
    lines = [line.split() for line in text.split("\n")]
    if len(lines) < FEWEST or not any(set("".join(words)) - _USUAL for words in lines):
        return False
    rows = [[len(word) for word in words if _USUAL.issuperset(word)] for words in lines]
    return all(len(row) > 1 and set(row) == {len(rows)} for row in rows)


def advice(text: str) -> str:
    """Return a clause that says what a text is, if it is not a puzzle, and what to do; '' if it is not recognized."""
    return next((said for said, is_it in _KINDS if is_it(text[:_LONGEST])), "")


def most_helpful(errors: Sequence[NotAPuzzleError]) -> NotAPuzzleError | None:
    """Return the first error that says what its text is; else the first error, or None if there is no error."""
    return next((error for error in errors if error.message != NO_PUZZLE), errors[0] if errors else None)


def _are_numbers(text: str) -> bool:
    """Return whether the words of a text are the rows of a puzzle with the numbers from 1 to 9, such as Sudoku."""
    cells = "".join(text.split())
    return (
        len(cells) >= FEWEST**2 and len(set(cells) & set("3456789")) > FEWEST and set(cells) <= {*"0123456789.-_*?x|+,"}
    )


_KINDS: Sequence[tuple[str, Callable[[str], object]]] = (
    (RESULT, is_result),
    (CLAUSES, lambda text: len(_CLAUSE.findall(text)) >= FEWEST),
    (COORDINATES, lambda text: len(_COORDINATES.findall(text)) >= FEWEST),
    (MARKED, lambda text: len(_MARKED.findall(text)) >= FEWEST),
    (NUMBERS, _are_numbers),
    (PICTURE, _PICTURE.search),
    (ADDRESS, _ADDRESS.fullmatch),
)
"""Kinds of texts that are not puzzles, and how they are recognized."""
