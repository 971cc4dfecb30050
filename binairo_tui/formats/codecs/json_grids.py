"""Grids in JSON: lists of rows as used by shadify, alone or as a field of an object, which may also hold signs.

[["x", "1", "0"], ...]                                           x, "", ".", " " or null for an empty cell
{"cells": ["..1", ...], "horizontal": [".=", ...], "vertical": ["x..", ...]}
{"board": [["B", " ", "W"], ...], "arith_rows": ..., "arith_cols": ...}
{"task": ..., "comparisonClues": [[0, 1], ...]}                  sums: 1 = and 2 x right, 4 = and 8 x below
{"boardStr": "6x6;......"}
"""

import json
from collections.abc import Iterator

from binairo_tui.engine import Puzzle
from binairo_tui.engine.puzzle import MAX_SIZE
from binairo_tui.formats import base, fact_text, facts, json_puzzles
from binairo_tui.formats.signs import sign_rows


def read(text: str) -> Iterator[base.ReadPuzzle]:
    """Yield the puzzle in a grid or an object, or all puzzles in a list of objects."""
    fields, *others = json_puzzles.objects(text)
    for name, value in fields.items():
        if facts.is_grid_name(name) and isinstance(value, list) and value:
            _check_rows(value)
    found = facts.read(fact_text.tree_of([fields, *others] if others else fields), is_strict=True)
    if not found:
        raise base.error(json_puzzles.NO_GRID)
    yield from found


def _check_rows(rows: list[object]) -> None:
    """Raise PuzzleFormatError if rows are of different lengths, or too many or too long."""
    if not isinstance(rows[0], (list, str)):
        return
    width = len(rows[0])
    if (width and isinstance(rows[0][0], (list, dict))) or (len(rows) == 1 and width <= MAX_SIZE):
        return  # not rows of cells
    base.check_size(width, len(rows))
    for number, row in enumerate(rows, 1):
        if not isinstance(row, (list, str)) or len(row) != width:
            raise base.error(f"row {number} does not have {width} cells like the first")
        for column, cell in enumerate(row, 1):
            if type(cell) is int and cell not in (-1, 0, 1, 2):
                raise base.error(f"expected 0, 1 or an empty cell in r{number}c{column}, found {str(cell)[:20]!r}")


def write(puzzle: Puzzle) -> str:
    """Return a JSON object with the keys `cells`, `horizontal` and `vertical`."""
    across, down = sign_rows(puzzle)
    return json.dumps({"cells": puzzle.geometry.rows(puzzle.givens), "horizontal": across, "vertical": down})
