"""The host as a service: its log, and its notices to systemd, if systemd started it.

For the notices to systemd, see sd_notify(3): each is a datagram to the socket that NOTIFY_SOCKET names.
"""

import asyncio
import os
import socket
import time
from contextlib import suppress
from pathlib import Path

READY, RELOADING, STOPPING, ALIVE = "READY=1", "RELOADING=1", "STOPPING=1", "WATCHDOG=1"
_STANDARD_ERROR = 2
_FLAGS = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC


class LogFile:
    """Writes lines to the end of the file at `path`, or to standard error if it is None. Raises OSError."""

    def __init__(self, path: Path | None) -> None:
        self._path = path.absolute() if path else None
        self._descriptor = _STANDARD_ERROR
        self.reopen()

    def reopen(self) -> None:
        """Open the file again, because another program may have renamed it. Raises OSError, and changes nothing."""
        if self._path is not None:
            before, self._descriptor = self._descriptor, os.open(self._path, _FLAGS, 0o600)
            if before != _STANDARD_ERROR:
                os.close(before)

    def write(self, line: str) -> None:
        with suppress(OSError):  # if the disk is full, players go on nevertheless
            os.write(self._descriptor, f"{time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime())} {line}\n".encode())


def notify(*notices: str) -> None:
    """Send notices; do nothing if no service manager waits for them."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if address:
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as client:
            client.setblocking(False)
            client.connect(f"\0{address[1:]}" if address.startswith("@") else address)
            client.send("\n".join(notices).encode())


async def keep_alive() -> None:
    """If there is a watchdog, tell it that the event loop is running, twice in the time that the watchdog allows."""
    allowed_us = os.environ.get("WATCHDOG_USEC", "")
    while allowed_us.isdecimal():
        notify(ALIVE)
        await asyncio.sleep(int(allowed_us) / 2_000_000)
