"""The formats as they occur in practice: one puzzle in every shape, and its detected format."""

import json
from typing import Any

import pytest

from binairo_tui.engine import PuzzleFormatError
from binairo_tui.formats import Imported, TextLine, find_format, read_lines, read_puzzle
from binairo_tui.formats.facts import BESIDE
from tests.formats import lines_of
from tests.formats.vectors import read

ROWS = (".1.1..", "1.....", "1.1...", "....10", "10..00", "..1...")
NOTATION = "6x6;.1.1..1.....1.1.......1010..00..1..."
GIVEN = str.maketrans("01", "##")
SMALL = "4x4;0.11.....0.....1"
ASSUMED = "Unique lines are assumed, as in most puzzles."
SMALL_ROWS = ("0.11", "....", ".0..", "...1")


def drawn(lines_drawn: str, cell: str = " {} ") -> str:
    """Return the rows in a drawn box.

    `lines_drawn` holds left, crossing, right and filling of the top, middle and bottom line, then the bar.
    """
    *three, bar = lines_drawn.split()
    lines = [f"{it[0]}{it[1].join([it[3] * len(cell.format('x'))] * len(ROWS[0]))}{it[2]}" for it in three]
    texts = [bar + bar.join([cell.format(value) for value in row.replace(".", " ")]) + bar for row in ROWS]
    return "\n".join([lines[0], f"\n{lines[1]}\n".join(texts), lines[2]])


SHAPES = [
    ("rows", "\n".join(ROWS)),
    ("rows", "\n".join(ROWS).replace(".", "-")),
    ("rows", "\n".join(ROWS).replace(".", "_")),
    ("rows", "\n".join(ROWS).replace(".", "·")),
    ("rows", "\n".join([" ".join(row) for row in ROWS])),
    ("rows", "\n".join(["  ".join([row[:3], row[3:]]) for row in ROWS])),
    ("rows", "\n".join(ROWS).replace(".", "x")),
    ("rows", "\n".join(ROWS).replace("0", "O").replace("1", "X")),
    ("rows", "\n".join(ROWS).replace("0", "o").replace("1", "x")),
    ("rows", "\n".join(ROWS).replace("0", "O").replace("1", "I")),
    ("rows", "\n".join(ROWS).replace("0", "W").replace("1", "B")),
    ("rows", "\n".join(ROWS).replace("0", "y").replace("1", "b")),
    ("line", "".join(ROWS).replace("0", "O").replace("1", "I")),
    ("line", "".join(ROWS)),
    ("line", " ".join("".join(ROWS))),
    ("long", " ".join(ROWS)),
    ("bars", "\n".join([f"|{row.replace('.', ' ')}|" for row in ROWS])),
    ("bars", "\n".join([f"  |{row}|  " for row in ROWS])),
    ("bars", "\n".join([f"|{'|'.join(row.replace('.', ' '))}|" for row in ROWS])),
    ("bars", "\n".join([f"| {' '.join(row.replace('.', ' '))} |" for row in ROWS])),
    ("bars", "\n".join([f"| {' '.join(row[:3])} | {' '.join(row[3:])} |" for row in ROWS])),
    ("bars", drawn("+++- +++- +++- |")),
    ("lattice", drawn("+++- +++- +++- |", "{}")),
    ("bars", drawn("┌┬┐─ ├┼┤─ └┴┘─ │")),
    ("bars", drawn("╔╦╗═ ╠╬╣═ ╚╩╝═ ║")),
    ("bars", "┌──────┐\n" + "\n".join([f"│{row.replace('.', ' ')}│" for row in ROWS]) + "\n└──────┘"),
    ("spaces", "\n".join([row.replace(".", " ") for row in ROWS])),
    ("spaces", "\n".join([row.replace(".", " ").rstrip() for row in ROWS])),
    ("task", "var task = 'a1a1b1e1a1g1010b00b1c'; var puzzleWidth = 6, puzzleHeight = 6;"),
    ("task", "6x6:a1a1b1e1a1g1010b00b1c"),
    ("unruly", "6u:BBCFBHaAacaCd"),
    ("unruly", "6x6udn:BBCFBHaAacaCd"),
    ("takuzu-rle", "ff/a5a5b5e5a5g5151b2b5"),
    ("json", json.dumps([list(row.replace(".", "x")) for row in ROWS])),
    ("json", json.dumps({"task": [list(row.replace(".", "x")) for row in ROWS], "height": 6}, indent=2)),
    ("json", json.dumps({"grid": [[None if cell == "." else int(cell) for cell in row] for row in ROWS]})),
    ("json", "[\n" + ",\n".join([json.dumps(list(row)) for row in ROWS]) + "\n]"),
    ("json", json.dumps({"board": [row.replace("0", "W").replace("1", "B").replace(".", " ") for row in ROWS]})),
    ("json", json.dumps({"boardStr": NOTATION})),
    ("list", json.dumps([".01".index(cell) for cell in "".join(ROWS)])),
    ("json", json.dumps([[".01".index(cell) for cell in row] for row in ROWS])),
    ("0hh1", json.dumps({"size": 6, "empty": [".01".index(cell) for cell in "".join(ROWS)], "quality": 4}, indent=1)),
    ("puzzletea", json.dumps({"size": 6, "state": "\n".join(ROWS), "provided": "\n".join(ROWS).translate(GIVEN)})),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text"), SHAPES)
def test_each_shape_is_the_same_puzzle(name: str, text: str) -> None:
    imported = read_puzzle(text)
    assert (imported.format, str(imported.puzzle)) == (name, NOTATION)


@pytest.mark.parametrize(("name", "text"), SHAPES)
def test_each_shape_is_read_from_the_middle_of_a_file(name: str, text: str) -> None:
    lines = enumerate(f"# top\n{NOTATION}\n\n{text}\n\n{NOTATION}\n".split("\n"), 1)
    found = list(read_lines([TextLine(number, line) for number, line in lines]))
    assert [item.format for item in found if isinstance(item, Imported)] == ["notation", name, "notation"]
    assert {str(item.puzzle) for item in found if isinstance(item, Imported)} == {NOTATION}
    assert found[1].line == 4


SIGNS = "4x4;0.11.....0.....1;signs=r1c1xr2c1,r3c2=r3c3"


@pytest.mark.parametrize(
    "fields",
    [
        {"cells": SMALL_ROWS, "horizontal": ["...", "...", ".=."], "vertical": ["x"]},
        {
            "board": [[{"0": "W", "1": "B"}.get(cell, " ") for cell in row] for row in SMALL_ROWS],
            "arith_rows": [[" "] * 3, [" "] * 3, [" ", "=", " "], [" "] * 3],
            "arith_cols": [["x", " ", " ", " "], [" "] * 4, [" "] * 4],
        },
        {
            "task": [list(row) for row in SMALL_ROWS],
            "comparisonClues": [[8, 0, 0, 0], [0] * 4, [0, 1, 0, 0], [0] * 4],
        },
    ],
)
def test_signs_in_json(fields: dict[str, Any]) -> None:
    assert str(read_puzzle(json.dumps(fields), unique_lines=True).puzzle) == SIGNS


@pytest.mark.parametrize(
    ("clues", "message"),
    [
        ([[3, 0], [0, 0]], "row 1 of the signs holds '3', expected 0, 1 or 2, plus 0, 4 or 8"),
        ([[0, 1], [0, 0]], "row 1 of the signs across must hold at most 1 sign"),
        ([[0, 0], [4, 0]], "the signs down must be a list of at most 1 row"),
        ([[0, 0], [0]], f"'flags' {BESIDE}"),
    ],
)
def test_invalid_sums_of_signs_are_refused(clues: list[list[int]], message: str) -> None:
    (item,) = read_lines([TextLine(1, json.dumps({"task": ["01", ".."], "flags": clues}))])
    assert isinstance(item, ValueError)
    assert str(item) == message


def test_a_row_of_nothing_but_spaces_belongs_to_a_grid_of_spaces() -> None:
    text = "1  0\n    \n 1  \n0  1"
    assert str(read_puzzle(text, unique_lines=True).puzzle) == "4x4;1..0.....1..0..1"
    assert len(list(read_lines([TextLine(1, "1.10"), TextLine(2, "    "), TextLine(3, "1001")]))) == 2


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("    \n1  0\n 1  \n0  1", "....1..0.1..0..1"),
        ("    \n    \n 1  \n0  1", ".........1..0..1"),
        ("1  0\n 1  \n0  1\n    \n", "1..0.1..0..1...."),
        ("    \n1  0\n 1  \n    \n", "....1..0.1......"),
        ("1  0\n 1  \n0  1\n   1\n    \n", "1..0.1..0..1...1"),
        ("\n  \n1  0\n 1  \n0  1\n   1\n", "1..0.1..0..1...1"),
    ],
)
def test_empty_rows_at_the_edges_of_a_grid_of_spaces_make_it_a_square(text: str, cells: str) -> None:
    assert str(read_puzzle(text, unique_lines=True).puzzle) == f"4x4;{cells}"


def test_a_single_line_of_tabs_is_no_puzzle() -> None:
    assert list(read_lines(lines_of("\t\t\t\t"))) == []
    cells = SMALL.removeprefix("4x4;")
    found = list(read_lines(lines_of("\n".join([cells, cells, cells, "\t\t\t\t"]))))
    assert [isinstance(item, Imported) for item in found] == [True, True, True]


def test_a_grid_below_a_line_that_is_too_long_is_read() -> None:
    lattice = find_format("lattice").example
    words = "a line with many different letters " * 40
    found = list(read_lines(lines_of("\n".join([lattice, words, *SMALL_ROWS]))))
    assert [isinstance(item, Imported) for item in found] == [True, False, True]
    assert str(found[2].puzzle if isinstance(found[2], Imported) else found[2]).startswith(SMALL)


def test_an_empty_row_belongs_to_the_grid_directly_after_it() -> None:
    text = f"    \n{NOTATION}\n1  0\n 1  \n0  1"
    found = list(read_lines(lines_of(text)))
    assert isinstance(found[0], Imported)
    assert (found[1].line, str(found[1])) == (3, "height 3 is odd: only square boards may have odd sides")


@pytest.mark.parametrize("text", ["1\n  0\n 1", "1 \n  0\n 1 "])
def test_all_rows_of_a_square_may_lack_their_ends(text: str) -> None:
    assert str(read_puzzle(f"{text}\n0", unique_lines=True).puzzle) == "4x4;1.....0..1..0..."
    binoxxo = "x\n2o\n1x\no"
    assert str(read_puzzle(binoxxo, unique_lines=True).puzzle) == "4x4;1.....0..1..0..."


def test_json_that_breaks_off_does_not_swallow_what_follows() -> None:
    good = json.dumps({"cells": SMALL_ROWS})
    found = list(read_lines([TextLine(1, good[:20]), TextLine(2, good), TextLine(3, NOTATION)]))
    assert [item.line for item in found] == [1, 2, 3]
    assert [isinstance(item, Imported) for item in found] == [False, True, True]


def test_an_unreadable_line_ends_json_and_saved_games() -> None:
    unreadable = TextLine(2, "", "byte 0xff is not UTF-8", 3)
    for text in ('{"cells": [', find_format("unruly-save").example.split("\n")[0]):
        found = list(read_lines([TextLine(1, text), unreadable, TextLine(3, NOTATION)]))
        assert [item.line for item in found] == [1, 2, 3]
        assert isinstance(found[2], Imported)


def test_several_objects_in_a_list_are_several_puzzles() -> None:
    text = json.dumps([{"cells": SMALL_ROWS}, {"boardStr": NOTATION}])
    found = list(read_lines([TextLine(1, text)]))
    assert [str(item.puzzle) for item in found if isinstance(item, Imported)] == [SMALL, NOTATION]


def test_the_first_of_several_puzzles_is_read_with_a_note() -> None:
    assert read_puzzle(f"{NOTATION}\n{NOTATION}").notes == ("This is puzzle 1 of 2 in the text.",)


@pytest.mark.parametrize(
    ("text", "note", "solution_count", "unique_lines"),
    [
        ("....\n....\n....\n....", f"{ASSUMED} There is more than one solution.", 2, True),
        ("1... ..0.", "Lines may repeat: if they must be unique, there is no solution.", 1, False),
        ("1... ....", f"{ASSUMED} There is no solution. If lines may repeat, there are several solutions.", 0, True),
        ("111. ....", f"{ASSUMED} There is no solution. If lines may repeat, there is no solution either.", 0, True),
        ("\n".join(ROWS), f"{ASSUMED} If lines may repeat, the solution is the same.", 1, True),
        ("b0d1c10d0j1b1a0a1", "", 1, True),
        ("8x8u:bAHBkbbdAmhCCcb", "", 1, True),
        ("8x8:bAHBkbbdAmhCCcb", "There is more than one solution.", 2, False),
        ("4x4;000.............", "There is no solution.", 0, True),
    ],
)
def test_notes_on_rules_and_solutions(text: str, note: str, solution_count: int, unique_lines: bool) -> None:
    imported = read_puzzle(text)
    assert " ".join(imported.notes) == note
    assert (imported.solution_count, imported.puzzle.unique_lines) == (solution_count, unique_lines)


def test_the_same_puzzle_in_every_plain_format() -> None:
    fields = json.loads(read("rosetta.json"))
    solution = "".join(fields.pop("solution"))
    del fields["note"]
    assert len(fields) > 10
    for key, value in fields.items():
        is_rows = isinstance(value, list) and isinstance(value[0], str)
        text = "\n".join(value) if is_rows else value if isinstance(value, str) else json.dumps(value)
        imported = read_puzzle(text)
        assert str(imported.puzzle).removesuffix(";lines=any") == NOTATION, key
        assert imported.solution_count == 1
        assert len(solution) == imported.puzzle.geometry.cell_count


def test_the_same_puzzle_with_signs_in_every_format() -> None:
    fields = json.loads(read("rosetta_plus.json"))
    lattice = read_puzzle("\n".join(fields["lattice (darcipeoples)"]))
    grids = read_puzzle(json.dumps(fields["three grids (h: w-1 columns, v: h-1 rows)"]))
    flags = fields["bit flags RIGHT_EQ=1 RIGHT_NE=2 DOWN_EQ=4 DOWN_NE=8"]
    summed = read_puzzle(json.dumps({"task": fields["givens"], "comparisonClues": flags}))
    assert lattice.puzzle == grids.puzzle == summed.puzzle
    assert len(lattice.puzzle.signs) == len(fields["relations"])
    assert lattice.solution_count == 1


def test_a_binoxxo_block_has_no_more_rows_than_a_board() -> None:
    with pytest.raises(PuzzleFormatError, match="more than 40 rows") as raised:
        list(find_format("binoxxo").read("6 6\n" * 41))  # each row would be as wide as the text is tall
    assert raised.value.line == 41
