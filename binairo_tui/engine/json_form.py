"""Writes proofs, hints and grades as JSON, and reads this JSON.

Cells, lines and signs are written as their names, such as `r3c5`, `row 3` and `r1c1xr1c2`. JSON that is read is checked
against a JSON Schema. An error names the place of the fault. Fields that are not in the schema are ignored, because
later versions may add fields.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from binairo_tui import engine

T = TypeVar("T")
Fields = dict[str, Any]
"""An object."""

_KINDS = {"string": str, "boolean": bool, "integer": int, "array": list, "object": dict}


def list_of(items: Fields) -> Fields:
    return {"type": "array", "items": items}


def object_of(properties: Fields, optional: Sequence[str] = ()) -> Fields:
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
"""A grade. For each pass, the path lists the deductions that fill cells."""


def to_json(puzzle: engine.Puzzle, value: engine.Proof | engine.Hint | engine.Grade) -> Fields:
    """Return a proof, hint or grade of a puzzle as an object that `json.dumps` can write.

    Proofs and grades have the form that `binairo solve --explain --json` and `binairo grade --json` print. The result
    does not contain the `walk` of a hint. Raises TypeError for any other value.

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
    if not isinstance(value, engine.Grade):
        raise TypeError(f"{value!r} is not a proof, a hint or a grade")
    return {
        "band": value.band.title,
        "score": value.score,
        "at_least": not value.is_solved,
        "techniques": dict(value.techniques),
        "path": [_pass_fields(puzzle, step) for step in value.path],
    }


def from_json(puzzle: engine.Puzzle, kind: type[T], data: object) -> T:
    """Return the Proof, Hint or Grade that an object from `to_json` describes.

    `kind` must be Proof, Hint or Grade, or TypeError is raised. Raises ValueError, with the place of the fault, if
    `data` does not have the form of an object from `to_json`. Whether a proof is correct is not checked.

    >>> puzzle = parse_puzzle("4x4;11..............")
    >>> hint = find_hint(puzzle, puzzle.givens)
    >>> data = to_json(puzzle, hint)
    >>> from_json(puzzle, Hint, data) == hint
    True
    >>> data["proof"]["cells"] = ["r1c9"]
    >>> from_json(puzzle, Hint, data)
    Traceback (most recent call last):
    ValueError: data.proof.cells[0]: there is no 'r1c9'
    """
    forms: dict[type, tuple[Fields, Callable[..., Any]]] = {
        engine.Proof: (PROOF, _proof),
        engine.Hint: (_hint_schema(), _hint),
        engine.Grade: (GRADE, _grade),
    }
    if kind not in forms:
        raise TypeError(f"{kind!r} is not Proof, Hint or Grade")
    schema, make = forms[kind]
    found: T = make(puzzle, _read(puzzle, schema, data, "data"), "data")
    return found


def cell_names(puzzle: engine.Puzzle, cells: Iterable[engine.Cell]) -> list[str]:
    return [engine.cell_name(cell, puzzle.width) for cell in cells]


def line_names(puzzle: engine.Puzzle, lines: Iterable[engine.Line]) -> list[str]:
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


def _hint_schema() -> Fields:
    return object_of(
        {
            "kind": {"enum": tuple(engine.HintKind)},
            "stages": list_of(TEXT),
            "lines": list_of(LINE),
            "cells": list_of(CELL),
            "values": list_of({"enum": ("0", "1", ".")}),
            "goes_back": TRUTH,
            "note": TEXT,
            "proof": PROOF,
        },
        optional=("proof",),
    )


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


def _read(puzzle: engine.Puzzle, schema: Fields, data: Any, place: str) -> Any:
    """Check `data` against `schema`. Return it with tuples for lists, and cells, lines and signs for their names."""
    kind: Any = _KINDS[schema.get("type", "string")]
    if (
        type(data) is not kind
        or data not in schema.get("enum", [data])
        or ("minimum" in schema and data < schema["minimum"])
        or ("pattern" in schema and not re.search(schema["pattern"], data))
    ):
        raise ValueError(f"{place}: {data!r:.40} is not valid here")
    if kind is list:
        return tuple([_read(puzzle, schema["items"], item, f"{place}[{i}]") for i, item in enumerate(data)])
    if "properties" in schema:
        if missing := [name for name in schema["required"] if name not in data]:
            raise ValueError(f"{place}.{missing[0]} is missing")
        parts = {name: it for name, it in schema["properties"].items() if name in data}
        found = {name: _read(puzzle, part, data[name], f"{place}.{name}") for name, part in parts.items()}
        cells = found.get("cells", ())
        count = 2 if "same" in found else len(found.get("values", cells))
        if len(cells) != count and "kind" not in found:
            raise ValueError(f"{place}.cells: expected {count}, not {len(cells)}")
        return found
    if schema not in (CELL, LINE, SIGN):
        return data
    if data not in _names(puzzle):
        raise ValueError(f"{place}: there is no {data!r:.40}")
    return _names(puzzle)[data]


@lru_cache(maxsize=16)
def _names(puzzle: engine.Puzzle) -> dict[str, Any]:
    cells, lines = range(puzzle.geometry.cell_count), range(puzzle.height + puzzle.width)
    return {
        **dict(zip(cell_names(puzzle, cells), cells, strict=True)),
        **dict(zip(line_names(puzzle, lines), lines, strict=True)),
        **dict(zip(_sign_names(puzzle, puzzle.signs), puzzle.signs, strict=True)),
    }


def _proof(puzzle: engine.Puzzle, fields: Fields, place: str) -> engine.Proof:
    steps = [*fields.pop("steps"), fields]
    if fields["premises"].get("refuted_by", 0) != len(steps) - 1:
        raise ValueError(f"{place}.premises.refuted_by is not the number of steps")
    return _joined(puzzle, steps, place)


def _joined(puzzle: engine.Puzzle, flat: list[Fields], place: str) -> engine.Proof:
    """Remove the last proof and its steps from a flat list, and return this proof with its steps."""
    fields = flat.pop()
    premises, violation, number = fields.pop("premises"), None, len(flat)
    rest = number - premises.pop("refuted_by", 0)
    steps: list[engine.Proof] = []
    while flat and len(flat) > rest:
        steps.insert(0, _joined(puzzle, flat, place))
    if len(flat) != rest:
        raise ValueError(f"{place}.steps[{number}].premises.refuted_by is more than the number of steps before")
    if not fields["cells"]:  # a contradiction
        broken = engine.find_violations(puzzle, puzzle.geometry.fill(0, premises["cells"], premises["values"]))
        violation = next((it for it in broken if it.cells == fields["because_cells"]), None)
    quota, runs, ties = [premises.pop(name, ()) for name in ("quota", "runs", "ties")]
    made = engine.Premises(
        **premises,
        quota=engine.Quota(**quota) if quota else None,
        runs=tuple([engine.Run(**run) for run in runs]),
        ties=tuple([engine.Tie(*tie.pop("cells"), **tie) for tie in ties]),
    )
    return engine.Proof(**fields, steps=tuple(steps), violation=violation, premises=made)


def _hint(puzzle: engine.Puzzle, fields: Fields, place: str) -> engine.Hint:
    proof = _proof(puzzle, fields.pop("proof"), f"{place}.proof") if "proof" in fields else None
    return engine.Hint(engine.HintKind(fields.pop("kind")), proof=proof, **fields)


def _grade(puzzle: engine.Puzzle, fields: Fields, place: str) -> engine.Grade:
    geometry, position, path = puzzle.geometry, puzzle.givens, []
    for number, step in enumerate(fields["path"]):
        cells = step["cells"]
        after = geometry.fill(position, cells, step["values"])
        if position & geometry.mask(cells) or geometry.changed(position, after) != cells:
            raise ValueError(f"{place}.path[{number}].cells: the cells are not all blank, or not in order")
        path.append(engine.GradeStep(step["technique"], position, after))
        position = after
    counted, told = Counter([step.technique for step in path]), fields["techniques"]
    if told != counted:
        raise ValueError(f"{place}.techniques: these are not the numbers of passes in the path")
    band = engine.Band[fields["band"].upper()]
    return engine.Grade(band, fields["score"], dict(told), tuple(path), not fields["at_least"])
