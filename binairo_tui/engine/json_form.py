"""The JSON of proofs, hints and grades, and its JSON Schemas.

Cells, lines and signs are written as their names, such as `r3c5`, `row 3` and `r1c1xr1c2`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from binairo_tui import engine

Fields = dict[str, Any]
"""An object."""


def list_of(items: Fields) -> Fields:
    """Return the JSON Schema of a list."""
    return {"type": "array", "items": items}


def object_of(properties: Fields, optional: Sequence[str] = ()) -> Fields:
    """Return the JSON Schema of an object with these fields."""
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


TEXT, TRUTH, NULL = {"type": "string"}, {"type": "boolean"}, {"type": "null"}
COUNT, NUMBER = {"type": "integer", "minimum": 0}, {"type": "integer", "minimum": 1}
VALUE = {"enum": ("0", "1")}
BAND = {"enum": ("Gentle", "Easy", "Medium", "Hard", "Expert", "Extreme")}
GRID = {"type": "string", "pattern": "^[01]+$"}
CELL = {"type": "string", "pattern": "^r[0-9]+c[0-9]+$"}
LINE = {"type": "string", "pattern": "^(row|column) [0-9]+$"}
SIGN = {"type": "string", "pattern": "^r[0-9]+c[0-9]+[=x]r[0-9]+c[0-9]+$"}
_FILLED = {"cells": list_of(CELL), "values": list_of(VALUE)}
PREMISES = object_of(
    {
        **_FILLED,
        "signs": list_of(SIGN),
        "quota": object_of({"value": VALUE, "left": COUNT}),
        "runs": list_of(
            object_of(
                {"cells": list_of(CELL), "need": COUNT, "by_signs": COUNT, "fillings": list_of(GRID)},
                optional=("need", "by_signs", "fillings"),
            )
        ),
        "excluded": list_of(GRID),
        "path": list_of(CELL),
        "ties": list_of(object_of({"cells": list_of(CELL), "same": TRUTH, "equal": list_of(CELL)}, ("equal",))),
        "refuted_by": NUMBER,
    },
    optional=("signs", "quota", "runs", "excluded", "path", "ties", "refuted_by"),
)
"""What `Premises` says. `refuted_by` is the number of steps that refute the opposite value."""
STEP = object_of(
    {
        "technique": TEXT,
        **_FILLED,
        "because_cells": list_of(CELL),
        "because_lines": list_of(LINE),
        "because_signs": list_of(SIGN),
        "premises": PREMISES,
        "text": TEXT,
    }
)
"""A proof without its steps."""
PROOF = object_of({**STEP["properties"], "steps": list_of(STEP)})
"""A proof. The list of its steps is flat: the steps that refute a value come before the step that they prove."""
GRADE = object_of(
    {
        "band": BAND,
        "score": COUNT,
        "at_least": TRUTH,
        "techniques": {"type": "object", "additionalProperties": NUMBER},
        "path": list_of(object_of({"technique": TEXT, **_FILLED, "deductions": list_of(STEP)})),
    }
)
"""A grade. Each pass in its path has the deductions that fill its cells."""


def to_json(puzzle: engine.Puzzle, value: engine.Proof | engine.Hint | engine.Grade) -> Fields:
    """Return a proof, hint or grade of a puzzle as an object that `json.dumps` can write.

    Proofs and grades look as `binairo solve --explain --json` and `binairo grade --json` print them. The walk of a hint
    is left out.

    >>> puzzle = parse_puzzle("4x4;11..............")
    >>> found = to_json(puzzle, next_proof(puzzle, puzzle.givens))
    >>> found["technique"], found["cells"], found["values"], found["premises"]
    ('pair', ['r1c3'], ['0'], {'cells': ['r1c1', 'r1c2'], 'values': ['1', '1']})
    """
    if isinstance(value, engine.Proof):
        return {**_step_fields(puzzle, value), "steps": _steps(puzzle, value)}
    if isinstance(value, engine.Hint):
        return {
            "kind": value.kind.value,
            "stages": list(value.stages),
            "lines": line_names(puzzle, value.lines),
            "cells": cell_names(puzzle, value.cells),
            "values": list(value.values),
            "goes_back": value.goes_back,
            "note": value.note,
            **({"proof": to_json(puzzle, value.proof)} if value.proof else {}),
        }
    return {
        "band": value.band.title,
        "score": value.score,
        "at_least": not value.is_solved,
        "techniques": dict(value.techniques),
        "path": [_pass_fields(puzzle, step) for step in value.path],
    }


def cell_names(puzzle: engine.Puzzle, cells: Iterable[engine.Cell]) -> list[str]:
    """Return the names of cells, such as `r3c5`."""
    return [engine.cell_name(cell, puzzle.width) for cell in cells]


def line_names(puzzle: engine.Puzzle, lines: Iterable[engine.Line]) -> list[str]:
    """Return the names of lines, such as `row 3`."""
    return [engine.line_name(line, puzzle.height) for line in lines]


def _sign_names(puzzle: engine.Puzzle, signs: Iterable[engine.Sign]) -> list[str]:
    return [engine.puzzle.sign_name(sign, puzzle.width) for sign in signs]


def _step_fields(puzzle: engine.Puzzle, proof: engine.Proof) -> Fields:
    return {
        "technique": proof.technique,
        "cells": cell_names(puzzle, proof.cells),
        "values": list(proof.values),
        "because_cells": cell_names(puzzle, proof.because_cells),
        "because_lines": line_names(puzzle, proof.because_lines),
        "because_signs": _sign_names(puzzle, proof.because_signs),
        "premises": _premises_fields(puzzle, proof),
        "text": proof.text,
    }


def _steps(puzzle: engine.Puzzle, proof: engine.Proof) -> list[Fields]:
    return [fields for step in proof.steps for fields in (*_steps(puzzle, step), _step_fields(puzzle, step))]


def _premises_fields(puzzle: engine.Puzzle, proof: engine.Proof) -> Fields:
    found = proof.premises
    optional = {
        "signs": _sign_names(puzzle, found.signs),
        "quota": found.quota and found.quota._asdict(),
        "runs": [_run_fields(puzzle, run, found.quota) for run in found.runs],
        "excluded": list(found.excluded),
        "path": cell_names(puzzle, found.path),
        "ties": [
            {
                "cells": cell_names(puzzle, (tie.a, tie.b)),
                "same": tie.same,
                **({"equal": cell_names(puzzle, tie.equal)} if tie.equal else {}),
            }
            for tie in found.ties
        ],
        "refuted_by": proof.steps and proof.length,
    }
    held = {name: value for name, value in optional.items() if value}
    return {"cells": cell_names(puzzle, found.cells), "values": list(found.values), **held}


def _run_fields(puzzle: engine.Puzzle, run: engine.Run, quota: engine.Quota | None) -> Fields:
    return {
        "cells": cell_names(puzzle, run.cells),
        **({"need": run.need, "by_signs": run.by_signs} if quota or run.need else {}),
        **({} if run.fillings is None else {"fillings": list(run.fillings)}),
    }


def _pass_fields(puzzle: engine.Puzzle, step: engine.GradeStep) -> Fields:
    cells = puzzle.geometry.changed(step.before, step.after)
    new = set(cells)
    deductions = []
    technique = engine.techniques.registry.technique(step.technique)
    for deduction in technique.find(engine.techniques.base.View(puzzle, step.before)):
        if new.intersection(deduction.cells):
            new.difference_update(deduction.cells)
            deductions.append(_step_fields(puzzle, engine.prove(puzzle, step.before, deduction)))
        if not new:
            break
    return {
        "technique": step.technique,
        "cells": cell_names(puzzle, cells),
        "values": [puzzle.geometry.value(step.after, cell) for cell in cells],
        "deductions": deductions,
    }
