"""Verdicts on moves: whether the rules force a move, leave it open, or rule it out."""

from dataclasses import dataclass
from enum import Enum, StrEnum

from binairo_tui.engine import search
from binairo_tui.engine.cancellation import IsCancelled, never
from binairo_tui.engine.geometry import EMPTY, ONE, ZERO, Cell, Position, Value, cell_name, opposite
from binairo_tui.engine.proof import Proof
from binairo_tui.engine.puzzle import Puzzle, check_cell, check_position, checked_start
from binairo_tui.engine.rules import Violation, find_violations, violations_after
from binairo_tui.engine.techniques import registry
from binairo_tui.engine.wording import violation_text


class VerdictKind(StrEnum):
    """What is known about a move. A kind is also a text, so that `json` can write it.

    >>> VerdictKind.GUESS.value
    'guess'
    """

    __repr__ = Enum.__str__

    FORCED = "forced"
    """Every solution that extends the position has this value."""
    GUESS = "guess"
    """Some of these solutions have this value, and others do not."""
    CONTRADICTION = "contradiction"
    """None of these solutions has this value."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on a move, and a sentence that gives the reason.

    `proof` is the easiest proof of the value that the cell must have. It is None if either value is possible, if
    neither is, or if no technique finds a proof. `violations` are the rules that the move breaks at once.

    >>> puzzle = parse_puzzle("4x4;11..............")
    >>> verdict = judge_move(puzzle, puzzle.givens, 2, ONE)
    >>> verdict.kind, verdict.proof.technique, verdict.violations[0].kind
    (VerdictKind.CONTRADICTION, 'pair', ViolationKind.TRIPLE)
    """

    kind: VerdictKind
    text: str
    proof: Proof | None = None
    violations: tuple[Violation, ...] = ()


def judge_move(
    puzzle: Puzzle, position: Position, cell: Cell, value: Value, *, is_cancelled: IsCancelled = never
) -> Verdict:
    """Return the verdict on the move that puts a value into a blank cell.

    Raises TypeError or ValueError if the arguments are no such move, or if the position contradicts a given, and
    CancelledError once `is_cancelled` returns True during a search.

    >>> puzzle = parse_puzzle("4x4;11..0..........0")
    >>> for cell, value in ((2, ZERO), (2, ONE), (10, ONE)):
    ...     print(judge_move(puzzle, puzzle.givens, cell, value).text)
    Row 1: r1c1 and r1c2 are both 1, so r1c3 is 0.
    Row 1: three 1s together (r1c1, r1c2, r1c3).
    r3c3 can be 0 or 1.
    """
    if value not in (ZERO, ONE):
        raise ValueError(f"value must be '0' or '1', not {value!r}")
    start = _checked_position(puzzle, position, cell)
    name, board = cell_name(cell, puzzle.width), puzzle.geometry
    after, other = board.place(start, cell, value), board.place(start, cell, opposite(value))
    is_possible, is_open = [
        search.first_solution(puzzle, position=tried, is_cancelled=is_cancelled) is not None for tried in (after, other)
    ]
    if is_possible and is_open:
        return Verdict(VerdictKind.GUESS, f"{name} can be 0 or 1.")
    if not is_possible and not is_open:
        return Verdict(VerdictKind.CONTRADICTION, f"There is no solution, whatever {name} is.")
    forced = value if is_possible else opposite(value)
    proof = registry.proof_of(puzzle, start, cell, forced)
    text = proof.text if proof else f"Only {forced} leads to a solution, but no technique shows why."
    if is_possible:
        return Verdict(VerdictKind.FORCED, text, proof)
    broken = violations_after(puzzle, start, find_violations(puzzle, start), after)
    text = violation_text(puzzle, after, broken[0]) if broken else text
    return Verdict(VerdictKind.CONTRADICTION, text, proof, broken)


def _checked_position(puzzle: Puzzle, position: Position, cell: Cell) -> Position:
    check_position(puzzle, position)
    check_cell(puzzle, cell)
    start = checked_start(puzzle, position)
    if start is None:
        raise ValueError("the position contradicts a given")
    if puzzle.geometry.value(start, cell) != EMPTY:
        raise ValueError(f"{cell_name(cell, puzzle.width)} is not blank")
    return start
