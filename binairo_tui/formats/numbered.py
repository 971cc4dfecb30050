"""Reads boards whose rows and columns are numbered, such as a board selected on the program's own screen.

The number of a column ends above the values of the column. The number of a row is before the values of the row:

          1    2    3    4    0 1
        ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
     1    1 =  ·  █ · █  0    2 1       a ring around the cursor's cell and, after the cells, what the row lacks
        ▀▀▀▀▀▀▀×▀▀▀▀▀▀▀▀▀▀▀▀
     2    ·    ·    0    ·    1 2

Large values are drawn with blocks; a 0 has a hole in the middle. If cells are one line high, `₌` and `ₓ` beside a cell
join it to the cell below, and `⁼` and `ˣ` to the cell above.
"""

import re
from bisect import bisect
from collections.abc import Sequence
from itertools import pairwise

from binairo_tui.engine import PuzzleFormatError, Sign
from binairo_tui.formats import cells, literals, signs
from binairo_tui.formats.base import Grid, Lines, Row, TextLine, error

_PART = "not all cells of this board are in the text: select the whole board, or share the puzzle"

_HEADING = re.compile(r"(?:[0-9]{1,2}[^0-9A-Za-z.|]+){3}[0-9]")
_NUMBER = re.compile(r"[0-9]{1,2}")
_ROW_NUMBER = re.compile(r"\s*([0-9]{1,2})(?![0-9])")
_LABELS = re.compile(r"\s+(\S)\s+(\S)(?!\S)")
"""Matches the symbols for 0 and 1 above the counters of rows."""
_IN_VIEW = r"(?<![\w-])[0-9]+-[0-9]+ of [0-9]"
_OWN = re.compile(f"[\u2580-\u259f]|{_IN_VIEW}")
"""Matches what only the program's own screen shows: blocks, or a text such as `1-9 of 14` about the rows in view."""
_TALLEST = 8
"""Limit on the lines of a row."""
_DRAWN = 4
"""Minimum lines of a row in which values are drawn with blocks."""
_NARROW = 2
"""The width of cells at which some columns have no number, and some signs are not shown."""
_FULL = frozenset("█#")
_BELOW, _ABOVE = {"₌": True, "ₓ": False}, {"⁼": True, "ˣ": False}
_ROOM = 3
"""The width of cells that have room for signs between rows beside their values."""
_UNCLEAR = frozenset([*signs.SIGNS, ":", "%"])
"""Characters that may be signs in unusual places. The last two are signs between rows if only ASCII can be shown."""
_HIDING = frozenset("?*!")
"""Marks that may be shown before a value, in the place of a sign."""


def numbered_grid(line: TextLine, source: Lines) -> TextLine | None:
    """Return the board below a line with the numbers of its columns.

    If there is no board, puts all lines back and returns None. If the board is incomplete or does not show all its
    signs, returns a line with this fault instead.
    """
    if not _HEADING.search(line.text):
        return None
    columns = [(match.end() - 1, int(match[0])) for match in _NUMBER.finditer(line.text)]
    if columns[1][1] != columns[0][1] + 1:
        return None
    rows: dict[int, int] = {}  # maps places of lines to the numbers of their rows

    def goes_on(following: TextLine) -> bool:
        at, last = following.number - line.number, next(reversed(rows), 0)
        match = _ROW_NUMBER.match(following.text)
        if match and match.end() <= columns[0][0] and int(match[1]) == rows.get(last, int(match[1]) - 1) + 1:
            rows[at] = int(match[1])
            last = at
        return at - last <= _TALLEST

    taken = source.gather(line, goes_on)
    texts = [it.text for it in taken]
    fault = ""
    try:
        grid, end = _board(texts, columns, rows)
    except PuzzleFormatError as problem:
        grid, end, fault = None, problem.line, problem.message
    for following in reversed(taken[end if grid or fault else 1 :]):
        source.put_back(following)
    if grid:
        moved = [row._replace(line=line.number + row.line) for row in grid.rows]
        return TextLine(line.number, "\n".join(texts[:end]), grid=grid._replace(rows=moved))
    return TextLine(line.number, "", fault) if fault else None


def _board(
    texts: Sequence[str], columns: Sequence[tuple[int, int]], numbers: dict[int, int]
) -> tuple[Grid | None, int]:
    """Return the grid whose rows are on the lines in `numbers`, and the line at which the grid ends.

    Return None instead of an incomplete grid. Raises PuzzleFormatError at the end of the grid if the lines hold only a
    part of the program's own board or of its signs.
    """
    rows = list(numbers)
    if len(rows) < literals.FEWEST or len({b - a for a, b in pairwise(rows)}) > 1:
        return None, 1
    places = _places(columns, [texts[at] for at in rows])
    end, is_whole = _end(texts, rows[-1] + 1, places)
    reach, labels = places.step if rows[1] - rows[0] >= _DRAWN else 0, _LABELS.match(texts[0], places[-1] + 1)
    symbols = dict(zip(labels.groups(), "01", strict=True)) if labels else {}
    values = [[symbols.get(it := _value(texts[at], x, reach), it) for x in places] for at in rows]
    grid = [Row(at, row, tuple([x + 1 for x in places])) for at, row in zip(rows, values, strict=True)]
    is_long = rows[1] - rows[0] == 1 and any(texts[at][places[-1] + places.step :][:1].strip() for at in rows)
    found = _signs(texts[:end], rows, places) if all(map(all, values)) and cells.is_grid(grid) and not is_long else None
    is_own = any(_OWN.search(text) for text in texts[:end])
    is_part = is_whole is False or (is_own and not is_whole and len(rows) != len(places))
    if found is not None and not is_part and max(numbers[rows[0]], columns[0][1]) <= 1:
        return Grid(grid, tuple(sorted(found))), end
    if is_own:
        raise error(_PART, end)
    return None, 1


def _places(columns: Sequence[tuple[int, int]], rows: Sequence[str]) -> range:
    """Return the places of the values in each row. Narrow columns may be without numbers."""
    (start, first), (second, _), *more = columns
    step, count = second - start, 2
    for place, number in more:
        if place - start != (number - first) * step or number - first - count > (step == _NARROW) * 2:
            break
        count = number - first + 1
    while step == _NARROW and all(text[start + count * step :][:1].strip() for text in rows):
        count += 1
    return range(start, start + count * step, step)


def _value(text: str, x: int, reach: int) -> str:
    """Return the symbol at a place, or an empty string if the place has no symbol.

    If `reach` is not 0, the symbol may be drawn with blocks: a 1 has a block at the place, and a 0 has blocks only on
    both sides of the place.
    """
    found = text[x : x + 1].strip()
    sides = text[max(x - reach // 2, 0) : x], text[x : x + reach // 2 + 1]
    if reach and all(_FULL.intersection(side) for side in sides) and not found:
        return "0"
    return "1" if reach and found in _FULL else found


def _signs(texts: Sequence[str], rows: Sequence[int], places: range) -> list[Sign] | None:
    """Return the signs beside and below values; None if anything else between values may have a meaning.

    Raises PuzzleFormatError at the last line if signs may be hidden.
    """
    width, is_dense = len(places), rows[1] - rows[0] == 1
    found: list[Sign] = []
    is_hiding = False
    for y in range(rows[0], rows[-1] + 1):
        row = bisect(rows, y) - 1
        is_row = rows[row] == y
        for x, char in enumerate(texts[y][: places[-1] + 2]):
            if x < places[0] - 1 or (is_row and x in places):
                continue
            column = bisect(places, x) - 1
            cell = row * width + column
            if char in signs.SIGNS and is_row and 0 <= column < width - 1:
                found.append(Sign(cell, cell + 1, signs.SIGNS[char]))
            elif char in signs.SIGNS and not is_row and x in places:
                found.append(Sign(cell, cell + width, signs.SIGNS[char]))
            elif (char in _BELOW or char in _ABOVE) and is_dense:
                beside = places.index(x + 1) if x + 1 in places else column
                upper = row if char in _BELOW else row - 1
                if not 0 <= upper < len(rows) - 1:
                    return None
                a = upper * width + beside
                found.append(Sign(a, a + width, (_BELOW | _ABOVE)[char]))
            elif char.isalnum() or char in _UNCLEAR:
                return None
            is_hiding |= char in _HIDING
    if found and is_dense and (is_hiding or places.step < _ROOM):
        raise error("not all signs of this board are shown: draw larger cells, or share the puzzle", len(texts))
    return found


def _end(texts: Sequence[str], first: int, places: range) -> tuple[int, bool | None]:
    """Return the end of a board whose last row is before line `first`, and whether all its rows are shown.

    If the counters of the columns follow, all rows are shown. If a text such as `rows 1-9 of 14` follows, not all rows
    are shown. Otherwise this is unknown (None).
    """
    end, counters = first, 0
    below = list(enumerate(texts[first : first + _TALLEST], first))
    if in_view := [at for at, text in below if re.search(_IN_VIEW, text)]:
        return in_view[0] + 1, False
    for at, text in below:
        board = text[: places[-1] + 1]
        if re.match(r"\s*\S\s", board) and all(board[x : x + 1].strip() for x in places):
            end, counters = at + 1, counters + 1
        elif any(char.isalnum() for char in board):
            break
        elif board.strip():
            end = at + 1
    return end, counters > 1 or None
