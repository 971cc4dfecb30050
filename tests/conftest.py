"""What all tests share: Hypothesis without a stop-watch, a home of their own, figures printed when a run ends."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

settings.register_profile("default", deadline=None, derandomize=True)
settings.register_profile("thorough", deadline=None, max_examples=2000)
settings.load_profile("default")

_FIGURES = pytest.StashKey[list[str]]()

Report = Callable[[str], None]


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """No test sees the developer's own games, settings or terminal.

    With PYTHONUNBUFFERED, output that cannot be written would not be noticed at the exit.
    """
    for name in ("DATA", "CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / "home" / name.lower()))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("NO_COLOR", "TEXTUAL_THEME", "COLORTERM", "COLUMNS", "LINES", "PYTHONUNBUFFERED"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "home"


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
