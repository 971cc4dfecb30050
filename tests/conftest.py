"""What all tests share: no time limit in Hypothesis, a home directory for each test, and figures after a run."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies

from binairo_tui.files import bug_reports
from binairo_tui.files.system import TEMPORARY
from binairo_tui.processes.executors import find_shortage

settings.register_profile("default", deadline=None, max_examples=25, derandomize=True)
settings.register_profile("ci", deadline=None, max_examples=50, derandomize=True)
settings.register_profile("thorough", deadline=None, max_examples=2000)
settings.load_profile("default")
sys.dont_write_bytecode = False  # else pytest would rewrite the assertions of all modules in every process: 7 s each

_FIGURES = pytest.StashKey[list[str]]()

Report = Callable[[str], None]

needs_workers = pytest.mark.skipif(find_shortage(2) != "", reason=find_shortage(2))
"""Skips a test that has several processes work at once where the system lacks something for them."""

LONGEST = ("faults", "host", "terminal", "tui/test_themes.py")
"""Where the tests are that take seconds, because they run the program or draw every screen."""
BROWSER = "page"
"""Where the tests are that start a browser: few, and the longest of all."""


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Use this process alone for a few files, which end sooner that way, and otherwise one more than there are cores.

    Tests of terminals and disks wait half of their time.
    """
    are_files = all(".py" in argument for argument in config.args)
    return 0 if are_files and len(config.args) <= 3 else len(os.sched_getaffinity(0)) + 1


@pytest.hookimpl(trylast=True)  # when the tests that are not to run have been left out
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Start the longest tests first, so that no process is still running one when the others have finished.

    Of several processes, each first gets an equal share of the list. One begins with the tests that run the program,
    one with those in a browser, and the others with short ones, which use the time in which the long ones wait.
    """
    longest, browser, others = list[pytest.Item](), list[pytest.Item](), list[pytest.Item]()
    for item in items:
        _, _, place = item.nodeid.partition("tests/")
        (longest if place.startswith(LONGEST) else browser if place.startswith(BROWSER) else others).append(item)
    share = len(items) // getattr(config, "workerinput", {}).get("workercount", 1)
    short = max(share - len(longest), 0)
    items[:] = [*longest, *others[:short], *browser, *others[short:]]


@pytest.hookimpl(tryfirst=True)
def pytest_collection() -> None:
    """Look for no garbage while tests are collected, of which nothing becomes garbage."""
    given(strategies.none())(_first_test)()
    gc.disable()


def pytest_collection_finish() -> None:
    """Exclude the thousands of collected tests from garbage collection, which took a fifth of the time."""
    gc.freeze()
    gc.set_threshold(50_000)
    gc.enable()


def _first_test(_: None) -> None:
    """Be the first test that Hypothesis runs in this process, before `gc.freeze`.

    In its first test, Hypothesis registers its random number generator and warns if nothing refers to it. `gc.freeze`
    hides the dict that refers to it from such questions, from Python 3.14 on, which tracks every dict from the start.
    """


@pytest.fixture(scope="session", autouse=True)
def _signals() -> None:
    """Let tests interrupt the programs that they start.

    A job in the background of a script, or under nohup, ignores some signals, and so would its children. A handler that
    does nothing has the same effect here but is not inherited.
    """
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


@pytest.fixture(autouse=True)
def _variables(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees what the developer has chosen for terminals and for Python.

    With PYTHONUNBUFFERED, output that cannot be written would not be noticed at the exit. With PYTHONDONTWRITEBYTECODE,
    every program that a test starts would compile all its modules again.
    """
    for name in ("NO_COLOR", "TEXTUAL_THEME", "COLORTERM", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    for name in ("PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """No test sees the developer's own games or settings."""
    for name in ("DATA", "CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / "home" / name.lower()))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture(autouse=True)
def bugs(tmp_path: Path) -> Iterator[dict[str, BaseException]]:
    """The bugs that the program has reported, by type and place. A test that expects some removes them."""
    bug_reports.reported.clear()
    yield bug_reports.reported
    for error in list(bug_reports.reported.values()):
        bug_reports.reported.clear()
        raise error
    for path in tmp_path.glob("**/binairo-tui/reports/*.txt"):
        pytest.fail(path.read_text())


def forget(bugs: dict[str, BaseException]) -> None:
    """Remove the reports of bugs that a test has provoked."""
    bugs.clear()
    for path in bug_reports.list_reports():
        path.unlink()


@pytest.fixture
def disk_calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is synced, renamed and removed from now on, in order; temporary files are called `temporary`."""
    calls: list[str] = []
    fsync, replace, unlink = os.fsync, Path.replace, Path.unlink

    def name_of(path: Path) -> str:
        return "temporary" if path.name.startswith(TEMPORARY) else path.name

    def note_fsync(descriptor: int) -> None:
        calls.append(f"sync {name_of(Path(f'/proc/self/fd/{descriptor}').readlink())}")
        fsync(descriptor)

    def note_replace(path: Path, target: Path) -> Path:
        calls.append(f"rename {name_of(path)} to {target.name}")
        return replace(path, target)

    def note_unlink(path: Path, missing_ok: bool = False) -> None:
        calls.append(f"remove {name_of(path)}")
        unlink(path, missing_ok)

    monkeypatch.setattr(os, "fsync", note_fsync)
    monkeypatch.setattr(Path, "replace", note_replace)
    monkeypatch.setattr(Path, "unlink", note_unlink)
    return calls


@pytest.fixture
def report(request: pytest.FixtureRequest) -> Report:
    """Takes a line of figures that is printed when the run ends. Figures inform; no test fails by them."""
    return request.config.stash.setdefault(_FIGURES, []).append


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """A process that ran some of the tests (pytest-xdist) has ended: take in its figures."""
    node.config.stash.setdefault(_FIGURES, []).extend(getattr(node, "workeroutput", {}).get("figures", ()))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """In such a process: hand the figures over."""
    output: dict[str, object] | None = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["figures"] = session.config.stash.get(_FIGURES, [])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    figures = terminalreporter.config.stash.get(_FIGURES, [])
    if figures:
        terminalreporter.section("figures")
        for line in figures:
            terminalreporter.write_line(line)
