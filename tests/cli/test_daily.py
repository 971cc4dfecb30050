from datetime import date, datetime, tzinfo
from typing import Self

import pytest

from binairo_tui.cli import options
from binairo_tui.engine import parse_puzzle
from binairo_tui.engine.generation import generate
from binairo_tui.engine.request import daily_request
from binairo_tui.files.paths import config_path
from binairo_tui.settings import Settings
from tests.cli.runs import binairo

DAY = "2026-05-28"


def test_a_date_and_a_size_have_one_puzzle() -> None:
    request, seed = daily_request(date.fromisoformat(DAY), 6, 8)
    outcome = binairo("daily", "--date", DAY, "--size", "6x8")
    assert (outcome.status, outcome.err) == (0, "")
    text, comment = outcome.out.rstrip("\n").split("  # ")
    assert parse_puzzle(text) == generate(request, seed=seed)
    assert comment.split()[0] == "Hard"
    (fields,) = binairo("daily", "--date", DAY, "--size", "6x8", "--json").objects
    assert list(fields) == ["puzzle", "band", "score", "seed", "ms", "recipe"]
    assert (fields["puzzle"], fields["seed"]) == (text, seed)
    assert comment == f"{fields['band']} {fields['score']}"


def test_the_default_date_is_today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(options, "today", lambda: date.fromisoformat(DAY))
    today = binairo("daily", "--size", "8").out
    assert today == binairo("daily", "--date", DAY, "--size", "8").out
    assert today != binairo("daily", "--date", "2026-05-29", "--size", "8").out


def test_the_default_size_is_that_of_the_app() -> None:
    assert binairo("daily", "--date", DAY).out == binairo("daily", "--date", DAY, "--size", Settings().daily_size).out


def test_generate_makes_the_same_from_band_and_seed() -> None:
    (fields,) = binairo("daily", "--date", DAY, "--size", "8", "--json").objects
    again = binairo("generate", "--size", "8", "--band", fields["band"], "--seed", str(fields["seed"]), "--json")
    assert again.objects[0]["puzzle"] == fields["puzzle"]


@pytest.mark.parametrize(("word", "day"), [("today", DAY), ("yesterday", "2026-05-27")])
def test_today_and_yesterday_are_dates(monkeypatch: pytest.MonkeyPatch, word: str, day: str) -> None:
    monkeypatch.setattr(options, "today", lambda: date.fromisoformat(DAY))
    assert binairo("daily", "--date", word, "--size", "6").out == binairo("daily", "--date", day, "--size", "6").out


@pytest.mark.parametrize(
    "text", ["2026-02-30", "20260528", "2026-W22-4", "2026-5-28", "tomorrow", "", "\x1b", "²026-05-28"]
)
def test_an_invalid_date_is_refused(text: str) -> None:
    outcome = binairo("daily", "--date", text)
    assert (outcome.status, outcome.out) == (2, "")
    assert "Invalid value for '--date': expected today, yesterday or a date such as 2026-05-31" in outcome.err


def test_a_size_without_puzzles_of_the_band_is_refused() -> None:
    outcome = binairo("daily", "--date", DAY, "--size", "4x8")
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err == "no 4x8 grid with unique lines exists\n"


def test_a_day_begins_when_the_settings_say(monkeypatch: pytest.MonkeyPatch) -> None:
    class Night(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Self:
            return cls(2026, 5, 29, 3, 30, tzinfo=tz)

    monkeypatch.setattr(options, "datetime", Night)
    assert options.today() == date(2026, 5, 29)
    config_path().parent.mkdir(parents=True, exist_ok=True)
    config_path().write_text("day_starts = 4\n", encoding="utf-8")
    assert options.today() == date(2026, 5, 28)
