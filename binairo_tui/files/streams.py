"""The standard streams at the end: a message on stderr, and a truthful exit status if a stream cannot be written.

Python flushes both streams once more when it exits. If that fails, it prints "Exception ignored ..." and exits with
120.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TextIO

NOT_WRITTEN = 2
"""The exit status if the output or the last moves cannot be written."""
READER_GONE = 141
"""The exit status if the reader of the output has closed it: 128 + SIGPIPE."""


def print_error(message: str) -> None:
    """Print a line on stderr; if stderr is closed or cannot be written, nothing happens."""
    if sys.stderr is not None:
        try:
            print(f"binairo: {message}", file=sys.stderr, flush=True)
        except OSError:
            discard(sys.stderr)


def discard(stream: TextIO) -> None:
    """Send what a stream still holds, and what is written to it later, to /dev/null."""
    with suppress(OSError, ValueError):
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, stream.fileno())
        os.close(devnull)


def flush_streams(status: int) -> int:
    """Flush the standard streams before the program exits; return its status, which says so if that fails."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError) as error:
            discard(stream)
            status = status or (READER_GONE if isinstance(error, BrokenPipeError) else NOT_WRITTEN)
    return status
