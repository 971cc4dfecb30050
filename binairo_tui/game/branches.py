"""Judging what-if branches: what a branch proves, and a sentence about it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from binairo_tui import engine
from binairo_tui.engine import EMPTY, Cell, Position, Puzzle, Value, cell_name, find_violations, opposite
from binairo_tui.game.aids import NO_AID, Aid
from binairo_tui.game.states import State
from binairo_tui.game.steps import Step


class Verdict(Enum):
    """What a branch proves about its first cell."""

    __repr__ = Enum.__str__

    NO_CONTRADICTION = "no contradiction"
    UNPROVED = "unproved"
    """There is a contradiction, but a later cell may be its cause."""
    TOO_EARLY = "too early"
    """Neither value fits in the first cell: something was wrong before the branch was opened."""
    PROVED = "proved"
    PROVED_BY_PLAYER = "proved by the player"
    """Proved by the cells filled in the branch, each of which followed from a single line."""

    @property
    def is_proof(self) -> bool:
        """Whether the branch proves that the first cell has the opposite value."""
        return self in (Verdict.PROVED, Verdict.PROVED_BY_PLAYER)


class Judgement(NamedTuple):
    """The verdict on the innermost branch open at a position.

    `cell` is the first cell of the branch, and `value` is its value. If the branch proves that this value is wrong,
    `proof` refutes it in as few steps as possible from the position before the branch; it is None if only a search can.
    """

    position: Position
    verdict: Verdict = Verdict.NO_CONTRADICTION
    cell: Cell | None = None
    value: Value = EMPTY
    proof: engine.Proof | None = None

    @property
    def aids(self) -> Aid:
        """The aids that the program gives if the branch is dropped with this judgement."""
        return Aid.PROPAGATION if self.verdict is Verdict.PROVED else NO_AID


def judge(puzzle: Puzzle, state: State, steps: Sequence[Step]) -> Judgement:
    """Return what the last branch of a state proves; `steps` are the steps made since it was opened.

    This may take about a second on the largest boards: if propagation proves nothing, a limited search is used.
    """
    branch, geometry = state.branches[-1], puzzle.geometry
    cell = branch.assumed
    value = EMPTY if cell is None else geometry.value(state.position, cell)
    is_contradiction = find_violations(puzzle, state.position) or engine.propagate(puzzle, state.position) is None
    if cell is None or value == EMPTY or not is_contradiction:
        return Judgement(state.position)
    assumed = geometry.place(branch.position, cell, value)  # only the first cell of the branch is filled
    if _follows(puzzle, assumed, state, steps):
        verdict = Verdict.PROVED_BY_PLAYER
    else:
        verdict = Verdict.PROVED if engine.position_check.is_unsolvable(puzzle, assumed) else Verdict.UNPROVED
    if verdict.is_proof and engine.propagate(puzzle, geometry.place(branch.position, cell, opposite(value))) is None:
        verdict = Verdict.TOO_EARLY
    proof = _refute(puzzle, branch.position, cell, value) if verdict.is_proof else None
    return Judgement(state.position, verdict, cell, value, proof)


def drop_sentence(puzzle: Puzzle, judgement: Judgement) -> str:
    """Return the sentence to show when the branch is dropped."""
    if judgement.cell is None:
        return "Back to where the branch began."
    name, value = cell_name(judgement.cell, puzzle.width), judgement.value
    match judgement.verdict:
        case Verdict.TOO_EARLY:
            return f"Branch dropped, but neither 0 nor 1 fits in {name}: something before this branch is wrong."
        case Verdict.PROVED | Verdict.PROVED_BY_PLAYER if judgement.proof is not None:
            proof = judgement.proof
            # The proof need not use what was filled in the branch.
            return f"Branch dropped. A short proof: {proof.text}" if proof.length > 1 else proof.text
        case Verdict.PROVED:
            return f"{name} is {opposite(value)}: {value} leads to a contradiction."
        case Verdict.PROVED_BY_PLAYER:
            return f"{name} is {opposite(value)}: {value} led to a contradiction in your branch."
        case _:
            return (
                f"Branch dropped. {name} stays empty: the branch does not prove that {judgement.value} is wrong there."
            )


def _follows(puzzle: Puzzle, position: Position, state: State, steps: Sequence[Step]) -> bool:
    """Return whether the cells that the player filled in the branch lead to a broken rule.

    Only cells whose values follow from a single line count, in the order in which the player filled them.
    """
    last_moved: dict[Cell, None] = {}
    for step in steps:
        for move in step.moves:
            last_moved.pop(move.cell, None)
            last_moved[move.cell] = None
    geometry = puzzle.geometry
    for cell in last_moved:
        value = geometry.value(state.position, cell)
        is_new = value != EMPTY and geometry.value(position, cell) == EMPTY
        if is_new and engine.position_check.is_forced_by_line(puzzle, position, cell, value):
            position = geometry.place(position, cell, value)
    return bool(find_violations(puzzle, position))


def _refute(puzzle: Puzzle, position: Position, cell: Cell, value: Value) -> engine.Proof | None:
    if find_violations(puzzle, position) or engine.propagate(puzzle, position) is None:
        return None
    return engine.techniques.hypothesis.refute(puzzle, position, (cell, value))
