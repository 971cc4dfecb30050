"""Sessions to test, with a clock that advances by a second whenever it is read."""

import itertools

from binairo_tui.engine import parse_puzzle
from binairo_tui.game import Clock, GameSession

CLASSIC = "6x6;1...10.....0.0.1.....11.0.....1.0..."


def ticking() -> Clock:
    """A clock that gains a second at every look."""
    seconds = itertools.count()
    clock = Clock(lambda: float(next(seconds)))
    clock.resume()
    return clock


def new_session(text: str = CLASSIC) -> GameSession:
    return GameSession(parse_puzzle(text), ticking())


def grid(session: GameSession) -> str:
    return session.puzzle.geometry.text(session.position)
