"""Opens and reads untrusted files. Never hangs, limits the size, and decodes strictly."""

import codecs
import os
import re
import stat
import sys
from contextlib import nullcontext
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from binairo_tui.files import system

MAX_BYTES = 1 << 20

_SHELL_PIPE = r"/dev/stdin|/dev/fd/[0-9]+|/proc/self/fd/[0-9]+"


class UnreadableError(Exception):
    """A file cannot be read. The message is a clause that does not name the file."""


def open_untrusted(path: str | Path, limit: int = MAX_BYTES) -> BinaryIO:
    """Open a file as `open_stream` does, but read a regular file into memory first.

    A pipe is not read in advance, so the caller must limit how much it reads. Raises UnreadableError if the file cannot
    be opened or read, or if a regular file has more than `limit` bytes.
    """
    stream = open_stream(path)
    if stat.S_ISFIFO(os.fstat(stream.fileno()).st_mode):
        return stream
    with stream:
        return BytesIO(_read(stream, limit))


def open_stream(path: str | Path) -> BinaryIO:
    """Open a regular file, /dev/null, or a pipe of the shell: `/dev/stdin`, or `/dev/fd/N`, which stands for `<(...)`.

    Never blocks, whatever `path` is. The caller must limit how much it reads into memory. Raises UnreadableError.
    """
    try:
        descriptor = os.open(path, system.READ_ANY)
    except OSError as error:
        raise UnreadableError(_reason(error)) from error
    except ValueError as error:
        raise UnreadableError("not a valid file name") from error
    status = os.fstat(descriptor)
    is_pipe = stat.S_ISFIFO(status.st_mode) and re.fullmatch(_SHELL_PIPE, str(path))
    is_null = stat.S_ISCHR(status.st_mode) and os.path.samestat(status, Path(os.devnull).stat())
    # Some files of the kernel, such as /proc/kmsg, pass for regular, but reading them waits for the next message.
    is_regular = stat.S_ISREG(status.st_mode) and system.would_answer(descriptor)
    if is_pipe or is_null or is_regular:
        system.set_waiting(descriptor, not is_regular)
        return os.fdopen(descriptor, "rb")
    os.close(descriptor)
    raise UnreadableError("a directory, not a file" if stat.S_ISDIR(status.st_mode) else "not a regular file")


def read_argument(argument: str, limit: int) -> bytes:
    """Return the bytes of a file or, for `-`, of standard input, but at most `limit` + 1 bytes.

    Raises UnreadableError as `open_untrusted` does, or if standard input is closed. Raises OSError if reading fails.
    """
    if argument == "-" and sys.stdin is None:
        raise UnreadableError("it is closed")
    with nullcontext(sys.stdin.buffer) if argument == "-" else open_untrusted(argument, limit) as stream:
        return stream.read(limit + 1)


def read_untrusted(path: str | Path) -> str:
    """Return the text in a file or pipe that `open_stream` accepts, without a leading byte order mark.

    Waits only for a pipe. Raises UnreadableError if the file cannot be read, has more than `MAX_BYTES` bytes or is not
    UTF-8.
    """
    with open_stream(path) as stream:
        raw = _read(stream, MAX_BYTES)
    try:
        return raw.removeprefix(codecs.BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise UnreadableError(f"line {line}: byte 0x{error.object[error.start]:02x} is not UTF-8") from error


def _read(stream: BinaryIO, limit: int) -> bytes:
    # The size from fstat does not help: it is 0 for files in /proc, and a file may grow in the meantime.
    try:
        raw = stream.read(limit + 1)
    except OSError as error:
        raise UnreadableError(_reason(error)) from error
    if len(raw) > limit:
        raise UnreadableError(f"larger than {limit >> 20} MiB")
    return raw


def _reason(error: OSError) -> str:
    return error.strerror or type(error).__name__
