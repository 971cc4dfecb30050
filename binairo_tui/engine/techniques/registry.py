"""The registry: all techniques in order of difficulty, and the choice of the technique and deduction to show."""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from binairo_tui.engine import bands
from binairo_tui.engine.cancellation import IsCancelled, cancellable, check, is_block_cancelled, never
from binairo_tui.engine.geometry import Cell, Position, Value, distance, opposite
from binairo_tui.engine.proof import Proof
from binairo_tui.engine.puzzle import Puzzle, check_cell, check_limit, check_position, required_start
from binairo_tui.engine.techniques import hypothesis, nested_hypothesis, sign_chain
from binairo_tui.engine.techniques.base import Deduction, Technique, View
from binairo_tui.engine.techniques.deductions import SHORT_OF_HYPOTHESES

_BY_NAME: dict[str, Technique] = {
    **SHORT_OF_HYPOTHESES,
    **{module.NAME: module.TECHNIQUE for module in (sign_chain, hypothesis, nested_hypothesis)},
}

TECHNIQUES = tuple([_BY_NAME[name] for names in bands.BANDS.values() for name in names])
"""The techniques of the package, easiest first."""
ADDED: dict[str, Technique] = {}
"""The techniques that `registration.register` has added, by name."""
BAND_OF = dict(bands.BAND_OF)
"""Maps each technique to its band, including added techniques."""


class Nearness(NamedTuple):
    """Where a hint should be: near the cursor.

    Of hints equally near to the cursor, the hint nearest to the cells filled last is chosen.

    >>> puzzle = parse_puzzle("4x4;11............11")
    >>> [find_hint(puzzle, puzzle.givens, near=Nearness(cursor)).stages[0] for cursor in (0, 15)]
    ['Look at row 1.', 'Look at row 4.']
    """

    cursor: Cell
    last: tuple[Cell, ...] = ()

    def distance(self, puzzle: Puzzle, deduction: Deduction) -> tuple[int, int]:
        """Return two distances of a deduction, counted in cells along rows and columns.

        The first distance is from the cursor to the nearest cell that the deduction fills. The second distance is from
        the cells filled last to the nearest cell of the deduction's reason. The second distance is 0 if no cells were
        filled last or the reason has no cells.
        """
        width = puzzle.width
        reason = [distance(a, b, width) for a in self.last for b in deduction.because_cells]
        return min(distance(self.cursor, cell, width) for cell in deduction.cells), min(reason, default=0)


def techniques() -> tuple[Technique, ...]:
    """Return all techniques, easiest first. Added techniques follow the others of their band."""
    return tuple(sorted([*TECHNIQUES, *ADDED.values()], key=lambda it: BAND_OF[it.name])) if ADDED else TECHNIQUES


def of_recipe(recipe: int) -> tuple[Technique, ...]:
    """Return the techniques of the package that a recipe (version of the generator) knows, easiest first."""
    return tuple([it for it in TECHNIQUES if bands.FIRST_RECIPE.get(it.name, 1) <= recipe])


def technique(name: str) -> Technique:
    """Return the technique with this name. Raises KeyError if there is no such technique."""
    return ADDED[name] if name in ADDED else _BY_NAME[name]


def prove(puzzle: Puzzle, position: Position, deduction: Deduction) -> Proof:
    """Return the proof of a deduction that was found in a position.

    >>> puzzle = parse_puzzle("4x4;11..............")
    >>> position, deduction = next(deductions(puzzle))
    >>> prove(puzzle, position, deduction).text
    'Row 1: r1c1 and r1c2 are both 1, so r1c3 is 0.'
    """
    check_position(puzzle, position)
    return technique(deduction.technique).prove(puzzle, position, deduction)


def next_proof(
    puzzle: Puzzle,
    position: Position,
    near: Nearness | None = None,
    *,
    hardest: bands.Band = bands.Band.EXTREME,
    is_cancelled: IsCancelled = never,
) -> Proof | None:
    """Return a proof by the easiest technique that fills any cell; None if no technique does.

    Techniques of bands above `hardest` are not tried. Of several deductions, the deduction nearest to `near` is chosen,
    or the first deduction if `near` is None. For three techniques, the choice is different. Of several sign chains, a
    chain with the fewest signs is chosen. Of several hypotheses, a limited search finds the hypothesis whose refutation
    is easiest to follow (`hypothesis.easiest_refutation`). Of several nested hypotheses, the shortest is chosen
    (`nested_hypothesis.easiest`). Missing givens are added to `position`.

    Raises TypeError or ValueError if the puzzle has no such position or cell, or if `position` contradicts a given.
    Raises CancelledError once `is_cancelled` returns True.

    >>> puzzle = parse_puzzle("6x4;..0......0........1..100")
    >>> next_proof(puzzle, puzzle.givens).text
    'If r1c2 were 0, columns 1 and 4 would be the same (4 steps), so r1c2 is 1.'
    """
    check_position(puzzle, position)
    position = required_start(puzzle, position)
    for cell in (near.cursor, *near.last) if near else ():
        check_cell(puzzle, cell)
    with cancellable(is_cancelled):
        return _next_proof(puzzle, position, near, hardest)


def _next_proof(puzzle: Puzzle, position: Position, near: Nearness | None, hardest: bands.Band) -> Proof | None:
    view = View(puzzle, position)
    for found in techniques():
        check(is_block_cancelled)
        if BAND_OF[found.name] > hardest:
            break
        if found is hypothesis.TECHNIQUE:
            proof = hypothesis.easiest_refutation(puzzle, position, hypothesis.refuted(puzzle, position))
        elif found is nested_hypothesis.TECHNIQUE:
            proof = nested_hypothesis.easiest(puzzle, position)
        else:
            deductions = found.find(view)
            chosen = next(deductions, None)
            if chosen and (found is sign_chain.TECHNIQUE or near):
                chosen = min([chosen, *deductions], key=partial(_effort, puzzle, near))
            proof = found.prove(puzzle, position, chosen) if chosen else None
        if proof:
            return proof
    return None


class ProofStep(NamedTuple):
    """A proof, its puzzle, and the positions before and after filling the cells of the proof."""

    puzzle: Puzzle
    before: Position
    proof: Proof
    after: Position


def proof_steps(puzzle: Puzzle, *, is_cancelled: IsCancelled = never) -> Iterator[ProofStep]:
    """Yield steps from the givens to the solution, or to a position in which no technique finds anything more.

    Raises CancelledError once `is_cancelled` returns True.
    """
    position = puzzle.givens
    while (proof := next_proof(puzzle, position, is_cancelled=is_cancelled)) is not None:
        after = puzzle.geometry.fill(position, proof.cells, proof.values)
        yield ProofStep(puzzle, position, proof, after)
        position = after


def proof_of(
    puzzle: Puzzle,
    position: Position,
    cell: Cell,
    value: Value,
    limit: int | None = None,
    *,
    is_cancelled: IsCancelled = never,
) -> Proof | None:
    """Return a proof, by the easiest technique, that a blank cell takes a value; None if there is no proof.

    A refutation has at most `limit` steps. Nested hypotheses are tried only if `limit` is None. The search for nested
    hypotheses is limited, and each has at most `nested_hypothesis.MAX_STEPS` steps. Raises CancelledError once
    `is_cancelled` returns True.

    >>> puzzle = parse_puzzle("4x4;11..............")
    >>> proof_of(puzzle, puzzle.givens, 3, "0").text
    'Row 1 has all its 1s, so r1c3 and r1c4 are 0.'
    """
    check_position(puzzle, position)
    check_cell(puzzle, cell)
    check_limit("limit", limit)
    with cancellable(is_cancelled):
        return _proof_of(puzzle, position, (cell, value), limit)


def _proof_of(puzzle: Puzzle, position: Position, fact: tuple[Cell, Value], limit: int | None) -> Proof | None:
    view = View(puzzle, position)
    lines, wrong = [view.lines[line] for line in puzzle.geometry.lines_of(fact[0])], (fact[0], opposite(fact[1]))
    for found in techniques():
        check(is_block_cancelled)
        if found is hypothesis.TECHNIQUE:
            if proof := hypothesis.refute(puzzle, position, wrong, limit):
                return proof
        elif found is nested_hypothesis.TECHNIQUE:
            if limit is None and (proof := nested_hypothesis.refute(puzzle, position, wrong)):
                return proof
        else:
            for deduction in found.find(view, lines):
                if fact in zip(deduction.cells, deduction.values, strict=True):
                    return found.prove(puzzle, position, deduction)
    return None


def deduction_text(puzzle: Puzzle, position: Position, deduction: Deduction) -> str:
    """Return a sentence about a deduction in `position`: which cells take which values, and why.

    >>> puzzle = parse_puzzle("4x4;11..............")
    >>> position, deduction = next(deductions(puzzle))
    >>> deduction_text(puzzle, position, deduction)
    'Row 1: r1c1 and r1c2 are both 1, so r1c3 is 0.'
    """
    return prove(puzzle, position, deduction).text


def _effort(puzzle: Puzzle, near: Nearness | None, deduction: Deduction) -> tuple[int, tuple[int, int]]:
    """Return a key that is lowest for the deduction to show: the number of its signs, then its `Nearness.distance`."""
    return len(deduction.because_signs), near.distance(puzzle, deduction) if near else (0, 0)
