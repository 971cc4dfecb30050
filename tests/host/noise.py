"""Random bytes for a host: `python -m tests.host.noise [SECONDS]` sends them, and prints what became of the host.

The bytes come before the key exchange, in it (a real client behind a connection that changes bytes), and after
authentication, as packets and as keys. Beside them, a player types, whose times from key to paint are printed.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.host.conftest import RunningHost, asyncssh, connected, new_key, open_board, session
from tests.host.load import percentiles, player_processes, type_keys

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

WORKERS = 6
PATIENCE = 5.0
"""Seconds that a client waits for an answer to its noise."""
_OPTIONS = (
    *("--players", "200"),
    *("--newcomers", "200"),
    *("--per-address", "500"),
    *("--attempts", "100000"),
    *("--grace-seconds", "3"),
)


async def send_bytes(host: RunningHost, dice: random.Random) -> None:
    """Send random bytes, with or without the line that begins an SSH connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", host.port)
    if dice.random() < 0.7:
        writer.write(b"SSH-2.0-OpenSSH_9.6\r\n")
    for _ in range(dice.randrange(1, 5)):
        size = dice.randrange(1, 1 << dice.randrange(1, 17))
        packet = dice.randbytes(size)
        if dice.random() < 0.5:  # a length and a padding that look like a packet
            packet = size.to_bytes(4, "big") + bytes([4 + dice.randrange(8), dice.randrange(256)]) + packet
        writer.write(packet)
    await _end(reader, writer)


async def change_bytes(host: RunningHost, dice: random.Random) -> None:
    """Log in through a connection that changes some bytes of the client."""
    place, count = dice.randrange(20, 3000), 1 << dice.randrange(6)

    async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, is_changed: bool) -> None:
        passed = 0
        while data := bytearray(await reader.read(4096)):
            for index in range(place - passed, place - passed + count):
                if is_changed and 0 <= index < len(data):
                    data[index] = dice.randrange(256)
            passed += len(data)
            writer.write(data)
        writer.close()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        host_reader, host_writer = await asyncio.open_connection("127.0.0.1", host.port)
        with suppress(ConnectionError, asyncio.CancelledError):
            await asyncio.gather(
                relay(reader, host_writer, is_changed=True), relay(host_reader, writer, is_changed=False)
            )

    proxy = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        port = proxy.sockets[0].getsockname()[1]
        options: dict[str, Any] = {"known_hosts": None, "config": None, "agent_path": None, "username": "you"}
        async with asyncssh.connect("127.0.0.1", port, client_keys=[new_key()], **options):
            pass
    finally:
        proxy.close()


async def send_packets(host: RunningHost, dice: random.Random) -> None:
    """Log in, and send packets of any type with random content."""
    async with connected(host, new_key()) as connection:
        if dice.random() < 0.5:
            await connection.create_process(term_type="xterm", term_size=(80, 24), encoding=None)
        for _ in range(dice.randrange(1, 30)):
            connection.send_packet(dice.randrange(1, 256), dice.randbytes(dice.randrange(0, 600)))
            await asyncio.sleep(0)
        await asyncio.wait_for(connection.wait_closed(), PATIENCE)


async def send_keys(host: RunningHost, dice: random.Random) -> None:
    """Log in, and type random bytes while the size of the terminal changes."""
    async with session(host, new_key()) as terminal:
        for _ in range(dice.randrange(1, 20)):
            terminal.process.stdin.write(dice.randbytes(dice.randrange(1, 400)).replace(b"\x11", b""))
            terminal.process.change_terminal_size(dice.randrange(1 << dice.randrange(1, 20)), dice.randrange(300))
            await asyncio.sleep(0.05)


KINDS: tuple[Callable[[RunningHost, random.Random], Awaitable[None]], ...] = (
    send_bytes, send_bytes, send_bytes, change_bytes, send_packets, send_keys,
)  # fmt: skip


async def _end(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(TimeoutError, ConnectionError):
        async with asyncio.timeout(PATIENCE):
            await writer.drain()
            while await reader.read(65536):
                pass
    writer.close()


async def make_noise(host: RunningHost, seed: int, end: float, counts: Counter[str]) -> None:
    """Send noise of all kinds until the monotonic time `end`."""
    dice = random.Random(seed)
    while time.monotonic() < end:
        kind = dice.choice(KINDS)
        with suppress(asyncssh.Error, OSError, TimeoutError, AssertionError):
            await asyncio.wait_for(kind(host, dice), 6 * PATIENCE)
        counts[kind.__name__] += 1


def figures(host: RunningHost) -> str:
    """Return the memory of the host, its descriptors, and the number of its player processes."""
    pid = host.process.pid
    status = Path(f"/proc/{pid}/status").read_text()
    (memory,) = [int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")]
    descriptors = sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())
    return f"host {memory / 1024:.0f} MB, {descriptors} descriptors, {len(player_processes(host))} players"


async def main(seconds: float = 600.0, seed: int = 1) -> None:
    """Make noise, and print."""
    with tempfile.TemporaryDirectory() as directory:
        host = RunningHost(Path(directory), *_OPTIONS)
        counts: Counter[str] = Counter()
        async with session(host, new_key()) as terminal:
            await open_board(terminal, "single")
            print("before:", figures(host), "| quiet:", percentiles(await type_keys(terminal, 10)), flush=True)
            end = time.monotonic() + seconds
            noise = [asyncio.create_task(make_noise(host, seed + it, end, counts)) for it in range(WORKERS)]
            times = await type_keys(terminal, seconds)
            await asyncio.gather(*noise)
            print(dict(counts), "| in the noise:", percentiles(times), flush=True)
            await asyncio.sleep(2 * PATIENCE)
            print("after:", figures(host), "| quiet:", percentiles(await type_keys(terminal, 10)))
        log = host.log.read_text()
        print("tracebacks in the log:", log.count("Traceback"), "| exit status:", host.stop())


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:])))
