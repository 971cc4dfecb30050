"""A disk that is full, fails, or is read-only."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from tests.conftest import Report
from tests.faults.hang_up import BOARD, saved_steps
from tests.faults.harness import run
from tests.terminal.pty_terminal import PtyTerminal

Start = Callable[..., PtyTerminal]


@pytest.mark.parametrize("form", [(), pytest.param(("--long",), marks=pytest.mark.long)], ids=["short", "long"])
def test_a_disk_that_fails_temporarily_loses_nothing(form: tuple[str, ...], report: Report, strace: None) -> None:
    figures = run("disk_errors", *form)
    report(f"disk errors: {figures}")
    assert figures["failures"]
    assert [figures[name] for name in ("corrupt", "lost", "ended_badly")] == [0, 0, 0], figures["first_trouble"]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a disk of 256 KiB as the player's data directory."""
    directory = tmp_path / "data"
    directory.mkdir(exist_ok=True)
    options = ["-t", "tmpfs", "-o", "size=256k,mode=0700", "none", str(directory)]
    if os.geteuid():
        pytest.skip("only root may mount a small disk")
    if shutil.which("mount") is None:
        pytest.skip("mount is not installed")
    if subprocess.run(["mount", *options], capture_output=True, check=False).returncode:
        pytest.skip("mount is not allowed here")
    yield directory
    subprocess.run(["umount", "--lazy", str(directory)], check=True)


def test_play_goes_on_while_the_disk_is_full_and_saving_resumes(
    start: Start, small_disk: Path, environ: dict[str, str]
) -> None:
    terminal = start("play", BOARD)
    terminal.wait_for("0 1 place")
    terminal.press("1")
    terminal.wait_for(" 2%")
    terminal.wait_for(lambda: saved_steps(environ) == 1)
    filler = small_disk / "filler"
    with suppress(OSError), filler.open("wb", buffering=0) as file:
        while file.write(bytes(512)):
            pass
    terminal.press("right", "0")
    terminal.wait_for(lambda: saved_steps(environ) == 2)  # a small write needs no more room
    terminal.press(*"10" * 100)  # steps that need another page of the file
    terminal.wait_for("NOT SAVED")
    terminal.wait_for("Not saved: the disk of")
    terminal.press("right", "1")
    terminal.wait_for(" 6%")
    filler.unlink()
    terminal.wait_for(lambda: "NOT SAVED" not in terminal.text())
    assert saved_steps(environ) == 203


@pytest.fixture
def as_nobody() -> list[str]:
    """Return a prefix for commands that may read everything but write only what everyone may write."""
    powers = ["--inh-caps=-all,+dac_read_search", "--ambient-caps=-all,+dac_read_search"]
    command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", *powers]
    if os.geteuid():
        pytest.skip("needs root: others cannot make themselves a directory that is not theirs")
    if shutil.which("setpriv") is None:
        pytest.skip("setpriv is not installed")
    return command


@pytest.mark.parametrize("has_played_before", [False, True])
def test_play_is_possible_in_a_read_only_home(
    as_nobody: list[str], environ: dict[str, str], *, has_played_before: bool
) -> None:
    home = Path(environ["HOME"])
    if has_played_before:
        played = PtyTerminal.python("-m", "binairo_tui", "play", "6x6:2", environ=environ)
        with closing(played):
            played.wait_for("0 1 place")
            played.press("1", "right", "1", "down", "1", "right", "1")
            played.wait_for(lambda: saved_steps(environ) > 0)
    home.chmod(0o755)
    command = [shutil.which(as_nobody[0]) or "", *as_nobody[1:], sys.executable, "-m", "binairo_tui", "play", BOARD]
    terminal = PtyTerminal(command, environ)
    with closing(terminal):
        terminal.wait_for("Play without saving")
        terminal.press("\r")
        terminal.wait_for("0 1 place")
        terminal.press("1")
        terminal.wait_for(" 2%")
        terminal.wait_for("NOT SAVED")
        terminal.wait_for("Nothing will be saved")
        terminal.press("\x11")
        assert terminal.wait_for_exit() == 2  # nothing could be saved
        assert not terminal.has_crashed


@pytest.mark.long
def test_no_key_waits_for_a_slow_disk(report: Report, strace: None) -> None:
    figures = run("slow_disk", "--long")
    report(f"slow disk: {figures}")
    assert figures["first_trouble"] == ""
