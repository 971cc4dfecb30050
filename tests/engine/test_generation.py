import subprocess
import sys
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binairo_tui.engine import Puzzle, parse_puzzle
from binairo_tui.engine.generation import GenerationError, generate, random_solution
from binairo_tui.engine.propagation import propagate
from tests import oracle

SIZES = ((4, 4), (6, 4), (4, 6), (6, 6), (8, 6), (6, 8))


def board_of(puzzle: Puzzle) -> oracle.Board:
    cells = puzzle.geometry.text(puzzle.givens)
    return oracle.Board(puzzle.width, puzzle.height, cells, (), puzzle.unique_lines)


@given(st.sampled_from(SIZES), st.integers(0, 2**40), st.booleans())
@settings(max_examples=40)
def test_generated_puzzles_have_one_solution_and_need_every_given(
    size: tuple[int, int], seed: int, unique_lines: bool
) -> None:
    puzzle = generate(*size, seed=seed, unique_lines=unique_lines)
    solved = propagate(puzzle)
    assert solved is not None
    assert oracle.all_solutions(board_of(puzzle)) == [puzzle.geometry.text(solved)]
    for cell in puzzle.geometry.cells(puzzle.givens):
        fewer = propagate(puzzle, puzzle.geometry.place(puzzle.givens, cell, "."))
        assert fewer is not None
        assert not puzzle.geometry.is_full(fewer)


def test_a_seed_always_gives_the_same_puzzle() -> None:
    """Also in another process with another hash seed and cold memos."""
    code = "from binairo_tui.engine.generation import generate; print(generate(8, 6, seed=7))"
    run = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONHASHSEED": "77"}, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == str(generate(8, 6, seed=7))
    assert generate(8, 6, seed=7) != generate(8, 6, seed=8)


def test_a_size_without_grids_is_an_error() -> None:
    with pytest.raises(GenerationError, match="no 4x8 grid with unique lines exists"):
        generate(4, 8, seed=1)
    assert generate(4, 8, seed=1, unique_lines=False).height == 8


@pytest.mark.parametrize("size", [(20, 20), (24, 20), (30, 30)])
def test_large_grids_are_found(size: tuple[int, int]) -> None:
    puzzle = Puzzle(*size, 0)
    solution = random_solution(puzzle, Random(5))
    assert solution is not None
    assert not oracle.violations(board_of(puzzle), puzzle.geometry.text(solution))


def test_a_puzzle_without_solution_has_no_random_one() -> None:
    assert random_solution(parse_puzzle("4x4;11.1............"), Random(5)) is None
    assert random_solution(Puzzle(4, 8, 0), Random(5)) is None
