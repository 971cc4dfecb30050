"""Puzzles as plain text: one puzzle a line, or a row a line with blank lines between the grids.

    6x6;1...10.....0.0.1.....11.0.....1.0...      our notation
    1...10 .....0 .0.1.. ...11. 0..... 1.0...     rows with white space between them
    1...10.....0.0.1.....11.0.....1.0...          bare cells that fill a square

    1 . . . 1 0                                   a grid; white space between its cells is as you like
    . . . . . 0
    ...

From a `#` on, at the beginning of a line or behind white space, a line is a comment, and a line that is nothing else
parts grids as a blank one does. What a line of bare cells is, its length tells: 36, 64, 100, ... cells are a puzzle of
their own, and so are 16 unless just sixteen such lines stand together (a 16x16 grid); any other line is a row. Knows
nothing of files: lines come in, puzzles and complaints go out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, groupby, pairwise
from math import isqrt
from typing import NamedTuple

from binairo_tui.engine.notation import PuzzleFormatError, parse_puzzle
from binairo_tui.engine.puzzle import MAX_SIZE, Puzzle

_COMMENT = re.compile(r"(?<!\S)#")
_AMBIGUOUS = 16
"""A line of so many cells may be a row of a grid of so many rows, or a whole 4x4 grid."""


class Line(NamedTuple):
    """A line of a source, without its line end; numbers and columns count from 1.

    `fault` is why it could not be read, and `column` where; then `text` is empty.
    """

    number: int
    text: str
    fault: str = ""
    column: int = 1


class NumberedPuzzle(NamedTuple):
    """A puzzle and the number of the line that it begins in."""

    line: int
    puzzle: Puzzle


Reading = NumberedPuzzle | PuzzleFormatError


class _Row(NamedTuple):
    """Characters that should be cells, the line they stand in, and the column of each."""

    line: int
    cells: str
    columns: tuple[int, ...]


def read_grids(lines: Iterable[Line]) -> Iterator[Reading]:
    """Every puzzle of a text in order; in place of one that is wrong an error with its line and column.

    Goes on after an error. Takes the lines one by one and gives each puzzle as soon as it is complete.
    """
    for is_separator, block in groupby(map(_without_comment, lines), _is_separator):
        if not is_separator:
            yield from _read_block(block)


def _without_comment(line: Line) -> Line:
    return line._replace(text=_COMMENT.split(line.text, 1)[0]) if "#" in line.text else line


def _is_separator(line: Line) -> bool:
    return not line.fault and not line.text.strip()


def _read_block(lines: Iterator[Line]) -> Iterator[Reading]:
    """The puzzles of lines that nothing separates."""
    rows: list[Line] = []
    for line in lines:
        if _stands_alone(line):
            yield from _read_rows(rows)
            yield _read_line(line)
            rows = []
        else:
            rows.append(line)
        if len(rows) > MAX_SIZE:
            yield from _read_long_block(rows, lines)
            return
    yield from _read_rows(rows)


def _stands_alone(line: Line) -> bool:
    """Whether the line is no row of a grid."""
    if line.fault or ";" in line.text:
        return True
    lengths = [len(text) for text in line.text.split()]
    cell_count = sum(lengths)
    if cell_count <= _AMBIGUOUS:
        return False
    # Fewer or shorter groups are rather a row with gaps to guide the eye.
    is_in_rows = len(set(lengths)) == 1 and all(count >= 4 and count % 2 == 0 for count in (len(lengths), lengths[0]))
    return cell_count > MAX_SIZE or is_in_rows or _side(cell_count) is not None


def _read_line(line: Line) -> Reading:
    """The puzzle of a line of its own."""
    if line.fault:
        return PuzzleFormatError(line.fault, line=line.number, column=line.column)
    if ";" not in line.text:
        return _read_cells(line)
    try:
        return NumberedPuzzle(line.number, parse_puzzle(line.text))
    except PuzzleFormatError as error:
        return PuzzleFormatError(error.message, line=line.number, column=error.column)


def _read_cells(line: Line) -> Reading:
    """The puzzle of a line of rows, or of cells whose number alone tells the size."""
    row = _row(line)
    lengths = [len(text) for text in line.text.split()]
    if len(lengths) == 1 or max(lengths) == 1:
        side = _side(len(row.cells))
        if side is None:
            message = f"{len(row.cells)} cells do not fill a square grid"
            return _find_stranger([row]) or _error(message, row)
        lengths = [side] * side
    ends = list(accumulate(lengths, initial=0))
    return _read_grid([_Row(row.line, row.cells[i:j], row.columns[i:j]) for i, j in pairwise(ends)])


def _read_rows(lines: Sequence[Line]) -> Iterator[Reading]:
    """The puzzles of consecutive lines of bare cells."""
    if len(lines) == 1 or (_mostly_ambiguous(lines) and len(lines) != _AMBIGUOUS):
        yield from map(_read_line, lines)
    elif lines:
        yield _read_grid([_row(line) for line in lines])


def _read_long_block(lines: Sequence[Line], rest: Iterator[Line]) -> Iterator[Reading]:
    """The puzzles of a block that begins with more rows than a grid can have. Holds no more of it in memory."""
    is_list = _mostly_ambiguous(lines)
    if is_list:
        yield from map(_read_line, lines)
    else:
        yield _error(f"more than {MAX_SIZE} rows without a blank line", _row(lines[-1]))
    for line in rest:
        if is_list or _stands_alone(line):
            yield _read_line(line)


def _mostly_ambiguous(lines: Sequence[Line]) -> bool:
    return 2 * sum(len(_row(line).cells) == _AMBIGUOUS for line in lines) > len(lines)


def _read_grid(rows: Sequence[_Row]) -> Reading:
    stranger = _find_stranger(rows)
    if stranger:
        return stranger
    width = len(rows[0].cells)
    for row in rows:
        if len(row.cells) != width:
            return _error(f"{len(row.cells)} cells in this row, {width} in the first", row, min(len(row.cells), width))
    try:
        puzzle = parse_puzzle(f"{width}x{len(rows)};{''.join(row.cells for row in rows)}")
    except PuzzleFormatError as error:
        return _error(error.message, rows[0])
    return NumberedPuzzle(rows[0].line, puzzle)


def _find_stranger(rows: Sequence[_Row]) -> PuzzleFormatError | None:
    """An error about the first character that is no cell, if there is one."""
    for row in rows:
        for i, character in enumerate(row.cells):
            if character not in "01.":
                return _error(f"expected '0', '1' or '.', found {character!r}", row, i)
    return None


def _error(message: str, row: _Row, index: int = 0) -> PuzzleFormatError:
    """An error at the cell of this index, or right behind the row's last cell."""
    column = row.columns[index] if index < len(row.columns) else row.columns[-1] + 1
    return PuzzleFormatError(message, line=row.line, column=column)


def _row(line: Line) -> _Row:
    columns = [column for column, character in enumerate(line.text, 1) if not character.isspace()]
    return _Row(line.number, "".join(line.text.split()), tuple(columns))


def _side(cell_count: int) -> int | None:
    """The side of the square grid of so many cells, if there is one. Few cells are rather a row of an odd board."""
    side = isqrt(cell_count)
    return side if side * side == cell_count and (side % 2 == 0 or cell_count > MAX_SIZE) else None
