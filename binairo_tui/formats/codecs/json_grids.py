"""Puzzles in JSON.

`json` is a list of rows as used by shadify. It stands alone or is a field of an object; the object may also hold signs:

    [["x", "1", "0"], ...]                                           x, "", ".", " " or null for an empty cell
    {"cells": ["..1", ...], "horizontal": [".=", ...], "vertical": ["x..", ...]}
    {"board": [["B", " ", "W"], ...], "arith_rows": ..., "arith_cols": ...}
    {"task": ..., "comparisonClues": [[0, 1], ...]}                  sums: right, 1 for = and 2 for x; below, 4 and 8
    {"boardStr": "6x6;......"}

`0hh1` is a level from 0h h1, `{"size": 6, "empty": [0, 2, ...], "full": [...]}`: 0 is an empty cell, 1 is the first
colour (0 in this program), and 2 is the second colour (1 in this program).

`puzzletea` is an export from PuzzleTea (Takuzu and Takuzu+), with one object per line. The `save` object inside such an
object can also stand alone. `state` is the current position, and `provided` marks the givens with `#`. So a saved game
can be continued.
"""

import json
from collections.abc import Iterator, Mapping

from binairo_tui.engine import Position, Puzzle
from binairo_tui.engine.puzzle import MAX_SIZE
from binairo_tui.formats import base, fact_text, facts, json_puzzles
from binairo_tui.formats.signs import read_signs, sign_rows

_LEVEL = ".01"
"""The cells that the numbers 0, 1 and 2 mean in a level from 0h h1."""

_RECORD = 3
"""The number of values in a record of a cell: two coordinates and the cell's value."""


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
    """Raise PuzzleFormatError if rows have different lengths, if there are too many rows, or if a row is too long."""
    if not isinstance(rows[0], (list, str)):
        return
    width = len(rows[0])
    are_records = width == _RECORD != len(rows) or (width and isinstance(rows[0][0], (list, dict)))
    if are_records or (len(rows) == 1 and width <= MAX_SIZE):
        return  # not rows of cells
    base.check_size(width, len(rows))
    for number, row in enumerate(rows, 1):
        if not isinstance(row, (list, str)) or len(row) != width:
            raise base.error(f"row {number} does not have {width} cells like the first")
        for column, cell in enumerate(row, 1):
            if type(cell) is int and cell not in (-1, 0, 1, 2):
                raise base.error(f"expected 0, 1 or an empty cell in r{number}c{column}, found {str(cell)[:20]!r}")


def write(puzzle: Puzzle) -> str:
    across, down = sign_rows(puzzle)
    return json.dumps({"cells": puzzle.geometry.rows(puzzle.givens), "horizontal": across, "vertical": down})


def read_0hh1(text: str) -> Iterator[base.ReadPuzzle]:
    for fields in json_puzzles.objects(text):
        cells = fields.get("empty", fields.get("cells"))
        cells = cells if isinstance(cells, list) else []
        size = fields.get("size", base.side_of(len(cells)))
        if type(size) is not int:
            raise base.error(f"{len(cells)} cells do not fill a square grid")
        base.check_size(size, size)
        if not all(type(cell) is int and 0 <= cell < len(_LEVEL) for cell in cells):
            raise base.error("expected a list of 0, 1 and 2")
        facts.require_no_signs(fact_text.tree_of(fields))
        yield base.ReadPuzzle(base.make_puzzle(size, size, "".join([_LEVEL[cell] for cell in cells])))


def write_0hh1(puzzle: Puzzle) -> str:
    cells = [_LEVEL.index(value) for value in puzzle.geometry.text(puzzle.givens)]
    return json.dumps({"size": puzzle.width, "empty": cells})


def read_puzzletea(text: str) -> Iterator[base.ReadPuzzle]:
    for fields in json_puzzles.objects(text):
        entry = fields.get("puzzle", {"save": fields})
        save = entry.get("save") if isinstance(entry, dict) else None
        if not isinstance(entry, dict) or not isinstance(save, dict):
            raise base.error("'puzzle' and 'save' must be objects")
        if entry.get("game", "Takuzu") not in ("Takuzu", "Takuzu+"):
            raise base.error(f"'game' is {str(entry['game'])[:20]!r}, expected 'Takuzu' or 'Takuzu+'")
        size = save.get("size")
        if type(size) is not int:
            raise base.error("'size' is not a number")
        base.check_size(size, size)
        state, provided = "".join(_lines(save, "state", "01.")), "".join(_lines(save, "provided", "#."))
        if not len(state) == len(provided) == size**2:
            raise base.error(f"'state' and 'provided' must each hold {size**2} cells")
        cells = "".join([value if mark == "#" else "." for value, mark in zip(state, provided, strict=True)])
        matrices = (("horizontal_relations", 1), ("vertical_relations", size))
        signs = [it for name, step in matrices for it in read_signs(_lines(save, name, ".=x "), step, (size, size))]
        puzzle = base.make_puzzle(size, size, cells, signs=signs)
        history = () if state == cells else (puzzle.givens, puzzle.geometry.position(state))
        yield base.ReadPuzzle(puzzle, history, int(bool(history)), str(entry.get("name", ""))[:200])


def _lines(fields: Mapping[str, object], name: str, allowed: str) -> list[str]:
    """Return the lines of a field, which may be missing. Raises PuzzleFormatError if a character is not allowed."""
    text = fields.get(name) or ""
    if not isinstance(text, str) or not set(text) <= {*allowed, "\n"}:
        raise base.error(f"'{name}' is not a text with only the characters '{allowed}'")
    return text.split("\n")


def write_puzzletea(puzzle: Puzzle, position: Position) -> str:
    """Return a game at a position, with its givens marked, as one line of JSON. The grid must be square."""
    rows = puzzle.geometry.rows(position)
    provided = ["".join(["." if value == "." else "#" for value in row]) for row in puzzle.geometry.rows(puzzle.givens)]
    save: dict[str, object] = {"size": puzzle.width, "state": "\n".join(rows), "provided": "\n".join(provided)}
    save |= {"mode_title": "Imported"}
    if puzzle.signs:
        across, down = sign_rows(puzzle)
        save |= {"horizontal_relations": "\n".join(across), "vertical_relations": "\n".join(down)}
    game = "Takuzu+" if puzzle.signs else "Takuzu"
    pack = {"generated": "", "version": "", "category": game, "mode_selection": "", "count": 1, "seed": ""}
    entry = {"index": 1, "name": f"{puzzle.width}x{puzzle.height}", "game": game, "mode": "Imported", "save": save}
    return json.dumps({"schema": "puzzletea.export.v1", "pack": pack, "puzzle": entry})
