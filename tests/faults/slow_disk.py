"""The time from key to screen while every sync of the disk takes 25 ms: no key waits for it."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from contextlib import closing
from statistics import median

from tests.faults.hang_up import BOARD
from tests.faults.harness import Figures, main
from tests.faults.mutants import program
from tests.faults.syscalls import why_not
from tests.terminal.pty_terminal import PtyTerminal, home_environ

SYNC_US = 25_000
SYNCS = "fdatasync,fsync"


def measure(is_long: bool) -> Figures:
    """Measure 200 keys, or 40, with the usual and a slow disk: medians and 95th percentiles in microseconds."""
    figures = Figures()
    if why_not():
        return figures
    for disk, injection in (("usual", ()), ("slow", ("-e", f"inject={SYNCS}:delay_exit={SYNC_US}"))):
        times = sorted(_times(injection, 200 if is_long else 40))
        figures[f"{disk}_median_us"] = round(1e6 * median(times))
        figures[f"{disk}_p95_us"] = round(1e6 * times[len(times) * 95 // 100])
    if figures["slow_median_us"] > figures["usual_median_us"] + SYNC_US:
        figures.note("waits", "a key takes a sync longer on a slow disk")
    return figures


def _times(injection: tuple[str, ...], count: int) -> list[float]:
    """Return the seconds from each key, which sets a cell, to its value on the screen."""
    strace = [shutil.which("strace") or "", "-f", "--seccomp-bpf", "-o", os.devnull, "-e", f"trace={SYNCS}", *injection]
    with tempfile.TemporaryDirectory() as home:
        command = [*strace, sys.executable, *program(), "play", BOARD]
        with closing(PtyTerminal(command, home_environ(home))) as terminal:
            terminal.wait_for("0 1 place")
            times = [_time(terminal, "01"[number % 2]) for number in range(count)]
            terminal.press("\x11")
            terminal.wait_for_exit()  # or it would outlive strace, and write while its home is removed
            return times


def _time(terminal: PtyTerminal, key: str) -> float:
    """Return the seconds until the value of one key is under the cursor."""
    began = time.perf_counter()
    terminal.press(key)
    terminal.wait_for(lambda: terminal.look(*terminal.cursor()[:2])[0] == key)
    return time.perf_counter() - began


if __name__ == "__main__":
    main(measure)
