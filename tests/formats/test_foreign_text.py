"""Foreign text: mixed formats are detected, and broken text gives puzzles or errors with a place."""

import json
import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from binairo_tui.engine import PuzzleFormatError
from binairo_tui.formats import FORMATS, Extent, Format, Imported, find_format, read_lines, read_puzzle
from binairo_tui.formats.base import MAX_LINES, MAX_TEXT
from tests.formats import lines_of
from tests.formats.adversarial import penpa
from tests.formats.foreign_texts import LETTERS, samples

UNFINISHED = find_format("unruly-save").example.partition("NSTATES")[0] + "NSTATES :1:{}\nSTATEPOS:1:{}"


def mixed(found: list[tuple[str, str]], seed: int) -> tuple[str, list[tuple[str, int]]]:
    """Return a file of all these in any order, and the format and first line of each."""
    found = random.Random(seed).sample(found, len(found))
    layouts = {entry.name: entry.extent for entry in FORMATS}
    text, places = "", []
    for name, sample in found:
        is_block = layouts[name] is Extent.BLOCK
        places.append((name, text.count("\n") + 1 + is_block))
        text += f"\n{sample}\n\n" if is_block else f"{sample}\n"
    return text, places


@pytest.mark.parametrize("seed", range(5))
def test_the_formats_of_a_mixed_file_are_detected(seed: int) -> None:
    text, places = mixed(samples(), seed)
    found = list(read_lines(lines_of(text)))
    assert [(item.format, item.line) if isinstance(item, Imported) else item.message for item in found] == places


@pytest.mark.parametrize("seed", range(5))
def test_invalid_texts_in_between_do_not_stop_reading(seed: int) -> None:
    found = samples()[: len(FORMATS)]
    broken = [("notation", "6x6;12"), ("unruly", "6x6:zzzz"), ("json", '{"cells": ["01", "0"]}'), ("task", "6x6:1")]
    text, places = mixed(found + broken, seed)
    items = list(read_lines(lines_of(text)))
    assert [item.line for item in items] == [line for _, line in places]
    assert sum(isinstance(item, PuzzleFormatError) for item in items) == len(broken)


@pytest.mark.parametrize("entry", FORMATS, ids=lambda entry: entry.name)
@given(text=st.text(max_size=200) | st.text(LETTERS, max_size=200))
@example(text=" --1,,")
def test_a_format_reads_any_text_or_reports_an_error(entry: Format, text: str) -> None:
    for item in read_lines(lines_of(text), entry.name, unique_lines=True):
        if isinstance(item, PuzzleFormatError):
            assert 1 <= item.line <= text.count("\n") + 1
            assert item.column >= 1


@pytest.mark.parametrize(("name", "row"), [("rows", "0.1."), ("spaces", "0 1 "), ("bars", "|0 1 |"), ("csv", "0,,1,")])
def test_the_first_row_too_many_is_named(name: str, row: str) -> None:
    with pytest.raises(PuzzleFormatError, match="more than 40 rows") as caught:
        read_puzzle(f"{row}\n" * 60, name)
    assert (caught.value.line, caught.value.column) == (41, 1 + (name == "bars"))


def complaint(text: str) -> tuple[int, int, str]:
    with pytest.raises(PuzzleFormatError) as caught:
        read_puzzle(text)
    return caught.value.line, caught.value.column, caught.value.message


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", (1, 1, "there is no puzzle in this text")),
        ("\n" * MAX_LINES, (1, 1, f"the text has more than {MAX_LINES} lines")),
        ("." * (MAX_TEXT + 1), (1, 1, f"the text is longer than {MAX_TEXT} characters")),
        ("." * 65_537, (1, 65_536, "the line is longer than 65536 characters")),
        ("[" * 9 + "]" * 9, (1, 9, "more than 8 brackets within brackets")),
        ('[""\\][[[[[[[[', (1, 13, "more than 8 brackets within brackets")),
        ("[" * 60_000, (1, 9, "more than 8 brackets within brackets")),
        ('\n {"cells": [],\n "cells": []}', (3, 2, "this JSON is not supported here: the key 'cells' appears twice")),
        ('{"cells": [NaN]}', (1, 12, "this JSON is not supported here: the number 'NaN'")),
        ('{"cells": [1.5]}', (1, 12, "this JSON is not supported here: the number '1.5'")),
        ('{"size": 1' + "0" * 9_999 + "}", (1, 10, "this JSON is not supported here: a number of 10000 digits")),
        ('{"size": true, "empty": [0]}', (1, 1, "1 cells do not fill a square grid")),
        ('{"size": 40000, "empty": [0]}', (1, 1, "width 40000 is not between 2 and 40")),
        ('{"cells": ["01"\n', (2, 1, "invalid JSON: Expecting ',' delimiter")),
        (json.dumps([[0] * 500] * 20), (1, 1, "width 500 is not between 2 and 40")),
        (
            json.dumps({"cells": ["01", ".."], "horizontal": ["=="]}),
            (1, 1, "row 1 of the signs across must hold at most 1 sign"),
        ),
        (
            json.dumps({"cells": ["01", ".."], "vertical": ["x.", ".="]}),
            (1, 1, "the signs down must be a list of at most 1 row"),
        ),
        (json.dumps({"cells": ["01", 5]}), (1, 1, "row 2 does not have 2 cells like the first")),
        (json.dumps({"cells": ["01", [0, 7]]}), (1, 1, "expected 0, 1 or an empty cell in r2c2, found '7'")),
        ("999x999:a", (1, 1, "width 999 is not between 2 and 40")),
        ("6x6:" + "z" * 60_000, (1, 6, "more than 36 cells")),
        ("f/" + "z" * 9, (1, 4, "more than 36 cells")),
        ("6x10:" + "z" * 60_000, (1, 8, "more than 60 cells")),
        ("task = 'a1'", (1, 9, "the task describes 2 cells, not a square number")),
        ("task = 'a'", (1, 9, "width 1 is not between 2 and 40")),
        ("task = 'p', puzzleWidth = 0, puzzleHeight = 4", (1, 9, "width 0 is not between 2 and 40")),
        (penpa("x" * (2 * MAX_TEXT)), (1, 10, "not a Penpa-edit board: the text is incomplete or too long")),
        (penpa("square,6,6"), (1, 10, "not a Penpa-edit board: lines are missing")),
        ("m=edit&p=%%%", (1, 10, "not a Penpa-edit board: the text cannot be decompressed")),
        ("SAVEFILE:3:abcd", (1, 12, "the value has 4 characters, not 3")),
        ("SAVEFILE:1:a\nGAME:5:Solo!", (2, 8, "this is a game of 'Solo!', not of Unruly")),
        ("8 8\n- - 1", (2, 1, "8 rows are declared, 1 follow")),
        (".-.-.\n| | |\n.-.-.\n| ?1|\n.-.-.", (4, 3, "expected '=', 'x' or a wall, found '?'")),
        ("|01|\n|0", (2, 3, "expected bars on both sides of the row")),
        (".-.-.\n= | |\n.-.-.\n| | |\n.-.-.", (2, 1, "expected '=', 'x' or a wall, found '='")),
        (".-.-.\n| | |\n.-.-.\n| | |\n.x.-.", (5, 2, "expected '=', 'x' or a wall, found 'x'")),
        (".-.-.\n| | |\nx-.-.\n| | |\n.-.-.", (3, 1, "expected '=', 'x' or a wall, found 'x'")),
        (
            "https://www.puzzle-binairo.com/?e=MTM6Nyw3NDcsNjMz",
            (1, 13, "this address contains only the number of"),
        ),
        ("6x6:zk", (1, 7, "fewer than 36 cells")),
        ("6x6:zj", (1, 7, "fewer than 36 cells")),
        ("6x6:zkab", (1, 8, "more than 36 cells")),
        (UNFINISHED.format(2, 1), (7, 12, "NSTATES is '2', expected 1")),
        (UNFINISHED.format(1, 2), (8, 12, "STATEPOS is '2', expected 1")),
        (UNFINISHED.format(1, 0), (8, 12, "STATEPOS is '0', expected 1")),
        ("6x6#123", (1, 4, "this id contains the seed of a puzzle, not its cells; ")),
    ],
)
def test_errors_have_a_place(text: str, place: tuple[int, int, str]) -> None:
    line, column, message = complaint(text)
    assert message.startswith(place[2])
    assert (line, column) == place[:2]


@pytest.mark.parametrize(
    "after", ['{"puzzle": "4x4;0..1.1......0..0"}', "4x4;0..1.1......0..0", find_format("unruly").example]
)
def test_a_line_of_json_that_is_cut_off_is_an_error_and_the_lines_around_it_are_read(after: str) -> None:
    line = '{"puzzle": "4x4;0..1.1......0..0", "kind": 1}'
    for end in range(1, len(line)):
        text = "\n".join((line, line[:end], after))
        items = list(read_lines(lines_of(text)))
        assert [(item.line, isinstance(item, Imported)) for item in items] == [(1, True), (2, False), (3, True)], text
