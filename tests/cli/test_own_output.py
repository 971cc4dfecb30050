"""What the program prints or writes about a puzzle is read as that puzzle and nothing else."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binairo_tui.engine import parse_puzzle
from binairo_tui.formats import FORMATS, Imported, NotAPuzzleError, read_lines
from tests.cli.runs import CLASSIC, binairo
from tests.formats import lines_of
from tests.formats.test_facts import puzzle_of

JSON_VERBS = (["solve"], ["solve", "--explain"], ["hint"], ["grade"], ["check"], ["count"], ["convert"], ["reduce"])
DRAWINGS = (["show"], ["show", "--ascii"], ["show", "--format", "svg"])
PUZZLES = (CLASSIC, "6x4;0...1.0.......11......1.", "4x4;1..0......1....1;lines=any")


def read_back(text: str) -> list[str]:
    """Return the puzzles in a text without their rule, and its errors."""
    items = [item for item in read_lines(lines_of(text)) if not isinstance(item, NotAPuzzleError)]
    return [str(it.puzzle).removesuffix(";lines=any") if isinstance(it, Imported) else it.message for it in items]


def check(puzzle: str, *arguments: str) -> None:
    written = binairo(*arguments, puzzle)
    assert read_back(written.out) == [puzzle.removesuffix(";lines=any")], written.out


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 1 << 30))
def test_json_and_drawings_of_a_puzzle_with_signs_are_read_as_that_puzzle(seed: int) -> None:
    puzzle = str(puzzle_of(seed))
    for verb in JSON_VERBS:
        check(puzzle, *verb, "--json")
    for drawing in DRAWINGS:
        check(puzzle, *drawing)


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_json_and_drawings_are_read_as_their_puzzle(puzzle: str) -> None:
    for verb in JSON_VERBS:
        check(puzzle, *verb, "--json")
    for drawing in DRAWINGS:
        check(puzzle, *drawing)


def test_a_page_of_steps_is_read_as_its_puzzle(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    binairo("solve", "--explain", "--html", str(page), CLASSIC)
    assert read_back(page.read_text("utf-8")) == [CLASSIC]


@pytest.mark.parametrize(
    "puzzle",
    [
        "4x4;0..1............;signs=r1c1=r1c2,r1c2xr2c2,r1c1=r2c1,r2c1xr2c2",
        "4x4;1...............;signs=r1c1=r1c2,r2c1xr2c2",
        "4x4;11..............;signs=r1c2=r1c3",
    ],
)
def test_a_grid_that_the_steps_do_not_fill_has_its_signs(puzzle: str) -> None:
    (left,) = read_back(binairo("solve", "--explain", puzzle).out)
    before, after = parse_puzzle(puzzle), parse_puzzle(left)
    assert after.signs == before.signs
    assert after.givens & before.givens == before.givens


SIGNED = "4x4;1..0......1....1;signs=r1c2=r1c3,r2c1xr3c1"


@pytest.mark.parametrize("solutions", ["none", "end", "separate"])
def test_a_page_to_print_is_read_as_its_puzzles(tmp_path: Path, solutions: str) -> None:
    page = tmp_path / "page.html"
    binairo("print", "--solutions", solutions, "--output", str(page), *PUZZLES, SIGNED)
    assert read_back(page.read_text("utf-8")) == [puzzle.removesuffix(";lines=any") for puzzle in (*PUZZLES, SIGNED)]
    if solutions == "separate":
        puzzles = read_back(page.with_stem("page-solutions").read_text("utf-8"))
        assert not any(";" in puzzle for puzzle in puzzles)


def test_the_items_of_a_data_set_are_read_as_their_puzzles() -> None:
    made = binairo("dataset", "make", "--count", "4", "--seed", "1")
    assert read_back(made.out) == [
        json.loads(line)["puzzle"].removesuffix(";lines=any") for line in made.out.splitlines()
    ]


@pytest.mark.parametrize("arguments", [["daily"], ["daily", "--json"], ["generate", "--seed", "1", "--json"]])
def test_a_puzzle_that_was_made_is_read_back(arguments: list[str]) -> None:
    (puzzle,) = read_back(binairo(*arguments).out)
    assert parse_puzzle(puzzle).given_count


@pytest.mark.parametrize("entry", [entry for entry in FORMATS if entry.writes], ids=lambda entry: entry.name)
def test_json_with_a_puzzle_in_another_format_is_read_as_that_puzzle(entry: object) -> None:
    check(CLASSIC, "convert", "--to", getattr(entry, "name", ""), "--json")
