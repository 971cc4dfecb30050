"""Lifts grids out of tables in HTML, LaTeX and MiniZinc, whose rows may take any number of lines."""

import re
from collections.abc import Sequence

from binairo_tui.files.json_text import place_of
from binairo_tui.formats import cells, literals
from binairo_tui.formats.base import Grid, Lines, Row, TextLine

_OPENS = re.compile(r"<(?:table|tr)\b|\\begin\{(?:array|tabular|[bpvBV]?matrix)\}|\[\|", re.IGNORECASE)
_CLOSES = re.compile(r"</table\s*>|\\end\{(?:array|tabular|[bpvBV]?matrix)\}|\|\]", re.IGNORECASE)
_LATEX_ROW = re.compile(r"[^&\\]*(?:&[^&\\]*+){3,}\\\\\s*(?:\\hline\s*)?")
"""Matches a row of a table in LaTeX, where the beginning and the end of the table are not in the text."""
_HTML_ROW = re.compile(r"<tr\b[^>]*>(.*?)(?=</tr|<tr|</table|\Z)", re.IGNORECASE | re.DOTALL)
_HTML_CELL = re.compile(r"<t[dh]\b[^>]*>(.*?)(?=</t[dh]|<t[dh]\b|\Z)", re.IGNORECASE | re.DOTALL)
_LATEX_BODY = re.compile(r"\\begin\{[a-zA-Z]+\}(?:\{[^{}]*\})?(.*?)\\end\{", re.DOTALL)
_BARE_BODY = re.compile(r"([\s\S]*)")
_MINIZINC_BODY = re.compile(r"\[\|(.*?)\|\]", re.DOTALL)
_NOISE = re.compile(r"<[^<>]*>|&nbsp;|&#160;|\\hline|\\cline\{[^{}]*\}|\\(?:textbf|mathbf|bf|text)\b|[{}$]")
_MAX_LINES = 4000
_MAX_LENGTH = literals.MAX_LITERAL


def table(line: TextLine, source: Lines) -> TextLine | None:
    """Return the grid in the table that begins on this line; None, with all lines put back, if there is none."""
    is_bare = bool(_LATEX_ROW.fullmatch(line.text))
    if line.number < source.examined if is_bare else not _OPENS.search(line.text):
        return None
    lines = [line]
    size = len(line.text)
    while not _CLOSES.search(lines[-1].text) and len(lines) < _MAX_LINES and size < _MAX_LENGTH:
        following = next(source, None)
        if following is None:
            break
        if is_bare and "&" not in following.text:
            source.put_back(following)
            break
        lines.append(following)
        size += len(following.text)
        if following.fault:
            break
    text = "\n".join([it.text for it in lines])
    is_whole = size < _MAX_LENGTH and (is_bare or _CLOSES.search(text))
    grid = _grid(text, line.number, is_bare=is_bare) if is_whole else None
    if grid:
        return TextLine(line.number, text, grid=grid)
    if is_bare:
        source.examined = lines[-1].number  # the last rows of a table are not a table
    for following in reversed(lines[1:]):
        source.put_back(following)
    return None


def _grid(text: str, first: int, *, is_bare: bool) -> Grid | None:
    if is_bare:
        found = _split_rows(_BARE_BODY.match(text), "\\\\", "&")
    elif "\\begin" in text:
        found = _split_rows(_LATEX_BODY.search(text), "\\\\", "&")
    elif "[|" in text:
        found = _split_rows(_MINIZINC_BODY.search(text), "|", ",")
    else:
        found = _html_rows(text)
    rows = [_row(text, row, first) for row in found if any(part.strip() for _, part in row) or len(row) > 1]
    rows = [row for row in rows if row.cells]
    if len(rows) > literals.FEWEST and (len(rows[0].cells) != len(rows[1].cells) or not any(rows[0].cells)):
        rows = rows[1:]
    if is_bare and len(rows) < literals.FEWEST:
        return None
    grid = Grid(_without_labels(rows))
    return grid if cells.is_grid(grid.rows) else None


def _html_rows(text: str) -> list[list[tuple[int, str]]]:
    return [
        [(row.start(1) + cell.start(1), cell[1]) for cell in _HTML_CELL.finditer(row[1])]
        for row in _HTML_ROW.finditer(text)
    ]


def _split_rows(body: re.Match[str] | None, end: str, separator: str) -> list[list[tuple[int, str]]]:
    """Return the rows of a table, each as its cells with their indices in the text; [] for a row of one cell.

    `end` stands between two rows, and `separator` between two cells of a row. Group 1 of `body` holds the table.
    """
    rows = []
    at = body.start(1) if body else 0
    for part in body[1].split(end) if body else ():
        fields, begin = [], at
        for field in part.split(separator):
            fields.append((begin, field))
            begin += len(field) + len(separator)
        rows.append(fields if len(fields) > 1 else [])
        at += len(part) + len(end)
    return rows


def _row(text: str, fields: Sequence[tuple[int, str]], first: int) -> Row:
    """Return the cells of a row, each cleaned of markup; `first` is the number of the line on which `text` begins."""
    if not fields:
        return Row(first, (), ())
    line, column = place_of(text, fields[0][0])
    bare = [literals.bare(_NOISE.sub("", field).strip().strip("*")) for _, field in fields]
    end = text.find("\n", fields[0][0])
    columns = [column + min(at, len(text) if end < 0 else end) - fields[0][0] for at, _ in fields]
    return Row(first + line - 1, bare, tuple(columns))


def _without_labels(rows: Sequence[Row]) -> Sequence[Row]:
    """Return the rows without a first column of successive numbers, and without a heading of such numbers."""
    for begin in (0, 1):
        numbers = [str(row.cells[0]) for row in rows[begin:]]
        if any(numbers == [str(value + base) for value in range(len(numbers))] for base in (0, 1)):
            return [row._replace(cells=row.cells[1:], columns=row.columns[1:]) for row in rows[begin:]]
    heading = [str(cell) for cell in rows[0].cells] if rows else []
    if any(heading == [str(value + base) for value in range(len(heading))] for base in (0, 1)) and len(heading) > 3:
        return rows[1:]
    return rows
