"""Kills the browser's renderer, in which the page runs, at random moments between a key and its save.

The title shows ✓ unless a save takes a while. So a board with which it has shown ✓ for that long must be there after
the next start. After any other kill, the board must be as it was after one of the keys.
"""

import os
import re
import signal
import time
from asyncio import sleep
from collections.abc import AsyncIterator
from contextlib import suppress
from random import Random
from typing import NamedTuple

from binairo_tui.engine import Puzzle
from binairo_tui.player.result_card import link_to
from binairo_tui.tui.widgets.bars import SAVE_CHECK_SECONDS
from tests.page.browser import Browser, Tab

BOARD = Puzzle(10, 10, 0)
"""Each of its cells is one per cent."""
FULLEST = 90
"""From so many per cent on, the next game begins."""
MOST_KEYS = 4
LONGEST_WAIT = 1.0
"""Limit on the seconds from the last key to the kill."""
SOON_SHOWN = 5 * SAVE_CHECK_SECONDS
"""Seconds after which the title shows whether a save is in progress."""


class Kill(NamedTuple):
    """The per cent that were filled before the last keys, that were shown, called saved and found after the next start.

    `age` is the time from when the last value was seen to the kill, in seconds.
    """

    before: int
    shown: int
    saved: int
    found: int
    age: float

    @property
    def is_lost(self) -> bool:
        return self.found < self.saved or self.found > self.shown + MOST_KEYS


async def kill(browser: Browser, address: str, random: Random) -> AsyncIterator[Kill]:
    """Kill the renderer again and again; yield what was found each time."""
    tab = await _begun(browser, address)
    while True:
        before = _filled(await tab.see("10x10", "✓ saved"))
        for _ in range(random.randint(1, MOST_KEYS)):
            await tab.press(random.choice("01"), "n", pause=random.uniform(0.0, 0.03))
        end = time.monotonic() + random.uniform(0.0, LONGEST_WAIT)
        text, shown, since = "", before, 0.0
        while (now := time.monotonic()) < end:
            text = await tab.text()
            if _filled(text) != shown:
                shown, since = _filled(text), now
            await sleep(0.01)
        age = now - since
        await _kill_renderers(browser)
        is_saved = age >= SOON_SHOWN and "✓ saved" in text
        await tab.close()
        tab = await browser.open(address)
        found = _filled(await tab.see("Continue", "10x10"))
        yield Kill(before, shown, shown if is_saved else before, found, age)
        if found < FULLEST:
            await tab.press("Enter")
        else:
            await tab.close()
            await browser.forget(address)  # or the link would continue the game
            tab = await _begun(browser, address)


async def _begun(browser: Browser, address: str) -> Tab:
    """Begin a game, and wait until it has been called saved: before its first save, there is none to continue."""
    tab = await browser.open(link_to(address, BOARD))
    await tab.see("10x10", " 0%")
    await tab.press("1", "n")
    await tab.see("10x10", " 1%")
    await sleep(SOON_SHOWN)
    await tab.see("✓ saved")
    return tab


def _filled(text: str) -> int:
    """Return the first number of per cent on a line about the game."""
    found = re.search(r"10x10.* (\d+)%", text)
    assert found, text
    return int(found[1])


async def _kill_renderers(browser: Browser) -> None:
    """Kill all renderers, and wait until the browser has noticed: it would give a dead one to the next tab."""
    running = killed = await browser.renderers()
    for process in killed:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    while running & killed:
        await sleep(0.05)
        running = await browser.renderers()
