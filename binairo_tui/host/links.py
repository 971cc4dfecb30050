"""The connections between the hub and the player processes, and the visitors for whom the processes run."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass

from binairo_tui.files.json_lines import Fields, format_line

MAX_QUEUED = 256 << 10
"""The number of queued bytes beyond which a player process counts as not reading."""


@dataclass
class Visitor:
    """Somebody who has logged in. `player` is an id; `name` is empty until the visitor has chosen a name."""

    player: str
    name: str
    fingerprint: str
    is_watchable: bool = False
    wrong_codes: int = 0


class Link:
    """The hub's end of the connection to one player process."""

    def __init__(self, visitor: Visitor, writer: asyncio.StreamWriter) -> None:
        self.visitor = visitor
        self._writer = writer
        self._late: dict[str, Fields] = {}
        self._sender: asyncio.Task[None] | None = None

    def tell(self, event: str, fields: Fields) -> None:
        """Send an event to the player process.

        While the process does not read, only the newest event of each name is kept for it.
        """
        news = {"event": event, **fields}
        if self._sender is None and self._writer.transport.get_write_buffer_size() < MAX_QUEUED:
            self.send(news)
            return
        self._late[event] = news
        if self._sender is None:
            self._sender = asyncio.create_task(self._send_late())

    def send(self, fields: Fields) -> None:
        """Send a message."""
        if not self._writer.is_closing():
            self._writer.write(format_line(fields).encode() + b"\n")

    async def _send_late(self) -> None:
        with suppress(ConnectionError):
            await self._writer.drain()
        late, self._late, self._sender = self._late, {}, None
        for news in late.values():
            self.send(news)
