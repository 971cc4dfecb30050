"""Tasks from puzzle-binairo.com: digits are cells, and a letter is a run of empty cells (a: 1 to z: 26).

Longer runs are `z` followed by more letters. A task has no size: the size of a square follows from the number of cells,
and this program writes any other size before the task, `6x10:TASK`. An excerpt from the web page can be read, too:
`task = '...'` with `puzzleWidth` and `puzzleHeight` on the same line.
"""

import re
from collections.abc import Iterator

from binairo_tui.engine import Puzzle
from binairo_tui.engine.puzzle import MAX_SIZE
from binairo_tui.formats import base, detect

_TASK = re.compile(r"\s*(?:([0-9]{1,3})[xX]([0-9]{1,3})\s*[:;])?\s*(\S*)\s*")
_NOT_TASK = re.compile(r"[^01a-z]")
_PAGE = re.compile(r"""\btask\b["']?\s*[=:]\s*["']([^"']*)["']""")
_WIDTH = re.compile(r"puzzleWidth\W{1,4}([0-9]{1,3})")
_HEIGHT = re.compile(r"puzzleHeight\W{1,4}([0-9]{1,3})")


def read(text: str) -> Iterator[base.ReadPuzzle]:
    """Yield the puzzle that a task describes."""
    if "puzzle-binairo.com/" in text:
        message = "this address contains only the number of a puzzle; look for task = '...' in the source of the page"
        raise base.error(message, column=text.index("puzzle-binairo.com/") + 1)
    page = _PAGE.search(text)
    match = page or _TASK.fullmatch(text)
    if match is None:
        raise base.error("expected a task such as 'a1a1b1e1a1g1010b00b1c'", column=len(text) - len(text.lstrip()) + 1)
    body, column = (match[1], match.start(1) + 1) if page else (match[3], match.start(3) + 1)
    if wrong := _NOT_TASK.search(body):
        raise base.error(f"expected '0', '1' or a lower-case letter, found {wrong[0]!r}", column=column + wrong.start())
    if len(body) > MAX_SIZE * MAX_SIZE:
        raise base.error(
            f"the task describes {len(body)} cells or more; the limit is {MAX_SIZE}x{MAX_SIZE}", column=column
        )
    sizes = (_WIDTH.search(text), _HEIGHT.search(text))
    written = None
    if sizes[0] and sizes[1]:
        written = int(sizes[0][1]), int(sizes[1][1])
    elif not page and match[1]:
        written = int(match[1]), int(match[2])
    width, height = _size(detect.task_length(body), column, written)
    cells = "".join([char if char in "01" else "." * (ord(char) - 96) for char in body])
    yield base.ReadPuzzle(base.make_puzzle(width, height, cells, column=column))


def write(puzzle: Puzzle) -> str:
    """Return the task. If the grid is not square, the size and a colon precede it."""
    body = re.sub(r"\.{1,26}", lambda run: chr(96 + len(run[0])), puzzle.geometry.text(puzzle.givens))
    return body if puzzle.width == puzzle.height else f"{puzzle.width}x{puzzle.height}:{body}"


def _size(count: int, column: int, written: tuple[int, int] | None) -> tuple[int, int]:
    if written:
        base.check_size(*written)
        if count != written[0] * written[1]:
            wanted = f"{written[0]}x{written[1]} has {written[0] * written[1]} cells"
            raise base.error(f"{wanted}, the task describes {count}", column=column)
        return written
    side = base.side_of(count)
    if side is None:
        raise base.error(
            f"the task describes {count} cells, not a square number: put the size, 'WxH:', before it", 1, column
        )
    return side, side
