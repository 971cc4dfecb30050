"""The compiled core uses no memory but its own: runs `core_fuzz.py` briefly and, in the long test, for minutes."""

import os
from pathlib import Path

import pytest

from tests.conftest import Report
from tests.engine.core_fuzz import build, fuzz, sanitizer_library

pytestmark = [
    pytest.mark.skipif(
        os.environ.get("BINAIRO_PURE") == "1", reason="these tests need no engine, and ran with the other"
    ),
    pytest.mark.skipif(sanitizer_library() is None, reason="no gcc, no AddressSanitizer or no Python headers"),
]


@pytest.mark.ci
def test_random_calls_while_memory_runs_out(tmp_path: Path) -> None:
    assert "nothing for the sanitizers" in fuzz(build(tmp_path, fails=True), seconds=1, seed=1)


@pytest.mark.long
@pytest.mark.parametrize("fails", [False, True])
def test_random_calls_for_minutes(tmp_path: Path, fails: bool, report: Report) -> None:
    report(fuzz(build(tmp_path, fails=fails), seconds=150, seed=2))
