"""The standard streams: prints errors on stderr, and sets the exit status if a stream cannot be written.

Python flushes stdout and stderr again when it exits. If that flush fails, Python prints "Exception ignored ..." and
exits with status 120.
"""

import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from typing import TextIO

NOT_WRITTEN = 2
"""The exit status if the output or the last moves cannot be written."""
BUG = 70
"""The exit status if a bug has ended the program: EX_SOFTWARE in sysexits.h."""
READER_GONE = 141
"""The exit status if the reader of the output has closed it: 128 + SIGPIPE."""


def prepare_streams() -> None:
    """Make stdout and stderr write characters that the locale lacks, such as "×", as backslash escapes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def print_error(message: str) -> None:
    """Print the line `binairo: MESSAGE` on stderr. Does nothing if stderr is closed or cannot be written."""
    if sys.stderr is not None:
        try:
            print(f"binairo: {message}", file=sys.stderr, flush=True)
        except OSError:
            discard(sys.stderr)


def discard(stream: TextIO) -> None:
    with suppress(OSError, ValueError):
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, stream.fileno())
        os.close(devnull)


def flush_streams(status: int) -> int:
    """Return `status` or, if it is 0 and a stream cannot be flushed, READER_GONE or NOT_WRITTEN."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError) as error:
            discard(stream)
            status = status or (READER_GONE if isinstance(error, BrokenPipeError) else NOT_WRITTEN)
    return status
