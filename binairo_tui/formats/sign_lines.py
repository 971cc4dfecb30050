"""Reads signs that are written between the cells of a grid, as in Tango, or on lines below it.

    0=. . 1        r1c1=r1c2, r2c4xr3c4        1,1,=,1,2
    x              signs: r1c1=r1c2
    . . .x.

Between the cells, every second line and every second column holds signs; lines without a sign may be blank.
"""

import re
from collections.abc import Iterator, Sequence

from binairo_tui.engine.puzzle import MAX_SIZE, size_fault
from binairo_tui.formats import cells, literals, signs
from binairo_tui.formats.base import Grid, Lines, Pair, Row, TextLine

NO_GRID = "these signs belong to a grid directly above them, but there is none"

_ROW_LINE = re.compile(r"\s*[^\s=|](?:[ |=x×X][^\s=|]){3,39}\s*")
_SIGN_LINE = re.compile(r"[ \-+=x×X]*")
_GAPS = str.maketrans("|-+", "   ")
"""Translates the lines that are drawn between cells and signs to spaces."""
_BETWEEN = re.compile(r"r([0-9]{1,2})c([0-9]{1,2})\s*([=x×X]|!=)\s*r([0-9]{1,2})c([0-9]{1,2})")
_LISTED = re.compile(r"([0-9]{1,2}),\s*([0-9]{1,2}),\s*([=x×X]),\s*([0-9]{1,2}),\s*([0-9]{1,2})")
_BELOW = re.compile(
    rf"\s*(?:[^\W\d_]{{2,12}}\s*[:=]\s*)?(?:{_BETWEEN.pattern}[\s,;]*)+|\s*{_LISTED.pattern}\s*", re.IGNORECASE
)
_MAX_BELOW = 4 * MAX_SIZE**2


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
    found: list[Pair] = []
    rows: list[Row] = []
    for at, (line, text) in enumerate(zip(taken, texts, strict=True)):
        if line.text[:indent].strip() or len(text) > 2 * width - 1:
            return None
        for column, char in enumerate(text):
            place = (at // 2, column // 2)
            if char in signs.SIGNS and (at + column) % 2:
                after = (place[0] + at % 2, place[1] + column % 2)
                found.append(Pair(place, after, signs.SIGNS[char], line.number, counts_from=0))
            elif (char != " ") is bool(at % 2 or column % 2):
                return None
        if at % 2 == 0:
            if len(text) != 2 * width - 1:
                return None
            rows.append(Row(line.number, text[::2], tuple(range(indent + 1, indent + 2 * width, 2))))
    if not found or size_fault(width, height) or not cells.is_grid(rows):
        return None
    return Grid(rows, tuple(found))


def _undrawn(text: str, at: int) -> str:
    """Return line `at` of a lattice with spaces in place of what is drawn between its cells and signs."""
    return (
        text.translate(_GAPS) if at % 2 else "".join([c.translate(_GAPS) if i % 2 else c for i, c in enumerate(text)])
    )


def split_off(paragraph: Sequence[TextLine]) -> tuple[Sequence[TextLine], Sequence[TextLine]]:
    """Divide the lines of a paragraph; the second part is the lines at its end that hold only signs."""
    end = len(paragraph)
    while end and _BELOW.fullmatch(paragraph[end - 1].text):
        end -= 1
    return paragraph[:end], paragraph[end:]


def take_below(source: Lines) -> list[TextLine]:
    """Take the lines of signs that come next from the source, and return them; all other lines stay in the source."""
    taken: list[TextLine] = []
    for line in source:
        if line.fault or not _BELOW.fullmatch(line.text) or len(taken) > _MAX_BELOW:
            source.put_back(line)
            break
        taken.append(line)
    return taken


def read(lines: Sequence[TextLine]) -> Iterator[Pair]:
    """Yield the signs on lines below a grid, with the numbers of rows and columns as they are written."""
    for line in lines:
        found = _BETWEEN.findall(line.text.lower())
        for a, b, sign, c, d in found:
            yield Pair((int(a), int(b)), (int(c), int(d)), sign == "=", line.number, counts_from=1)
        if not found and (match := _LISTED.search(line.text.lower())):
            a, b, sign, c, d = match.groups()
            yield Pair((int(a), int(b)), (int(c), int(d)), sign == "=", line.number)
