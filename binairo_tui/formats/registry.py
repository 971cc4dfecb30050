"""All formats, in the order in which they are listed for people. The one place that names them."""

from __future__ import annotations

from binairo_tui.formats.base import Format, Layout, Rules

_ROWS = (".1.1..", "1.....", "1.1...", "....10", "10..00", "..1...")
_CELLS = "".join(_ROWS)

FORMATS = (
    Format(
        "notation",
        "Our notation, also takuzu-vue's export",
        "a size, `;` and cells",
        Layout.LINE,
        Rules.WRITTEN,
        f"6x6;{_CELLS};lines=any",
        signs=True,
    ),
    Format("rows", "A row a line", "lines of equally many cells", Layout.BLOCK, Rules.OPEN, "\n".join(_ROWS)),
    Format("long", "All rows on one line", "groups of equally many cells", Layout.LINE, Rules.OPEN, " ".join(_ROWS)),
    Format(
        "line", "All cells on one line", "cells that fill a square", Layout.LINE, Rules.OPEN, _CELLS, rectangles=False
    ),
    Format(
        "bars",
        "Rows between bars or in drawn boxes",
        "bars around rows",
        Layout.BLOCK,
        Rules.OPEN,
        "\n".join([f"|{row.replace('.', ' ')}|" for row in _ROWS]),
    ),
    Format(
        "spaces",
        "Rows with spaces for empty cells",
        "rows of 0, 1 and spaces",
        Layout.BLOCK,
        Rules.OPEN,
        "\n".join([row.replace(".", " ") for row in _ROWS]),
    ),
    Format("unruly", "Unruly game id", "a size, `:` and letters", Layout.LINE, Rules.WRITTEN, "6x6u:BBCFBHaAacaCd"),
    Format(
        "unruly-save",
        "Unruly saved game",
        "`SAVEFILE` at its beginning",
        Layout.BLOCK,
        Rules.WRITTEN,
        "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\nGAME    :6:Unruly\nPARAMS  :3:6x6\n"
        "CPARAMS :3:6x6\nDESC    :13:BBCFBHaAacaCd\nNSTATES :1:2\nSTATEPOS:1:2\nMOVE    :6:P0,0,0",
        progress=True,
    ),
    Format(
        "task",
        "puzzle-binairo.com task",
        "letters, 0 and 1 that describe a grid",
        Layout.LINE,
        Rules.UNIQUE,
        "a1a1b1e1a1g1010b00b1c",
    ),
    Format(
        "takuzu-rle",
        "takuzu-vue run lengths",
        "one or two letters and `/`",
        Layout.LINE,
        Rules.UNIQUE,
        "f/a5a5b5e5a5g5151b2b5c",
    ),
    Format(
        "lattice",
        "Tango lattice",
        "walls `.-.-` in its first line",
        Layout.BLOCK,
        Rules.OPEN,
        ".-.-.-.-.\n| xY| | |\n.-.-.-.=.\n| | | | |\n.-.-.-.-.\n|B| | | |\n.-.-.-.-.\n| | | |Y|\n.-.-.-.-.",
        signs=True,
    ),
    Format(
        "puzzletea",
        "PuzzleTea export (JSON lines)",
        "JSON with `schema`, or `state` and `provided`",
        Layout.JSON,
        Rules.UNIQUE,
        '{"size": 4, "state": "0.11\\n1.0.\\n.0..\\n...1", "provided": "#.##\\n#.#.\\n.#..\\n...."}',
        signs=True,
        rectangles=False,
        progress=True,
    ),
    Format(
        "json",
        "JSON grid: shadify, three grids",
        "JSON with a list of rows",
        Layout.JSON,
        Rules.OPEN,
        '{"cells": ["0.11", "....", ".0..", "...1"], "horizontal": ["..."], "vertical": ["x...", "...="]}',
        signs=True,
        module="json_grids",
    ),
    Format(
        "0hh1",
        "0h h1 level (JSON)",
        "JSON with `empty`, or cells 0, 1 and 2",
        Layout.JSON,
        Rules.UNIQUE,
        '{"size": 4, "empty": [1, 0, 2, 2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2]}',
        rectangles=False,
        module="zero_hh1",
    ),
    Format(
        "0hh1-page",
        "0h h1 solver page",
        "rows of x, b and y joined by `-`",
        Layout.LINE,
        Rules.UNIQUE,
        "yxbb-xxxx-xyxx-xxxb",
        module="zero_hh1_page",
    ),
    Format(
        "puzzlekit",
        "puzzlekit",
        "two numbers, and so many rows",
        Layout.BLOCK,
        Rules.OPEN,
        "4 4\n1 - 2 2\n- - - -\n- 1 - -\n- - - 2",
    ),
    Format("binoxxo", "Binoxxo", "rows of x, o and numbers", Layout.BLOCK, Rules.OPEN, "o1xx\n4\n1o\n3x"),
    Format(
        "penpa",
        "Penpa-edit address",
        "`m=edit&p=`",
        Layout.LINE,
        Rules.OPEN,
        "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
        "Ky4sTSxK1TEDQmMLrmgDHTCM5aqu5aquirSqVjIyVrKKNtJRSs4sSs5JjfdV0jGM1VEyMsUmamyETdQEu6gJNlFTM6yi5kBRQ3RR"
        "M6zmmhljVWuGVRSrueZYXFYLDQ4gHW1kpGMIh6bks2MB",
        progress=True,
        writes=False,
    ),
)  # fmt: skip
"""Every format there is."""

_BY_NAME = {entry.name: entry for entry in FORMATS}


def find_format(name: str) -> Format:
    """The format of this name. Raises KeyError."""
    return _BY_NAME[name]
