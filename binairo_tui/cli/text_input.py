"""Reads puzzles from the text of an argument, a file or a pipe; `binairo_tui.formats` detects the format."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from binairo_tui.cli.output import printable
from binairo_tui.cli.puzzle_input import Found, ReadOptions, Rejected
from binairo_tui.engine.wording import inflect
from binairo_tui.files.untrusted import MAX_BYTES, UnreadableError, open_untrusted
from binairo_tui.formats import Imported, TextLine
from binairo_tui.formats import read_puzzles as read_formats
from binairo_tui.formats.detect import line_format
from binairo_tui.formats.scan_limits import BUDGET_SPENT

MAX_LINE = 1 << 16
"""Bytes; longer lines are refused. Lines of a pipe are read one by one, however many there are."""

MAX_REPORTED = 20
"""Errors reported of one source; the others are only counted."""
_LONG_LINE_READS = MAX_BYTES // MAX_LINE
_CELLS = frozenset("01.OIXBWY-_·")


def looks_like_text(argument: str, options: ReadOptions) -> bool:
    """Return whether an argument that is neither a file nor a collection may be meant as a puzzle."""
    if options.format is not None:
        return True
    if set(argument.upper()) <= _CELLS:
        return len(argument) >= 4
    return line_format(argument) not in (None, "line", "long")


def read_text(text: str, number: int, options: ReadOptions) -> Iterator[Found | Rejected]:
    """Yield the puzzles and errors of the argument with this number."""
    lines = [TextLine(i, line.removesuffix("\r")) for i, line in enumerate(text.split("\n"), 1)]
    for item in _read_lines(lines, f"argument {number}", options):
        if isinstance(item, Found):
            yield Found(item.puzzle, f"{item.puzzle.width}x{item.puzzle.height}", item.imported)
        else:
            yield item


def read_stdin(options: ReadOptions) -> Iterator[Found | Rejected]:
    """Yield the puzzles and errors of standard input."""
    if sys.stdin is None:
        yield Rejected("stdin: it is closed")
        return
    yield from _read_stream(sys.stdin.buffer, "stdin", options)


def read_file(path: str, options: ReadOptions) -> Iterator[Found | Rejected]:
    """Yield the puzzles and errors of a regular file, or of a pipe that the shell made, `<(...)`."""
    name = printable(path)
    try:
        stream = open_untrusted(path)
    except UnreadableError as error:
        yield Rejected(f"{name}: {error}")
        return
    with stream:
        yield from _read_stream(stream, name, options)


def _read_stream(stream: BinaryIO, name: str, options: ReadOptions) -> Iterator[Found | Rejected]:
    try:
        yield from _read_lines(_lines(stream), name, options)
    except OSError as error:
        yield Rejected(f"{name}: {error.strerror}")


def _read_lines(lines: Iterable[TextLine], name: str, options: ReadOptions) -> Iterator[Found | Rejected]:
    found = rejected = unreported = 0
    for item in read_formats(lines, options.format, unique_lines=options.unique_lines):
        if isinstance(item, Imported):
            found += 1
            yield Found(item.puzzle, f"{name}:{item.line}", item)
            continue
        rejected += 1
        if rejected > MAX_REPORTED and item.message != BUDGET_SPENT:
            unreported += 1
            continue
        yield Rejected(f"{name}:{item.line}:{item.column}: {printable(item.message)}")
    if unreported:
        yield Rejected(f"{name}: ... and {unreported} more that are no {inflect(unreported, 'puzzle')}")
    if not found and not rejected:
        yield Rejected(f"{name}: there is no puzzle in it")


def _lines(stream: BinaryIO) -> Iterator[TextLine]:
    """Yield the lines of a stream one by one. Stop after a line longer than `MAX_BYTES`."""
    number = 0
    while raw := stream.readline(MAX_LINE):
        number += 1
        if len(raw) < MAX_LINE or raw.endswith(b"\n"):
            yield _decode(number, raw)
            continue
        yield TextLine(number, "", f"the line is longer than {MAX_LINE} bytes", MAX_LINE)
        if not _skip_line(stream):
            return


def _skip_line(stream: BinaryIO) -> bool:
    """Read to the end of a long line. Return False if it does not end within the limit, as in /dev/zero."""
    for _ in range(_LONG_LINE_READS):
        raw = stream.readline(MAX_LINE)
        if len(raw) < MAX_LINE or raw.endswith(b"\n"):
            return True
    return False


def _decode(number: int, raw: bytes) -> TextLine:
    raw = raw.removesuffix(b"\n").removesuffix(b"\r")
    if number == 1:
        raw = raw.removeprefix(codecs.BOM_UTF8)
    try:
        return TextLine(number, raw.decode())
    except UnicodeDecodeError as error:
        column = len(raw[: error.start].decode()) + 1
        return TextLine(number, "", f"byte 0x{raw[error.start]:02x} is no UTF-8", column)
