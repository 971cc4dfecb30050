"""Grids in JSON: lists of rows as used by shadify, alone or as a field of an object, which may also hold signs.

[["x", "1", "0"], ...]                                           x, "", ".", " " or null for an empty cell
{"cells": ["..1", ...], "horizontal": [".=", ...], "vertical": ["x..", ...]}
{"board": [["B", " ", "W"], ...], "arith_rows": ..., "arith_cols": ...}
{"task": ..., "comparisonClues": [[0, 1], ...]}                  sums: 1 = and 2 x right, 4 = and 8 x below
{"boardStr": "6x6;......"}
"""

import json
from collections.abc import Iterator

from binairo_tui.engine import Puzzle, parse_puzzle
from binairo_tui.formats import base, json_puzzles
from binairo_tui.formats.signs import read_fields, sign_rows

_VALUES = {
    **dict.fromkeys((".", "", " ", "-", "x", "X", "_", "?"), "."),
    **dict.fromkeys(("0", "W", "w", "Y", "y"), "0"),
    **dict.fromkeys(("1", "B", "b"), "1"),
}
_TITLES = ("title", "name")
_ABOUT = frozenset(["answer", "history", "meta", "metadata", "moves", "solution", "solutions", "tags", "field"])
"""Keys whose lists and objects are no part of the puzzle."""


def read(text: str) -> Iterator[base.ReadPuzzle]:
    """Yield the puzzle in a grid or an object, or all puzzles in a list of objects."""
    return json_puzzles.read_objects(text, _read)


def write(puzzle: Puzzle) -> str:
    """Return a JSON object with the keys `cells`, `horizontal` and `vertical`."""
    across, down = sign_rows(puzzle)
    return json.dumps({"cells": puzzle.geometry.rows(puzzle.givens), "horizontal": across, "vertical": down})


def _read(fields: dict[str, object]) -> base.ReadPuzzle:
    if isinstance(board := fields.get("boardStr"), str):
        return base.ReadPuzzle(parse_puzzle(board))
    key = next((key for key in json_puzzles.GRID_KEYS if isinstance(fields.get(key), list)), None)
    if key is None:
        raise base.error(f"no grid found: expected a list as one of {', '.join(json_puzzles.GRID_KEYS)}")
    grid = fields[key]
    if not isinstance(grid, list) or not grid or not isinstance(grid[0], (list, str)):
        raise base.error(f"'{key}' is not a list of rows")
    width, height = len(grid[0]), len(grid)
    base.check_size(width, height)
    beside = {name: value for name, value in fields.items() if name != key and name not in _ABOUT}
    signs = read_fields(beside, width, height)
    cells = "".join([_row(number, row, width) for number, row in enumerate(grid, 1)])
    puzzle = base.make_puzzle(width, height, cells, signs=signs)
    title = next((value for name in _TITLES if isinstance(value := fields.get(name), str)), "")
    return base.ReadPuzzle(puzzle, title=title[:200])


def _row(number: int, row: object, width: int) -> str:
    if not isinstance(row, (list, str)) or len(row) != width:
        raise base.error(f"row {number} does not have {width} cells like the first")
    cells = []
    for column, value in enumerate(row, 1):
        text = "." if value is None else str(value) if type(value) in (int, str) else "\0"
        if text not in _VALUES:
            raise base.error(f"expected 0, 1 or an empty cell in r{number}c{column}, found {str(value)[:20]!r}")
        cells.append(_VALUES[text])
    return "".join(cells)
