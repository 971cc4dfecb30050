import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

import pytest
from hypothesis import example, given, settings

from binairo_tui.cli.counting import job_counter
from binairo_tui.cli.progress import duration
from binairo_tui.counting.count import count_job
from binairo_tui.engine import Puzzle
from binairo_tui.files.installation import install_command
from tests.cli.runs import CLASSIC, TWO_SOLUTIONS, UNSATISFIABLE, binairo
from tests.conftest import needs_workers
from tests.engine.test_core import needs_core
from tests.oracle import Board, all_solutions
from tests.strategies import puzzles

GRIDS_8X10 = 201005480
UNITS_8X10 = 164


def test_a_size() -> None:
    outcome = binairo("count", "6", "4x6")
    assert (outcome.status, outcome.out) == (0, "6x6: 4140 grids\n4x6: 96 grids\n")
    assert outcome.err == ""


def test_puzzles() -> None:
    outcome = binairo("count", CLASSIC, TWO_SOLUTIONS)
    assert (outcome.status, outcome.out) == (0, "6x6: 1 solution\n4x4: 2 solutions\n")


def test_rows_that_the_shell_took_apart_are_one_puzzle() -> None:
    outcome = binairo("count", "4", "1...10", ".....0", ".0.1..", "......", "......", "......", "4")
    assert outcome.out == "4x4: 72 grids\n6x6: 67 solutions\n4x4: 72 grids\n"


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["4"], 0),
        ([UNSATISFIABLE], 1),
        (["4", "2x4"], 1),
        (["7"], 0),
        (["7x8"], 2),
        (["2x4", "7x8", "4"], 2),
        (["40"], 2),
    ],
)
def test_the_worst_count_decides_the_status(arguments: list[str], status: int) -> None:
    assert binairo("count", *arguments).status == status


def test_json_tells_size_or_puzzle() -> None:
    lines = binairo("count", "--json", "4x6", TWO_SOLUTIONS, "4x4;" + "." * 16).objects
    assert [list(fields) for fields in lines] == [
        ["source", "line", "puzzle", *size, "count", "seconds"] for size in (["size"], [], [])
    ]
    assert [fields.get("size", fields.get("puzzle")) for fields in lines] == ["4x6", TWO_SOLUTIONS, "4x4;" + "." * 16]
    assert [fields["count"] for fields in lines] == [96, 2, 72]
    assert all(0 <= fields["seconds"] < 60 for fields in lines)


def test_all_rules() -> None:
    outcome = binairo("count", "6", "--all-rules")
    assert outcome.out.splitlines() == [
        "6x6: 4140 grids with all rows and all columns different",
        "6x6: 5868 grids with all rows different",
        "6x6: 11222 grids with lines that may repeat",
    ]
    (fields,) = binairo("count", "--json", "--all-rules", "4x4;" + "." * 16 + ";lines=any").objects
    assert fields["rules"] == {"unique": 72, "unique rows": 72, "any": 90}
    assert fields["count"] == 90  # by the puzzle's own rule


@settings(max_examples=30)
@given(puzzles())
@example(Board(3, 3, "..1..1110", (), True))
def test_any_puzzle(board: Board) -> None:
    expected = len(all_solutions(board))
    outcome = binairo("count", "--json", board.notation())
    assert outcome.objects[0]["count"] == expected
    assert outcome.status == (0 if expected else 1)


def test_bad_input_does_not_stop_the_rest() -> None:
    outcome = binairo("count", "4", "bad;", "6")
    assert outcome.out == "4x4: 72 grids\n6x6: 4140 grids\n"
    assert outcome.err.startswith("argument 2, column 1: ")
    assert outcome.status == 2


def test_what_is_nothing_that_can_be_counted_is_said_to_be_no_size_either() -> None:
    assert binairo("count", "4x").err.startswith("4x: not a size, a puzzle, a file or a collection; ")


def test_a_size_that_no_board_has_is_named() -> None:
    outcome = binairo("count", "0", "8x9")
    faults = ("0: width 0 is not between 2 and 40", "8x9: height 9 is odd: only square boards may have odd sides")
    assert (outcome.status, tuple(outcome.err.splitlines())) == (2, faults)


@needs_core
@pytest.mark.parametrize(
    ("size", "workers", "free", "expected"),
    [
        (8, 1, 16_000, ""),
        (11, 1, 16_000, "minutes and 71 MB"),
        (11, 3, 16_000, "minutes and 71 MB for each of 3 workers"),
        (11, 9, 250, "minutes and 71 MB for each of 3 workers (the 250 MB of free memory is too little for 9 workers)"),
        pytest.param(12, 2, 16_000, "hours and 5.3 GB for each of 2 workers", marks=pytest.mark.ci),
        pytest.param(
            *(13, 1, 16_000, "weeks and 61.9 GB (the 16.0 GB of free memory is too little for 1 worker)"),
            marks=pytest.mark.long,
        ),
    ],
)
def test_a_count_that_takes_longer_than_a_minute_says_so(
    *,
    size: int,
    workers: int,
    free: int,
    expected: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The largest seam of 12x12 takes 4.8 GB, as measured."""
    monkeypatch.setattr("binairo_tui.counting.runner.count_units", lambda *_, **__: {})
    monkeypatch.setattr("binairo_tui.files.system.available_memory", lambda: free * 1_000_000)
    with job_counter(workers=workers, scheduler=None, checkpoint=None) as counter:
        counter.counts(count_job(Puzzle(size, size, givens=0)), "title")
    said = capsys.readouterr().err
    hint = "; with --checkpoint FILE it can be stopped and resumed"
    assert said == (f"title: this count may take {expected}{hint}\n" if expected else "")


@needs_core
@pytest.mark.parametrize(("free", "workers"), [(80, 1), (150, 2), (1000, 4), (10, 1)])
def test_only_as_many_workers_are_used_as_have_enough_memory(
    free: int, workers: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[int] = []

    @contextmanager
    def executor(number: int, _warn: object) -> Iterator[None]:
        started.append(number)
        yield

    def count_units(_job: object, start: Callable[[], AbstractContextManager[None]] | None, **_: object) -> object:
        with start() if start else nullcontext():
            return {}

    monkeypatch.setattr("binairo_tui.counting.runner.count_units", count_units)
    monkeypatch.setattr("binairo_tui.processes.executors.local_executor", executor)
    monkeypatch.setattr("binairo_tui.files.system.available_memory", lambda: free * 1_000_000)
    with job_counter(workers=4, scheduler=None, checkpoint=None) as counter:
        counter.counts(count_job(Puzzle(11, 11)), "title")
    assert started == [workers] * (workers > 1)
    lack = f"(the {free} MB of free memory is too little for 4 workers)"
    assert (lack in capsys.readouterr().err) is (workers < 4)


def test_a_count_that_is_too_large_is_refused() -> None:
    outcome = binairo("count", "14", "4")
    assert (outcome.status, outcome.out) == (2, "4x4: 72 grids\n")
    assert outcome.err.startswith("14x14: ")


def unit_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line and line[0] in "01"]


def test_a_checkpoint_is_used_again() -> None:
    path = Path("file")
    first = binairo("count", "6", "4x6", "--all-rules", "--checkpoint", "file")
    content = path.read_text()
    assert binairo("count", "6", "4x6", "--all-rules", "--checkpoint", "file").out == first.out
    assert path.read_text() == content
    path.write_text(content[: len(content) // 2])
    assert binairo("count", "6", "4x6", "--all-rules", "--checkpoint", "file").out == first.out
    assert len(unit_lines(path.read_text())) == len(unit_lines(content))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("diary", "diary:1: not a checkpoint of a count\n"),
        (".", "directory"),
        ("no/file", "no/file: No such file"),
    ],
)
def test_an_invalid_checkpoint_is_refused(name: str, message: str) -> None:
    Path("diary").write_text("dear diary\n")
    outcome = binairo("count", "4", "--checkpoint", name)
    assert (outcome.status, outcome.out) == (2, "")
    assert message in outcome.err
    assert Path("diary").read_text() == "dear diary\n"


def test_a_scheduler_that_does_not_answer_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.setattr("binairo_tui.counting.runner.ALONE_SECONDS", 0.0)
    outcome = binairo("count", "6", "--scheduler", "tcp://127.0.0.1:1")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err == f"a scheduler needs the package 'distributed': {install_command('distributed')}\n"


@contextmanager
def counting_on_a_terminal(*arguments: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """Yield the command with a terminal as stderr, and the other end of that terminal.

    It counts in Python, because the compiled core would be done before anything is seen.
    """
    terminal, stderr = pty.openpty()
    command = [sys.executable, "-m", "binairo_tui", "count", *arguments]
    environ = {**os.environ, "BINAIRO_PURE": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stderr, env=environ) as running:
        os.close(stderr)
        try:
            yield running, terminal
        finally:
            running.kill()
            os.close(terminal)


def read_until(terminal: int, text: bytes) -> bytes:
    """Return the output of a terminal up to and including `text`, or to the end."""
    seen = b""
    while text not in seen:
        try:
            more = os.read(terminal, 1024)
        except OSError:  # the other end is closed
            break
        seen += more
    return seen


def test_progress_is_shown_on_a_terminal_and_cleared() -> None:
    with counting_on_a_terminal("8x10", "--workers", "1") as (running, terminal):
        seen = read_until(terminal, b"no such text")
        assert running.wait(60) == 0
        assert running.stdout
        assert running.stdout.read() == f"8x10: {GRIDS_8X10} grids\n".encode()
    assert b" of 164 units, " in seen
    assert seen.endswith(b"\r\x1b[2K")


@needs_workers
def test_a_killed_count_resumes_where_it_was() -> None:
    with counting_on_a_terminal("8x10", "--workers", "2", "--checkpoint", "file") as (running, terminal):
        read_until(terminal, b"units")
        running.kill()
        assert running.wait(60) == -signal.SIGKILL
    path = Path("file")
    done = unit_lines(path.read_text().rpartition("\n")[0])
    assert 0 < len(done) < UNITS_8X10
    (fields,) = binairo("count", "8x10", "--json", "--workers", "1", "--checkpoint", "file").objects
    assert fields["count"] == GRIDS_8X10
    lines = unit_lines(path.read_text())
    assert lines[: len(done)] == done
    assert len({line.rsplit(" ", 2)[0] for line in lines}) == len(lines) == UNITS_8X10


@needs_workers
def test_ctrl_c_keeps_the_checkpoint_and_reports_it() -> None:
    with counting_on_a_terminal("10", "--workers", "2", "--checkpoint", "file") as (running, terminal):
        read_until(terminal, b"units")
        running.send_signal(signal.SIGINT)
        said = read_until(terminal, b"no such text")
        assert running.wait(60) == 130
    assert b"Traceback" not in said
    assert b"units are saved in file; run the same command again to continue" in said
    assert unit_lines(Path("file").read_text())


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.2, "0 s"), (59.4, "59 s"), (59.6, "1 min 0 s"), (200, "3 min 20 s"), (18720, "5 h 12 min")]
)
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text
