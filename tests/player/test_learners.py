"""What practice makes of simulated learners: guessing leads nowhere, and knowing leads far."""

from datetime import timedelta
from functools import cache
from statistics import median

import pytest

from binairo_tui.engine.drills import DRILLED
from tests.conftest import Report
from tests.player.learners import CONFUSED, LEARNERS, Day, knows_values_only, learn, schedules

pytest.importorskip("fsrs")

DRILLS = 100
NEAR, FAR = timedelta(days=2), timedelta(days=21)


@cache
def days_of(name: str) -> list[Day]:
    return learn(LEARNERS[name], DRILLS, 1)


def told(name: str, days: list[Day]) -> str:
    right = sum(bool(day.outcome.is_right) for day in days)
    longest = {name: f"{max(found) / timedelta(days=1):.2g}" for name, found in schedules(days).items()}
    return f"{name}: {right} of {len(days)} right, longest intervals in days {longest}"


@pytest.mark.parametrize("name", ["flips coins", "right values, random reasons"])
def test_nothing_is_known_by_guessing(name: str, report: Report) -> None:
    days = days_of(name)
    report(told(name, days))
    assert max(day.interval for day in days) <= NEAR


def test_a_line_that_is_right_by_chance_proves_little() -> None:
    days = learn(knows_values_only, 30, 3, chosen="complete line")
    assert any(day.outcome.is_right for day in days)
    assert max(day.interval for day in days) <= NEAR


def test_what_is_known_comes_again_late(report: Report) -> None:
    days = days_of("knows")
    report(told("knows", days))
    found = schedules(days)
    assert found.keys() == set(DRILLED)
    assert all(max(intervals[:10]) > FAR for intervals in found.values())


def test_what_is_confused_comes_again_soon(report: Report) -> None:
    days = days_of("confuses two techniques")
    report(told("confuses two techniques", days))
    assert all(day.interval < timedelta(hours=1) for day in days if day.technique in CONFUSED)
    assert all(day.outcome.is_right for day in days if day.technique not in CONFUSED)


def test_what_was_forgotten_comes_again_soon(report: Report) -> None:
    days = days_of("forgets")
    report(told("forgets", days))
    lapses = [day for day in days if day.outcome.is_right is False]
    assert lapses
    assert all(day.interval < timedelta(hours=1) for day in lapses)
    assert usual(days) < usual(days_of("knows")) / 2


def usual(days: list[Day]) -> float:
    return median([max(found) / timedelta(days=1) for found in schedules(days).values()])
