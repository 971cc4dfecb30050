"""Strangers at many addresses: `python -m tests.host.strangers [SECONDS] [ADDRESSES] [CONNECTIONS]`.

Each address keeps as many connections as given, which begin handshakes without end, in a process of their own. That
costs them little: they send bytes that were made before. Prints the times from key to paint of a player, alone and
beside the strangers, and how long logins take meanwhile: from a known address, from one in the network of the
strangers, and from another network.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from asyncssh.constants import MSG_KEXINIT
from asyncssh.packet import Boolean, Byte, NameList, String, UInt32

from tests.host.conftest import RunningHost, Terminal, asyncssh, new_key, open_board, session
from tests.host.load import cpu_seconds, percentiles, type_keys

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

_MSG_KEXDH_INIT = 30
_FIRST_ADDRESS = 2
LOGINS = {"known": "127.0.0.1", "near the strangers": "127.0.0.250", "elsewhere": "127.9.0.1"}
"""From where players log in beside the strangers."""


def beginning_of_a_handshake() -> bytes:
    """Return what a client sends until the host has worked out the keys: its version, its algorithms, its own half."""
    methods = (
        [b"curve25519-sha256"],
        [b"ssh-ed25519"],
        *[[b"aes128-ctr"]] * 2,
        *[[b"hmac-sha2-256-etm@openssh.com"]] * 2,
    )
    names = b"".join(map(NameList, (*methods, [b"none"], [b"none"], [], [])))
    packets = (
        Byte(MSG_KEXINIT) + os.urandom(16) + names + Boolean(False) + UInt32(0),
        Byte(_MSG_KEXDH_INIT) + String(os.urandom(32)),
    )
    return b"SSH-2.0-stranger\r\n" + b"".join(map(_framed, packets))


def _framed(payload: bytes) -> bytes:
    padding = 16 - (5 + len(payload)) % 8
    return UInt32(1 + len(payload) + padding) + Byte(padding) + payload + bytes(padding)


async def attack(port: int, addresses: int, connections: int) -> None:
    """Keep `connections` from each of `addresses` that begin handshakes; one that ends is replaced."""
    bytes_sent = beginning_of_a_handshake()

    async def go_on(address: str) -> None:
        while True:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
                writer.write(bytes_sent)
                while await reader.read(1 << 12):
                    pass
                writer.close()
            await asyncio.sleep(0.2)

    names = [f"127.0.0.{_FIRST_ADDRESS + number}" for number in range(addresses)]
    await asyncio.gather(*[go_on(name) for name in names for _ in range(connections)])


@asynccontextmanager
async def session_from(host: RunningHost, address: str, key: Any) -> AsyncIterator[Terminal]:
    """Open a session from an address."""
    options: dict[str, Any] = {"known_hosts": None, "config": None, "agent_path": None, "username": "you"}
    async with asyncssh.connect(
        "127.0.0.1", host.port, client_keys=[key], local_addr=(address, 0), **options
    ) as connection:
        process = await connection.create_process(term_type="xterm-256color", term_size=(80, 24), encoding=None)
        yield Terminal(process, 80, 24)


async def log_in(host: RunningHost, address: str, key: Any, text: str) -> tuple[int, float]:
    """Log in from an address until the screen shows a text; return the attempts and the seconds that this took."""
    began, attempts = time.monotonic(), 0
    while True:
        attempts += 1
        with suppress(asyncssh.Error, OSError):
            async with session_from(host, address, key) as terminal:
                await terminal.see(text)
                return attempts, time.monotonic() - began


@asynccontextmanager
async def strangers(host: RunningHost, addresses: int, connections: int) -> AsyncIterator[None]:
    """Let strangers begin handshakes meanwhile."""
    words = ("-m", "tests.host.strangers", "attack", str(host.port), str(addresses), str(connections))
    with subprocess.Popen([sys.executable, *words]) as process:
        try:
            yield
        finally:
            process.kill()


async def main(seconds: float, addresses: int, connections: int) -> None:
    """Measure, and print."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as directory:
        host = RunningHost(Path(directory))
        key = new_key()
        async with session(host, key) as terminal:
            await open_board(terminal, "member")
            print("alone:", percentiles(await type_keys(terminal, seconds)), flush=True)
            await asyncio.sleep(5)  # by then, the address is known
            async with strangers(host, addresses, connections):
                await asyncio.sleep(2)
                used = cpu_seconds([host.process.pid])
                times = await type_keys(terminal, seconds)
                share = (cpu_seconds([host.process.pid]) - used) / seconds
                print(
                    f"beside {addresses} x {connections}: {percentiles(times)}, host {share:.0%} of a core", flush=True
                )
                for place, address in LOGINS.items():
                    for who, own, text in (("member", key, "Together"), ("newcomer", new_key(), "What is your name")):
                        attempts, took = await log_in(host, address, own, text)
                        print(f"{who} from {address} ({place}): attempt {attempts}, {took:.1f} s", flush=True)
        host.stop()


if __name__ == "__main__":
    if sys.argv[1:2] == ["attack"]:
        asyncio.run(attack(*map(int, sys.argv[2:])))
    else:
        numbers = [int(word) for word in sys.argv[1:]]
        asyncio.run(main(*numbers, *(15, 60, 10)[len(numbers) :]))
