from collections import Counter
from math import sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.counting.count import CountJob, LineRule, count_job
from binairo_tui.counting.grids import all_grids, draw_grids
from binairo_tui.engine import Position, Puzzle, parse_puzzle
from tests.oracle import Board, all_solutions
from tests.strategies import puzzles, to_puzzle


def drawn(job: CountJob, number: int, seed: int = 1) -> list[Position]:
    counts = {unit: job.method.count(unit.x, unit.y) for unit in job.units()}
    return list(draw_grids(job, counts, number, Random(seed)))


def texts(job: CountJob) -> list[str]:
    board = job.puzzle.geometry
    turned = Puzzle(board.height, board.width, 0).geometry if job.is_transposed else board
    return [turned.text(position) for position in all_grids(job)]


@given(puzzles(st.sampled_from([(4, 6), (6, 4), (4, 4), (6, 6), (8, 4)])))
def test_all_grids_are_the_solutions(board: Board) -> None:
    board = board._replace(unique_lines=True)
    expected = all_solutions(board)
    assert sorted(texts(count_job(to_puzzle(board)))) == expected


@pytest.mark.parametrize("size", [(2, 2), (4, 6), (6, 4), (6, 6)])
def test_all_grids_of_a_size(size: tuple[int, int]) -> None:
    board = Board(*size, "." * (size[0] * size[1]))
    assert sorted(texts(count_job(to_puzzle(board)))) == all_solutions(board)


def assert_uniform(found: Counter[str], expected: list[str]) -> None:
    """Assert that Pearson's chi-square is within four standard deviations of its mean for a uniform distribution."""
    assert set(found) <= set(expected)
    mean = found.total() / len(expected)
    statistic = sum((found[text] - mean) ** 2 / mean for text in expected)
    freedom = len(expected) - 1
    assert abs(statistic - freedom) < 4 * sqrt(2 * freedom)


@pytest.mark.parametrize(
    "text",
    [
        "6x6;" + "." * 36,
        "4x6;" + "." * 24,
        "6x4;" + "." * 24,  # counted transposed
        "6x6;" + "." * 36 + ";signs=r1c3xr1c4,r6c3xr6c4",  # half of the symmetries
        "6x6;1...........................0.......",  # none
    ],
)
def test_every_grid_is_as_likely_as_any_other(text: str) -> None:
    puzzle = parse_puzzle(text)
    expected = all_solutions(Board(puzzle.width, puzzle.height, text.split(";")[1], puzzle.signs))
    assert_uniform(Counter(map(puzzle.geometry.text, drawn(count_job(puzzle), len(expected)))), expected)


def test_the_same_seed_draws_the_same_grids() -> None:
    puzzle = Puzzle(6, 6, 0)
    first, second, other = (drawn(count_job(puzzle), 5, seed) for seed in (1, 1, 2))
    assert first == second != other
    # Fixed, so that a seed gives the same grids in every version and on every machine.
    assert puzzle.geometry.text(first[0]) == "110010010101101010101100010011001101"


def test_nothing_is_drawn_from_no_grids() -> None:
    assert drawn(count_job(Puzzle(2, 4, 0)), 1) == []


def test_grids_with_equal_lines_are_neither_listed_nor_drawn() -> None:
    job = count_job(Puzzle(4, 4, 0), LineRule.ANY)
    with pytest.raises(ValueError, match="lines may repeat"):
        next(all_grids(job))
    with pytest.raises(ValueError, match="lines may repeat"):
        drawn(job, 1)
