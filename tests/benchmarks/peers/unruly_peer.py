"""`sgt-unruly --generate`, the generator of Simon Tatham's Unruly (chiark.greenend.org.uk/~sgtatham/puzzles), in C."""

import os
import re
import shutil
import signal
import subprocess
import threading
import time
from pathlib import Path

from binairo_tui.engine import Band

_PROGRAMS = ("sgt-unruly", "/usr/games/sgt-unruly")
_DIFFICULTIES = {Band.GENTLE: "t", Band.EASY: "e", Band.MEDIUM: "n"}


class UnrulyGenerator:
    """Makes puzzles with unique lines. Its three difficulties are set against our three easiest bands."""

    name = "sgt-unruly"

    def is_available(self) -> bool:
        """Whether it is installed here."""
        return self._program() is not None

    def makes(self, band: Band) -> bool:
        """Whether it has a difficulty to set against this band."""
        return band in _DIFFICULTIES

    def generate(self, size: int, band: Band, seconds: float) -> tuple[int, int]:
        """The number of puzzles that it makes in so many seconds at most, and the nanoseconds of CPU that they take.

        Its start is part of the time, which is why it makes many puzzles at once.
        """
        count, made, cpu, ends = 1, 0, 0, time.monotonic() + seconds
        while time.monotonic() < ends:
            left = ends - time.monotonic()
            fresh, ns, is_done = self._run(f"{size}x{size}ud{_DIFFICULTIES[band]}", count, left)
            if not is_done:
                return (made, cpu) if made else (0, ns)
            made, cpu = made + fresh, cpu + ns
            count = max(1, int(count * min(8.0, 0.4 * (ends - time.monotonic()) * 1e9 / (ns + 1))))
        return made, cpu

    def _run(self, parameters: str, count: int, seconds: float) -> tuple[int, int, bool]:
        """Puzzles made, nanoseconds of CPU, and whether it was done before it was ended."""
        command = [self._program() or "", "--generate", str(count), parameters]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        if process.stdout is None:
            raise RuntimeError("sgt-unruly has no pipe")
        alarm = threading.Timer(seconds + 1, process.send_signal, [signal.SIGKILL])
        alarm.start()
        lines = process.stdout.read().splitlines()
        alarm.cancel()
        process.stdout.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        puzzles = [line for line in lines if re.fullmatch(r"\d+x\d+u:[A-Za-z]+", line)]
        if process.returncode == 0 and len(puzzles) != count:
            raise RuntimeError(f"sgt-unruly printed {lines[:3]}")
        return len(puzzles), int((usage.ru_utime + usage.ru_stime) * 1e9), process.returncode == 0

    def _program(self) -> str | None:
        return next((path for name in _PROGRAMS if (path := shutil.which(name)) and Path(path).is_file()), None)
