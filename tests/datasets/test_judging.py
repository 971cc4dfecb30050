"""The judging of answers: one grid in many shapes, and the same verdicts whatever the order."""

import re
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binairo_tui import datasets, engine
from tests import oracle
from tests.strategies import puzzles, to_puzzle

SHAPES = Path(__file__).with_name("answers")
PUZZLE = engine.parse_puzzle("6x4;..1..0.0....1....1...1..")
SOLUTION = "011010100110101001010101"
UNSOLVABLE = engine.parse_puzzle("4x4;000...........1.")


def shapes(name: str) -> list[Any]:
    """Return the answers in a file, in which a line with %% and a title is above each."""
    parts = (SHAPES / f"{name}.txt").read_bytes().decode().split("%% ")[1:]
    return [pytest.param(text.removesuffix("\n"), id=title) for title, _, text in (it.partition("\n") for it in parts)]


@pytest.mark.parametrize("text", shapes("right"))
def test_a_right_grid_is_right_in_every_shape(text: str) -> None:
    assert datasets.judge_answer(PUZZLE, text) == ("right", SOLUTION, "")
    assert engine.is_solution_of(PUZZLE, text)


@pytest.mark.parametrize("text", shapes("none"))
def test_there_are_many_ways_to_say_that_there_is_none(text: str) -> None:
    assert datasets.judge_answer(UNSOLVABLE, text) == ("right", "none", "")
    assert datasets.judge_answer(PUZZLE, text).kind == "wrong" or "0001" in text


@pytest.mark.parametrize("text", shapes("wrong"))
def test_a_wrong_answer_is_wrong(text: str) -> None:
    judged = datasets.judge_answer(PUZZLE, text)
    assert judged.kind == "wrong"
    assert judged.fault
    assert not engine.is_solution_of(PUZZLE, text)


@pytest.mark.parametrize("text", shapes("unreadable"))
def test_a_text_without_an_answer_is_unreadable(text: str) -> None:
    assert datasets.judge_answer(PUZZLE, text)[:2] == ("unreadable", "")
    assert not engine.is_solution_of(PUZZLE, text)


@pytest.mark.parametrize(
    "remark",
    [
        "No alternative solution exists.",
        "There is no way to swap anything.",
        "It is impossible to fill it differently.",
        "The puzzle cannot be solved in another way.",
        "There is no solution other than this one.",
        "No additional solution was found, so it is unique.",
        "Missing cells: none",
    ],
)
def test_a_remark_about_other_grids_does_not_take_the_answer_back(remark: str) -> None:
    assert datasets.judge_answer(PUZZLE, f"{SOLUTION}\n\n{remark}").kind == "right"
    assert datasets.judge_answer(PUZZLE, f"{SOLUTION}\n\nNo, the puzzle has no solution.").kind == "wrong"


@pytest.mark.parametrize("text", ["r1c2 ≠ 0", "r1c2 != 0", "r1c2 \\neq 0", "r1c2 <> 0", "r1c2 = 0 or 1"])
def test_what_is_not_equal_or_open_is_no_move(text: str) -> None:
    assert datasets.read_moves(text, PUZZLE) == []


@pytest.mark.parametrize("text", ["1 0   1 1\n0 1   1 1", "1 0 | 1 1\n0 1 | 1 1"])
def test_counts_beside_the_smallest_grid_are_no_cells(text: str) -> None:
    puzzle = engine.parse_puzzle("2x2;1...")
    assert datasets.judge_answer(puzzle, text).kind == "unreadable"
    assert datasets.judge_answer(puzzle, "1001").kind == "right"


@pytest.mark.parametrize("heading", ["Columns:", "**Check of the columns:**", "Each column, from left to right:"])
def test_columns_below_a_heading_are_no_grid(heading: str) -> None:
    puzzle = engine.generate(engine.Request(6, 6, engine.Band.EASY), seed=1)
    solution = puzzle.geometry.text(next(engine.solutions(puzzle)))
    rows = [solution[start : start + 6] for start in range(0, 36, 6)]
    columns = ["".join(cells) for cells in zip(*rows, strict=True)]
    text = "\n".join(["The rows and columns:", *rows, "", heading, *columns, "", "All are different."])
    assert datasets.judge_answer(puzzle, text) == ("right", solution, "")


@settings(max_examples=40)
@given(
    st.data(), puzzles(), st.sampled_from(["", " ", ", ", "|", " & ", "\t"]), st.sampled_from(["\n", "\\\\\n", "],\n["])
)
def test_a_grid_is_read_whatever_is_between_its_cells(
    data: st.DataObject, drawn: oracle.Board, between: str, end: str
) -> None:
    puzzle = to_puzzle(drawn)
    cells = data.draw(st.text("01", min_size=len(drawn.cells), max_size=len(drawn.cells)))
    starts = range(0, len(cells), drawn.width)
    text = end.join(between.join(cells[start : start + drawn.width]) for start in starts)
    assert engine.read_answer(f"So it is:\n{text}\nThat is all.", puzzle) == cells
    assert engine.is_solution_of(puzzle, text) is (datasets.judge_answer(puzzle, text).kind == "right")


@settings(max_examples=60)
@given(puzzles(), st.text())
def test_no_text_is_an_error(drawn: oracle.Board, text: str) -> None:
    answer = engine.read_answer(text, to_puzzle(drawn))
    assert answer == "none" or set(answer) <= {"0", "1", "."}


@pytest.mark.parametrize(
    "text",
    [
        *("[", "0 ", "(0", "no ", "answer", "<", "0, ", "answer: ", "row 1", "|", "\n", "0\n", "r1c1=0", "r1", "9"),
        *("no solution ", "row 1:\n", "A1=0 ", "[1][1] = 0\n", "\\b{0}", "0 1 2 3 4 5\n", "0 | 2\n", "-1, "),
    ],
)
def test_no_text_takes_long(text: str) -> None:
    start = process_time()
    for end in ("", "x", "\n0"):
        engine.read_answer(text * 2_000 + end, PUZZLE)
    assert process_time() - start < 4


@pytest.mark.parametrize("puzzle", ["4x4;00....00.00.0..0", "4x4;0..1.1......0..0"])
def test_minus_one_is_a_blank(puzzle: str) -> None:
    drawn = engine.parse_puzzle(puzzle)
    rows = re.findall("....", drawn.geometry.text(drawn.givens))
    text = "],\n [".join(", ".join(row).replace(".", "-1") for row in rows)
    assert datasets.judge_answer(drawn, f"grid = [[{text}]]\nsolve(grid)").kind != "right"
