"""Fixtures of the harnesses."""

import pytest

from tests.faults.syscalls import why_not
from tests.terminal.conftest import environ, start

__all__ = ["environ", "start", "strace"]


@pytest.fixture
def strace() -> None:
    """Skip the test if tracing is impossible."""
    if why_not():
        pytest.skip(why_not())
