"""Reads grids with signs between the cells, as in Tango.

Every second line and every second column holds signs:

    0=. . 1
    x
    . . .x.
"""

import re
from collections.abc import Sequence

from binairo_tui.engine import Sign
from binairo_tui.engine.puzzle import MAX_SIZE, size_fault
from binairo_tui.formats import cells, literals, signs
from binairo_tui.formats.base import Grid, Lines, Row, TextLine

_ROW_LINE = re.compile(r"\s*[^\s=|](?:[ |=x×X][^\s=|]){3,39}\s*")
_SIGN_LINE = re.compile(r"[ \-+=x×X]*")
_GAPS = str.maketrans("|-+", "   ")
"""Translates the lines that are drawn between cells and signs to spaces."""


def lattice(line: TextLine, source: Lines) -> TextLine | None:
    """Return the grid with signs between its cells that begins on this line.

    Returns None, with all lines put back, if there is no such grid.
    """
    if line.number < source.examined or not _ROW_LINE.fullmatch(line.text):
        return None
    taken = [line]
    blanks = 0
    for following in source:
        taken.append(following)
        is_sign_row = bool(_SIGN_LINE.fullmatch(following.text))
        blanks = blanks + 1 if is_sign_row and not following.text.strip() else 0
        is_end = following.fault or not (is_sign_row or _ROW_LINE.fullmatch(following.text))
        if is_end or blanks > 1 or len(taken) > 2 * MAX_SIZE:
            source.put_back(taken.pop())
            break
    end = len(taken) - (len(taken) > 1 and not taken[-1].text.strip())
    grid = _lattice(taken[:end]) if end >= 2 * literals.FEWEST - 1 and end % 2 else None
    for following in reversed(taken[end if grid else 1 :]):
        source.put_back(following)
    if grid:
        return TextLine(line.number, "\n".join([it.text for it in taken[:end]]), grid=grid)
    source.examined = taken[-1].number
    return None


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
    if not found or size_fault(width, height) or not cells.is_grid(rows):
        return None
    return Grid(rows, tuple(sorted(found)))


def _undrawn(text: str, at: int) -> str:
    """Return line `at` of a lattice with spaces in place of what is drawn between its cells and signs."""
    return (
        text.translate(_GAPS) if at % 2 else "".join([c.translate(_GAPS) if i % 2 else c for i, c in enumerate(text)])
    )
