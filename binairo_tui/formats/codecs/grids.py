"""Grids that are drawn with characters, one row per line unless otherwise stated.

`rows`, `spaces` (spaces are empty cells), `long` (all rows on one line) and `line` (all cells on one line) separate
rows and cells in different ways. `csv` comes from spreadsheets: tabs, commas or semicolons separate the cells of a row,
and an empty field is an empty cell. `bars` are boards from binarypuzzle.com, and boxes drawn with `|` and `+` or
box-drawing characters. Between bars, a space is an empty cell unless the text uses another character for empty cells:

    |1  0  |        +---+---+        ┌───┬───┐
    |  00 1|        | 1 |   |        │ 1 │   │
                    +---+---+        ├───┼───┤

`lattice` is a Tango lattice (darcipeoples/linkedin-solvers). Its walls hold the signs, and may be left out. Counted
from 0, the cell (r, c) is character 2c + 1 of line 2r + 1: B is 1 (moon), Y or R is 0 (sun), and a space is empty:

    .-.-.-.
    | xY| |
    .-.-.=.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, islice, pairwise

from binairo_tui.engine import Puzzle
from binairo_tui.engine.puzzle import MAX_SIZE, size_fault
from binairo_tui.formats import base, cells, detect, sign_lines, signs, symbols

_SQUARE = 36
"""A row of this many cells could be taken for a whole 6x6 grid. `detect.AMBIGUOUS` holds the shorter such rows."""
_FROM_LATTICE = str.maketrans("BbYyRr", "110000")
_TO_LATTICE = str.maketrans(".01", " YB")

Segment = tuple[int, str]
"""The column of the first character between two bars, and the characters there."""


def read_rows(text: str) -> Iterator[base.ReadPuzzle]:
    """Yield the puzzle in lines of one row each. The cells may be any symbols, and may be separated by white space."""
    lines = (base.TextLine(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip())
    yield cells.read_grid([cells.row_of(line) for line in islice(lines, MAX_SIZE + 1)])  # up to the first row too many


def write_rows(puzzle: Puzzle) -> str:
    """Return rows of `.`, `0` and `1`, with spaces between cells if a row could be taken for a whole puzzle."""
    gap = " " if puzzle.width in (*detect.AMBIGUOUS, _SQUARE) else ""
    return "\n".join([gap.join(row) for row in puzzle.geometry.rows(puzzle.givens)])


def read_spaces(text: str) -> Iterator[base.ReadPuzzle]:
    """Yield the puzzle in lines of one row each, with spaces for empty cells.

    Trailing spaces may be missing, because editors remove them. The width of the grid is the length of its longest row
    or, if this is greater, the number of its rows.
    """
    lines = [line.rstrip() for line in text.split("\n")]
    width = max(len(lines), *map(len, lines))
    if len(lines) > MAX_SIZE:
        raise base.error(f"more than {MAX_SIZE} rows without a blank line", MAX_SIZE + 1)
    if width > MAX_SIZE:
        number, line = max(enumerate(lines, 1), key=lambda item: len(item[1]))
        raise base.error(f"more than {MAX_SIZE} cells in a row", number, min(len(line), MAX_SIZE + 1))
    if size_fault(width, len(lines)) and not any(line[1::2].strip() for line in lines):
        yield from read_rows(text)  # raises an error that names the row with too few cells
        return
    columns = tuple(range(1, width + 1))
    rows = [base.Row(number, line.ljust(width).replace(" ", "."), columns) for number, line in enumerate(lines, 1)]
    yield cells.read_grid(rows)


def write_spaces(puzzle: Puzzle) -> str:
    """Return rows of spaces, `0` and `1`. Raises CannotWriteError if the size of the grid would be lost."""
    rows = [row.replace(".", " ") for row in puzzle.geometry.rows(puzzle.givens)]
    is_wide = any(row.endswith(("0", "1")) for row in rows)
    if puzzle.width < puzzle.height or not (rows[0].strip() and rows[-1].strip() and is_wide):
        raise base.CannotWriteError("With spaces for empty cells, the edges of this grid would be lost: choose 'bars'.")
    return "\n".join(rows)


def read_long(text: str) -> Iterator[base.ReadPuzzle]:
    """Yield the puzzle whose rows are on one line, separated by spaces: the "long" form in takuzu-vue."""
    yield cells.read_grid(_groups(text, r"\S+"))


def write_long(puzzle: Puzzle) -> str:
    return " ".join(puzzle.geometry.rows(puzzle.givens))


def read_line(text: str) -> Iterator[base.ReadPuzzle]:
    """Yield the puzzle whose cells fill a square grid, on one line without a size, as gotak and takuzu-vue write it."""
    row = cells.row_of(base.TextLine(1, text))
    side = base.side_of(len(row.cells))
    if side is None:
        cells.check_symbols([row])  # if a character is not a cell, report this first
        raise cells.row_error(
            f"{len(row.cells)} cells do not fill a square grid; for other grids, write the size first: 'WxH;'", row
        )
    starts = range(0, len(row.cells), side)
    yield cells.read_grid([base.Row(1, row.cells[i : i + side], row.columns[i : i + side]) for i in starts])


def write_line(puzzle: Puzzle) -> str:
    return puzzle.geometry.text(puzzle.givens)


def _groups(text: str, pattern: str) -> list[base.Row]:
    """Return a row for each match of a pattern in a line; stops at the first row that is too many for a puzzle."""
    matches = islice(re.finditer(pattern, text), MAX_SIZE + 1)
    return [base.Row(1, match[0], tuple(range(match.start() + 1, match.end() + 1))) for match in matches]


def read_csv(text: str) -> Iterator[base.ReadPuzzle]:
    """Yield the puzzle in a block of lines. If cells are separated by tabs, trailing empty cells may be missing."""
    lines = text.split("\n", MAX_SIZE + 1)[: MAX_SIZE + 1]  # up to the first line too many
    separator = detect.separator_of(lines) or ","
    rows = [_row(number, line, separator) for number, line in enumerate(lines, 1)]
    if separator == "\t":
        width = max(len(rows), *[len(row.cells) for row in rows])
    else:
        width = min([len(row.cells) for row in rows])
    yield cells.read_grid([_fitted(row, width) for row in rows])


def write_csv(puzzle: Puzzle) -> str:
    return "\n".join([",".join(row).replace(".", "") for row in puzzle.geometry.rows(puzzle.givens)])


def _row(number: int, line: str, separator: str) -> base.Row:
    fields = line.split(separator)
    starts = accumulate([len(field) + 1 for field in fields], initial=1)
    columns = [start + len(field) - len(field.lstrip()) for start, field in zip(starts, fields, strict=False)]
    return base.Row(number, [field.strip() for field in fields], tuple(columns))


def _fitted(row: base.Row, width: int) -> base.Row:
    """Return the row with empty cells added, or without a last cell that a separator at the end has made."""
    missing = width - len(row.cells)
    if missing == -1 and not row.cells[-1]:  # the line ends in a separator
        return base.Row(row.line, row.cells[:-1], row.columns[:-1])
    return base.Row(row.line, [*row.cells, *[""] * missing], row.columns + (row.columns[-1] + 1,) * missing)


def read_bars(text: str) -> Iterator[base.ReadPuzzle]:
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


def write_bars(puzzle: Puzzle) -> str:
    return "\n".join([f"|{row.replace('.', ' ')}|" for row in puzzle.geometry.rows(puzzle.givens)])


def _is_drawn(line: str) -> bool:
    # A line with nothing but spaces or single hyphens between bars is a row of empty cells.
    return bool(detect.DRAWN_LINE.fullmatch(line)) and ("--" in line or bool(set(line) - set(detect.BARS + " -")))


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

    `row_count` is the number of rows of the grid. `has_blanks` says that a character other than a space means an empty
    cell; then no space is a cell. Otherwise, a single character between two bars is a cell. If every second character
    is a space, as in ` 0 1 `, the other characters are cells, unless there are as many characters as rows. In all other
    cases, every character is a cell.
    """
    is_boxed = len(row) > 1 and all(len(part.strip()) <= 1 for _, part in row)
    found: list[tuple[str, int]] = []
    for start, part in row:
        places: Iterable[int] = range(len(part))
        if has_blanks:
            places = [at for at, char in enumerate(part) if char != " "]
        elif is_boxed:
            places = [part.find(part.strip())]
        elif len(part) != row_count and len(part) % 2 and not part[::2].strip():
            places = range(1, len(part), 2)
        found += [(part[at : at + 1].strip() or ".", start + at) for at in places]
    return "".join([char for char, _ in found]), tuple([column for _, column in found])


def read_lattice(text: str) -> Iterator[base.ReadPuzzle]:
    """Yield the puzzle in a block of lines. The indentation of its first line is removed from all lines."""
    if {"y", "r"} <= set(text.lower()):
        raise base.error("'R' and 'Y' both stand for 0: use one of them, and 'B' for 1")
    lines = text.split("\n")
    indent = len(lines[0]) - len(lines[0].lstrip())
    wide, high = len(lines[0].strip()), len(lines)
    if wide % 2 == 0 or high % 2 == 0:
        raise base.error(f"a lattice has an odd number of lines and characters, not {high} and {wide}", high)
    base.check_size(wide // 2, high // 2)
    texts = [_padded(number, line, indent, wide) for number, line in enumerate(lines, 1)]
    rows, found = sign_lines.framed_grid(texts, 1, indent)
    rows = [row._replace(cells="".join(row.cells).translate(_FROM_LATTICE)) for row in rows]
    if wrong := [row for row in rows if not set(row.cells) <= {".", "0", "1"}]:
        raise base.error("expected 'B', 'Y', 'R' or a space between the walls", wrong[0].line)
    yield signs.attach(cells.read_grid(rows), found)


def write_lattice(puzzle: Puzzle) -> str:
    """Return the lattice with all walls."""
    width = puzzle.width
    walls = ".-" * width + "."
    rows = ["|" + "|".join(row.translate(_TO_LATTICE)) + "|" for row in puzzle.geometry.rows(puzzle.givens)]
    grid = [list(text) for row in rows for text in (walls, row)] + [list(walls)]
    for a, b, same in puzzle.signs:
        grid[a // width + b // width + 1][a % width + b % width + 1] = "=" if same else "x"
    return "\n".join(["".join(line) for line in grid])


def _padded(number: int, line: str, indent: int, wide: int) -> str:
    text = line[indent:].rstrip()
    if line[:indent].strip():
        raise base.error("this line begins further left than the first line", number)
    if len(text) > wide:
        raise base.error(f"{len(text)} characters in this line, {wide} in the first", number, indent + wide + 1)
    return text.ljust(wide)
