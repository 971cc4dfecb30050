"""Unruly itself (Debian's sgt-puzzles) reads the ids and saved games that we write as the same puzzles."""

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from binairo_tui.engine import Puzzle
from binairo_tui.engine.search import solutions
from binairo_tui.formats import read_puzzle, write_puzzle
from tests.formats.strategies import SIZES, any_puzzles

PROGRAM = shutil.which("sgt-unruly") or shutil.which("sgt-unruly", path="/usr/games")

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="sgt-unruly of Debian's sgt-puzzles is not installed")

PLAYABLE = [(width, height) for width, height in SIZES if width % 2 == height % 2 == 0 and min(width, height) >= 6]
LINE_COUNTS = {6: 14, 8: 34}
"""The number of different lines by length. Unruly refuses ids with unique lines that would need more."""


def unruly(*arguments: str, folder: Path) -> str:
    """Return what the program prints; it needs no display."""
    done = subprocess.run(
        [str(PROGRAM), *arguments], cwd=folder, capture_output=True, text=True, timeout=20, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.strip()


def is_playable(puzzle: Puzzle) -> bool:
    short, long = sorted((puzzle.width, puzzle.height))
    return (puzzle.width, puzzle.height) in PLAYABLE and not (
        puzzle.unique_lines and long > LINE_COUNTS.get(short, long)
    )


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(any_puzzles(signs=False).filter(is_playable))
def test_it_accepts_our_ids_and_saves_the_same_puzzle(tmp_path_factory: pytest.TempPathFactory, puzzle: Puzzle) -> None:
    folder = tmp_path_factory.mktemp("unruly")
    text = write_puzzle(puzzle, "unruly")
    size, _, body = text.partition(":")
    printed = unruly("--generate", "1", text, folder=folder)
    assert (printed.partition(":")[0].partition("d")[0], printed.partition(":")[2]) == (size, body)
    unruly("--generate", "1", "--save", "game", "--save-suffix", ".sav", text, folder=folder)
    saved = read_puzzle((folder / "game0.sav").read_text())
    assert saved.format == "unruly-save"
    assert saved.puzzle == puzzle


@pytest.mark.parametrize("params", ["6x6dt", "6x6de", "8x8dn", "6x10ue", "14x14", "10x10ude"])
def test_we_read_its_ids(params: str, tmp_path: Path) -> None:
    for text in unruly("--generate", "3", params, folder=tmp_path).splitlines():
        imported = read_puzzle(text)
        assert imported.format == "unruly"
        assert imported.puzzle.unique_lines == ("u" in params)
        assert len(list(solutions(imported.puzzle, 2))) == 1


def test_our_saved_games_are_written_like_its_own(tmp_path: Path) -> None:
    text = "6x6u:BBCFBHaAacaCd"
    unruly("--generate", "1", "--save", "game", "--save-suffix", ".sav", text, folder=tmp_path)
    its = (tmp_path / "game0.sav").read_text().splitlines()
    ours = write_puzzle(read_puzzle(text).puzzle, "unruly-save").splitlines()
    # Its own parameters also name a level.
    assert [line for line in its if "PARAMS" not in line] == [line for line in ours if "PARAMS" not in line]
