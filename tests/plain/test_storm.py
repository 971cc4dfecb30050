"""Storm in plain mode, also in a process that is killed."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from binairo_tui.engine import cell_name
from binairo_tui.engine.search import solutions
from binairo_tui.plain import practice
from binairo_tui.player import storm, storm_boards
from binairo_tui.player.progress import Progress
from tests.plain.talks import talk

SEED = 7
PROGRAM = f"""
from binairo_tui.plain import practice, start
practice.randbelow = lambda _: {SEED}
start.run()
"""


def filling_lines(number: int) -> list[str]:
    """Return what to type to fill a board of the run."""
    puzzle = storm_boards.board(SEED, number)
    text = puzzle.geometry.text(next(solutions(puzzle, 1)))
    blanks = [cell for cell in range(puzzle.geometry.cell_count) if not puzzle.is_given(cell)]
    return [f"{cell_name(cell, puzzle.width)} {text[cell]}" for cell in blanks]


def test_a_run_is_typed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practice, "randbelow", lambda _: SEED)
    first, *others = filling_lines(1)
    typed = (first, "undo", first, first.split()[0], "row 1", "broken", "foo", "hint", "time", *others, "board")
    said = talk(path, "storm", *typed, "menu", "quit")
    text = "\n".join(said)
    for sentence in (
        "You have not played Storm yet.",
        f"{first.replace(' ', ' is ')}.",
        "No rule is broken.",
        "'foo' is not a command. Type help for a list of commands.",
        "Type a cell and a value, for example r1c3 0",
        "Board 2.\nrow 1: ",
    ):
        assert sentence in text
    assert any(re.fullmatch(r"Board 1: \d+ [a-z0-9 ]+\.", line) for line in said)
    assert any(re.fullmatch(r"\d+ (minute|second)[a-z0-9 ]* left\.", line) for line in said)


def test_the_time_ends(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practice, "randbelow", lambda _: SEED)
    monkeypatch.setattr(storm, "TOTAL_MS", 1)
    said = talk(path, "storm", *filling_lines(1), "quit")
    assert said[said.index("The time is up.") + 1] == "0 boards solved."


def test_a_process_that_is_killed_keeps_what_it_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    command, pipe = [sys.executable, "-c", PROGRAM], subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("\n".join(["storm", *filling_lines(1), *filling_lines(2), *filling_lines(3)[:3], ""]))
        process.stdin.flush()
        assert any("Board 3." in line for line in process.stdout)
        process.kill()
    progress = Progress(next(tmp_path.rglob("progress.db")))
    try:
        assert [run.solved for run in storm.read_history(progress).runs] == [2]
    finally:
        progress.close(30)
