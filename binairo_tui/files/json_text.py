"""Parses untrusted JSON within limits; errors have a line and column. This module does no input or output."""

import re
from array import array
from itertools import accumulate
from typing import NoReturn

MAX_DIGITS = 16
"""Limit on the digits of a number: enough for all integers that every JSON reader represents exactly (up to 2**53)."""

BROKEN = "invalid JSON"
"""The beginning of the message about text that is not valid JSON."""

_MANY_DIGITS = re.compile(rf"[0-9]{{{MAX_DIGITS}}}")
_STEPS = bytes.maketrans(b"[{]}", bytes((1, 1, 255, 255)))
"""Translates each bracket to the change of the depth, 1 or -1, as a signed byte."""
_OTHERS = bytes(set(range(256)) - set(b"[{]}"))
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.?)*+"?|\\.|[\[\]{}]', re.DOTALL)
"""Matches a string, a bracket, or a backslash and the next character. Outside strings, a backslash is an error."""


class JSONError(ValueError):
    """The text is not JSON or exceeds a limit. `message` is a clause. `line` and `column` are counted from 1."""

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.message = message
        self.line = line
        self.column = column


def parse_json(text: str, *, max_depth: int, max_objects: int, any_number: bool = False) -> object:
    """Return the value of a JSON text: None, a bool, int, str, list or dict.

    `max_depth` limits the nesting of brackets. It is checked before the text is parsed, and so is `max_objects`. Raises
    JSONError for invalid JSON, for JSON that exceeds a limit, and for repeated keys, NaN, infinity, fractions and
    numbers with more than `MAX_DIGITS` digits. With `any_number`, fractions and long numbers become floats, so that the
    caller can name their field.
    """
    import json  # here because splitting a text into puzzles imports this module, but rarely needs the parser

    _check_limits(text, max_depth, max_objects)
    # A long list of numbers is parsed ten times faster without this hook.
    parse_int = _integer if _MANY_DIGITS.search(text) else None
    try:
        return json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=_refuse,
            parse_int=_integer_or_float if any_number else parse_int,
            parse_float=float if any_number else _refuse,
        )
    except json.JSONDecodeError as problem:
        raise JSONError(f"{BROKEN}: {problem.msg}", problem.lineno, problem.colno) from None
    except _UnwantedError as problem:
        place = place_of(text, max(text.rfind(problem.needle), 0))
        raise JSONError(f"this JSON is not supported here: {problem}", *place) from None


def parses(text: str) -> bool:
    try:
        parse_json(text, max_depth=20, max_objects=1 << 15, any_number=True)
    except JSONError:
        return False
    return True


def outside_strings(text: str) -> tuple[str, bool]:
    """Return the text outside string literals, and whether the last literal is unterminated."""
    if "\\" in text:
        text = re.sub(r"\\.", "", text)
    parts = text.split('"')
    return "".join(parts[::2]), len(parts) % 2 == 0


def depth_change(plain: str) -> int:
    """Return the number of opening brackets minus that of closing brackets, in a text without string literals."""
    return plain.count("[") + plain.count("{") - plain.count("]") - plain.count("}")


def place_of(text: str, index: int) -> tuple[int, int]:
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)


def _check_limits(text: str, max_depth: int, max_objects: int) -> None:
    plain, _ = outside_strings(text)
    if plain.count("{") > max_objects:
        raise JSONError(f"more than {max_objects} objects in this JSON")
    depths = list(accumulate(array("b", plain.encode(errors="replace").translate(_STEPS, _OTHERS))))
    if max(depths, default=0) > max_depth:
        deep = next(at for at, depth in enumerate(depths) if depth > max_depth)
        brackets = [match.start() for match in _TOKEN.finditer(text) if match[0] in ("[", "]", "{", "}")]
        raise JSONError(f"more than {max_depth} brackets within brackets", *place_of(text, brackets[deep]))


class _UnwantedError(Exception):
    def __init__(self, message: str, needle: str) -> None:
        super().__init__(message)
        self.needle = needle


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise _UnwantedError(f"the key {_quoted(key)} appears twice", f'"{key}"')
        found[key] = value
    return found


def _refuse(text: str) -> NoReturn:
    raise _UnwantedError(f"the number {_quoted(text)}", text)


def _integer(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise _UnwantedError(f"a number of {len(text)} digits", text)
    return int(text)


def _integer_or_float(text: str) -> int | float:
    return int(text) if len(text) <= MAX_DIGITS else float(text)


def _quoted(text: str) -> str:
    return ascii(text if len(text) <= 20 else text[:19] + "…")
