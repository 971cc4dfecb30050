"""Reads grids with signs between the cells, as in Tango.

Every second line and every second column holds signs. The grid may be in a box, and may have spaces between its cells
and signs:

    0=. . 1      +---+---+      0   . = 1
    x            |   = 1 |      x
    . . .x.      +-x-+---+      .   .   .
"""

import re
from collections.abc import Sequence

from binairo_tui.engine import PuzzleFormatError, Sign
from binairo_tui.engine.puzzle import MAX_SIZE, size_fault
from binairo_tui.formats import cells, literals, signs
from binairo_tui.formats.base import Grid, Lines, Row, TextLine, error

_ROW_LINE = re.compile(r"\s*[^\s=|](?:(?:[ |=x×X][^\s=|]){3,39}|(?: [ =x×X] [^\s=|]){3,39})\s*")
_TOP = re.compile(r"\s*[+┌]---(?:[+┬]---){3,39}[+┐]\s*|\s*┌───(?:┬───){3,39}┐\s*")
"""Matches the first line of a box."""
_SIGN_LINE = re.compile(r"[ \-+=x×X]*")
_WALLS = frozenset(" .|-+│─┼├┤┌┬┐└┴┘")
"""The characters that are drawn between cells, and around them."""


def framed_grid(texts: Sequence[str], first: int, indent: int) -> Grid:
    """Return the grid in a frame: the first and the last line, and the first and the last character of each line.

    Counted from 0, the cells are the odd characters of the odd lines, and a sign is between its cells. `first` is the
    number of the first line, and `indent` the number of characters before each text. Raises PuzzleFormatError at the
    first character that is neither a cell nor a sign nor a wall.
    """
    wide = len(texts[1])
    found = []
    for y, text in enumerate(texts):
        for x, char in enumerate(text):
            cell, step = y // 2 * (wide // 2) + x // 2, 1 if y % 2 else wide // 2
            if char in signs.SIGNS and (x + y) % 2 and 0 < x < wide - 1 and 0 < y < len(texts) - 1:
                found.append(Sign(cell - step, cell, signs.SIGNS[char]))
            elif char not in _WALLS and not x % 2 * y % 2:
                raise error(f"expected '=', 'x' or a wall, found {char!r}", first + y, indent + x + 1)
    columns = tuple(range(indent + 2, indent + wide, 2))
    rows = [Row(first + y, text[1::2].replace(" ", "."), columns) for y, text in enumerate(texts) if y % 2]
    return Grid(rows, tuple(sorted(found)))


def lattice(line: TextLine, source: Lines) -> TextLine | None:
    """Return the grid with signs that begins on this line; if there is none, put all lines back and return None."""
    is_box = bool(_TOP.fullmatch(line.text))
    if line.number < source.examined or not (is_box or _ROW_LINE.fullmatch(line.text)):
        return None
    indent = len(line.text) - len(line.text.lstrip())
    blanks, room = 0, 2 * MAX_SIZE

    def goes_on(following: TextLine) -> bool:
        nonlocal blanks, room
        text = following.text
        is_sign_row = bool(_SIGN_LINE.fullmatch(text))
        blanks = blanks + 1 if is_sign_row and not text.strip() else 0
        room -= 1
        is_part = len(text) == len(line.text) if is_box else is_sign_row or _ROW_LINE.fullmatch(text)
        return bool(is_part) and not text[:indent].strip() and blanks < 2 and room >= 0

    taken = source.gather(line, goes_on)
    end = len(taken) - (len(taken) > 1 and not taken[-1].text.strip())
    grid = _lattice(taken[:end], indent, is_box=is_box) if end >= 2 * literals.FEWEST - 1 and end % 2 else None
    for following in reversed(taken[end if grid else 1 :]):
        source.put_back(following)
    if grid:
        return TextLine(line.number, "\n".join([it.text for it in taken[:end]]), grid=grid)
    source.examined = taken[-1].number
    return None


def _lattice(taken: Sequence[TextLine], indent: int, *, is_box: bool) -> Grid | None:
    """Return the grid in lines that alternate between cells and signs; None for other lines, or if there is no sign."""
    texts = [line.text.rstrip()[indent:] for line in taken]
    is_spread = not any(text[1::2].strip() for text in texts) and any(text[2:3] == " " for text in texts)
    if is_box or is_spread:
        texts = [text[::2] for text in texts]
    if not is_box:
        texts = ["", *[f" {text} " for text in texts], ""]
    try:
        rows, found = framed_grid(texts, taken[0].number - (not is_box), indent)
    except PuzzleFormatError:
        return None
    if not found or size_fault(len(rows[0].cells), len(rows)):
        return None
    blank = [row._replace(cells=row.cells.replace("0", ".")) for row in rows if isinstance(row.cells, str)]
    fitting = next((it for it in (rows, blank) if cells.is_grid(it)), None)  # 0 may stand for an empty cell
    return Grid(fitting, found) if fitting else None
