"""Detects the format of a puzzle in JSON, and parses JSON for all its formats."""

import re

from binairo_tui.files.json_text import JSONError, depth_change, outside_strings, parse_json
from binairo_tui.formats.base import error

NO_GRID = "no grid found in this JSON"

MAX_DEPTH = 8
"""Limit on the nesting of brackets; no format needs more than five levels."""

MAX_DEPTH_OF_OBJECT = 12
"""The limit is higher in an object, because an object may also hold explanations."""

_FRACTION = re.compile(r'(":\s*)(-?[0-9]{1,16}\.[0-9]{1,20}(?:[eE][+-]?[0-9]{1,3})?)(?=\s*[,}])')
"""Matches a fraction as the value of a key. A fraction says nothing about a puzzle."""

MAX_OBJECTS = 1 << 15
"""Limit on the objects in a text; more puzzles do not fit in `base.MAX_TEXT` characters."""


def parse(text: str) -> object:
    """The value is None, a bool, int, str, list or dict. Raises PuzzleFormatError if the text is not JSON."""
    depth = MAX_DEPTH_OF_OBJECT if text.lstrip().startswith("{") else MAX_DEPTH
    try:
        plain = _FRACTION.sub(lambda match: match[1] + '""'.ljust(len(match[2])), text)
        return parse_json(plain, max_depth=depth, max_objects=MAX_OBJECTS)
    except JSONError as problem:
        raise error(problem.message, problem.line, problem.column) from None


def is_cut_off(text: str) -> bool:
    """Return whether a text is a JSON object without its end, such as half a line of a JSON Lines file."""
    plain, in_string = outside_strings(text)
    return text.lstrip().startswith("{") and '":' in text and (in_string or depth_change(plain) > 0)


def json_format(text: str) -> str:
    """Return the name of the format of a JSON text. Raises PuzzleFormatError if no format fits."""
    first = objects(text)[0]
    if "schema" in first or ("state" in first and "provided" in first):
        return "puzzletea"
    cells = first.get("cells")
    is_flat = isinstance(cells, list) and set(map(type, cells)) == {int}
    if "empty" in first or ("size" in first and is_flat):
        return "0hh1"
    if is_flat or not any(isinstance(value, (list, dict, str)) for value in first.values()):
        raise error(NO_GRID)
    return "json"


def objects(text: str) -> list[dict[str, object]]:
    """Return the objects in a JSON text that is an object or a list of objects.

    Anything else becomes the `cells` of one object. Raises PuzzleFormatError if the text is not JSON.
    """
    value = parse(text)
    values = value if isinstance(value, list) and value and all(isinstance(it, dict) for it in value) else [value]
    return [it if isinstance(it, dict) else {"cells": it} for it in values]
