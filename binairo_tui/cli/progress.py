"""The progress line of long jobs, shown on stderr if that is a terminal, with the time left if the total is known."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from shutil import get_terminal_size
from time import monotonic
from typing import Any, TypeVar

from binairo_tui import processes
from binairo_tui.cli.output import clear_progress, hide_before_output, print_warning

_Result = TypeVar("_Result")
_SECONDS_BEFORE = 0.4
"""Jobs that take less time than this show no progress line."""
_SECONDS_BETWEEN = 0.1


class ProgressLine:
    """A line on stderr that shows progress in `unit`s, redrawn at most every `_SECONDS_BETWEEN`."""

    def __init__(self, title: str, unit: str) -> None:
        self._title = title
        self._unit = unit
        self._is_on = sys.stderr is not None and sys.stderr.isatty()
        self._started = monotonic()
        self._next = self._started + _SECONDS_BEFORE

    def show(self, done: int, total: int | None = None, seconds_left: float | None = None) -> None:
        """Redraw the line if it is time. By default, estimate `seconds_left` as if all units took the same time."""
        now = monotonic()
        if not self._is_on or now < self._next:
            return
        self._next = now + _SECONDS_BETWEEN
        part = f"{done:,} {self._unit}, {duration(now - self._started)}"
        if total:
            if seconds_left is None:
                seconds_left = (now - self._started) * (total - done) / max(done, 1)
            part = f"{done / total:.0%}, {done:,} of {total:,} {self._unit}, {duration(seconds_left)} left"
        hide_before_output(self.hide)  # first, in case Ctrl+C comes before the next line
        self._write(f"{self._title}: {part}"[: get_terminal_size().columns - 1])

    def hide(self) -> None:
        hide_before_output(None)
        self._write("")

    def _write(self, text: str) -> None:
        with suppress(OSError):
            sys.stderr.write(f"\r\x1b[2K{text}")  # clears the line first
            sys.stderr.flush()


@contextmanager
def progress_line(title: str, unit: str) -> Iterator[ProgressLine]:
    """Yield a progress line; it is always cleared at the end, even after an exception."""
    try:
        yield ProgressLine(title, unit)
    finally:
        clear_progress()


def in_order(
    function: Callable[..., _Result],
    jobs: Iterable[tuple[Any, ...]],
    workers: int,
    title: str,
    *,
    unit: str,
    total: int | None,
) -> Iterator[_Result]:
    """Show the progress of `processes.executors.in_order`, with at most as many processes as jobs (`total`)."""
    results = processes.executors.in_order(function, jobs, min(workers, total or workers), print_warning)
    with progress_line(title, unit) as line:
        for done, result in enumerate(results, 1):
            yield result
            line.show(done, total)


def duration(seconds: float) -> str:
    """Return a readable duration: `8 s`, `3 min 20 s`, `5 h 12 min`."""
    minutes, rest = divmod(round(max(seconds, 0)), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
