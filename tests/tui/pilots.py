"""A player at a simulated terminal, and clocks, for the tests of the screens."""

import asyncio
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from itertools import chain, repeat
from typing import Any

from textual.events import Callback, Key
from textual.keys import _character_to_key, key_to_character
from textual.pilot import Pilot
from textual.screen import Screen

from binairo_tui.engine import Position, Puzzle
from binairo_tui.engine.search import solutions
from binairo_tui.game import GameSession
from binairo_tui.player.play import Play
from binairo_tui.settings import SettingValue
from binairo_tui.tui.app import BinairoApp
from binairo_tui.tui.screens.base import BaseScreen
from binairo_tui.tui.screens.collections import CollectionScreen
from binairo_tui.tui.screens.play import PlayScreen
from binairo_tui.tui.widgets.board_view import BoardView
from binairo_tui.tui.widgets.panel import TextPanel

ScreenKind = type[Screen[None]]
WAIT = 60.0
"""Seconds until a test gives up waiting: only a test that fails waits so long, however busy the machine is."""


def noon() -> datetime:
    """A wall clock that does not advance."""
    return datetime(2024, 2, 29, 12, 0, tzinfo=UTC)


class Seconds:
    """A monotonic clock that the test advances."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Player:
    """Presses the keys of an app and reads its screen."""

    def __init__(self, app: BinairoApp, pilot: Pilot[None], seconds: Seconds) -> None:
        self.app = app
        self.pilot = pilot
        self.seconds = seconds
        self.saves = True

    async def settle(self) -> None:
        """Wait until the app has handled its keys and messages."""
        async with asyncio.timeout(WAIT):
            is_settled = False  # the app may have taken a key from its queue, and not yet passed it on
            while self.app.is_running and not is_settled:
                for seconds in chain(repeat(0.0, 20), repeat(0.001)):
                    if not (self.app.is_running and self._is_busy()):
                        break
                    await asyncio.sleep(seconds)
                await self._drain()
                is_settled = not self._is_busy()

    async def _drain(self) -> None:
        """Wait until the app and the widgets in front have handled the messages in their queues.

        Textual's pilot does so, too, but takes twice as long, because it inspects a signature for every widget.
        """
        waiting = 0

        def note() -> None:
            nonlocal waiting
            waiting -= 1

        widgets = self.app.screen.walk_children(with_self=True) if self.app.screen_stack else ()
        for node in (self.app, *widgets):
            waiting += node.post_message(Callback(note))
        while waiting and self.app.is_running:
            await asyncio.sleep(0)

    def _is_busy(self) -> bool:
        is_resizing = self.app._resize_event is not None  # sent to the screens by a timer
        return bool(self.app.message_queue_size) or not self._has_no_keys() or is_resizing

    def _has_no_keys(self) -> bool:
        """Whether no key is waiting and none is known to be still in progress. Text areas keep what they take."""
        keys = self.app._keys
        return keys._feeder is None and (keys._passed_on is None or keys._passed_on._stop_propagation)

    def _is_held(self) -> bool:
        waiting = self.app._keys._waiting
        return bool(waiting) and self.app._keys._screen.holds(waiting[0])

    async def pause(self) -> None:
        """Wait until everything is handled and drawn; not until the process idles, as Textual does for 40 ms."""
        async with asyncio.timeout(WAIT):
            rests = 0
            while self.app.is_running and rests < 2:
                await self.settle()
                screen = self.app.screen
                rests = rests + 1 if self._rests(screen) else 0
                screen._on_timer_update()

    @staticmethod
    def _rests(screen: Screen[Any]) -> bool:
        is_due = screen._layout_required or screen._repaint_required or screen._recompose_required
        return not (is_due or screen._dirty_widgets) and (not isinstance(screen, BaseScreen) or screen.is_settled)

    async def until(self, is_true: Callable[[], bool]) -> None:
        """Wait until something is true; a test that waits in vain fails after a minute."""
        async with asyncio.timeout(WAIT):
            while not is_true():
                await asyncio.sleep(0.01)  # the pilot would ask every widget first, which takes longer than the wait

    async def see(self, *texts: str) -> None:
        """Wait until texts are on the screen, however they are wrapped. A line goes from a list on into its preview."""
        try:
            await self.until(
                lambda: self.app.is_running and all(text in " ".join(self.text().split()) for text in texts)
            )
        except TimeoutError:
            raise AssertionError(f"never seen: {texts} in\n{self.text()}") from None

    async def see_screen(self, screen: ScreenKind) -> None:
        """Wait until a screen of this kind is in front, and nothing is pending."""
        await self.until(lambda: self.is_on(screen))
        await self.pause()

    async def press_quickly(self, *keys: str) -> None:
        """Press keys, each once the screen is done with the one before."""
        for key in keys:
            self._send(key)
            await self.settle()

    async def press(self, *keys: str) -> None:
        """Press keys, each when the screen has handled the one before, and wait until nothing is pending."""
        await self.press_quickly(*keys[:-1])
        for last in keys[-1:]:
            self._send(last)
        await self.pause()

    async def set(self, name: str, value: SettingValue) -> None:
        """Change a setting."""
        self.app.navigator.change_setting(name, value)
        await self.pause()

    async def ask(self, *keys: str) -> None:
        """Press keys that may start work beside the screen; wait for the results of each."""
        for key in keys:
            await self.press_quickly(key)
            await self.app.workers.wait_for_complete()
            await self.pause()

    async def type(self, keys: Iterable[str]) -> None:
        """Press keys in one burst, and wait until all are handled, or the next one has to wait for work."""
        for key in keys:
            self._send(key)
        await self.until(lambda: not self.app.is_running or not self._is_busy() or self._is_held())
        await self.pilot.pause(0)  # not until the process idles

    def _send(self, key: str) -> None:
        name = _character_to_key(key) if len(key) == 1 else key
        self.app.post_message(Key(name, key if len(key) == 1 else key_to_character(name)))

    def lines(self) -> list[str]:
        """The lines on the screen."""
        return [strip.text.rstrip() for strip in self.app.screen._compositor.render_strips()]

    def text(self) -> str:
        """The text on the screen."""
        return "\n".join(self.lines())

    def is_on(self, screen: ScreenKind) -> bool:
        """Whether a screen of this kind is in front."""
        return isinstance(self.app.screen, screen)

    @property
    def screen(self) -> PlayScreen:
        """The play screen in front."""
        assert isinstance(self.app.screen, PlayScreen)
        return self.app.screen

    @property
    def play(self) -> Play:
        """The game in play on the screen in front."""
        return self.screen.play

    @property
    def session(self) -> GameSession:
        """The session being played."""
        return self.play.session

    @property
    def board(self) -> BoardView:
        """The board in front."""
        return self.app.screen.query_one(BoardView)

    def panel(self) -> str:
        """The text of the panel, without what the cursor's lines need, where there is room for that."""
        texts = [paragraph.text for paragraph in self.app.screen.query_one(TextPanel).paragraphs]
        return " ".join(filter(None, map(_without_counts, texts)))

    def values(self) -> str:
        """The values on the grid."""
        return self.session.puzzle.geometry.text(self.session.position)

    async def open_collection(self) -> None:
        """Go from Home, without games, to the puzzles of the only collection."""
        await self.press("C", "enter")
        assert isinstance(self.app.screen, CollectionScreen)

    async def solve(self) -> None:
        """Solve the puzzle by keys, cell after cell from the cursor on."""
        await self.type(solving_keys(self.session.puzzle, self.session.cursor))
        await self.pause()


def _without_counts(text: str) -> str:
    lines = text.split("\n")
    if lines[0] == "Missing in":
        lines = lines[3:]
    return "\n".join(lines)


def solution(puzzle: Puzzle) -> Position:
    """A solution."""
    return next(solutions(puzzle, 1))


def solving_keys(puzzle: Puzzle, cursor: int | None = None) -> list[str]:
    """Return keys that fill a grid with a solution, in reading order from `cursor` on and around.

    If it is not known where the cursor is, the keys go to the first cell first.
    """
    geometry = puzzle.geometry
    text = geometry.text(solution(puzzle))
    keys = ["home", "pageup"] if cursor is None else []
    cursor = cursor or 0
    for offset in range(geometry.cell_count):
        cell = (cursor + offset) % geometry.cell_count
        if not puzzle.is_given(cell):
            keys.append(text[cell])
        if (cell + 1) % puzzle.width:
            keys.append("right")
        else:
            keys += ["home", "pageup" if cell + 1 == geometry.cell_count else "down"]
    return keys
