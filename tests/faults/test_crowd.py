"""Two sessions at once."""

import pytest

from tests.conftest import Report, needs_workers
from tests.faults.harness import run


@needs_workers
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
