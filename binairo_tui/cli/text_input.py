"""Puzzles from text: an argument, a file, a pipe. What is written there, `binairo_tui.formats` finds out."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from binairo_tui.cli.output import clean
from binairo_tui.cli.puzzle_input import Found, Reading, Rejected
from binairo_tui.files.untrusted import MAX_BYTES, UnreadableError, open_untrusted
from binairo_tui.formats import Imported, Line
from binairo_tui.formats import read_puzzles as read_formats
from binairo_tui.formats.detect import line_format
from binairo_tui.formats.scan_limits import GIVEN_UP

MAX_LINE = 1 << 16
"""Bytes; longer lines are refused. Lines of a pipe are read one by one, however many there are."""

COMPLAINTS = 20
"""Of one source; what else is wrong in it is only counted."""
_LONG_LINE_READS = MAX_BYTES // MAX_LINE
_CELLS = frozenset("01.OIXBWY-_·")


def looks_like_text(argument: str, reading: Reading) -> bool:
    """Whether an argument that is no file and no collection can be meant as a puzzle."""
    if reading.format is not None:
        return True
    if set(argument.upper()) <= _CELLS:
        return len(argument) >= 4
    return line_format(argument) not in (None, "line", "long")


def read_text(text: str, number: int, reading: Reading) -> Iterator[Found | Rejected]:
    """The puzzles of the argument with this number, or what is wrong with it."""
    lines = [Line(i, line.removesuffix("\r")) for i, line in enumerate(text.split("\n"), 1)]
    for item in _read_lines(lines, f"argument {number}", reading):
        if isinstance(item, Found):
            yield Found(item.puzzle, f"{item.puzzle.width}x{item.puzzle.height}", item.imported)
        else:
            yield item


def read_stdin(reading: Reading) -> Iterator[Found | Rejected]:
    """The puzzles of standard input."""
    if sys.stdin is None:
        yield Rejected("stdin: it is closed")
        return
    yield from _read_stream(sys.stdin.buffer, "stdin", reading)


def read_file(path: str, reading: Reading) -> Iterator[Found | Rejected]:
    """The puzzles of a regular file or of a pipe that the shell made, `<(...)`."""
    name = clean(path)
    try:
        stream = open_untrusted(path)
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
    found = rejected = unsaid = 0
    for item in read_formats(lines, reading.format, unique_lines=reading.unique_lines):
        if isinstance(item, Imported):
            found += 1
            yield Found(item.puzzle, f"{name}:{item.line}", item)
            continue
        rejected += 1
        if rejected > COMPLAINTS and item.message != GIVEN_UP:
            unsaid += 1
            continue
        yield Rejected(f"{name}:{item.line}:{item.column}: {clean(item.message)}")
    if unsaid:
        yield Rejected(f"{name}: ... and {unsaid} more that are no puzzle{'s' * (unsaid > 1)}")
    if not found and not rejected:
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
