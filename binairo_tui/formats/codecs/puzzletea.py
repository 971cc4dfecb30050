"""Exports from PuzzleTea (Takuzu and Takuzu+): one JSON object per line, or only the `save` object inside it.

`state` is the current position, and `provided` marks the givens with `#`, so a saved game can be continued.
"""

import json
from collections.abc import Iterator

from binairo_tui.engine import Position, Puzzle, Sign
from binairo_tui.formats import base, json_puzzles
from binairo_tui.formats.signs import read_signs, sign_rows


def read(text: str) -> Iterator[base.ReadPuzzle]:
    """Yield the puzzle in an object, or all puzzles in a list of objects."""
    return json_puzzles.read_objects(text, _read)


def write(puzzle: Puzzle, position: Position) -> str:
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


def _read(fields: dict[str, object]) -> base.ReadPuzzle:
    title = ""
    if "puzzle" in fields:
        fields = _object(fields["puzzle"], "puzzle")
        title = str(fields.get("name", ""))[:200]
        if fields.get("game", "Takuzu") not in ("Takuzu", "Takuzu+"):
            raise base.error(f"'game' is {str(fields.get('game'))[:20]!r}, expected 'Takuzu' or 'Takuzu+'")
        fields = _object(fields.get("save"), "save")
    size = fields.get("size")
    if type(size) is not int:
        raise base.error("'size' is not a number")
    base.check_size(size, size)
    state = "".join(json_puzzles.text_rows(fields.get("state"), "state", size, size, "01."))
    provided = "".join(json_puzzles.text_rows(fields.get("provided"), "provided", size, size, "#."))
    signs = _signs(fields, size)
    cells = "".join([value if mark == "#" else "." for value, mark in zip(state, provided, strict=True)])
    puzzle = base.make_puzzle(size, size, cells, signs=signs)
    if state == cells:
        return base.ReadPuzzle(puzzle, title=title)
    history = (puzzle.givens, puzzle.geometry.position(state))
    return base.ReadPuzzle(puzzle, history=history, head=1, title=title)


def _signs(fields: dict[str, object], size: int) -> tuple[Sign, ...]:
    found: list[Sign] = []
    for name, step in (("horizontal_relations", 1), ("vertical_relations", size)):
        text = fields.get(name) or ""
        if not isinstance(text, str) or not set(text) <= set(".=x \n"):
            raise base.error(f"'{name}' is not a text of '=', 'x' and '.'")
        found += read_signs(text.split("\n"), step, (size, size))
    return tuple(sorted(found))


def _object(value: object, name: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise base.error(f"'{name}' is not an object")
    return value
