"""Bug reports: the facts needed to find the cause of an unexpected exception, without the player's data.

A report names the type of the exception and the places in the code through which it came. The message of the exception
and the values of variables are left out, because they may quote games, files or paths of the player.
"""

import errno
import os
import platform
import sys
import traceback
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from binairo_tui import __version__
from binairo_tui.files import atomic, paths

KEPT = 20
"""The maximum number of reports on the disk. No more are written until some are deleted."""

SHORTAGES = {
    errno.EAGAIN: "no more processes or threads can be started",
    errno.EMFILE: "no more files can be opened",
    errno.ENFILE: "no more files can be opened",
    errno.ENOMEM: "there is not enough memory",
}
"""Maps error numbers to the limits of the system that they mean."""

reported: dict[str, BaseException] = {}
"""The exceptions that this process has reported, by type and place. Each exception is reported once."""


def report(error: BaseException, doing: str) -> str:
    """Write a report of an unhandled exception, and return sentences about it for the player.

    `doing` completes the sentence "It happened ...". The sentences give the type and the place of the exception and, if
    a report was written, its path. Never raises. No report is written if the exception was reported before, if there
    are `KEPT` reports, or if the disk fails. If the system lacks something, such as memory, the exception is not a bug:
    no report is written, and the sentence says what is missing.
    """
    lacking = find_shortage(error)
    if lacking:
        return f"The system has reached a limit: {lacking}."
    place = _places(error)[-1:]
    name = f"{type(error).__name__} at {place[0]}" if place else type(error).__name__
    is_new = name not in reported
    reported[name] = error
    kept = ""
    with suppress(Exception):
        path = _write(error, doing) if is_new else None
        kept = f" A report for its authors, without your data, is {path}." if path else ""
    return f"This is a bug in binairo-tui ({name}).{kept}"


def find_shortage(error: BaseException) -> str:
    """If an exception was raised because the system lacks something, return a clause that says what; otherwise ''."""
    number = error.errno if isinstance(error, OSError) else None
    if isinstance(error, MemoryError):
        number = errno.ENOMEM
    elif isinstance(error, RuntimeError) and str(error) == "can't start new thread":
        number = errno.EAGAIN
    elif number == errno.EAGAIN and not _starts_processes(error):
        number = None  # a stream that does not block
    return SHORTAGES.get(number or 0, "")


def _starts_processes(error: BaseException) -> bool:
    innermost = list(traceback.walk_tb(error.__traceback__))[-1:]
    return any(frame.f_globals["__name__"].startswith(("multiprocessing", "subprocess")) for frame, _ in innermost)


def list_reports() -> list[Path]:
    """Return the paths of the reports, oldest first. Raises OSError."""
    try:
        return sorted(it for it in paths.reports_dir().iterdir() if it.suffix == ".txt")
    except FileNotFoundError:
        return []


def _write(error: BaseException, doing: str) -> Path | None:
    """Write a report and return its path; return None if there are already too many reports."""
    if len(list_reports()) >= KEPT:
        return None
    now = datetime.now(UTC)
    path = paths.reports_dir() / f"{now:%Y%m%dT%H%M%SZ}-{type(error).__name__}-{os.urandom(2).hex()}.txt"
    versions = f"binairo-tui {__version__}, Python {platform.python_version()}, {platform.platform()}"
    lines = [versions, f"{now:%Y-%m-%d %H:%M:%S} UTC. It happened {doing}.", "", *_chain(error), ""]
    atomic.atomic_write(path, "\n".join(lines).encode())
    return path


def _chain(error: BaseException) -> Iterator[str]:
    seen: set[int] = set()
    found: BaseException | None = error
    while found is not None and id(found) not in seen:
        seen.add(id(found))
        yield type(found).__name__
        yield from [f"  {place}" for place in _places(found)]
        found = found.__cause__ or found.__context__


def _places(error: BaseException) -> list[str]:
    """Return the functions and lines through which an exception came, the innermost last."""
    return [
        f"{_module_path(frame.filename)}:{frame.lineno} in {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]


def _module_path(name: str) -> str:
    """Return the path of a module without its installation directory, which may contain the player's name."""
    path = Path(name)
    roots = [Path(it) for it in sys.path if it and path.is_relative_to(it)]
    return str(path.relative_to(max(roots, key=lambda root: len(root.parts)))) if roots else path.name
