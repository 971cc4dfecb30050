import unicodedata
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.game.aids import ALL_STYLES, OWN_STYLES, SolveStyle
from binairo_tui.library import collections
from binairo_tui.player.statistics import Streaks
from binairo_tui.player.text import (
    clock_text,
    game_title,
    ordinal,
    percent_text,
    plain,
    puzzle_name,
    standing_text,
    streak_text,
    style_counts_text,
    styles_text,
    wait_text,
    when_text,
)
from binairo_tui.store.queries import Rank

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


def test_a_short_time_is_rounded_once() -> None:
    assert [wait_text(ms) for ms in (59_949, 59_950, 60_999)] == ["59.9 s", "1:00", "1:00"]


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
    assert game_title(8, 8, "8x8-plus #12", "Easy") == "8x8 Binairo+ #12 · Easy"
    assert game_title(6, 4, "", "") == "6x4"
    assert game_title(9, 9, "seed 350394, recipe 2", "Gentle") == "9x9 · no. 350394 · Gentle"
    assert game_title(9, 9, "seed 350394", "Hard") == "9x9 · no. 350394 · Hard"
    assert game_title(9, 9, "seed of doubt", "") == "9x9 · seed of doubt"
    assert game_title(6, 6, "minimal #2", "") == "6x6 · Few givens #2"


def test_collections_are_called_by_their_titles() -> None:
    for collection in collections():
        assert puzzle_name(f"{collection.name} #1") == f"{collection.title} #1"


@pytest.mark.parametrize(
    ("streaks", "text"),
    [((0, 0), ""), ((1, 1), "daily streak 1 day"), ((2, 3), "daily streak 2 days"), ((0, 3), "")],
)
def test_streak_text(streaks: tuple[int, int], text: str) -> None:
    assert streak_text(Streaks(*streaks)) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"), (21, "21st"),
     (111, "111th"), (122, "122nd")],
)  # fmt: skip
def test_ordinal(number: int, text: str) -> None:
    assert ordinal(number) == text


@pytest.mark.parametrize(
    ("style", "rank", "text"),
    [
        (SolveStyle.UNAIDED, None, "Unaided."),
        (SolveStyle.STRICT, Rank(0, 0), "Your first strict solve of this kind: without any aid."),
        (SolveStyle.UNAIDED, Rank(0, 0), "Your first unaided solve of this kind."),
        (SolveStyle.HELPED, Rank(0, 0), "Your first solve of this kind with help."),
        (SolveStyle.UNAIDED, Rank(11, 0), "Unaided. Your best of 12."),
        (SolveStyle.HELPED, Rank(11, 2), "With help. Your 3rd-best of 12."),
        (SolveStyle.STRICT, Rank(1, 1, 999), "Strict: without any aid. Your 2nd-best of 2."),
        (SolveStyle.UNAIDED, Rank(1, 1, 61_000), "Unaided. Your 2nd-best of 2, 1:01 behind your best."),
        (
            SolveStyle.PROGRAM,
            Rank(11, 2),
            "Solved by the program, so it does not count for best times, medians or streaks.",
        ),
    ],
)
def test_standing_text(style: SolveStyle, rank: Rank | None, text: str) -> None:
    assert standing_text(style, rank) == text
    assert standing_text(style, rank, "Gentle 8x8") == text.replace("solve of this kind", "Gentle 8x8")


def test_styles_and_their_counts() -> None:
    assert [styles_text(styles) for styles in (OWN_STYLES, ALL_STYLES, (SolveStyle.PROGRAM,))] == [
        "strict and unaided",
        "all styles",
        "by the program",
    ]
    counts = dict.fromkeys(SolveStyle, 2)
    assert style_counts_text(counts) == "10 solved: 2 strict, 2 unaided, 2 helped, 2 repeat, 2 by the program"
    rare = {SolveStyle.PROGRAM: 0, SolveStyle.REPEAT: 0}
    assert style_counts_text(counts | rare) == "6 solved: 2 strict, 2 unaided, 2 helped"
