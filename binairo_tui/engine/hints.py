"""Hints for a player who is stuck, in stages that reveal a little more with each key press.

If something on the grid is wrong, the hint is about that, because there is no point in building on a mistake. A hint
uses the solution only to find mistakes or if no technique helps, and then it says so. Everything else follows from the
grid. Searches are limited so that finding a hint is fast; hints do not mention what a search did not find out.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from binairo_tui.engine.geometry import EMPTY, Cell, Line, Position, Value, cell_name, line_name
from binairo_tui.engine.position_check import SolutionInfo, find_mistakes, is_unsolvable, solution_info
from binairo_tui.engine.puzzle import Puzzle
from binairo_tui.engine.rules import Violation, find_violations
from binairo_tui.engine.techniques.base import Deduction
from binairo_tui.engine.techniques.registry import deduction_text, next_deduction, technique
from binairo_tui.engine.wording import capitalized, cells_text, violation_text


class HintKind(Enum):
    """The subject of a hint.

    >>> HintKind.DEDUCTION.value
    'deduction'
    """

    __repr__ = Enum.__str__

    SOLVED = "solved"
    """Nothing is left to do."""
    VIOLATION = "violation"
    """A rule is broken."""
    MISTAKE = "mistake"
    """No rule is broken, but some values differ from the only solution."""
    DEAD_END = "dead end"
    """No rule is broken, but the grid cannot be completed. It is not known which values are wrong."""
    UNSOLVABLE = "unsolvable"
    """The puzzle itself has no solution."""
    DEDUCTION = "deduction"
    """A technique fills some cells."""
    REVEAL = "reveal"
    """No technique helps; the hint takes a value from the only solution."""
    AMBIGUOUS = "ambiguous"
    """No technique helps, because the puzzle has more than one solution."""
    STUCK = "stuck"
    """No technique helps, and the search reached its limit before it found a solution."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint in stages.

    `stages` are sentences, one for each key press. The stages of a `DEDUCTION` name the place to look at, the
    technique, the cells with the reason, and the cells that were filled: at the fourth key press, `cells` take
    `values`. A `REVEAL` fills its cell at its last stage. `lines` are highlighted from the first stage on; `cells` (the
    wrong cells, if something is wrong) are highlighted from the last stage but one. If `goes_back`, the last stage
    takes the player back to the last good position (`position_check.last_good`). `note` is a sentence about the puzzle
    that is shown at every stage, or empty.

    >>> puzzle = parse_puzzle("4x4;11..............")
    >>> for stage in find_hint(puzzle, puzzle.givens).stages:
    ...     print(stage)
    Look at row 1.
    Pair: beside two equal values stands the other one.
    Row 1: r1c1 and r1c2 are both 1, so r1c3 is 0.
    Filled r1c3.
    """

    kind: HintKind
    stages: tuple[str, ...]
    lines: tuple[Line, ...] = ()
    cells: tuple[Cell, ...] = ()
    values: tuple[Value, ...] = ()
    deduction: Deduction | None = None
    goes_back: bool = False
    note: str = ""


def find_hint(puzzle: Puzzle, position: Position) -> Hint:
    """Return a hint for a player who is stuck in this position.

    >>> puzzle = parse_puzzle("4x4;111.............")
    >>> find_hint(puzzle, puzzle.givens).kind
    HintKind.UNSOLVABLE
    """
    info = solution_info(puzzle)
    trouble = _trouble(puzzle, position, info)
    if trouble:
        return trouble
    if puzzle.geometry.is_full(position):
        return Hint(HintKind.SOLVED, ("The puzzle is solved.",))
    deduction = next_deduction(puzzle, position)
    if deduction is None:
        return _last_resort(puzzle, position, info)
    note = "This puzzle has more than one solution." if info.is_ambiguous else ""
    return _deduction_hint(puzzle, position, deduction, note)


def _trouble(puzzle: Puzzle, position: Position, info: SolutionInfo) -> Hint | None:
    """Return a hint about something wrong in the position or the puzzle, or None if nothing is known to be wrong."""
    violations = find_violations(puzzle, position)
    if violations:
        return _violation_hint(puzzle, position, violations[0])
    if info.is_unsolvable:
        return Hint(HintKind.UNSOLVABLE, ("This puzzle has no solution.",))
    wrong = find_mistakes(puzzle, position, info.solution) if info.is_unique else ()
    if wrong:
        return _mistake_hint(puzzle, wrong)
    if not info.is_unique and is_unsolvable(puzzle, position):
        stages = "This grid cannot be finished: something on it is wrong.", "Press again to go back to where it could."
        return Hint(HintKind.DEAD_END, stages, goes_back=True)
    return None


def _violation_hint(puzzle: Puzzle, position: Position, violation: Violation) -> Hint:
    """Return a hint about a broken rule. It goes back unless the givens themselves break a rule."""
    text = violation_text(puzzle, position, violation)
    if find_violations(puzzle, puzzle.givens):
        return Hint(HintKind.UNSOLVABLE, (text, "This puzzle has no solution."), violation.lines, violation.cells)
    again = "Press again to go back to where all was well."
    return Hint(HintKind.VIOLATION, (text, again), violation.lines, violation.cells, goes_back=True)


def _mistake_hint(puzzle: Puzzle, wrong: tuple[Cell, ...]) -> Hint:
    how_many = "One value" if len(wrong) == 1 else f"{len(wrong)} values"
    verb = "differs" if len(wrong) == 1 else "differ"
    return Hint(
        HintKind.MISTAKE,
        (
            f"{how_many} on the grid {verb} from the solution.",
            f"The solution says that {cells_text(puzzle, wrong)} {'is' if len(wrong) == 1 else 'are'} wrong.",
            "Press again to go back to where all was right.",
        ),
        cells=wrong,
        goes_back=True,
    )


def _deduction_hint(puzzle: Puzzle, position: Position, deduction: Deduction, note: str) -> Hint:
    found = technique(deduction.technique)
    cell, lines = deduction.cells[0], deduction.because_lines
    where = cell_name(cell, puzzle.width)
    if lines and lines[0] in puzzle.geometry.lines_of(cell):
        where = line_name(lines[0], puzzle.height)
    else:
        lines = puzzle.geometry.lines_of(cell)
    stages = (
        f"Look at {where}.",
        f"{capitalized(found.name)}: {found.rule[0].lower()}{found.rule[1:]}",
        deduction_text(puzzle, position, deduction),
        f"Filled {cells_text(puzzle, deduction.cells)}.",
    )
    return Hint(HintKind.DEDUCTION, stages, lines, deduction.cells, deduction.values, deduction, note=note)


def _last_resort(puzzle: Puzzle, position: Position, info: SolutionInfo) -> Hint:
    """Return the hint to give if no technique helps."""
    if info.is_ambiguous:
        text = "The rules settle nothing more: this puzzle has more than one solution, and any will do."
        return Hint(HintKind.AMBIGUOUS, (text,))
    if info.solution is None:
        return Hint(HintKind.STUCK, ("No technique helps here. This puzzle may have more than one solution.",))
    geometry = puzzle.geometry
    cell = next(cell for cell in range(geometry.cell_count) if geometry.value(position, cell) == EMPTY)
    value = geometry.value(info.solution, cell)
    name = cell_name(cell, puzzle.width)
    stages = (
        "No technique helps here. Press again for a value of the solution.",
        f"The solution has {value} in {name}.",
        f"Filled {name}.",
    )
    return Hint(HintKind.REVEAL, stages, geometry.lines_of(cell), (cell,), (value,))
