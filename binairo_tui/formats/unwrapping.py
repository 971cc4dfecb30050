"""Removes what chats, mails, web pages and source code put around the lines of a puzzle.

The following things are removed or replaced by plain characters: invisible characters; full-width digits and names of
emoji; the marks of quotations, comments and changes (`>`, `#`, `//`, `+`); tags and fences of code; addresses and words
around the id of a puzzle. The number of lines stays the same. `SourceMap` remembers the original place of every
character.
"""

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from binairo_tui.engine import PuzzleFormatError
from binairo_tui.engine.puzzle import MAX_SIZE, size_fault
from binairo_tui.formats import detect, invisible, registry
from binairo_tui.formats.base import SignsError, TextLine
from binairo_tui.formats.literals import FEWEST

Span = tuple[int, int, str]
"""The start and end of a part of a line, and the text that replaces this part."""

_WIDE = {0xFF01 + offset: chr(0x21 + offset) for offset in range(94)}
_MATHEMATICAL = {0x1D7CE + offset: str(offset % 10) for offset in range(50)}
_PLAIN = {**_WIDE, **_MATHEMATICAL, 0xA0: " "}
_EMOJI = {
    "white_circle": "⚪",
    "black_circle": "⚫",
    "yellow_circle": "🟡",
    "orange_circle": "🟠",
    "blue_circle": "🔵",
    "red_circle": "🔴",
    "sunny": "☀",
    "sun_with_face": "🌞",
    "crescent_moon": "🌙",
    "new_moon": "🌑",
    "new_moon_with_face": "🌚",
    "white_large_square": "⬜",
    "black_large_square": "⬛",
    "black_square_button": "🔲",
    "white_square_button": "🔳",
    "yellow_square": "🟨",
    "blue_square": "🟦",
    "red_square": "🟥",
    "zero": "0",
    "one": "1",
    "x": "❌",
    "o": "⭕",
    "question": "❓",
    "heavy_minus_sign": "➖",
}
"""Maps the names that chat programs write between colons to the characters."""

_WRAPPED = re.compile(
    r"^\s*(?:>|\\|\|=|=|```|~~~|/\*|\*+/|@@|-- $)|&|</?[a-zA-Z]|\[/?(?:code|pre|CODE)\]|:[a-z]\w+:|\w[:;]\w|;\."
)
"""Matches every line in which one of the patterns below can match. All other lines are left unchanged."""
_BARE = re.compile(r"[0-9]{1,2}x?[0-9]{0,2}u?:[a-zA-Z]+\s*")
"""Matches a game id with nothing around it.

To save time, such lines are not searched: long files may consist of them.
"""
_QUOTED = re.compile(r"\s*(?:>\s?)+")
_FENCE = re.compile(
    r"\s*(?:(?:```|~~~)\w*|/\*+|\*+/|@@ [^@]* @@.*|\|={3,}|={3,}\|"
    r"|(?:\\(?:begin|end)(?:\{[^{}]*\})+|\\[\[\]]|\\hline|\s)+)\s*|-- "
)
_LATEX = re.compile(r"\\(?=_)|\s*\\\\\s*(?:\\hline)?\s*$")
"""Matches a backslash before an underscore, and the end of a row, in a table in LaTeX."""
_COMMENTED = re.compile(r"\s*(/\*+)(?=[^*]*[=:]\s*[\[({])(?!.*\*/)")
"""Matches the mark of a comment of several lines that begins with the name of a list."""
_SIGNATURE = re.compile(r"[>\s]*--\s?")
"""Matches the line `--` at the end of a mail. The name below it may look like cells, and so is not read."""
_TAG = re.compile(
    r"</?(?:pre|code|p|div|span|b|i|u|em|strong|tt|samp|kbd|li|ul|ol|h[1-6]|row|puzzle|blockquote|html|body|font|small)"
    r"(?:\s[^<>]*)?>|\[/?(?:code|pre|CODE)\]|(<br\s*/?>|&nbsp;)"
    r"|(?i:(?P<cell><t[dh]\b[^<>]*>)|(?P<end></t[dh]>)|<(?P<close>/?)(?P<part>table|tbody|thead|tr)\b[^<>]*>)"
)
_SHORTCODE = re.compile(r":([a-z]\w+):")
_ID = re.compile(
    r"(?<![\w.])[0-9]{1,2}(?:x[0-9]{1,2})?u?(?:d[ten]?)?:[a-zA-Z]{5,}(?!\w)"
    r"|(?<!\w)[0-9]{1,2}x[0-9]{1,2};[01.]{4,}(?:;[a-z]+=[\w=,]*\w)*(?:(\||%7C)[01.]{4,})?"
)
_CODE_START = re.compile(r"\s*(?:\{|\[\s*[\"{\[])")
_COMMENT_OR_KEY = re.compile(r"(?<!\S)#|\"\s*:\s*\"$")
"""Matches a comment sign or a JSON key. If one of them is before an id, the line is not changed."""
_MARK = re.compile(r"\s*(#+|//+|--+|%+|;+|\*|\+|-|\||')(?:\s|$)|(\+)(?!\+)|\s*(?:\*\*|`)")
_CELLS = r"01.\-_?*xXoO·"
_ROWS = {mark: re.compile(rf"[{_CELLS.replace(cell, '')}]{{4,}}") for mark, cell in (("-", r"\-"), ("*", "*"))}
_ROW = re.compile(rf"[{_CELLS}](?:\s?[{_CELLS}]){{3,}}")
_NARROW_ROW = re.compile(rf"[{_CELLS}]{{4,}}")
_EMPHASIS = re.compile(r"\s*(\*\*|`)([^*`]+)\1\s*")
_LONGEST_RUN = 4 * MAX_SIZE
"""Limit on the lines with the same mark that are examined together."""


class SourceMap:
    """Maps places in changed lines to their places in the original text."""

    def __init__(self) -> None:
        self._columns: dict[int, Sequence[int]] = {}

    def replace(self, line: TextLine, spans: Iterable[Span]) -> TextLine:
        """Return the line with parts of its text replaced; the spans must be in order and must not overlap."""
        text = line.text
        before = self._columns.get(line.number, range(1, len(text) + 2))
        columns = array("L")
        parts: list[str] = []
        at = 0
        for start, end, new in (*spans, (len(text), len(text), "")):
            parts += [text[at:start], new]
            columns.extend(before[at:start])
            columns.extend([before[start]] * len(new))
            at = end
        columns.append(before[len(text)])
        self._columns[line.number] = columns
        return line._replace(text="".join(parts))

    def cut(self, line: TextLine, start: int, end: int) -> TextLine:
        return self.replace(line, [(0, start, ""), (end, len(line.text), "")])

    def column(self, number: int, column: int) -> int:
        """Return the original column of a column in the changed line `number`; both columns are counted from 1."""
        columns = self._columns.get(number)
        return columns[min(column, len(columns)) - 1] if columns else column

    def forget_before(self, number: int) -> None:
        """Forget the changes before line `number`, so that a source of any length fits in memory."""
        if self._columns:
            self._columns = {line: columns for line, columns in self._columns.items() if line >= number}


def unwrap(lines: Iterable[TextLine], source: SourceMap) -> Iterator[TextLine]:
    """Yield the lines of a text without what surrounds the lines of a puzzle (see the module).

    `source` records the changes. A mark such as `//` is removed if all lines of a grid begin with it. The grid may also
    be a list on a single line.
    """
    run: list[TextLine] = []
    mark = ""
    is_signature = False
    for original in lines:
        line, now = original, ""
        if original.text.strip("01.") and not _BARE.fullmatch(original.text):
            line = _unwrapped(original, source)
            now = _mark_of(line.text)
            if is_signature and line.text.strip() and not detect.line_format(line.text):
                line, now = line._replace(is_note=True), ""
            is_signature = line.is_note or bool(_SIGNATURE.fullmatch(original.text))
        if run and (now != mark or len(run) == _LONGEST_RUN):
            yield from _unmarked(run, mark, source)
            run = []
        mark = now
        if mark:
            run.append(line)
        else:
            yield line
    yield from _unmarked(run, mark, source)


def plain(lines: Iterable[TextLine], source: SourceMap) -> Iterator[TextLine]:
    """Yield the lines of a text in a known format, without invisible characters and full-width digits."""
    for line in lines:
        yield line if line.text.isascii() else _with_plain_characters(line, source)


def _unwrapped(line: TextLine, source: SourceMap) -> TextLine:
    if not line.text.isascii() or "\x1b" in line.text:
        line = _with_plain_characters(line, source)
    if not _WRAPPED.search(line.text):
        return line
    if match := _QUOTED.match(line.text):
        line = source.cut(line, match.end(), len(line.text))
    if _FENCE.fullmatch(line.text):
        return source.cut(line, 0, 0)
    if match := _COMMENTED.match(line.text):
        return source.replace(line, [(*match.span(1), "")])
    for pattern, new in ((_TAG, _tag_text), (_SHORTCODE, _emoji_text)):
        if spans := [(found.start(), found.end(), new(found)) for found in pattern.finditer(line.text)]:
            line = source.replace(line, spans)
    if "&" in line.text and (spans := [(*found.span(), "") for found in _LATEX.finditer(line.text)]):
        line = source.replace(line, spans)
    return _id_alone(line, source)


def _with_plain_characters(line: TextLine, source: SourceMap) -> TextLine:
    if spans := [(*found.span(), "") for found in invisible.PATTERN.finditer(line.text)]:
        line = source.replace(line, spans)
    return line if line.text.isascii() else line._replace(text=line.text.translate(_PLAIN))


def _tag_text(match: re.Match[str]) -> str:
    if match["part"]:  # a table is read as a list of lists
        return "]" if match["close"] else "["
    return '"' if match["cell"] else '",' if match["end"] else " " if match[1] else ""


def _emoji_text(match: re.Match[str]) -> str:
    return _EMOJI.get(match[1], match[0])


def _id_alone(line: TextLine, source: SourceMap) -> TextLine:
    """Return the id of a puzzle in a line with other text, such as an address; without an id, return the line."""
    found = list(_ID.finditer(line.text))
    if len(found) != 1 or _CODE_START.match(line.text) or _COMMENT_OR_KEY.search(line.text[: found[0].start()]):
        return line
    (match,) = found
    is_first, after = not line.text[: match.start()].strip(), line.text[match.end() :].strip(" ")[:1]
    if (is_first and after not in tuple("\t,)>]`'\"")) or not _can_read(
        "notation" if ";" in match[0] else "unruly", match[0].replace("%7C", "|")
    ):
        return line  # a line that begins with an id is read as it is, with its comment
    bar = [(*match.span(1), "|")] if match[1] else []  # in a link, the bar may be written as `%7C`
    return source.replace(line, [(0, match.start(), ""), *bar, (match.end(), len(line.text), "")])


def _can_read(format_name: str, text: str) -> bool:
    """Return whether a text in a format holds a puzzle, even one whose signs cannot be read."""
    try:
        return any(registry.find_format(format_name).read(text))
    except PuzzleFormatError as problem:
        return isinstance(problem, SignsError)


def _mark_of(text: str) -> str:
    """Return the mark at the beginning of a line; '' if there is none."""
    match = _MARK.match(text)
    if match is None:
        return ""
    return match[1] or match[2] or ("**" if _EMPHASIS.fullmatch(text) else "")


def _unmarked(run: Sequence[TextLine], mark: str, source: SourceMap) -> Sequence[TextLine]:
    if not run or (len(run) < FEWEST and not any(detect.begins_code(line.text) for line in run)):
        return run
    if mark == "**":
        inner = [(match.start(2), match.end(2)) for line in run if (match := _EMPHASIS.fullmatch(line.text))]
    else:
        starts = [line.text.index(mark) + len(mark) for line in run]
        inner = [
            (start + (line.text[start : start + 1] in (" ", "\t")), len(line.text))
            for start, line in zip(starts, run, strict=True)
        ]
    texts = [line.text[start:end].strip() for (start, end), line in zip(inner, run, strict=True)]
    is_comment = mark[0] in "#/%;" or mark.startswith("--")
    if not _holds_grid(texts, mark) and not (
        is_comment and detect.begins_code("".join(texts)) and _can_read("list", "\n".join(texts))
    ):
        return run
    return [source.cut(line, start, end) for (start, end), line in zip(inner, run, strict=True)]


def _holds_grid(texts: Sequence[str], mark: str) -> bool:
    """Return whether texts from lines that begin with `mark` hold a board's rows one after the other."""
    pattern = _ROWS.get(mark[0]) or (_ROW if len(mark) > 1 or mark in "%|" else _NARROW_ROW)
    widths = [len("".join(text.split())) if pattern.fullmatch(text) else 0 for text in texts]
    runs = [(width, len(list(group))) for width, group in groupby(widths)]
    return any(width and count >= FEWEST and not size_fault(width, count) for width, count in runs)
