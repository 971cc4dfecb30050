"""Hypothesis: a value that leads to a contradiction is wrong.

A blank cell is assumed to hold 0 (or 1), and the other techniques fill everything that follows. If this breaks a rule,
the cell holds the other value. The proof lists the steps.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from binairo_tui.engine import propagation
from binairo_tui.engine.geometry import CODES, EMPTY, ONE, ZERO, Position, opposite
from binairo_tui.engine.proof import HYPOTHESIS, Proof
from binairo_tui.engine.puzzle import Puzzle
from binairo_tui.engine.rules import find_violations
from binairo_tui.engine.techniques import moves, refutation, refutation_proof, sentences
from binairo_tui.engine.techniques.base import BoardTechnique, Deduction, View

MORE_STEPS = 2
"""How many more steps an easier refutation may have than the shortest refutation."""
_PLAIN_SHARE = 4  # a search for a plain refutation may do 1 / _PLAIN_SHARE of the work of the other search
_HARD = 7  # an easier refutation is searched for if the steps take at least this effort on average
_UNLISTED = 8  # stands for the number of fillings if there are too many to list
_STEP_EFFORT = {
    "complete line": 5,
    "equal pair": 5,
    "last one": 6,
    "sign counting": 6,
    "two blanks": 6,
    "gap counting": 8,
    "line logic": 8,
    "unique lines": 10,
}


def find(view: View) -> Iterator[Deduction]:
    """Yield a deduction for every blank with a value that leads to a contradiction; none if a rule is broken."""
    if find_violations(view.puzzle, view.position):
        return
    for wrong in refuted(view.puzzle, view.position):
        if proof := refute(view.puzzle, view.position, wrong):
            yield Deduction(
                NAME, proof.cells, proof.values, proof.because_cells, proof.because_lines, proof.because_signs
            )


def refuted(puzzle: Puzzle, position: Position) -> Iterator[moves.Fact]:
    """Yield (blank cell, value) for each value from which propagation ends in a conflict."""
    geometry, rules = puzzle.geometry, propagation.propagator(puzzle)
    settled = rules.fixpoint(position)
    wrong = geometry.board if settled is None else geometry.opposites(settled) | rules.failing(settled)
    for cell in range(geometry.cell_count):
        if geometry.value(position, cell) == EMPTY:
            for value in (ZERO, ONE):
                if wrong & CODES[value] << geometry.shifts[cell]:
                    yield cell, value


def refute(puzzle: Puzzle, position: Position, wrong: moves.Fact, limit: int | None = None) -> Proof | None:
    """Return a shortest refutation of at most `limit` steps, or None. The position must break no rule."""
    return shortest_refutation(puzzle, position, [wrong], limit)


def easiest_refutation(
    puzzle: Puzzle, position: Position, candidates: Iterable[moves.Fact], limit: int | None = None
) -> Proof | None:
    """Return the refutation of one of `candidates` that takes the least effort to follow, as far as known.

    It is usually one of the shortest refutations. If the steps of these are hard on average, it may have up to
    MORE_STEPS more steps, but then its steps list no fillings (`moves.plain_moves`). Returns None if no refutation has
    at most `limit` steps. The position must break no rule.
    """
    facts, most = list(candidates), puzzle.geometry.cell_count if limit is None else limit
    proofs = _proofs(puzzle, position, facts, most)
    if proofs and min(map(effort, proofs)) >= _HARD * proofs[0].length:
        most = min(most, proofs[0].length + MORE_STEPS)
        proofs += _proofs(puzzle, position, facts, most, _PLAIN_SHARE, is_plain=True)
    best = min(proofs, key=lambda proof: (effort(proof), proof.length, len(proof.because_cells)), default=None)
    return best and sentences.worded(puzzle, best)


def effort(proof: Proof) -> int:
    """Return how hard a refutation is to follow: 4 for each easy step, more for harder steps or listed fillings."""
    return sum(
        [effort(step) if step.steps else _STEP_EFFORT.get(step.technique, 4) + _listed(step) for step in proof.steps]
    )


def _listed(step: Proof) -> int:
    """Return the effort of reading the fillings that a step lists; a fixed effort per cell if they are too many."""
    return sum(
        [
            len(run.cells) * (len(run.fillings) - 1 if run.fillings else _UNLISTED)
            for run in step.premises.runs
            if run.fillings is not None
        ]
    )


def _proofs(
    puzzle: Puzzle,
    position: Position,
    facts: Iterable[moves.Fact],
    limit: int,
    share: int = 1,
    *,
    is_plain: bool = False,
) -> list[Proof]:
    """Return the shortest refutations, without sentences; see `refutation.shortest_chains` for the arguments."""
    chains = refutation.shortest_chains(puzzle, position, facts, limit, share, is_plain=is_plain)
    return [refutation_proof.prove_by_goals(puzzle, position, wrong, it.goals, it.lines) for wrong, it in chains]


def shortest_refutation(
    puzzle: Puzzle, position: Position, candidates: Iterable[moves.Fact], limit: int | None = None
) -> Proof | None:
    """Return the shortest refutation of one of `candidates`, or None if none has at most `limit` steps.

    If several refutations have equally many steps, the one with the fewest cells in its reason is returned. The
    position must break no rule. A step fills what one technique finds in one line. If the search was cut short
    (`refutation.MAX_LOOKUPS`), there may be a shorter refutation.
    """
    proofs = _proofs(puzzle, position, candidates, puzzle.geometry.cell_count if limit is None else limit)
    best = min(proofs, key=lambda proof: (proof.length, len(proof.because_cells)), default=None)
    return best and sentences.worded(puzzle, best)


@dataclass(frozen=True, slots=True)
class _Hypothesis(BoardTechnique):
    def prove(self, puzzle: Puzzle, position: Position, deduction: Deduction) -> Proof:
        (cell,), (value,) = deduction.cells, deduction.values
        proof = refute(puzzle, position, (cell, opposite(value)))
        if proof is None:
            raise ValueError("the deduction does not belong to this position")
        return proof

    def filled(self, view: View, lines: object) -> Position:  # noqa: ARG002
        geometry, position = view.puzzle.geometry, view.position
        for cell, value in refuted(view.puzzle, position):
            position |= geometry.place(0, cell, opposite(value))
        return position


NAME = HYPOTHESIS
TECHNIQUE = _Hypothesis(NAME, "A value that leads to a contradiction is wrong.", find)
