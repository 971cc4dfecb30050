import subprocess
import sys
from dataclasses import replace
from itertools import count
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import EMPTY, Puzzle, has_unique_solution, parse_puzzle
from binairo_tui.engine.band_solver import is_solvable_with, is_solvable_with_triples
from binairo_tui.engine.bands import Band
from binairo_tui.engine.cancellation import CancelledError
from binairo_tui.engine.generation import GenerationError, generate, random_solution
from binairo_tui.engine.grading import grade
from binairo_tui.engine.request import LATEST_RECIPE, Request
from binairo_tui.engine.search import count_solutions, first_in_order, first_solution
from binairo_tui.engine.symmetry import KEEPING_SIDES, Symmetry
from binairo_tui.engine.techniques.registry import of_recipe
from tests import oracle
from tests.strategies import to_board

SIZES = ((4, 4), (6, 4), (4, 6), (6, 6), (8, 6), (6, 8), (5, 6), (7, 5))


@st.composite
def requests(draw: st.DrawFn) -> Request:
    width, height = draw(st.sampled_from(SIZES))
    return Request(
        width,
        height,
        band=draw(st.none() | st.sampled_from((Band.GENTLE, Band.EASY, Band.MEDIUM, Band.HARD))),
        unique_lines=draw(st.booleans()),
        has_signs=draw(st.booleans()),
        symmetry=draw(st.sampled_from(KEEPING_SIDES)),
        extra_givens=draw(st.booleans()),
        recipe=draw(st.integers(1, LATEST_RECIPE)),
        more_ones=width % 2 == 0,
    )


@given(requests(), st.integers(0, 2**40))
def test_a_generated_puzzle_is_what_was_asked_for(request: Request, seed: int) -> None:
    try:
        puzzle = generate(request, seed=seed, max_attempts=30)
    except GenerationError:
        return  # it may fail; it may not lie
    assert (puzzle.width, puzzle.height) == (request.width, request.height)
    assert (puzzle.unique_lines, puzzle.more_ones) == (request.unique_lines, request.more_ones)
    assert bool(puzzle.signs) <= request.has_signs
    assert len(oracle.all_solutions(to_board(puzzle))) == 1
    if request.band is not None:
        band = grade(puzzle, techniques=of_recipe(request.recipe)).band
        was_easy = request.recipe == 1 and request.band is Band.EASY and band is Band.GENTLE
        assert band is request.band or was_easy
    assert has_symmetry(puzzle, request.symmetry)


def has_symmetry(puzzle: Puzzle, symmetry: Symmetry) -> bool:
    rows = [
        "".join("#" if puzzle.is_given(cell) else EMPTY for cell in cells)
        for cells in puzzle.geometry.line_cells[: puzzle.height]
    ]
    turned = {
        Symmetry.NONE: rows,
        Symmetry.HALF_TURN: [row[::-1] for row in rows[::-1]],
        Symmetry.LEFT_RIGHT: [row[::-1] for row in rows],
        Symmetry.TOP_BOTTOM: rows[::-1],
    }[symmetry]
    return rows == turned


@pytest.mark.parametrize("band", Band)
@pytest.mark.parametrize("size", [(6, 6), (8, 10), (12, 12)])
def test_every_band_occurs(band: Band, size: tuple[int, int]) -> None:
    puzzle = generate(Request(*size, band=band, recipe=LATEST_RECIPE), seed=3)
    assert grade(puzzle).band is band
    if band > Band.GENTLE:
        assert not is_solvable_with(puzzle, Band(band - 1))


def test_leaving_out_a_given_makes_a_puzzle_harder_than_its_band_unless_extra_givens_are_wanted() -> None:
    request = Request(8, 8, Band.EASY)
    puzzle = generate(request, seed=5)
    for cell in puzzle.geometry.cells(puzzle.givens):
        fewer = puzzle.with_givens(puzzle.geometry.place(puzzle.givens, cell, EMPTY))
        assert not is_solvable_with(fewer, Band.EASY)
    roomy = generate(replace(request, extra_givens=True), seed=5)
    assert roomy.geometry.filled_count(roomy.givens) > puzzle.geometry.filled_count(puzzle.givens)


def test_a_seed_always_gives_the_same_puzzle() -> None:
    """Also in another process with another hash seed and cold memos."""
    code = (
        "from binairo_tui.engine.generation import generate; from binairo_tui.engine.request import Request; "
        "print(generate(Request(8, 6), seed=7))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONHASHSEED": "77"}, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == str(generate(Request(8, 6), seed=7))
    assert generate(Request(8, 6), seed=7) != generate(Request(8, 6), seed=8)


def test_without_signs_the_first_recipes_differ_in_gentle_and_easy_only() -> None:
    """In recipe 1, last blank was not a technique: Gentle puzzles do without it, and some Easy puzzles need no more."""
    for band in Band:
        first, second = (
            [generate(Request(6, 6, band, recipe=recipe), seed=seed) for seed in range(12)] for recipe in (1, 2)
        )
        assert (first == second) is (band > Band.EASY)
        assert all(grade(puzzle, techniques=of_recipe(2)).band is band for puzzle in second)
        if band is Band.GENTLE:
            assert all(is_solvable_with_triples(puzzle) for puzzle in first)
            assert not all(is_solvable_with_triples(puzzle) for puzzle in second)
        else:
            assert not any(is_solvable_with_triples(puzzle) for puzzle in first + second)
    with pytest.raises(ValueError, match=f"recipe must be 1 to {LATEST_RECIPE}, not {LATEST_RECIPE + 1}"):
        Request(6, 6, recipe=LATEST_RECIPE + 1)


@pytest.mark.parametrize("recipe", range(1, LATEST_RECIPE + 1))
def test_only_the_recipe_without_sign_counting_makes_puzzles_with_signs_that_are_too_easy(recipe: int) -> None:
    request = Request(6, 6, Band.HARD, unique_lines=False, has_signs=True, recipe=recipe)
    puzzles = [generate(request, seed=seed) for seed in range(3)]
    assert all(grade(puzzle, techniques=of_recipe(recipe)).band is Band.HARD for puzzle in puzzles)
    assert any(grade(puzzle).band < Band.HARD for puzzle in puzzles) is (recipe == 1)


@pytest.mark.parametrize(("recipe", "is_minimal"), [(1, False), (2, True)])
def test_puzzles_without_a_technique_have_no_redundant_given_in_recipe_2(recipe: int, *, is_minimal: bool) -> None:
    """Without any given, a puzzle has another band, needs the technique, or has several solutions."""
    request = Request(8, 6, Band.HARD, without=("complete line",), recipe=recipe)
    puzzles = [generate(request, seed=seed) for seed in range(6)]
    fewer = [
        puzzle.with_givens(puzzle.geometry.place(puzzle.givens, cell, EMPTY))
        for puzzle in puzzles
        for cell in puzzle.geometry.cells(puzzle.givens)
    ]
    grades = [grade(puzzle) for puzzle in fewer if has_unique_solution(puzzle)]
    redundant = [it for it in grades if it.band <= Band.HARD and "complete line" not in it.techniques]
    assert (not redundant) is is_minimal


def test_an_impossible_request_is_an_error() -> None:
    assert generate(Request(4, 8, unique_lines=False), seed=1).height == 8
    with pytest.raises(GenerationError, match="no Extreme 2x2 puzzle was found in 5 attempts with seed 1"):
        generate(Request(2, 2, Band.EXTREME), seed=1, max_attempts=5)


def test_generation_can_be_cancelled_and_counts_its_attempts() -> None:
    attempts: list[int] = []
    with pytest.raises(CancelledError):
        generate(
            Request(2, 2, Band.EXTREME), seed=1, is_cancelled=lambda: len(attempts) == 3, on_attempt=attempts.append
        )
    assert attempts == [1, 2, 3]


@pytest.mark.parametrize("band", list(Band))
def test_one_attempt_asks_often_whether_it_is_cancelled(band: Band) -> None:
    """A test of a puzzle takes milliseconds at most, and every few tests ask."""
    request = Request(20, 18, band)
    asked = count()

    def is_cancelled() -> bool:
        return next(asked) == limit

    for limit in range(3, 36, 8):
        asked = count()
        attempts: list[int] = []
        with pytest.raises(CancelledError):
            generate(request, seed=4, is_cancelled=is_cancelled, on_attempt=attempts.append)
        if limit == 3:
            assert attempts == [1]


@pytest.mark.parametrize(("size", "larger"), [((4, 6), (4, 8)), ((6, 14), (6, 16)), ((34, 8), (36, 8))])
def test_a_board_needs_enough_legal_lines_to_have_a_grid(size: tuple[int, int], larger: tuple[int, int]) -> None:
    assert random_solution(Puzzle(*size), Random(1)) is not None
    none = Puzzle(*larger)
    assert (random_solution(none, Random(1)), first_solution(none), count_solutions(none)) == (None, None, 0)
    with pytest.raises(LookupError):
        first_in_order(none)
    with pytest.raises(GenerationError, match=f"no {larger[0]}x{larger[1]} grid with unique lines exists"):
        generate(Request(*larger), seed=1)


@pytest.mark.parametrize("size", [(20, 20), (24, 20), (30, 30)])
def test_large_grids_are_found(size: tuple[int, int]) -> None:
    puzzle = Puzzle(*size, 0)
    solution = random_solution(puzzle, Random(5))
    assert solution is not None
    assert not oracle.violations(to_board(puzzle), puzzle.geometry.text(solution))


def test_a_puzzle_without_solution_has_no_random_one() -> None:
    assert random_solution(parse_puzzle("4x4;11.1............"), Random(5)) is None
