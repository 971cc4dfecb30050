"""SIGKILL in races: `python -m tests.host.kills [RUNS] [SEED]` kills a host, its spawner or a player process.

Two players fill cells over SSH until one of the processes is killed at a random moment. What their screens had shown as
saved must then be in the database, and on the screens after the host was started again. A screen says that it is saving
only if that takes a moment, so a value counts as shown after it was there for `STANDS` seconds.
"""

import asyncio
import os
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

from binairo_tui.host.server import setup
from binairo_tui.host.server.database import HostDatabase
from binairo_tui.tui.widgets import bars
from tests.host.conftest import RunningHost, Terminal, new_key, session
from tests.host.load import children
from tests.host.test_race import enter_race, logs

NAMES = ("ada", "ben")
LONGEST = 5.0
"""Limit on the seconds from the beginning of a race to the kill."""
STANDS = 2 * bars.SAVE_CHECK_SECONDS + 0.3
VICTIMS = ("host", "spawner", "player")


def settle(directory: Path, keys: dict[str, Any]) -> None:
    """Make the directory of a host that knows players with their keys, who have played before."""
    setup.make_directory(directory)
    database = HostDatabase(directory / setup.DATABASE_NAME)
    for name, key in keys.items():
        database.add_player(f"id-{name}", name, key.get_fingerprint(), 100)
        (directory / setup.PLAYERS_NAME / f"id-{name}" / "data" / "binairo-tui").mkdir(mode=0o700, parents=True)
    database.close()


def shown(terminal: Terminal) -> int:
    """Return the percentage that a player sees as filled and saved; 0 if it is not saved."""
    found = re.search(r" (\d+)% .*✓ saved", terminal.text.splitlines()[0])
    return int(found[1]) if found else 0


async def watch(terminal: Terminal, name: str, safe: dict[str, int]) -> None:
    """Keep the highest percentage that a terminal shows as saved. Never returns."""
    percentage, since = 0, 0.0
    while True:
        if shown(terminal) != percentage:
            percentage, since = shown(terminal), time.monotonic()
        elif time.monotonic() - since >= STANDS:
            safe[name] = percentage
        await asyncio.sleep(0.02)


async def fill(terminal: Terminal, dice: Random) -> None:
    """Fill blank after blank. Never returns."""
    while True:
        terminal.type(f"n{dice.choice('01')}")
        await asyncio.sleep(dice.uniform(0, 0.2) if dice.random() < 0.8 else STANDS + 0.1)


async def race(host: RunningHost, keys: dict[str, Any], dice: Random, victim: str) -> dict[str, int]:
    """Race until a process is killed; return the percentages that were shown as saved."""
    safe = dict.fromkeys(NAMES, 0)
    async with AsyncExitStack() as stack:
        terminals = [await stack.enter_async_context(session(host, keys[name])) for name in NAMES]
        for terminal in terminals:
            await terminal.see("Together")
        await enter_race(*terminals)
        work = [watch(it, name, safe) for it, name in zip(terminals, NAMES, strict=True)]
        tasks = [asyncio.create_task(it) for it in (*work, *[fill(it, dice) for it in terminals])]
        await asyncio.sleep(dice.uniform(0, LONGEST))
        (spawner,) = children(host.process.pid)
        os.kill({"host": host.process.pid, "spawner": spawner, "player": children(spawner)[0]}[victim], signal.SIGKILL)
        if victim == "player":
            await terminals[0].end()
        for task in tasks:
            task.cancel()
        await asyncio.to_thread(host.stop, signal.SIGKILL)
    return safe


async def run(directory: Path, dice: Random, figures: Counter[str]) -> None:
    """Kill once, and compare what was shown with what is there."""
    keys = {name: new_key() for name in NAMES}
    settle(directory / "host", keys)
    victim = dice.choice(VICTIMS)
    safe = await race(RunningHost(directory, "--countdown-seconds", "1"), keys, dice, victim)
    host = RunningHost(directory)
    for name, log in logs(host).items():
        blanks = log.puzzle.geometry.cell_count - log.puzzle.given_count
        async with session(host, keys[name]) as terminal:
            await terminal.see("u undo")
            there = min(round(100 * log.filled / blanks), shown(terminal))
        if there < safe[name]:
            print(f"lost: {name} has {there} % of {safe[name]} % after the {victim} was killed", flush=True)
            figures["lost"] += 1
    await asyncio.to_thread(host.stop)
    figures[victim] += 1
    figures["percent"] += sum(safe.values())


async def main(runs: int = 300, seed: int = 1) -> None:
    """Kill, and print the figures."""
    dice, figures = Random(seed), Counter(lost=0)
    for number in range(runs):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as directory:
            await run(Path(directory), dice, figures)
        if number % 25 == 24:
            print(dict(figures), flush=True)
    print(f"{runs} kills: {dict(figures)}")


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:])))
