"""Signs as two grids: `across` for the signs to the right of the cells, `down` for the signs below the cells."""

from binairo_tui.engine import Puzzle, Sign, wording
from binairo_tui.formats.base import error

SIGNS = {"=": True, "x": False, "X": False, "×": False}
"""Maps each sign to whether its two cells must be equal."""


def read_signs(across: object, down: object, width: int, height: int) -> tuple[Sign, ...]:
    """Return the signs in rows of `=`, `x` and `.` or space. Rows are lists or strings; their ends may be missing.

    `across` has a row for every row of cells, and `down` has one row fewer. Raises PuzzleFormatError if the signs are
    invalid.
    """
    found = []
    for name, grid, step, columns, rows in (
        ("across", across, 1, width - 1, height),
        ("down", down, width, width, height - 1),
    ):
        if not isinstance(grid, (list, tuple)) or len(grid) > rows:
            raise error(f"the signs {name} must be a list of at most {wording.plural(rows, 'row')}")
        for row, line in enumerate(grid):
            if not isinstance(line, (list, str)) or len(line) > columns:
                raise error(f"row {row + 1} of the signs {name} must hold at most {wording.plural(columns, 'sign')}")
            for column, sign in enumerate(line):
                cell = row * width + column
                if isinstance(sign, str) and sign in SIGNS:
                    found.append(Sign(cell, cell + step, SIGNS[sign]))
                elif sign not in (".", " ", "", None):
                    raise error(f"row {row + 1} of the signs {name} holds {str(sign)[:20]!r}, expected '=', 'x' or '.'")
    return tuple(sorted(found))


def read_flags(flags: object, width: int, height: int) -> tuple[Sign, ...]:
    """Return the signs in a grid of sums, as used by puzzle-binairo.com. Raises PuzzleFormatError if it is invalid.

    A cell's number is the sum of 1 for `=` or 2 for `x` to the right, and 4 for `=` or 8 for `x` below.
    """
    found = []
    if not isinstance(flags, list) or len(flags) != height:
        raise error(f"the signs must be a list of {height} rows")
    for row, line in enumerate(flags):
        if not isinstance(line, list) or len(line) != width:
            raise error(f"row {row + 1} of the signs must be a list of {width} numbers")
        for column, flag in enumerate(line):
            if type(flag) is not int or not 0 <= flag < 16 or flag & 3 == 3 or flag & 12 == 12:
                raise error(f"row {row + 1} of the signs holds {str(flag)[:20]!r}, expected 0, 1 or 2, plus 0, 4 or 8")
            cell = row * width + column
            for bits, step, fits in ((flag & 3, 1, column < width - 1), (flag >> 2, width, row < height - 1)):
                if bits and not fits:
                    raise error(f"row {row + 1} of the signs has a sign that points off the board")
                if bits:
                    found.append(Sign(cell, cell + step, bits == 1))
    return tuple(sorted(found))


def sign_rows(puzzle: Puzzle) -> tuple[list[str], list[str]]:
    """Return the grids `across` and `down` as rows of `=`, `x` and `.`. This is the inverse of `read_signs`."""
    width, height = puzzle.width, puzzle.height
    across = [["."] * (width - 1) for _ in range(height)]
    down = [["."] * width for _ in range(height - 1)]
    for a, b, same in puzzle.signs:
        row, column = divmod(a, width)
        (across if b == a + 1 else down)[row][column] = "=" if same else "x"
    return ["".join(row) for row in across], ["".join(row) for row in down]
