"""Files that someone else may have made: opened without hanging, read within a bound, decoded strictly."""

from __future__ import annotations

import codecs
import os
import re
import stat
from io import BytesIO
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from pathlib import Path

MAX_BYTES = 1 << 20
"""Longer files are refused."""

_HANDED_OVER = re.compile(r"/dev/stdin|/dev/fd/[0-9]+|/proc/self/fd/[0-9]+")


class UnreadableError(Exception):
    """A file cannot be used; the text is a clause that says why, without the file's name."""


def open_untrusted(path: str | Path, limit: int = MAX_BYTES) -> BinaryIO:
    """The bytes of a regular file, or a pipe that the shell hands over as `/dev/fd/N`, as `<(...)` does.

    Never waits, whatever lies at `path`. A regular file is in memory afterwards, at most `limit` bytes of it; a pipe is
    not read yet, and how much of it is read is for the caller to bound. Raises UnreadableError.
    """
    try:
        # Without O_NONBLOCK the mere opening of a device or of a pipe that nobody writes to could hang.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    except OSError as error:
        raise UnreadableError(_reason(error)) from error
    except ValueError as error:
        raise UnreadableError("no file can have this name") from error
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISFIFO(mode) and _HANDED_OVER.fullmatch(str(path)):
        os.set_blocking(descriptor, True)
        return os.fdopen(descriptor, "rb")
    try:
        if not stat.S_ISREG(mode):
            raise UnreadableError("a directory, not a file" if stat.S_ISDIR(mode) else "not a regular file")
        return BytesIO(_read_all(descriptor, limit))
    finally:
        os.close(descriptor)


def read_untrusted(path: str | Path) -> str:
    """The text of such a file or pipe, at most `MAX_BYTES` of strict UTF-8, without a byte order mark at the beginning.

    Waits only for a pipe. Raises UnreadableError.
    """
    with open_untrusted(path) as stream:
        try:
            raw = stream.read(MAX_BYTES + 1)
        except OSError as error:
            raise UnreadableError(_reason(error)) from error
    if len(raw) > MAX_BYTES:
        raise UnreadableError(_too_large())
    try:
        return raw.removeprefix(codecs.BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise UnreadableError(f"line {line}: byte 0x{error.object[error.start]:02x} is no UTF-8") from error


def _read_all(descriptor: int, limit: int) -> bytes:
    # By reading and not by the size in the status: files in /proc have none, and any file may grow meanwhile.
    chunks: list[bytes] = []
    left = limit + 1
    try:
        while left and (chunk := os.read(descriptor, left)):
            chunks.append(chunk)
            left -= len(chunk)
    except OSError as error:
        raise UnreadableError(_reason(error)) from error
    if not left:
        raise UnreadableError(_too_large(limit))
    return b"".join(chunks)


def _too_large(limit: int = MAX_BYTES) -> str:
    return f"larger than {limit >> 20} MiB"


def _reason(error: OSError) -> str:
    return error.strerror or type(error).__name__
