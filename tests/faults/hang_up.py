"""The ways in which a terminal ends, on a real one: how soon the program ends, its CPU time, and what it saves.

    python -m tests.faults.hang_up [--long]

prints how often the terminal ended, in the middle of a game and while the program was starting.
"""

from __future__ import annotations

import os
import signal
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from binairo_tui.store.opening import open_database
from binairo_tui.store.queries import unfinished_games
from binairo_tui.store.saves import load_game
from tests.faults.harness import Figures, main
from tests.faults.mutants import program
from tests.terminal.pty_terminal import PtyTerminal, home_environ

MOVES = ("1", "right", "0", "down", "1", "left", "0")
SAVED = 4
"""Number of steps that these keys make."""
BOARD = "8x6;" + "." * 48
REPAINT = "\x0c"
PROLOGUE = """
import signal
signal.signal(signal.SIGHUP, signal.SIG_{hup})
signal.pthread_sigmask(signal.SIG_{block}, [signal.SIGHUP])
"""
PROMISED = 3.0
"""Seconds within which the program must end on a machine that is not busy."""
LONGEST = 60.0
"""Seconds after which the program is killed, because it does not end."""


def close(terminal: PtyTerminal) -> None:
    """Close the terminal, as a closed window or a lost connection does."""
    terminal.vanish()


def freeze(terminal: PtyTerminal) -> None:
    """Stop reading while the program writes, until its event loop waits for the terminal.

    This cannot be observed from outside; so many frames are more than the terminal and Textual's queue hold.
    """
    for _ in range(80):
        terminal.press(REPAINT)
        terminal.ends_within(0.02, reads=False)


def suspend(terminal: PtyTerminal) -> None:
    """Suspend the program, as Ctrl+Z does in a shell."""
    terminal.kill(signal.SIGTSTP)
    terminal.wait_for_stop()


def signals(*numbers: int) -> Callable[[PtyTerminal], None]:
    """Return a function that sends these signals, one after the other."""

    def send(terminal: PtyTerminal) -> None:
        for number in numbers:
            terminal.kill(number)

    return send


class Case(NamedTuple):
    """An end of a terminal: what is done, the right exit statuses, and how the program is started."""

    name: str
    end: Callable[[PtyTerminal], None]
    statuses: tuple[int, ...] = (128 + signal.SIGHUP,)
    is_there: bool = False
    """Whether there is still a terminal to restore and read."""
    hup: str = "DFL"
    block: str = "UNBLOCK"
    before: Callable[[PtyTerminal], None] | None = None
    """What is done before the end."""


CASES = (
    Case("SIGHUP", signals(signal.SIGHUP), is_there=True),
    Case("SIGTERM", signals(signal.SIGTERM), (128 + signal.SIGTERM,), is_there=True),
    Case(
        "SIGTERM, then SIGHUP",
        signals(signal.SIGTERM, signal.SIGHUP),
        (128 + signal.SIGTERM, 128 + signal.SIGHUP),
        is_there=True,
    ),
    Case("SIGINT", signals(signal.SIGINT), (0,), is_there=True),
    *[
        Case(it.name, signals(it), (-it,), is_there=True)
        for it in (signal.SIGUSR1, signal.SIGALRM, signal.SIGQUIT, signal.SIGABRT, signal.SIGXCPU)
    ],
    Case("SIGUSR2, then SIGTERM", signals(signal.SIGUSR2, signal.SIGTERM), (-signal.SIGUSR2,), is_there=True),
    Case("closed", close),
    Case("closed, SIGHUP ignored as under nohup", close, hup="IGN"),
    Case("closed, SIGHUP blocked", close, block="BLOCK"),
    Case("frozen, then SIGTERM", signals(signal.SIGTERM), (128 + signal.SIGTERM,), before=freeze),
    Case("frozen, then closed", close, before=freeze),
    Case("suspended, then closed", close, before=suspend),
)


STARTING = tuple(case for case in CASES if case.name in ("SIGHUP", "SIGTERM", "closed"))
"""Ends that may come while the program is starting. SIGINT is absent: Python itself prints a traceback so early."""
START_STEP = 0.04
"""Seconds between the moments of a start at which the terminal ends."""


class Outcome(NamedTuple):
    """The outcome of a case."""

    seconds: float
    """Seconds from the end of the terminal to the end of the program."""
    cpu_seconds: float
    status: int
    is_restored: bool
    has_crashed: bool
    steps: int
    """Steps of the only game on the disk."""

    def broken_promises(self, case: Case, within: float = PROMISED) -> list[str]:
        """Everything that is wrong, such as an end that did not come within so many seconds."""
        promises = {
            "gone soon": self.seconds < within,
            "burns nothing": self.cpu_seconds < 1,
            "right status": self.status in case.statuses,
            "terminal restored": self.is_restored == case.is_there,
            "every move kept": self.steps == SAVED,
            "no traceback": not self.has_crashed,
        }
        return [promise for promise, is_kept in promises.items() if not is_kept]


def outcome(case: Case, environ: Mapping[str, str], mutant: str = "", longest: float = LONGEST) -> Outcome:
    """Play, end the terminal, and wait at most `longest` seconds for the program to end; then kill it."""
    arguments = program(PROLOGUE.format(hup=case.hup, block=case.block), mutant)
    terminal = PtyTerminal.python(*arguments, "play", BOARD, environ=environ)
    with closing(terminal):
        modes = terminal.modes()
        terminal.wait_for("0 1 place")
        terminal.press(*MOVES)
        terminal.wait_for(" 8%")
        if case.before:
            case.before(terminal)
        before, began = cpu_seconds(terminal.pid), time.monotonic()
        case.end(terminal)
        terminal.ends_within(longest, reads=case.is_there)
        seconds, cpu = time.monotonic() - began, cpu_seconds(terminal.pid) - before
        if seconds > longest:
            terminal.kill(signal.SIGKILL)
        status = terminal.wait_for_exit() if case.is_there else terminal.reap()
        is_restored = case.is_there and terminal.modes() == modes and ends_restored(terminal.raw)
    return Outcome(seconds, cpu, status, is_restored, terminal.has_crashed, saved_steps(environ))


def ends_restored(raw: bytes) -> bool:
    """Return whether the last output leaves the alternate screen, shows the cursor and restores the keys."""
    return all(
        raw.rfind(off) > raw.rfind(on)
        for on, off in (
            (b"\x1b[?1049h", b"\x1b[?1049l"),
            (b"\x1b[?25l", b"\x1b[?25h"),
            (b"\x1b[?2004h", b"\x1b[?2004l"),
        )
    )


def saved_steps(environ: Mapping[str, str]) -> int:
    """Return the number of steps of the only game on the disk."""
    with closing(open_database(Path(environ["XDG_DATA_HOME"]) / "binairo-tui" / "progress.db")) as connection:
        games = unfinished_games(connection)
        return len(load_game(connection, games[0].id).progress.steps) if games else 0


def cpu_seconds(pid: int) -> float:
    """Return the CPU seconds of a process, which may be a zombie."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def broken_at_start(case: Case, seconds: float, environ: Mapping[str, str]) -> list[str]:
    """End the terminal so many seconds after the program was started; return everything that is wrong."""
    with closing(PtyTerminal.python(*program(), "play", BOARD, environ=environ)) as terminal:
        terminal.ends_within(seconds)
        case.end(terminal)
        is_gone = terminal.ends_within(LONGEST, reads=case.is_there)
        if not is_gone:
            terminal.kill(signal.SIGKILL)
    promises = {"gone soon": is_gone, "no traceback": not terminal.has_crashed}
    return [promise for promise, is_kept in promises.items() if not is_kept]


def measure(is_long: bool) -> Figures:
    """End terminals in every way, and at moments of the start."""
    figures = Figures(ends=0, ends_while_starting=0, slowest_ms=0, promises_broken=0)
    for _ in range(5 if is_long else 1):
        for case in CASES:
            with tempfile.TemporaryDirectory() as home:
                end = outcome(case, home_environ(home))
            figures["ends"] += 1
            figures["slowest_ms"] = max(figures["slowest_ms"], round(1000 * end.seconds))
            for promise in end.broken_promises(case):
                figures.note("promises_broken", f"{case.name}: {promise}")
    for moment in range(1, 25, 1 if is_long else 8):
        for case in STARTING:
            seconds = moment * START_STEP
            with tempfile.TemporaryDirectory() as home:
                broken = broken_at_start(case, seconds, home_environ(home))
            figures["ends_while_starting"] += 1
            for promise in broken:
                figures.note("promises_broken", f"{case.name} after {seconds:.2f} s of the start: {promise}")
    return figures


if __name__ == "__main__":
    main(measure)
