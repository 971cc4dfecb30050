"""Kills of the browser's renderer while a game is played in the page."""

from random import Random

import pytest

from tests.conftest import Report
from tests.page.browser import Browser
from tests.page.kills import kill


@pytest.mark.ci
async def test_a_killed_tab_loses_nothing_that_was_called_saved(browser: Browser, address: str, report: Report) -> None:
    await _kill(browser, address, report, 4)


@pytest.mark.long
async def test_100_kills(browser: Browser, address: str, report: Report) -> None:
    await _kill(browser, address, report, 100)


async def _kill(browser: Browser, address: str, report: Report, count: int) -> None:
    kills = kill(browser, address, Random(count))
    done = [await anext(kills) for _ in range(count)]
    missing = [it.age for it in done if it.found < it.shown]
    report(f"kills of the renderer: {len(done)}; a key that was shown was missing after {len(missing)} of them")
    report(f"the oldest of these keys: {1000 * max(missing, default=0.0):.0f} ms")
    assert not [it for it in done if it.is_lost]
