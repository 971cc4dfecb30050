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
from binairo_tui.formats import base, fact_text, facts, json_puzzles
from binairo_tui.formats.signs import sign_rows


def read(text: str) -> Iterator[base.ReadPuzzle]:
    """Yield the puzzle in a grid or an object, or all puzzles in a list of objects."""
    value = json_puzzles.parse(text)
    found = facts.read(fact_text.tree_of(value), is_strict=True)
    if not found:
        raise base.error("no grid found in this JSON")
    yield from found


def write(puzzle: Puzzle) -> str:
    """Return a JSON object with the keys `cells`, `horizontal` and `vertical`."""
    across, down = sign_rows(puzzle)
    return json.dumps({"cells": puzzle.geometry.rows(puzzle.givens), "horizontal": across, "vertical": down})
