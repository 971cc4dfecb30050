"""The log of a host: a file that can be reopened after it was renamed, or standard error."""

import os
import time
from contextlib import suppress
from pathlib import Path

_STANDARD_ERROR = 2
_FLAGS = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC


class LogFile:
    """Writes lines to the end of the file at `path`, or to standard error if it is None. Raises OSError."""

    def __init__(self, path: Path | None) -> None:
        self._path = path.absolute() if path else None
        self._descriptor = _STANDARD_ERROR
        self.reopen()

    def reopen(self) -> None:
        """Open the file again, because another program may have renamed it. Raises OSError, and changes nothing."""
        if self._path is not None:
            before, self._descriptor = self._descriptor, os.open(self._path, _FLAGS, 0o600)
            if before != _STANDARD_ERROR:
                os.close(before)

    def write(self, line: str) -> None:
        """Write a line with the time in UTC. A line is lost if the disk is full: players go on nevertheless."""
        with suppress(OSError):
            os.write(self._descriptor, f"{time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime())} {line}\n".encode())
