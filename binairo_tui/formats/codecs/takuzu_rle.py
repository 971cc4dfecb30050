"""Run-length encoding used by takuzu-vue: `f/a5a5b5e5a5g5151b2b5c`.

The letters before the slash give the size, with a for 1, b for 2 and so on. One letter is the side of a square; two
letters are the width and the height. After the slash, a digit from 1 to 4 stands for that many 0s, a digit from 5 to
8 for one to four 1s, and a letter from a to z for 1 to 26 empty cells. Trailing empty cells may be missing.
"""

import re
from collections.abc import Iterator

from binairo_tui.engine import Puzzle
from binairo_tui.formats.base import CannotWriteError, ReadPuzzle, check_size, error, make_puzzle

_RUNS = {str(n): "0" * n for n in range(1, 5)} | {str(n + 4): "1" * n for n in range(1, 5)}
_RUNS |= {chr(96 + n): "." * n for n in range(1, 27)}
_CODES = {run: code for code, run in _RUNS.items()}
_MAX_SIDE = 26


def read(text: str) -> Iterator[ReadPuzzle]:
    """Yield the puzzle on a line."""
    match = re.fullmatch(r"\s*([a-z])([a-z]?)/(\S*)\s*", text)
    if match is None:
        raise error("expected letters for the size and a slash, as in 'f/a5a5b5e5a5'", 1, 1)
    width, height = ord(match[1]) - 96, ord(match[2] or match[1]) - 96
    check_size(width, height, 1, match.start(1) + 1)
    cells = ""
    for column, code in enumerate(match[3], match.start(3) + 1):
        if code not in _RUNS:
            raise error(f"expected a lower-case letter or 1 to 8, found {code!r}", 1, column)
        cells += _RUNS[code]
        if len(cells) > width * height:
            raise error(f"more than the {width * height} cells of {width}x{height}", 1, column)
    yield ReadPuzzle(make_puzzle(width, height, cells.ljust(width * height, ".")))


def write(puzzle: Puzzle) -> str:
    """Return the run lengths, including those of trailing empty cells."""
    width, height = puzzle.width, puzzle.height
    if max(width, height) > _MAX_SIDE:
        raise CannotWriteError(
            f"The run lengths of takuzu-vue can hold grids of at most {_MAX_SIDE}x{_MAX_SIDE} cells."
        )
    size = chr(96 + width) + (chr(96 + height) if width != height else "")
    runs = re.findall(r"0{1,4}|1{1,4}|\.{1,26}", puzzle.geometry.text(puzzle.givens))
    return f"{size}/{''.join([_CODES[run] for run in runs])}"
