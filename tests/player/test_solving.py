from datetime import UTC, date, datetime

import pytest

from binairo_tui.engine import parse_puzzle
from binairo_tui.game import Clock, GameSession
from binairo_tui.game.aids import NO_AID, SHOWN, Aid
from binairo_tui.game.session import SessionSnapshot
from binairo_tui.player.solving import standing_text
from binairo_tui.store import Result, new_game

WIDE = parse_puzzle("4x2;.1..0...;signs=r1c1xr2c1,r1c3=r1c4;lines=any")
GAME = new_game(WIDE, title="wide", now=datetime(2024, 2, 29, tzinfo=UTC), band="Hard")
EARLIER = Result(4, 2, False, True, "Hard", "another", 90_000, SHOWN, 0, date(2024, 2, 28))


def session(aids: Aid) -> GameSession:
    return GameSession.resume(WIDE, SessionSnapshot(0, 0, 0, (), aids), Clock(lambda: 0.0, 60_000))


@pytest.mark.parametrize(
    ("aids", "earlier", "text"),
    [
        (SHOWN, [], "Unaided. Nothing to compare it with yet."),
        (SHOWN, [EARLIER], "Unaided. The fastest of your 2."),
        (SHOWN, [EARLIER._replace(elapsed_ms=1)], "Unaided. Number 2 of your 2 by time."),
        (NO_AID, [EARLIER], "Strict: without any aid. Nothing to compare it with yet."),
        (SHOWN | Aid.HINT, [EARLIER], "With help. Nothing to compare it with yet."),
        (SHOWN, [EARLIER._replace(width=2, height=4)], "Unaided. Nothing to compare it with yet."),
        (SHOWN, [EARLIER._replace(band="Easy")], "Unaided. Nothing to compare it with yet."),
    ],
)
def test_a_time_is_compared_with_those_of_its_kind(aids: Aid, earlier: list[Result], text: str) -> None:
    assert standing_text(GAME, session(aids), earlier) == text
