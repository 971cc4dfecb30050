"""JSON Schemas (draft 2020-12) of what the program prints and `serve` reads, made from their types."""

import json
from collections.abc import Sequence
from types import NoneType
from typing import Annotated, Any, Literal, NotRequired, get_args, get_origin, get_type_hints

from binairo_tui.cli.options import Verb

Schema = dict[str, Any]

_SIMPLE: dict[type, Schema] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer", "minimum": 0},
    float: {"type": "number", "minimum": 0},
    NoneType: {"type": "null"},
    object: {},
}


def schema_text(verb: Verb, path: str) -> str:
    """Return the JSON Schema, as text, of the objects that a verb prints; `path` is what is typed to call it."""
    kinds = verb.prints() if callable(verb.prints) else verb.prints
    choices = [object_schema(*(kind if isinstance(kind, tuple) else (kind,))) for kind in kinds]
    title = f"{path}{' --json' * any(it.name == 'as_json' for it in verb.params)}"
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, **_any_of(choices)}
    return json.dumps(schema, indent=2)


def object_schema(*kinds: type) -> Schema:
    """Return the schema of an object with the fields of all these classes."""
    hints = {name: hint for kind in kinds for name, hint in get_type_hints(kind, include_extras=True).items()}
    return {
        "type": "object",
        "properties": {name: _schema_of(hint) for name, hint in hints.items()},
        "required": [name for name, hint in hints.items() if get_origin(hint) is not NotRequired],
        "additionalProperties": False,
    }


def _schema_of(hint: Any) -> Schema:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        kind, *keywords = arguments
        schema = dict(keywords)
        return schema if "enum" in schema or "type" in schema else {**_schema_of(kind), **schema}
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin in (list, tuple):
        return {"type": "array", "items": _schema_of(arguments[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": _schema_of(arguments[1])}
    if origin:  # NotRequired, or a union
        return _any_of([_schema_of(argument) for argument in arguments])
    return dict(_SIMPLE[hint]) if hint in _SIMPLE else object_schema(hint)


def _any_of(choices: Sequence[Schema]) -> Schema:
    return choices[0] if len(choices) == 1 else {"anyOf": list(choices)}
