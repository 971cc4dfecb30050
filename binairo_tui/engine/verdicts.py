"""Verdicts: whether the rules force a move, leave it open or rule it out, and what is wrong with an answer."""

from dataclasses import dataclass
from enum import Enum, StrEnum

from binairo_tui import engine
from binairo_tui.engine import search
from binairo_tui.engine.cancellation import IsCancelled, cancellable, never
from binairo_tui.engine.geometry import EMPTY, ONE, ZERO, Cell, Position, Value, cell_name, opposite
from binairo_tui.engine.notation import format_position, parse_position
from binairo_tui.engine.proof import Proof
from binairo_tui.engine.puzzle import Puzzle, check_cell, check_position, check_puzzle, required_start
from binairo_tui.engine.rules import Violation, find_violations
from binairo_tui.engine.techniques import registry
from binairo_tui.engine.wording import violation_text


class VerdictKind(StrEnum):
    """What is known about a move. Each kind is also a `str`, so that `json` can write it.

    >>> VerdictKind.GUESS.value
    'guess'
    """

    __repr__ = Enum.__str__

    FORCED = "forced"
    """Every solution that extends the position has this value."""
    GUESS = "guess"
    """Some solutions that extend the position have this value, and others do not."""
    CONTRADICTION = "contradiction"
    """No solution that extends the position has this value."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on a move, and a sentence that gives the reason.

    `proof` is the easiest proof of the value that the cell must have. `proof` is None if both values are possible, if
    neither value is possible, or if no technique finds a proof. `violations` are the rules that the move itself breaks.

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

    Raises TypeError or ValueError if the arguments do not put a value into a blank cell, or if the position contradicts
    a given. Raises CancelledError once `is_cancelled` returns True.

    >>> puzzle = parse_puzzle("4x4;11..0..........0")
    >>> for cell, value in ((2, ZERO), (2, ONE), (10, ONE)):
    ...     print(judge_move(puzzle, puzzle.givens, cell, value).text)
    Row 1: r1c1 and r1c2 are both 1, so r1c3 is 0.
    Row 1: three 1s together (r1c1, r1c2, r1c3).
    r3c3 can be 0 or 1.
    """
    if value not in (ZERO, ONE):
        raise ValueError(f"value must be '0' or '1', not {value!r}")
    check_position(puzzle, position)
    check_cell(puzzle, cell)
    start = required_start(puzzle, position)
    if puzzle.geometry.value(start, cell) != EMPTY:
        raise ValueError(f"{cell_name(cell, puzzle.width)} is not blank")
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
    with cancellable(is_cancelled):
        proof = registry.proof_of(puzzle, start, cell, forced)
    text = proof.text if proof else f"Only {forced} leads to a solution, but no technique shows why."
    if is_possible:
        return Verdict(VerdictKind.FORCED, text, proof)
    broken = find_violations(puzzle, after)
    text = violation_text(puzzle, after, broken[0]) if broken else text
    return Verdict(VerdictKind.CONTRADICTION, text, proof, broken)


def answer_fault(puzzle: Puzzle, answer: Position | str) -> str:
    """Return a sentence that says why an answer is wrong, or an empty text if the answer solves the puzzle.

    The answer is a position, or a text from which `read_answer` reads a grid. Any other object is a wrong answer.

    >>> puzzle = parse_puzzle("2x2;1...")
    >>> for answer in ("10 01", "11 00", "1. 01", "01 10", "none"):
    ...     print(answer_fault(puzzle, answer) or "It is a solution.")
    It is a solution.
    Row 1 has two 1s; one is allowed.
    One cell is blank.
    r1c1 is a given 1, found '0'.
    expected '0', '1' or '.', found 'n'.
    """
    check_puzzle(puzzle)
    try:
        text = engine.read_answer(answer, puzzle) if isinstance(answer, str) else format_position(puzzle, answer)
        position = parse_position(puzzle, text or str(answer))
    except (TypeError, ValueError) as error:
        return f"{error}."
    broken = find_violations(puzzle, position)
    if broken:
        return violation_text(puzzle, position, broken[0])
    blanks = puzzle.geometry.cell_count - puzzle.geometry.filled_count(position)
    return "" if not blanks else "One cell is blank." if blanks == 1 else f"{blanks} cells are blank."
