"""Generates the shipped collections: `python -m tests.library.recipes puzzles` writes all of them.

Every file depends only on its recipe and the generator, so running this again changes nothing. `puzzles/classics.txt`
is edited by hand.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from random import Random

from binairo_tui.engine import Band, GradeStep, Puzzle, bands, generate, generation, grade, is_solved, passes
from binairo_tui.engine.band_solver import is_solvable_with
from binairo_tui.engine.request import SIGN_TECHNIQUES, Request
from binairo_tui.engine.techniques.registry import of_recipe
from binairo_tui.engine.techniques.registry import technique as technique_named
from binairo_tui.library import collection
from tests.library import few_givens

COMMAND = "python -m tests.library.recipes puzzles"


@dataclass(frozen=True, slots=True)
class Recipe:
    """A collection of `count` puzzles in each band, easiest first. The seeds are `seed` and the following numbers."""

    name: str
    title: str
    request: Request
    count: int
    seed: int

    @property
    def rules(self) -> str:
        lines = "unique lines" if self.request.unique_lines else "lines may repeat"
        return f"{lines}, signs (Binairo+)" if self.request.has_signs else lines

    def puzzles(self) -> Iterator[Puzzle]:
        bands_in_order = [band for band in Band for _ in range(self.count)]
        for seed, band in enumerate(bands_in_order, self.seed):
            yield generate(replace(self.request, band=band), seed=seed)


def _square(size: int, count: int = 10) -> Recipe:
    return Recipe(f"{size}x{size}", f"{size}x{size}", Request(size, size), count, size * 10_000)


def _rectangle(width: int, height: int) -> Recipe:
    return Recipe(f"{width}x{height}", f"{width}x{height}", Request(width, height), 5, width * 10_000 + height * 100)


def _plus(size: int) -> Recipe:
    request = Request(size, size, unique_lines=False, has_signs=True)
    return Recipe(f"{size}x{size}-plus", f"{size}x{size} Binairo+", request, 5, size * 10_000 + 5_000)


RECIPES = (
    _square(6),
    _rectangle(6, 8),
    _rectangle(6, 10),
    _square(8),
    _rectangle(8, 10),
    _square(10),
    _square(12),
    _square(14),
    _square(20, 4),
    _plus(6),
    _plus(8),
    _plus(10),
)


@dataclass(frozen=True, slots=True)
class FewGivens:
    """Square puzzles of one size in the collection `minimal`, one for each seed.

    The seeds are chosen so that the search finds a puzzle with `givens` givens within `steps` steps.
    """

    size: int
    givens: int
    seeds: tuple[int, ...]
    steps: int

    def puzzles(self) -> Iterator[Puzzle]:
        for seed in self.seeds:
            yield few_givens.search_few_givens(self.size, seed=seed, steps=self.steps, enough=self.givens)


# Up to 8x8, no puzzle has fewer givens; for larger boards, these are the fewest found in seconds.
MINIMAL = (
    FewGivens(4, 4, (40_001, 40_002, 40_003), 1000),
    FewGivens(6, 5, (60_000, 60_001, 60_002), 1000),
    FewGivens(8, 7, (80_001, 80_004), 1000),
    FewGivens(10, 14, (100_003,), 1000),
    FewGivens(10, 13, (100_006,), 1000),
    FewGivens(12, 20, (120_007,), 1000),
)


def collection_text(recipe: Recipe) -> str:
    notes = (f"rules: {recipe.rules}", f"seed: {recipe.seed}, and one more for each puzzle")
    return _file_text(recipe.title, notes, map(_graded_line, recipe.puzzles()))


def minimal_text(recipes: Sequence[FewGivens] = MINIMAL) -> str:
    notes = (
        "rules: unique lines",
        "search: by steps from puzzle to puzzle; each takes givens away and gives the rarest values of what is left;",
        "  4x4, 6x6 and 8x8 puzzles have the fewest givens there can be",
        f"seed: {', '.join([str(seed) for recipe in recipes for seed in recipe.seeds])}",
    )
    return _file_text("Few givens", notes, [_graded_line(puzzle) for recipe in recipes for puzzle in recipe.puzzles()])


def _file_text(title: str, notes: Iterable[str], lines: Iterable[str]) -> str:
    header = (f"title: {title}", "author: binairo-tui", *notes, f"command: {COMMAND}")
    return "\n".join([*[f"# {note}" for note in header], "", *lines, ""])


def _graded_line(puzzle: Puzzle, technique: str = "", recipe: int = 1) -> str:
    """Return the collection line of a puzzle with its grade by the techniques of a recipe, and `technique`, if any."""
    found = grade(puzzle, techniques=of_recipe(recipe))
    line = collection.puzzle_line(puzzle, found.band.title, found.score)
    return f"{line}, {technique}" if technique else line


LARGE_TECHNIQUES = ("gap counting", "line logic", "unique lines", "hypothesis")
"""Techniques that 6x6 boards rarely need. Their lessons are 10x10."""
NESTED_SEED = 720
"""The first seed of a 10x10 puzzle that needs nested hypotheses; the search for it takes seconds."""
_ADDED = ("last blank", "nested hypothesis", "sign counting")
FIRST_TAUGHT = tuple(name for names in bands.BANDS.values() for name in names if name not in _ADDED)
"""The techniques of the first puzzles in the tutorial, easiest first."""
_NOW_TEACHES = {"sign chain": "sign counting"}
"""Maps a technique whose first puzzle no longer needs it to the later technique that solves this puzzle."""
TAUGHT = (*[_NOW_TEACHES.get(name, name) for name in FIRST_TAUGHT], "last blank", "nested hypothesis", "sign chain")
"""The techniques of the tutorial's puzzles. New puzzles are appended, because puzzles keep their numbers."""


def tutorial_text() -> str:
    """Return the contents of the tutorial: for each technique, a puzzle that needs it and no harder technique.

    The puzzle for "last blank" may also need "pair".
    """
    notes = (
        "rules: one technique per puzzle; those about signs are Binairo+",
        "seed: for each technique the first from 1 on that gives such a puzzle",
    )
    lessons = [_lesson(name, label) for name, label in zip((*FIRST_TAUGHT, "last blank"), TAUGHT, strict=False)]
    lessons.append(_graded_line(_nested_puzzle(), "nested hypothesis"))
    lessons.append(_lesson("sign chain", "sign chain", (*FIRST_TAUGHT, "sign counting"), recipe=2))
    return _file_text("Tutorial", notes, lessons)


def _lesson(technique: str, label: str, taught: Sequence[str] = FIRST_TAUGHT, recipe: int = 1) -> str:
    """Return the collection line of a puzzle that needs `technique` and otherwise only easier ones, of those `taught`.

    With "last blank", "pair" is allowed, too. `label` is the technique that the line names, and `recipe` the one that
    grades the puzzle.
    """
    names = [name for names in bands.BANDS.values() for name in names if name in taught or name == technique]
    known = [technique_named(name) for name in names[: names.index(technique) + 1]]
    if technique == "last blank":
        known.append(technique_named("pair"))
    size = 10 if technique in LARGE_TECHNIQUES else 6
    band = next(band for band, of_band in bands.BANDS.items() if technique in of_band)

    def path(puzzle: Puzzle) -> list[GradeStep]:
        return list(passes.passes(puzzle, puzzle.givens, known))

    def is_lesson(puzzle: Puzzle) -> bool:
        if not is_solvable_with(puzzle, band):  # a quick test first: `known` solves no more than the whole band
            return False
        steps = path(puzzle)
        return is_solved(puzzle, steps[-1].after if steps else puzzle.givens)

    for seed in count(1):
        rng = Random(seed)
        empty = Puzzle(size, size)
        full = empty.with_givens(generation.random_solution(empty, rng) or 0)
        if technique in SIGN_TECHNIQUES:
            full = generation.with_random_signs(full, rng)
        puzzle = full
        for cell in generation.shuffled(full.geometry.cells(full.givens), rng):
            fewer = puzzle.with_givens(puzzle.givens & ~puzzle.geometry.mask([cell]))
            if is_lesson(fewer):
                puzzle = fewer
        if any(step.technique == technique for step in path(puzzle)):
            return _graded_line(puzzle, label, recipe)
    raise AssertionError("unreachable")


def _nested_puzzle() -> Puzzle:
    """Return a generated puzzle that needs nested hypotheses, which are too slow to try for each given."""
    puzzles = (generate(Request(10, 10, Band.EXTREME), seed=seed) for seed in count(NESTED_SEED))
    return next(puzzle for puzzle in puzzles if grade(puzzle).hardest == "nested hypothesis")


def write_collections(directory: Path) -> None:
    for recipe in RECIPES:
        (directory / f"{recipe.name}.txt").write_text(collection_text(recipe), encoding="utf-8")
    (directory / "minimal.txt").write_text(minimal_text(), encoding="utf-8")
    (directory / "tutorial.txt").write_text(tutorial_text(), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(f"usage: {COMMAND}")
    write_collections(Path(sys.argv[1]))
