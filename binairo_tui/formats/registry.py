"""The table of all formats, in the order in which they are listed for the user."""

from binairo_tui.engine import Position, Puzzle
from binairo_tui.engine.puzzle import check_position
from binairo_tui.formats import exports
from binairo_tui.formats.base import CannotWriteError, Extent, Format, Rules

_ROWS = (".1.1..", "1.....", "1.1...", "....10", "10..00", "..1...")
_CELLS = "".join(_ROWS)

FORMATS = (
    Format(
        "notation",
        "binairo-tui and takuzu-vue notation",
        "a size, `;` and cells",
        Extent.LINE,
        Rules.WRITTEN,
        f"6x6;{_CELLS};lines=any",
        signs=True,
        progress=True,
    ),
    Format(
        "rows",
        "One row per line",
        "lines of equal length",
        Extent.BLOCK,
        Rules.OPEN,
        "\n".join(_ROWS),
        module="grids",
    ),
    Format(
        "long",
        "All rows on one line",
        "groups of equal length",
        Extent.LINE,
        Rules.OPEN,
        " ".join(_ROWS),
        module="grids",
    ),
    Format(
        "line",
        "All cells on one line",
        "cells that fill a square",
        Extent.LINE,
        Rules.OPEN,
        _CELLS,
        rectangles=False,
        module="grids",
    ),
    Format(
        "bars",
        "Rows between bars or in drawn boxes",
        "bars around rows",
        Extent.BLOCK,
        Rules.OPEN,
        "\n".join([f"|{row.replace('.', ' ')}|" for row in _ROWS]),
        module="grids",
    ),
    Format(
        "spaces",
        "Rows with spaces for empty cells",
        "rows of 0, 1 and spaces",
        Extent.BLOCK,
        Rules.OPEN,
        "\n".join([row.replace(".", " ") for row in _ROWS]),
        module="grids",
    ),
    Format(
        "unruly",
        "Unruly game id",
        "a size, `:` and letters",
        Extent.LINE,
        Rules.WRITTEN,
        "6x6u:BBCFBHaAacaCd",
        module="runs",
    ),
    Format(
        "unruly-save",
        "Unruly saved game",
        "`SAVEFILE` at its beginning",
        Extent.BLOCK,
        Rules.WRITTEN,
        "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\nGAME    :6:Unruly\nPARAMS  :3:6x6\n"
        "CPARAMS :3:6x6\nDESC    :13:BBCFBHaAacaCd\nNSTATES :1:2\nSTATEPOS:1:2\nMOVE    :6:P0,0,0",
        progress=True,
    ),
    Format(
        "task",
        "puzzle-binairo.com task",
        "letters, 0 and 1 that describe a grid",
        Extent.LINE,
        Rules.UNIQUE,
        "a1a1b1e1a1g1010b00b1c",
        module="runs",
    ),
    Format(
        "takuzu-rle",
        "takuzu-vue run lengths",
        "one or two letters and `/`",
        Extent.LINE,
        Rules.UNIQUE,
        "f/a5a5b5e5a5g5151b2b5c",
        module="runs",
    ),
    Format(
        "lattice",
        "Tango lattice",
        "walls `.-.-` in its first line",
        Extent.BLOCK,
        Rules.OPEN,
        ".-.-.-.-.\n| xY| | |\n.-.-.-.=.\n| | | | |\n.-.-.-.-.\n|B| | | |\n.-.-.-.-.\n| | | |Y|\n.-.-.-.-.",
        signs=True,
        module="grids",
    ),
    Format(
        "puzzletea",
        "PuzzleTea export (JSON lines)",
        "JSON with `schema`, or `state` and `provided`",
        Extent.JSON,
        Rules.UNIQUE,
        '{"size": 4, "state": "0.11\\n1.0.\\n.0..\\n...1", "provided": "#.##\\n#.#.\\n.#..\\n...."}',
        signs=True,
        rectangles=False,
        progress=True,
        module="json_grids",
    ),
    Format(
        "json",
        "JSON grid (shadify), with or without signs",
        "JSON with a list of rows",
        Extent.JSON,
        Rules.OPEN,
        '{"cells": ["0.11", "....", ".0..", "...1"], "horizontal": ["..."], "vertical": ["x...", "...="]}',
        signs=True,
        module="json_grids",
    ),
    Format(
        "0hh1",
        "0h h1 level (JSON)",
        "JSON with `empty`",
        Extent.JSON,
        Rules.UNIQUE,
        '{"size": 4, "empty": [1, 0, 2, 2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2]}',
        rectangles=False,
        module="json_grids",
    ),
    Format(
        "puzzlekit",
        "puzzlekit",
        "two numbers, then that many rows",
        Extent.BLOCK,
        Rules.OPEN,
        "4 4\n1 - 2 2\n- - - -\n- 1 - -\n- - - 2",
        module="runs",
    ),
    Format(
        "binoxxo",
        "Binoxxo",
        "rows of x, o and numbers",
        Extent.BLOCK,
        Rules.OPEN,
        "o1xx\n4\n1o\n3x",
        module="runs",
    ),
    Format(
        "csv",
        "Spreadsheet: commas, semicolons or tabs",
        "separators, some with nothing between them",
        Extent.BLOCK,
        Rules.OPEN,
        "\n".join([",".join(row).replace(".", "") for row in _ROWS]),
        module="grids",
    ),
    Format(
        "prolog",
        "Prolog lists",
        "brackets around rows, with `_`",
        Extent.BLOCK,
        Rules.OPEN,
        "puzzle(6, [" + ",\n    ".join([f"[{','.join(row.replace('.', '_'))}]" for row in _ROWS]) + "]).",
        module="lists",
    ),
    Format(
        "haskell",
        "Haskell lists",
        "brackets around rows, with `Empty` or `Just`",
        Extent.BLOCK,
        Rules.OPEN,
        "puzzle = [[Red, Empty, Blue, Blue],\n          [Empty, Empty, Empty, Empty],\n"
        "          [Empty, Red, Empty, Empty],\n          [Empty, Empty, Empty, Blue]]",
        module="lists",
    ),
    Format(
        "python",
        "Python lists of texts",
        "a list of rows in quotes",
        Extent.BLOCK,
        Rules.OPEN,
        "puzzle = [\n" + "\n".join([f'    "{row}",' for row in _ROWS]) + "\n]",
        module="lists",
    ),
    Format(
        "list",
        "Lists in any programming language",
        "rows in brackets or quotes",
        Extent.BLOCK,
        Rules.OPEN,
        "int x[4][4] = {{0,-1,1,1},{-1,-1,-1,-1},{-1,0,-1,-1},{-1,-1,-1,1}};",
        writes=False,
        module="lists",
    ),
    Format(
        "facts",
        "Cells and signs by coordinates",
        "a size and cells, in any language",
        Extent.BLOCK,
        Rules.OPEN,
        "grid(4).\nfilled(1,1,0). filled(2,3,1). filled(4,1,1).\nsame((1,2),(1,3)).",
        signs=True,
        writes=False,
        module="lists",
    ),
    Format(
        "penpa",
        "Penpa-edit address",
        "`m=edit&p=`",
        Extent.LINE,
        Rules.OPEN,
        "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
        "Ky4sTSxK1TEDQmMLrmgDHTCM5aqu5aquirSqVjIyVrKKNtJRSs4sSs5JjfdV0jGM1VEyMsUmamyETdQEu6gJNlFTM6yi5kBRQ3RR"
        "M6zmmhljVWuGVRSrueZYXFYLDQ4gHW1kpGMIh6bks2MB",
        progress=True,
        writes=False,
    ),
)  # fmt: skip

PICTURE = Format(
    "picture", "Pictures", "the first bytes of the file", Extent.BLOCK, Rules.OPEN, "", signs=True, writes=False
)
"""The format that `binairo_tui.screenshots` reads. It is not in `FORMATS`, because a picture is not text."""
_BY_NAME = {entry.name: entry for entry in (*FORMATS, PICTURE)}


def find_format(name: str) -> Format:
    """Return the format with this name. Raises ValueError if there is no such format.

    >>> find_format("rows").title
    'One row per line'
    """
    if name not in _BY_NAME:
        names = ", ".join([repr(entry.name) for entry in FORMATS])
        raise ValueError(f"there is no format {name!r}: choose one of {names}")
    return _BY_NAME[name]


def write_puzzle(puzzle: Puzzle, format_name: str, position: Position | None = None) -> str:
    """Return a puzzle, or a game at `position`, as a text in a format without a final newline.

    Reading the text gives the same puzzle. If the format does not state the unique-lines rule, only this rule can
    differ. Raises CannotWriteError if the format cannot represent the puzzle or game. Raises TypeError or ValueError if
    the format is unknown or the puzzle has no such position.

    `format_name` may also be a name in `exports.EXPORTS`. A text in a format of EXPORTS holds only the givens, and
    cannot be read back.

    >>> print(write_puzzle(parse_puzzle("4x2;.1..0..."), "rows"))
    .1..
    0...
    """
    check_position(puzzle, 0 if position is None else position)
    if format_name in exports.EXPORTS:
        if position not in (None, puzzle.givens):
            raise CannotWriteError(f"The format {format_name!r} can hold only givens, no filled-in values.")
        return exports.EXPORTS[format_name][1](puzzle)
    return find_format(format_name).write(puzzle, position)
