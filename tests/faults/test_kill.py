"""Killed at random moments and at every call."""

import pytest

from tests.conftest import Report
from tests.faults.harness import run
from tests.faults.syscalls import why_not


def test_a_killed_player_loses_nothing(report: Report) -> None:
    figures = run("kill")
    report(f"kill: {figures}")
    assert figures["random_kills"] == 20
    assert figures["moves"]
    assert figures["call_kills"] or why_not()
    assert (figures["corrupt"], figures["lost"]) == (0, 0), figures["first_trouble"]


@pytest.mark.long
def test_600_kills_and_every_call(report: Report) -> None:
    figures = run("kill", "--long")
    report(f"kill: {figures}")
    assert figures["random_kills"] == 600
    assert (figures["corrupt"], figures["lost"]) == (0, 0), figures["first_trouble"]
