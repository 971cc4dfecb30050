"""Damaged files."""

import pytest

from tests.conftest import Report
from tests.faults.harness import run


@pytest.mark.parametrize("form", [(), pytest.param(("--long",), marks=pytest.mark.long)], ids=["short", "long"])
def test_damage_is_told_and_never_played(form: tuple[str, ...], report: Report) -> None:
    figures = run("damage", *form)
    report(f"damage: {figures}")
    assert figures["told"]
    bad = [figures[name] for name in ("silently_wrong", "tracebacks", "healthy_quarantined")]
    assert bad == [0, 0, 0], figures["first_trouble"]
