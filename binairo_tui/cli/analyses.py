"""The results of `solve`, `check`, `hint` and `grade`: explanations, and the JSON fields that `serve` also returns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Annotated, Literal, NamedTuple, TypedDict

from binairo_tui import engine, pictures, player
from binairo_tui.cli import json_fields
from binairo_tui.engine import json_form

_MOVE = re.compile("(r[0-9]{1,2}c[0-9]{1,2})=([01])")


class Solved(TypedDict):
    """The number of solutions, one solution (None if the number is 0), and the time that the search took."""

    solutions: json_fields.SolutionCount
    solution: json_fields.Grid | None
    ms: float


def solve_fields(puzzle: engine.Puzzle, *, is_cancelled: Callable[[], bool] = lambda: False) -> Solved:
    """Return one solution and the number of solutions, where 2 means more than one. Raises CancelledError."""
    # Called before the clock starts, because it may import a module; the search itself begins in `list`.
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
    kind: Annotated[str, ("enum", ("triple", "excess", "duplicate", "sign"))]
    lines: list[json_fields.LineName]
    cells: list[json_fields.CellName]
    text: str


class Checked(TypedDict):
    """The state of a partly filled grid; `open` means that no rule is broken, but some cells are empty."""

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
            "lines": json_form.line_names(puzzle, violation.lines),
            "cells": json_form.cell_names(puzzle, violation.cells),
            "text": engine.violation_text(puzzle, position, violation),
        }
        for violation in violations
    ]


class Judged(TypedDict):
    """The verdict on a move. The fields are explained at `engine.Verdict`."""

    move: Annotated[str, ("pattern", _MOVE.pattern)]
    verdict: Literal["forced", "guess", "contradiction"]
    text: str
    proof: json_fields.Proof | None
    violations: list[Violation]


def judged_fields(
    puzzle: engine.Puzzle,
    position: engine.Position,
    move: str,
    *,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> Judged:
    """Judge a move such as `r1c3=0`. Raises ValueError with a message for the user, or CancelledError."""
    match = _MOVE.fullmatch(move)
    if match is None:
        raise ValueError("expected a move such as r1c3=0")
    cell, value = engine.parse_cell(match[1], puzzle.width, puzzle.height), engine.parse_value(match[2])
    verdict = engine.judge_move(puzzle, position, cell, value, is_cancelled=is_cancelled)
    return {
        "move": move,
        "verdict": verdict.kind.value,
        "text": verdict.text,
        "proof": engine.to_json(puzzle, verdict.proof) if verdict.proof else None,
        "violations": violation_list(puzzle, puzzle.geometry.place(position, cell, value), verdict.violations),
    }


def hint_schema() -> json_form.Fields:
    fields = {"kind": {"enum": tuple(engine.HintKind)}, **json_form.PROOF["properties"]}
    return json_form.object_of({**fields, "technique": {"anyOf": [json_form.TEXT, json_form.NULL]}}, ("premises",))


def hint_fields(puzzle: engine.Puzzle, hint: engine.Hint) -> json_form.Fields:
    """Return the JSON fields of the next step or, if the grid is wrong, of the mistake.

    If a value is known to be wrong, `cells` are the cells to be emptied, and `values` are the values that a proof finds
    for them. Without a proof, `technique` is None, and the field `premises` is missing.
    """
    if hint.proof and hint.values:
        return {"kind": hint.kind.value, **engine.to_json(puzzle, hint.proof), "text": hint_text(hint)}
    return {
        "kind": hint.kind.value,
        "technique": None,
        "cells": json_form.cell_names(puzzle, hint.cells),
        "values": [] if hint.empties else list(hint.values),
        "because_cells": [],
        "because_lines": [],
        "because_signs": [],
        "text": hint_text(hint),
        "steps": [],
    }


def hint_text(hint: engine.Hint) -> str:
    """Return the last sentence before the hint changes the grid and, if the hint empties cells, the reason."""
    if hint.empties:
        return " ".join(hint.stages[-3:-1])
    return hint.stages[-2] if hint.values or hint.goes_back else hint.stages[0]


def grade_schema() -> json_form.Fields:
    fields = json_form.GRADE["properties"]
    either = {name: {"anyOf": [fields[name], json_form.NULL]} for name in ("band", "score")}
    return json_form.object_of({**fields, **either})


def grade_fields(puzzle: engine.Puzzle, *, is_cancelled: Callable[[], bool]) -> json_form.Fields:
    """Return the JSON fields of a puzzle's grade or, if it has no grade, of `no_grade`. Raises CancelledError."""
    try:
        return engine.to_json(puzzle, engine.grade(puzzle, is_cancelled=is_cancelled))
    except engine.GradingError:
        return no_grade()


def no_grade() -> json_form.Fields:
    """Return the JSON fields for a puzzle that has no grade, because it does not have exactly one solution."""
    return {"band": None, "score": None, "at_least": False, "techniques": {}, "path": []}


Outcome = Literal["solved", "several", "none", "stuck"]
OUTCOMES: dict[Outcome, str] = {
    "solved": "The puzzle is solved.",
    "several": "Nothing more follows from the rules: there is more than one solution.",
    "none": "There is no solution.",
    "stuck": "No technique helps any further, although there is exactly one solution.",
}
"""Maps each outcome of an explanation to the sentence that ends it."""


class Explanation(NamedTuple):
    """The steps from the givens to `position`, where no technique finds anything more. `solutions` has at most two."""

    puzzle: engine.Puzzle
    steps: tuple[engine.techniques.registry.ProofStep, ...]
    position: engine.Position
    solutions: tuple[engine.Position, ...]
    outcome: Outcome

    @property
    def text(self) -> str:
        """The sentence about the outcome. If there is no solution, the sentence gives the reason."""
        if self.outcome != "none":
            return OUTCOMES[self.outcome]
        return f"{OUTCOMES[self.outcome]} {engine.analysis.impossibility_text(self.puzzle)}"


def explain(puzzle: engine.Puzzle, *, is_cancelled: Callable[[], bool] = lambda: False) -> Explanation:
    found = tuple(engine.solutions(puzzle, 2, is_cancelled=is_cancelled))
    steps = tuple(engine.techniques.registry.proof_steps(puzzle, is_cancelled=is_cancelled)) if found else ()
    position = steps[-1].after if steps else puzzle.givens
    is_full = puzzle.geometry.is_full(position)
    outcome: Outcome = "none" if not found else "solved" if is_full else "several" if len(found) > 1 else "stuck"
    return Explanation(puzzle, steps, position, found, outcome)


class Explained(TypedDict):
    """The JSON fields of an explanation: its steps, and the position where no technique finds anything more."""

    solutions: json_fields.SolutionCount
    solution: json_fields.Grid | None
    outcome: Outcome
    cells: json_fields.PositionText
    text: str
    steps: list[json_fields.Proof]


def explanation_fields(explanation: Explanation) -> Explained:
    puzzle, found = explanation.puzzle, explanation.solutions
    return {
        "solutions": len(found),
        "solution": puzzle.geometry.text(found[0]) if found else None,
        "outcome": explanation.outcome,
        "cells": puzzle.geometry.text(explanation.position),
        "text": explanation.text,
        "steps": [engine.to_json(puzzle, step.proof) for step in explanation.steps],
    }


def explanation_lines(explanation: Explanation) -> list[str]:
    """Return the steps and their proofs as numbered comments, then the sentence about the outcome."""
    width = len(str(len(explanation.steps)))
    lines = []
    for number, step in enumerate(explanation.steps, 1):
        first, *proof = step_sentences(step)
        lines.append(f"# {number:>{width}}. {step.proof.technique}: {first}")
        lines += [f"# {'':{width}}    {sentence}" for sentence in proof]
    return [*lines, f"# {explanation.text}"]


def step_sentences(step: engine.techniques.registry.ProofStep) -> tuple[str, ...]:
    """Return the sentence about a step, followed by the sentences of the walk through its proof."""
    return (step.proof.text, *[stop.text for stop in engine.walk(step.puzzle, step.before, step.proof)])


def explanation_frames(explanation: Explanation) -> list[pictures.page.Frame]:
    puzzle, count = explanation.puzzle, engine.wording.plural(len(explanation.steps), "step")
    summary = f"{player.text.puzzle_facts(puzzle)}. {count} follow."
    frames = [pictures.page.Frame("The puzzle", [summary], puzzle.givens)]
    for number, step in enumerate(explanation.steps, 1):
        proof = step.proof
        heading, said = f"{number}. {proof.technique.capitalize()}", step_sentences(step)
        frames.append(pictures.page.Frame(heading, said, step.after, proof.cells, proof.reason_cells))
    return frames
