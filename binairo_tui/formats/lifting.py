"""Lifts grids out of forum posts: removes row labels, headings of columns, drawn lines, frames and bars.

Lines between blank lines are examined together. A grid is lifted only if it is complete and has other text around it.
All other lines are passed on unchanged, and their format is detected as usual.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from operator import itemgetter
from typing import NamedTuple

from binairo_tui.engine.puzzle import MAX_SIZE
from binairo_tui.formats import cells, detect, doubts, literals, numbered, other_text, sign_lines, symbols
from binairo_tui.formats.base import Grid, Lines, Row, TextLine, side_of

LONGEST = 4 * MAX_SIZE
"""Limit on the lines of a paragraph; longer paragraphs are not searched for grids."""
FEWEST = literals.FEWEST

_WHOLE = re.compile(
    r"\s*(?:[0-9]{1,3}x[0-9]{1,3}u?[;:#]\S|[0-9]{1,3}u?:[a-zA-Z]{3}|(?![+┌])[^\s|/,;\\<{\[]{24,}\s*(?:#|$)|SAVEFILE)"
)
"""Matches the beginning of a line that is a whole puzzle, because it has a size or at least `_WHOLE_LENGTH` cells."""
_WHOLE_LENGTH = 24
_USUAL = frozenset("01.-_·xXoO?* \t")
_LABEL = re.compile(
    r"\s*\|?\s*(?:(?P<word>[^\W\d_]{2,8}[ \t]*|[^\W\d_]?)[\[(]?(?P<number>[0-9]{1,2})|[\[(]?(?P<letter>[A-Za-z]))[\])]?"
    r"(?:\s*[:=|,&](?!=)\s?|\.(?=\s)\s|[ \t]+|(?<=[\])]))"
)
_RULE = re.compile(r"(?=.*(?:[\-=─━═~]{2}|[+:┼]))[\s\-=+─━═|:~┼│]{3,}")
_SEPARATORS = re.compile(r"\s*\|?\s*(?::-+:?|-+:|-{2,})\s*(?:[|+]\s*(?::-+:?|-+:|-{2,})\s*)+\|?\s*")
_ORDINAL = re.compile(r"([^\W\d_]{0,3}?)([0-9]{1,2})")
_CORE = re.compile(r"[01.\-_?*xXoO·](?:[ \t]?[01.\-_?*xXoO·]){3,}")
_GROUPS = re.compile(
    r"(?P<title>[^\W\d_]{2,20}\s*:\s*)?(?:(?P<width>[0-9]{1,2})(?:\s*[xX]\s*(?P<height>[0-9]{1,2}))?:?\s+)?"
    r"(?P<rows>[01._?*xXoO-]{4,40}(?:(?:\s*[/|,;]\s*|\\n|\s+)[01._?*xXoO-]{4,40}){3,39})"
)
_ARGUMENT = re.compile(r"(?<=[\s=])(?=[01]*+\.)[01.]{36,1600}(?!\S)")
"""Matches a word that holds all cells of a grid, such as an argument of a command; shorter words may be rows."""
_LONGEST_ROW = 500
"""Limit on the characters in a row, including the text around it."""
_EMPHASIS = re.compile(r"(\*\*|__|`|\*(?=[^*])|\")(.+)\1")


class Found(NamedTuple):
    """A grid that takes up the lines `start:end` of a paragraph."""

    start: int
    end: int
    rows: Sequence[Row]


def lift(lines: Iterable[TextLine]) -> Iterator[TextLine]:
    """Yield the lines of a text, with the lines of each grid replaced by one line that holds the grid."""
    source = Lines(lines)
    paragraph: list[TextLine] = []
    for line in source:
        if alone := _alone(line, source, is_first=not paragraph):
            yield from _lifted(paragraph)
            yield alone
            paragraph = []
        else:
            paragraph.append(line)
            if len(paragraph) > LONGEST:
                yield from paragraph
                paragraph = []
    yield from _lifted(paragraph)


def _alone(line: TextLine, source: Lines, *, is_first: bool) -> TextLine | None:
    """Return a line that belongs to no paragraph, or the board that begins on it; None for any other line.

    `is_first` says that the line would be the first of a paragraph; only then may it be a whole puzzle.
    """
    text = line.text
    is_whole = is_first and ((len(text) >= _WHOLE_LENGTH and not text.strip("01.")) or _WHOLE.match(text))
    if is_whole or line.fault or not text or text[0] == "#" or text.isspace():
        return line
    if doubts.PAIRS.fullmatch(text):
        return line._replace(is_note=True)
    return numbered.numbered_grid(line, source) or sign_lines.lattice(line, source)


def _lifted(paragraph: Sequence[TextLine]) -> Iterator[TextLine]:
    found = _find(paragraph)
    if found is None:
        text = "\n".join([line.text for line in paragraph])
        if other_text.are_side_by_side(text):
            paragraph = [paragraph[0]._replace(text="", fault=cells.SIDE_BY_SIDE)]
        is_note = other_text.is_result(text)
        yield from [line._replace(is_note=True) for line in paragraph] if is_note else paragraph
        return
    yield from _beside(paragraph[: found.start])
    text = "\n".join([line.text for line in paragraph[found.start : found.end]])
    yield TextLine(paragraph[found.start].number, text, grid=Grid(found.rows))
    yield from _beside(paragraph[found.end :])


def _beside(lines: Sequence[TextLine]) -> Iterator[TextLine]:
    """Yield the lines above or below a grid. If there are too few for another grid, they are marked as notes."""
    return map(_note, lines) if len(lines) < FEWEST else _lifted(lines)


def _note(line: TextLine) -> TextLine:
    """Return a line beside a grid, marked as a note unless it is a puzzle itself."""
    return line if detect.line_format(line.text) else line._replace(is_note=True)


def _find(paragraph: Sequence[TextLine]) -> Found | None:
    """Return the first grid with other text around it; None if there is none, or if the lines hold only cells."""
    is_usual = all(line.grid or _USUAL.issuperset(line.text) for line in paragraph)
    if not paragraph or (len(paragraph) > 1 and is_usual):
        return None
    if len(paragraph) < FEWEST:
        return next((it for at, line in enumerate(paragraph) if (it := _one_line(at, line))), None)
    begun = [(at, line) for at, line in enumerate(paragraph) if not at or line.text[:1].isdecimal()]  # maybe a size
    lengths = [len(line.text) for line in paragraph]
    if max(lengths) > _LONGEST_ROW or sum([length >= FEWEST for length in lengths]) < FEWEST:
        return None
    return (
        _labelled(paragraph)
        or _headed(paragraph)
        or _framed(paragraph)
        or _worded(paragraph)
        or _titled(paragraph)
        or next((it for at, line in begun if (it := _one_line(at, line))), None)
    )


def _one_line(at: int, line: TextLine) -> Found | None:
    """Return a grid whose rows are all on this line, the line `at` of a paragraph.

    The rows have a size or a title before them, or separators such as `/` between them, or are a single word.
    """
    text = line.text
    if (match := _GROUPS.fullmatch(text.strip())) and (
        match["title"] or match["width"] or set(match["rows"]) & set("/|,;\\")
    ):
        offset = len(text) - len(text.lstrip()) + match.start("rows")
        words = re.finditer(r"[01._?*xXoO-]+", match["rows"].replace("\\n", "  "))
        spans = [(offset + part.start(), offset + part.end()) for part in words]
        if match["width"] and int(match["height"] or match["width"]) != len(spans):
            return None
    elif len(found := _ARGUMENT.findall(line.text)) == 1 and (width := side_of(len(found[0])) or 0):
        spans = [(it, it + width) for it in range(line.text.index(found[0]), len(line.text), width)[:width]]
    else:
        return None
    rows = [Row(line.number, line.text[begin:end], tuple(range(begin + 1, end + 1))) for begin, end in spans]
    return _complete(at, at + 1, rows)


def _complete(start: int, end: int, rows: Sequence[Row]) -> Found | None:
    """Return the rows as a grid; None if they are not a grid."""
    widths = {len(row.cells) for row in rows}
    is_found = len(widths) == 1 and min(*widths, len(rows)) >= FEWEST and cells.is_grid(rows)
    return Found(start, end, rows) if is_found else None


class _Label(NamedTuple):
    word: str
    value: int
    end: int


def _label_of(text: str) -> _Label | None:
    if (match := _LABEL.match(text)) and match["letter"]:
        return _Label("a" if match["letter"].islower() else "A", ord(match["letter"]), match.end())
    return match and _Label(match["word"].strip().lower(), int(match["number"]), match.end())


def _labelled(paragraph: Sequence[TextLine]) -> Found | None:
    """Return a grid in lines that begin with successive numbers or letters."""
    body = [(at, _label_of(line.text)) for at, line in enumerate(paragraph) if not _RULE.fullmatch(line.text)]
    for way in (1, -1):
        keys = [label and (label.word, label.value - way * count) for count, (_, label) in enumerate(body)]
        for key, group in groupby(zip(keys, body, strict=True), itemgetter(0)):
            run = [(at, label) for _, (at, label) in group if label]
            if key and len(run) >= FEWEST and (found := _rows_of_run(paragraph, run)):
                return found
    return None


def _rows_of_run(paragraph: Sequence[TextLine], run: Sequence[tuple[int, _Label]]) -> Found | None:
    rows = [_row(paragraph[at], label.end) for at, label in run]
    last = [row.cells[-1].strip(": |") if row.cells else "" for row in rows]
    names = [str(label.value) if label.word not in ("a", "A") else chr(label.value) for _, label in run]
    if last == names:  # labels on both sides
        rows = [_characters(row._replace(cells=row.cells[:-1], columns=row.columns[:-1])) for row in rows]
    start, end = run[0][0], run[-1][0] + 1
    found = _complete(start, end, rows)
    return found and _with_edges(paragraph, found)


def _with_edges(paragraph: Sequence[TextLine], found: Found) -> Found:
    """Return the grid extended by the headings and drawn lines directly above and below it."""
    start, end = found.start, found.end
    while start and (_RULE.fullmatch(paragraph[start - 1].text) or _is_heading(paragraph[start - 1].text)):
        start -= 1
    while end < len(paragraph) and (_RULE.fullmatch(paragraph[end].text) or _is_heading(paragraph[end].text)):
        end += 1
    return found._replace(start=start, end=end)


def _is_heading(text: str) -> bool:
    """Return whether a line names columns by successive numbers or letters."""
    words = re.findall(r"\w+", text)
    if len(words) == 1:
        words = list(words[0])
    if not FEWEST <= len(words) <= MAX_SIZE + 1:
        return False
    if all(len(word) == 1 and word.isalpha() for word in words):
        values = [ord(word) for word in words]
    else:
        matches = [_ORDINAL.fullmatch(word) for word in words]
        if not all(matches) or len({match[1] for match in matches if match}) != 1:
            return False
        values = [int(match[2]) for match in matches if match]
    return all(b - a == 1 or (a == 9 and b == 0) for a, b in pairwise(values))


def _headed(paragraph: Sequence[TextLine]) -> Found | None:
    """Return a grid below a heading of columns, or in a table with a line of dashes."""
    for at, line in enumerate(paragraph):
        if not (is_table := bool(_SEPARATORS.fullmatch(line.text))) and not _is_heading(line.text):
            continue
        start = at + 1 + any(re.fullmatch(r"[|\s:-]*\|[|\s:-]*", it.text) for it in paragraph[at + 1 : at + 2])
        body = [(i, it) for i, it in enumerate(paragraph) if i >= start and not _RULE.fullmatch(it.text)]
        rows = [_row(it, 0) for _, it in body]
        count = next((i for i, row in enumerate(rows) if len(row.cells) != len(rows[0].cells)), len(rows))
        above = _row(paragraph[at - 1], 0) if is_table and at else None
        found = None
        if above and count and len(above.cells) == len(rows[0].cells) == count + 1:
            found = _complete(at - 1, body[count - 1][0] + 1, [above, *rows[:count]])
        if found is None and count:
            found = _complete(at - bool(above), body[count - 1][0] + 1, rows[:count])
        if found:
            return _with_edges(paragraph, found)
    return None


def _framed(paragraph: Sequence[TextLine]) -> Found | None:
    """Return a grid in lines that have the same text before and the same text after their cells."""
    cores = [max(_CORE.finditer(line.text), key=lambda it: len(it[0]), default=None) for line in paragraph]
    frames = [
        (line.text[: core.start()].strip(), line.text[core.end() :].strip(" \t;,"), len("".join(core[0].split())))
        if core
        else None
        for line, core in zip(paragraph, cores, strict=True)
    ]
    start = 0
    for frame, group in groupby(frames):
        end = start + len(list(group))
        if frame and end - start >= FEWEST and (found := _in_frame(paragraph, cores, start, end)):
            return found
        start = end
    return None


def _in_frame(
    paragraph: Sequence[TextLine], cores: Sequence[re.Match[str] | None], start: int, end: int
) -> Found | None:
    around = [line.text for line in (*paragraph[:start][-1:], *paragraph[end:][:1])]
    run = list(zip(paragraph[start:end], [core for core in cores[start:end] if core], strict=True))
    symbols = {symbol for _, core in run for symbol in core[0]} - {" ", "\t"}
    others = [text for text in around if text.strip() != str(end - start)]  # except for the number of rows
    if any(2 * sum(char in symbols for char in text) >= len("".join(text.split())) for text in others):
        return None  # a neighbour may be a damaged row
    before, after = [line.text[: core.start()].strip() for line, core in run], run[0][0].text[run[0][1].end() :].strip()
    if not any(before) and not after and all(_is_apart(text) for text in around):
        return None
    if around and before[0] and set(before[0]) <= set("\"'`[({, "):
        return None  # a list in a programming language
    if any(detect.BAR.search(line.text) or detect.separator_of([line.text]) for line, _ in run):
        return None
    rows = [
        Row(
            line.number,
            "".join(core[0].split()),
            tuple([i + 1 for i in range(core.start(), core.end()) if not line.text[i].isspace()]),
        )
        for line, core in run
    ]
    return _complete(start, end, rows)


def _is_apart(text: str) -> bool:
    """Return whether a line beside a grid is prose, code or a number, which the detection of formats must ignore."""
    return detect.is_prose(text) or detect.begins_code(text) or text.replace(" ", "").isdecimal()


def _worded(paragraph: Sequence[TextLine]) -> Found | None:
    """Return a grid whose cells are words such as `sun` and `moon`."""
    if not any(symbols.is_value_name(word) for word in re.findall(r"[^\W\d_]{2,9}", paragraph[0].text.lower())):
        return None
    return _complete(0, len(paragraph), [_row(line, 0) for line in paragraph])


def _titled(paragraph: Sequence[TextLine]) -> Found | None:
    """Return a grid of any symbols that fills the paragraph below its first line."""
    first = paragraph[0].text
    if len(paragraph) <= FEWEST or _is_apart(first) or detect.line_format(first):
        return None
    rows = [cells.row_of(line) for line in paragraph[1:]]
    found = set().union(*[row.cells for row in rows])
    if len(found) > FEWEST or 2 * sum(char in found for char in first) >= len("".join(first.split())):
        return None
    return _complete(1, len(paragraph), rows)


def _row(line: TextLine, start: int) -> Row:
    """Return the cells of a line from `start`: fields between bars, commas or tabs, or else words or characters.

    Bars at the edges do not separate cells.
    """
    text = line.text[start:].rstrip()
    separator = next((it for it in "|\t&,;" if it in text), "")
    if separator:
        if has_edge := not start and text.lstrip().startswith("|"):
            begin = text.index("|") + 1
            text, start = text[begin:], start + begin
        if separator == "|" and text.endswith("|") and (has_edge or start):
            text = text[:-1]
        fields = [(match.start(), match[0]) for match in re.finditer(rf"(?:^|(?<=\{separator}))[^{separator}]*", text)]
    else:
        fields = [(match.start(), match[0]) for match in re.finditer(r"\S+", text)]
    found = []
    columns = []
    for at, field in fields:
        bare = field.strip()
        match = _EMPHASIS.fullmatch(bare)
        bare = match[2] if match else bare
        found.append(literals.bare(bare))
        columns.append(start + at + field.find(bare[:1]) + 1)
    return _characters(Row(line.number, found, tuple(columns)))


def _characters(row: Row) -> Row:
    """Return the row, split into characters if it is a single word of at least `FEWEST` characters."""
    if len(row.cells) != 1 or len(row.cells[0]) < FEWEST:
        return row
    start = row.columns[0]
    return row._replace(cells=row.cells[0], columns=tuple(range(start, start + len(row.cells[0]))))
