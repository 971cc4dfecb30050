"""A puzzle in disguise is recognized, and the answer tells nothing about the solution."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binairo_tui.engine import Puzzle, Request, generate, parse_puzzle, solutions
from binairo_tui.engine.symmetry import Symmetry, transformed
from binairo_tui.player.likeness import is_like

PUZZLES = [
    generate(Request(width, height), seed=seed)
    for width, height, seed in [(6, 6, 1), (8, 8, 2), (6, 8, 3), (10, 6, 4), (10, 10, 5)]
]


def solution_of(puzzle: Puzzle) -> Puzzle:
    return puzzle.with_givens(next(iter(solutions(puzzle, 1))))


def with_cells(puzzle: Puzzle, cells: dict[int, str]) -> Puzzle:
    """Return a puzzle with other givens in some cells; '.' stands for none."""
    text = list(puzzle.geometry.text(puzzle.givens))
    for cell, value in cells.items():
        text[cell] = value
    return puzzle.with_givens(puzzle.geometry.position("".join(text)))


@st.composite
def disguises(draw: st.DrawFn) -> tuple[Puzzle, Puzzle]:
    """Draw a puzzle, and another one that has its solution, turned, mirrored or with 0 and 1 exchanged."""
    known = draw(st.sampled_from(PUZZLES))
    solved = solution_of(known)
    text = solved.geometry.text(solved.givens)
    cells = range(known.geometry.cell_count)
    dropped = draw(st.sets(st.sampled_from([cell for cell in cells if known.is_given(cell)])))
    added = draw(st.sets(st.sampled_from([cell for cell in cells if not known.is_given(cell)])))
    changed = with_cells(known, dict.fromkeys(dropped, ".") | {cell: text[cell] for cell in added})
    return known, transformed(changed, draw(st.sampled_from(Symmetry)), swap_values=draw(st.booleans()))


@settings(max_examples=300)
@given(disguises())
def test_whatever_the_solution_would_solve_is_like_the_puzzle(drawn: tuple[Puzzle, Puzzle]) -> None:
    known, disguised = drawn
    assert is_like(disguised, known)
    assert is_like(disguised, solution_of(known))


@settings(max_examples=200)
@given(disguises(), st.data())
def test_the_answer_does_not_depend_on_values_that_the_player_must_find(
    drawn: tuple[Puzzle, Puzzle], data: st.DataObject
) -> None:
    known, _ = drawn
    cell = data.draw(st.sampled_from([it for it in range(known.geometry.cell_count) if not known.is_given(it)]))
    assert {is_like(with_cells(known, {cell: value}), known) for value in "01"} == {True}


@pytest.mark.parametrize("known", PUZZLES)
def test_a_few_changed_givens_are_no_disguise(known: Puzzle) -> None:
    text = known.geometry.text(known.givens)
    given_cells = [cell for cell in range(known.geometry.cell_count) if known.is_given(cell)]
    changed = with_cells(known, {cell: "10"[int(text[cell])] for cell in given_cells[: len(given_cells) // 2]})
    assert is_like(changed, known)


def test_another_puzzle_is_not_like_a_solution() -> None:
    known = solution_of(generate(Request(8, 8), seed=1))
    alike = [is_like(generate(Request(8, 8), seed=seed), known) for seed in range(2, 62)]
    assert sum(alike) <= 1
    assert not is_like(parse_puzzle("6x6;1...10.....0.0.1.....11.0.....1.0..."), known)
