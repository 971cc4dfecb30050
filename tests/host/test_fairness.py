"""Solves that nobody can have made are told from those of people, whose strengths and habits differ."""

import random
from datetime import date, timedelta
from functools import cache

import pytest

from binairo_tui.engine import Puzzle
from binairo_tui.engine.generation import generate
from binairo_tui.engine.request import daily_request
from binairo_tui.host.server.fairness import is_plausible
from tests.host.solvers import STRENGTHS, person, program

PROGRAMS = (
    ("rows", 0.02),
    ("rows", 0.3),
    ("rows", 3.0),
    ("columns", 0.5),
    ("columns", 3.0),
    ("backwards", 1.0),
    ("random", 0.02),
    ("random", 0.3),
    ("random", 0.5),
    ("values", 0.5),
)
"""Ten ways to type a solution: an order, and seconds for a cell."""


@cache
def puzzles() -> list[Puzzle]:
    """The daily puzzles of a week, of two sizes."""
    days = [date(2026, 12, 7) + timedelta(number) for number in range(7)]
    requests = [daily_request(day, size, size) for day in days for size in (6, 8)]
    return [generate(request, seed=seed) for request, seed in requests]


@pytest.mark.parametrize(
    "strength",
    [pytest.param(it, marks=() if it in (0, len(STRENGTHS) - 1) else pytest.mark.ci) for it in range(len(STRENGTHS))],
)
def test_of_two_hundred_people_nobody_is_suspected(strength: int) -> None:
    dice = random.Random(strength)
    people = [(it, person(it, dice, strength, scans=number % 4 == 0)) for number, it in enumerate(puzzles() * 3)][:40]
    assert [is_plausible(puzzle, steps) for puzzle, steps in people] == [True] * 40


@pytest.mark.parametrize(("order", "seconds"), PROGRAMS)
def test_a_program_that_types_a_solution_is_told_from_a_person(order: str, seconds: float) -> None:
    dice = random.Random(1)
    assert not any(is_plausible(puzzle, program(puzzle, dice, order, seconds)) for puzzle in puzzles())
