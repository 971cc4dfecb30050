"""The progress line of long jobs, with the time left. It is shown on stderr, and only if stderr is a terminal."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from time import monotonic
from typing import TYPE_CHECKING

from binairo_tui.cli.output import hide_before_output
from binairo_tui.files import system

if TYPE_CHECKING:
    from rich.progress import Progress

_SECONDS_BEFORE = 0.4
"""Jobs that take less time than this show no progress line."""
_SECONDS_BETWEEN = 0.1
_CLEAR_LINE = "\r\x1b[2K"
_BLOCK = 1 << 20


class ProgressLine:
    """A line on stderr that shows progress in `unit`s, redrawn at most every `_SECONDS_BETWEEN`.

    `total` is the number of all units, None if it is not known.
    """

    def __init__(self, title: str, unit: str, total: int | None) -> None:
        self._title = title
        self._unit = unit
        self._total = total
        self._is_on = is_terminal()
        self._next = monotonic() + _SECONDS_BEFORE
        self._started = monotonic()
        self._rich: Progress | None = None
        self._base = 0
        self._line = 0
        self._count = 0

    def advance_to(self, line: int | None) -> None:
        """Show that the puzzle on line `line` of the current source is done.

        If `line` is None, or is not higher than in the last call, the puzzle is the first of the next source.
        """
        self._count += 1
        if line is None or line <= self._line:  # the next source has begun
            self._base += self._line
        self._line = line or 1
        self.show(self._base + self._line if self._total is not None else self._count)

    def show(self, done: int, total: int | None = None, seconds_left: float | None = None) -> None:
        """Show that `done` units are done, if it is time to redraw the line.

        `total` replaces the total given to the constructor, in this call. Without `seconds_left`, the time left is
        estimated as if all units took the same time.
        """
        if not self._is_on:
            return
        now = monotonic()
        if now < self._next:
            return
        self._next = now + _SECONDS_BETWEEN
        if self._rich is None:
            self._rich = self._start()
        total = total or self._total
        if seconds_left is None:
            seconds_left = (now - self._started) * ((total or 0) - done) / max(done, 1)
        self._rich.update(self._rich.task_ids[0], completed=done, total=total, left=f"{duration(seconds_left)} left")
        self._rich.refresh()
        hide_before_output(self.hide)

    def hide(self) -> None:
        hide_before_output(None)
        with suppress(OSError):
            sys.stderr.write(_CLEAR_LINE)
            sys.stderr.flush()

    def close(self) -> None:
        hide_before_output(None)
        if self._rich is not None:
            self._rich.stop()
            self._rich = None
            self.hide()

    def _start(self) -> Progress:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        done = f"{{task.completed:,.0f}} of {{task.total:,.0f}} {self._unit}, {{task.fields[left]}}"
        known = (BarColumn(), TextColumn(done))
        unknown = (TextColumn(f"{{task.completed:,.0f}} {self._unit}"), TimeElapsedColumn())
        progress = Progress(
            TextColumn("{task.description}"),
            *(known if self._total is not None else unknown),
            console=Console(stderr=True),
            auto_refresh=False,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        progress.add_task(self._title, total=self._total, left="")
        progress.start()
        return progress


@contextmanager
def progress_line(title: str, unit: str, total: int | None) -> Iterator[ProgressLine]:
    """Yield a progress line for a job of `total` units; it is always cleared at the end, even after an exception."""
    line = ProgressLine(title, unit, total)
    try:
        yield line
    finally:
        line.close()


def reading_progress(verb: str, arguments: Sequence[str]) -> AbstractContextManager[ProgressLine]:
    """Return a progress line for reading these arguments: of lines if their total is known, otherwise of puzzles."""
    total = _count_lines(arguments) if is_terminal() else None
    return progress_line(verb, "lines" if total is not None else "puzzles", total)


def duration(seconds: float) -> str:
    """Return a readable duration: `8 s`, `3 min 20 s`, `5 h 12 min`."""
    minutes, rest = divmod(round(max(seconds, 0)), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def is_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


def _count_lines(arguments: Sequence[str]) -> int | None:
    """Return the number of lines in all arguments; None if one is no regular file."""
    with suppress(OSError, ValueError):
        return sum(map(_count_lines_of, arguments))
    return None


def _count_lines_of(argument: str) -> int:
    """Return the number of lines in a file. Raises OSError or ValueError if the argument is anything else."""
    descriptor = os.dup(0) if argument == "-" else os.open(argument, system.READ_ANY)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise ValueError("not a regular file")
        at = os.lseek(descriptor, 0, os.SEEK_CUR) if argument == "-" else 0
        total = 0
        while block := system.read_at(descriptor, _BLOCK, at):
            total += block.count(b"\n")
            at += len(block)
        return total
    finally:
        os.close(descriptor)
