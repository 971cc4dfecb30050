"""The program on systems that let it do little: few open files, no threads, no semaphores, no other processes."""

import os
import subprocess
import sys

import pytest

from binairo_tui.engine import Band, Request
from binairo_tui.files import bug_reports, paths
from binairo_tui.processes import worker
from binairo_tui.processes.executors import find_shortage
from binairo_tui.tui.start import TerminalError, prepare
from tests.cli.runs import process
from tests.faults.harness import MEMORY

WORLDS = {
    "no more files can be opened": "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (16, 16))",
    "no more processes or threads can be started": "import _thread, threading\n"
    "threading.Thread.start = _thread.start_new_thread = refuse_thread",
    "no semaphores can be made in /dev/shm": "from multiprocessing import synchronize\n"
    "synchronize._multiprocessing.SemLock = refuse_semaphore",
}
"""What is missing, and a statement that takes it away."""
SCRIPT = """
def refuse_thread(*arguments):
    raise RuntimeError("can't start new thread")
def refuse_semaphore(*arguments):
    raise PermissionError(13, "Permission denied")
{}
from binairo_tui.cli import main
main()
"""
GAME = "4x4;0..1.1......0..0"


def run_in(world: str, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run `binairo` where something is missing."""
    command = [sys.executable, "-c", SCRIPT.format(WORLDS[world]), *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize(
    "command",
    [
        "generate --size 6 --count 2 --seed 1",
        "solve 6x6:1-3",
        "dataset make --size 4 --count 2 --band easy --seed 1",
    ],
)
def test_one_process_does_all_the_work_and_a_sentence_says_why(world: str, command: str) -> None:
    found = run_in(world, *command.split(), "--workers", "2")
    usual = process(*command.split(), "--workers", "1")
    assert (found.returncode, found.stdout) == (0, usual.out)
    first, *_ = found.stderr.splitlines()
    assert first.startswith(f"one process does all the work, because {world}")
    assert "bug" not in found.stderr


@pytest.mark.parametrize("world", WORLDS)
def test_doctor_tells_what_is_missing(world: str) -> None:
    assert world in run_in(world, "doctor").stdout


def test_without_threads_plain_mode_plays_and_saves() -> None:
    world = "no more processes or threads can be started"
    first = run_in(world, "play", "--plain", GAME, typed="r1c2 1\nr1c3 0\nu\nquit\n")
    assert (first.returncode, first.stderr) == (0, "")
    assert f"Each move waits until it is saved, because {world}." in first.stdout
    assert "row 1: 0 1 blank 1" in process("play", "--plain", GAME, stdin=b"quit\n").out


def test_without_threads_the_app_names_plain_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("_thread.start_new_thread", refuse)
    with pytest.raises(TerminalError, match=r"no more processes or threads .* `binairo --plain` needs none"):
        prepare({"TERM": "xterm"})


def test_with_few_files_the_app_names_plain_mode() -> None:
    code = f"{WORLDS['no more files can be opened']}; from binairo_tui.tui.start import prepare; prepare({{}})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.endswith("the system does not let the app open 20 more files; `binairo --plain` needs fewer\n")


async def test_without_other_processes_this_one_generates() -> None:
    request = Request(6, 6)
    made = await worker.generate_in_thread(request, 1, lambda _: None)
    assert made.puzzle == (await worker.generate_in_worker(request, 1, lambda _: None)).puzzle
    with pytest.raises(worker.WorkerError):
        await worker.generate_in_thread(Request(2, 2, Band.EXTREME), 1, lambda _: None)


def refuse(*_: object) -> None:
    raise RuntimeError("can't start new thread")


@pytest.mark.skipif(MEMORY is None, reason="/dev/shm cannot be written")
def test_nothing_is_missing_here() -> None:
    assert find_shortage(2) == ""


@pytest.mark.parametrize("error", [MemoryError(), OSError(24, os.strerror(24)), RuntimeError("can't start new thread")])
def test_what_the_system_lacks_is_no_bug(error: Exception) -> None:
    assert bug_reports.report(error, "in a test").startswith("The system has reached a limit: ")
    assert not bug_reports.reported
    assert not paths.reports_dir().exists()


def test_a_stream_that_does_not_block_is_no_lack_of_processes() -> None:
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    with pytest.raises(BlockingIOError) as raised:
        os.read(reading, 1)
    os.close(reading)
    os.close(writing)
    assert not bug_reports.find_shortage(raised.value)
