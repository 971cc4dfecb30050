"""From puzzle arguments to puzzles.

An argument is a puzzle's text, a file, `-` (standard input), or a collection `NAME`, `NAME:3` or `NAME:3-8`; looked
for in this order. What is written in texts and files, `binairo_tui.formats` finds out.
"""

from __future__ import annotations

import codecs
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from binairo_tui.cli.output import clean
from binairo_tui.engine.puzzle import Puzzle
from binairo_tui.foreign import MAX_BYTES, UnreadableError, open_foreign
from binairo_tui.formats import Imported, Line
from binairo_tui.formats import read_puzzles as read_formats
from binairo_tui.formats.detect import line_format

if TYPE_CHECKING:
    from binairo_tui.library import Collection, Entry

MAX_LINE = 1 << 16
"""Bytes; longer lines are refused. Lines of a pipe are read one by one, however many there are."""

_LONG_LINE_READS = MAX_BYTES // MAX_LINE
_SHOWN = 60
"""Characters of an unusable argument that a message quotes."""

_PLAINLY_TEXT = re.compile(
    r"\s*[0-9]+[xX][0-9]+\s*;.*|[01.\s]{4,}"
    r"|[0-9]{1,3}(?:x[0-9]{1,3})?u?(?:d[a-z]?)?[:#][A-Za-z]{2,}"  # an Unruly id; one letter is never enough
    r"|\s*[\[{].*|SAVEFILE.*|.*m=(?:edit|solve)&p=.*",
    re.DOTALL,
)
_CELLS = frozenset("01.OIXBWY-_·")
_ENTRY = re.compile(r"([^:]*)(?::([0-9]{1,9})(?:-([0-9]{1,9}))?)?")


@dataclass(frozen=True, slots=True)
class Found:
    """A puzzle of an argument. `title` is what people call it, safe to print: `8x8 #3`, `puzzles.txt:12`, `6x6`."""

    puzzle: Puzzle
    title: str
    imported: Imported | None = None
    """What was found out about the text; None for a puzzle of a collection."""
    band: str = ""
    """How hard it is, if a collection says so."""


@dataclass(frozen=True, slots=True)
class Rejected:
    """What cannot be used: `file:line:column: what is wrong`, or without line and column where there are none."""

    message: str


@dataclass(frozen=True, slots=True)
class Reading:
    """How texts are to be read: in this format (else it is found out), with this rule (else as written, or counted)."""

    format: str | None = None
    unique_lines: bool | None = None


def read_puzzles(arguments: Iterable[str], reading: Reading = Reading()) -> Iterator[Found | Rejected]:
    """Every puzzle of all arguments in order; where one is wrong, what is wrong with it. Bad input raises nothing."""
    for number, argument in enumerate(arguments, 1):
        yield from _read_argument(argument, number, reading)


def _read_argument(argument: str, number: int, reading: Reading) -> Iterator[Found | Rejected]:
    if argument == "-":
        yield from _read_stdin(reading)
    elif _PLAINLY_TEXT.fullmatch(argument):
        yield from _read_text(argument, number, reading)
    elif _is_file(argument):
        yield from _read_file(argument, reading)
    elif any(character in argument for character in "; \n"):
        yield from _read_text(argument, number, reading)
    elif _is_known(argument) or not _looks_like_text(argument, reading):
        yield from _read_collection(argument)
    else:
        yield from _read_text(argument, number, reading)


def _looks_like_text(argument: str, reading: Reading) -> bool:
    """Whether an argument that is no file and no collection can be meant as a puzzle."""
    if reading.format is not None:
        return True
    if set(argument.upper()) <= _CELLS:
        return len(argument) >= 4
    return line_format(argument) not in (None, "line", "long")


def _read_text(text: str, number: int, reading: Reading) -> Iterator[Found | Rejected]:
    lines = [Line(i, line.removesuffix("\r")) for i, line in enumerate(text.split("\n"), 1)]
    for item in _read_lines(lines, f"argument {number}", reading):
        if isinstance(item, Found):
            yield Found(item.puzzle, f"{item.puzzle.width}x{item.puzzle.height}", item.imported)
        else:
            yield item


def _is_file(argument: str) -> bool:
    try:
        return not Path(argument).is_dir() and Path(argument).exists()
    except PermissionError:
        return True  # opening it will say so
    except OSError:
        return False  # no file has so long a name


def _read_stdin(reading: Reading) -> Iterator[Found | Rejected]:
    if sys.stdin is None:
        yield Rejected("stdin: it is closed")
        return
    yield from _read_stream(sys.stdin.buffer, "stdin", reading)


def _read_file(path: str, reading: Reading) -> Iterator[Found | Rejected]:
    """The puzzles of a regular file or of a pipe that the shell made, `<(...)`."""
    name = clean(path)
    try:
        stream = open_foreign(path)
    except UnreadableError as error:
        yield Rejected(f"{name}: {error}")
        return
    with stream:
        yield from _read_stream(stream, name, reading)


def _read_stream(stream: BinaryIO, name: str, reading: Reading) -> Iterator[Found | Rejected]:
    try:
        yield from _read_lines(_lines(stream), name, reading)
    except OSError as error:
        yield Rejected(f"{name}: {error.strerror}")


def _read_lines(lines: Iterable[Line], name: str, reading: Reading) -> Iterator[Found | Rejected]:
    is_empty = True
    for item in read_formats(lines, reading.format, unique_lines=reading.unique_lines):
        is_empty = False
        if isinstance(item, Imported):
            yield Found(item.puzzle, f"{name}:{item.line}", item)
        else:
            yield Rejected(f"{name}:{item.line}:{item.column}: {clean(item.message)}")
    if is_empty:
        yield Rejected(f"{name}: there is no puzzle in it")


def _lines(stream: BinaryIO) -> Iterator[Line]:
    """The lines of a stream, one by one. After a line longer than `MAX_BYTES` bytes it reads no further."""
    number = 0
    while raw := stream.readline(MAX_LINE):
        number += 1
        if len(raw) < MAX_LINE or raw.endswith(b"\n"):
            yield _decoded(number, raw)
            continue
        yield Line(number, "", f"the line is longer than {MAX_LINE} bytes", MAX_LINE)
        if not _skip_line(stream):
            return


def _skip_line(stream: BinaryIO) -> bool:
    """Read to the end of a long line; False if it has no end within reason, as in /dev/zero."""
    for _ in range(_LONG_LINE_READS):
        raw = stream.readline(MAX_LINE)
        if len(raw) < MAX_LINE or raw.endswith(b"\n"):
            return True
    return False


def _decoded(number: int, raw: bytes) -> Line:
    raw = raw.removesuffix(b"\n").removesuffix(b"\r")
    if number == 1:
        raw = raw.removeprefix(codecs.BOM_UTF8)
    try:
        return Line(number, raw.decode())
    except UnicodeDecodeError as error:
        column = len(raw[: error.start].decode()) + 1
        return Line(number, "", f"byte 0x{raw[error.start]:02x} is no UTF-8", column)


def _is_known(argument: str) -> bool:
    """Whether there is a collection that may be meant."""
    from binairo_tui.cli.named import find_named
    from binairo_tui.library import LibraryError

    match = _ENTRY.fullmatch(argument)
    try:
        return match is not None and find_named(match[1]) is not None
    except LibraryError:
        return True  # reading it will say so


def _read_collection(argument: str) -> Iterator[Found | Rejected]:
    # Imported here because texts, files and pipes should not wait for the collections to be found.
    from binairo_tui.cli.named import find_named, known_names
    from binairo_tui.library import LibraryError

    match = _ENTRY.fullmatch(argument)
    try:
        collection = find_named(match[1]) if match else None
        if match is None or collection is None:
            known = ", ".join(known_names())
            yield Rejected(f"{_shortened(argument)}: neither a puzzle, a file nor a collection (these are {known})")
            return
        entries = _entries(collection, match[2], match[3])
    except LibraryError as error:
        yield Rejected(str(error))
        return
    for entry in entries:
        yield Found(entry.puzzle, entry.title, band=entry.band)


def _entries(collection: Collection, first: str | None, last: str | None) -> Sequence[Entry]:
    """The puzzles of a collection from one number to another; that of one number, or all. Raises LibraryError."""
    from binairo_tui.library import LibraryError

    if first is None:
        return collection.entries
    low, high = int(first), int(last or first)
    if low > high:
        raise LibraryError(f"{collection.name}:{low}-{high}: the first number is the larger one")
    return collection.entries[collection.entry(low).number - 1 : collection.entry(high).number]


def _shortened(text: str) -> str:
    return clean(text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…") or "''"
