"""The command as a subprocess: start-up, pipes, signals."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.runs import CLASSIC, CLASSIC_ROWS, CLASSIC_SOLUTION, process

HEAVY = {"textual", "rich", "sqlite3", "platformdirs"}


def loaded_after(*arguments: str) -> set[str]:
    """Return the modules that a run of the command imports."""
    script = (
        "import sys; from binairo_tui.cli.program import run; status = run(sys.argv[1:]);"
        "print(*sys.modules, sep='\\n', file=sys.stderr); sys.exit(status)"
    )
    outcome = process(*arguments, python=("-c", script))
    assert outcome.status == 0
    return set(outcome.err.split())


@pytest.mark.parametrize(
    ("arguments", "unwanted"),
    [
        (["--version"], HEAVY | {"binairo_tui.engine"}),
        (["--help"], HEAVY | {"binairo_tui.engine.puzzle"}),
        (["solve", CLASSIC], HEAVY | {"binairo_tui.library.collection"}),
        (["check", CLASSIC], HEAVY),
        (["collections"], HEAVY - {"platformdirs"}),
        (["daily", "--size", "6"], HEAVY - {"platformdirs"} | {"binairo_tui.counting"}),
        (["generate", "--size", "6", "--seed", "1"], HEAVY | {"binairo_tui.counting"}),
        (["solve", "classics"], HEAVY),
        (["show", CLASSIC], HEAVY | {"PIL", "fpdf", "binairo_tui.library.collection"}),
        (["print", CLASSIC, "--solutions", "none"], HEAVY | {"PIL", "fpdf"}),
        (["completion", "bash"], HEAVY | {"binairo_tui.engine"}),
        (["doctor"], {"binairo_tui.tui.app", "binairo_tui.library.collection"}),
        (["games", "restore"], {"textual", "rich", "binairo_tui.tui", "binairo_tui.library.collection"}),
        (["stats"], {"textual", "rich", "binairo_tui.tui", "binairo_tui.library.collection"}),
        (["play", "--plain", CLASSIC], {"textual", "rich", "binairo_tui.tui", "binairo_tui.engine.techniques"}),
        (["games", "where"], (HEAVY | {"binairo_tui.engine"}) - {"platformdirs"}),
    ],
)
def test_a_verb_loads_only_what_it_needs(arguments: list[str], unwanted: set[str]) -> None:
    assert not loaded_after(*arguments) & unwanted


def test_importing_the_command_loads_nothing() -> None:
    outcome = process(python=("-c", "import binairo_tui.cli, sys; print(*sys.modules, sep='\\n')"))
    assert not set(outcome.out.split()) & (HEAVY | {"click", "binairo_tui.engine"})


def test_verbs_collect_garbage() -> None:
    script = (
        "import atexit, gc, sys; from binairo_tui.cli import main;"
        "atexit.register(lambda: print(gc.isenabled(), file=sys.stderr)); main()"
    )
    assert process("games", "where", python=("-c", script)).err == "True\n"


def test_python_m_is_the_command() -> None:
    outcome = process("solve", CLASSIC_ROWS)
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.split("\n", 1)[1].split() == CLASSIC_SOLUTION.split()


@pytest.mark.parametrize(("line", "status"), [(CLASSIC, 0), ("6x6;" + "." * 36, 1), ("7x7;", 2)])
def test_the_exit_status(line: str, status: int) -> None:
    outcome = process("solve", "--json", "-", stdin=line.encode())
    assert outcome.status == status
    assert "Traceback" not in outcome.err


def start(*arguments: str) -> subprocess.Popen[bytes]:
    """Start the command with pipes for input and output."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([sys.executable, "-m", "binairo_tui", *arguments], **pipes)  # type: ignore[call-overload,no-any-return]


def test_an_answer_is_printed_before_the_next_puzzle_is_read() -> None:
    with start("solve", "--json", "-") as running:
        assert running.stdin
        assert running.stdout
        for _ in range(2):
            running.stdin.write(f"{CLASSIC}\n".encode())
            running.stdin.flush()
            assert running.stdout.readline().startswith(b'{"source": "stdin"')
        running.stdin.close()
        assert running.wait(30) == 0


def test_ctrl_c_ends_with_130_and_no_traceback() -> None:
    with start("solve", "--json", "-") as running:
        assert running.stdin
        assert running.stdout
        assert running.stderr
        running.stdin.write(f"{CLASSIC}\n".encode())
        running.stdin.flush()
        running.stdout.readline()  # now it waits for more
        running.send_signal(signal.SIGINT)
        assert running.wait(30) == 130
        assert running.stderr.read().strip() == b""


def test_a_closed_pipe_ends_quietly() -> None:
    with start("solve", "--all", "6x6;" + "." * 36) as running:
        assert running.stdout
        assert running.stderr
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(30) == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (["solve", CLASSIC], b""),
        (["print", CLASSIC], b""),
        (["--help"], b""),
        (["solve", "--help"], b""),
        (["--version"], b""),
        (["play", "--plain", CLASSIC], b"binairo: "),
    ],
)
def test_a_full_disk_is_one_line(arguments: list[str], name: bytes) -> None:
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "binairo_tui", *arguments]
        done = subprocess.run(command, input=b"", stdout=full, stderr=subprocess.PIPE, timeout=30, check=False)
    assert (done.returncode, done.stderr) == (2, name + b"cannot write the output: No space left on device\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize(
    ("arguments", "status"),
    [(["stats", "--nosuch"], 2), (["solve", "6x6;x"], 2), (["games", "import", "missing"], 2), (["play"], 2)],
)
@pytest.mark.parametrize("streams", ["2>/dev/full", ">/dev/full 2>&1", "2>&-"])
def test_an_error_that_cannot_be_told_has_its_status(arguments: list[str], status: int, streams: str) -> None:
    command = ["/bin/sh", "-c", f'exec "$0" -m binairo_tui "$@" {streams}', sys.executable, *arguments]
    assert subprocess.run(command, stdin=subprocess.DEVNULL, timeout=30, check=False).returncode == status


def test_plain_mode_ends_quietly_when_its_output_is_closed() -> None:
    with start("play", "--plain", CLASSIC) as running:
        assert running.stdin
        assert running.stdout
        assert running.stderr
        running.stdout.readline()
        running.stdout.close()
        running.stdin.write(b"board\n" * 1000)
        running.stdin.flush()
        assert running.stderr.read() == b""
        assert running.wait(30) == 141


@pytest.mark.parametrize("redirection", ["<&-", ">&-"])
def test_plain_mode_needs_both_streams(redirection: str) -> None:
    script = f'exec "$0" -m binairo_tui play --plain {CLASSIC.replace(";", chr(92) + ";")} {redirection}'
    done = subprocess.run(["/bin/sh", "-c", script, sys.executable], capture_output=True, timeout=30, check=False)
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    assert b"closed" in done.stderr


@pytest.mark.parametrize("stream", [0, 1, 2])
def test_a_closed_stream_is_no_traceback(stream: int) -> None:
    script = f'exec {stream}{"<" if stream == 0 else ">"}&-; exec "$0" -m binairo_tui solve --json - bad'
    done = subprocess.run(
        ["/bin/sh", "-c", script, sys.executable], input=b"bad;", capture_output=True, timeout=30, check=False
    )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "closed", "message"),
    [
        (["solve", CLASSIC], ">&-", b"cannot write the output: it is closed\n"),
        (["show", CLASSIC, "--format", "svg"], ">&-", b"cannot write the output: it is closed\n"),
        (["--help"], ">&-", b"cannot write the output: it is closed\n"),
        (["games", "import", "-"], "<&-", b"standard input: it is closed\n"),
    ],
)
def test_a_needed_stream_that_is_closed_is_reported(arguments: list[str], closed: str, message: bytes) -> None:
    script = f'exec "$0" -m binairo_tui "$@" {closed}'
    command = ["/bin/sh", "-c", script, sys.executable, *arguments]
    done = subprocess.run(command, capture_output=True, timeout=30, check=False)
    assert (done.returncode, done.stderr) == (2, message)


def test_characters_that_the_output_cannot_encode_are_escaped() -> None:
    Path("漢.txt").write_text(CLASSIC)
    environment = os.environ | {"PYTHONIOENCODING": "latin-1"}
    command = [sys.executable, "-m", "binairo_tui", "check", "漢.txt"]
    done = subprocess.run(command, env=environment, capture_output=True, timeout=30, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(rb"\u6f22.txt:1: open")
