"""One line of text per puzzle, and back.

    WxH;cells[;signs=r1c2=r1c3,r4c1xr5c1][;lines=any]

`cells` are row by row `.`, `0`, `1`. `lines=unique` is the default; `lines=any` switches the unique-lines rule off.
Reading also takes upper-case `X`, white space around fields and between rows, and signs with their cells in either
order; writing is `str(puzzle)`, always the same form. The fields after the cells may come in any order, each once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from binairo_tui.engine.geometry import Cell, cell_name, geometry
from binairo_tui.engine.puzzle import MAX_SIZE, MIN_SIZE, Puzzle, Sign, size_fault

MAX_TEXT = 65_536
"""Longer texts are refused unread: the longest canonical form of a 40x40 board is about 45,000 characters."""

_KNOWN_SIZES = {
    f"{width}x{height}": (width, height)
    for width in range(MIN_SIZE, MAX_SIZE + 1)
    for height in range(MIN_SIZE, MAX_SIZE + 1)
    if not size_fault(width, height)
}
_SIZE = re.compile(r"([0-9]{1,3})[xX]([0-9]{1,3})")
_NO_CELL = re.compile(r"[^01.\s]")
_SIGN = re.compile(r"r([0-9]{1,2})c([0-9]{1,2})([=xX])r([0-9]{1,2})c([0-9]{1,2})")


class PuzzleFormatError(ValueError):
    """A text is not a puzzle. `line` and `column` (from 1) say where; `message` says what is wrong."""

    def __init__(self, message: str, *, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column


def parse_puzzle(text: str) -> Puzzle:
    """Read one puzzle in our notation.

    Raises PuzzleFormatError, and nothing else, for any other text. Time and memory are bounded by the size of the text.
    """
    size, _, cells = text.partition(";")
    if cells and not cells.strip("01.") and size in _KNOWN_SIZES:  # nothing but size and cells, as in long files
        width, height = _KNOWN_SIZES[size]
        if len(cells) == width * height:
            return Puzzle(width, height, geometry(width, height).position(cells))
    if len(text) > MAX_TEXT:
        raise PuzzleFormatError(f"the text is longer than {MAX_TEXT} characters", column=MAX_TEXT + 1)
    fields = _fields(text.rstrip())
    width, height = _parse_size(*next(fields))
    cells_field = next(fields, None)
    if cells_field is None:
        raise PuzzleFormatError("no cells: expected 'WxH;cells'", column=len(text.rstrip()) + 1)
    givens = geometry(width, height).position(_parse_cells(*cells_field, width, height))
    signs: tuple[Sign, ...] = ()
    unique_lines = True
    seen = set()
    for field, column in fields:
        key, separator, value = field.partition("=")
        start = column + len(key) + 1
        if not separator:
            raise PuzzleFormatError(f"expected 'key=value', found {_quoted(field)}", column=column)
        if key in seen:
            raise PuzzleFormatError(f"{_quoted(key)} is given twice", column=column)
        seen.add(key)
        if key == "signs":
            signs = _parse_signs(value, start, width, height)
        elif key == "lines":
            unique_lines = _parse_lines(value, start)
        else:
            raise PuzzleFormatError(f"unknown field {_quoted(key)}: expected 'signs' or 'lines'", column=column)
    return Puzzle(width, height, givens, signs, unique_lines)


def _fields(text: str) -> Iterator[tuple[str, int]]:
    """The fields between semicolons, stripped, each with its column from 1."""
    offset = 0
    for raw in text.split(";"):
        yield raw.strip(), offset + len(raw) - len(raw.lstrip()) + 1
        offset += len(raw) + 1


def _parse_size(text: str, column: int) -> tuple[int, int]:
    match = _SIZE.fullmatch(text)
    if match is None:
        raise PuzzleFormatError(f"expected a size such as '6x6;', found {_quoted(text)}", column=column)
    width, height = int(match[1]), int(match[2])
    fault = size_fault(width, height)
    if fault:
        raise PuzzleFormatError(fault, column=column)
    return width, height


def _parse_cells(text: str, column: int, width: int, height: int) -> str:
    if len(text) == width * height and not text.strip("01."):
        return text
    if stranger := _NO_CELL.search(text):
        found = _quoted(stranger[0])
        raise PuzzleFormatError(f"expected '0', '1' or '.', found {found}", column=column + stranger.start())
    cells = "".join(text.split())
    if len(cells) != width * height:
        wanted = f"{width}x{height} has {width * height} cells"
        raise PuzzleFormatError(f"{wanted}, found {len(cells)}", column=column)
    return cells


def _parse_signs(text: str, column: int, width: int, height: int) -> tuple[Sign, ...]:
    found: dict[tuple[Cell, Cell], bool] = {}
    if text.count(",") >= 2 * width * height:
        raise PuzzleFormatError(f"more signs than a {width}x{height} board has neighbours", column=column)
    for item in text.split(","):
        match = _SIGN.fullmatch(item.strip())
        if match is None:
            raise PuzzleFormatError(f"expected a sign such as 'r1c2=r1c3', found {_quoted(item)}", column=column)
        a = _parse_cell(match[1], match[2], width, height, column)
        b = _parse_cell(match[4], match[5], width, height, column)
        a, b = min(a, b), max(a, b)
        if not _are_neighbours(a, b, width):
            names = f"{cell_name(a, width)} and {cell_name(b, width)}"
            raise PuzzleFormatError(f"{names} are not neighbours", column=column)
        same = match[3] == "="
        if found.setdefault((a, b), same) is not same:
            names = f"{cell_name(a, width)} and {cell_name(b, width)}"
            raise PuzzleFormatError(f"both = and x between {names}", column=column)
        column += len(item) + 1
    return tuple(sorted(Sign(a, b, same) for (a, b), same in found.items()))


def _parse_cell(row_text: str, column_text: str, width: int, height: int, at: int) -> Cell:
    row, column = int(row_text), int(column_text)
    if not (1 <= row <= height and 1 <= column <= width):
        raise PuzzleFormatError(f"r{row}c{column} is outside the {width}x{height} board", column=at)
    return (row - 1) * width + column - 1


def _are_neighbours(a: Cell, b: Cell, width: int) -> bool:
    return b - a == width or (b - a == 1 and b % width != 0)


def _parse_lines(text: str, column: int) -> bool:
    if text not in ("unique", "any"):
        raise PuzzleFormatError(f"expected 'lines=unique' or 'lines=any', found {_quoted(text)}", column=column)
    return text == "unique"


def _quoted(text: str) -> str:
    """Foreign text inside a message: short, printable, in quotes."""
    shown = text if len(text) <= 20 else text[:19] + "…"
    return ascii(shown) if not shown.isprintable() else f"'{shown}'"
