"""Queue of input events: passes each key to the app once the app has finished handling the previous one.

Textual forwards a key to the focused widget at once, and the key then bubbles from queue to queue until the app acts
on it. If two keys arrived in one burst, the second would reach the screen that the first is about to leave. With this
queue, a burst of keys does the same as the keys pressed one by one.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, cast

from textual.app import App
from textual.events import Callback, Event, Paste
from textual.message_pump import MessagePump

from binairo_tui.tui.terminal.textual_internals import GuardedScreen

SETTLE_SECONDS = 10.0
"""The longest time, in seconds, to wait until a key is handled: a widget that always has messages must not block the
keys."""
HOLD_SECONDS = 0.01
"""Seconds between checks of a screen that holds keys back."""


class KeyQueue:
    """Passes input events on, one at a time and in order.

    If the app is ready when an event arrives, `take` gets the event at once, in the app's own task, and may run a
    command there. Otherwise, or if the event is a paste, `forward` gets it later, in a task of the queue.
    """

    def __init__(
        self, app: App[Any], take: Callable[[Event], Awaitable[None]], forward: Callable[[Event], Awaitable[None]]
    ) -> None:
        self._app = app
        self._take = take
        self._forward = forward
        self._waiting: deque[Event] = deque()
        self._feeder: asyncio.Task[None] | None = None
        self._passed_on: Event | None = None
        """The last event that was passed on; None once it is known to be handled."""

    @property
    def has_more(self) -> bool:
        return bool(self._waiting)

    async def put(self, event: Event) -> None:
        """Pass an event on if the app is ready and it is no paste; otherwise queue it and return without waiting."""
        if (
            not isinstance(event, Paste)  # text areas do not pass pastes on
            and self._passed_on is None
            and self._feeder is None
            and self._is_settled()
            and not self._screen.holds(event)
        ):
            await self._pass_on(event, self._take)
            return
        self._waiting.append(event)
        if self._feeder is None:
            self._feeder = asyncio.create_task(self._feed())

    def came_back(self, event: Event) -> None:
        """Record that an event has bubbled up to the app and has been handled there."""
        if event is self._passed_on:
            self._passed_on = None

    async def _feed(self) -> None:
        try:
            while self._app.is_running:
                await self._settle()
                self._passed_on = None
                if not self._waiting:
                    return
                event = self._waiting[0]
                await self._hold(event)
                self._waiting.popleft()
                await self._pass_on(event, self._forward)
        finally:
            self._feeder = None

    async def _pass_on(self, event: Event, receive: Callable[[Event], Awaitable[None]]) -> None:
        if self._app.is_running and self._app.screen.is_attached:  # otherwise the app is exiting
            self._passed_on = event
            try:
                await receive(event)
            finally:
                if not event.is_forwarded:  # the app has handled it itself
                    self._passed_on = None

    @property
    def _screen(self) -> GuardedScreen[Any]:
        return cast("GuardedScreen[Any]", self._app.screen)

    async def _hold(self, event: Event) -> None:
        while self._app.is_running and self._screen.holds(event):
            await asyncio.sleep(HOLD_SECONDS)
            await self._settle()

    async def _settle(self) -> None:
        """Wait until all messages caused by the last event are handled."""
        with suppress(asyncio.TimeoutError):
            async with asyncio.timeout(SETTLE_SECONDS):
                while self._app.is_running:
                    screen = self._app.screen
                    for node in (screen.focused or screen).ancestors_with_self:  # the path of a key
                        await _drain(node)
                    await _drain(self._app)
                    if self._is_settled():
                        return
                    await asyncio.sleep(0)

    def _is_settled(self) -> bool:
        return not self._app.message_queue_size and self._screen.is_settled


async def _drain(node: MessagePump) -> None:
    done = asyncio.Event()
    # `call_later` would wrap the method in a `partial`, whose parameters Textual counts anew for every key.
    if node.is_running and node.post_message(Callback(done.set)):
        await done.wait()
