"""Addresses of boards in the puzzle editor Penpa-edit.

The part after `p=` is a text, compressed with raw DEFLATE and then encoded as base64. The lines of this text are
counted from 0. Line 0 begins with `square,COLUMNS,ROWS`. Line 3 holds the circles of the puzzle as
`zY:{"INDEX":[STYLE,"circle_M",1],...}`. Line 4 holds the circles of the answer. Line 5 holds the index of the first
cell and, for each further cell, the distance from the index before. A circle of style 2 is black and stands for 1.
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
from binairo_tui.formats import base

_ADDRESS = re.compile(r".*?m=(?:edit|solve)&p=([^&\s]*).*", re.DOTALL)
_BOARD = re.compile(r"square,([0-9]{1,3}),([0-9]{1,3}),.*")
_CIRCLE = re.compile(r'"([0-9]{1,9})":\[([0-9]{1,3}),"circle\w*",[0-9]{1,3}\],?')
_SYMBOLS = re.compile(rf"\bzY:\{{((?:{_CIRCLE.pattern})*+\}})?")
_CELLS = re.compile(r"\[[0-9]{1,6}(?:,[0-9]{1,6})*\]")
_MAX_CONTENT = 1 << 17
"""Limit on the unpacked bytes; a 40x40 puzzle with its answer takes about 80,000."""
_MARGIN = 4
"""A row has this many more indices than cells, because the board has a margin."""
_BLACK = 2


def read(text: str) -> Iterator[base.ReadPuzzle]:
    """Yield the puzzle in an address. Circles in the answer are cells that were filled in play."""
    match = _ADDRESS.fullmatch(text)
    if match is None:
        raise base.error("expected an address of Penpa-edit, with 'm=edit&p='")
    try:
        yield _read(_unpacked(match[1].rstrip("=")))
    except PuzzleFormatError as problem:
        place = place_of(text, match.start(1))
        raise base.error(f"not a Penpa-edit board: {problem.message}", *place) from None


def _unpacked(text: str) -> list[str]:
    unpacker = zlib.decompressobj(-15)
    try:
        raw = b64decode(text + "=" * (-len(text) % 4), validate=True)
        content = unpacker.decompress(raw, _MAX_CONTENT).decode()
    except (Base64Error, ValueError, zlib.error):
        raise base.error("the text cannot be decompressed") from None
    if not unpacker.eof:
        raise base.error("the text is incomplete or too long")
    return content.split("\n", 6)


def _read(lines: list[str]) -> base.ReadPuzzle:
    if len(lines) < 6:
        raise base.error("lines are missing")
    board = _BOARD.fullmatch(lines[0])
    if board is None or not 0 < int(board[1]) <= 2 * MAX_SIZE:
        raise base.error("not a square grid")
    if lines[5].count(",") >= MAX_SIZE * MAX_SIZE or not _CELLS.fullmatch(lines[5]):
        raise base.error("the list of cells is missing")
    places = {it: divmod(it, int(board[1]) + _MARGIN) for it in accumulate(map(int, lines[5][1:-1].split(",")))}
    rows, columns = [row for row, _ in places.values()], [column for _, column in places.values()]
    height, width = max(rows) - min(rows) + 1, max(columns) - min(columns) + 1
    base.check_size(width, height)
    givens, answers = _styles(lines[3]), _styles(lines[4])
    both = answers | givens
    styles = set(both.values())
    if len(styles) > 2 or not both.keys() <= places.keys():
        raise base.error("expected two kinds of circles in the cells, and nothing else")
    black = _BLACK if _BLACK in styles or len(styles) < 2 else max(styles, default=0)
    cells = {(row - min(rows)) * width + column - min(columns): it for it, (row, column) in places.items()}
    texts = [
        "".join([{None: ".", black: "1"}.get(layer.get(cells.get(at, -1)), "0") for at in range(width * height)])
        for layer in (givens, both)
    ]
    puzzle = base.make_puzzle(width, height, texts[0])
    history = (puzzle.givens, puzzle.geometry.position(texts[1])) if texts[0] != texts[1] else ()
    return base.ReadPuzzle(puzzle, history, int(bool(history)))


def _styles(line: str) -> dict[int, int]:
    """Return the style of each circle by its index. Raises PuzzleFormatError if there are other symbols."""
    match = _SYMBOLS.search(line)
    if match and match[1] is None:
        raise base.error("a symbol is not a circle")
    return {int(index): int(style) for index, style in _CIRCLE.findall(match[1])} if match else {}
