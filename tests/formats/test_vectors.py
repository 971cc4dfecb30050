"""Real puzzles: cells, numbers of solutions and inferred rules are those that independent programs found."""

import json
import re
from dataclasses import replace

import pytest

from binairo_tui.engine import Puzzle, parse_puzzle
from binairo_tui.engine.search import count_solutions, solutions
from binairo_tui.formats import CannotWriteError, Rules, find_format, read_lines, read_puzzle, write_puzzle
from binairo_tui.formats.base import TextLine
from tests.formats import lines_of
from tests.formats.vectors import FOLDER, Vector, read, vectors

VECTORS = vectors()
SEVERAL = ("v060", "v063", "v075")
"""The only vectors of open formats with several solutions under both rules."""


def all_of(text: str) -> list[Puzzle]:
    found = []
    for item in read_lines(lines_of(text)):
        assert not isinstance(item, Exception), item
        found.append(item.puzzle)
    return found


def test_no_vector_is_missing() -> None:
    assert len(VECTORS) == 177


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.id)
def test_a_vector_is_decoded_and_counted(vector: Vector) -> None:
    expected = parse_puzzle(vector.notation)
    imported = read_puzzle(vector.text, unique_lines=expected.unique_lines)
    assert (imported.format, imported.puzzle) == (vector.format, expected)
    assert imported.solution_count == vector.solution_count
    if vector.solution is not None and vector.solution_count == 1:
        (solution,) = solutions(imported.puzzle, 2)
        assert imported.puzzle.geometry.text(solution) == vector.solution


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.id)
def test_inferred_rules_leave_one_solution_and_what_is_written_is_read_back(vector: Vector) -> None:
    imported = read_puzzle(vector.text)
    if find_format(vector.format).rules is Rules.OPEN:
        assert imported.solution_count == (2 if vector.id in SEVERAL else 1)
        assert re.search("unique lines|must be unique", imported.notes[0].lower())
    if vector.solution_count == 1 and vector.format != "unruly":
        assert imported.puzzle.unique_lines or not parse_puzzle(vector.notation).unique_lines
    puzzle = imported.puzzle
    if not find_format(vector.format).writes:
        with pytest.raises(CannotWriteError):
            write_puzzle(puzzle, vector.format)
        return
    again = read_puzzle(write_puzzle(puzzle, vector.format))
    assert (again.puzzle, again.format) == (puzzle, vector.format)


def test_the_board_that_was_reported_as_not_unique_has_28_solutions() -> None:
    (vector,) = [vector for vector in VECTORS if vector.id == "v075"]
    assert count_solutions(read_puzzle(vector.text).puzzle, 100) == 28


def test_unruly_ids_have_the_counted_number_of_solutions() -> None:
    lines = [line.split("\t") for line in read("unruly_ids.txt").splitlines() if not line.startswith("#")]
    assert len(lines) == 45
    for text, without, with_unique in lines:
        puzzle = read_puzzle(text).puzzle
        assert write_puzzle(puzzle, "unruly") == text
        counts = [count_solutions(replace(puzzle, unique_lines=rule), 2) for rule in (False, True)]
        assert counts == [int(without), int(with_unique)]


def test_takuzu_vues_own_puzzles_have_their_solution() -> None:
    text = read("takuzu_vue_pregenerated.json")
    entries = json.loads(text)
    puzzles = all_of(text)
    assert len(puzzles) == len(entries) == 172
    for puzzle, entry in zip(puzzles, entries, strict=True):
        found = [puzzle.geometry.text(solution) for solution in solutions(puzzle, 2)]
        assert found == [entry["solutionStr"].split(";")[1]]


@pytest.mark.parametrize("name", ["puzzletea_takuzu.jsonl", "puzzletea_takuzuplus.jsonl"])
def test_puzzletea_exports_give_puzzle_and_state(name: str) -> None:
    text = read(name)
    imported = list(read_lines([TextLine(number, line) for number, line in enumerate(text.splitlines(), 1)]))
    saves = [json.loads(line)["puzzle"] for line in text.splitlines()]
    assert len(imported) == len(saves) > 3
    for item, entry in zip(imported, saves, strict=True):
        assert not isinstance(item, Exception)
        assert (item.format, item.title) == ("puzzletea", entry["name"])
        state = entry["save"]["state"].replace("\n", "")
        position = item.puzzle.givens if item.position is None else item.position
        assert item.puzzle.geometry.text(position) == state
        provided = entry["save"]["provided"].replace("\n", "")
        for cell, mark in enumerate(provided):
            assert item.puzzle.is_given(cell) == (mark == "#")
    signs = {sign for item in imported if not isinstance(item, Exception) for sign in item.puzzle.signs}
    assert bool(signs) == ("plus" in name)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("binarypuzzle/*")), ids=lambda path: path.name)
def test_boards_with_bars_are_read_from_their_files(path: object) -> None:
    text = read(f"binarypuzzle/{getattr(path, 'name', '')}")
    puzzle = read_puzzle(text).puzzle
    rows = [line.strip("|").replace(" ", ".") for line in text.splitlines() if line]
    assert puzzle.geometry.text(puzzle.givens) == "".join(rows)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("tango/*")), ids=lambda path: path.name)
def test_tango_files_have_one_solution_without_unique_lines(path: object) -> None:
    imported = read_puzzle(read(f"tango/{getattr(path, 'name', '')}"))
    assert imported.format == "lattice"
    assert not imported.puzzle.unique_lines
    assert imported.solution_count == 1


def test_an_answer_of_penpa_is_the_current_position() -> None:
    urls = [line for line in read("penpa_urls.txt").splitlines() if not line.startswith("#")]
    puzzle, answer = read_puzzle(urls[1]), read_puzzle(urls[2])
    assert puzzle.position is None
    assert answer.puzzle == puzzle.puzzle
    assert answer.position is not None
    assert [answer.position] == list(solutions(puzzle.puzzle, 2))


def test_an_unruly_game_resumes_where_it_was_saved() -> None:
    imported = read_puzzle(read("unruly.sav"))
    assert len(imported.history) == 15
    assert imported.head == 14
    geometry = imported.puzzle.geometry
    moves = [geometry.changed(*pair) for pair in zip(imported.history, imported.history[1:], strict=False)]
    assert moves[:2] == [(13,), (16,)]
    assert imported.position == imported.history[14]
