"""Keys typed ahead: in simulated worlds, and on real pseudo-terminals."""

import pytest

from tests.conftest import Report
from tests.faults.harness import run


@pytest.mark.parametrize(
    "form",
    [
        ("--bursts", "5"),
        pytest.param(("--bursts", "10000"), marks=pytest.mark.long),
        pytest.param(("--bursts", "500", "--terminal"), marks=pytest.mark.long),
    ],
    ids=["short", "long", "terminal"],
)
def test_a_burst_ends_where_the_same_keys_end_one_by_one(form: tuple[str, ...], report: Report) -> None:
    figures = run("type_ahead", *form)
    report(f"type-ahead: {figures}")
    assert figures["bursts"]
    assert not figures["differences"], figures["first_trouble"]
