"""The connections between the hub and the player processes, and the visitors for whom the processes run."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from binairo_tui.files.json_lines import Fields, format_line
from binairo_tui.game import Step
from binairo_tui.host.server.limits import Pace
from binairo_tui.host.server.rooms import RaceRoom

MAX_QUEUED = 256 << 10
"""The number of queued bytes beyond which a player process counts as not reading."""
MAX_REQUEST = 128 << 10
"""Limit on the bytes of a request, enough for the log of a game with thousands of steps."""
BYTES_A_SECOND, BYTES_AT_ONCE = 64 << 10, 512 << 10
"""How many bytes of requests a player process may send per second on average, and at once after a quiet time."""
LEAST_BYTES = 1 << 10
"""A request that is shorter than this counts as this many bytes."""


@dataclass
class Visitor:
    """Somebody who has logged in. `player` is an id; `name` is empty until the visitor has chosen a name."""

    player: str
    name: str
    fingerprint: str
    wrong_codes: int = 0


class Link:
    """`seen` holds the player's steps in a race, as the session last sent or received them."""

    room: RaceRoom | None = None
    seen: Sequence[Step] = ()

    def __init__(self, visitor: Visitor, writer: asyncio.StreamWriter) -> None:
        self.visitor = visitor
        self._writer = writer
        self._pace = Pace(BYTES_A_SECOND, BYTES_AT_ONCE)
        self._late: dict[str, Fields] = {}
        self._sender: asyncio.Task[None] | None = None

    def tell(self, event: str, fields: Fields) -> None:
        """Send an event. While the player process does not read, only the newest event of each name is kept for it."""
        news = {"event": event, **fields}
        if self._sender is None and self._writer.transport.get_write_buffer_size() < MAX_QUEUED:
            self.send(news)
            return
        self._late[event] = news
        if self._sender is None:
            self._sender = asyncio.create_task(self._send_late())

    async def make_wait(self, size: int) -> None:
        """After a request of `size` bytes, wait until the player process has read enough and may ask again."""
        await asyncio.sleep(self._pace.wait_seconds(max(size, LEAST_BYTES), time.monotonic()))
        with suppress(ConnectionError):  # the requests of a process that has ended still count
            await self._writer.drain()

    def send(self, fields: Fields) -> None:
        if not self._writer.is_closing():
            self._writer.write(format_line(fields).encode() + b"\n")

    async def _send_late(self) -> None:
        with suppress(ConnectionError):
            await self._writer.drain()
        late, self._late, self._sender = self._late, {}, None
        for news in late.values():
            self.send(news)
