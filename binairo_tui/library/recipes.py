"""How the shipped collections are made. `python -m binairo_tui.library.recipes puzzles` writes them all anew.

Every generated file follows from its recipe alone, so that running this changes nothing unless a recipe or the
generator did. `puzzles/classics.txt` is kept by hand.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from binairo_tui.engine.generation import generate

COMMAND = "python -m binairo_tui.library.recipes puzzles"


@dataclass(frozen=True, slots=True)
class Recipe:
    """A collection of `count` puzzles of one size; puzzle i is made from seed + i."""

    width: int
    height: int
    count: int
    seed: int

    @property
    def name(self) -> str:
        """The collection's name, and its file's without the ending."""
        return f"{self.width}x{self.height}"


RECIPES = (
    Recipe(6, 6, 40, 60_000),
    Recipe(6, 8, 30, 68_000),
    Recipe(8, 8, 40, 80_000),
    Recipe(8, 10, 30, 81_000),
    Recipe(10, 10, 40, 100_000),
    Recipe(12, 12, 40, 120_000),
    Recipe(14, 14, 40, 140_000),
    Recipe(20, 20, 10, 200_000),
)


def collection_text(recipe: Recipe) -> str:
    """The whole file of a recipe."""
    header = [
        f"# title: {recipe.width} x {recipe.height}",
        "# author: the generator of binairo-tui",
        "# rules: unique lines; solvable without guessing",
        f"# seed: {recipe.seed}, {recipe.seed + 1}, ... {recipe.seed + recipe.count - 1}",
        f"# command: {COMMAND}",
    ]
    puzzles = [str(generate(recipe.width, recipe.height, seed=recipe.seed + i)) for i in range(recipe.count)]
    return "\n".join([*header, "", *puzzles, ""])


def write_collections(directory: Path) -> None:
    """Write every recipe's file into a directory."""
    for recipe in RECIPES:
        (directory / f"{recipe.name}.txt").write_text(collection_text(recipe), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(f"usage: {COMMAND}")
    write_collections(Path(sys.argv[1]))
