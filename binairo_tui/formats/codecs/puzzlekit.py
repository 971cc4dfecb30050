"""puzzlekit: a line with the numbers of rows and columns, then rows of `-` (empty), 1 (white: 0) and 2 (black: 1)."""

import re
from collections.abc import Iterator

from binairo_tui.engine import Puzzle
from binairo_tui.formats import base, detect

_VALUES = {"-": ".", "1": "0", "2": "1"}
_TOKENS = {value: token for token, value in _VALUES.items()}


def read(text: str) -> Iterator[base.ReadPuzzle]:
    """Yield the puzzle in a block of lines."""
    header, *lines = text.rstrip().split("\n")
    match = detect.PUZZLEKIT_HEADER.fullmatch(header)
    if match is None:
        raise base.error("expected the numbers of rows and columns, as in '6 6'")
    height, width = int(match[1]), int(match[2])
    base.check_size(width, height)
    if len(lines) != height:
        raise base.error(f"{height} rows are declared, {len(lines)} follow", 1 + min(len(lines), height))
    cells = "".join([_row(number, line, width) for number, line in enumerate(lines, 2)])
    yield base.ReadPuzzle(base.make_puzzle(width, height, cells))


def write(puzzle: Puzzle) -> str:
    """Return the header and the rows."""
    rows = [" ".join([_TOKENS[value] for value in row]) for row in puzzle.geometry.rows(puzzle.givens)]
    return "\n".join([f"{puzzle.height} {puzzle.width}", *rows])


def _row(number: int, line: str, width: int) -> str:
    values = []
    for token in re.finditer(r"\S", line):
        if token[0] not in _VALUES:
            raise base.error(f"expected '-', '1' or '2', found {token[0]!r}", number, token.start() + 1)
        values.append(_VALUES[token[0]])
    if len(values) != width:
        raise base.error(f"{len(values)} cells in this row, expected {width}", number, len(line.rstrip()) + 1)
    return "".join(values)
