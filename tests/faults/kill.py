"""SIGKILL at random times and at every call that changes the disk: no damage, and no loss of reported saves."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from random import Random

from tests.faults.harness import Figures, fork, main
from tests.faults.mutants import add_migration
from tests.faults.player import CorruptError, found, play
from tests.faults.syscalls import Begin, killed_at, why_not

GAME = 1
KILLS_PER_FILE = 20
LONGEST_LIFE = 0.15
"""Limit on the seconds from the fork of a player to its end; opening the file takes about 0.02 s.

It grows as long as no player makes a move, as on a busy machine.
"""
OLD_STATE = 5
"""State of the game in the file that is saved to and migrated."""
SPARSE = 8
"""The short form kills at each call with a multiple of this number."""


def measure(is_long: bool) -> Figures:
    """Kill 600 times at random and at every call, or 20 times and at some calls."""
    figures = Figures(random_kills=0, call_kills=0, moves=0, corrupt=0, lost=0)
    kill_at_random(figures, 600 if is_long else 20)
    if not why_not():
        kill_at_calls(figures, 1 if is_long else SPARSE)
    return figures


def kill_at_random(figures: Figures, kills: int) -> None:
    """Kill this many players at random times; each file is used for `KILLS_PER_FILE` of them."""
    chance, longest = Random(kills), LONGEST_LIFE
    while kills > 0:
        safe = 0
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory) / "data" / "progress.db"
            for _ in range(min(KILLS_PER_FILE, kills)):
                life = chance.uniform(0, longest)
                safe = max(safe, _acknowledged(partial(_die_later, path, life)))
                longest *= 1 if safe else 1.2
                _judge(figures, path, safe)
                figures["random_kills"] += 1
        figures["moves"] += safe
        kills -= KILLS_PER_FILE


def kill_at_calls(figures: Figures, every: int) -> None:
    """Kill sessions at their calls: one that creates the file, one that only saves, and one that migrates."""
    with tempfile.TemporaryDirectory() as directory:
        home = Path(directory)
        old = home / "old.db"
        play(old, GAME, OLD_STATE, lambda number: None)
        _kill_everywhere(figures, every, home / "new", None, _from_the_start)
        _kill_everywhere(figures, every, home / "save", old, _from_the_first_save)
        add_migration()
        _kill_everywhere(figures, every, home / "migrate", old, _from_the_start)


def _kill_everywhere(figures: Figures, every: int, home: Path, old: Path | None, work: Work) -> None:
    """Run work repeatedly, killed at a later call each time, until it ends by itself."""
    for number in count(1, every):
        path = home / "progress.db"
        safe = 0
        if old:
            home.mkdir(mode=0o700)
            shutil.copy(old, path)
            safe = OLD_STATE
        status = 0

        def die(report: int, number: int = number, path: Path = path) -> None:
            nonlocal status
            status = killed_at(partial(work, path, report), number)

        safe = max(safe, _acknowledged(die))
        _judge(figures, path, safe)
        shutil.rmtree(home, ignore_errors=True)
        if status == 0:
            return
        if status != -signal.SIGKILL:
            raise AssertionError(f"the work ended with {status}")
        figures["call_kills"] += 1


Work = Callable[[Path, int, Begin], None]
"""Works on a file, reports to a descriptor, and calls `Begin` to be traced."""


def _from_the_start(path: Path, report: int, begin: Begin) -> None:
    begin()
    play(path, GAME, 1, partial(_report, report))


def _from_the_first_save(path: Path, report: int, begin: Begin) -> None:
    play(path, GAME, 5, partial(_report, report), begin)


def _die_later(path: Path, life: float, report: int) -> None:
    """Fork a player and kill it after this many seconds."""
    pid = fork(partial(play, path, GAME, sys.maxsize, partial(_report, report)))
    time.sleep(life)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


def _report(descriptor: int, number: int) -> None:
    os.write(descriptor, f"{number}\n".encode())


def _acknowledged(work: Callable[[int], None]) -> int:
    """Return the last state that `work` reported to its descriptor."""
    reader, writer = os.pipe()
    with os.fdopen(reader) as reports:
        work(writer)
        os.close(writer)
        return int(([*reports] or ["0"])[-1])


def _judge(figures: Figures, path: Path, safe: int) -> None:
    try:
        number = found(path, GAME)
    except CorruptError as error:
        figures.note("corrupt", error)
        shutil.rmtree(path.parent)
    else:
        if number < safe:
            figures.note("lost", f"state {number} of {safe}")


if __name__ == "__main__":
    main(measure)
