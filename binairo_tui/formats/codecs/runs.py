"""Grids as runs of cells: in each of these formats, a character stands for one or more cells.

    a1a1b1e1a1g1010b00b1c      task        letters for 1 (a) to 26 (z) empty cells
    f/a5a5b5e5a5g5151b2b5c     takuzu-rle  the same; 1 to 4 stand for one to four 0s, 5 to 8 for one to four 1s
    6x6u:BBCFBHaAacaCd         unruly      letters for 0 (a) to 24 (y) empty cells, then a 0; capitals: then a 1
    o1xx                       binoxxo     rows of x for 1, o for 0 and numbers of empty cells
    1 - 2 2                    puzzlekit   the numbers of rows and columns, then rows of 1 for 0, 2 for 1 and hyphens

A task, from puzzle-binairo.com, has no size. The size of a square follows from the number of cells. For other boards,
this program writes the size before the task, as in `6x10:TASK`. It also reads an excerpt from the web page: `task =
'...'` with `puzzleWidth` and `puzzleHeight` on the same line. In takuzu-vue's run lengths, one letter before the slash
is the side of a square (a is 1), and two letters are width and height. In an Unruly id, from Simon Tatham's puzzle
collection, `u` means unique lines, and `d` with a letter is the difficulty requested from the generator. z means 25
empty cells, and the last letter fills an extra cell after the end of the grid (see `decode_params`, `validate_desc` and
`new_game_desc` in its source, unruly.c). In takuzu-vue's run lengths and in the rows of a Binoxxo, trailing empty cells
may be missing.
"""

import re
from collections.abc import Iterator, Mapping
from math import isqrt

from binairo_tui.engine import Puzzle
from binairo_tui.engine.puzzle import MAX_SIZE
from binairo_tui.formats.base import CannotWriteError, ReadPuzzle, check_size, error, make_puzzle
from binairo_tui.formats.detect import PUZZLEKIT_HEADER

MIN_SIDE = 6
"""The smallest side that Unruly allows."""

Runs = Mapping[str, str]
"""Maps each character of a format to the cells for which it stands."""

_EMPTY = {chr(96 + count): "." * count for count in range(1, 27)}
_TASK: Runs = {"0": "0", "1": "1", **_EMPTY}
_RLE: Runs = {str(4 * int(value) + count): value * count for value in "01" for count in range(1, 5)} | _EMPTY
_UNRULY: Runs = {
    **{chr(ord(first) + count): "." * count + value for first, value in ("a0", "A1") for count in range(25)},
    **dict.fromkeys("zZ", "." * 25),
}
_BINOXXO: Runs = {**dict.fromkeys("xX", "1"), **dict.fromkeys("oO", "0"), **{str(n): "." * n for n in range(1, 10)}}
_PUZZLEKIT: Runs = {"-": ".", "1": "0", "2": "1"}

_TASK_LINE = re.compile(r"\s*(?:(?P<Width>[0-9]{1,3})[xX](?P<Height>[0-9]{1,3})\s*[:;])?\s*(?P<body>\S*)\s*")
_TASK_PAGE = re.compile(r"""\btask\b["']?\s*[=:]\s*["'](?P<body>[^"']*)["']""")
_PAGE_SIDE = re.compile(r"puzzle(Width|Height)\W{1,4}([0-9]{1,3})")
_RLE_LINE = re.compile(r"\s*([a-z])([a-z]?)/(\S*)\s*")
_UNRULY_ID = re.compile(r"(\s*)([^:#]*)([:#])(.*)", re.DOTALL)
_UNRULY_SIZE = re.compile(r"([0-9]{1,3})(?:[xX]([0-9]{1,3}))?(u?)(?:d[a-z]?)?")


def _decoded(
    runs: Runs, text: str, count: int, line: int = 1, column: int = 1, *, may_be_short: bool = False, extra: int = 0
) -> str:
    """Return the cells for which the characters of a text stand; white space is ignored.

    The text begins at this line and column. Raises PuzzleFormatError if a character has no meaning, or if there are not
    `count` cells and `extra` more; with `may_be_short`, fewer are allowed.
    """
    cells = ""
    for at, code in enumerate(text, column):
        run = runs.get(code, "")
        if not run and not code.isspace():
            raise error(f"expected one of '{''.join(runs)}', found {code!r}", line, at)
        cells += run
        if len(cells) > count + extra:
            raise error(f"more than {count} cells", line, at)
    if len(cells) < count + extra and not may_be_short:
        raise error(f"fewer than {count} cells", line, column + len(text.rstrip()))
    return cells


def _encoded(runs: Runs, cells: str) -> str:
    """Return the shortest text that stands for these cells."""
    codes = {runs[code]: code for code in reversed(list(runs))}
    longest_first = sorted(codes, key=len, reverse=True)
    return re.sub("|".join(map(re.escape, longest_first)), lambda run: codes[run[0]], cells)


def read_task(text: str) -> Iterator[ReadPuzzle]:
    if "puzzle-binairo.com/" in text:
        message = "this address contains only the number of a puzzle; look for task = '...' in the source of the page"
        raise error(message, column=text.index("puzzle-binairo.com/") + 1)
    match = _TASK_PAGE.search(text) or _TASK_LINE.fullmatch(text)
    if match is None:
        raise error("expected a task such as 'a1a1b1e1a1g1010b00b1c'", column=len(text) - len(text.lstrip()) + 1)
    column = match.start("body") + 1
    cells = _decoded(_TASK, match["body"], MAX_SIZE**2, column=column, may_be_short=True)
    sides = {**match.groupdict(), **dict(_PAGE_SIDE.findall(text))}
    side = isqrt(len(cells))
    if side**2 != len(cells) and not (sides.get("Width") and sides.get("Height")):
        raise error(
            f"the task describes {len(cells)} cells, not a square number: put the size, 'WxH:', before it",
            column=column,
        )
    width, height = int(sides.get("Width") or side), int(sides.get("Height") or side)
    yield ReadPuzzle(make_puzzle(width, height, cells, column=column))


def write_task(puzzle: Puzzle) -> str:
    """Return the task. For a grid that is not square, it begins with the size and a colon."""
    body = _encoded(_TASK, puzzle.geometry.text(puzzle.givens))
    return body if puzzle.width == puzzle.height else f"{puzzle.width}x{puzzle.height}:{body}"


def read_takuzu_rle(text: str) -> Iterator[ReadPuzzle]:
    match = _RLE_LINE.fullmatch(text)
    if match is None:
        raise error("expected letters for the size and a slash, as in 'f/a5a5b5e5a5'")
    width, height = ord(match[1]) - 96, ord(match[2] or match[1]) - 96
    check_size(width, height, 1, match.start(1) + 1)
    cells = _decoded(_RLE, match[3], width * height, column=match.start(3) + 1, may_be_short=True)
    yield ReadPuzzle(make_puzzle(width, height, cells.ljust(width * height, ".")))


def write_takuzu_rle(puzzle: Puzzle) -> str:
    """Return the run lengths, including those of trailing empty cells."""
    most = len(_EMPTY)
    if max(puzzle.width, puzzle.height) > most:
        raise CannotWriteError(f"The run lengths of takuzu-vue can hold grids of at most {most}x{most} cells.")
    size = chr(96 + puzzle.width) + (chr(96 + puzzle.height) if puzzle.width != puzzle.height else "")
    return f"{size}/{_encoded(_RLE, puzzle.geometry.text(puzzle.givens))}"


def read_unruly(text: str) -> Iterator[ReadPuzzle]:
    match = _UNRULY_ID.fullmatch(text.rstrip())
    if match is None:
        raise error("expected an Unruly id such as '6x6:BBCFBHaAacaCd'", column=len(text) - len(text.lstrip()) + 1)
    if match[3] == "#":
        params = text.strip()
        made = f"sgt-unruly --generate 1 '{params}'" if re.fullmatch(r"[0-9a-z#]{1,40}", params) else "sgt-unruly"
        message = f"this id contains the seed of a puzzle, not its cells; {made} prints the cells"
        raise error(message, column=match.start(3) + 1)
    yield ReadPuzzle(unruly_puzzle(match[2], match[4], (1, match.start(2) + 1), (1, match.start(4) + 1)))


def write_unruly(puzzle: Puzzle) -> str:
    """Return the id, without a difficulty."""
    return ":".join(unruly_parts(puzzle))


def unruly_puzzle(size: str, body: str, size_at: tuple[int, int], body_at: tuple[int, int]) -> Puzzle:
    """Return the puzzle that the two parts of an Unruly id describe. Each part begins at this line and column."""
    match = _UNRULY_SIZE.fullmatch(size)
    if match is None:
        raise error("expected a size such as '6x6' or '6x6u'", *size_at)
    width, height = int(match[1]), int(match[2] or match[1])
    check_size(width, height, *size_at)
    cells = _decoded(_UNRULY, body, width * height, *body_at, extra=1)
    return make_puzzle(width, height, cells[:-1], unique_lines=bool(match[3]))


def unruly_parts(puzzle: Puzzle) -> tuple[str, str]:
    """Return the parts of an Unruly id: size with rules, and givens. Raises CannotWriteError for an impossible size."""
    if min(puzzle.width, puzzle.height) < MIN_SIDE or puzzle.width % 2 or puzzle.height % 2:
        raise CannotWriteError(f"Unruly has only even sizes, from {MIN_SIDE}x{MIN_SIDE} up.")
    size = f"{puzzle.width}x{puzzle.height}{'u' if puzzle.unique_lines else ''}"
    return size, _encoded(_UNRULY, puzzle.geometry.text(puzzle.givens) + "0")


def read_binoxxo(text: str) -> Iterator[ReadPuzzle]:
    """The width is the length of the longest row or, if this is greater, the number of rows."""
    lines = text.rstrip().split("\n")
    if len(lines) > MAX_SIZE:
        raise error(f"more than {MAX_SIZE} rows without a blank line", MAX_SIZE + 1)
    rows = [_decoded(_BINOXXO, line, MAX_SIZE, number, may_be_short=True) for number, line in enumerate(lines, 1)]
    width = max(len(rows), *map(len, rows))
    yield ReadPuzzle(make_puzzle(width, len(rows), "".join([row.ljust(width, ".") for row in rows])))


def write_binoxxo(puzzle: Puzzle) -> str:
    """Trailing empty cells are written. Raises CannotWriteError for a tall board, which would be read as a square."""
    if puzzle.width < puzzle.height:
        raise CannotWriteError("Binoxxo's format cannot hold grids that are taller than they are wide.")
    return "\n".join([_encoded(_BINOXXO, row) for row in puzzle.geometry.rows(puzzle.givens)])


def read_puzzlekit(text: str) -> Iterator[ReadPuzzle]:
    header, *lines = text.rstrip().split("\n")
    match = PUZZLEKIT_HEADER.fullmatch(header)
    if match is None:
        raise error("expected the numbers of rows and columns, as in '6 6'")
    height, width = int(match[1]), int(match[2])
    check_size(width, height)
    if len(lines) != height:
        raise error(f"{height} rows are declared, {len(lines)} follow", 1 + min(len(lines), height))
    rows = [_decoded(_PUZZLEKIT, line, width, number) for number, line in enumerate(lines, 2)]
    yield ReadPuzzle(make_puzzle(width, height, "".join(rows)))


def write_puzzlekit(puzzle: Puzzle) -> str:
    rows = [" ".join(_encoded(_PUZZLEKIT, row)) for row in puzzle.geometry.rows(puzzle.givens)]
    return "\n".join([f"{puzzle.height} {puzzle.width}", *rows])
