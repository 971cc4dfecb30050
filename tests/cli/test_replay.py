"""`binairo replay`: which game it shows, and in which form."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import click
import pytest

from binairo_tui.cli.documents import choose_format
from binairo_tui.engine import Puzzle, parse_puzzle
from binairo_tui.files.paths import database_path
from binairo_tui.game import SessionSnapshot
from binairo_tui.player.progress import Progress
from binairo_tui.player.text import clock_text
from tests.cli.runs import CLASSIC, binairo
from tests.screenshots import solving_step

SQUARE, WIDE = parse_puzzle("4x4;0..1.1......0..0"), parse_puzzle("4x2;.1..0...;signs=r1c1xr2c1,r1c3=r1c4;lines=any")


@pytest.fixture
def solved() -> None:
    """Games that solve WIDE, SQUARE and SQUARE once more, in this order, and one that is not finished."""
    database_path().parent.mkdir(parents=True, mode=0o700)
    now = [datetime(2026, 1, 1, tzinfo=UTC)]
    progress = Progress(database_path(), now=lambda: now[-1])

    def play(puzzle: Puzzle, title: str, ms: int) -> None:
        now.append(now[-1] + timedelta(hours=1))
        game, _ = progress.open_new(puzzle, title)
        progress.finish(game, SessionSnapshot(0, ms, 1, (solving_step(puzzle, ms),)))

    play(WIDE, "odd\x1b[2J,name", 1000)
    play(SQUARE, "first", 2000)
    play(SQUARE, "second", 3000)
    progress.open_new(parse_puzzle(CLASSIC), "begun")
    assert progress.close(30)


@pytest.mark.usefixtures("solved")
def test_the_last_solve_is_shown() -> None:
    for arguments, title, ms in ((), "second", 3000), ((str(WIDE),), "odd[2J,name", 1000):
        outcome = binairo("replay", *arguments)
        assert (outcome.status, outcome.err) == (0, "")
        assert f"{title}</title>" in outcome.out
        assert f"Step 1 of 1, {clock_text(ms)}" in outcome.out
    assert binairo("replay", str(SQUARE), "--output", "game.html").status == 0
    assert "second" in Path("game.html").read_text()


def test_a_puzzle_that_was_not_solved_has_no_replay(solved: None) -> None:
    outcome = binairo("replay", CLASSIC)
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err == "you have not solved this puzzle yet\n"


def test_without_games_there_is_no_replay() -> None:
    outcome = binairo("replay")
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err == "you have not solved a puzzle yet\n"


@pytest.mark.parametrize(("form", "said"), [("html", "a page"), ("pdf", "a PDF")])
def test_a_terminal_gets_no_document(monkeypatch: pytest.MonkeyPatch, form: str, said: str) -> None:
    assert choose_format(form, None, (form,)) == form
    monkeypatch.setattr("sys.stdout", SimpleNamespace(isatty=lambda: True))
    with pytest.raises(click.UsageError, match=f"{said} cannot be shown in a terminal: give --output FILE"):
        choose_format(form, None, (form,))
