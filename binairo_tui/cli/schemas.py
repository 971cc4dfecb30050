"""JSON Schemas (draft 2020-12) of the program's JSON output and of the requests of `serve`, made from their types."""

import json
from collections.abc import Iterable, Sequence
from types import NoneType
from typing import Annotated, Any, Literal, NotRequired, get_args, get_origin, get_type_hints

from binairo_tui.cli.json_fields import Printed
from binairo_tui.cli.options import Verb
from binairo_tui.engine import json_form

_SIMPLE: dict[type, json_form.Fields] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer", "minimum": 0},
    float: {"type": "number", "minimum": 0},
    NoneType: {"type": "null"},
    object: {},
}


def schema_text(verb: Verb, path: str) -> str:
    """Return the JSON Schema, as text, of the objects that a verb prints; `path` is the command that calls the verb."""
    kinds = verb.prints() if callable(verb.prints) else verb.prints
    title = f"{path}{' --json' * any(it.name == 'as_json' for it in verb.params)}"
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, **any_schema(kinds)}
    return json.dumps(schema, indent=2)


def any_schema(kinds: Iterable[Printed]) -> json_form.Fields:
    return _any_of([object_schema(*(kind if isinstance(kind, tuple) else (kind,))) for kind in kinds])


def object_schema(*kinds: type | json_form.Fields) -> json_form.Fields:
    """Return the schema of an object with the fields of all these classes and schemas of objects."""
    parts = [kind if isinstance(kind, dict) else _class_schema(kind) for kind in kinds]
    optional = [name for part in parts for name in part["properties"] if name not in part["required"]]
    return json_form.object_of({name: field for part in parts for name, field in part["properties"].items()}, optional)


def _class_schema(kind: type) -> json_form.Fields:
    hints = get_type_hints(kind, include_extras=True)
    optional = [name for name, hint in hints.items() if get_origin(hint) is NotRequired]
    return json_form.object_of({name: _schema_of(hint) for name, hint in hints.items()}, optional)


def _schema_of(hint: Any) -> json_form.Fields:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        kind, *keywords = arguments
        named = getattr(json_form, keywords.pop(0)) if isinstance(keywords[0], str) else {}
        schema = {**named, **dict(keywords)}
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


def _any_of(choices: Sequence[json_form.Fields]) -> json_form.Fields:
    return choices[0] if len(choices) == 1 else {"anyOf": list(choices)}
