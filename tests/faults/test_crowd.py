"""Two sessions at once."""

import pytest

from tests.conftest import Report
from tests.faults.harness import run


@pytest.mark.parametrize(
    ("form", "writes"), [((), 40), pytest.param(("--long",), 250, marks=pytest.mark.long)], ids=["short", "long"]
)
def test_two_sessions_lose_nothing_and_report_every_conflict(
    form: tuple[str, ...], writes: int, report: Report
) -> None:
    figures = run("crowd", *form)
    report(f"two sessions: {figures}")
    assert figures["saved"] == 2 * writes, figures["first_trouble"]
    assert figures["kept_in_one"] == figures["told"] == writes
    assert [figures[name] for name in ("lost", "corrupt", "overwritten")] == [0, 0, 0], figures["first_trouble"]


CHANCES = 12
"""Runs in which two sessions may by chance do nothing at the same time, as on a busy machine."""


@pytest.mark.parametrize("arguments", [("--long", "--mutant", "no locks"), ("--mutant", "blind write")])
def test_sessions_that_ignore_each_other_are_noticed(arguments: tuple[str, ...]) -> None:
    assert any(run("crowd", *arguments)["first_trouble"] for _ in range(CHANCES))
