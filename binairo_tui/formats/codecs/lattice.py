"""Tango lattices: cells with their walls, and signs in the walls (darcipeoples/linkedin-solvers).

    .-.-.-.
    | xY| |
    .-.-.=.

Counting from 0, the cell (r, c) is character 2c + 1 of line 2r + 1: B is 1 (moon), Y is 0 (sun), and a space is an
empty cell. Some draw 0 as R (red). The sign to the right of a cell is the next character. The sign below a cell is in
the next line. Walls may be drawn or left out.
"""

from collections.abc import Iterator

from binairo_tui.engine import Puzzle
from binairo_tui.formats.base import ReadPuzzle, check_size, error, make_puzzle
from binairo_tui.formats.sign_lines import framed_grid

_CELLS = {".": ".", "B": "1", "b": "1", "1": "1", "Y": "0", "y": "0", "R": "0", "r": "0", "0": "0"}


def read(text: str) -> Iterator[ReadPuzzle]:
    """Yield the puzzle in a block of lines. The indentation of its first line is removed from all lines."""
    if {"y", "r"} <= set(text.lower()):
        raise error("'R' and 'Y' both stand for 0: use one of them, and 'B' for 1")
    lines = text.split("\n")
    indent = len(lines[0]) - len(lines[0].lstrip())
    wide, high = len(lines[0].strip()), len(lines)
    if wide % 2 == 0 or high % 2 == 0:
        raise error(f"a lattice has an odd number of lines and characters, not {high} and {wide}", high)
    check_size(wide // 2, high // 2)
    rows, signs = framed_grid([_padded(number, line, indent, wide) for number, line in enumerate(lines, 1)], 1, indent)
    for row in rows:
        for cell, column in zip(row.cells, row.columns, strict=True):
            if cell not in _CELLS:
                raise error(f"expected 'B', 'Y', 'R' or a space, found {cell!r}", row.line, column)
    cells = "".join([_CELLS[cell] for row in rows for cell in row.cells])
    yield ReadPuzzle(make_puzzle(wide // 2, high // 2, cells, signs=signs))


def write(puzzle: Puzzle) -> str:
    """Return the lattice with all walls."""
    width, height = puzzle.width, puzzle.height
    texts = [".-" * width + ".", "| " * width + "|"] * height + [".-" * width + "."]
    grid = [list(text) for text in texts]
    for cell, value in enumerate(puzzle.geometry.text(puzzle.givens)):
        row, column = divmod(cell, width)
        grid[2 * row + 1][2 * column + 1] = {".": " ", "0": "Y", "1": "B"}[value]
    for a, b, same in puzzle.signs:
        row, column = divmod(a, width)
        at = (2 * row + 1, 2 * column + 2) if b == a + 1 else (2 * row + 2, 2 * column + 1)
        grid[at[0]][at[1]] = "=" if same else "x"
    return "\n".join(["".join(line) for line in grid])


def _padded(number: int, line: str, indent: int, wide: int) -> str:
    text = line[indent:].rstrip()
    if line[:indent].strip():
        raise error("this line begins before the first one", number)
    if len(text) > wide:
        raise error(f"{len(text)} characters in this line, {wide} in the first", number, indent + wide + 1)
    return text.ljust(wide)
