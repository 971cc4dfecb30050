"""Reads data sets and answers: JSON lines, a JSON list, CSV, parquet, or anything else that holds puzzles."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from io import BytesIO, StringIO
from typing import Any

from binairo_tui import datasets, files
from binairo_tui.cli import output, puzzle_input, puzzle_options, text_input
from binairo_tui.cli.found import Found, Rejected

_BINARY = (
    *(b"PAR1", b"ARROW1", b"PK\3\4", b"\x1f\x8b", b"BZh", b"\x28\xb5\x2f\xfd", b"\x80\x04\x95", b"SQLite format 3"),
)
"""The first bytes of parquet, Arrow, zip, gzip, bzip2, zstandard, a pickle and a database."""
_NOT_TEXT = "it is not text; parquet is read if pyarrow is installed; other files must be unpacked or exported first"
_MAX_BYTES = 1 << 30


Value = tuple[int, Any]
"""The number of a line, or of an item in a list, and the JSON value there."""


def read_items(argument: str, fields: Mapping[str, str]) -> Iterator[datasets.Record | Rejected]:
    """`fields` are those of `read_record`. In JSON, lines are unique by default; the rule is never inferred."""
    content, name = _read(argument)
    options = puzzle_options.read_options()
    if content is not None and (values := _values(content, name)) is not None:
        return (_record(value, name, fields, options.unique_lines) for value in values)
    items = (
        puzzle_input.read_puzzles([argument], options)
        if content is None
        else text_input.read_stream(BytesIO(content), name, options)
    )
    return (datasets.Record(it.title, it.puzzle) if isinstance(it, Found) else it for it in items)


def _record(
    value: Value | Rejected, name: str, fields: Mapping[str, str], unique_lines: bool | None
) -> datasets.Record | Rejected:
    if isinstance(value, Rejected):
        return value
    number, item = value
    try:
        return datasets.read_record(item, f"{name}:{number}", fields=fields, unique_lines=unique_lines)
    except datasets.RecordError as error:
        return _rejected(name, output.printable(str(error)), number)


def read_answers(argument: str, *, is_one: bool) -> list[Value | Rejected]:
    """Return the answers in a file or in standard input (`-`), as JSON values.

    If there is a single item (`is_one`), the argument itself may be the answer. The whole text of the file may also be
    the answer, unless every line is a JSON object.
    """
    content, name = _read(argument)
    if content is None:
        if not is_one:
            output.fail(f"{name}: not a file that can be read")
        return [(1, argument)]
    values = list(_values(content, name) or _lines(content, name))
    if is_one and not all(not isinstance(value, Rejected) and isinstance(value[1], dict) for value in values):
        return [(1, content.decode("utf-8-sig", "replace"))]
    return values


def _read(argument: str) -> tuple[bytes | None, str]:
    """Return the content of a file or of standard input (`-`), None if unreadable, and the name for messages."""
    name = "stdin" if argument == "-" else output.printable(argument)
    try:
        return files.untrusted.read_argument(argument, _MAX_BYTES), name
    except files.untrusted.UnreadableError:
        return None, name


def _values(content: bytes, name: str) -> Iterable[Value | Rejected] | None:
    """Return the values in a file; None if it seems to be neither JSON, nor a table with headings, nor binary."""
    start = b"".join(content[:64].removeprefix(b"\xef\xbb\xbf").split())[:2]
    if content.startswith(_BINARY):
        return _parquet_rows(content, name)
    if name.lower().endswith((".csv", ".tsv")):
        return _csv_rows(content, name)
    if start[:1] not in (b"{", b'"') and start != b"[{":
        return None
    first = _parse(content.lstrip().partition(b"\n")[0], name, 1)
    if isinstance(first, Rejected) or start == b"[{":
        whole = _parse(content, name, 0)
        if not isinstance(whole, Rejected):
            return enumerate(_items(whole[1]), 1)
        if start == b"[{":
            return [whole]
    return _lines(content, name)


def _items(value: Any) -> list[Any]:
    """Return the items of a JSON list or of a field of a JSON object; without such a field, the object is the item.

    If the field is an object, its names become ids.
    """
    if isinstance(value, list):
        return value
    for part in value.values():
        items = part.values() if isinstance(part, dict) else part
        if isinstance(part, dict | list) and len(part) > 1 and all(isinstance(item, dict) for item in items):
            return [{"id": name, **item} for name, item in part.items()] if isinstance(part, dict) else part
    return [value]


def _parquet_rows(content: bytes, name: str) -> Iterable[Value | Rejected]:
    try:
        table = import_module("pyarrow.parquet").read_table(BytesIO(content))
    except (ImportError, OSError, ValueError):
        return [_rejected(name, _NOT_TEXT)]
    return enumerate(table.to_pylist(), 1)


def _csv_rows(content: bytes, name: str) -> Iterator[Value | Rejected] | None:
    """Return the rows of CSV; None if the first line holds no headings."""
    csv.field_size_limit(_MAX_BYTES)
    text = StringIO(content.decode("utf-8-sig", "replace"), newline="")
    rows = csv.DictReader(text, delimiter="\t" if name.lower().endswith(".tsv") else ",")
    if not any(letter.isalpha() for heading in rows.fieldnames or () for letter in heading):
        return None
    return ((rows.line_num, {heading: value for heading, value in row.items() if value}) for row in rows)


def _lines(content: bytes, name: str) -> Iterator[Value | Rejected]:
    return (_parse(raw, name, number) for number, raw in enumerate(content.splitlines(), 1) if raw.strip())


def _parse(raw: bytes, name: str, number: int) -> Value | Rejected:
    """Return the JSON value, or a Rejected. `number` is the number of the line; it is 0 for a whole file."""
    try:
        text = raw.decode("utf-8-sig")
        return number, files.json_text.parse_json(text, max_depth=20, max_objects=1_000_000, any_number=True)
    except UnicodeDecodeError:
        return _rejected(name, "it is not UTF-8", number)
    except files.json_text.JSONError as error:
        return _rejected(name, error.message, number or error.line, error.column)


def _rejected(name: str, reason: str, line: int | None = None, column: int | None = None) -> Rejected:
    place = ":".join([str(part) for part in (name, line, column) if part])
    return Rejected(f"{place}: {reason}", name, reason, line or None, column)
