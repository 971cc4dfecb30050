"""JSON from outside: parsed within bounds, or refused with line and column."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager

from binairo_tui.engine import PuzzleFormatError
from binairo_tui.engine.puzzle import MAX_SIZE
from binairo_tui.formats.base import MAX_TEXT, error
from binairo_tui.formats.brackets import deepest, outside_strings, place_of_depth

GRID_KEYS = ("cells", "board", "task", "grid", "puzzle", "givens")
"""Where an object may hold a grid, a list of rows."""

MAX_DEPTH = 8
"""Brackets within brackets; no format needs more than five."""

MAX_OBJECTS = 1 << 15
"""Objects of a text; no puzzle is so short that more would fit."""

_MAX_DIGITS = 15
_MANY_DIGITS = re.compile(rf"[0-9]{{{_MAX_DIGITS}}}")


def parse_json(text: str) -> object:
    """The value of a JSON text: None, bool, int, str, list or dict.

    Raises PuzzleFormatError, and nothing else: also for repeated keys, NaN, fractions, numbers of more than 15 digits
    and deeper nesting than `MAX_DEPTH`.
    """
    if len(text) > MAX_TEXT:
        raise error(f"the text is longer than {MAX_TEXT >> 20} MiB")
    if deepest(outside_strings(text)[0]) > MAX_DEPTH:
        raise error(f"more than {MAX_DEPTH} brackets within brackets", *_place(text, place_of_depth(text, MAX_DEPTH)))
    if text.count("{") > MAX_OBJECTS:
        raise error(f"more than {MAX_OBJECTS} objects in this JSON")
    # Without such a hook a long list of numbers is read ten times as fast.
    parse_int = _integer if _MANY_DIGITS.search(text) else None
    try:
        value: object = json.loads(
            text, object_pairs_hook=_object, parse_constant=_refuse, parse_int=parse_int, parse_float=_refuse
        )
    except json.JSONDecodeError as problem:
        raise error(f"this JSON is broken: {problem.msg}", problem.lineno, problem.colno) from None
    except _UnwantedError as problem:
        place = _place(text, max(text.rfind(problem.needle), 0))
        raise error(f"this JSON is not used here: {problem}", *place) from None
    return value


def json_format(text: str) -> str:
    """The name of the format that a JSON text is in. Raises PuzzleFormatError."""
    first = objects(text)[0]
    if "schema" in first or ("state" in first and "provided" in first):
        return "puzzletea"
    if "empty" in first or _holds_two(first.get("cells")):
        return "0hh1"
    if "boardStr" in first or any(isinstance(first.get(key), list) for key in GRID_KEYS):
        return "json"
    raise error(f"no grid found in this JSON: expected one of {', '.join(GRID_KEYS)}, boardStr, empty, schema")


def objects(text: str) -> list[dict[str, object]]:
    """The objects of a JSON text, one or a list, at least one; a list of anything else is the `cells` of one object.

    Raises PuzzleFormatError.
    """
    value = parse_json(text)
    if isinstance(value, dict):
        return [value]
    if not isinstance(value, list) or not value:
        raise error("expected a grid or an object in this JSON")
    kinds = set(map(type, value))
    if dict not in kinds:
        return [{"cells": value}]
    if len(kinds) > 1:
        raise error("expected nothing but objects in this list")
    return value


@contextmanager
def at_place(text: str) -> Iterator[None]:
    """Move errors that name no place of their own to where the JSON text begins."""
    try:
        yield
    except PuzzleFormatError as problem:
        if (problem.line, problem.column) != (1, 1):
            raise
        raise error(problem.message, *_place(text, len(text) - len(text.lstrip()))) from None


def text_rows(value: object, name: str, width: int, height: int, allowed: str) -> list[str]:
    """The rows of a field that is a text of so many lines of so many of these characters. Raises PuzzleFormatError."""
    rows = value.split("\n") if isinstance(value, str) else []
    if len(rows) != height:
        raise error(f"'{name}' is not a text of {height} lines")
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            raise error(f"line {number} of '{name}' has {len(row)} characters, expected {width}")
        for character in row:
            if character not in allowed:
                raise error(f"line {number} of '{name}' holds {character!r}, expected one of '{allowed}'")
    return rows


def _holds_two(cells: object) -> bool:
    """Whether these cells are numbered 0, 1, 2: a flat list of them, or rows with a 2."""
    if not isinstance(cells, list) or not cells:
        return False
    if not isinstance(cells[0], list):
        return type(cells[0]) is int
    return any(isinstance(row, list) and 2 in row for row in cells[:MAX_SIZE])


class _UnwantedError(Exception):
    def __init__(self, message: str, needle: str) -> None:
        super().__init__(message)
        self.needle = needle


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise _UnwantedError(f"the key {_shown(key)} stands twice", f'"{key}"')
        found[key] = value
    return found


def _refuse(text: str) -> object:
    raise _UnwantedError(f"the number {_shown(text)}", text)


def _integer(text: str) -> int:
    if len(text) > _MAX_DIGITS:
        raise _UnwantedError(f"a number of {len(text)} digits", text)
    return int(text)


def _shown(text: str) -> str:
    return ascii(text if len(text) <= 20 else text[:19] + "…")


def _place(text: str, at: int) -> tuple[int, int]:
    """Line and column of this index."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
