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


def test_a_file_without_checksums_is_noticed() -> None:
    assert "silently_wrong" in str(run("damage", "--mutant", "no checksums")["first_trouble"])


@pytest.mark.long
def test_a_repair_that_is_too_eager_is_noticed(strace: None) -> None:
    assert "healthy_quarantined" in str(run("damage", "--mutant", "eager repair")["first_trouble"])
