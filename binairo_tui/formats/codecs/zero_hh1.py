"""Levels from 0h h1 as JSON: `{"size": 6, "empty": [0, 2, ...], "full": [...]}`, or a list of the cells.

0 is an empty cell, 1 is the first colour (0 in this program), and 2 is the second colour (1 in this program).
"""

import json
from collections.abc import Iterator

from binairo_tui.engine import Puzzle
from binairo_tui.formats import base, json_puzzles

_VALUES = {0: ".", 1: "0", 2: "1"}
_NUMBERS = {value: number for number, value in _VALUES.items()}


def read(text: str) -> Iterator[base.ReadPuzzle]:
    """Yield the puzzle in an object or a list of cells, or all puzzles in a list of objects."""
    return json_puzzles.read_objects(text, _read)


def write(puzzle: Puzzle) -> str:
    """Return a JSON object with the keys `size` and `empty`."""
    cells = [_NUMBERS[value] for value in puzzle.geometry.text(puzzle.givens)]
    return json.dumps({"size": puzzle.width, "empty": cells})


def _read(fields: dict[str, object]) -> base.ReadPuzzle:
    cells = fields.get("empty", fields.get("cells"))
    if not isinstance(cells, list) or not cells:
        raise base.error("'empty' is not a list of cells")
    if isinstance(cells[0], list):
        if any(not isinstance(row, list) or len(row) != len(cells[0]) for row in cells):
            raise base.error("the rows do not all have the same number of cells")
        width, height = len(cells[0]), len(cells)
        cells = [value for row in cells for value in row]
    else:
        size = fields.get("size", base.side_of(len(cells)))
        if type(size) is not int:
            raise base.error(f"{len(cells)} cells do not fill a square grid")
        width = height = size
    base.check_size(width, height)
    for at, value in enumerate(cells):
        if type(value) is not int or value not in _VALUES:
            raise base.error(f"expected 0, 1 or 2 as cell {at + 1}, found {str(value)[:20]!r}")
    return base.ReadPuzzle(base.make_puzzle(width, height, "".join([_VALUES[value] for value in cells])))
