"""Deterministic simulation of app, writer, leases, disk, clock and a second session."""

import pytest

from tests.conftest import Report
from tests.faults.harness import run


@pytest.mark.parametrize("seeds", ["1-2", pytest.param("1-1000", marks=pytest.mark.long)], ids=["short", "long"])
def test_no_promise_is_broken(seeds: str, report: Report) -> None:
    figures = run("simulate", "--seeds", seeds)
    report(f"simulate: {figures}")
    assert figures["choice_points"]
    assert not figures["broken"], figures["first_trouble"]
