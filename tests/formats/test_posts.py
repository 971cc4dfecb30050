"""Posts: grids with labels, headings, quotes, markup and signs around them, and the places of what is wrong there."""

import json
from pathlib import Path
from typing import Any

import pytest

from binairo_tui.engine import PuzzleFormatError
from binairo_tui.formats import Imported, NotAPuzzleError, read_lines, read_puzzle, scan_limits
from tests.formats import lines_of

POSTS = [json.loads(line) for line in Path(__file__).with_name("posts.jsonl").read_text().splitlines()]
ROWS = (".1.1..", "1.....", "1.1...", "....10", "10..00", "..1...")
NOTATION = f"6x6;{''.join(ROWS)}"
GRID = [[None, 0, 1, 1], [None] * 4, [None, 0, None, None], [None, None, None, 1]]
CELLS = "4x4;.011.....0.....1"


def read(text: str) -> tuple[list[str], list[str]]:
    """Return the puzzles in a text, and its errors except for texts that are no puzzle."""
    items = list(read_lines(lines_of(text), unique_lines=True))
    puzzles = [str(item.puzzle) for item in items if isinstance(item, Imported)]
    return puzzles, [str(item) for item in items if not isinstance(item, (Imported, NotAPuzzleError))]


@pytest.mark.parametrize("post", [it for it in POSTS if "puzzles" in it], ids=lambda it: it["post"][:20])
def test_every_grid_in_a_post_is_read_with_its_signs_and_nothing_else_is_an_error(post: dict[str, Any]) -> None:
    assert read(post["post"]) == (post["puzzles"], [])


@pytest.mark.parametrize("post", [it for it in POSTS if "error" in it], ids=lambda it: it["post"][:20])
def test_what_cannot_be_read_is_refused_with_a_fitting_sentence(post: dict[str, str]) -> None:
    with pytest.raises(PuzzleFormatError, match=post["error"]):
        read_puzzle(post["post"])


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("> > 6x6;0?", (1, 10)),
        ("> .1.\u200b1..\n>\n> 6x6;012", (3, 9)),
        ("\uff16\uff58\uff16\uff1b\uff10\uff12", (1, 6)),
        ("<p><b>6x6;01?</b></p>", (1, 13)),
        ("**6x6;0**\n\n# 1..0\n# .1..\n# ....\n# 0..1\n# 6x6;02", (7, 8)),
        ("1..0\n.1..\n....\n0..1\n\nr1c1=r1c2\nr1c1=r2c2", (7, 1)),
    ],
)
def test_errors_name_the_place_in_the_post(text: str, place: tuple[int, int]) -> None:
    errors = [it for it in read_lines(lines_of(text)) if isinstance(it, PuzzleFormatError)]
    assert (errors[-1].line, errors[-1].column) == place


@pytest.mark.parametrize(
    "damaged",
    [
        "\n".join([*ROWS[:4], ROWS[4] + "x", ROWS[5], "EOF"]),
        "\n".join([f"> {row}" for row in (*ROWS[:4], ROWS[4][1:], ROWS[5])]),
        "\n".join([f"// {row}" for row in (*ROWS[:4], "10..?1q", ROWS[5])]),
        "cat <<EOF\n" + "\n".join([*ROWS[:4], "10..009", ROWS[5]]) + "\nEOF",
        "\n".join([*ROWS[:4], "10..00\u29d9", ROWS[5]]),
        "\n".join([ROWS[0], "1\u29d9....", *ROWS[2:4], "10\u29d9.00", ROWS[5]]),
        "See (1):\n" + "\n".join([*ROWS[:4], "10..00 oops", ROWS[5]]),
        json.dumps({"state": "0.11\n1.0.\n.0.     11\n1.0.\n...1", "provided": "#.##\n#.#.\n.#..\n...."}),
        "[1,_,_,_],\n[_,_,0,1],\n[_,1,_,_],\n[0,_,_,1],\n[_,_]])-",
        ".-.-.-.-.\n" * 9,
    ],
)
def test_a_part_of_a_damaged_grid_is_no_puzzle(damaged: str) -> None:
    puzzles, _ = read(damaged)
    assert puzzles == []


def test_a_title_above_a_grid_is_its_name_but_not_text_between_puzzles_of_one_line() -> None:
    rows = "\n".join(ROWS)
    text = f"## Intro\n\nEasy ones:\n{rows}\n\n**Hard one**\n{rows}\n\n{NOTATION}\nERROR: gone\n{NOTATION}\n"
    found = [item.title for item in read_lines(lines_of(text), unique_lines=True) if isinstance(item, Imported)]
    assert found == ["Easy ones", "Hard one", "", ""]
    assert read_puzzle(json.dumps({"grid": GRID, "title": "No 5"})).title == "No 5"


def test_text_around_puzzles_is_yielded_in_its_place_unless_it_is_a_title() -> None:
    rows = "\n".join(ROWS)
    text = f"Hello\nNo 1\n{rows}\n\nBye (all)\n----\n\n{NOTATION}\nx = [1, 2];\n{NOTATION}\nthe end"
    items = [
        (item.line, item.text if isinstance(item, NotAPuzzleError) else item.title)
        for item in read_lines(lines_of(text), unique_lines=True)
        if isinstance(item, (Imported, NotAPuzzleError))
    ]
    assert items == [(1, "Hello"), (3, "No 1"), (10, "Bye (all)"), (11, "----"), (13, ""), (15, ""), (16, "the end")]


@pytest.mark.parametrize("count", [99, 300])
def test_grids_between_many_other_grids_are_lifted(count: int) -> None:
    drawn = "\n".join(f"|{row}|" for row in ROWS)
    labelled = "\n".join(f"{number}: {row}" for number, row in enumerate(ROWS, 1))
    puzzles, errors = read("\n\n".join([drawn] * count + [labelled]))
    assert (len(puzzles), errors) == (count + 1, [])


def test_the_reader_gives_up_after_many_texts_with_a_place() -> None:
    *_, last = read_lines(lines_of("\n\n".join(["some\nother\nwords\nhere"] * 130)))
    assert (last.line, str(last)) == (501, scan_limits.BUDGET_SPENT)


@pytest.mark.parametrize(
    "beside",
    [
        {"constraints": [{"type": "=", "cells": [[0, 0], [0, 1]]}]},
        {"constraints": [{"r1": 0, "c1": 0, "r2": 0, "c2": 1, "type": "equal"}]},
        {"constraints": {"equal": [[[0, 0], [0, 1]]]}},
        {"edges": [{"row": 0, "col": 0, "dir": "right", "sign": "="}]},
        {"edges": [{"from": {"row": 0, "col": 0}, "to": {"row": 0, "col": 1}, "type": "same"}]},
        {"equals": [[[0, 0], [0, 1]]]},
        {"equal": [[0, 1]]},
        {"h": ["=.."], "v": None, "solution": [[0]], "size": 4},
        {"constraints": [[1, 1, 1, 2, "="]]},  # counted from 1, because only this gives one solution
    ],
)
def test_signs_beside_a_grid_in_json(beside: dict[str, object]) -> None:
    signed = f"{CELLS};signs=r1c1=r1c2"
    assert read(json.dumps({"grid": GRID} | beside)) == ([signed], [])
    code = "; ".join(f"{name} = {json.dumps(value)}" for name, value in beside.items() if isinstance(value, list))
    if "constraints" not in beside and "h" not in beside and "edges" not in beside:
        assert read(f"grid = {json.dumps(GRID).replace('null', 'None')}\n{code}") == ([signed], [])


@pytest.mark.parametrize(
    "beside",
    [
        "\n\nequal = [((0, 0), (0, 1))]",
        "\n# in the first row\n\nequal = [((0, 0), (0, 1))]",
        "\n\nlet edges = new Map([[[0, 0], [0, 1], '=']]);",
        '\nedges = {((0, 0), (0, 1)): "="}',
    ],
)
def test_signs_below_a_grid_in_code(beside: str) -> None:
    grid = f"grid = {json.dumps(GRID).replace('null', 'None')}"
    assert read(grid + beside) == ([f"{CELLS};signs=r1c1=r1c2"], [])


@pytest.mark.parametrize(
    ("beside", "message"),
    [
        ("\n\nlet equal = new Map([[1, 'a']]);", "these may be signs, but they cannot be read: 'let equal"),
    ],
)
def test_signs_in_code_are_never_dropped_silently(beside: str, message: str) -> None:
    _, (error,) = read(f"grid = {json.dumps(GRID).replace('null', 'None')}" + beside)
    assert message in error


@pytest.mark.parametrize(
    "pair",
    ["r1c1,r1c2", "r1c1-r1c2", "r1c2 r1c1", "A1,B1", "0,0,0,1", "(0, 0), (0, 1)", "((0, 0), (0, 1))", "[0,0]-[0,1]"],
)
def test_signs_in_json_by_pairs_of_cells(pair: str) -> None:
    fields = {pair: "=", "kind": "remark"}
    assert read(json.dumps({"grid": GRID, "constraints": fields})) == ([f"{CELLS};signs=r1c1=r1c2"], [])


@pytest.mark.parametrize("puzzle", [{"boardStr": CELLS}, {"size": 4, "empty": [0] * 16}])
def test_signs_beside_a_puzzle_in_json_without_a_grid_are_refused(puzzle: dict[str, object]) -> None:
    _, (error,) = read(json.dumps(puzzle | {"constraints": {"r1c1,r1c2": "x"}}))
    assert "'constraints' beside the grid cannot be read" in error


@pytest.mark.parametrize("beside", [{"signs": {}}, {"clues": 12}, {"constraints": None}, {"signs": [["", ""]]}])
def test_fields_of_json_that_hold_no_signs_are_ignored(beside: dict[str, object]) -> None:
    assert read(json.dumps({"grid": GRID} | beside)) == ([CELLS], [])


@pytest.mark.parametrize(
    ("beside", "message"),
    [
        ({"hints": [[0, 1]]}, "'hints' beside the grid cannot be read"),
        ({"constraints": [[0, 0, 1, 1, "="]]}, "'constraints' beside the grid cannot be read"),
        ({"constraints": [[0, 0, 0, 1, "?"]]}, "'constraints' beside the grid cannot be read"),
        ({"constraints": [[0, 0, 0, 1, "="], [0, 1, 0, 0, "x"]]}, "both signs"),
        ({"constraints": {"arrow": [[0, 0]]}}, "beside the grid cannot be read"),
        ({"constraints": {"above": "below"}}, "'constraints' beside the grid cannot be read"),
        ({"constraints": {"r1c1,r1c2": "?"}}, "'constraints' beside the grid cannot be read"),
        ({"constraints": {"r1c1,r1c2": "=", "r2c1,r2c2": "?"}}, "'constraints' beside the grid cannot be read"),
        ({"constraints": {"r1c1,r1c2": "=", "r2c1r2c2": "x"}}, "'constraints' beside the grid cannot be read"),
        ({"constraints": {"r1c1,r1c3": "="}}, "'constraints' beside the grid cannot be read"),
        ({"list_of_signs": ["unknown"]}, "'list_of_signs' beside the grid cannot be read"),
        ({"list_of_signs": {"a": "b"}, "board": GRID}, "'list_of_signs' beside the grid cannot be read"),
        ({"v": [1, 2]}, "'v' beside the grid cannot be read"),
    ],
)
def test_what_stands_beside_a_grid_in_json_is_read_or_refused(beside: dict[str, object], message: str) -> None:
    puzzles, (error,) = read(json.dumps({"grid": GRID} | beside))
    assert puzzles == []
    assert message in error
