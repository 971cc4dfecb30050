"""Reads grids with signs between the cells, as in Tango.

Every second line and every second column holds signs, in a box as well, and cells may be spread:

    0=. . 1      +---+---+      0   . = 1
    x            |   = 1 |      x
    . . .x.      +-x-+---+      .   .   .
"""

import re
from collections.abc import Sequence

from binairo_tui.engine import Sign
from binairo_tui.engine.puzzle import MAX_SIZE, size_fault
from binairo_tui.formats import cells, literals, signs
from binairo_tui.formats.base import Grid, Lines, Row, TextLine

_ROW_LINE = re.compile(r"\s*[^\s=|](?:(?:[ |=x×X][^\s=|]){3,39}|(?: [ =x×X] [^\s=|]){3,39})\s*")
_TOP = re.compile(r"\s*[+┌]---(?:[+┬]---){3,39}[+┐]\s*|\s*┌───(?:┬───){3,39}┐\s*")
"""Matches the first line of a box."""
_SIGN_LINE = re.compile(r"[ \-+=x×X]*")
_GAPS = str.maketrans("|-+│─┼├┤", " " * 8)
"""Translates the lines that are drawn between cells and signs to spaces."""


def lattice(line: TextLine, source: Lines) -> TextLine | None:
    """Return the grid with signs between its cells that begins on this line.

    Returns None, with all lines put back, if there is no such grid.
    """
    is_box = bool(_TOP.fullmatch(line.text))
    if line.number < source.examined or not (is_box or _ROW_LINE.fullmatch(line.text)):
        return None
    taken = [line]
    blanks = 0
    for following in source:
        taken.append(following)
        text = following.text
        is_sign_row = bool(_SIGN_LINE.fullmatch(text))
        blanks = blanks + 1 if is_sign_row and not text.strip() else 0
        is_part = len(text) == len(line.text) if is_box else is_sign_row or _ROW_LINE.fullmatch(text)
        if following.fault or not is_part or blanks > 1 or len(taken) > 2 * MAX_SIZE + 1:
            source.put_back(taken.pop())
            break
    end = len(taken) - (len(taken) > 1 and not taken[-1].text.strip())
    grid = _lattice(_normal(taken[:end], is_box=is_box)) if end >= 2 * literals.FEWEST - 1 and end % 2 else None
    for following in reversed(taken[end if grid else 1 :]):
        source.put_back(following)
    if grid:
        return TextLine(line.number, "\n".join([it.text for it in taken[:end]]), grid=grid)
    source.examined = taken[-1].number
    return None


def _normal(taken: Sequence[TextLine], *, is_box: bool) -> Sequence[TextLine]:
    """Return the lines of a lattice without a box around them, and with one character between two cells."""
    indent = len(taken[0].text) - len(taken[0].text.lstrip())
    if is_box:
        inner = [line._replace(text=line.text.rstrip()[indent + 2 : -1 : 2]) for line in taken[1:-1]]
        return [
            line
            if at % 2
            else line._replace(text="".join([c if i % 2 or c != " " else "." for i, c in enumerate(line.text)]))
            for at, line in enumerate(inner)
        ]
    texts = [line.text.rstrip()[indent:] for line in taken]
    if any(text[1::2].strip() for text in texts) or not any(len(text) > 2 and text[2] == " " for text in texts):
        return taken
    return [line._replace(text=text[::2]) for line, text in zip(taken, texts, strict=True)]


def _lattice(taken: Sequence[TextLine]) -> Grid | None:
    """Return the grid in lines that are rows and signs in turn; None if they are not, or hold no sign."""
    height, indent = (len(taken) + 1) // 2, len(taken[0].text) - len(taken[0].text.lstrip())
    texts = [_undrawn(line.text[indent:].rstrip(), at) for at, line in enumerate(taken)]
    width = (max(map(len, texts)) + 1) // 2
    found: list[Sign] = []
    rows: list[Row] = []
    for at, (line, text) in enumerate(zip(taken, texts, strict=True)):
        if line.text[:indent].strip() or len(text) > 2 * width - 1:
            return None
        for column, char in enumerate(text):
            if char in signs.SIGNS and (at + column) % 2:
                cell = at // 2 * width + column // 2
                found.append(Sign(cell, cell + (width if at % 2 else 1), signs.SIGNS[char]))
            elif (char != " ") is bool(at % 2 or column % 2):
                return None
        if at % 2 == 0:
            if len(text) != 2 * width - 1:
                return None
            rows.append(Row(line.number, text[::2], tuple(range(indent + 1, indent + 2 * width, 2))))
    if not found or size_fault(width, height):
        return None
    blank = [row._replace(cells=row.cells.replace("0", ".")) for row in rows if isinstance(row.cells, str)]
    fitting = next((it for it in (rows, blank) if cells.is_grid(it)), None)  # 0 may stand for an empty cell
    return Grid(fitting, tuple(sorted(found))) if fitting else None


def _undrawn(text: str, at: int) -> str:
    """Return line `at` of a lattice with spaces in place of what is drawn between its cells and signs."""
    return (
        text.translate(_GAPS) if at % 2 else "".join([c.translate(_GAPS) if i % 2 else c for i, c in enumerate(text)])
    )
