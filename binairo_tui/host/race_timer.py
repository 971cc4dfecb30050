"""What happens in rooms by itself as time passes: countdowns, starts, and the ends of races whose players are gone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from binairo_tui.files.json_lines import RequestError
from binairo_tui.host import race_records, rooms, tasks

TICK_SECONDS = 1.0
"""The interval of checks whether a race has to end because its last players have not come back in time."""


class RaceTimer:
    """Starts and ends races in time. `on_change` is called with a room that has changed."""

    def __init__(self, records: race_records.RaceRecords, on_change: Callable[[rooms.Room], Awaitable[None]]) -> None:
        self._records = records
        self._on_change = on_change
        self._countdowns: dict[rooms.Room, int] = {}
        """Maps rooms to the start times, in ms since 1970, to which their latest countdowns lead."""
        self._tasks = tasks.Tasks()
        self._clock = time.time() - time.monotonic()

    def now(self) -> int:
        """Return the time in ms since 1970. It does not go backwards while the host runs."""
        return round(1000 * (self._clock + time.monotonic()))

    def count_down(self, room: rooms.Room) -> None:
        """Start the race of a room at the end of its countdown, if one has begun."""
        if room.phase is rooms.Phase.COUNTDOWN and self._countdowns.get(room) != room.started_ms:
            self._countdowns[room] = room.started_ms
            self._tasks.run(self._start(room, room.started_ms))

    def watch(self, room: rooms.Room) -> None:
        """Watch a running race, and end it if players who lost their connections do not come back in time."""
        self._tasks.run(self._watch(room))

    def forget(self, room: rooms.Room) -> None:
        """Forget a room that is closed."""
        self._countdowns.pop(room, None)

    async def _start(self, room: rooms.Room, started_ms: int) -> None:
        """Save a race after the countdown, and start it; if it cannot be saved, the players may try again."""

        def is_due() -> bool:
            return room.phase is rooms.Phase.COUNTDOWN and room.started_ms == started_ms

        await asyncio.sleep(max(started_ms - self.now(), 0) / 1000)
        if not is_due():
            return
        try:
            race = await self._records.begin(room)
        except RequestError as error:
            if is_due():
                room.postpone(str(error))
                await self._on_change(room)
            return
        if not is_due():  # somebody has left in the meantime
            await self._records.forget(race)
            return
        room.race = race
        room.advance(self.now())
        await self._on_change(room)
        await self._watch(room)

    async def _watch(self, room: rooms.Room) -> None:
        while room.phase is rooms.Phase.RUNNING:
            await asyncio.sleep(TICK_SECONDS)
            room.advance(self.now())
        await self._on_change(room)
