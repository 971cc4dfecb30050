"""What all verbs that answer puzzles share: places in JSON, errors, workers, the closing line, schemas."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.cli.runs import CLASSIC, TWO_SOLUTIONS, UNSATISFIABLE, binairo, process
from tests.cli.schemas import SCHEMAS, faults_of
from tests.cli.verbs import ALL_VERBS
from tests.conftest import needs_workers

PUZZLE_VERBS = ("solve", "check", "hint", "grade", "reduce", "convert", "show", "count")
WORKER_VERBS = PUZZLE_VERBS[:6]


@pytest.mark.parametrize("verb", [*PUZZLE_VERBS, "solve --all", "solve --explain"])
def test_three_inputs_of_which_one_is_bad_are_three_objects(verb: str) -> None:
    Path("three").write_text(f"{CLASSIC}\n6x6;1\n# so\n{TWO_SOLUTIONS}\n")
    outcome = binairo(*verb.split(), "--json", "three")
    first, bad, last = outcome.objects
    assert outcome.status == 2
    assert [(first[key], last[key]) for key in ("source", "line", "puzzle")] == [
        ("three", "three"),
        (1, 4),
        (CLASSIC, TWO_SOLUTIONS),
    ]
    assert bad == {"source": "three", "line": 2, "error": "6x6 has 36 cells, not 1", "column": 5}


@pytest.mark.parametrize(
    ("argument", "source", "line"),
    [(CLASSIC, "argument", 1), ("8x8:3", "8x8", 3), ("-", "stdin", 2), ("file", "file", 1)],
)
def test_every_object_names_its_source(argument: str, source: str, line: int) -> None:
    Path("file").write_text(CLASSIC)
    (fields,) = binairo("check", "--json", argument, stdin=f"\n{CLASSIC}").objects
    assert (fields["source"], fields["line"]) == (source, line)


def test_a_missing_input_is_an_object_without_a_line() -> None:
    outcome = binairo("solve", "--json", "none/file")
    assert outcome.objects == [{"source": "none/file", "line": None, "error": "No such file or directory"}]


def test_only_the_first_errors_are_reported_on_stderr_but_all_in_json() -> None:
    text = "2x2;1...\n" + "4x4;?\n" * 27 + "2x2;.1..\n"
    outcome = binairo("solve", "--json", "-", stdin=text)
    assert len(outcome.objects) == 29
    lines = outcome.err.splitlines()
    assert lines[0] == "stdin:2:5: expected '0', '1' or '.', found '?'"
    assert lines[-2:] == ["stdin: ... and 7 more that are not puzzles", "29 puzzles: 2 unique, 27 errors"]
    assert len(lines) == 22


@pytest.mark.parametrize(
    "verb", [pytest.param(it, marks=() if it in ("solve", "grade") else pytest.mark.ci) for it in WORKER_VERBS]
)
@needs_workers
def test_workers_answer_in_order(verb: str) -> None:
    text = "".join([f"{CLASSIC}\n{UNSATISFIABLE}\n2x2;1\n\n1...\n.0..\n....\n....\n\n"] * 3) + f"{CLASSIC}\n" * 9
    Path("many").write_text(text)
    arguments = (verb, "many", "8x8:1-5", *(["--json"] if verb != "solve" else []))
    alone = binairo(*arguments)
    shared = process(*arguments, "--workers", "2")
    assert (shared.status, shared.err) == (alone.status, alone.err)
    shared_out, alone_out = [re.sub(r'"ms": [\d.]+', "", outcome.out) for outcome in (shared, alone)]
    assert shared_out == alone_out
    lines = [fields["line"] for fields in binairo(verb, "many", "--json").objects]
    assert lines == [1, 2, 3, 5, 10, 11, 12, 14, 19, 20, 21, 23, *range(28, 37)]


def test_workers_answer_before_the_next_puzzle_is_read() -> None:
    command = [sys.executable, "-m", "binairo_tui", "solve", "--json", "--workers", "2", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdin
        assert running.stdout
        for _ in range(3):
            running.stdin.write(f"{CLASSIC}\n".encode())
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["solutions"] == 1
        running.stdin.close()
        assert running.wait(30) == 0


@needs_workers
def test_progress_counts_answers_before_the_next_puzzle_is_read() -> None:
    terminal, stderr = pty.openpty()
    command = [sys.executable, "-m", "binairo_tui", "solve", "--json", "--workers", "2", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr) as running:
        os.close(stderr)
        assert running.stdin
        assert running.stdout
        for _ in range(3):
            running.stdin.write(f"{CLASSIC}\n".encode())
            running.stdin.flush()
            running.stdout.readline()
            time.sleep(0.5)  # longer than the time before the line is first shown
        running.stdin.close()
        assert running.wait(30) == 0
        assert b"solve: 3 puzzles, " in os.read(terminal, 4096)
        os.close(terminal)


def test_the_closing_line_counts_answers_and_errors() -> None:
    outcome = binairo("solve", "-", stdin=f"{CLASSIC}\n{TWO_SOLUTIONS}\n{UNSATISFIABLE}\n{CLASSIC}\nx;\n")
    last = outcome.err.splitlines()[-1]
    assert last == "5 puzzles: 2 unique, 1 with several solutions, 1 without a solution, 1 error"
    assert binairo("solve", CLASSIC).err == ""


def test_every_verb_with_json_has_a_schema() -> None:
    with_json = {verb for verb in ALL_VERBS if "--json" in binairo(*verb.split(), "--help").out}
    assert with_json - {"help"} | {"dataset make", "serve"} == set(SCHEMAS)  # these print nothing but JSON
    for verb in SCHEMAS:
        printed = json.loads(binairo("help", *verb.split(), "--schema").out)
        assert printed == SCHEMAS[verb]
        assert faults_of({"no": "such object"}, printed)


@pytest.mark.parametrize(
    "arguments",
    [
        ["generate", "--size", "6", "--seed", "1", "--count", "2"],
        ["daily", "--size", "6"],
        ["count", "4", "--list"],
        ["count", "6", "--lines", "--list"],
        ["collections"],
        ["collections", "classics"],
        ["games", "where"],
        ["doctor"],
        ["games", "restore"],
        ["stats"],
        ["count", "4", "--all-rules"],
        ["show", CLASSIC],
    ],
)
def test_other_output_agrees_with_its_schema(arguments: list[str]) -> None:
    assert binairo(*arguments, "--json").objects  # compares them


def on_a_terminal(*arguments: str, stop_at: bytes) -> tuple[int, bytes]:
    """Run the command with a terminal as stderr, and Ctrl+C at this text; return status and stderr."""
    terminal, stderr = pty.openpty()
    command = [sys.executable, "-m", "binairo_tui", *arguments]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=stderr) as running:
        os.close(stderr)
        seen = b""
        while True:
            try:
                more = os.read(terminal, 4096)
            except OSError:
                break
            if not more:
                break
            seen += more
            if stop_at and stop_at in seen:
                running.send_signal(signal.SIGINT)
                stop_at = b""
        os.close(terminal)
        return running.wait(60), seen


@pytest.mark.parametrize(
    ("arguments", "unit"),
    [
        (["generate", "--size", "10", "--count", "500", "--seed", "1", "--workers", "1"], b" of 500 puzzles, "),
        (["grade", "--workers", "2", "hard"], b" puzzles"),
        pytest.param(["reduce", "--seconds", "0.3", "many"], b" puzzles", marks=pytest.mark.ci),
        pytest.param(["solve", "most"], b" puzzles", marks=pytest.mark.ci),
    ],
)
def test_progress_on_a_terminal_and_ctrl_c(arguments: list[str], unit: bytes) -> None:
    line = str(binairo("collections", "14x14", "--json").objects[0]["puzzles"][7]["puzzle"]) + "\n"
    Path("many").write_text(line * 300)
    Path("hard").write_text(line * 5000)
    Path("most").write_text(line * 60_000)
    status, seen = on_a_terminal(*arguments, stop_at=unit)
    assert status == 130
    assert unit in seen
    assert b"Traceback" not in seen
    assert seen.rstrip().endswith(b"\x1b[2K")


def test_nothing_is_shown_when_stderr_is_piped() -> None:
    outcome = process("generate", "--size", "8", "--count", "60", "--seed", "1", "--workers", "1")
    assert (outcome.status, outcome.err) == (0, "")


def busy_children(pid: int) -> int:
    """Return how many children of a process have used more CPU time than they take to start."""
    count = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended
            _, parent, *_, user, system = path.read_text(encoding="utf-8").rpartition(")")[2].split()[:13]
            count += int(parent) == pid and (int(user) + int(system)) / os.sysconf("SC_CLK_TCK") > 0.5
    return count


@needs_workers
def test_sigterm_ends_workers_without_a_warning() -> None:
    command = [sys.executable, "-m", "binairo_tui", "count", "10", "--workers", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        while busy_children(running.pid) < 2:
            assert running.poll() is None
            time.sleep(0.02)
        running.send_signal(signal.SIGTERM)
        assert running.stderr
        assert running.stderr.read() == b""
        assert running.wait(30) == 143
