"""Recordings of games: what the page and the recording of a terminal show after each step."""

import json
import re
from html import unescape
from itertools import pairwise

import pyte
import pytest

from binairo_tui.engine import ONE, ZERO, parse_puzzle
from binairo_tui.game import GameSession
from binairo_tui.pictures.cast import LAST_SECONDS
from binairo_tui.pictures.text import board_text
from binairo_tui.player import recording
from tests.game.sessions import ticking

WIDE = parse_puzzle("6x4;1....0..0......1...0....;signs=r1c2=r1c3,r2c1xr3c1")


@pytest.fixture
def played() -> GameSession:
    """A game with every kind of step that changes the board, and some that do not."""
    session = GameSession(WIDE, ticking())
    session.place(1, ZERO)
    session.toggle_mark(7)
    session.open_branch()
    session.place(7, ONE)
    session.place(7, ZERO)
    session.drop_branch()
    session.clock.pause()
    session.propagate_once()
    session.restart()
    session.place(4, ONE)
    return session


def positions(session: GameSession) -> list[str]:
    """The board after each step, as text."""
    steps = session.steps
    found = []
    for head in range(len(steps) + 1):
        again = GameSession.resume(WIDE, session.snapshot()._replace(head=head, steps=steps))
        found.append(WIDE.geometry.text(again.position))
    return found


def test_the_page_shows_the_board_after_each_step(played: GameSession) -> None:
    page = recording.recording("<1> & 2", WIDE, played.steps, "html").decode()
    sections = page.split("<section ")[1:]
    boards = [
        "".join([cell or "." for cell in re.findall(r"<td[^>]*>([01]?)", section.split("<table>")[1])])
        for section in sections
    ]
    assert boards == positions(played)
    changed = [len(re.findall(r'class="(?:g )?n"', section)) for section in sections]
    assert changed == [0, *[len(step.moves) for step in played.steps]]
    assert 'r1c2 = 0. "' in unescape(sections[1])
    assert sections[-1].count("Not solved.") == page.count("Not solved.") == 1
    assert "&lt;1&gt; &amp; 2" in page
    assert "the reason</span>" not in page
    assert "http" not in page.replace("http-equiv", "")


def test_a_terminal_shows_the_board_at_the_time_of_each_step(played: GameSession) -> None:
    text = recording.recording("Wide", WIDE, played.steps, "cast").decode()
    head, clear, *events = [json.loads(line) for line in text.splitlines()]
    assert (head["version"], head["title"]) == (2, "Wide")
    screen = pyte.Screen(head["width"], head["height"])
    stream = pyte.Stream(screen)
    stream.feed(clear[2])
    for (_, kind, data), position in zip(events, positions(played), strict=False):
        assert kind == "o"
        stream.feed(data)
        board = [line.rstrip() for line in screen.display[2 : 2 + 2 * WIDE.height + 1]]
        assert "\n".join(board) == board_text(WIDE, WIDE.geometry.position(position))
        assert screen.display[0].rstrip() == "Wide"
    assert "Not solved." in screen.display[-1]
    times = [at for at, _, _ in events]
    assert times == [0.0, *[step.at_ms / 1000 for step in played.steps], times[-2] + LAST_SECONDS]
    assert all(before <= after for before, after in pairwise(times))


@pytest.mark.parametrize(("name", "form"), [("a.CAST", "cast"), ("a.html", "html"), ("cast", "html"), ("", "html")])
def test_the_name_of_a_file_chooses_the_format(name: str, form: str) -> None:
    assert recording.format_of(name) == form
