"""Tests of the text of a replay."""

import pytest

from binairo_tui.engine import parse_puzzle
from binairo_tui.game import Clock, GameSession
from binairo_tui.tui.view.solved_text import timeline


@pytest.mark.parametrize(
    ("head", "width", "expected"),
    [
        (0, 9, "▁▁▁█▁\n▲"),
        (1, 9, "▁▁▁█▁\n▲"),
        (4, 9, "▁▁▁█▁\n   ▲"),
        (5, 5, "▁▁▁█▁\n    ▲"),
        (4, 2, "▁█\n ▲"),
    ],
)
def test_the_timeline_shows_waits_and_the_step(head: int, width: int, expected: str) -> None:
    seconds = [0.0]
    session = GameSession(parse_puzzle("6x6;" + "." * 36), Clock(lambda: seconds[0]))
    session.clock.resume()
    for cell, wait in enumerate((1, 1, 1, 8, 1)):
        seconds[0] += wait
        session.place(cell, "0")
    assert timeline(session.steps, head, width) == expected


def test_a_game_without_steps_has_no_bars() -> None:
    assert timeline((), 0, 30) == "\n▲"
