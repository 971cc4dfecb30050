"""Watching: only whom one may, and only from outside the race."""

from contextlib import AsyncExitStack

from tests.host.conftest import RunningHost, Terminal, player
from tests.host.test_race import DOWN, enter_race

UP = "\x1b[A"


async def allow_watching(terminal: Terminal) -> None:
    """Let others watch this player."""
    terminal.type(f"{DOWN}\r")
    await terminal.see("may be watched: no")
    terminal.type(f"G{UP}\r")
    await terminal.see("may be watched: yes")
    terminal.type("qg")
    await terminal.see("Collections")


async def test_a_race_is_watched_with_consent_from_outside(host: RunningHost) -> None:
    async with AsyncExitStack() as stack:
        ada, ben, cleo = [
            await stack.enter_async_context(player(host, name, columns=100)) for name in ("ada", "ben", "cleo")
        ]
        await allow_watching(ada)
        await enter_race(ada, ben)
        cleo.type(f"{DOWN}\r")
        await cleo.see("10x10 Medium: ada, ben")
        cleo.type(f"G{UP}{UP}\r")
        await cleo.see("Watching · 10x10 Medium")
        await cleo.see("30 s late")
        standings = [line.split() for line in cleo.text.splitlines() if "0%" in line]
        assert [(words[0], words[-3:] == ["board", "not", "shown"]) for words in standings] == [
            ("ada", False),
            ("ben", True),
        ]
        assert [line.strip() for line in cleo.text.splitlines()].count("ada") == 1  # above her board
        cleo.type("\x1b")
        await cleo.see("Together")
        ben.type("q")
        await ben.see("Continue the race")
        ben.type("q")
        await ben.see("past races")
        assert "10x10 Medium: ada, ben" not in ben.text
