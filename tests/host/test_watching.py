"""Watching: only whom one may, only from outside the race; and replays of races that are over."""

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


async def test_a_race_is_watched_with_consent_from_outside_and_replayed(host: RunningHost) -> None:
    async with AsyncExitStack() as stack:
        ada, ben, cleo = [
            await stack.enter_async_context(player(host, name, columns=100)) for name in ("ada", "ben", "cleo")
        ]
        await allow_watching(ada)
        await enter_race(ada, ben)
        cleo.type(f"{DOWN}\r")
        await cleo.see("ada: 10x10")
        assert "ben: 10x10" not in cleo.text
        watched = [line for line in cleo.text.splitlines() if "ada: 10x10" in line]
        assert len(watched) == 1
        cleo.type(f"G{UP}{UP}\r")
        await cleo.see("Watching · ada")
        ada.type("n0n1")
        await cleo.see("Step 2 of 2")
        ben.type("q")
        await ben.see("Continue the race")
        ben.type("q")
        await ben.see("past races")
        assert "ada: 10x10" not in ben.text
