"""What harnesses need to run here."""

import pytest

from tests.faults.syscalls import why_not


@pytest.fixture
def strace() -> None:
    """Skip where nothing can be traced."""
    if why_not():
        pytest.skip(why_not())
