"""The hub's ends of the links to the player processes, and the visitors at their other ends."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass

from binairo_tui.files.json_lines import Fields, format_line

MAX_QUEUED = 256 << 10
"""Limit on the bytes queued for a player process; beyond it, only the newest news of each kind are kept."""


@dataclass
class Visitor:
    """The person at the other end of a link. `player` is an id; `name` is empty until one is chosen."""

    player: str
    name: str
    fingerprint: str
    is_watchable: bool = False
    wrong_codes: int = 0


class Link:
    """The hub's end of a link to a player process."""

    def __init__(self, visitor: Visitor, writer: asyncio.StreamWriter) -> None:
        self.visitor = visitor
        self._writer = writer
        self._late: dict[str, Fields] = {}
        self._sender: asyncio.Task[None] | None = None

    def tell(self, event: str, fields: Fields) -> None:
        """Send news; if the player process is not reading, keep the newest of each kind until it reads again."""
        news = {"event": event, **fields}
        if self._sender is None and self._writer.transport.get_write_buffer_size() < MAX_QUEUED:
            self.send(news)
            return
        self._late[event] = news
        if self._sender is None:
            self._sender = asyncio.create_task(self._send_late())

    def send(self, fields: Fields) -> None:
        """Send a line."""
        if not self._writer.is_closing():
            self._writer.write(format_line(fields).encode() + b"\n")

    async def _send_late(self) -> None:
        with suppress(ConnectionError):
            await self._writer.drain()
        late, self._late, self._sender = self._late, {}, None
        for news in late.values():
            self.send(news)
