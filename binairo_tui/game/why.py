"""Why: explains how a cell in a game got its value or, if the cell is empty, what decides its value."""

from __future__ import annotations

from typing import NamedTuple

from binairo_tui import engine
from binairo_tui.engine import EMPTY, ONE, ZERO, Cell, Position, Puzzle, Value, cell_name, opposite
from binairo_tui.game.history import Origin
from binairo_tui.game.steps import StepKind

MAX_STEPS = 20
"""Limit on the steps of a refutation that explains a value. Longer refutations are hard to follow."""
_BY_PLAYER = (StepKind.PLACE, StepKind.CLEAR)


class Why(NamedTuple):
    """A reason as a sentence.

    If the reason is based on a proof, `proof` is this proof, and `walk` shows it step by step on boards.

    >>> session = GameSession(parse_puzzle("4x4;11.............."))
    >>> session.ask_why(2)().text
    'Row 1: r1c1 and r1c2 are both 1, so r1c3 is 0.'
    """

    text: str
    proof: engine.Proof | None = None
    walk: tuple[engine.WalkStep, ...] = ()

    def hint(self) -> engine.Hint:
        """Return the reason as a hint, which walks through the proof."""
        lines, cells = (self.proof.because_lines, self.proof.cells) if self.proof else ((), ())
        return engine.Hint(engine.HintKind.REASON, (self.text,), lines, cells, proof=self.proof, walk=self.walk)


def why(puzzle: Puzzle, origin: Origin) -> Why:
    """Return why a cell holds its value or, if the cell is empty, what decides its value.

    This may take seconds on a large board.
    """
    cell, value, kind, before, now, in_branch = origin
    name = cell_name(cell, puzzle.width)
    if value == EMPTY:
        return _why_undecided(puzzle, cell, before, in_branch=in_branch)
    if kind is None:
        return Why(f"{name} is a given.")
    if kind in _BY_PLAYER:
        return _why_placed(puzzle, origin)
    if kind not in (StepKind.HINT, StepKind.DROP):
        before = _pass_position(puzzle, before, cell)
    after = _but(name, opposite(value)) if not in_branch and _is_mistake(puzzle, cell, value) else ""
    kept = _kept(puzzle, before, now)
    if kept != before and (found := _prove(puzzle, kept, cell, value, MAX_STEPS)):
        return _explained(puzzle, kept, found, after=after)
    if found := _prove(puzzle, before, cell, value, None):
        then = "" if kept == before else f"When {name} was filled, the grid held other values. "
        return _explained(puzzle, before, found, then, after)
    return Why(f"No technique fills {name} here: its value comes from the solution.")


def _why_placed(puzzle: Puzzle, origin: Origin) -> Why:
    """Return the easiest proof for or against a value that the player filled in.

    The proof starts from the values that were on the board before the player's step and are still there. If the proof
    contradicts the only solution, the result says that the proof uses another value that is wrong. If there is no
    proof, the result says whether the value differs from the only solution, or whether both values lead to solutions.
    """
    cell, value, _, before, now, in_branch = origin
    before, name = _kept(puzzle, before, now), cell_name(cell, puzzle.width)
    is_mistake = not in_branch and _is_mistake(puzzle, cell, value)
    if found := _prove(puzzle, before, cell, value, MAX_STEPS):
        return _explained(
            puzzle, before, found, f"You filled {name}. ", _but(name, opposite(value)) if is_mistake else ""
        )
    if against := _prove(puzzle, before, cell, opposite(value), MAX_STEPS):
        if not in_branch and _is_mistake(puzzle, cell, opposite(value)):
            return _explained(puzzle, before, against, f"You filled {name} with {value}. ", _but(name, value))
        return _explained(puzzle, before, against, f"You filled {name} with {value}, but that is wrong. ")
    if is_mistake:
        return Why(
            f"You filled {name} with {value}, but the solution says that this is wrong. No short proof was found."
        )
    if engine.position_check.is_free(puzzle, before, cell):
        return Why(f"You filled {name}; the rules do not decide it: {engine.hints.ANY_COUNTS}")
    return Why(f"You filled {name} with {value}. No short proof was found for or against it.")


def _but(name: str, value: Value) -> str:
    return f" But the solution has {value} in {name}: the reason uses a wrong value in another cell."


def _why_undecided(puzzle: Puzzle, cell: Cell, position: Position, *, in_branch: bool) -> Why:
    name = cell_name(cell, puzzle.width)
    values = (ZERO, ONE)
    found = [proof for value in values if (proof := _prove(puzzle, position, cell, value, MAX_STEPS))]
    if not found and engine.position_check.is_free(puzzle, position, cell):
        return Why(f"The rules do not decide {name}: {engine.hints.ANY_COUNTS}")
    if not found:
        return Why(f"No simple technique decides {name} yet.")
    if len(found) > 1:
        reasons = " But: ".join([proof.text for proof in found])
        so = "So the branch fails." if in_branch else "So a value on the grid is wrong: a hint finds it."
        return Why(f"Neither 0 nor 1 fits in {name}. {reasons} {so}")
    (value,) = {value for at, value in zip(found[0].cells, found[0].values, strict=True) if at == cell}
    if not in_branch and _is_mistake(puzzle, cell, value):
        return Why(f"A wrong value on the grid would make {name} wrong, too. A hint finds it.")
    return _explained(puzzle, position, found[0])


def _is_mistake(puzzle: Puzzle, cell: Cell, value: Value) -> bool:
    """Return whether a value differs from the only solution; False if the puzzle may have several solutions."""
    solution = engine.position_check.solution_info(puzzle).only_solution
    return solution is not None and puzzle.geometry.value(solution, cell) != value


def _prove(puzzle: Puzzle, position: Position, cell: Cell, value: Value, limit: int | None) -> engine.Proof | None:
    """If the position has a contradiction, refutations are not tried, because they could refute any value."""
    return engine.proof_of(puzzle, position, cell, value, 0 if engine.propagate(puzzle, position) is None else limit)


def _explained(puzzle: Puzzle, position: Position, proof: engine.Proof, before: str = "", after: str = "") -> Why:
    return Why(f"{before}{proof.text}{after}", proof, engine.walk(puzzle, position, proof))


def _kept(puzzle: Puzzle, before: Position, now: Position) -> Position:
    """Without this, a reason could name values that are no longer on the grid, which the player does not see."""
    for cell in puzzle.geometry.changed(before, now):
        before = puzzle.geometry.place(before, cell, EMPTY)
    return before


def _pass_position(puzzle: Puzzle, position: Position, cell: Cell) -> Position:
    """Return the position before the propagation pass that fills a cell. The reason is simplest there."""
    for found in engine.propagation_steps(puzzle, position):
        if isinstance(found, engine.Conflict) or cell in puzzle.geometry.changed(position, found.after):
            break
        position = found.after
    return position
