"""JSON Schemas (draft 2020-12) for the `--json` output of verbs: one schema per verb, valid for each object printed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_COUNT: Schema = {"type": "integer", "minimum": 0}
_NUMBER: Schema = {"type": "integer", "minimum": 1}
_MILLISECONDS: Schema = {"type": "number", "minimum": 0}
_BOOLEAN: Schema = {"type": "boolean"}
_NOTATION: Schema = {"type": "string", "pattern": "^[0-9]+x[0-9]+;[01.]+(;|$)"}
_POSITION: Schema = {"type": "string", "pattern": "^[01.]+$"}
_GRID: Schema = {"type": "string", "pattern": "^[01]+$"}
_CELL: Schema = {"type": "string", "pattern": "^r[0-9]+c[0-9]+$"}
_LINE: Schema = {"type": "string", "pattern": "^(row|column) [0-9]+$"}
_SIGN: Schema = {"type": "string", "pattern": "^r[0-9]+c[0-9]+[=x]r[0-9]+c[0-9]+$"}
_SIZE: Schema = {"type": "string", "pattern": "^[0-9]+x[0-9]+$"}
_VALUE: Schema = {"enum": ["0", "1"]}
_SOLUTIONS: Schema = {"enum": [0, 1, 2], "description": "The number of solutions; 2 stands for two or more."}
_BAND: Schema = {"enum": ["Gentle", "Easy", "Medium", "Hard", "Expert", "Extreme"]}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _nullable(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _object(properties: Mapping[str, Schema], optional: Mapping[str, Schema] | None = None) -> Schema:
    """Return the schema of an object with these required and optional properties."""
    return {
        "type": "object",
        "properties": {**properties, **(optional or {})},
        "required": list(properties),
        "additionalProperties": False,
    }


_WHERE: dict[str, Schema] = {
    "source": {"type": "string", "description": "A file name, stdin, argument, or the name of a collection."},
    "line": {
        "type": "integer",
        "minimum": 1,
        "description": "The line in the file, or the puzzle's number in the collection.",
    },
}
_PLACE = {**_WHERE, "puzzle": _NOTATION}
_FAILED = _object(
    {"source": _TEXT, "line": _nullable(_NUMBER), "error": _TEXT},
    {"column": _NUMBER},
)
"""The schema of the object that replaces the answer for an input that is not a puzzle."""
_REASON = {
    "because_cells": _list(_CELL),
    "because_lines": _list(_LINE),
    "because_signs": _list(_SIGN),
    "text": _TEXT,
}
_DEDUCTION = {"technique": _TEXT, "cells": _list(_CELL), "values": _list(_VALUE), **_REASON}
_STEPS = _list(_object(_DEDUCTION))
_GENERATED = _object(
    {
        "puzzle": _NOTATION,
        "band": _BAND,
        "score": _COUNT,
        "seed": _COUNT,
        "ms": _MILLISECONDS,
        "recipe": _COUNT,
    }
)
_VIOLATION = _object(
    {
        "kind": {"enum": ["triple", "excess", "duplicate", "sign"]},
        "lines": _list(_LINE),
        "cells": _list(_CELL),
        "text": _TEXT,
    }
)
_STYLES = {"strict": _COUNT, "unaided": _COUNT, "helped": _COUNT, "program": _COUNT}
_TIME = _nullable(_COUNT)

SOLVE: dict[str, Schema] = {"solutions": _SOLUTIONS, "solution": _nullable(_GRID), "ms": _MILLISECONDS}
CHECK: dict[str, Schema] = {
    "state": {"enum": ["solved", "open", "broken"]},
    "violations": _list(_VIOLATION),
    "solutions": _SOLUTIONS,
}
HINT: dict[str, Schema] = {**_DEDUCTION, "technique": _nullable(_TEXT), "steps": _STEPS}
GRADE: dict[str, Schema] = {
    "band": _nullable(_BAND),
    "score": _nullable(_COUNT),
    "at_least": {"type": "boolean"},
    "techniques": {"type": "object", "additionalProperties": _NUMBER},
    "path": _list(
        _object(
            {
                "technique": _TEXT,
                "cells": _list(_CELL),
                "values": _list(_VALUE),
                "deductions": _list(_object(_DEDUCTION)),
            }
        )
    ),
}
EXPLAIN: dict[str, Schema] = {
    "solutions": _SOLUTIONS,
    "solution": _nullable(_GRID),
    "outcome": {"enum": ["solved", "several", "none", "stuck"]},
    "cells": _POSITION,
    "text": _TEXT,
    "steps": _list(_object({**_DEDUCTION, "steps": _STEPS})),
}
_COUNTED = {"count": _COUNT, "seconds": _MILLISECONDS}
_RULES: dict[str, Schema] = {"rules": {"type": "object", "additionalProperties": _COUNT}}
_ID: Schema = {"type": ["string", "integer", "null"]}


def _answers(*schemas: Schema) -> list[Schema]:
    return [*schemas, _FAILED]


_GROUPS: dict[str, list[Schema]] = {
    "solve": _answers(
        _object({**_PLACE, **SOLVE}),
        _object({**_PLACE, "count": _COUNT, "complete": _BOOLEAN, "all": _list(_GRID)}),
        _object({**_PLACE, **EXPLAIN}),
    ),
    "check": _answers(_object({**_PLACE, **CHECK})),
    "hint": _answers(_object({**_PLACE, **HINT})),
    "grade": _answers(_object({**_PLACE, **GRADE})),
    "reduce": _answers(
        _object(
            {
                **_PLACE,
                "superfluous": _list(_CELL),
                "reduced": _nullable(_NOTATION),
                "givens": _nullable(_COUNT),
                "lower_bound": _nullable(_COUNT),
                "proved": _BOOLEAN,
                "ms": _MILLISECONDS,
            }
        )
    ),
    "convert": _answers(
        _object(
            {**_PLACE, "format": _TEXT, "text": _TEXT},
            {"from": _TEXT, "reason": _TEXT, "notes": _list(_TEXT), "position": _POSITION},
        ),
        _object({**_PLACE, "error": _TEXT}),
    ),
    "show": _answers(_object({**_PLACE, "format": {"enum": ["text", "svg"]}, "text": _TEXT})),
    "count": _answers(
        _object({**_PLACE, **_COUNTED}, {**_RULES, "size": _SIZE}),
        _object({**_PLACE, "error": _TEXT}, {"size": _SIZE}),
    ),
    "generate": [_GENERATED],
    "daily": [_GENERATED],
    "grids": [_object({"size": _SIZE, "cells": _GRID})],
    "lines": [
        _object({"length": _NUMBER, "number": _NUMBER, "cells": _GRID}),
        _object({"length": _NUMBER, "count": _COUNT}),
    ],
    "stats": [
        _object(
            {
                "solved": _COUNT,
                **_STYLES,
                "streak": _COUNT,
                "longest_streak": _COUNT,
                "daily_streak": _COUNT,
                "longest_daily_streak": _COUNT,
                "rows": _list(
                    _object(
                        {
                            "size": _SIZE,
                            "band": _TEXT,
                            "solved": _COUNT,
                            **_STYLES,
                            "best_ms": _TIME,
                            "median_ms": _TIME,
                            "last_12_ms": _TIME,
                            "expected_ms": _TIME,
                        }
                    )
                ),
                "techniques": _list(
                    _object({"technique": _TEXT, "cells": _COUNT, "games": _COUNT, "usual_ms": _COUNT})
                ),
            }
        )
    ],
    "collections": [
        _object(
            {
                "collections": _list(
                    _object(
                        {
                            "name": _TEXT,
                            "title": _TEXT,
                            "author": _TEXT,
                            "size": _TEXT,
                            "count": _COUNT,
                            "rules": _TEXT,
                        }
                    )
                )
            }
        ),
        _object(
            {
                "collection": _TEXT,
                "title": _TEXT,
                "puzzles": _list(_object({"number": _NUMBER, "band": _TEXT, "puzzle": _NOTATION})),
            }
        ),
    ],
    "backup": [_object({"backup": _TEXT})],
    "restore": [
        _object({"backups": _list(_object({"number": _NUMBER, "made": _TEXT, "path": _TEXT}))}),
        _object({"restored": _TEXT, "kept": _nullable(_TEXT)}),
    ],
    "import": [
        _object(
            {
                "added": _list(_TEXT),
                "replaced": _list(_TEXT),
                "same": _list(_TEXT),
                "kept": _list(_TEXT),
                "results_added": _COUNT,
                "results_kept": _COUNT,
                "practice_added": _COUNT,
            }
        )
    ],
    "doctor": [
        _object(
            {"findings": _list(_object({"about": _TEXT, "verdict": {"enum": ["ok", "note", "WRONG"]}, "text": _TEXT}))}
        )
    ],
    "where": [
        _object(dict.fromkeys(("data", "config", "database", "collections", "draft", "exports"), _TEXT)),
    ],
    "serve": [
        _object(
            {
                "id": _ID,
                "result": {
                    "anyOf": [
                        *[_object({"puzzle": _NOTATION, **fields}) for fields in (SOLVE, CHECK, HINT, GRADE, EXPLAIN)],
                        _GENERATED,
                        _object({"cancelled": _BOOLEAN}),
                    ]
                },
            }
        ),
        _object({"id": _ID, "error": _object({"code": _TEXT, "message": _TEXT}, {"line": _NUMBER, "column": _NUMBER})}),
    ],
}

SCHEMAS: dict[str, Schema] = {
    verb: {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"binairo {verb}{'' if verb == 'serve' else ' --json'}",
        **(choices[0] if len(choices) == 1 else {"anyOf": choices}),
    }
    for verb, choices in _GROUPS.items()
}
"""The schema of every verb that prints JSON."""


def schema_text(verb: str) -> str:
    """Return the schema of a verb as JSON text. Raises KeyError for a verb that does not print JSON."""
    return json.dumps(SCHEMAS[verb], indent=2)
