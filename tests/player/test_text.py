import unicodedata
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import parse_puzzle
from binairo_tui.game import Clock, GameSession
from binairo_tui.game.aids import NO_AID, SHOWN, Aid
from binairo_tui.game.session import SessionSnapshot
from binairo_tui.player.text import (
    clock_text,
    game_title,
    percent_text,
    plain,
    rank_text,
    standing_text,
    streak_text,
    when_text,
)
from binairo_tui.store.games import new_game
from binairo_tui.store.queries import Result

NOW = datetime(2024, 2, 29, 12, 0, tzinfo=UTC)


@given(st.text(), st.integers(1, 50))
def test_foreign_text_cannot_steer_the_terminal(text: str, length: int) -> None:
    shown = plain(text, length)
    assert len(shown) <= length
    assert all(unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for character in shown)


def test_ordinary_text_is_not_changed() -> None:
    assert plain("14x14 #12") == "14x14 #12"
    assert plain("\x1b]0;evil\x07 \u202egolb") == "]0;evil golb"
    assert plain("abcdef", 4) == "abc…"


@pytest.mark.parametrize(
    ("ms", "text"), [(0, "0:00"), (59_999, "0:59"), (754_000, "12:34"), (3_600_000, "1:00:00"), (3_725_000, "1:02:05")]
)
def test_clock_text(ms: int, text: str) -> None:
    assert clock_text(ms) == text


def test_percentages_are_0_and_100_only_for_exact_shares() -> None:
    assert [percent_text(share) for share in (0.0, 0.001, 0.5, 0.999, 1.0)] == ["0%", "1%", "50%", "99%", "100%"]


@pytest.mark.parametrize(
    ("ago", "text"),
    [
        (timedelta(hours=3, minutes=48), "today 08:12"),
        (timedelta(hours=13), "yesterday"),
        (timedelta(days=3), "3 days ago"),
        (timedelta(days=28), "1 February 2024"),
        (-timedelta(hours=1), "today 13:00"),
    ],
)
def test_when_text(ago: timedelta, text: str) -> None:
    assert when_text(int((NOW - ago).timestamp()), NOW) == text


def test_a_title_has_the_size_once() -> None:
    assert game_title(14, 14, "14x14 #12", "hard") == "14x14 #12 · hard"
    assert game_title(6, 4, "small #1", "") == "6x4 · small #1"
    assert game_title(6, 4, "", "") == "6x4"


def test_streak_and_rank_texts() -> None:
    assert [streak_text(days) for days in (0, 1, 12)] == ["", "streak 1 day", "streak 12 days"]
    assert rank_text(5, []) == "Nothing to compare it with yet."
    assert rank_text(5, [9, 7]) == "The fastest of your 3."
    assert rank_text(8, [9, 7]) == "Number 2 of your 3 by time."


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
def test_a_time_is_ranked_among_times_of_its_kind(aids: Aid, earlier: list[Result], text: str) -> None:
    assert standing_text(GAME, session(aids), earlier) == text
