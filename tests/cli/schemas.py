"""A validator for the part of JSON Schema that the shipped schemas use; it refuses keywords that it does not know."""

import json
import re
from typing import Any

from binairo_tui.cli.options import Verb
from binairo_tui.cli.schemas import schema_text
from tests.cli.verbs import ALL_VERBS

SCHEMAS = {
    name: json.loads(schema_text(it.command, it.command_path))
    for name, it in ALL_VERBS.items()
    if isinstance(it.command, Verb) and it.command.prints
}
"""The schema of every verb that prints JSON."""

_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
_KNOWN = {
    "$schema",
    "title",
    "description",
    "type",
    "enum",
    "anyOf",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "pattern",
    "minimum",
}


def check(verb: str, value: object) -> None:
    """Fail unless a value agrees with the schema of a verb."""
    faults = list(faults_of(value, SCHEMAS[verb]))
    assert not faults, (verb, value, faults)


def faults_of(value: Any, schema: dict[str, Any], place: str = "$") -> list[str]:
    """Return what is wrong with a value, each with its place."""
    assert set(schema) <= _KNOWN, set(schema) - _KNOWN
    faults = []
    if "type" in schema and not _has_type(value, schema["type"]):
        return [f"{place}: not of type {schema['type']}"]
    if "enum" in schema and not any(value == one and type(value) is type(one) for one in schema["enum"]):
        faults.append(f"{place}: {value!r} is not one of {schema['enum']}")
    if "anyOf" in schema:
        choices = [faults_of(value, choice, place) for choice in schema["anyOf"]]
        if all(choices):
            faults += [f"{place}: no choice fits", *min(choices, key=len)]
    if isinstance(value, str) and "pattern" in schema and not re.search(schema["pattern"], value):
        faults.append(f"{place}: {value!r} does not match {schema['pattern']}")
    if isinstance(value, int | float) and "minimum" in schema and value < schema["minimum"]:
        faults.append(f"{place}: {value} is less than {schema['minimum']}")
    if isinstance(value, list) and "items" in schema:
        for index, item in enumerate(value):
            faults += faults_of(item, schema["items"], f"{place}[{index}]")
    if isinstance(value, dict):
        faults += _object_faults(value, schema, place)
    return faults


def _object_faults(value: dict[str, Any], schema: dict[str, Any], place: str) -> list[str]:
    faults = [f"{place}: lacks {key!r}" for key in schema.get("required", ()) if key not in value]
    others = schema.get("additionalProperties", True)
    for key, item in value.items():
        if key in schema.get("properties", {}):
            faults += faults_of(item, schema["properties"][key], f"{place}.{key}")
        elif others is False:
            faults.append(f"{place}: has {key!r}")
        elif isinstance(others, dict):
            faults += faults_of(item, others, f"{place}.{key}")
    return faults


def _has_type(value: object, names: str | list[str]) -> bool:
    types = [one for name in ([names] if isinstance(names, str) else names) for one in _TYPES[name]]
    return isinstance(value, bool) is (bool in types) if isinstance(value, bool) else isinstance(value, tuple(types))
