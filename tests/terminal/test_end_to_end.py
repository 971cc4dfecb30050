"""The whole program in a real pseudo-terminal, by keys alone."""

import signal
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from binairo_tui.library import Entry
from binairo_tui.store.opening import open_database
from binairo_tui.store.queries import unfinished_games
from binairo_tui.store.saves import load_game
from tests.shipped import find_entry
from tests.terminal.pty_terminal import PtyTerminal
from tests.tui.pilots import solving_keys

Start = Callable[..., PtyTerminal]


def free_cells(entry: Entry) -> list[int]:
    return [cell for cell in range(entry.puzzle.geometry.cell_count) if not entry.puzzle.is_given(cell)]


def open_first_collection(terminal: PtyTerminal) -> None:
    """From home to the puzzles of 6x6."""
    terminal.wait_for("Collections")
    terminal.press("C")
    terminal.wait_for("› 6x6")
    terminal.press("enter")
    terminal.wait_for("   1  6x6")


def filled(terminal: PtyTerminal, percent: str) -> bool:
    return f" {percent}%" in terminal.lines()[0]


def test_a_puzzle_is_played_to_the_end_and_counted(start: Start) -> None:
    terminal = start()
    open_first_collection(terminal)
    terminal.press("enter")
    terminal.wait_for("6x6 #1")
    terminal.wait_for("0 1 place")
    terminal.press(*solving_keys(find_entry("6x6", 1).puzzle))
    terminal.wait_for("Solved in ")
    terminal.wait_for("first unaided")
    terminal.wait_for(lambda: filled(terminal, "100"))
    terminal.press("q")
    terminal.wait_for("✓ solved")
    terminal.press("q")
    terminal.wait_for("1 of 60 solved")
    terminal.press("q")
    terminal.wait_for("1 solved")
    terminal.press("S")
    terminal.wait_for("1 solved: ")
    terminal.wait_for(lambda: any({"6x6", "Gentle", "1"} <= set(line.split()) for line in terminal.lines()))
    terminal.press("q")
    terminal.wait_for("q quit")
    terminal.press("q")
    assert terminal.wait_for_exit() == 0
    assert not terminal.has_crashed


def test_ten_moves_survive_a_killed_process(start: Start, tmp_path: Path) -> None:
    entry = find_entry("6x6", 2)
    terminal = start()
    open_first_collection(terminal)
    terminal.press("j", "enter")
    terminal.wait_for("6x6 #2")
    terminal.wait_for("0 1 place")
    keys, placed = [], 0
    for key in solving_keys(entry.puzzle):
        keys.append(key)
        placed += key in "01"
        if placed == 10:
            break
    terminal.press(*keys)
    share = str(round(100 * 10 / len(free_cells(entry))))
    terminal.wait_for(lambda: filled(terminal, share))
    terminal.wait_for(lambda: saved_steps(tmp_path / "data" / "binairo-tui" / "progress.db") == 10)
    terminal.settle()  # the frame with the share may come in parts
    grid = board(terminal)
    terminal.kill(signal.SIGKILL)
    assert terminal.wait_for_exit() == -signal.SIGKILL

    again = start()
    again.wait_for("›    Continue")
    again.wait_for("6x6 #2")
    again.press("enter")
    again.wait_for(lambda: filled(again, share) and board(again) == grid)
    again.press(*["u"] * 10)
    again.wait_for(lambda: filled(again, "0"))
    again.press("u")
    again.wait_for("Nothing to undo.")
    again.wait_for(lambda: "".join(board(again)).count("·") == len(free_cells(entry)))
    again.press("q")
    again.wait_for("›    Continue")
    again.press("\x03")
    assert again.wait_for_exit() == 0


def test_a_branch_survives_a_killed_process_and_is_seen_without_colours(start: Start, tmp_path: Path) -> None:
    terminal = start("play", "6x6:2", NO_COLOR="1", LC_ALL="C")
    terminal.wait_for("0 1 place")
    terminal.press("b", "n", "1", "b", "n", "0")
    for seen in ("Branch 2: 1 cell", "(1)", "[0]"):
        terminal.wait_for(seen)
    assert terminal.text().isascii()
    terminal.wait_for(lambda: saved_steps(tmp_path / "data" / "binairo-tui" / "progress.db") == 4)
    terminal.kill(signal.SIGKILL)
    assert terminal.wait_for_exit() == -signal.SIGKILL

    again = start("play", "6x6:2")
    again.wait_for("Branch 2: 1 cell")
    again.press("B")
    again.wait_for("Branch 1: 1 cell")
    again.press("u")
    again.wait_for("Branch 2: 1 cell")


def test_after_a_suspension_the_screen_is_drawn_again(start: Start) -> None:
    terminal = start("play", "6x6:1")
    terminal.wait_for("0 1 place")
    terminal.kill(signal.SIGTSTP)
    terminal.wait_for_stop()
    terminal.kill(signal.SIGCONT)
    terminal.wait_for(lambda: terminal.raw.count(b"\x1b[?1049h") == 2)
    terminal.wait_for(lambda: b"place" in terminal.raw[terminal.raw.rindex(b"\x1b[?1049h") :])
    terminal.press("right", "1")
    terminal.wait_for(lambda: filled(terminal, "4"))


def test_a_shell_stops_and_continues_the_game(environ: dict[str, str]) -> None:
    with closing(PtyTerminal(["sh", "-i"], environ)) as terminal:
        terminal.press(f"{sys.executable} -m binairo_tui play 6x6:1\r")
        terminal.wait_for("0 1 place")
        terminal.press("\x1a")
        terminal.wait_for("Stopped")
        terminal.press("fg\r")
        terminal.wait_for("0 1 place")
        terminal.press("right", "1")
        terminal.wait_for(lambda: filled(terminal, "4"))


def test_without_a_shell_the_game_does_not_stop(start: Start) -> None:
    terminal = start("play", "6x6:1")
    terminal.wait_for("0 1 place")
    terminal.press("\x1a")
    terminal.wait_for("There is no shell to return to.")
    terminal.press("right", "1")
    terminal.wait_for(lambda: filled(terminal, "4"))


def test_a_puzzle_given_on_the_command_line_is_played_at_once(start: Start) -> None:
    terminal = start("play", "6x6:3")
    terminal.wait_for("0 1 place")
    assert "6x6 #3" in terminal.lines()[0]
    terminal.press("q")
    terminal.wait_for("Collections")
    terminal.press("q")
    assert terminal.wait_for_exit() == 0


def test_the_terminal_cursor_is_shown_on_the_cell(start: Start) -> None:
    terminal = start("play", "6x6;" + "." * 36)
    terminal.wait_for("0 1 place")
    terminal.press("right", "down", "1")
    terminal.wait_for(lambda: filled(terminal, "3") and is_on_value(terminal))
    right, lower, _ = terminal.cursor()
    terminal.press("left", "up", "1")
    terminal.wait_for(lambda: filled(terminal, "6") and is_on_value(terminal))
    x, y, _ = terminal.cursor()
    assert x < right
    assert y < lower


def is_on_value(terminal: PtyTerminal) -> bool:
    """Whether the terminal's cursor is shown on a 1; a frame may arrive in parts."""
    x, y, is_shown = terminal.cursor()
    return is_shown and terminal.look(x, y)[0] == "1"


@pytest.mark.parametrize("settings", [{"NO_COLOR": "1"}, {"TERM": "linux"}], ids=["no colour", "16 colours"])
def test_without_256_colours_none_are_sent(start: Start, settings: dict[str, str]) -> None:
    terminal = start("play", "6x6:1", **settings)
    terminal.wait_for("0 1 place")
    terminal.press("right", "1")
    terminal.wait_for(lambda: "1" in terminal.lines()[0])
    assert b"38;5;" not in terminal.raw
    assert b"38;2;" not in terminal.raw
    assert b"\x1b[7m" in terminal.raw or b";7m" in terminal.raw or b"7;" in terminal.raw


def test_the_name_of_a_file_cannot_steer_the_terminal(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "evil\x1b]0;owned\x07\u202e.txt"
    (tmp_path / name).write_text("6x6;" + "." * 36, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    terminal = start("play", name)
    terminal.wait_for("0 1 place")
    assert "owned" in terminal.lines()[0]
    assert b"\x1b]0;owned" not in terminal.raw
    assert "\u202e".encode() not in terminal.raw


def board(terminal: PtyTerminal) -> list[str]:
    """The rows of cells on the screen, numbers and counters left out."""
    rows = [without_ring(line)[:46].split() for line in terminal.lines()]
    return ["".join(cells[1:7]) for cells in rows if len(cells) == 9 and cells[0].isdigit()]


def saved_steps(path: Path) -> int:
    """How many steps of the only game are in the database."""
    with closing(open_database(path)) as connection:
        games = unfinished_games(connection)
        return len(load_game(connection, games[0].id).progress.steps) if games else 0


def cursor_is_at(terminal: PtyTerminal, row: str, column: str) -> bool:
    """Whether these numbers stand beside and above the terminal's cursor on a board of four columns."""
    x, y, _ = terminal.cursor()
    lines = [without_ring(line) for line in terminal.lines()]
    numbers = next((line for line in lines if line.split()[:4] == ["1", "2", "3", "4"]), "")
    return lines[y].split()[:1] == [row] and numbers[x : x + 1] == column


def without_ring(line: str) -> str:
    """A line without the ring around the cursor's tile."""
    return "".join([" " if character in "▗▄▖▐▌▝▀▘" else character for character in line])


def test_the_very_first_start_teaches_and_is_skipped_by_one_key(start: Start, tmp_path: Path) -> None:
    (tmp_path / "data" / "binairo-tui").rmdir()
    terminal = start()
    # The terminal's cursor gets to its cell before any key, though no clock has frames drawn.
    for key, place in (("", ("1", "1")), ("n", ("1", "4")), ("n", ("3", "2"))):
        terminal.press(*key)
        terminal.wait_for(partial(cursor_is_at, terminal, *place))
    terminal.press("q")
    terminal.wait_for("q quit")
    terminal.press("D")
    terminal.wait_for("PgDn month")
    terminal.wait_for(lambda: "[" in terminal.lines()[terminal.cursor()[1]][terminal.cursor()[0] - 2 :][:2])
    terminal.press("q")
    terminal.wait_for("q quit")
    terminal.press("q")
    assert terminal.wait_for_exit() == 0
    again = start()
    again.wait_for("q quit")
    assert "1 of 3" not in again.text()


def test_the_terminal_cursor_is_where_one_types_before_any_key(start: Start) -> None:
    terminal = start()
    terminal.wait_for("q quit")
    terminal.press("I")
    terminal.wait_for("Paste a puzzle")
    terminal.wait_for(lambda: terminal.cursor()[:2] == (4, 2))


def test_moves_that_could_not_be_saved_are_told_by_the_exit_status(start: Start, environ: dict[str, str]) -> None:
    Path(environ["XDG_DATA_HOME"], "binairo-tui", "progress.db").mkdir()
    terminal = start("play", "6x6:1")
    terminal.wait_for("Play without saving")
    terminal.press("enter")
    terminal.wait_for("0 1 place")
    terminal.press(*solving_keys(find_entry("6x6", 1).puzzle))
    terminal.wait_for("Solved in ")
    terminal.press("\x11")
    assert terminal.wait_for_exit() == 2
    assert b"the last moves could not be saved" in terminal.raw
