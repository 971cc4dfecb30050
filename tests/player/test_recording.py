"""Recordings of games: what the page shows after each step."""

import re
from html import unescape

import pytest

from binairo_tui.engine import ONE, ZERO, parse_puzzle
from binairo_tui.game import GameSession
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
    page = recording.recording("<1> & 2", WIDE, played.steps).decode()
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
