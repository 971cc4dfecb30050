"""Screen shown while a puzzle is generated: the number of attempts, and a key to give up."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import ClassVar

from textual.events import Event

from binairo_tui.engine.request import Request
from binairo_tui.player import text
from binairo_tui.processes.requests import Generated
from binairo_tui.processes.worker import WorkerError, generate_in_thread
from binairo_tui.tui.keymap import FooterContext, Scope
from binairo_tui.tui.screens import base, dialog

SHOW_SECONDS = 0.5
"""Seconds between updates of the number of attempts; small puzzles take a thousand attempts per second."""


Made = Generated | str
"""A puzzle, or a clause that says why there is none."""
Generate = Callable[[Request, int, Callable[[int], None]], Awaitable[Generated]]
"""A function that makes a puzzle, such as `Surroundings.generate`."""


class GeneratingScreen(dialog.BottomScreen[Made]):
    """Generates a puzzle from a request and a seed.

    The result of the screen is the puzzle, or a clause that says why there is none. Leaving the screen in any other
    way cancels `generate` (see `Surroundings`), which generates the puzzle.
    """

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.APP,)

    def __init__(self, request: Request, seed: int, generate: Generate) -> None:
        super().__init__(text.making_text(request), FooterContext.MAKING)
        self._request = request
        self._seed = seed
        self._make = generate
        self._attempts = 0

    def on_mount(self) -> None:
        self.run_in_background("generating", self._generate(), self.dismiss)
        self.set_interval(SHOW_SECONDS, self._show_attempts)

    def holds(self, event: Event) -> bool:
        """Return True for all input but the keys that give up, quit or suspend: it is for the game that follows."""
        command = self.command_for(event)
        return command is None or command.id not in base.CANCELLING_COMMANDS

    async def _generate(self) -> AsyncIterator[Made]:
        try:
            try:
                yield await self._make(self._request, self._seed, self._count)
            except OSError:
                yield await generate_in_thread(self._request, self._seed, self._count)
        except WorkerError as error:
            yield str(error)

    def _count(self, attempts: int) -> None:
        self._attempts = attempts

    def _show_attempts(self) -> None:
        if self._attempts > 1:
            self.show_text(f"{self._text} Attempt {self._attempts}.")
