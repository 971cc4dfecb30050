"""The law of type-ahead on real pseudo-terminals: what `type_ahead --terminal` tests.

Two programs get the same keys, one in bursts, the other key by key. Their screens must become equal, and their files
must be equal when both have ended. A key that cancels work is sent alone.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

from tests.faults.harness import Figures
from tests.faults.mutants import program
from tests.faults.type_ahead import EXAMPLES, Keys, Tried, difference, files, random_burst, text_of
from tests.terminal.pty_terminal import PtyTerminal, home_environ

PATIENCE = 20.0
"""Seconds after which screens that differ are taken to differ for ever."""
QUIET = 0.02
"""Seconds without output after which the next key of the second program is sent; too early is just a burst."""
BURSTS_A_START = 40
_PROLOGUE = """
import itertools, secrets
from binairo_tui.tui.screens import base, importing
seeds = itertools.count()
secrets.randbelow = lambda limit: next(seeds) % 3
base.BaseScreen.HELD_SECONDS = importing.ImportScreen.HELD_SECONDS = 60
"""
"""Puzzles that are the same in both programs. Keys wait for work as long as it takes: a loaded machine needs more time
than a player is made to wait, and what a key finds after that depends on the machine.
"""
_CALLING_OFF = {"q", "escape"}
_TIME = re.compile(r" *\b\d+:\d\d\b")


def run(bursts: int, seed: int, directory: Path) -> tuple[Figures, list[Tried]]:
    """Try bursts on two terminals; return the figures and the bursts that took longest."""
    figures = Figures(bursts=0, keys=0, starts=0, differences=0)
    slowest: list[Tried] = []
    wanted = _bursts(bursts, Random(seed))
    while figures["bursts"] < bursts:
        with _terminals(directory / str(figures["starts"])) as (ahead, patient):
            figures["starts"] += 1
            for keys in (keys for _, keys in zip(range(BURSTS_A_START), wanted, strict=False)):
                tried = _try_burst(ahead, patient, keys)
                figures.update(bursts=1, keys=len(keys))
                slowest = sorted([*slowest, tried], key=lambda it: -it.seconds)[:3]
                if tried.difference:
                    print(f"{' '.join(keys)}: {tried.difference}", file=sys.stderr, flush=True)
                    figures.note("differences", f"{' '.join(keys)}: {tried.difference}")
                    break
                is_home = "q quit" in ahead.text()  # and may be on its way out
                if ahead.ends_within(QUIET if is_home else 0.0):
                    break
            _end(ahead)
            _end(patient)
        homes = [directory / str(figures["starts"] - 1) / name for name in ("bursts", "singly")]
        if found := difference(files(homes[0]), files(homes[1])):
            figures.note("differences", found)
    return figures, slowest


def _bursts(count: int, chance: Random) -> Iterator[Keys]:
    """Yield bursts, each calling-off key by itself."""
    for number in range(count):
        keys = tuple(EXAMPLES[number].split()) if number < len(EXAMPLES) else random_burst(chance)
        yield tuple([key for key in keys if key not in _CALLING_OFF]) or ("down",)
        if not _CALLING_OFF.isdisjoint(keys):
            yield ("q",)


def _try_burst(ahead: PtyTerminal, patient: PtyTerminal, keys: Keys) -> Tried:
    is_last = keys == ("q",) and "q quit" in ahead.text()
    for key in keys:
        _send(patient, key)
        patient.settle(QUIET)
    began = time.monotonic()
    _send(ahead, *keys)
    if is_last:
        has_ended = ahead.ends_within(PATIENCE) and patient.ends_within(PATIENCE)
        return Tried(keys, time.monotonic() - began, "" if has_ended else "does not end")
    while True:
        ahead.settle(QUIET)
        patient.settle(QUIET)
        one, other = _text(ahead), _text(patient)
        seconds = time.monotonic() - began
        if ahead.ends_within(0.0) and patient.ends_within(0.0):
            return Tried(keys, seconds, "")  # what they drew last depends on time
        if one == other or seconds > PATIENCE:
            return Tried(keys, seconds, "" if one == other else f"in a burst\n{one}\none by one\n{other}")


def _send(terminal: PtyTerminal, *keys: str) -> None:
    if not terminal.ends_within(0.0):
        terminal.send("".join([text_of(key) for key in keys]).encode())


def _text(terminal: PtyTerminal) -> str:
    """Return the screen without what may differ: the home, and the time, because keys can show the clock again."""
    return _TIME.sub(" 0:00", terminal.text().replace("/bursts/", "/").replace("/singly/", "/"))


def _end(terminal: PtyTerminal) -> None:
    _send(terminal, "ctrl+q")
    if not terminal.ends_within(PATIENCE):
        raise AssertionError(f"the program does not end:\n{terminal.text()}")
    terminal.wait_for_exit()


@contextmanager
def _terminals(directory: Path) -> Iterator[tuple[PtyTerminal, PtyTerminal]]:
    """Start the program twice, with files of its own each time, and without what time changes on the screen."""
    directory.mkdir()
    started = []
    for name in ("bursts", "singly"):
        home = directory / name
        for path in (home, home / "data", home / "data" / "binairo-tui", home / "config", home / "config/binairo-tui"):
            path.mkdir(mode=0o700)
        (home / "config" / "binairo-tui" / "config.toml").write_text("show_clock = false\n", encoding="utf-8")
        started.append(PtyTerminal.python(*program(_PROLOGUE), environ=home_environ(home)))
    ahead, patient = started
    with closing(ahead), closing(patient):
        for terminal in (ahead, patient):
            terminal.wait_for("Quit")
        yield ahead, patient
