"""Reads the lines of a file or pipe of any length: runs of plain lines together, other lines one by one.

A plain line holds one puzzle in our notation. Most lines of a long file are plain.
"""

import codecs
import re
import select
from collections.abc import Callable, Iterator
from itertools import takewhile
from typing import BinaryIO

from binairo_tui.engine.puzzle import MAX_SIZE, MIN_SIZE, size_fault
from binairo_tui.files.untrusted import MAX_BYTES
from binairo_tui.formats import TextLine

MAX_LINE = 1 << 16
"""Limit on the bytes of a line; longer lines are rejected."""
_BLOCK = 1 << 16
_PLAIN_LINES = re.compile(rb"(?>[0-9]{1,2}x[0-9]{1,2};[01.]++(?:;lines=any)?+(?:[ \t]++#[\t -~]*+)?+\r?\n)++")
"""Matches lines in our notation without signs, perhaps with comments. `_is_plain` checks the number of cells."""
_CELL_COUNTS = {
    f"{width}x{height}".encode(): width * height
    for width in range(MIN_SIZE, MAX_SIZE + 1)
    for height in range(MIN_SIZE, MAX_SIZE + 1)
    if not size_fault(width, height)
}


class StreamLines:
    """At most one block and one line are in memory. `number` counts the lines taken from the stream."""

    def __init__(self, stream: BinaryIO, before_waiting: Callable[[], None] | None) -> None:
        self._stream = stream
        self._before_waiting = before_waiting
        self._block = b""
        self._at = 0
        self._is_at_end = False
        self._is_at_start = True
        self._utf16: codecs.IncrementalDecoder | None = None
        self.number = 0

    def has_next(self) -> bool:
        """Read the next line, or its first `MAX_LINE` bytes, into the block; return False if there is no other line."""
        while self._block.find(b"\n", self._at) < 0 and len(self._block) - self._at < MAX_LINE:
            if self._is_at_end:
                return self._at < len(self._block)
            if self._before_waiting and not _is_ready(self._stream):
                self._before_waiting()
            more = self._stream.read1(_BLOCK) or b""  # type: ignore[attr-defined]
            self._is_at_end = not more
            self._block, self._at = self._block[self._at :] + self._as_utf8(more), 0
        return True

    def _as_utf8(self, raw: bytes) -> bytes:
        """Return bytes of the stream, converted to UTF-8 if the stream begins with the mark of UTF-16."""
        if self._is_at_start and raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            self._utf16 = codecs.getincrementaldecoder("utf-16")("replace")
        self._is_at_start = False
        return self._utf16.decode(raw).encode() if self._utf16 else raw

    @property
    def head(self) -> bytes:
        """The bytes that have been read but not yet taken; at the beginning, the first bytes of the stream."""
        return self._block[self._at :]

    def rest(self, limit: int) -> bytes:
        """Return all further bytes of the stream; if there are more than `limit`, only `limit` + 1 bytes."""
        return self.head + self._stream.read(max(0, limit + 1 - len(self.head)))

    def plain(self) -> list[bytes]:
        """Return the next plain lines that have already been read, and move past them."""
        match = _PLAIN_LINES.match(self._block, self._at)
        if match is None:
            return []
        lines = list(takewhile(_is_plain, match[0].splitlines(keepends=True)))
        self._at += sum(map(len, lines))
        self.number += len(lines)
        return lines

    def others(self, *, until_plain: bool) -> Iterator[TextLine]:
        """Yield the next line and the lines after it; with `until_plain`, stop before the next plain line.

        Even with `until_plain`, the next line itself may be plain. A line longer than `MAX_LINE` is yielded as an
        error. If a line does not end within `MAX_BYTES`, stop after it.
        """
        while True:
            self.number += 1
            end = self._block.find(b"\n", self._at, self._at + MAX_LINE) + 1 or min(
                len(self._block), self._at + MAX_LINE
            )
            raw, self._at = self._block[self._at : end], end
            if len(raw) < MAX_LINE or raw.endswith(b"\n"):
                yield _decode(self.number, raw)
            else:
                yield TextLine(self.number, "", f"the line is longer than {MAX_LINE} bytes", MAX_LINE)
                self._skip_line()
            if not self.has_next() or (until_plain and self._is_plain_next()):
                return

    def _is_plain_next(self) -> bool:
        end = self._block.find(b"\n", self._at) + 1
        return bool(_PLAIN_LINES.match(self._block, self._at, end)) and _is_plain(self._block[self._at : end])

    def _skip_line(self) -> None:
        """Skip the rest of a long line, or give up if it does not end, as in /dev/zero."""
        for _ in range(MAX_BYTES // _BLOCK):
            end = self._block.find(b"\n", self._at) + 1
            self._at = end or len(self._block)
            if end or not self.has_next():
                return
        self._block, self._at, self._is_at_end = b"", 0, True


def _is_plain(line: bytes) -> bool:
    """Return True if a line that matches `_PLAIN_LINES` has the number of cells that its size requires."""
    size, _, rest = line.partition(b";")
    end = _CELL_COUNTS.get(size)
    return end is not None and len(rest) > end and rest[end] in b";\t\r\n " and rest[end - 1] in b"01."


def _is_ready(stream: BinaryIO) -> bool:
    try:
        return bool(select.select([stream], [], [], 0)[0])
    except (OSError, ValueError):  # the operating system cannot wait for this stream
        return True


def _decode(number: int, raw: bytes) -> TextLine:
    raw = raw.removesuffix(b"\n").removesuffix(b"\r")
    if number == 1:
        raw = raw.removeprefix(codecs.BOM_UTF8)
    try:
        return TextLine(number, raw.decode())
    except UnicodeDecodeError as error:
        column = len(raw[: error.start].decode()) + 1
        return TextLine(number, "", f"byte 0x{raw[error.start]:02x} is not UTF-8", column)
