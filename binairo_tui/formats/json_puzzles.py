"""Puzzles in JSON: detects the format, and reads the elements that the formats have in common."""

import re

from binairo_tui.files.json_text import JSONError, depth_change, outside_strings, parse_json
from binairo_tui.formats.base import MAX_TEXT, error

NO_GRID = "no grid found in this JSON"

MAX_DEPTH = 8
"""Limit on the nesting of brackets; no format needs more than five levels."""

MAX_DEPTH_OF_OBJECT = 12
"""The same in an object, which may hold explanations, too."""

_FRACTION = re.compile(r'(":\s*)(-?[0-9]{1,16}\.[0-9]{1,20}(?:[eE][+-]?[0-9]{1,3})?)(?=\s*[,}])')
"""Matches a fraction as the value of a key: it says nothing about a puzzle."""

MAX_OBJECTS = 1 << 15
"""Limit on the objects in a text; more puzzles do not fit in `MAX_TEXT` characters."""


def parse(text: str) -> object:
    """Return the value of a JSON text: None, a bool, int, str, list or dict. Raises PuzzleFormatError if invalid."""
    if len(text) > MAX_TEXT:
        raise error(f"the text is longer than {MAX_TEXT >> 20} MiB")
    depth = MAX_DEPTH_OF_OBJECT if text.lstrip().startswith("{") else MAX_DEPTH
    try:
        return parse_json(_FRACTION.sub(_without_value, text), max_depth=depth, max_objects=MAX_OBJECTS)
    except JSONError as problem:
        raise error(problem.message, problem.line, problem.column) from None


def _without_value(match: re.Match[str]) -> str:
    return match[1] + '""'.ljust(len(match[2]))


def is_cut_off(text: str) -> bool:
    """Return whether a text is a JSON object without its end, such as half a line of a file with an object per line."""
    plain, in_string = outside_strings(text)
    return text.lstrip().startswith("{") and '":' in text and (in_string or depth_change(plain) > 0)


def json_format(text: str) -> str:
    """Return the name of the format of a JSON text. Raises PuzzleFormatError if there is no such format."""
    first = objects(text)[0]
    if "schema" in first or ("state" in first and "provided" in first):
        return "puzzletea"
    if "empty" in first or ("size" in first and _are_numbers(first.get("cells"))):
        return "0hh1"
    if not any(isinstance(value, (list, dict, str)) for value in first.values()):
        raise error(NO_GRID)
    return "json"


def _are_numbers(cells: object) -> bool:
    return isinstance(cells, list) and set(map(type, cells)) == {int}


def objects(text: str) -> list[dict[str, object]]:
    """Return the objects in a JSON text that is an object or a list of objects.

    The result is never empty. If the text is a list of anything else, that list becomes the `cells` of one object.
    Raises PuzzleFormatError for any other text.
    """
    value = parse(text)
    if isinstance(value, dict):
        return [value]
    if not isinstance(value, list) or not value:
        raise error("expected a grid or an object in this JSON")
    kinds = set(map(type, value))
    if dict not in kinds:
        return [{"cells": value}]
    if len(kinds) > 1:
        raise error("expected only objects in this list")
    return value
