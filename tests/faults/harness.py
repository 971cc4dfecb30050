"""The common part of the harnesses: their figures, and how they are started."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, cast

from tests.faults.mutants import MUTANTS, Noticing, break_program

ROOT = Path(__file__).resolve().parents[2]
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK | os.X_OK) else None
"""A directory in memory for files that need not last; None if there is none."""
Short = Callable[[bool], "Figures"]


class Figures(Counter[str]):
    """Counts by name, and a description of the first failure."""

    first_trouble: str = ""
    stops: ClassVar[bool] = False
    """Whether to stop at the first failure: a mutant need not be caught twice."""

    def note(self, name: str, trouble: BaseException | str) -> None:
        """Count a failure."""
        self[name] += 1
        self.first_trouble = self.first_trouble or f"{name}: {trouble}"
        if self.stops:
            raise NoticedError(self)

    def add(self, others: Figures) -> None:
        """Add the counts of another part."""
        self.update(others)
        self.first_trouble = self.first_trouble or others.first_trouble


class NoticedError(Exception):
    """A mutant was caught; the argument is the figures so far."""


def main(measure: Short) -> None:
    """Run a harness as the arguments say, and print its figures; `measure` is called with whether the form is long."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--mutant", choices=MUTANTS, default="")
    arguments = parser.parse_args()
    break_program(arguments.mutant)
    Figures.stops = bool(arguments.mutant)
    try:
        figures = measure(arguments.long)
    except NoticedError as noticed:
        (figures,) = noticed.args
    print(json.dumps({**figures, "first_trouble": figures.first_trouble}))


def run(name: str, *arguments: str) -> dict[str, int | str]:
    """Return the figures of `python -m tests.faults.NAME`, in a new process: harnesses fork and break the program."""
    done = subprocess.run(
        [sys.executable, "-m", f"tests.faults.{name}", *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    if done.returncode:
        raise AssertionError(f"{name} ended with {done.returncode}:\n{done.stderr}")
    return cast("dict[str, int | str]", json.loads(done.stdout.splitlines()[-1]))


def is_noticed(case: Noticing) -> bool:
    """Return whether a harness notices a mutant."""
    trouble = str(run(case.harness, *case.arguments, "--mutant", case.mutant)["first_trouble"])
    return bool(trouble) and case.trouble in trouble


def fork(work: Callable[[], None]) -> int:
    """Run `work` in a forked process, and return its id. If `work` raises, it exits with status 1 and a traceback."""
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            work()
            status = 0
        except BaseException:  # in any case, the child must not return into the work of its parent
            traceback.print_exc()
        finally:
            os._exit(status)
    return pid
