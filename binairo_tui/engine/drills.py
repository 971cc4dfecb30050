"""Drills: positions in which one technique, and nothing easier, fills a cell.

A drill comes from the easiest path of a generated puzzle (see `grading`): it is the position before the first pass of
the technique. The same technique and number give the same drill everywhere, so lessons need no stored boards. Drills do
not ask for chains longer than `MAX_STEPS`, because nobody can keep them in mind. All chains of nested hypotheses are
longer. So this technique has an example, but no drills to practise (see `DRILLED`).
"""

from dataclasses import dataclass

from binairo_tui.engine import bands, generation, grading, passes, request
from binairo_tui.engine.geometry import Cell, Value, opposite
from binairo_tui.engine.proof import HYPOTHESIS, NESTED_HYPOTHESIS, Proof
from binairo_tui.engine.puzzle import Puzzle
from binairo_tui.engine.techniques import hypothesis, registry, sign_chain
from binairo_tui.engine.techniques.base import View

MAX_STEPS = 8
"""Limit on the steps of the proof that a drill asks for, and on the signs in a chain."""
DRILLED = tuple([name for name in bands.BAND_OF if name != NESTED_HYPOTHESIS])
"""The techniques that have drills to practise, easiest first."""
# Sides of boards on which a technique is common enough in the latest recipe; the default is 6.
_SIZES = {"last one": 8, "sign chain": 8, "gap counting": 8, "line logic": 10, "hypothesis": 8}
# Added to the number of a drill if its puzzle has only long chains.
_NEXT_TRY = 1_000_000
# (side, seed) of puzzles that need nested hypotheses. Such puzzles are too rare to be searched for.
_NESTED = ((10, 720), (12, 30), (12, 56), (12, 58), (12, 79), (12, 98), (12, 128), (12, 163))

# The numbers of drills with short proofs (sentences of less than 130 characters), for `make_example`. Techniques that
# are not in the table have `_EXAMPLE`. A new recipe can change all of them.
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
    value. If the drill asks about one `cell`, `answers` has only this cell, and easier techniques may fill others.
    """

    technique: str
    puzzle: Puzzle
    answers: dict[Cell, Value]
    cell: Cell | None = None

    def proof(self, cell: Cell) -> Proof | None:
        """Return the easiest proof of the answer in a cell, or None if the technique does not fill this cell."""
        if cell not in self.answers:
            return None
        return registry.proof_of(self.puzzle, self.puzzle.givens, cell, self.answers[cell])

    def easiest_proof(self) -> Proof:
        """Return the proof of the first answer; if hypotheses give several, the proof that is easiest to follow."""
        is_choice = self.technique == HYPOTHESIS and len(self.answers) > 1
        proof = registry.next_proof(self.puzzle, self.puzzle.givens) if is_choice else self.proof(min(self.answers))
        if proof is None:
            raise ValueError("the answers do not follow from the position")
        return proof


def make_drill(technique: str, number: int) -> Drill:
    """Return a drill for a technique. Raises KeyError if there is no such technique.

    Drills are numbered from 1, and any number is valid. The drills for nested hypotheses repeat after the first few.
    For any other technique, different numbers give drills from different puzzles.
    """
    while True:
        puzzle = make_board(technique, number)
        for step in grading.grade(puzzle, techniques=registry.TECHNIQUES).path:
            if step.technique == technique and (answers := _answers(puzzle, step)):
                return Drill(technique, puzzle.with_givens(step.before), answers)
        number += _NEXT_TRY


def _answers(puzzle: Puzzle, step: passes.GradeStep) -> dict[Cell, Value]:
    """Map the cells that a pass fills to their values, without cells that need a chain of more than MAX_STEPS signs.

    If the pass uses hypotheses, and every refutation has more than MAX_STEPS steps, the result is {}.
    """
    geometry = puzzle.geometry
    cells = geometry.changed(step.before, step.after)
    if step.technique == sign_chain.NAME:
        found = sign_chain.find(View(puzzle, step.before))
        short = [it.cells[0] for it in found if len(it.because_signs) <= MAX_STEPS]
        cells = tuple([cell for cell in cells if cell in short])
    if step.technique == HYPOTHESIS:
        wrong = [(cell, opposite(geometry.value(step.after, cell))) for cell in cells]
        if hypothesis.shortest_refutation(puzzle, step.before, wrong, MAX_STEPS) is None:
            return {}
    return {cell: geometry.value(step.after, cell) for cell in cells}


def make_example(technique: str) -> Drill:
    """Return a drill whose proof is short, for explaining a technique. Raises KeyError for an unknown technique."""
    return make_drill(technique, _EXAMPLES.get(technique, _EXAMPLE))


def make_board(technique: str, number: int) -> Puzzle:
    """Return the puzzle in which `make_drill` first looks. Raises KeyError if there is no such technique."""
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
