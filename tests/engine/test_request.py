from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import bands
from binairo_tui.engine.bands import Band
from binairo_tui.engine.generation import generate
from binairo_tui.engine.grading import grade
from binairo_tui.engine.request import (
    LATEST_RECIPE,
    SECOND_DAILY_RECIPE,
    SIGN_TECHNIQUES,
    WEEK,
    Request,
    daily_request,
)
from binairo_tui.engine.techniques.registry import of_recipe

MONDAY = date(2026, 5, 25)
SIZES = st.integers(1, 20).map(lambda half: 2 * half)


@pytest.mark.parametrize(
    ("day", "width", "height", "expected"),
    [
        (MONDAY, 10, 10, (Request(10, 10, Band.GENTLE), 258826429614858)),
        (MONDAY, 6, 8, (Request(6, 8, Band.GENTLE), 185479198147900)),
        (MONDAY, 8, 6, (Request(8, 6, Band.GENTLE), 21197375013872)),
        (date(2028, 2, 29), 10, 10, (Request(10, 10, Band.EASY, recipe=2), 166953703108082)),
    ],
)
def test_the_puzzle_of_a_day_never_changes(day: date, width: int, height: int, expected: tuple[Request, int]) -> None:
    """These values must never change: the puzzles of past days would change with them."""
    assert daily_request(day, width, height) == expected


def test_a_first_day_for_the_second_recipe() -> None:
    assert date(2026, 12, 1) == SECOND_DAILY_RECIPE
    last, first = (daily_request(SECOND_DAILY_RECIPE - timedelta(days), 6, 6)[0] for days in (1, 0))
    assert (last.recipe, first.recipe) == (1, 2)
    assert all(daily_request(SECOND_DAILY_RECIPE - timedelta(days), 8, 8)[0].recipe == 1 for days in range(1, 2000, 7))


@pytest.mark.parametrize("size", [(8, 8), (10, 10)])
def test_expert_days_have_variety_from_the_second_recipe_on(size: tuple[int, int]) -> None:
    """Each kind of Expert puzzle comes within 20 weeks, and each has its band and what it needs."""
    days = [SECOND_DAILY_RECIPE + timedelta(days) for days in range(140)]
    requests = [(day, *daily_request(day, *size)) for day in days if WEEK[day.weekday()] is Band.EXPERT]
    kinds = {request: (day, seed) for day, request, seed in requests}
    assert len(kinds) == (3 if size == (10, 10) else 4)
    for request, (_, seed) in kinds.items():
        puzzle = generate(request, seed=seed)
        found = grade(puzzle, techniques=of_recipe(request.recipe))
        assert found.band is Band.EXPERT
        assert found.techniques.keys() >= set(request.needs)
        assert found.techniques.keys().isdisjoint(request.without)
        assert bool(puzzle.signs) is request.has_signs


def test_the_week_goes_from_gentle_to_expert() -> None:
    bands = [daily_request(MONDAY + timedelta(days), 8, 8)[0].band for days in range(14)]
    assert bands == 2 * [Band.GENTLE, Band.EASY, Band.MEDIUM, Band.HARD, Band.EXPERT, Band.HARD, Band.EXPERT]
    assert Band.EXTREME not in WEEK


def test_the_smallest_size_stays_easy_from_the_second_recipe_on() -> None:
    days = [SECOND_DAILY_RECIPE + timedelta(days) for days in range(-14, 14)]
    bands = [daily_request(day, 6, 6)[0].band for day in days]
    assert bands == [min(WEEK[day.weekday()], Band.EXPERT if day < SECOND_DAILY_RECIPE else Band.EASY) for day in days]


@given(st.lists(st.tuples(st.dates(), SIZES, SIZES), min_size=2, unique=True))
def test_other_days_and_sizes_have_other_seeds(days: list[tuple[date, int, int]]) -> None:
    seeds = [daily_request(*day)[1] for day in days]
    assert len(set(seeds)) == len(days)
    assert all(0 <= seed < 2**48 for seed in seeds)


@pytest.mark.parametrize("days", range(7))
@pytest.mark.parametrize("size", [(6, 6), (8, 10), (10, 10), (14, 14)])
def test_every_weekday_has_a_puzzle_of_its_band(size: tuple[int, int], days: int) -> None:
    request, seed = daily_request(MONDAY + timedelta(days), *size)
    assert grade(generate(request, seed=seed), techniques=of_recipe(request.recipe)).band is request.band


@pytest.mark.parametrize("name", bands.FIRST_RECIPE)
def test_a_request_depends_on_the_recipe_wherever_a_new_technique_makes_a_difference(name: str) -> None:
    has_signs = name in SIGN_TECHNIQUES
    kind = Request(8, 8, unique_lines=not has_signs, has_signs=has_signs, recipe=LATEST_RECIPE)
    for band in [band for band in Band if band >= bands.BAND_OF[name]]:
        assert band is Band.EXTREME or replace(kind, band=band).depends_on_recipe
        assert replace(kind, band=band, needs=(name,)).depends_on_recipe
