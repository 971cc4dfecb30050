"""Grids of characters: tells the alphabet of their cells, and makes a puzzle of their rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from binairo_tui.engine import Puzzle, PuzzleFormatError
from binairo_tui.engine.puzzle import MAX_SIZE
from binairo_tui.formats.base import TextLine, error, make_puzzle

BLANKS = ".-_·"
"""Characters for an empty cell in any alphabet."""
PAIRS = (("O", "X"), ("W", "B"), ("Y", "B"))
"""Letters for 0 and 1: noughts and crosses; white and black; sun and moon."""


class Row(NamedTuple):
    """Characters to be read as cells, the number of their line, and the column of each."""

    line: int
    cells: str
    columns: tuple[int, ...]


def row_of(line: TextLine) -> Row:
    """Return the row of a line, without the white space between its cells."""
    columns = [column for column, character in enumerate(line.text.rstrip(), 1) if not character.isspace()]
    return Row(line.number, "".join(line.text.split()), tuple(columns))


def row_error(message: str, row: Row, index: int = 0) -> PuzzleFormatError:
    """Return an error at the cell of this index, or after the last cell of the row."""
    column = row.columns[index] if index < len(row.columns) else row.columns[-1] + 1
    return error(message, row.line, column)


def puzzle_of(rows: Sequence[Row]) -> Puzzle:
    """Return the puzzle of rows in one of the alphabets, upper or lower case, with unique lines.

    Raises PuzzleFormatError at the first character that is not a cell, or at the first row of another length.
    """
    values = alphabet_of(rows)
    width = len(rows[0].cells)
    for row in rows:
        if len(row.cells) != width:
            raise row_error(
                f"{len(row.cells)} cells in this row, {width} in the first", row, min(len(row.cells), width)
            )
    if len(rows) > MAX_SIZE:
        raise row_error(f"more than {MAX_SIZE} rows without a blank line", rows[MAX_SIZE])
    cells = "".join([row.cells for row in rows]).upper().translate(values)
    return make_puzzle(width, len(rows), cells, line=rows[0].line, column=rows[0].columns[0])


def alphabet_of(rows: Sequence[Row]) -> dict[int, str]:
    """Return the cell that each upper-case character of these rows stands for, as a table for `str.translate`.

    Raises PuzzleFormatError at the first character that is not a cell.
    """
    characters = set("".join([row.cells for row in rows]).upper())
    values = _alphabet(characters)
    if characters <= {chr(code) for code in values}:
        return values
    for row in rows:
        for i, character in enumerate(row.cells):
            if character.upper() not in map(chr, values):
                raise row_error(f"expected '0', '1' or '.', found {character!r}", row, i)
    raise AssertionError("every character is a cell")  # pragma: no cover


def _alphabet(characters: set[str]) -> dict[int, str]:
    blanks = dict.fromkeys(map(ord, BLANKS), ".")
    if characters <= set("01X") and "X" in characters:
        return {ord("0"): "0", ord("1"): "1", ord("X"): "."}
    if characters <= set("01OI" + BLANKS):
        return {**blanks, ord("0"): "0", ord("O"): "0", ord("1"): "1", ord("I"): "1"}
    for zero, one in PAIRS:
        if characters <= {zero, one, *BLANKS}:
            return {**blanks, ord(zero): "0", ord(one): "1"}
    return {**blanks, ord("0"): "0", ord("1"): "1"}
