"""The checks before Textual is imported, and the run."""

import asyncio
import gc
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from binairo_tui.settings import Settings
from binairo_tui.tui import start
from binairo_tui.tui.start import TerminalError, prepare


class Stream:
    def __init__(self, is_terminal: bool) -> None:
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("__stdin__", "__stdout__", "__stderr__"):
        monkeypatch.setattr(sys, name, Stream(True))


def test_the_environment_is_set_up(terminal: None) -> None:
    environ = {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
    prepare(environ)
    assert environ == {
        "TERM": "xterm-256color",
        "TEXTUAL_ANIMATIONS": "none",
        "TEXTUAL_DISABLE_KITTY_KEY": "1",
    }


@pytest.mark.parametrize("term", ["", "dumb", "unknown"])
def test_a_terminal_without_a_cursor_is_refused(terminal: None, term: str) -> None:
    with pytest.raises(TerminalError, match="TERM"):
        prepare({"TERM": term})


@pytest.mark.parametrize("name", ["__stdin__", "__stdout__", "__stderr__"])
@pytest.mark.parametrize("stream", [Stream(False), None])
def test_streams_without_a_terminal_are_refused(
    terminal: None, monkeypatch: pytest.MonkeyPatch, name: str, stream: Stream | None
) -> None:
    monkeypatch.setattr(sys, name, stream)
    with pytest.raises(TerminalError, match="not a terminal"):
        prepare({"TERM": "xterm"})


def test_another_driver_needs_no_terminal() -> None:
    prepare({"TEXTUAL_DRIVER": "some:Driver"})


def test_refusal_is_one_line_and_status_2(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "__stdin__", None)
    assert start.run() == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("binairo: standard input is not a terminal")
    assert captured.err.count("\n") == 1


def test_the_preflight_imports_no_textual() -> None:
    code = "import sys, binairo_tui.tui.start as s; s.run(); print('textual' in sys.modules, 'rich' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True
    )
    assert done.stdout == "False False\n"


def test_garbage_is_collected_again_once_the_app_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "SETTLED_SECONDS", 0.0)

    async def run_async(**_: object) -> None:
        while not gc.isenabled():
            await asyncio.sleep(0)

    app: Any = SimpleNamespace(run_async=run_async, navigator=SimpleNamespace(settings=Settings()))
    gc.disable()
    try:
        asyncio.run(asyncio.wait_for(start.run_app(app), 5.0))
        assert gc.get_freeze_count()
    finally:
        gc.enable()
        gc.unfreeze()
