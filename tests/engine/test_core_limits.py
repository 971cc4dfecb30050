"""What the compiled core does not know runs in Python: techniques that others add, and rules."""

import subprocess
import sys
from collections.abc import Iterator
from functools import partial

import pytest

from binairo_tui.engine import (
    EMPTY,
    Band,
    Grade,
    LineDeduction,
    LineTechnique,
    Puzzle,
    Request,
    band_solver,
    bands,
    generate,
    grade,
    register,
    request,
    scoring,
    unregister,
)
from binairo_tui.engine.puzzle import LineSigns
from binairo_tui.engine.techniques import line_logic, registry
from tests.engine.test_core import both, needs_core

RECIPE = request.LATEST_RECIPE + 1
NAME = "few blanks"


def find(text: str, signs: LineSigns) -> Iterator[LineDeduction]:
    if text.count(EMPTY) <= 6:
        yield from line_logic.find(text, signs)


def graded(wanted: Request, seed: int) -> tuple[Puzzle, Grade]:
    puzzle = generate(wanted, seed=seed)
    return puzzle, grade(puzzle)


TECHNIQUE = LineTechnique(
    NAME, "A line with six blanks has few fillings.", find, premises=line_logic.TECHNIQUE.premises
)


@pytest.fixture
def recipe_with_it(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The technique is added to Medium as CONTRIBUTING says, with a recipe of its own."""
    monkeypatch.setitem(bands.BANDS, Band.MEDIUM, (*bands.BANDS[Band.MEDIUM], NAME))
    monkeypatch.setitem(bands.FIRST_RECIPE, NAME, RECIPE)
    monkeypatch.setitem(registry.BAND_OF, NAME, Band.MEDIUM)
    monkeypatch.setitem(scoring.WEIGHTS, NAME, 300)
    at = [it.name for it in registry.TECHNIQUES].index("two blanks")
    monkeypatch.setattr(registry, "TECHNIQUES", (*registry.TECHNIQUES[:at], TECHNIQUE, *registry.TECHNIQUES[at:]))
    for module in (request, band_solver):
        monkeypatch.setattr(module, "LATEST_RECIPE", RECIPE)
    band_solver.first_band_in_python.cache_clear()
    yield RECIPE
    band_solver.first_band_in_python.cache_clear()


@needs_core
@pytest.mark.parametrize("band", [Band.EASY, Band.MEDIUM, Band.HARD, Band.EXPERT])
def test_a_technique_that_the_core_lacks_is_used_with_and_without_it(recipe_with_it: int, band: Band) -> None:
    wanted = Request(10, 10, band, recipe=recipe_with_it)
    used = 0
    for seed in range(12):
        _, found = both(partial(graded, wanted, seed))
        assert found.band is band
        used += NAME in found.techniques
    assert bool(used) == (band >= Band.MEDIUM)


@needs_core
def test_seeds_of_earlier_recipes_keep_their_puzzles_and_the_core(recipe_with_it: int) -> None:
    assert band_solver.core_limits().endswith(": from Medium on, Python makes the puzzles")
    assert band_solver.first_band_in_python(1) is Band.EXTREME
    assert band_solver.first_band_in_python(recipe_with_it) is Band.MEDIUM


@needs_core
def test_a_technique_that_a_program_registers_changes_grades_alike() -> None:
    wanted = Request(8, 8, Band.HARD, recipe=request.LATEST_RECIPE)
    before = [both(partial(graded, wanted, seed)) for seed in range(8)]
    register(TECHNIQUE, Band.EASY, weight=300, sentence="{conclusion}")  # before all techniques that these need
    try:
        after = [both(partial(graded, wanted, seed)) for seed in range(8)]
        assert [puzzle for puzzle, _ in after] == [puzzle for puzzle, _ in before]
        assert any(NAME in found.techniques for _, found in after)
    finally:
        unregister(NAME)


RULE = """
from enum import StrEnum
from binairo_tui.engine import puzzle, rules

def violations(puzzle, position, lines, known=rules._violations_in):
    yield from known(puzzle, position, lines)
    if puzzle.geometry.value(position, 0) == puzzle.geometry.value(position, 15) == "1":
        yield rules.Violation(rules.ViolationKind.CORNERS, (), (0, 15))

kinds = [(kind.name, kind.value) for kind in rules.ViolationKind]
rules.ViolationKind = StrEnum("ViolationKind", [*kinds, ("CORNERS", "corners")])
rules._violations_in = violations
"""
SOLVE = """
from binairo_tui.engine import core, search
board = puzzle.Puzzle(4, 4)
for limit in (2, None):
    found = [board.geometry.text(solution) for solution in search.solutions(board, limit)]
    print(len(found), sum(text[0] == text[15] == "1" for text in found), search.count_solutions(board, limit))
full = puzzle.Puzzle(4, 4, board.geometry.position("1010010111000011"))
print(search.count_solutions(full), core.core_name(), core.core_reason(), sep=": ")
"""


@needs_core
def test_every_solution_obeys_a_rule_that_the_core_does_not_know() -> None:
    """The corners of the board may not both be 1."""
    run = subprocess.run([sys.executable, "-c", RULE + SOLVE], capture_output=True, text=True, check=True)
    assert run.stdout.replace(": ", "\n", 1).splitlines() == [
        "2 0 2",
        "52 0 52",
        "0",
        "Python: the compiled core does not know the rule 'corners'",
    ]
