"""What the terminal answers decides how the program looks, whenever it answers; what is typed meanwhile is played."""

import os
import pty
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from binairo_tui.tui.inquiry import Inquiry
from tests.terminal.answering import TERMINALS, answers_to
from tests.terminal.pty_terminal import PtyTerminal
from tests.tui.test_inquiry import KEYS, UTF8, pressed

Start = Callable[..., PtyTerminal]

PUZZLE = "6x6;0" + "." * 34 + "1"
AT_ONCE: dict[str, Any] = {}
LATE, CUT = {"delay": 0.3}, {"delay": 0.1, "is_cut": True}
VERY_LATE = {"delay": 1.5, "is_cut": True}
MEANWHILE = {"after": b"\x1b]22;"}
"""Answers while the first screen is made: Textual has just set the shape of the mouse's pointer."""


def ground(terminal: PtyTerminal) -> str:
    """The background of the last line, in which no tile is."""
    return str(terminal.screen.buffer[22][40].bg)


def is_played(terminal: PtyTerminal) -> bool:
    """Whether the keys that were typed during the volley, and only these, are on the board."""
    parts = [re.sub("[▐▌]", " ", line).split() for line in terminal.lines()]
    rows = [part[:4] for part in parts if part[:1] in (["1"], ["2"]) and "\u00b7" in part]
    return rows == [["1", "0", "1", "\u00b7"], ["2", "\u00b7", "0", "1"]]


@pytest.mark.parametrize(
    "how", [AT_ONCE, LATE, CUT, VERY_LATE, MEANWHILE], ids=["at once", "late", "cut", "very late", "meanwhile"]
)
def test_a_white_terminal_becomes_light_and_no_key_is_lost(start: Start, how: dict[str, Any]) -> None:
    terminal = start("play", PUZZLE, TERM="xterm", answers={"behaviour": "xterm", **how})
    terminal.press("home", "right", "1", "down", "0", "right", "1")
    terminal.wait_for(lambda: ground(terminal) == "fbfbf9")
    terminal.wait_for(lambda: is_played(terminal))
    terminal.press("u", "u", "u")
    terminal.wait_for(" 0% ")
    assert not terminal.has_crashed


@pytest.mark.parametrize("bursts", [300, pytest.param(10_000, marks=pytest.mark.long)])
def test_bursts_of_keys_during_the_volley_are_neither_lost_nor_changed(bursts: int) -> None:
    """Through a terminal of the system, whose other side reads the questions and writes keys among the answers."""
    chance = Random(bursts)
    master, slave = pty.openpty()
    behaviours = [behaviour for name, behaviour in TERMINALS.items() if name != "urxvt"]
    for _ in range(bursts):
        inquiry = Inquiry(UTF8, slave)
        inquiry.ask(slave)
        mixed = answers_to(os.read(master, 4096).decode(), chance.choice(behaviours))
        keys = [chance.choice(KEYS) for _ in range(chance.randrange(12))]
        places = sorted(chance.randint(0, len(mixed)) for _ in keys)
        for offset, (place, key) in enumerate(zip(places, keys, strict=True)):
            mixed.insert(place + offset, key)
        data = "".join(mixed).encode()
        cut = chance.randint(0, len(data))
        os.write(master, data[:cut])
        inquiry.wait(0.0)
        os.write(master, data[cut:])
        parts = [os.read(slave, 4096)] if data[cut:] else []
        found = [*pressed(parts, inquiry)]
        inquiry.leave_signals()
        inquiry.restore()
        assert found == [*pressed(["".join(keys).encode()], Inquiry({}))], (mixed, cut)
    os.close(master)
    os.close(slave)


def test_a_silent_terminal_is_taken_at_its_word(start: Start) -> None:
    terminal = start("play", PUZZLE, TERM="xterm-256color")
    terminal.press("right", "1")
    terminal.wait_for(" 3% ")
    assert ground(terminal) == "121212"


@pytest.mark.parametrize("behaviour", ["xterm", "silent"])
def test_everything_is_given_back_at_the_end(start: Start, behaviour: str) -> None:
    terminal = start("play", PUZZLE, answers={"behaviour": behaviour})
    terminal.wait_for("q back")
    assert terminal.screen.title.endswith("Binairo")
    terminal.press("\x11")
    assert terminal.wait_for_exit() == 0
    raw = terminal.raw
    assert not re.search(rb"\x1b\[>\d*u", raw)  # the key protocol of kitty
    assert b"\x1b[<u" not in raw
    assert raw.count(b"\x1b[22;2t") == raw.count(b"\x1b[23;2t") == 1
    shape = b"\x1b[2 q" if behaviour == "xterm" else b"\x1b[0 q"
    assert raw.index(b"\x1b[4 q") < raw.index(shape)


def test_in_the_console_nothing_is_asked(start: Start) -> None:
    terminal = start("play", PUZZLE, TERM="linux")
    terminal.wait_for("q back")
    assert b"\x1b]2" not in terminal.raw.replace(b"\x1b]22;", b"")  # Textual sets the shape of the mouse's pointer
    assert b"\x1b]1" not in terminal.raw
    assert b"\x1bP" not in terminal.raw
    assert terminal.raw.isascii()


def test_doctor_shows_what_the_terminal_answers(start: Start) -> None:
    terminal = start("doctor", TERM="xterm", columns=120, answers={"behaviour": "xterm, wide"})
    assert terminal.wait_for_exit() == 0
    text = terminal.text()
    assert "light: the terminal says background #ffffff, text #000000" in text
    assert "16 million: the terminal says true colours, a colour 255" in text
    assert (
        "ASCII, with tiles of whole lines: the terminal says a half block is 2 columns wide, its name is XTerm" in text
    )


def test_doctor_says_what_was_not_answered(start: Start) -> None:
    terminal = start("doctor", TERM="xterm", columns=120)
    assert terminal.wait_for_exit() == 0
    assert "unknown, so taken to be dark: no answer, so this follows from environment variables" in terminal.text()
