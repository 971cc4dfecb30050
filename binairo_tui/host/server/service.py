"""Tells systemd, if it started the host, that the host is ready, is reloading, is alive, or is ending.

See sd_notify(3). A notice is a datagram to the socket that NOTIFY_SOCKET names.
"""

import asyncio
import os
import socket
import time
from contextlib import suppress

READY, STOPPING, ALIVE = "READY=1", "STOPPING=1", "WATCHDOG=1"


def notify(*notices: str) -> None:
    """Send notices; do nothing if no service manager waits for them."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if address:
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as client:
            client.setblocking(False)
            client.connect(f"\0{address[1:]}" if address.startswith("@") else address)
            client.send("\n".join(notices).encode())


def notify_reloading() -> None:
    """Say that the host is reloading, until `READY` is sent."""
    notify("RELOADING=1", f"MONOTONIC_USEC={time.monotonic_ns() // 1000}")


async def keep_alive() -> None:
    """Tell the watchdog, twice in the time that it allows, that the event loop is running; return if there is none."""
    allowed_us = os.environ.get("WATCHDOG_USEC", "")
    while allowed_us.isdecimal():
        notify(ALIVE)
        await asyncio.sleep(int(allowed_us) / 2_000_000)
