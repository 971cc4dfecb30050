"""What a benchmark ran on, so that others can scale its figures."""

import os
import platform
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from binairo_tui.engine.core import core_name

_CPU_INFO = Path("/proc/cpuinfo")


@dataclass(frozen=True)
class Machine:
    """`sum_us` is the time of a bare `sum(range(1000))` in microseconds, measured when this object was made."""

    cpu: str
    cores: int
    python: str
    sum_us: float
    engine: str

    def __str__(self) -> str:
        speed = f"sum(range(1000)): {self.sum_us:.2f} µs"
        return f"{self.cpu}, {self.cores} cores, {self.python}; {speed}; engine in {self.engine}"


def this_machine() -> Machine:
    """The machine this runs on."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return Machine(_cpu_model(), os.cpu_count() or 1, python, time_bare_sum(), core_name())


def time_bare_sum(repeats: int = 5000) -> float:
    """Median time of `sum(range(1000))` in microseconds."""
    times = []
    for _ in range(repeats):
        started = time.perf_counter_ns()
        sum(range(1000))
        times.append(time.perf_counter_ns() - started)
    return median(times) / 1000


def _cpu_model() -> str:
    if _CPU_INFO.is_file():
        for line in _CPU_INFO.read_text("utf-8").splitlines():
            key, _, value = line.partition(":")
            if key.strip() == "model name":
                return value.strip()
    return platform.processor() or platform.machine() or "unknown processor"
