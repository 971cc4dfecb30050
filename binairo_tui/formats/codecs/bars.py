"""Grids between bars: boards from binarypuzzle.com, and boxes drawn with `|` and `+` or box-drawing characters.

    |1  0  |        +---+---+        ┌───┬───┐
    |  00 1|        | 1 |   |        │ 1 │   │
                    +---+---+        ├───┼───┤

Drawn lines between rows are skipped. Between bars, a space is an empty cell unless the text uses another character for
empty cells.
"""

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from binairo_tui.engine import Puzzle
from binairo_tui.engine.puzzle import MAX_SIZE
from binairo_tui.formats import base, cells, detect, symbols

Segment = tuple[int, str]
"""The column of the first character between two bars, and the characters there."""


def read(text: str) -> Iterator[base.ReadPuzzle]:
    """Yield the puzzle in a block of lines."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    cut = ((number, _segments(number, line)) for number, line in lines if not _is_drawn(line))
    segments = list(islice(cut, MAX_SIZE + 1))  # up to the first row too many
    if not segments:
        raise base.error("there are no cells between the lines", lines[0][0] if lines else 1)
    has_blanks = any(blank in part for _, row in segments for _, part in row for blank in symbols.BLANKS)
    rows = [base.Row(number, *_cells(row, len(segments), has_blanks=has_blanks)) for number, row in segments]
    for row in rows:
        if not row.cells:
            raise base.error("there are no cells between the bars", row.line)
    yield cells.read_grid(rows)


def write(puzzle: Puzzle) -> str:
    """Return the rows, each between two bars, with spaces for empty cells."""
    return "\n".join([f"|{row.replace('.', ' ')}|" for row in puzzle.geometry.rows(puzzle.givens)])


def _is_drawn(line: str) -> bool:
    # A line that contains only bars and spaces is a row of empty cells.
    return bool(detect.DRAWN_LINE.fullmatch(line)) and bool(set(line) - set(detect.BARS + " "))


def _segments(number: int, line: str) -> list[Segment]:
    bars = [match.start() for match in detect.BAR.finditer(line)]
    if len(bars) < 2:
        raise base.error("expected bars on both sides of the row", number, len(line.rstrip()) + 1 if bars else 1)
    for outside in (range(bars[0]), range(bars[-1] + 1, len(line))):
        for at in outside:
            if not line[at].isspace():
                raise base.error(f"expected nothing outside the bars, found {line[at]!r}", number, at + 1)
    return [(start + 2, line[start + 1 : end]) for start, end in pairwise(bars)]


def _cells(row: Sequence[Segment], row_count: int, *, has_blanks: bool) -> tuple[str, tuple[int, ...]]:
    """Return the cells of a row, with `.` for empty cells, and the column of each cell.

    `row_count` is the number of rows of the grid. `has_blanks` means that a character other than a space stands for
    empty cells, so that spaces are no cells.
    """
    if has_blanks:
        found = [(char, start + at) for start, part in row for at, char in enumerate(part) if char != " "]
    elif len(row) > 1 and all(len(part.strip()) <= 1 for _, part in row):
        found = [_single(start, part) for start, part in row]
    else:
        found = [cell for start, part in row for cell in _spaced(start, part, row_count)]
    return "".join([char for char, _ in found]), tuple([column for _, column in found])


def _single(start: int, part: str) -> tuple[str, int]:
    if not part.strip():
        return ".", start
    return part.strip(), start + len(part) - len(part.lstrip())


def _spaced(start: int, part: str, row_count: int) -> list[tuple[str, int]]:
    """Return the cells in the text `part` between two bars, which begins in column `start`, each with its column.

    Every character is a cell unless the row is spaced, such as ` 0   1 `; in a spaced row, every second character is
    a cell. A row with as many characters as the grid has rows is not spaced.
    """
    if len(part) != row_count and len(part) % 2 and not part[::2].strip():
        return [(char if char != " " else ".", start + at) for at, char in enumerate(part) if at % 2]
    return [(char if char != " " else ".", start + at) for at, char in enumerate(part)]
