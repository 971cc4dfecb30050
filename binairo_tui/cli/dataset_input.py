"""Reads data sets and answers: JSON lines, a JSON list, CSV, parquet, or anything else that holds puzzles."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO, StringIO
from itertools import chain, count
from typing import Any, NamedTuple

from binairo_tui import datasets, files
from binairo_tui.cli import output, puzzle_input, puzzle_options
from binairo_tui.cli.found import Found, Rejected

_START = 64
"""How many bytes show whether a file holds JSON."""
_BATCH = 1000
_BINARY = {
    b"PAR1": "parquet",
    b"PK\3\4": "a zip file",
    b"\x1f\x8b": "gzip",
    b"BZh": "bzip2",
    b"\x28\xb5\x2f\xfd": "zstandard",
    b"ARROW1": "Arrow",
    b"\x80\x04\x95": "a pickle",
    b"SQLite format 3": "a database",
}
_MAX_LINE = 4 << 20
_MAX_LIST = 256 << 20


class Value(NamedTuple):
    """A JSON value, and the number of its line or its number in the list."""

    number: int
    json: Any


def read_items(argument: str, fields: datasets.Fields) -> Iterator[datasets.Record | Rejected]:
    """Yield the items of a data set, and a Rejected for each that cannot be read.

    In JSON, lines must be unique unless the options or the puzzle say otherwise; the rule is never inferred from the
    number of solutions.
    """
    values = _read_table(argument) or read_json(argument)
    if values is None:
        for found in puzzle_input.read_puzzles([argument], puzzle_options.read_options()):
            yield datasets.Record(found.title, found.puzzle) if isinstance(found, Found) else found
        return
    name, unique_lines = output.printable(argument), puzzle_options.read_options().unique_lines
    for value in values:
        if isinstance(value, Rejected):
            yield value
            continue
        place = f"{name}:{value.number}"
        try:
            yield datasets.read_record(value.json, place, fields=fields, unique_lines=unique_lines)
        except datasets.RecordError as error:
            reason = output.printable(str(error))
            yield Rejected(f"{place}: {reason}", name, reason, value.number)


def read_answers(argument: str, *, is_one: bool) -> Iterator[Value | Rejected]:
    """Yield the answers in a file, in standard input (`-`) or in the argument itself, as JSON values.

    `is_one` says that there is a single item. Then all of a text that is not JSON lines with objects is its answer.
    """
    if not is_one:
        yield from read_json(argument, is_certain=True) or [Value(1, argument)]
    elif (opened := _open(argument)) is None:
        yield Value(1, argument)
    else:
        with opened as stream:
            content = stream.read(_MAX_LIST)
        lines = list(_values(BytesIO(content), output.printable(argument), is_list=content.lstrip()[:2] == b"[{"))
        are_objects = all(isinstance(line, Value) and isinstance(line.json, dict) for line in lines)
        yield from lines if are_objects else [Value(1, content.decode("utf-8-sig", "replace"))]


def read_json(argument: str, *, is_certain: bool = False) -> Iterator[Value | Rejected] | None:
    """Yield the values in a file or `-`, standard input: JSON lines, or a list of objects.

    Return None if the argument is not a readable file or, unless `is_certain`, if the file does not begin like items in
    JSON.
    """
    opened = _open(argument)
    if opened is None:
        return None
    stream = sys.stdin.buffer if argument == "-" else opened
    first = b"".join(_start(stream).removeprefix(b"\xef\xbb\xbf").split())[:2]
    if not is_certain and first[:1] not in (b"{", b'"') and first != b"[{":
        with opened:
            return None
    return _values(opened, output.printable(argument), is_list=first == b"[{")


def _read_table(argument: str) -> Iterator[Value | Rejected] | None:
    """Return the rows of CSV with headings, or of parquet, as objects; None for any other text or file.

    A binary file of another kind is one Rejected.
    """
    stream = None if argument == "-" else _open(argument)
    if stream is None:
        return None
    with stream:
        start = stream.read(_START) if stream.seekable() else b""
    kind = next((kind for magic, kind in _BINARY.items() if start.startswith(magic)), "")
    if kind == "parquet" and find_spec("pyarrow"):
        return _parquet_rows(argument)
    if kind:
        how = "install pyarrow to read it" if kind == "parquet" else "unpack or export it as JSON lines or CSV first"
        reason = f"it is {kind}, not text: {how}"
        return iter([Rejected(f"{output.printable(argument)}: {reason}", output.printable(argument), reason)])
    return _csv_rows(argument) if argument.lower().endswith((".csv", ".tsv")) else None


def _parquet_rows(argument: str) -> Iterator[Value]:
    parquet = import_module("pyarrow.parquet")
    batches = parquet.ParquetFile(argument).iter_batches(_BATCH)
    yield from map(Value, count(1), chain.from_iterable(batch.to_pylist() for batch in batches))


def _csv_rows(argument: str) -> Iterator[Value | Rejected] | None:
    """Return the rows of CSV; None if the first line holds no headings."""
    with _open(argument) as stream:
        text = stream.read(_MAX_LIST).decode("utf-8-sig", "replace")
    rows = csv.DictReader(StringIO(text, newline=""), delimiter="\t" if argument.lower().endswith(".tsv") else ",")
    if not any(letter.isalpha() for name in rows.fieldnames or () for letter in name):
        return None
    return (Value(rows.line_num, {name: value for name, value in row.items() if value}) for row in rows)


def _open(argument: str) -> Any:
    """Return a file as a context manager, or standard input for `-`, which stays open; None if it cannot be read."""
    if argument == "-" and sys.stdin is not None:
        return nullcontext(sys.stdin.buffer)
    if not files.paths.is_there(argument) or files.paths.is_directory(argument):
        return None
    try:
        return files.untrusted.open_stream(argument)
    except files.untrusted.UnreadableError:
        return None


def _values(opened: Any, name: str, *, is_list: bool) -> Iterator[Value | Rejected]:
    with opened as stream:
        if is_list:
            found = _parse(stream.read(_MAX_LIST), name, 0)
            yield from [found] if isinstance(found, Rejected) else map(Value, range(1, len(found) + 1), found)
            return
        number = 0
        while raw := stream.readline(_MAX_LINE):
            number += 1
            if raw.strip():
                found = _parse(raw.rstrip(b"\r\n"), name, number)
                yield found if isinstance(found, Rejected) else Value(number, found)


def _start(stream: Any) -> bytes:
    """Return the first bytes of a stream, without moving past them."""
    if not stream.seekable():
        return bytes(stream.peek(_START)[:_START])
    start, at = stream.read(_START), stream.tell()
    stream.seek(at - len(start))
    return bytes(start)


def _parse(raw: bytes, name: str, number: int) -> Any:
    """Return the JSON value, or a Rejected. `number` is that of the line, 0 for a file as a whole."""
    try:
        return files.json_text.parse_json(raw.decode("utf-8-sig"), max_depth=20, max_objects=1_000_000, any_number=True)
    except UnicodeDecodeError:
        reason, line, column = "it is not UTF-8", number, None
    except files.json_text.JSONError as error:
        reason, line, column = error.message, number or error.line, error.column
    place = ":".join([str(part) for part in (name, line, column) if part])
    return Rejected(f"{place}: {reason}", name, reason, line or None, column)
