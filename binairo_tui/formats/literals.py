"""Finds grids in the lists of any programming language, whatever their brackets, quotes, names and comments.

The cells of a row are separated by commas or white space, or are the characters of a string. Rows are lists within a
list, strings in a list, or parts of one list separated by semicolons or newlines. Names, calls and types around the
lists are skipped: `x =`, `puzzle(1,`, `vec!`, `np.array(`, `new int[][]`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import isqrt

from binairo_tui.engine.puzzle import MAX_SIZE, size_fault
from binairo_tui.files.json_text import place_of
from binairo_tui.formats import base, symbols
from binairo_tui.formats.base import Row

MAX_LITERAL = 1 << 15
"""Limit on the characters in a literal; longer literals are refused unread. 40x40 cells of twenty characters fit."""
MAX_DEPTH = 100
"""Limit on the brackets within brackets; literals with more are refused, because no language needs as many."""
MAX_LISTS = 2000
"""Limit on the opening brackets in a literal; literals with more brackets are refused."""
NO_GRID = "no grid found between these brackets or quotes: expected at least four rows with the same number of cells"
FEWEST = 4
"""Minimum rows and columns of a grid: smaller lists are more likely to be coordinates or similar data."""

_LONG_QUOTED = r'"""[\s\S]*?"""|\'\'\'[\s\S]*?\'\'\'|`[^`]*`'
_SHORT_QUOTED = r'(?<!\\)"(?!"")(?:[^"\\\n]|\\.)*+"|"[^"\\]*"|(?<![\w\\])\'(?:[^\'\\\n]|\\.)*+\''
"""Matches a string. Quotes after a backslash begin none, or a line of them would take time that grows quadratically."""
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
"""Matches what stands between strings that are joined, the first of which ends with a newline: `"01\\n" + "10\\n"`.

In notebooks, each line is a string in a list: `["01\\n", "10\\n"]`.
"""
_COMMENT_MARK = re.compile(r"//|/\*|--|%|#|;;|\.\.\.")
_TOKEN = re.compile(rf"{_QUOTED}|[\[({{]+|[\])}}]+|[^\[\](){{}}\"'`]+|.", re.DOTALL)
_WRAPPED = re.compile(r"(?<![\w.:])[.:]*+(?!new\b|c\b)([A-Za-z_][\w.:]*+)\(\s*+([\w.+-]*+)\s*+\)")
"""Matches a value in a constructor or type conversion: `Some(0)`, `True(false)`, `Cell::new(1)`."""
_BEFORE_VALUE = re.compile(r"\b(?:(?:Just|Some|new|const|ref|vector|list)\s+|[A-Za-z_]\w*(?:::|\.)(?=[A-Za-z_]))")
"""Matches a keyword, constructor, module or class in front of a value: `Just 1`, `Cell.Empty`, `cell::Empty`."""
_NUMBER = re.compile(r"([+-]?[01-9])(?:\.0*|[uif](?:8|16|32|64)|[LlUuFf])")
_ROW_WORD = re.compile(r"[01.\-_?*xXoO]{4,}")
_NAME = re.compile(r"\w+")
_WORDS = re.compile(r"\S+")
_SPREAD = re.compile(r"(?! )\s*\S(?:\s\S)+\s*")
"""Matches characters separated by single spaces."""
_CONTINUED = ("\\", "=", ",", "(", "+", "...")
"""Ends of lines after which the text continues on the next line, even if no bracket is open."""


class BracketCounter:
    """Counts brackets and quotes line by line.

    After each line, `is_open` tells whether the text continues on the next line, because of an open bracket or quote
    or one of `_CONTINUED`. `size` is the number of characters so far.
    """

    def __init__(self) -> None:
        self.size = 0
        self.is_open = False
        self._depth = 0
        self._mark = ""

    @property
    def is_quoted(self) -> bool:
        """Whether a quote is open."""
        return bool(self._mark)

    def add(self, line: str) -> None:
        """Count the brackets and quotes in the next line."""
        self.size += len(line) + 1
        _, mark, code = line.partition(self._mark) if self._mark else ("", "", line)
        if mark or not self._mark:
            self._mark = ""
            if code:
                self._add_code(code)
        bare = line.rstrip()
        self.is_open = self._depth > 0 or bool(self._mark) or (bool(bare) and bare.endswith(_CONTINUED))

    def _add_code(self, text: str) -> None:
        code = _without_comments(text)
        if _QUOTE.search(code):
            code = _QUOTED_OR_OPEN.sub(self._skip, code)
        if _BRACKET.search(code):
            self._depth = max(self._depth + sum(map(code.count, "([{")) - sum(map(code.count, ")]}")), 0)

    def _skip(self, match: re.Match[str]) -> str:
        """Return '' in place of quoted text, and note the quote if it is still open at the end of the line."""
        self._mark = match[1] or ""
        return ""


def _without_comments(text: str) -> str:
    """Return a text with spaces in place of its comments."""
    if not _COMMENT_MARK.search(text):
        return text
    return _COMMENTS.sub(lambda match: match[1] or re.sub(r"[^\n]", " ", match[0]), text)


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


class _Group:
    """The contents of a pair of brackets.

    `groups` holds the inner groups. `parts` holds the unquoted parts and `texts` the quoted texts with their quotes,
    each as a pair with its index in the whole text.
    """

    def __init__(self) -> None:
        self.groups: list[_Group] = []
        self.parts: list[tuple[int, str]] = []
        self.texts: list[tuple[int, str]] = []


def find_grids(text: str) -> Iterator[list[Row]]:
    """Yield the rows of every grid in the lists of a text, in order.

    A grid that is a single quoted text is yielded as one row with one cell, which holds the text and its quotes.
    Raises PuzzleFormatError if no grid can be read.
    """
    if len(text) > MAX_LITERAL:
        raise base.error(f"the list is longer than {MAX_LITERAL} characters")
    if re.search(r"matrix(?<!\wmatrix)\s*\(\s*c\b", text) and not re.search(r"byrow\s*=\s*T", text):
        raise base.error("R fills a matrix column by column unless you write 'byrow = TRUE'")
    found = False
    for rows in _grids(_parse(text), text):
        found = True
        yield rows
    if not found:
        raise base.error(NO_GRID)


def _parse(text: str) -> _Group:
    """Return the whole text as a group, without comments. All kinds of brackets are treated alike."""
    plain = _JOINED.sub(_join, _without_comments(text))
    if "(" in plain:
        plain = _WRAPPED.sub(_keep_inner, plain)
    if sum(map(plain.count, "([{")) > min(MAX_LISTS, len(plain) // 4 + FEWEST) or not _may_hold_grid(plain):
        raise base.error(NO_GRID)
    root = _Group()
    stack = [root]
    at = 0
    for token in _TOKEN.findall(plain):
        if token[0] in "([{":
            for _ in token:
                group = _Group()
                stack[-1].groups.append(group)
                stack.append(group)
            if len(stack) > MAX_DEPTH:
                raise base.error(NO_GRID)
        elif token[0] in ")]}":
            del stack[max(len(stack) - len(token), 1) :]
        elif token[0] not in "\"'`":
            stack[-1].parts.append((at, token))
        elif len(token) > 1:  # a quote without its partner begins nothing
            stack[-1].texts.append((at, token))
        at += len(token)
    return root


def _may_hold_grid(plain: str) -> bool:
    """Return whether a text may hold a grid. This check is much faster than parsing the text.

    The text must have four lists or strings of equal length, one that is long enough for a whole grid, or enough short
    strings for the cells of one.
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


def _keep_inner(match: re.Match[str]) -> str:
    """Return the replacement for a constructor call: its name if the name denotes a value, else its argument.

    The replacement is padded to the length of the call.
    """
    value = match[1] if symbols.is_value_name(match[1].lower()) else match[2]
    return value.ljust(len(match[0]))


def _join(match: re.Match[str]) -> str:
    """Return the replacement for joined strings: one string, padded to their length."""
    joined = _JOINT.sub("", match[0])
    return joined + "\n" * match[0].count("\n") + " " * (len(match[0]) - len(joined) - match[0].count("\n"))


def _grids(group: _Group, text: str) -> Iterator[list[Row]]:
    """Yield the group if it is a grid, else the grids in its inner groups and quoted texts."""
    rows = _rows_of_groups(group, text) or _rows_of_group(group, text)
    if rows:
        yield rows
        return
    for inner in group.groups:
        yield from _grids(inner, text)
    for at, quoted in group.texts:  # a whole grid in quotes
        content = content_of(quoted)
        if content.count("\n") >= FEWEST - 1 or len(content) >= FEWEST**2:
            line, column = place_of(text, at)
            yield [Row(line, (quoted,), (column,))]


def _rows_of_groups(group: _Group, text: str) -> list[Row]:
    """Return the rows of a list of lists; empty if the group is not such a list."""
    if len(group.groups) < FEWEST or any(inner.groups for inner in group.groups) or group.texts:
        return []
    rows = []
    for inner in group.groups:
        cells = _cells_of(inner) if inner.texts or _has_words(inner) else []
        if len(cells) == 1 and len(inner.texts) == 1:  # the row is a single text in brackets
            cells = _characters(*cells[0])
        if inner.texts or len(cells) > 1:
            rows.append(_row(text, cells))
        if len(rows) > MAX_SIZE:
            return []
    return _fitting(rows)


def _rows_of_group(group: _Group, text: str) -> list[Row]:
    """Return the rows of a list without inner lists of cells; [] if it is no grid.

    The rows are strings, parts separated by semicolons or newlines, or words; or the cells fill a square.
    """
    is_short = sum([len(part) for _, part in group.parts + group.texts]) < FEWEST**2
    if is_short or any(_has_words(inner) or inner.texts or inner.groups for inner in group.groups):
        return []
    if len(group.texts) >= FEWEST and not _has_words(group):
        return _rows_of_texts(group, text)
    if group.texts:  # longer texts are no names of cells, but may be grids
        is_named = all(len(quoted) <= FEWEST**2 for _, quoted in group.texts)
        return _square(text, _cells_of(group)) if is_named else []
    for separator in (";", "\n"):
        parts = [piece for piece in _split(group.parts, separator) if piece[1].strip(" \t\r\n,\\")]
        if not FEWEST <= len(parts) <= MAX_SIZE:
            continue
        parts = [(at, piece.partition("=")[2].rjust(len(piece)) if "=" in piece else piece) for at, piece in parts]
        rows = _fitting([_row(text, _split_cells([piece])) for piece in parts])
        if rows:
            return rows
    cells = _split_cells(group.parts)
    if len(cells) >= FEWEST and all(_ROW_WORD.fullmatch(cell) for _, cell in cells):
        return _fitting([_row(text, [(at + i, char) for i, char in enumerate(cell)]) for at, cell in cells])
    return _square(text, cells)


def _rows_of_texts(group: _Group, text: str) -> list[Row]:
    if len(group.texts) > MAX_SIZE**2:
        return []
    contents = [(at, content_of(quoted).rstrip("\n")) for at, quoted in group.texts]
    if all(len(content.strip()) <= 1 for _, content in contents) or not _are_rows(contents):
        by_line = [list(cells) for _, cells in groupby(contents, lambda cell: place_of(text, cell[0])[0])]
        if FEWEST <= len(by_line) <= MAX_SIZE and (rows := _fitting([_row(text, cells) for cells in by_line])):
            return rows
        return _square(text, contents)
    if len(contents) > MAX_SIZE:
        return []
    return _fitting([_row(text, _characters(at, content)) for at, content in _without_gaps(contents)])


def _without_gaps(contents: Sequence[tuple[int, str]]) -> Sequence[tuple[int, str]]:
    """Return texts without their spaces, unless the spaces are the empty cells of a grid."""
    characters = set("".join([content for _, content in contents]))
    gaps = {tuple([at for at, character in enumerate(content) if character == " "]) for _, content in contents}
    if characters & set(symbols.BLANKS + "?*,") or len(gaps) == 1:
        return [(at, content.replace(" ", "")) for at, content in contents]
    return contents


def _are_rows(contents: Sequence[tuple[int, str]]) -> bool:
    """Return whether each of the texts, given with their indices, is a row of cells, rather than a single cell.

    Texts are rows if the length of each equals the number of texts, or if each contains only common symbols or at most
    three different characters.
    """
    lengths = {len(content.replace(" ", "")) for _, content in contents}
    return lengths == {len(contents)} or all(
        _ROW_WORD.fullmatch(content.replace(" ", "").replace(",", "")) or len(set(content.lower())) <= 3
        for _, content in contents
    )


def _square(text: str, cells: Sequence[tuple[int, str]]) -> list[Row]:
    """Return the rows of a list of cells if they fill a square, else an empty list."""
    side = isqrt(len(cells))
    if side * side != len(cells) or side < FEWEST:
        return []
    return _fitting([_row(text, cells[i : i + side]) for i in range(0, len(cells), side)])


def _fitting(rows: list[Row]) -> list[Row]:
    """Return the rows without an empty cell after a final comma; [] if the rows cannot be a grid."""
    if not FEWEST <= len(rows) <= MAX_SIZE:
        return []
    width = min([len(row.cells) for row in rows])
    if width < FEWEST or size_fault(width, len(rows)):
        return []
    if any(len(row.cells) > width + 1 or any(cell.strip() for cell in row.cells[width:]) for row in rows):
        return []
    return [row._replace(cells=row.cells[:width]) for row in rows]


def _row(text: str, cells: Sequence[tuple[int, str]]) -> Row:
    first = cells[0][0] if cells else 0
    line, start = place_of(text, first)
    end = len(text) if (found := text.find("\n", first)) < 0 else found
    # A cell on a later line than the first cell gets the column after the end of the first line.
    columns = [start + min(at, end) - first for at, _ in cells]
    return Row(line, tuple([cell for _, cell in cells]), tuple(columns))


def _has_words(group: _Group) -> bool:
    return any(part.strip(" \t\r\n,;\\+") for _, part in group.parts)


def _cells_of(group: _Group) -> list[tuple[int, str]]:
    """Return the cells in a list, each with its index: quoted texts and unquoted words."""
    if not group.texts:
        return _split_cells(group.parts)
    bare = [cell for cell in _split_cells(group.parts) if cell[1]]
    return sorted([*bare, *[(at, content_of(quoted)) for at, quoted in group.texts]])


def _split_cells(parts: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the cells in unquoted text, separated by commas or else white space, without an empty cell at the end.

    Return [] if there are too many cells for a grid.
    """
    cells: list[tuple[int, str]] = []
    has_commas = any("," in part for _, part in parts)
    if sum([part.count(",") if has_commas else len(part) // 2 for _, part in parts]) > 2 * MAX_SIZE**2:
        return []
    for start, part in parts:
        words = _BEFORE_VALUE.sub(lambda match: " " * len(match[0]), part)
        if has_commas:
            pieces = _split([(start, words)], ",")
            cells += [(at + len(piece) - len(piece.lstrip()), bare(piece)) for at, piece in pieces]
        else:
            cells += [(start + match.start(), bare(match[0])) for match in _WORDS.finditer(words)]
    if has_commas and cells and not cells[-1][1]:
        cells.pop()
        # The row may really end in an empty cell. All rows are then one cell longer, which `_fitting` cannot detect.
    return cells


def bare(piece: str) -> str:
    """Return a cell without the marks of its type: `a` for `'a` and `:a`, `1` for `1.` and `1u8`, `_` for `_Row`."""
    word = piece.strip(" \t\r\n\\").lstrip("':")
    if number := _NUMBER.fullmatch(word):
        return number[1].lstrip("+")
    return "_" if word.startswith("_") and _NAME.fullmatch(word) else word


def _split(parts: Sequence[tuple[int, str]], separator: str) -> list[tuple[int, str]]:
    found = []
    for start, part in parts:
        at = start
        for piece in part.split(separator):
            found.append((at, piece))
            at += len(piece) + 1
    return found


def _characters(start: int, content: str) -> list[tuple[int, str]]:
    """Return the cells of a row that is a string: the parts between commas or white space, or else its characters.

    `start` is the index of the opening quote.
    """
    if "," in content or _SPREAD.fullmatch(content):
        return _split_cells([(start + 1, content)])
    return [(start + 1 + i, character) for i, character in enumerate(content)]


def content_of(quoted: str) -> str:
    """Return the text between quotes, with escaped newlines, tabs and quotes decoded."""
    mark = quoted[:3] if quoted[:3] in ('"""', "'''") else quoted[0]
    content = quoted[len(mark) : -len(mark)]
    return content.replace("\\n", "\n").replace("\\t", "\t").replace('\\"', '"') if "\\" in content else content
