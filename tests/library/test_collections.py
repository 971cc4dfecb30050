import subprocess
import sys
from operator import attrgetter
from pathlib import Path

import pytest

from binairo_tui.engine.bands import Band
from binairo_tui.engine.grading import grade
from binairo_tui.engine.propagation import propagate
from binairo_tui.engine.reduction import superfluous_givens
from binairo_tui.engine.search import has_unique_solution
from binairo_tui.engine.techniques.registry import TECHNIQUES, of_recipe
from binairo_tui.library import Collection, LibraryError, collections
from binairo_tui.library.collection import HEADER_LINES
from tests.library.recipes import MINIMAL, RECIPES, TAUGHT, Recipe, collection_text, minimal_text, tutorial_text
from tests.shipped import find_collection, find_entry

NAMES = [
    *("6x6", "6x6-plus", "6x8", "6x10", "8x8", "8x8-plus", "8x10"),
    *("10x10", "10x10-plus", "12x12", "14x14", "20x20", "classics", "minimal", "tutorial"),
]
BANDS = [band.title for band in Band]


def test_the_shipped_collections_in_order() -> None:
    assert [collection.name for collection in collections()] == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_shipped_puzzle_has_exactly_one_solution(name: str) -> None:
    collection = find_collection(name)
    assert len(collection) == len(collection.entries) > 0
    for entry in collection.entries:
        assert has_unique_solution(entry.puzzle), entry.title
        assert find_entry(name, entry.number) == entry
    assert len({str(entry.puzzle) for entry in collection.entries}) == len(collection)


@pytest.mark.parametrize("recipe", [recipe for recipe in RECIPES if recipe.request.width <= 8], ids=attrgetter("name"))
def test_a_collection_is_what_its_recipe_makes(recipe: Recipe) -> None:
    collection = find_collection(recipe.name)
    assert collection.path.read_text(encoding="utf-8") == collection_text(recipe)


@pytest.mark.parametrize("recipe", RECIPES, ids=attrgetter("name"))
def test_generated_collections_hold_every_band_easiest_first(recipe: Recipe) -> None:
    collection = find_collection(recipe.name)
    assert {"title", "author", "rules", "seed", "command"} <= set(collection.header)
    made_for = [band for band in BANDS for _ in range(recipe.count)]
    for entry, band in zip(collection.entries, made_for, strict=True):
        # These puzzles are older than the technique last blank, which solves some of those that were made as Easy.
        assert entry.band == band or (entry.band, band) == ("Gentle", "Easy")
    for entry in collection.entries:
        puzzle, request = entry.puzzle, recipe.request
        assert (puzzle.width, puzzle.height) == (request.width, request.height)
        assert puzzle.unique_lines is request.unique_lines
        assert bool(puzzle.signs) is request.has_signs
    # Every puzzle of the highest difficulty: a change of the search for refutations shows there first.
    for entry in (*collection.entries[:: recipe.count], *collection.entries[1 - recipe.count :]):
        found = grade(entry.puzzle, techniques=of_recipe(request.recipe))
        assert (found.band.title, found.score) == (entry.band, entry.score)


def test_the_minimal_puzzles_have_the_promised_numbers_of_givens() -> None:
    """Each has one solution, as tested above. Up to 8x8, no puzzle has fewer: 4, 5 and 7."""
    collection = find_collection("minimal")
    assert {"title", "author", "rules", "search", "seed", "command"} <= set(collection.header)
    promised = [(recipe.size, recipe.givens) for recipe in MINIMAL for _ in recipe.seeds]
    found = [(entry.puzzle.width, entry.puzzle.givens.bit_count()) for entry in collection.entries]
    assert found == promised
    assert {(4, 4), (6, 5), (8, 7)} <= set(found)
    for entry in collection.entries:
        assert entry.puzzle.width == entry.puzzle.height
        assert superfluous_givens(entry.puzzle) == ()
        if entry.puzzle.width <= 10:
            graded = grade(entry.puzzle, techniques=of_recipe(1))
            assert (graded.band.title, graded.score) == (entry.band, entry.score)


def test_the_minimal_puzzles_are_what_their_recipe_makes() -> None:
    lines = find_collection("minimal").path.read_text(encoding="utf-8").splitlines()
    made = [line for line in minimal_text(MINIMAL[:3]).splitlines() if line and not line.startswith("#")]
    assert [line for line in lines if line and not line.startswith("#")][: len(made)] == made
    assert f"# seed: {', '.join([str(seed) for recipe in MINIMAL for seed in recipe.seeds])}" in lines


def test_the_tutorial_teaches_every_technique() -> None:
    entries = find_collection("tutorial").entries
    assert find_collection("tutorial").path.read_text(encoding="utf-8") == tutorial_text()
    assert [entry.technique for entry in entries] == list(TAUGHT)
    assert sorted(TAUGHT) == sorted(technique.name for technique in TECHNIQUES)
    assert [grade(entry.puzzle).hardest for entry in entries[5:12]] == list(TAUGHT[5:12])


def test_the_classic() -> None:
    entry = find_entry("classics", 1)
    solved = propagate(entry.puzzle)
    assert (entry.title, entry.band, entry.score) == ("classics #1", "Hard", 1148)
    assert solved is not None
    assert entry.puzzle.geometry.text(solved) == "110010011010001101100110011001100101"


def test_errors_name_the_fault_and_the_place(tmp_path: Path) -> None:
    with pytest.raises(LibraryError, match="classics has puzzles 1 to 1, not 2"):
        find_entry("classics", 2)
    broken = tmp_path / "broken.txt"
    broken.write_text("# title: Broken\n\n2x2;....\n2x2;.2..\n")
    with pytest.raises(LibraryError, match=r"broken\.txt:4:6: expected '0', '1' or '\.', found '2'"):
        _ = Collection(broken).entries
    with pytest.raises(LibraryError, match=r"cannot read the collection .*none\.txt"):
        Collection(tmp_path / "none.txt")
    (tmp_path / "latin.txt").write_bytes(b"# title: \xe9\n")
    with pytest.raises(LibraryError, match="cannot read"):
        Collection(tmp_path / "latin.txt")


def test_a_long_header_is_truncated(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_text("# title: Long\n" + "".join([f"# {number}: x\n" for number in range(50_000)]) + "2x2;1...\n")
    collection = Collection(path)
    assert len(collection.header) == HEADER_LINES
    assert (collection.title, len(collection)) == ("Long", 1)


def test_the_recipes_can_be_run(tmp_path: Path) -> None:
    run = subprocess.run([sys.executable, "-m", "tests.library.recipes"], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stderr == "usage: python -m tests.library.recipes puzzles\n"
