"""Opens and reads files from unknown sources: never hangs, limits the size, and decodes strictly."""

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
"""Limit on the size of a text file."""

_SHELL_PIPE = re.compile(r"/dev/stdin|/dev/fd/[0-9]+|/proc/self/fd/[0-9]+")


class UnreadableError(Exception):
    """A file cannot be read; the message is a clause without the file's name."""


def open_untrusted(path: str | Path, limit: int = MAX_BYTES) -> BinaryIO:
    """Open a regular file, or a pipe that the shell passes as `/dev/fd/N`, as `<(...)` does.

    Never waits, whatever is at `path`. A regular file of at most `limit` bytes is read into memory; a pipe is not read
    yet, so the caller must limit how much it reads. Raises UnreadableError.
    """
    try:
        # Without O_NONBLOCK, opening a device or a pipe without a writer could hang.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    except OSError as error:
        raise UnreadableError(_reason(error)) from error
    except ValueError as error:
        raise UnreadableError("no file can have this name") from error
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISFIFO(mode) and _SHELL_PIPE.fullmatch(str(path)):
        os.set_blocking(descriptor, True)
        return os.fdopen(descriptor, "rb")
    try:
        if not stat.S_ISREG(mode):
            raise UnreadableError("a directory, not a file" if stat.S_ISDIR(mode) else "not a regular file")
        return BytesIO(_read_all(descriptor, limit))
    finally:
        os.close(descriptor)


def read_untrusted(path: str | Path) -> str:
    """Return the text of such a file or pipe: at most `MAX_BYTES` of strict UTF-8, without a leading byte order mark.

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
    # The size in the status does not help: files in /proc have none, and any file may grow meanwhile.
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
