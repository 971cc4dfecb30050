"""A stranger who exchanges keys without end: `python -m tests.host.exchanges [SECONDS] [CONNECTIONS] [ALGORITHM]`.

Prints the times from key to paint of a player, alone and beside the stranger's connections, which are in a process of
their own. Without an algorithm, the connections use the key exchange that costs the host most, of those that it offers.
"""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.host.conftest import RunningHost, asyncssh, new_key, open_board, session
from tests.host.load import cpu_seconds, percentiles, type_keys

COSTLY = ("rsa2048-sha256", "diffie-hellman-group18-sha512", "mlkem768x25519-sha256", "curve25519-sha256")
"""Key exchanges, those that cost a host most first."""
_IGNORE = 2
"""The number of a packet that does nothing."""


async def exchange_keys(port: int, algorithms: tuple[str, ...]) -> int:
    """Log in, and exchange keys until the host ends the connection or this process ends; return how often."""
    options: dict[str, Any] = {"known_hosts": None, "config": None, "agent_path": None, "username": "you"}
    count = 0
    with contextlib.suppress(asyncssh.Error, OSError):
        async with asyncssh.connect(
            "127.0.0.1", port, client_keys=[new_key()], kex_algs=algorithms, rekey_bytes=1, **options
        ) as connection:
            while not connection.is_closed():
                connection.send_packet(_IGNORE, b"\0\0\0\1x")
                await asyncio.sleep(0.002)
                count += 1
    return count


async def attack(port: int, count: int, algorithm: str) -> None:
    """Keep `count` connections that exchange keys; a connection that ends is replaced."""

    async def go_on() -> None:
        while True:
            await exchange_keys(port, (algorithm,) if algorithm else COSTLY)
            await asyncio.sleep(0.05)

    await asyncio.gather(*[go_on() for _ in range(count)])


async def main(seconds: float, count: int, algorithm: str) -> None:
    """Measure, and print."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as directory:
        host = RunningHost(Path(directory))
        async with session(host, new_key()) as terminal:
            await open_board(terminal, "member")
            print("alone:", percentiles(await type_keys(terminal, seconds)), flush=True)
            command = [sys.executable, "-m", "tests.host.exchanges", "attack", str(host.port), str(count), algorithm]
            with subprocess.Popen(command) as stranger:
                await asyncio.sleep(2)
                used = cpu_seconds([host.process.pid])
                times = await type_keys(terminal, seconds)
                share = (cpu_seconds([host.process.pid]) - used) / seconds
                print(f"beside {count} that exchange keys: {percentiles(times)}, host {share:.0%} of a core")
                stranger.kill()
        host.stop()


if __name__ == "__main__":
    if sys.argv[1:2] == ["attack"]:
        asyncio.run(attack(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]))
    else:
        asyncio.run(main(float((sys.argv[1:] or ["15"])[0]), int((sys.argv[2:] or ["8"])[0]), "".join(sys.argv[3:4])))
