"""Hostile titles, names, settings and pastes on every screen that shows them: what reaches the terminal is harmless."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from binairo_tui.engine import parse_puzzle
from binairo_tui.game import Clock, GameSession
from binairo_tui.store.games import SavedGame, new_game
from binairo_tui.store.opening import open_database
from binairo_tui.store.writer import Writer
from tests.terminal.pty_terminal import PtyTerminal

Start = Callable[..., PtyTerminal]

NAME = "owned\x1b]0;owned\x07\x9b31m\u202e\u2066\u200b\U000e0041[@click=app.quit][red]"
"""As the name of a file."""
TEXT = f"{NAME}[/]\x1b[201~\x1b[2J\r\n\u2028"
"""As any other text."""
STEERING = [sign.encode() for sign in ("\x1b]0;owned", "\x9b", "\u202e", "\u2066", "\u200b", "\U000e0041", "\u2028")]
PUZZLE = parse_puzzle("4x4;" + "1" + "." * 15)
NOW = datetime(2024, 2, 29, 12, 0, tzinfo=UTC)


def harmless(terminal: PtyTerminal) -> bool:
    """Whether nothing was sent that steers or hides, and yet the foreign text was shown, brackets and all."""
    assert [sign for sign in STEERING if sign in terminal.raw] == []
    return "owned" in terminal.text()


@pytest.fixture
def environ(environ: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """A home whose very name is hostile, with hostile games, collections and settings in it."""
    home = tmp_path / NAME
    home.mkdir(mode=0o700)
    environ |= {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "XDG_CONFIG_HOME": str(home / "config")}
    data, config = home / "data" / "binairo-tui", home / "config" / "binairo-tui"
    for directory in (data / "collections", config):
        directory.mkdir(parents=True, mode=0o700)
    keep_games(data / "progress.db")
    (data / "collections" / "evil.txt").write_text(
        f"# title: {TEXT.strip()}\n# author: {NAME}\n{PUZZLE}  # {NAME}\n", encoding="utf-8"
    )
    (data / "collections" / f"{NAME}.txt").write_text(TEXT, encoding="utf-8")
    quoted = "".join(rf"\U{ord(sign):08x}" for sign in NAME)
    (config / "config.toml").write_text(f'theme = "{quoted}"\n"{quoted}" = 1\n', encoding="utf-8")
    return environ


def keep_games(path: Path) -> None:
    """One game that is begun and one that is solved; nothing is cleaned as it would be on the usual way."""
    writer = Writer(lambda: open_database(path), lambda status: None)
    for number in (1, 2):
        game: SavedGame = new_game(PUZZLE, title="", now=NOW)._replace(title=TEXT, band=NAME)
        session = GameSession(PUZZLE, Clock(lambda: 0))
        session.place(1, "0")
        if number == 2:
            writer.finish(game, session.snapshot(), NOW, NOW.date())
        else:
            writer.save(game, session.snapshot())
    assert writer.close(20)


def test_the_screens_of_the_program(start: Start) -> None:
    terminal = start()
    terminal.wait_for("4x4")
    assert harmless(terminal)
    for keys, seen in (
        (("\r",), "0 1 place"),
        (("q",), "q quit"),
        (("C",), "owned"),
        (("\x1b[F",), "owned"),
        (("\r",), "4x4"),
        (("q", "q"), "q quit"),
        (("S",), "owned"),
        (("q",), "q quit"),
        (("D",), "q back"),
        (("q",), "q quit"),
    ):
        terminal.press(*keys)
        terminal.wait_for(seen)
        terminal.settle()
        harmless(terminal)
    terminal.press("I")
    terminal.wait_for("Import a puzzle")
    terminal.send(b"\x1b[200~" + f"4x4;{NAME}".encode() + b"\x1b[201~")
    terminal.wait_for("owned")
    terminal.settle()
    assert harmless(terminal)
    terminal.press("\x11")
    assert terminal.wait_for_exit() == 0


def test_the_name_of_a_file(start: Start, environ: dict[str, str]) -> None:
    (Path(environ["HOME"]) / f"{NAME}.txt").write_text(str(PUZZLE), encoding="utf-8")
    terminal = start("play", f"{NAME}.txt")
    terminal.wait_for("0 1 place")
    assert harmless(terminal)


def test_an_error_that_quotes_a_path(start: Start, environ: dict[str, str]) -> None:
    (Path(environ["HOME"]) / "data" / "binairo-tui").chmod(0o777)
    terminal = start("play", "6x6:1")
    terminal.wait_for("Other users could write")
    assert harmless(terminal)


@pytest.mark.parametrize(
    "arguments", [("games", "where"), ("collections",), ("check", NAME), ("play", NAME), ("doctor",), ("stats",)]
)
def test_the_command_line(start: Start, arguments: tuple[str, ...]) -> None:
    terminal = start(*arguments, columns=200, lines=60)
    terminal.wait_for_exit()
    assert not terminal.has_crashed
    assert [sign for sign in STEERING if sign in terminal.raw] == []
    assert NAME in arguments or "owned" in terminal.text()
