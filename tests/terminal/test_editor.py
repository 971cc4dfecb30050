"""The editor in a real pseudo-terminal: drawn by keys, pasted, and kept when the terminal goes away."""

import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from binairo_tui.tui.screens.draft import load_draft
from tests.terminal.pty_terminal import PtyTerminal

Start = Callable[..., PtyTerminal]


def drawn(tmp_path: Path) -> str:
    """The draft on the disk; empty if there is none yet."""
    session = load_draft(tmp_path / "data" / "binairo-tui" / "draft.txt")
    return str(session.puzzle) if session else ""


@pytest.mark.parametrize("end", ["hang up", "kill"])
def test_what_is_drawn_survives_a_terminal_that_goes_away(start: Start, tmp_path: Path, end: str) -> None:
    terminal = start("edit")
    terminal.wait_for("More than one solution.")
    terminal.press("1", "=", "0")
    terminal.wait_for("2 givens · 1 sign")
    expected = f"8x8;10{'.' * 62};signs=r1c2=r1c3"
    if end == "hang up":
        terminal.hang_up()
    else:
        terminal.wait_for(lambda: drawn(tmp_path) == expected)
        terminal.kill(signal.SIGKILL)
        terminal.reap()
    assert drawn(tmp_path) == expected

    again = start("edit")
    again.wait_for("2 givens · 1 sign")
    again.press("u", "u")
    again.wait_for("· 1 given")
    assert not terminal.has_crashed
    assert not again.has_crashed


def test_a_puzzle_is_pasted_saved_and_played(start: Start) -> None:
    terminal = start("edit")
    terminal.wait_for("More than one solution.")
    terminal.send(b"\x1b[200~1...10\r.....0\r.0.1..\r...11.\r0.....\r1.0...\x1b[201~")
    terminal.wait_for("One solution.")
    terminal.wait_for("Hard, score 1148.")
    terminal.press("W")
    terminal.wait_for("Save into which collection?")
    terminal.press("enter")
    terminal.wait_for("Saved as mine #1.")
    terminal.press("p")
    terminal.wait_for("mine #1 · Hard")
    terminal.press("q", "q", "q")
    assert terminal.wait_for_exit() == 0
    listed = start("collections", "mine")
    assert listed.wait_for_exit() == 0
    assert "6x6;1...10.....0.0.1.....11.0.....1.0..." in listed.text()
