"""Texts of which a part could be read as another puzzle: read rightly, or refused."""

import json

import pytest

from binairo_tui.formats import Imported, NotAPuzzleError, read_lines, read_puzzle
from binairo_tui.formats.cells import SIDE_BY_SIDE
from binairo_tui.formats.facts import UndecidedError
from tests.formats import lines_of

ROWS = ("0..1..", "..1...", ".0....", "....11", "0.....", "...0.1")
NOTATION = f"6x6;{''.join(ROWS)}"
GRID = "\n".join(ROWS)
SPACED = [" ".join(row) for row in ROWS]
SOLUTION = ("010101", "101010", "001101", "110011", "011010", "101001")
"""Fits the givens in `ROWS`."""
SIGNED = f"{NOTATION};signs=r1c5=r1c6,r2c1xr3c1"
BLANK_ROW = "......"
WITH_BLANK_ROW = "6x6;......" + "".join(ROWS[1:])
DAMAGED = "this row of a grid cannot be read"
BESIDE = "   <- this row is next"


def read(text: str) -> tuple[list[str], list[str]]:
    """Return the puzzles in a text, and what is said of all text that cannot be read, except for prose."""
    items = list(read_lines(lines_of(text)))
    puzzles = [str(item.puzzle).removesuffix(";lines=any") for item in items if isinstance(item, Imported)]
    return puzzles, [str(it) for it in items if not isinstance(it, (Imported, NotAPuzzleError))]


@pytest.mark.parametrize(
    ("text", "puzzles"),
    [
        ("\n".join([f"| {' | '.join(row)} |".replace(".", "-") for row in (BLANK_ROW, *ROWS[1:])]), [WITH_BLANK_ROW]),
        ("\n".join([f"| {' | '.join(row)} |".replace(".", " ") for row in (BLANK_ROW, *ROWS[1:])]), [WITH_BLANK_ROW]),
        (
            "|   |   |   |   |\n|---|---|---|---|\n|   | 0 |   |   |\n| 1 |   |   |   |\n|   |   |   | 0 |",
            ["4x4;.....0..1......0"],
        ),
        ("| A | B | C | D |\n|-|-|-|-|\n|.|0|.|.|\n|.|.|.|.|\n|1|.|1|.|\n|.|.|.|0|", ["4x4;.0......1.1....0"]),
        (f"{GRID}\n\n(1,5)-(1,6): =\n(2,1)-(3,1): x", [SIGNED]),
        (f"{GRID}\n\nE1=F1, A2xA3", [SIGNED]),
        (json.dumps({"board": ROWS, "h": {"0,4": "="}, "v": {"1,0": "x"}}), [SIGNED]),
        (json.dumps({"size": 4, "givens": {"r1c1": 0, "r2c3": 1, "r4c4": 1}}), ["4x4;0.....1........1"]),
        (
            json.dumps({"width": 6, "height": 4, "givens": [[0, 0, 1], [1, 5, 0], [3, 4, 0], [3, 5, 1]]}),
            ["6x4;1..........0..........01"],
        ),
        (f"Puzzle:\n{GRID}\n\nSolution:\n" + "\n".join(SOLUTION), [NOTATION]),
    ],
)
def test_all_of_a_text_is_read(text: str, puzzles: list[str]) -> None:
    assert read(text) == (puzzles, [])


@pytest.mark.parametrize(
    ("sentence", "equal", "unequal"),
    [
        ("Cells ({a},{b}) and ({c},{d}) are {k}.", "equal", "not equal"),
        ("({a},{b}) and ({c},{d}) must {k}", "be the same", "not be the same"),
        ("r{a}c{b} {k} r{c}c{d}", "equals", "does not equal"),
        ("{k}(cell({a},{b}), cell({c},{d})).", "same", "not same"),
        ("r{a}c{b} {k} r{c}c{d}", "=", "/="),
        ("({a},{b}) {k} ({c},{d})", "==", "!=="),
        ("r{a}c{b} {k} r{c}c{d}", "=", "=\\="),
        ("r{a}c{b} and r{c}c{d} {k}", "are equal", "aren't equal"),
        ("{k} r{a}c{b} = r{c}c{d}", "", "not:"),
        ("{k}equal({a},{b},{c},{d}).", "", "\\+ "),
        ("r{a}c{b} {k} r{c}c{d}", "=", "~="),
        ("r{a}c{b} {k} r{c}c{d}", "= =", "= x"),
        ("x({a},{b},V), x({c},{d},{k}).", "V", "1-V"),
        (":- x({a},{b},V), {k} x({c},{d},V).", "not", ""),
    ],
)
def test_a_denial_is_read_as_such_or_refused(sentence: str, equal: str, unequal: str) -> None:
    pairs = (1, 5, 1, 6, equal), (2, 1, 3, 1, unequal), (6, 2, 6, 3, unequal)
    lines = [sentence.format(a=a, b=b, c=c, d=d, k=k) for a, b, c, d, k in pairs]
    puzzles, errors = read("\n".join([GRID, "", *lines]))
    right = f"{NOTATION};signs=r1c5=r1c6,r2c1xr3c1,r6c2xr6c3"
    assert (puzzles, errors) == ([right], []) if errors == [] else puzzles == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{GRID}\n\nRow 1: = between 2 and 3\nColumn 5: x between 2 and 3", "these may be signs"),
        (
            "\n".join([*SPACED[:2], f"{SPACED[2]}   <- this row is next", *SPACED[3:]]),
            "this row of a grid cannot be read",
        ),
        (
            "\n".join([*SPACED[:4], f"{SPACED[4]}   <- this row is next", SPACED[5]]),
            "this row of a grid cannot be read",
        ),
        ("\n".join([SPACED[0] + BESIDE, *SPACED[1:5]]), DAMAGED),
        ("\n".join([f"{row}     {' '.join(full)}" for row, full in zip(SPACED, SOLUTION, strict=True)]), SIDE_BY_SIDE),
        (json.dumps({"width": 8, "height": 8, "cells": [None, 0, 1] * 12}), "no grid"),
        (f"{GRID}\n\n(1,2)-(1,3): =\n(2,5)-(3,5): =~", "these may be signs"),
    ],
)
def test_no_part_of_a_text_is_left_out_without_a_word(text: str, said: str) -> None:
    puzzles, errors = read(text)
    assert puzzles == []
    assert any(said in error for error in errors), errors


def test_the_readings_that_fit_are_named_and_kept() -> None:
    with pytest.raises(UndecidedError, match="counted from 0, row first or counted from 1, row first") as raised:
        read_puzzle("size(6).\ngiven(2,1,0).\ngiven(1,4,1).\ngiven(3,3,1).\ngiven(3,4,0).")
    readings = {name: read.puzzle.geometry.text(read.puzzle.givens) for name, read in raised.value.readings.items()}
    assert readings["counted from 0, row first"].index("0") == 13
    assert readings["counted from 1, column first"].index("0") == 1
    assert len(set(readings.values())) == 4


def test_four_readings_are_named_and_the_others_counted() -> None:
    signs = {"h": [[0, 1, 0, 0, 0], *[[0] * 5] * 5], "v": [[0] * 6] * 5}
    givens = [[2, 1, 0], [1, 4, 1], [3, 3, 1], [3, 4, 0]]
    with pytest.raises(UndecidedError) as raised:
        read_puzzle(json.dumps({"size": 6, "givens": givens, **signs}))
    assert len(raised.value.readings) == 8
    assert raised.value.message.endswith("or 4 more")


def test_a_number_has_one_meaning_in_both_matrices() -> None:
    signs = {"h": [[1, 0, 0], *[[0] * 3] * 3], "v": [[0, 0, 0, 0], [0, 2, 0, 0], [0] * 4]}
    with pytest.raises(UndecidedError) as raised:
        read_puzzle(json.dumps({"cells": ["...."] * 4, **signs}))
    assert {name: str(read.puzzle)[-19:] for name, read in raised.value.readings.items()} == {
        "1 means equal": "r1c1=r1c2,r2c2xr3c2",
        "1 means opposite": "r1c1xr1c2,r2c2=r3c2",
    }
