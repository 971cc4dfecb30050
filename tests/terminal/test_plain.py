"""Plain mode on a terminal that can do nothing, and on one that goes away."""

import signal
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from binairo_tui.game import SolveStyle
from binairo_tui.store.opening import open_database
from binairo_tui.store.queries import read_results, unfinished_games
from tests.plain.talks import solving_lines
from tests.shipped import find_entry
from tests.terminal.pty_terminal import PtyTerminal

Start = Callable[..., PtyTerminal]


def database(tmp_path: Path) -> Path:
    return tmp_path / "data" / "binairo-tui" / "progress.db"


def test_a_puzzle_is_solved_on_a_dumb_terminal_and_counted(start: Start, tmp_path: Path) -> None:
    terminal = start("play", "--plain", "6x6:1", TERM="dumb", LANG="C")
    terminal.wait_for("\n>")
    for line in solving_lines(find_entry("6x6", 1).puzzle):
        terminal.press(line, "\n")
    terminal.wait_for("Solved in ")
    terminal.press("quit\n")
    assert terminal.wait_for_exit() == 0
    assert b"\x1b" not in terminal.raw
    assert terminal.raw.isascii()
    with closing(open_database(database(tmp_path))) as connection:
        (result,) = read_results(connection)
    assert (result.title, result.style is SolveStyle.HELPED) == ("6x6 #1", False)


@pytest.mark.parametrize(("arguments", "is_interrupted"), [(("--plain", "play"), False), (("play", "--plain"), True)])
def test_a_game_is_kept_if_the_terminal_goes_away_and_if_it_is_left_with_ctrl_c(
    start: Start, tmp_path: Path, arguments: tuple[str, str], is_interrupted: bool
) -> None:
    terminal = start(*arguments, "6x6:1", TERM="dumb")
    terminal.wait_for("\n>")
    terminal.press(solving_lines(find_entry("6x6", 1).puzzle)[0], "\n")
    terminal.wait_for(lambda: terminal.text().count(">") == 2)
    if is_interrupted:
        terminal.press("\x03")
        assert terminal.wait_for_exit() == 130
    else:
        assert terminal.hang_up() == 128 + signal.SIGHUP
    assert not terminal.has_crashed
    with closing(open_database(database(tmp_path))) as connection:
        (game,) = unfinished_games(connection)
    assert (game.title, game.filled) == ("6x6 #1", 1)


def test_lines_are_broken_between_words(start: Start) -> None:
    terminal = start("play", "--plain", "8x8-plus:1", TERM="dumb")
    terminal.wait_for("\n>")
    terminal.press("hint\n")
    terminal.wait_for("more.")
    lines = terminal.lines()
    assert any(line.startswith("Equal: r1c3 and r2c3, ") for line in lines)
    signs = " ".join(lines[lines.index(next(line for line in lines if line.startswith("Equal: "))) :])
    assert "r7c7 and r7c8, r7c7 and r8c7." in signs
    assert max(map(len, lines)) < 80


def test_the_end_of_the_input_leaves(start: Start) -> None:
    terminal = start("--plain", TERM="dumb")
    terminal.wait_for("\n>")
    terminal.press("\x04")
    assert terminal.wait_for_exit() == 0


def test_a_session_whose_game_was_taken_over_accepts_no_move(start: Start, tmp_path: Path) -> None:
    first, second, third = solving_lines(find_entry("6x6", 1).puzzle)[:3]
    loser = start("play", "--plain", "6x6:1", TERM="dumb")
    loser.wait_for("\n>")
    loser.press(first, "\n")
    loser.wait_for(lambda: loser.text().count(">") == 2)
    winner = start("play", "--plain", "6x6:1", TERM="dumb")
    winner.wait_for("Type yes to continue here.")
    winner.press("yes\n")
    winner.wait_for("blanks filled.")
    winner.press(second, "\n")
    winner.wait_for(lambda: winner.text().count(">") >= 3)
    loser.press(third, "\n", third, "\n")
    loser.wait_for(lambda: loser.text().count("is now open in another session") == 2)
    name = third.split()[0]
    loser.press(f"{name}\n")
    loser.wait_for(f"{name} is blank.")
    for terminal in (loser, winner):
        terminal.press("quit\n")
        assert terminal.wait_for_exit() == 0
    with closing(open_database(database(tmp_path))) as connection:
        (game,) = unfinished_games(connection)
    assert game.filled == 2


def test_moves_that_could_not_be_saved_are_told_by_the_exit_status(start: Start, tmp_path: Path) -> None:
    database(tmp_path).mkdir()
    terminal = start("play", "--plain", "6x6:1", TERM="dumb")
    terminal.wait_for("\n>")
    terminal.press(solving_lines(find_entry("6x6", 1).puzzle)[0], "\n")
    terminal.press("quit\n")
    assert terminal.wait_for_exit() == 2
    assert b"the last moves could not be saved" in terminal.raw
