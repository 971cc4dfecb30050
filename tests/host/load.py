"""Many players at once: `python -m tests.host.load [SECONDS] [PLAYERS ...]` prints times to paint, memory and CPU.

Players in a process of their own type on a board, and one more player, who types faster, is measured beside them; then
all of them wait until their clocks stop. Without numbers of players, there are more and more until the times are too
long. In the end, the one player is measured beside idle players, and beside frozen ones.
"""

from __future__ import annotations

import asyncio
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path

from tests.host.conftest import RunningHost, Terminal, new_key, open_board, session

KEYS_A_SECOND = 0.8
PROBE_KEYS_A_SECOND = 3
"""More than the others type, for more times to measure."""
PLAYERS = (25, 100, 200)
MORE_PLAYERS = 50
"""How many more players there are the next time, while the times are short enough."""
LONGEST_MS = 50
"""The 95th percentile of the times from which on they are too long."""
REST_SECONDS = 65
"""Seconds after the last key until the clock on a board rests."""
_LETTERS = "adefghkmnpqstuxyz"
_TICKS = os.sysconf("SC_CLK_TCK")
_OPTIONS = (
    *("--players", "2000"),
    *("--newcomers", "2000"),
    *("--per-address", "2000"),
    *("--attempts", "100000"),
    *("--waiting", "200"),
)


async def type_keys(
    terminal: Terminal, seconds: float, delay: float = 0, keys_a_second: float = PROBE_KEYS_A_SECOND
) -> list[float]:
    """Move the cursor to and fro; return the times from key to paint in milliseconds."""
    times = []
    await asyncio.sleep(delay)
    end = time.monotonic() + seconds
    count = 0
    while time.monotonic() < end:
        began = time.monotonic()
        before = len(terminal.received)
        count += 1
        terminal.type("\x1b[C" if count % 2 else "\x1b[D")
        await terminal.until(lambda before=before: len(terminal.received) > before)  # type: ignore[misc]
        times.append(1000 * (time.monotonic() - began))
        await asyncio.sleep(max(1 / keys_a_second - (time.monotonic() - began), 0))
    return times


async def measure_typists(host: RunningHost, count: int, seconds: float) -> float:
    """Let `count` players in a process of their own type for `seconds`, and measure one more; print what it took.

    The times of the players in the crowd contain what their own process took for all of their screens. Return the 95th
    percentile of the times of the one player, in milliseconds.
    """
    with crowd_of(host, count, "type", seconds) as crowd:
        async with session(host, new_key()) as terminal:
            await open_board(terminal, "probe")
            players = player_processes(host)
            pids = {"host": [host.process.pid], "players": players, "crowd": [crowd.pid], "probe": [os.getpid()]}
            with measured_cpu(pids, "typing"):
                say(crowd)
                times = await type_keys(terminal, seconds)
            print(f"beside {count} typing clients, {len(times)} keys: {percentiles(times)}")
            print("the crowd itself:", await hear(crowd))
            print(memory(players))
            await asyncio.sleep(REST_SECONDS)
            with measured_cpu(pids, "at rest"):
                await asyncio.sleep(seconds)
    return statistics.quantiles(times, n=20)[-1]


@contextmanager
def measured_cpu(pids: dict[str, list[int]], when: str) -> Iterator[None]:
    """Print the CPU time that groups of processes use meanwhile, in shares of a core."""
    began, used = time.monotonic(), {name: cpu_seconds(it) for name, it in pids.items()}
    yield
    seconds = time.monotonic() - began
    shares = [f"{name} {(cpu_seconds(it) - used[name]) / seconds:.2%}" for name, it in pids.items()]
    print(f"CPU of a core, {when}: {', '.join(shares)}", flush=True)


def letters(number: int) -> str:
    """Return three letters for a number; the names of two players must not look alike."""
    return "".join([_LETTERS[number // len(_LETTERS) ** place % len(_LETTERS)] for place in (2, 1, 0)])


def percentiles(times: list[float]) -> str:
    """Return the median, the 95th and the 99th percentile."""
    cuts = statistics.quantiles(times, n=100)
    return f"p50 {cuts[49]:.1f} ms, p95 {cuts[94]:.1f} ms, p99 {cuts[98]:.1f} ms"


def player_processes(host: RunningHost) -> list[int]:
    """Return the ids of the player processes."""
    return [pid for spawner in children(host.process.pid) for pid in children(spawner)]


def children(pid: int) -> list[int]:
    """Return the ids of the children of a process."""
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def cpu_seconds(pids: list[int]) -> float:
    """Return the CPU time that processes have used."""
    fields = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids]
    return sum(int(it[11]) + int(it[12]) for it in fields) / _TICKS


def memory(pids: list[int]) -> str:
    """Return the mean memory of processes, shared and unshared, in MB."""
    sums = dict.fromkeys(("Rss", "Pss", "Private_Dirty"), 0)
    for pid in pids:
        for text in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            name = text.partition(":")[0]
            if name in sums:
                sums[name] += int(text.split()[1])
    return "a player: " + ", ".join(f"{name} {kib / 1024 / len(pids):.1f} MB" for name, kib in sums.items())


async def measure_frozen(host: RunningHost, count: int, seconds: float) -> None:
    """Freeze `count` clients in a process of their own, and measure one more player."""
    with crowd_of(host, count, "idle", 0.0) as crowd:
        async with session(host, new_key()) as terminal:
            await open_board(terminal, "single")
            print(f"beside {count} idle clients: {percentiles(await type_keys(terminal, seconds))}")
            crowd.send_signal(signal.SIGSTOP)
            print(f"beside {count} frozen clients: {percentiles(await type_keys(terminal, seconds))}")
        crowd.kill()


@contextmanager
def crowd_of(host: RunningHost, count: int, what: str, seconds: float) -> Iterator[subprocess.Popen[str]]:
    """Log in `count` players in a process of their own, which waits for a line before it types."""
    command = [sys.executable, "-m", "tests.host.load", what, str(host.port), str(count), str(seconds)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as crowd:
        assert crowd.stdout is not None
        crowd.stdout.readline()
        yield crowd


def say(crowd: subprocess.Popen[str]) -> None:
    """Let a crowd type."""
    assert crowd.stdin is not None
    crowd.stdin.write("go\n")
    crowd.stdin.flush()


async def hear(crowd: subprocess.Popen[str]) -> str:
    """Return the next line of a crowd."""
    assert crowd.stdout is not None
    return (await asyncio.to_thread(crowd.stdout.readline)).strip()


async def be_crowd(what: str, port: int, count: int, seconds: float) -> None:
    """Log in `count` players; let them type for `seconds`, or wait until this process is killed."""
    host = RunningHost.__new__(RunningHost)
    host.port = port
    async with AsyncExitStack() as stack:
        terminals = []
        for number in range(count):
            terminal = await stack.enter_async_context(session(host, new_key()))
            await open_board(terminal, f"{what}-{letters(number)}")
            terminals.append(terminal)
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        work = [
            type_keys(it, seconds, index / KEYS_A_SECOND / count, KEYS_A_SECOND) for index, it in enumerate(terminals)
        ]
        times = [ms for found in await asyncio.gather(*work) for ms in found]
        print(f"{len(times)} keys: {percentiles(times)}", flush=True)
        await asyncio.to_thread(sys.stdin.readline)  # until the other end is closed


@contextmanager
def new_host() -> Iterator[RunningHost]:
    """Run a host for many players."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as directory:
        host = RunningHost(Path(directory), *_OPTIONS)
        try:
            yield host
        finally:
            host.stop()


async def main(seconds: float = 60.0, *counts: int) -> None:
    """Measure, and print."""
    wanted = counts or (*PLAYERS, *range(PLAYERS[-1] + MORE_PLAYERS, 1000, MORE_PLAYERS))
    for count in wanted:
        with new_host() as host:
            p95 = await measure_typists(host, count, seconds)
        if not counts and count >= PLAYERS[-1] and p95 >= LONGEST_MS:
            print(f"p95 reaches {LONGEST_MS} ms beside {count} typing clients")
            break
    with new_host() as host:
        await measure_frozen(host, wanted[0], min(seconds, 20.0))


if __name__ == "__main__":
    if sys.argv[1:2] in (["type"], ["idle"]):
        asyncio.run(be_crowd(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])))
    else:
        asyncio.run(main(*map(int, sys.argv[1:])))
