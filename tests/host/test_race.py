"""Races over real connections: the same puzzle, shares of others, the finish, a drop, and the end of the host."""

import asyncio
import re
import signal
from collections.abc import Callable
from contextlib import AsyncExitStack

import pytest

from binairo_tui.engine import parse_puzzle
from binairo_tui.engine.search import solutions
from binairo_tui.host.server.database import HostDatabase
from binairo_tui.host.server.move_log import MoveLog
from tests.host.conftest import RunningHost, Terminal, new_key, player, session, take_name

DOWN = "\x1b[B"


async def enter_race(*terminals: Terminal, kind: str = "", title: str = "", begun: str = "u undo") -> None:
    """Open a room with the first terminal, enter it with the others, and start the race.

    `kind` are the keys from the first line of the list of rooms to the room of the kind with this title.
    """
    for terminal in terminals:
        terminal.type(f"{DOWN}\r")
        await terminal.see("the daily ranking")
        terminal.type(f"{DOWN}\r")
        await terminal.see("Storm")
    first, *others = terminals
    first.type(f"{kind}\r")
    await first.see("I am ready")
    for terminal in others:
        await terminal.see(f", open:{title}")
        terminal.type("g\r")
        await terminal.see("I am ready")
    for terminal in terminals:
        terminal.type("\r")
    for terminal in terminals:
        await terminal.see(begun)


async def see_past_race_at_40_columns(terminal: Terminal) -> None:
    """Check the winner's time in the list of past races; the terminal must show the first screen."""
    await terminal.see("Collections")
    terminal.type(f"g{DOWN}\r")
    await terminal.see("past races")
    terminal.screen.resize(15, 40)
    terminal.process.change_terminal_size(40, 15)
    terminal.type(f"g{DOWN}{DOWN}\r")
    await terminal.until(lambda: re.search(r"ada +1st +\d+:\d\d", terminal.text) is not None, "the winner's time")


@pytest.mark.ci
async def test_a_race_is_won_a_racer_comes_back_and_the_host_may_be_killed(
    make_host: Callable[..., RunningHost],
) -> None:
    host = make_host("--countdown-seconds", "1")
    keys = [new_key(), new_key()]
    async with AsyncExitStack() as stack:
        ada, ben = [await stack.enter_async_context(session(host, key)) for key in keys]
        await take_name(ada, "ada")
        await take_name(ben, "ben")
        await enter_race(ada, ben)
        ada.type("n0n1")
        await ben.see("ada")
        await ben.until(lambda: re.search(r"ada .*[1-9]%", ben.text) is not None, "what ada has filled")
        for key in "iyfFcg":
            ada.type(key)
            await ada.see("Races are played without")
            ada.type("p")
            await ada.see("A race cannot be paused")
        ben.type("n0")
        await ada.until(lambda: re.search(r"ben .*[1-9]%", ada.text) is not None, "what ben has filled")
        await ben.until(lambda: "✓ saved" in ben.text, "that it is saved")
        ben.process.channel.get_connection().abort()
        await ada.see("away")
        ben = await stack.enter_async_context(session(host, keys[1]))
        await ben.see("u undo")
        await asyncio.to_thread(host.stop, signal.SIGKILL)
    saved = logs(host)
    assert sorted(log.filled for log in saved.values()) == [1, 2]

    again = make_host(directory=host.directory)
    async with session(again, keys[0]) as ada, session(again, keys[1]) as ben:
        for terminal in (ada, ben):
            await terminal.see("u undo")
        ada.type(solving_keys(saved["ada"].puzzle))
        await ada.see("q room")
        ada.type("q")
        await ada.see("1st")
        ben.type("q")
        await ben.see("1st")
        ben.type(f"{DOWN}\r")
        await ada.see("race over")
        await see_past_race_at_40_columns(ben)
        ben.type(f"q{DOWN}{DOWN}\r")
        await ben.until(lambda: re.search(r"ada +\d+ ± \d+", ben.text) is not None, "the winner's rating")
        ada.type("qSv")
        await ada.see("1st of 2")
    await asyncio.to_thread(again.stop)
    database = HostDatabase(again.directory / "host" / "host.db")
    ((_, racers),) = database.races(is_over=True)
    database.close()
    winner, other = racers
    assert (winner.name, winner.place, other.place) == ("ada", 1, None)
    assert MoveLog(saved["ada"].puzzle, winner.history).is_solved
    assert winner.finished_ms


async def test_two_players_who_press_one_key_race_and_no_other_session_helps(host: RunningHost) -> None:
    key = new_key()
    async with session(host, key) as first, player(host, "hans") as second:
        await take_name(first, "gerd")
        for terminal in (first, second):
            terminal.type(f"{DOWN}\r")
            await terminal.see("play somebody now")
        first.type("\r")
        await first.see("Ready")
        await second.see("gerd waits")
        second.type("\r")
        for terminal in (first, second):
            await terminal.see("u undo")
        puzzle = logs(host)["gerd"].puzzle
        text = puzzle.geometry.text(puzzle.givens)
        rows = [text[at : at + puzzle.width] for at in range(0, len(text), puzzle.width)]
        async with session(host, key) as other:
            await other.see("u undo")
            other.type("qqI")
            await other.see("Import a puzzle")
            other.type("\r".join(rows))
            await other.see("This may be the puzzle of your")


def logs(host: RunningHost) -> dict[str, MoveLog]:
    """Return the logs of the running race as they are on the disk."""
    database = HostDatabase(host.directory / "host" / "host.db")
    ((race, racers),) = database.races(is_over=False)
    database.close()
    return {racer.name: MoveLog(parse_puzzle(race.puzzle), racer.history) for racer in racers}


def solving_keys(puzzle: object) -> str:
    """Return keys that fill every cell with its value, from the first cell on."""
    found = parse_puzzle(str(puzzle))
    geometry, solution = found.geometry, next(iter(solutions(found)))
    row_end = "\x1b[H"
    rows = []
    for row in range(found.height):
        cells = [geometry.value(solution, row * found.width + column) for column in range(found.width)]
        rows.append(row_end + "\x1b[C".join(cells))
    return "\x1b[5~" + "\x1b[B".join(rows)
