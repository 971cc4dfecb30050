"""The ends of a terminal, and events that must not end the program."""

import signal
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from shutil import rmtree

import pytest

from tests.conftest import Report
from tests.faults.hang_up import (
    BOARD,
    CASES,
    LONGEST,
    PROMISED,
    REPAINT,
    START_STEP,
    STARTING,
    Case,
    broken_at_start,
    freeze,
    outcome,
)
from tests.faults.harness import run
from tests.faults.mutants import program
from tests.faults.worlds.running import UnseenTerminal
from tests.terminal.pty_terminal import PtyTerminal

Start = Callable[..., PtyTerminal]


LIKE_OTHERS = ("SIGALRM", "SIGABRT", "SIGXCPU")
"""Cases that end like SIGUSR1 and SIGQUIT."""
IN_TURN = ("SIGTERM, then SIGHUP", "SIGUSR2, then SIGTERM", "closed, SIGHUP blocked")
"""Cases that end in the way of one of their parts."""


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(it, marks=[pytest.mark.long] * (it.name in LIKE_OTHERS) + [pytest.mark.ci] * (it.name in IN_TURN))
        for it in CASES
    ],
    ids=lambda case: case.name,
)
def test_the_program_ends_soon_and_keeps_every_move(case: Case, environ: dict[str, str], report: Report) -> None:
    end = outcome(case, environ)
    report(
        f"hang-up: {case.name:38} gone in {end.seconds:.2f} s, {end.cpu_seconds:.2f} s of CPU, {end.steps} moves kept"
    )
    assert end.broken_promises(case, within=LONGEST) == []  # a busy machine needs longer than promised


@pytest.mark.long
def test_the_program_ends_as_soon_as_promised(report: Report) -> None:
    figures = run("hang_up")
    report(f"hang-up: {figures}")
    assert not figures["promises_broken"], figures["first_trouble"]


@pytest.mark.long
@pytest.mark.parametrize("name", ["SIGTERM", "closed, SIGHUP ignored as under nohup"])
def test_what_textual_does_by_itself_is_noticed(name: str, environ: dict[str, str]) -> None:
    (case,) = [case for case in CASES if case.name == name]
    assert outcome(case, environ, mutant="no ending", longest=PROMISED).broken_promises(case)
    rmtree(Path(environ["XDG_DATA_HOME"], "binairo-tui", "reports"), ignore_errors=True)  # of a thread of Textual


@pytest.mark.parametrize("case", STARTING, ids=lambda case: case.name)
def test_a_program_that_is_starting_ends(case: Case, environ: dict[str, str]) -> None:
    assert broken_at_start(case, 10 * START_STEP, environ) == []


@pytest.fixture
def playing(start: Start) -> PtyTerminal:
    """Start the program with a game of some moves."""
    terminal = start("play", BOARD)
    terminal.wait_for("0 1 place")
    terminal.press("1")
    terminal.wait_for(" 2%")
    return terminal


def leaves(terminal: PtyTerminal) -> bool:
    """Return whether the program quits normally."""
    terminal.press("\x11")
    return terminal.ends_within(LONGEST) and terminal.wait_for_exit() == 0 and not terminal.has_crashed


@pytest.mark.parametrize("number", [signal.SIGTSTP, signal.SIGSTOP], ids=["SIGTSTP", "SIGSTOP"])
def test_a_stopped_program_continues(playing: PtyTerminal, number: int) -> None:
    for keys, percent in (("right", "0"), " 4%"), (("right", "1"), " 6%"):
        playing.kill(number)
        playing.wait_for_stop()
        playing.erase()  # the shell writes on the other screen
        playing.kill(signal.SIGCONT)
        playing.wait_for("0 1 place")
        playing.press(*keys)
        playing.wait_for(percent)
    assert leaves(playing)


def test_a_terminal_that_pauses_reading_shows_everything_afterwards(playing: PtyTerminal) -> None:
    freeze(playing)
    playing.press("right", "1")
    playing.wait_for(" 4%")
    assert leaves(playing)


def test_a_window_may_become_tiny_and_large_again(playing: PtyTerminal) -> None:
    for size in ((20, 10), (5, 2), (1, 1), (300, 100), (80, 24)):
        playing.resize(*size)
        playing.press(REPAINT)
    playing.wait_for("0 1 place")
    playing.settle(1.0)  # a frame from before the last sizes shows the same; while the window is tiny, keys do nothing
    playing.press("right", "1")
    playing.wait_for(" 4%")
    assert leaves(playing)


def test_a_window_may_be_larger_than_anything_that_can_be_drawn(environ: dict[str, str]) -> None:
    terminal = UnseenTerminal.python(*program(), "play", BOARD, environ=environ, columns=30000, lines=20000)
    with closing(terminal):
        terminal.wait_for(lambda: b"place" in terminal.raw)
        terminal.resize(65535, 65535)
        terminal.press(REPAINT)
        terminal.wait_for(lambda: terminal.raw.count(b"place") > 1)
        assert leaves(terminal)


def test_thousands_of_broken_answers_do_nothing(playing: PtyTerminal) -> None:
    for _ in range(100):
        playing.send(b"\x1b[<0;" * 100)
    playing.press("right", "1")
    playing.wait_for(" 4%")
    assert leaves(playing)


def test_keys_beside_invalid_utf8_are_read(playing: PtyTerminal) -> None:
    noises = (b"\xff", b"\xe9", b"\xc3(", b"\xf0\x9f", b"\x80" * 100, b"\x00")
    for noise, percent in zip(noises, (4, 6, 8, 10, 12, 15), strict=True):
        playing.send(b"l" + noise + b"1" + noise)
        playing.wait_for(f" {percent}%")
    assert leaves(playing)
