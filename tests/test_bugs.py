"""Unexpected exceptions: the player gets a sentence, the program goes on, and a report is kept without their data."""

import ast
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import click
import pytest

from binairo_tui import cli
from binairo_tui.cli import program
from binairo_tui.engine import parse_puzzle
from binairo_tui.files import bug_reports
from binairo_tui.files.background_writer import BackgroundWriter
from binairo_tui.files.streams import BUG
from binairo_tui.player.questions import Questions
from binairo_tui.store.save_batch import BatchWriter
from binairo_tui.store.writer import SaveState
from tests.conftest import forget
from tests.plain.talks import talk
from tests.source import nodes_of
from tests.store.games import STEPS, WAIT, Statuses, game, loaded, played, writer_to

SECRET = "what the player wrote"
RETURNED = "its exceptions come back to the caller"
STARTERS = (
    *("Thread", "start_new_thread", "create_task", "to_thread", "submit"),
    *("run_in_executor", "run_worker", "add_done_callback"),
)
OWNERS = {
    "cli/answers.py submit": RETURNED,
    "counting/runner.py submit": RETURNED,
    "files/beside.py Thread": "test_games_are_saved_after_a_bug",
    "files/system.py start_new_thread": "only waits",
    "processes/executors.py Thread": "ends this process",
    "processes/executors.py submit": RETURNED,
    "processes/line_server.py Thread": "tests/cli/test_serve.py",
    "processes/worker.py to_thread": RETURNED,
    "tui/screens/base.py add_done_callback": "tests/tui/test_bugs.py",
    "tui/screens/base.py run_worker": "tests/tui/test_bugs.py",
    "tui/screens/daily.py to_thread": RETURNED,
    "tui/screens/importing.py to_thread": RETURNED,
    "tui/terminal/key_queue.py create_task": "tests/tui/test_bugs.py",
    "tui/terminal/shutdown.py Thread": "test_a_thread_that_ends_by_a_bug_is_reported",
    "web/server.py create_task": "tests/web/test_server.py",
}
"""Where threads, tasks and processes begin, and who handles exceptions there, or the test that raises one.

Those of the host are in `tests/host/test_bugs.py`.
"""


def boom(*_: object, **__: object) -> NoReturn:
    """Raise what nothing expects."""
    raise ZeroDivisionError(SECRET)


def starts() -> Iterator[str]:
    """Where the program starts threads, tasks and work in other processes."""
    for path, node in nodes_of(STARTERS):
        if isinstance(node, ast.Call):
            function = node.func
            name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
            if name in STARTERS:
                yield f"{path} {name}"


def test_whatever_runs_by_itself_has_an_owner_for_exceptions() -> None:
    assert sorted({it for it in starts() if not it.startswith("host/")}) == sorted(OWNERS)
    tests = {it for it in OWNERS.values() if it.startswith("test")}
    assert all(Path(__file__).parents[1].joinpath(it).is_file() if "/" in it else it in globals() for it in tests)


@pytest.fixture
def expected(bugs: dict[str, BaseException]) -> Iterator[list[Path]]:
    """The reports that a test expects: exactly one, without the player's data."""
    found: list[Path] = []
    yield found
    assert bugs
    assert all(name.startswith("ZeroDivisionError at tests/") for name in bugs)
    bugs.clear()
    found += bug_reports.list_reports()
    for path in found:
        text = path.read_text("utf-8")
        assert "ZeroDivisionError" in text
        assert f"tests/{Path(__file__).name}:" in text
        assert SECRET not in text
        assert str(Path.home()) not in text
        assert path.stat().st_mode & 0o777 == 0o600
        path.unlink()
    assert len(found) == 1


@pytest.mark.parametrize("verb", program.VERBS)
def test_a_verb_ends_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], expected: list[Path], verb: str
) -> None:
    command = program.program.get_command(click.Context(program.program), verb)
    monkeypatch.setattr(command, "invoke", boom)
    monkeypatch.setattr(command, "parse_args", lambda *_: [])
    monkeypatch.setattr("sys.argv", ["binairo", verb, "--json"])
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    with pytest.raises(SystemExit) as end:
        cli.main()
    assert end.value.code == BUG
    (report,) = bug_reports.list_reports()
    said = capsys.readouterr().err
    assert said.startswith("binairo: this is a bug in binairo-tui (ZeroDivisionError at tests/test_bugs.py:")
    assert said.endswith(f"{report}.\n")
    assert len(said.splitlines()) == 1


def test_a_thread_that_ends_by_a_bug_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], expected: list[Path]
) -> None:
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    monkeypatch.setattr("sys.argv", ["binairo", "games", "where"])

    def run(_: object) -> int:
        thread = threading.Thread(target=boom)
        thread.start()
        thread.join()
        return 0

    monkeypatch.setattr(program, "run", run)
    with pytest.raises(SystemExit):
        cli.main()
    assert capsys.readouterr().err == ""


def test_plain_mode_goes_on(monkeypatch: pytest.MonkeyPatch, expected: list[Path], tmp_path: Path) -> None:
    monkeypatch.setattr("binairo_tui.plain.speech.counts_lines", boom)
    monkeypatch.setattr("binairo_tui.plain.practice.practise", boom)
    tmp_path.chmod(0o700)
    puzzle = parse_puzzle("6x4;0.1..........1..........")
    said = talk(tmp_path / "progress.db", "counts", "r1c2 1", "menu", "5", "quit", puzzle=puzzle)
    assert sum(line.startswith("This is a bug in binairo-tui") for line in said) == 2, said
    assert any(line.startswith("1. Continue") and "5 percent" in line for line in said), said


def test_a_question_ends(expected: list[Path]) -> None:
    questions, events = Questions(), list[object]()
    waiting = list[Any]()
    questions.connect(events.append, lambda _, work, take: waiting.append((work, take)))
    questions.ask("hint", boom, events.append)
    ((work, take),) = waiting
    (found,) = work(lambda: False)
    with pytest.raises(ZeroDivisionError) as raised:
        take(found)
    assert questions.asked is None
    bug_reports.report(raised.value, "in a test")


def test_games_are_saved_after_a_bug(monkeypatch: pytest.MonkeyPatch, expected: list[Path], tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    path, statuses = tmp_path / "progress.db", Statuses()
    writer = writer_to(path, statuses)
    handle = game()
    with monkeypatch.context() as broken:
        broken.setattr(BatchWriter, "write", boom)
        writer.save(handle, played(*STEPS[:3]))
        failed = statuses.wait_for(SaveState.FAILED)
        assert "bug in binairo-tui" in failed.reason
    statuses.wait_for(SaveState.SAVED)
    assert loaded(path, handle.id) == played(*STEPS[:3])
    assert writer.close(WAIT)


def test_the_upkeep_of_games_goes_on_after_a_bug(
    monkeypatch: pytest.MonkeyPatch, expected: list[Path], tmp_path: Path
) -> None:
    tmp_path.chmod(0o700)
    statuses = Statuses()
    monkeypatch.setattr(BatchWriter, "find_due_backup", boom)
    monkeypatch.setattr("binairo_tui.store.writer.FIRST_MAINTENANCE", 0.0)
    writer = writer_to(tmp_path / "progress.db", statuses)
    writer.save(game(), played(*STEPS[:3]))
    statuses.wait_for(SaveState.SAVED)
    assert writer.close(WAIT)


def test_a_file_is_written_after_a_bug(expected: list[Path]) -> None:
    written = list[str]()
    writer = BackgroundWriter[str](lambda value: written.append(value) if value == "good" else boom())
    writer.put("bad")
    assert not writer.flush(WAIT)
    assert "bug in binairo-tui" in writer.problem
    writer.put("good")
    assert writer.flush(WAIT)
    assert written == ["good"]


def test_each_bug_is_reported_once_and_many_reports_are_enough(bugs: dict[str, BaseException]) -> None:
    for number in range(bug_reports.KEPT + 3):
        error = type(f"Error{number}", (Exception,), {})(SECRET)
        first = bug_reports.report(error, "in a test")
        assert ("without your data" in first) is (number < bug_reports.KEPT)
        assert bug_reports.report(error, "in a test") == f"This is a bug in binairo-tui (Error{number})."
    assert len(bug_reports.list_reports()) == bug_reports.KEPT
    forget(bugs)


def test_a_report_without_a_place_is_left_out(monkeypatch: pytest.MonkeyPatch, bugs: dict[str, BaseException]) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/dev/null")
    assert bug_reports.report(KeyError(SECRET), "in a test") == "This is a bug in binairo-tui (KeyError)."
    bugs.clear()


def test_the_doctor_names_the_reports(capsys: pytest.CaptureFixture[str], bugs: dict[str, BaseException]) -> None:
    bug_reports.report(KeyError(SECRET), "in a test")
    (path,) = bug_reports.list_reports()
    program.run(["doctor"])
    assert f"1 report to send to the authors and then delete; the last one is {path}" in capsys.readouterr().out
    forget(bugs)
