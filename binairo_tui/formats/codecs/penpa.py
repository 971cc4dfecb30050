"""Addresses of boards in the puzzle editor Penpa-edit.

The part after `p=` is text that is compressed with raw DEFLATE and then encoded as base64. The lines of this text are
counted from 0. Line 0 begins with `square,COLUMNS,ROWS`. Line 3 holds the circles of the puzzle as
`zY:{"INDEX":[STYLE,"circle_M",1],...}`. Line 4 holds the circles of the answer. Line 5 holds the index of the first
cell, then the distances from each cell's index to the next. A circle of style 2 is black and stands for 1.
"""

import re
import zlib
from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Iterator
from itertools import accumulate

from binairo_tui.engine import PuzzleFormatError
from binairo_tui.engine.puzzle import MAX_SIZE
from binairo_tui.files.json_text import place_of
from binairo_tui.formats import base, json_puzzles

_ADDRESS = re.compile(r".*?m=(?:edit|solve)&p=([^&\s]*).*", re.DOTALL)
_BOARD = re.compile(r"square,([0-9]{1,3}),([0-9]{1,3}),.*")
_SYMBOLS = re.compile(r"\bzY:(\{[^{}]*\})")
_CELLS = re.compile(r"\[[0-9]{1,6}(?:,[0-9]{1,6})*\]")
_MAX_CONTENT = 1 << 17
"""Limit on the unpacked bytes; 40x40 full cells in both layers take about 80,000."""
_MARGIN = 4
"""A row has this many more indices than cells, because the board has a margin."""
_BLACK = 2


def read(text: str) -> Iterator[base.ReadPuzzle]:
    """Yield the puzzle in an address. Circles in the answer are cells that were filled in play."""
    match = _ADDRESS.fullmatch(text)
    if match is None:
        raise base.error("expected an address of Penpa-edit, with 'm=edit&p='")
    try:
        yield _read(_unpacked(match[1]))
    except PuzzleFormatError as problem:
        place = place_of(text, match.start(1))
        raise base.error(f"not a Penpa-edit board: {problem.message}", *place) from None


def _unpacked(text: str) -> list[str]:
    try:
        raw = b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), validate=True)
        unpacker = zlib.decompressobj(-15)
        content = unpacker.decompress(raw, _MAX_CONTENT).decode()
    except (Base64Error, ValueError, zlib.error):
        raise base.error("cannot be decompressed") from None
    if not unpacker.eof:
        raise base.error("the text is incomplete or too long")
    lines = content.split("\n", 6)
    if len(lines) < 6:
        raise base.error("lines are missing")
    return lines


def _read(lines: list[str]) -> base.ReadPuzzle:
    board = _BOARD.fullmatch(lines[0])
    if board is None or not 0 < int(board[1]) <= 2 * MAX_SIZE:
        raise base.error("not a square grid")
    places = _places(lines[5], int(board[1]) + _MARGIN)
    width = max(column for _, column in places.values()) + 1
    height = max(row for row, _ in places.values()) + 1
    base.check_size(width, height)
    givens, answers = _styles(lines[3]), _styles(lines[4])
    black = _black({*givens.values(), *answers.values()})
    cells = _cells(givens, black, places, width, height)
    puzzle = base.make_puzzle(width, height, cells)
    filled = _cells(answers | givens, black, places, width, height)
    if filled == cells:
        return base.ReadPuzzle(puzzle)
    return base.ReadPuzzle(puzzle, history=(puzzle.givens, puzzle.geometry.position(filled)), head=1)


def _places(text: str, stride: int) -> dict[int, tuple[int, int]]:
    """Map the index of every cell to its row and column. `stride` is the number of indices in a row."""
    if text.count(",") >= MAX_SIZE * MAX_SIZE or not _CELLS.fullmatch(text):
        raise base.error("the list of cells is missing")
    indices = list(accumulate(map(int, text[1:-1].split(","))))
    rows, columns = [index // stride for index in indices], [index % stride for index in indices]
    top, left = min(rows), min(columns)
    return {i: (row - top, column - left) for i, row, column in zip(indices, rows, columns, strict=True)}


def _styles(line: str) -> dict[int, int]:
    """Map every index that has a circle to the style of the circle."""
    if line.count("{") > MAX_SIZE or line.count(":") > 2 * MAX_SIZE * MAX_SIZE:
        raise base.error("too many symbols")
    match = _SYMBOLS.search(line)
    symbols = json_puzzles.parse(match[1]) if match else {}
    found = {}
    for key, value in symbols.items() if isinstance(symbols, dict) else ():
        if not (key.isascii() and key.isdigit() and isinstance(value, list) and len(value) == 3):
            raise base.error("the symbols are invalid")
        style, shape = value[0], value[1]
        if type(style) is not int or not isinstance(shape, str) or not shape.startswith("circle"):
            raise base.error("a symbol is not a circle")
        found[int(key[:9])] = style
    return found


def _black(styles: set[int]) -> int:
    if len(styles) > 2:
        raise base.error(f"{len(styles)} kinds of circles, expected two")
    return _BLACK if _BLACK in styles or len(styles) < 2 else max(styles)


def _cells(styles: dict[int, int], black: int, places: dict[int, tuple[int, int]], width: int, height: int) -> str:
    cells = ["."] * (width * height)
    for index, style in styles.items():
        if index not in places:
            raise base.error("a circle is outside the grid")
        row, column = places[index]
        cells[row * width + column] = "1" if style == black else "0"
    return "".join(cells)
