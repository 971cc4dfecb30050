"""The codec of request and answer lines: JSON objects, one per line. This module does no input or output.

A request is `{"id": 1, "method": "solve", ...}`. Its answer is `{"id": 1, "result": {...}}` or `{"id": 1, "error":
{"code": "request", "message": "..."}}`. An event, which is sent without a request, is `{"event": "room", ...}`.
`serve`, `--json` and the protocol between a host and its players use this codec.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from binairo_tui.files import json_text, terminal_text

MAX_LINE = 1 << 20

T = TypeVar("T")
Fields = Mapping[str, Any]

_KIND_NAMES = {str: "a string", bool: "true or false", int: "a whole number", list: "a list", dict: "an object"}
_SCHEMA_KINDS = {"string": str, "boolean": bool, "integer": int}


class RequestError(Exception):
    """A request cannot be answered. `code` is a word for programs, such as `parse`. `message` is for people.

    `place` holds the `line` and `column` of an error, or the name of the invalid `field`. `fields` are the fields of
    the object `error` in the answer.
    """

    def __init__(self, code: str, message: str, place: Mapping[str, object] | None = None) -> None:
        super().__init__(message)
        self.fields: dict[str, object] = {"code": code, "message": terminal_text.printable(message), **(place or {})}


class Call(NamedTuple):
    """A request: its id, which may be None, and its fields."""

    id: str | int | None = None
    fields: Fields = MappingProxyType({})

    def find(self, methods: Mapping[str, T]) -> T:
        """Return the item of `methods` for the method that the request names. Raises RequestError if there is none."""
        method = self.fields.get("method")
        if not isinstance(method, str) or method not in methods:
            raise RequestError("request", f"'method' is not one of {', '.join(methods)}")
        return methods[method]

    def answer(self, result: Fields) -> dict[str, object]:
        return {"id": self.id, "result": result}

    def refuse(self, error: RequestError) -> dict[str, object]:
        return {"id": self.id, "error": error.fields}


def parse_call(raw: bytes, *, max_depth: int = 4, max_objects: int = 10, any_number: bool = False) -> Call:
    """Return the request in a line; the limits are those of `parse_line`. Raises RequestError if it is not valid."""
    fields = parse_line(raw, max_depth=max_depth, max_objects=max_objects, any_number=any_number)
    identity = fields.get("id")
    if isinstance(identity, bool) or not isinstance(identity, str | int | None):
        raise RequestError("request", "'id' is not a string or a whole number")
    return Call(identity, fields)


def find_id(raw: bytes) -> str | int | None:
    """Return the id of a request for which `parse_call` raised an error; None if the line is no object with an id."""
    import json

    try:  # objects become tuples of their ids, so that a repeated one is noticed
        found = json.loads(raw, object_pairs_hook=lambda pairs: tuple([value for key, value in pairs if key == "id"]))
    except (ValueError, RecursionError):
        return None
    identity = found[0] if isinstance(found, tuple) and len(found) == 1 else None
    return identity if type(identity) in (str, int) and not _has_half_character(identity) else None


def format_line(fields: Fields) -> str:
    """Return an object as a line of printable ASCII, which cannot control a terminal, without the line end."""
    import json  # here because the short verbs print no JSON

    return json.dumps(fields)


def parse_line(raw: bytes, *, max_depth: int = 4, max_objects: int = 10, any_number: bool = False) -> dict[str, Any]:
    """Raises RequestError with the code `request` if the line is a JSON value but not an object; otherwise `parse`."""
    if len(raw) > MAX_LINE:
        raise RequestError("parse", f"the request is longer than {MAX_LINE >> 20} MiB")
    try:
        value = json_text.parse_json(raw.decode(), max_depth=max_depth, max_objects=max_objects, any_number=any_number)
    except UnicodeDecodeError as error:
        column = len(raw[: error.start].decode()) + 1
        raise RequestError("parse", "the request is not UTF-8", {"column": column}) from None
    except json_text.JSONError as error:
        raise RequestError("parse", error.message, {"column": error.column}) from None
    if not isinstance(value, dict):
        raise RequestError("request", "a request is an object")
    if b"\\u" in raw and _has_half_character(value):
        raise RequestError("parse", "a string contains half of a surrogate pair, which is not a character")
    return value


def _has_half_character(value: object) -> bool:
    """Return whether a JSON value contains text that UTF-8 (and so SQLite) cannot represent."""
    import json

    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    return False


def check_fields(fields: Fields, schema: Mapping[str, Any], meant: Mapping[str, str] = MappingProxyType({})) -> None:
    """Check fields against the JSON schema of an object whose values are strings, booleans and integers.

    A field that is null counts as missing. Raises RequestError for the first invalid field. If the schema does not have
    the field, the message suggests the field to which `meant` maps its name, or else a field with a similar name.
    """
    for name in fields:
        if name not in schema["properties"]:
            raise _unknown_field(name, list(schema["properties"]), meant)
    for name, kind in schema["properties"].items():
        fault = _field_fault(fields.get(name), kind, is_required=name in schema["required"])
        if fault:
            raise RequestError("request", f"{name!r} {fault}", {"field": name})


def _unknown_field(name: str, known: list[str], meant: Mapping[str, str]) -> RequestError:
    from difflib import get_close_matches

    quoted = terminal_text.printable(name[:40])
    near = [meant[name]] if meant.get(name) in known else get_close_matches(quoted, known, 1, 0.75)
    advice = f"did you mean {near[0]!r}?" if near else f"the fields are {', '.join(known)}"
    return RequestError("request", f"'{quoted}' is an unknown field: {advice}", {"field": quoted})


def _field_fault(value: object, schema: Mapping[str, Any], *, is_required: bool) -> str:
    """Return a phrase that says what is wrong with a field, such as `is missing`; '' if its value is valid."""
    if value is None:
        return "is missing" if is_required else ""
    kinds = [_SCHEMA_KINDS[choice.get("type", "string")] for choice in schema.get("anyOf", [schema])]
    if int in kinds and isinstance(value, float) and value.is_integer():
        return "is larger than any whole number that can be used"
    if type(value) not in kinds:
        return f"is not {' or '.join([_KIND_NAMES[kind] for kind in kinds])}"
    if value not in schema.get("enum", [value]):
        return f"is not one of {', '.join(map(str, schema['enum']))}"
    if isinstance(value, int) and value < schema.get("minimum", value):
        return f"is less than {schema['minimum']}"
    return ""


def field_of(fields: Fields, name: str, kind: type) -> Any:
    """Return a field, or None if it is missing. Raises RequestError if its type is not `kind`."""
    value = fields.get(name)
    if value is not None and type(value) is not kind:
        raise RequestError("request", f"{name!r} is not {_KIND_NAMES[kind]}")
    return value


def required_field(fields: Fields, name: str, kind: type) -> Any:
    """Return a field. Raises RequestError if it is missing, is null, or its type is not `kind`."""
    if fields.get(name) is None:
        raise RequestError("request", f"{name!r} is missing")
    return field_of(fields, name, kind)
