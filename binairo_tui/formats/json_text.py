"""JSON from outside: parsed within bounds, or refused with line and column."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager

from binairo_tui.engine import PuzzleFormatError
from binairo_tui.formats.base import MAX_TEXT, error

GRID_KEYS = ("cells", "board", "task", "grid", "puzzle", "givens")
"""Where an object may hold a grid, a list of rows."""

MAX_DEPTH = 8
"""Brackets within brackets; no format needs more than five."""

_MAX_DIGITS = 15


def parse_json(text: str) -> object:
    """The value of a JSON text: None, bool, int, str, list or dict.

    Raises PuzzleFormatError, and nothing else: also for repeated keys, NaN, fractions, numbers of more than 15 digits
    and deeper nesting than `MAX_DEPTH`.
    """
    if len(text) > MAX_TEXT:
        raise error(f"the text is longer than {MAX_TEXT >> 20} MiB")
    _check_depth(text)
    try:
        value: object = json.loads(
            text, object_pairs_hook=_object, parse_constant=_refuse, parse_int=_integer, parse_float=_refuse
        )
    except json.JSONDecodeError as problem:
        raise error(f"this JSON is broken: {problem.msg}", problem.lineno, problem.colno) from None
    except _UnwantedError as problem:
        line, column = _place(text, problem.needle)
        raise error(f"this JSON is not used here: {problem}", line, column) from None
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
    found = [item for item in value if isinstance(item, dict)]
    if not found:
        return [{"cells": value}]
    if len(found) != len(value):
        raise error("expected nothing but objects in this list")
    return found


@contextmanager
def at_place(text: str) -> Iterator[None]:
    """Move errors that name no place of their own to where the JSON text begins."""
    try:
        yield
    except PuzzleFormatError as problem:
        if (problem.line, problem.column) != (1, 1):
            raise
        raise error(problem.message, *_line_and_column(text, len(text) - len(text.lstrip()))) from None


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
    return any(type(value) is int and value == 2 for row in cells if isinstance(row, list) for value in row)


class _UnwantedError(Exception):
    def __init__(self, message: str, needle: str) -> None:
        super().__init__(message)
        self.needle = needle


def _check_depth(text: str) -> None:
    depth = 0
    in_string = False
    for match in re.finditer(r'\\.|["\[\]{}]', text):
        mark = match[0]
        if mark == '"':
            in_string = not in_string
        elif not in_string and len(mark) == 1:
            depth += 1 if mark in "[{" else -1
            if depth > MAX_DEPTH:
                line, column = _line_and_column(text, match.start())
                raise error(f"more than {MAX_DEPTH} brackets within brackets", line, column)


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


def _place(text: str, needle: str) -> tuple[int, int]:
    return _line_and_column(text, max(text.rfind(needle), 0))


def _line_and_column(text: str, at: int) -> tuple[int, int]:
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
