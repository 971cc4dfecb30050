"""Every writer: its texts are detected and read back as the same puzzle."""

from contextlib import suppress
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from binairo_tui.engine import Puzzle, parse_puzzle
from binairo_tui.formats import FORMATS, CannotWriteError, Format, Imported, Rules, read_lines, write_puzzle
from binairo_tui.formats.base import error
from tests.formats import lines_of
from tests.formats.strategies import any_puzzles
from tests.strategies import every_kind

WRITTEN = [entry for entry in FORMATS if entry.writes]
LIMITED = {"spaces", "binoxxo", "unruly", "unruly-save", "takuzu-rle", "prolog", "haskell", "python"}
"""Formats that refuse some puzzles for other reasons than signs, shape and rules."""
VALUES = st.sampled_from("01.")


def read_back(text: str, puzzle: Puzzle, name: str | None = None) -> Imported:
    """Return the only puzzle of a text, with the rule of `puzzle` if the text does not state it."""
    lines = lines_of(text)
    found = [entry.rules for entry in FORMATS if entry.name == name]
    unique_lines = puzzle.unique_lines if not found or found[0] is Rules.OPEN else None
    (item,) = read_lines(lines, name, unique_lines=unique_lines)
    assert isinstance(item, Imported), (item, item.line, item.column)
    return item


@cache
def puzzles_for(entry: Format) -> st.SearchStrategy[Puzzle]:
    """Return a strategy for puzzles that the format's entry allows."""
    puzzles = any_puzzles(signs=entry.signs, rectangles=entry.rectangles)
    return puzzles.map(lambda puzzle: replace(puzzle, unique_lines=True)) if entry.rules is Rules.UNIQUE else puzzles


def is_usual(puzzle: Puzzle) -> bool:
    """Return whether a puzzle is large enough, and neither full nor empty, to look different in every format."""
    cells = puzzle.geometry.text(puzzle.givens)
    return min(puzzle.width, puzzle.height) >= 4 and len(set(cells)) == 3


def has_full_row(puzzle: Puzzle) -> bool:
    """Return whether a row has only letters in Binoxxo's form, which may be a whole small puzzle in another format."""
    return any("." not in row for row in puzzle.geometry.rows(puzzle.givens))


@pytest.mark.parametrize("entry", WRITTEN, ids=lambda entry: entry.name)
@settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(st.data())
def test_a_written_puzzle_is_detected_and_read_back(entry: Format, data: st.DataObject) -> None:
    puzzle = data.draw(puzzles_for(entry))
    try:
        text = write_puzzle(puzzle, entry.name)
    except CannotWriteError:
        assert entry.name in LIMITED
        assume(False)
    if is_usual(puzzle) and not (entry.name == "binoxxo" and has_full_row(puzzle)):
        found = read_back(text, puzzle)
        assert (found.format, found.puzzle) == (entry.name, puzzle)
    known = read_back(text, puzzle, entry.name)
    assert known.puzzle == puzzle


@pytest.mark.parametrize("entry", WRITTEN, ids=lambda entry: entry.name)
@settings(max_examples=20)
@given(any_puzzles())
def test_a_puzzle_that_a_format_cannot_hold_is_refused_with_a_sentence(entry: Format, puzzle: Puzzle) -> None:
    cannot = (
        (puzzle.signs and not entry.signs)
        or (puzzle.width != puzzle.height and not entry.rectangles)
        or (entry.rules is Rules.UNIQUE and not puzzle.unique_lines)
    )
    try:
        write_puzzle(puzzle, entry.name)
    except CannotWriteError as problem:
        assert cannot or entry.name in LIMITED
        assert str(problem).endswith(".")
    else:
        assert not cannot


@pytest.mark.parametrize("entry", WRITTEN, ids=lambda entry: entry.name)
def test_no_format_loses_a_rule_of_the_board(entry: Format) -> None:
    for kind in (*every_kind(6, 6), *every_kind(6, 5)):
        puzzle = kind.with_givens(kind.geometry.position("01001.".ljust(kind.geometry.cell_count, ".")))
        with suppress(CannotWriteError):
            assert read_back(write_puzzle(puzzle, entry.name), puzzle, entry.name).puzzle == puzzle


def test_errors_keep_their_place() -> None:
    problem = error("what", 3, 4)
    assert (problem.line, problem.column, problem.message) == (3, 4, "what")


@pytest.mark.parametrize("entry", [entry for entry in WRITTEN if entry.progress], ids=lambda entry: entry.name)
@settings(max_examples=40)
@given(st.data())
def test_a_game_is_written_with_what_was_filled(entry: Format, data: st.DataObject) -> None:
    puzzle = data.draw(puzzles_for(entry))
    board = puzzle.geometry
    cells = board.text(puzzle.givens)
    filled = "".join([data.draw(VALUES) if value == "." else value for value in cells[:100]])
    position = board.position(filled + cells[100:])
    try:
        text = write_puzzle(puzzle, entry.name, position)
    except CannotWriteError:
        assert entry.name in LIMITED
        assume(False)
    known = read_back(text, puzzle, entry.name)
    assert known.puzzle == puzzle
    assert (puzzle.givens if known.position is None else known.position) == position


@pytest.mark.parametrize("entry", [entry for entry in WRITTEN if not entry.progress], ids=lambda entry: entry.name)
def test_values_that_a_format_cannot_tell_from_givens_are_refused(entry: Format) -> None:
    puzzle = parse_puzzle("6x6;1...10.....0.0.1.....11.0.....1.0...")
    assert write_puzzle(puzzle, entry.name, puzzle.givens) == write_puzzle(puzzle, entry.name)
    with pytest.raises(CannotWriteError, match=f"The format '{entry.name}' can hold only givens, no filled-in values."):
        write_puzzle(puzzle, entry.name, puzzle.geometry.place(puzzle.givens, 1, "0"))
