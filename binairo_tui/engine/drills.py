"""Drills: positions in which one technique, and nothing easier, fills a cell.

A drill is found on the easiest path of a generated puzzle (see `grading`): it is the position before the first pass of
the technique. The same technique and number give the same drill everywhere, so that lessons need no stored boards.
"""

from dataclasses import dataclass

from binairo_tui.engine import bands, generation, grading, request
from binairo_tui.engine.geometry import Cell, Value
from binairo_tui.engine.proof import Proof
from binairo_tui.engine.puzzle import Puzzle
from binairo_tui.engine.techniques import registry

# Sides of boards on which a technique is common enough; the default is 6.
_SIZES = {"last one": 8, "sign chain": 8, "gap counting": 8, "line logic": 10, "hypothesis": 8}
# (side, seed) of puzzles that need nested hypotheses, which are too rare to be searched for.
_NESTED = ((10, 720), (12, 30), (12, 56), (12, 58), (12, 79), (12, 98), (12, 128), (12, 163))

# The numbers of drills with short proofs, for `make_example`; techniques that are not in the table have `_EXAMPLE`.
_EXAMPLE = 9_903
_EXAMPLES = {
    "two blanks": 9_906,
    "gap counting": 9_902,
    "line logic": 9_950,
    "unique lines": 9_907,
    "sign chain": 9_931,
    "hypothesis": 9_909,
    "nested hypothesis": 9_904,
}


@dataclass(frozen=True, slots=True)
class Drill:
    """A position in which `technique` is the easiest technique that fills a cell.

    The givens of `puzzle` are the values of the position. `answers` maps each cell that the technique fills to its
    value.
    """

    technique: str
    puzzle: Puzzle
    answers: dict[Cell, Value]

    def proof(self, cell: Cell) -> Proof | None:
        """Return the easiest proof of the answer in a cell, or None if the technique does not fill this cell."""
        if cell not in self.answers:
            return None
        return registry.proof_of(self.puzzle, self.puzzle.givens, cell, self.answers[cell])


def make_drill(technique: str, number: int) -> Drill:
    """Return a drill for a technique. Raises KeyError if there is no such technique.

    Drills are numbered from 1, and any number is valid. The drills for nested hypotheses repeat after the first few.
    For any other technique, different numbers give drills from different puzzles.
    """
    puzzle = make_board(technique, number)
    step = next(
        step for step in grading.grade(puzzle, techniques=registry.TECHNIQUES).path if step.technique == technique
    )
    geometry = puzzle.geometry
    answers = {cell: geometry.value(step.after, cell) for cell in geometry.changed(step.before, step.after)}
    return Drill(technique, puzzle.with_givens(step.before), answers)


def make_example(technique: str) -> Drill:
    """Return a drill whose proof is short, for explaining a technique. Raises KeyError for an unknown technique."""
    return make_drill(technique, _EXAMPLES.get(technique, _EXAMPLE))


def make_board(technique: str, number: int) -> Puzzle:
    """Return the puzzle from which `make_drill` takes the drill with the same arguments.

    Raises KeyError if there is no such technique.
    """
    if technique == "nested hypothesis":
        side, seed = _NESTED[(number - 1) % len(_NESTED)]
        return generation.generate(
            request.Request(side, side, bands.Band.EXTREME, recipe=request.LATEST_RECIPE), seed=seed
        )
    side = _SIZES.get(technique, 6)
    has_signs = technique in request.SIGN_TECHNIQUES
    kind = request.Request(
        side,
        side,
        bands.BAND_OF[technique],
        unique_lines=not has_signs,
        has_signs=has_signs,
        recipe=request.LATEST_RECIPE,
        needs=(technique,),
    )
    return generation.generate(kind, seed=number)
