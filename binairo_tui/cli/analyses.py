"""The JSON fields that `solve`, `check`, `hint` and `grade` print, and that `serve` returns for the same requests."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Annotated, Literal, NotRequired, TypedDict

from binairo_tui import engine
from binairo_tui.cli import json_fields, reasons

_MOVE = re.compile("(r[0-9]{1,2}c[0-9]{1,2})=([01])")


class Solved(TypedDict):
    """The number of solutions, one of them (None if there is none), and the time that the search took."""

    solutions: json_fields.SolutionCount
    solution: json_fields.Grid | None
    ms: float


def solve_fields(puzzle: engine.Puzzle, *, is_cancelled: Callable[[], bool] = lambda: False) -> Solved:
    """Return one solution and the number of solutions, where 2 means more than one. Raises CancelledError."""
    # Asked for before the clock starts, because its module may have to be imported; the search begins in `list`.
    solutions = engine.solutions(puzzle, 2, is_cancelled=is_cancelled)
    start = perf_counter()
    positions = list(solutions)
    return {
        "solutions": len(positions),
        "solution": puzzle.geometry.text(positions[0]) if positions else None,
        "ms": milliseconds_since(start),
    }


def milliseconds_since(start: float) -> float:
    return round((perf_counter() - start) * 1000, 3)


class Violation(TypedDict):
    """A broken rule: its lines, its cells, and a sentence that describes it."""

    kind: Annotated[str, ("enum", ("triple", "excess", "duplicate", "sign"))]
    lines: list[json_fields.LineName]
    cells: list[json_fields.CellName]
    text: str


class Checked(TypedDict):
    """The state of a partly filled grid; `open` means that no rule is broken, but cells are empty."""

    state: Literal["solved", "open", "broken"]
    violations: list[Violation]
    solutions: json_fields.SolutionCount


def check_fields(
    puzzle: engine.Puzzle, position: engine.Position, *, is_cancelled: Callable[[], bool] = lambda: False
) -> Checked:
    """Return the fields about a partly filled grid; 2 `solutions` mean more than one. Raises CancelledError."""
    violations = engine.find_violations(puzzle, position)
    left = puzzle.with_givens(position)
    return {
        "state": "broken" if violations else "solved" if puzzle.geometry.is_full(position) else "open",
        "violations": violation_list(puzzle, position, violations),
        "solutions": 0 if violations else engine.count_solutions(left, 2, is_cancelled=is_cancelled),
    }


def violation_list(
    puzzle: engine.Puzzle, position: engine.Position, violations: Iterable[engine.Violation]
) -> list[Violation]:
    return [
        {
            "kind": violation.kind.value,
            "lines": reasons.line_list(puzzle, violation.lines),
            "cells": reasons.cell_list(puzzle, violation.cells),
            "text": engine.violation_text(puzzle, position, violation),
        }
        for violation in violations
    ]


class Judged(TypedDict):
    """The verdict on a move. The fields are explained at `engine.Verdict`."""

    move: Annotated[str, ("pattern", _MOVE.pattern)]
    verdict: Literal["forced", "guess", "contradiction"]
    text: str
    proof: reasons.Proof | None
    violations: list[Violation]


def judged_fields(
    puzzle: engine.Puzzle,
    position: engine.Position,
    move: str,
    *,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> Judged:
    """Return the JSON fields of the verdict on a move, such as `r1c3=0`, in a partly filled grid.

    Raises ValueError with a sentence if it is not a move, and CancelledError once `is_cancelled` returns True.
    """
    match = _MOVE.fullmatch(move)
    if match is None:
        raise ValueError("expected a move such as r1c3=0")
    cell, value = engine.parse_cell(match[1], puzzle.width, puzzle.height), engine.parse_value(match[2])
    verdict = engine.judge_move(puzzle, position, cell, value, is_cancelled=is_cancelled)
    after = puzzle.geometry.place(position, cell, value)
    return {
        "move": move,
        "verdict": verdict.kind.value,
        "text": verdict.text,
        "proof": reasons.proof_fields(puzzle, verdict.proof) if verdict.proof else None,
        "violations": violation_list(puzzle, after, verdict.violations),
    }


class Hinted(reasons.Reason):
    """The next step, or what is wrong with the grid.

    `kind` is that of `engine.HintKind`. If a value is known to be wrong, `cells` are those to be emptied, and a proof
    fills in what they must hold instead. `technique` is None if there is no proof; then there are no `premises`.
    """

    kind: Annotated[str, ("enum", tuple(engine.HintKind))]
    technique: str | None
    premises: NotRequired[reasons.Premises]
    steps: list[reasons.Deduction]


def hint_fields(puzzle: engine.Puzzle, hint: engine.Hint) -> Hinted:
    if hint.proof and hint.values:
        return {"kind": hint.kind.value, **reasons.proof_fields(puzzle, hint.proof), "text": hint_text(hint)}
    return {
        "kind": hint.kind.value,
        "technique": None,
        "cells": reasons.cell_list(puzzle, hint.cells),
        "values": [] if hint.empties else list(hint.values),
        "because_cells": [],
        "because_lines": [],
        "because_signs": [],
        "text": hint_text(hint),
        "steps": [],
    }


def hint_text(hint: engine.Hint) -> str:
    """Return the most detailed sentence of a hint: the last one before it fills in values or takes the player back.

    If it empties cells, the sentence before that one gives the reason.
    """
    if hint.empties:
        return " ".join(hint.stages[-3:-1])
    return hint.stages[-2] if hint.values or hint.goes_back else hint.stages[0]


class Step(TypedDict):
    """A step of the easiest way to solve: a technique, the cells that it fills, and the deductions that fill them."""

    technique: str
    cells: list[json_fields.CellName]
    values: list[json_fields.ValueText]
    deductions: list[reasons.Deduction]


class Graded(TypedDict):
    """The grade of a puzzle.

    `at_least` means that the band and the score are only lower bounds.
    """

    band: json_fields.BandName | None
    score: int | None
    at_least: bool
    techniques: dict[str, json_fields.Number]
    path: list[Step]


def grade_fields(puzzle: engine.Puzzle, *, is_cancelled: Callable[[], bool]) -> Graded:
    """Return the JSON fields of the grade of a puzzle, or those of `no_grade`. Raises CancelledError."""
    try:
        return graded_fields(puzzle, engine.grade(puzzle, is_cancelled=is_cancelled))
    except engine.GradingError:
        return no_grade()


def no_grade() -> Graded:
    """Return the JSON fields for a puzzle that has no grade, because it does not have exactly one solution."""
    return {"band": None, "score": None, "at_least": False, "techniques": {}, "path": []}


def graded_fields(puzzle: engine.Puzzle, grade: engine.Grade) -> Graded:
    return {
        "band": grade.band.title,
        "score": grade.score,
        "at_least": not grade.is_solved,
        "techniques": dict(grade.techniques),
        "path": [_step_fields(puzzle, step) for step in grade.path],
    }


def _step_fields(puzzle: engine.Puzzle, step: engine.GradeStep) -> Step:
    geometry = puzzle.geometry
    cells = geometry.changed(step.before, step.after)
    new = set(cells)
    deductions = []
    view = engine.techniques.base.View(puzzle, step.before)
    for deduction in engine.techniques.registry.technique(step.technique).find(view):
        if new.intersection(deduction.cells):
            new.difference_update(deduction.cells)
            deductions.append(reasons.deduction_fields(puzzle, engine.prove(puzzle, step.before, deduction)))
        if not new:
            break
    return {
        "technique": step.technique,
        "cells": reasons.cell_list(puzzle, cells),
        "values": [geometry.value(step.after, cell) for cell in cells],
        "deductions": deductions,
    }
