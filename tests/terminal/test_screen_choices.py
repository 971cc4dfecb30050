"""What the player chose about the screen, in a real terminal: ASCII, mouse buttons, no colours, their own keys."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.terminal.pty_terminal import PtyTerminal

Start = Callable[..., PtyTerminal]
PUZZLE = "6x6;0" + "." * 34 + "1"


@pytest.mark.parametrize(
    "locale", [{"LANG": "C"}, *[pytest.param({"LC_ALL": it}, marks=pytest.mark.ci) for it in ("C", "en_US.ISO-8859-1")]]
)
def test_not_a_byte_beyond_ascii_where_the_locale_has_no_other(start: Start, locale: dict[str, str]) -> None:
    terminal = start("play", PUZZLE, **locale)
    terminal.wait_for("0 1 place")
    terminal.press("right", "1", "?")
    terminal.wait_for("If you are stuck")
    for key, seen in ((",", "Pause after (minutes)"), (":", "Place 0")):
        terminal.press("q")
        terminal.wait_for("0 1 place")
        terminal.press(key)
        terminal.wait_for(seen)
    assert terminal.raw.partition(b"\x1b[c")[2].isascii()  # after the questions


def test_unicode_can_be_asked_for(start: Start) -> None:
    terminal = start("play", "--unicode", PUZZLE, LC_ALL="C", PYTHONIOENCODING="ascii")
    terminal.wait_for("·")
    assert b"\\u" not in terminal.raw


def test_ascii_can_be_asked_for(start: Start) -> None:
    terminal = start("--ascii", "play", PUZZLE)
    terminal.wait_for("0 1 place")
    assert terminal.raw.partition(b"\x1b[c")[2].isascii()  # after the questions


def test_mouse_buttons_are_heard_if_wanted_and_no_motion(start: Start) -> None:
    terminal = start("play", "--mouse", "--ascii", PUZZLE)
    terminal.wait_for("0 1 place")
    terminal.press("left")
    terminal.wait_for(lambda: terminal.look(*terminal.cursor()[:2])[0] == "0")
    column, line, _ = terminal.cursor()
    terminal.press("right")
    terminal.wait_for(lambda: terminal.cursor()[0] > column)
    width = terminal.cursor()[0] - column
    x, y = column + 3 * width, line
    click = f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m".encode()
    terminal.send(click)
    terminal.wait_for(lambda: terminal.cursor()[:2] == (x, y))
    terminal.send(click)
    terminal.wait_for(lambda: terminal.look(x, y)[0] == "0")
    terminal.send(click)
    terminal.wait_for(lambda: terminal.look(x, y)[0] == "1")
    assert b"\x1b[?1000h" in terminal.raw
    assert b"\x1b[?1003h" not in terminal.raw
    terminal.press("\x11")
    assert terminal.wait_for_exit() == 0
    assert b"\x1b[?1000l" in terminal.raw


def test_without_being_asked_for_the_mouse_is_left_to_the_terminal(start: Start) -> None:
    terminal = start("play", PUZZLE)
    terminal.wait_for("0 1 place")
    assert b"\x1b[?1000h" not in terminal.raw


def test_without_colours_there_are_none(start: Start) -> None:
    terminal = start("play", PUZZLE, NO_COLOR="1")
    terminal.wait_for("0 1 place")
    for number in (*range(30, 38), *range(40, 48), *range(90, 98), *range(100, 108)):
        assert f"\x1b[{number}m".encode() not in terminal.raw
    assert b"38;" not in terminal.raw
    assert b"48;" not in terminal.raw


def test_the_file_of_settings_counts_and_is_written(start: Start, tmp_path: Path) -> None:
    path = tmp_path / "config" / "binairo-tui" / "config.toml"
    path.parent.mkdir(parents=True)
    path.write_text('# mine\nhelp = "xyz"\n[keys]\n"cell.one" = "v"   # left\n', encoding="utf-8")
    terminal = start("play", PUZZLE)
    terminal.wait_for("0 v place")
    terminal.wait_for("Settings)")
    terminal.press("right", "v")
    terminal.wait_for(lambda: " 3%" in terminal.lines()[0])
    terminal.press(",")
    terminal.wait_for("› Symbols")
    terminal.press("enter")
    terminal.wait_for("discs")
    terminal.press("\x11")
    assert terminal.wait_for_exit() == 0
    written = path.read_text("utf-8")
    assert '[keys]\n"cell.one" = "v"   # left\n' in written
    assert written.startswith('# mine\nhelp = "xyz"\n')
    assert 'symbols = "discs"' in written
