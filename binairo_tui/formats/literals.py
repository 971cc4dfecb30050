"""Finds grids in the lists of any programming language, with any brackets, quotes, names and comments.

The cells of a row are values in a list, or the characters of a string. Rows are lists within a list, strings in a list,
or parts of one list separated by semicolons. The values in one list may also fill a square. Names, calls and types
around the lists are skipped: `x =`, `puzzle(1,`, `vec!`, `np.array(`, `new int[][]`.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from math import isqrt

from binairo_tui.engine.puzzle import size_fault
from binairo_tui.formats import base, fact_text, symbols
from binairo_tui.formats.base import Row
from binairo_tui.formats.fact_text import Node

MAX_LITERAL = 1 << 15
"""Limit on the characters in a literal; longer literals are refused unread. 40x40 cells of twenty characters fit."""
MAX_LISTS = 2000
"""Limit on the opening brackets in a literal; literals with more brackets are refused."""
NO_GRID = "no grid found between these brackets or quotes: expected at least four rows with the same number of cells"
FEWEST = 4
"""Minimum rows and columns of a grid: smaller lists are more likely to be coordinates or similar data."""

_LONG_QUOTED = r'"""[\s\S]*?"""|\'\'\'[\s\S]*?\'\'\'|`[^`]*`'
_SHORT_QUOTED = r'(?<!\\)"(?!"")(?:[^"\\\n]|\\.)*+"|"[^"\\]*"|(?<![\w\\])\'(?:[^\'\\\n]|\\.)*+\''
"""Matches a string. No string begins after a backslash, because a line of such quotes would take quadratic time."""
_LONG = re.compile(rf'{_LONG_QUOTED}|(?<!\\)"[ \t]*[01.\-_?*xXoO][01.\-_?*xXoO \t]*\n[\s01.\-_?*xXoO]*"')
"""Matches a string that may have several lines. If it is in double quotes, the lines must be rows of cells."""
_QUOTED = f"{_LONG_QUOTED}|{_SHORT_QUOTED}"
_COMMENTS = re.compile(
    rf"({_QUOTED})|/\*[\s\S]*?(?:\*/|\Z)|(?<!:)//[^\n]*|(?<=[;,])[ \t]*\.\.\.[^\n]*"
    r"|(?:(?<=\s)|(?<=^)|(?<=,)|(?<=;))(?:--(?=[\s\w])|%(?![a-zA-Z]?[(\[{])|#(?![\"(\[2])|;;)[^\n]*",
    re.MULTILINE,
)
_JOINED = re.compile(
    r'(?<!\\)"(?:[^"\\\n]|\\.)*+"(?<=\\n")(?:\s*+[+.]\s*+"(?:[^"\\\n]|\\.)*+")++'
    r'|(?<!\\)"(?:[^"\\\n]|\\[^n\n])*+\\n"(?:,\s*+"(?:[^"\\\n]|\\[^n\n])*+(?:\\n)?")++'
)
_JOINT = re.compile(r'"\s*[+.,]\s*"')
"""Matches the text between joined strings if the first ends with a newline: `"01\\n" + "10\\n"`.

In notebooks, each line is a string in a list: `["01\\n", "10\\n"]`.
"""
_CHARACTER = re.compile(r"[^\n]")
_COMMENT_MARK = re.compile(r"//|/\*|--|%|#|;;|\.\.\.")
_WRAPPED = re.compile(r"(?<![\w.:])[.:]*+(?!new\b|c\b)([A-Za-z_][\w.:]*+)\(\s*+([\w.+-]*+)\s*+\)")
"""Matches a value in a constructor or type conversion: `Some(0)`, `True(false)`, `Cell::new(1)`."""
_BEFORE_VALUE = re.compile(
    r"\b(?:(?:Just|Some|new|const|ref|vector|list)\s+|[A-Za-z_]\w*(?:::|\.)(?=[A-Za-z_]))|(?<=[\s\[(]):(?=\w)"
)
"""Matches a keyword, constructor, module or class in front of a value: `Just 1`, `Cell.Empty`, `cell::Empty`, `:e`."""
_NUMBER = re.compile(r"([+-]?[01-9])(?:\.0*|[uif](?:8|16|32|64)|[LlUuFf])")
_QUOTED_JSON = re.compile(r"\\[\"']\s*:")
"""Matches the end of a key in quoted JSON. Such text is refused, because the meaning of keys is not known here."""
_SAID = re.compile(r"\b(width|height)[\"']?\s{0,4}[:=]\s{0,4}([0-9]{1,2})\b")
_NAME = re.compile(r"\w+")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f]")
"""Matches a control character other than a tab or a newline."""
_ANSWER = re.compile(r"(?i)answers?|.*solution.*|solved|expected.*")
"""Matches names of the solution of a puzzle."""
_CONTINUED = ("\\", "=", ",", "(", "+", "...")
"""Ends of lines after which the text continues on the next line, even if no bracket is open."""


class BracketCounter:
    """Counts brackets and quotes line by line.

    After each line, `is_open` says whether the text continues on the next line, because of an open bracket, an open
    quote or one of `_CONTINUED`.
    """

    def __init__(self) -> None:
        self.is_open = False
        self.depth = 0
        self._mark = ""

    @property
    def is_quoted(self) -> bool:
        return bool(self._mark)

    def add(self, line: str) -> None:
        _, mark, code = line.partition(self._mark) if self._mark else ("", "", line)
        if mark or not self._mark:
            self._mark = ""
            if code:
                self._add_code(code)
        bare = line.rstrip()
        self.is_open = self.depth > 0 or bool(self._mark) or (bool(bare) and bare.endswith(_CONTINUED))

    def _add_code(self, text: str) -> None:
        code = _without_comments(text)
        if _QUOTE.search(code):
            code = _QUOTED_OR_OPEN.sub(self._skip, code)
        if _BRACKET.search(code):
            self.depth = max(self.depth + sum(map(code.count, "([{")) - sum(map(code.count, ")]}")), 0)

    def _skip(self, match: re.Match[str]) -> str:
        """Return '' instead of quoted text. Record the quote if it is still open at the end of the line."""
        self._mark = match[1] or ""
        return ""


def _without_comments(text: str) -> str:
    """Return a text with spaces instead of its comments."""
    if not _COMMENT_MARK.search(text):
        return text
    return _COMMENTS.sub(lambda match: match[1] or _CHARACTER.sub(" ", match[0]), text)


_BRACKET = re.compile(r"[(\[{}\])]")
_QUOTE = re.compile("[\"'`]")
_STRINGS = re.compile(_QUOTED)
_QUOTED_OR_OPEN = re.compile(
    rf'{_LONG_QUOTED}|(?!"""|\'\'\')(?:{_SHORT_QUOTED})|("""|\'\'\'|`|"(?=[\s01.\-_?*xXoO]*$)).*'
)
"""Matches quoted text, or an opening quote and the rest of the line if the quote is closed on a later line.

Such a quote is a triple quote or a backtick, or a double quote with nothing but cells after it.
"""
_INNERMOST = re.compile(r"[\[({]([^\[\](){}]*)[\])}]")


def find_grids(text: str) -> Iterator[list[Row]]:
    """Yield the rows of every grid in the lists of a text, in order.

    If a quoted text may hold a grid, the text is yielded as the only cell of a single row. The column of every cell is
    given as 1. Raises PuzzleFormatError if no grid can be read.
    """
    if len(text) > MAX_LITERAL:
        raise base.error(f"the list is longer than {MAX_LITERAL} characters")
    if re.search(r"matrix(?<!\wmatrix)\s*\(\s*c\b", text) and not re.search(r"byrow\s*=\s*T", text):
        raise base.error("R fills a matrix column by column unless you write 'byrow = TRUE'")
    plain = _JOINED.sub(_join, _without_comments(text))
    if "(" in plain:
        plain = _WRAPPED.sub(_inner, plain)
    has_too_many = sum(map(plain.count, "([{")) > min(MAX_LISTS, len(plain) // 4 + FEWEST)
    if has_too_many or _QUOTED_JSON.search(plain) or not _may_hold_grid(plain):
        raise base.error(NO_GRID)
    last = text.count("\n") + 1  # a quoted list may have escaped newlines
    tree = fact_text.parse(_LONG.sub(_on_one_line, _BEFORE_VALUE.sub("", plain)), keeps_quotes=True)
    if not (found := [[row._replace(line=min(row.line, last)) for row in rows] for rows in _grids(tree)]):
        raise base.error(NO_GRID)
    said = dict(_SAID.findall(plain))
    if any({str(len(rows[0].cells)), str(len(rows))}.isdisjoint(said.values()) for rows in found if len(said) > 1):
        raise base.error(f"the text names a grid {said['width']} wide and {said['height']} high, but there is none")
    yield from found


def _grids(node: Node) -> Iterator[list[Row]]:
    """Yield the node if it is a grid; else the grids in the nodes and texts within it, except answers.

    An answer whose cells are all the same is yielded, because it may be an empty grid to fill in.
    """
    rows = _rows(node)
    if _ANSWER.fullmatch(node.name) and len({cell for row in rows for cell in row.cells}) != 1:
        return
    if rows:
        yield rows
        return
    for item in node.items:
        if isinstance(item, Node):
            yield from _grids(item)
        elif isinstance(item, str) and (item.count("\n") >= FEWEST - 1 or len(item) >= FEWEST**2):
            yield [Row(node.line, (item,), (1,))]


def _rows(node: Node) -> list[Row]:
    """Return the rows of a node that is a grid: lists, texts, or cells that fill a square; else []."""
    values = node.values()
    side = isqrt(len(values))
    if side**2 == len(values) >= FEWEST**2 and len(set(values)) <= 3:
        rows = [(node.line, values[at : at + side]) for at in range(0, len(values), side)]
    else:
        rows = node.rows()
    width = len(rows[0][1]) if rows else 0
    if min(len(rows), width) < FEWEST or size_fault(width, len(rows)) or any(len(cells) != width for _, cells in rows):
        return []
    return [Row(line, tuple(map(bare, cells)), (1,) * width) for line, cells in rows]


def _may_hold_grid(plain: str) -> bool:
    """Return whether a text may hold a grid. This check is much faster than parsing the text.

    The text must have at least one of the following: four lists or four strings of equal length; a list or string that
    is long enough for a whole grid; enough short strings for the cells of the smallest grid.
    """
    lists = _INNERMOST.findall(plain)
    if any(len(inner) >= FEWEST**2 for inner in lists):
        return True
    lengths = list(map(len, _STRINGS.findall(plain)))
    return (
        max(lengths, default=0) >= FEWEST**2
        or sum(length <= FEWEST for length in lengths) >= FEWEST**2
        or _are_rows_among(lengths, FEWEST + 2)
        or _are_rows_among([inner.count(",") for inner in lists], FEWEST - 1)
        or _are_rows_among([len(inner.split()) for inner in lists], FEWEST)
    )


def _are_rows_among(sizes: Iterable[int], least: int) -> bool:
    """Return whether at least `FEWEST` of the sizes are equal and not less than `least`."""
    return any(count >= FEWEST for count in Counter([size for size in sizes if size >= least]).values())


def _inner(match: re.Match[str]) -> str:
    """Return the replacement for a constructor call: the constructor's name if it means a value, else the argument."""
    return match[1] if symbols.is_value_name(match[1].lower()) else match[2]


def _join(match: re.Match[str]) -> str:
    """Return the replacement for joined strings: one string that takes up the same number of lines."""
    return _JOINT.sub("", match[0]) + "\n" * match[0].count("\n")


def _on_one_line(match: re.Match[str]) -> str:
    """Return a text of several lines on one line, followed by empty lines, so that later lines keep their numbers."""
    return json.dumps(_CONTROL.sub("\ufffd", content_of(match[0])), ensure_ascii=False) + "\n" * match[0].count("\n")


def bare(piece: str) -> str:
    """Return a cell without the marks of its type: `a` for `'a` and `:a`, `1` for `1.` and `1u8`, `_` for `_Row`."""
    word = piece.strip(" \t\r\n\\").lstrip("':")
    if number := _NUMBER.fullmatch(word):
        return number[1].lstrip("+")
    return "_" if word.startswith("_") and _NAME.fullmatch(word) else word


def content_of(quoted: str) -> str:
    """Return the text between quotes, with escaped newlines, tabs and quotes decoded."""
    mark = quoted[:3] if quoted[:3] in ('"""', "'''") else quoted[0]
    content = quoted[len(mark) : -len(mark)]
    return content.replace("\\n", "\n").replace("\\t", "\t").replace('\\"', '"') if "\\" in content else content
