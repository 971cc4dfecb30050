"""Waiting for a new puzzle: how far its making is, and a key to give it up."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.screen import ModalScreen

from binairo_tui.player.text import size_text
from binairo_tui.processes.worker import AsideError, Made, generate_aside
from binairo_tui.tui.keymap import FooterContext, Scope
from binairo_tui.tui.screens.base import BaseScreen
from binairo_tui.tui.widgets.footer import KeyFooter
from binairo_tui.tui.widgets.label import Label

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.events import InputEvent

    from binairo_tui.engine.request import Request

SHOW_SECONDS = 0.5
"""How often the number of attempts is shown anew: small puzzles take a thousand a second."""


class MakingScreen(ModalScreen[Made | str], BaseScreen[Made | str]):
    """Makes the puzzle of a request and seed; gives it, or a clause why there is none.

    Left in another way it gives nothing: the screen takes its worker along, and that its process.
    """

    DEFAULT_CSS = """
    MakingScreen {
        background: transparent;
        align: left bottom;

        & > #progress { width: 1fr; margin: 0 0 1 0; padding: 0 1; color: $accent; background: $background; }
        & > KeyFooter { background: $background; }
    }
    """

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.APP,)  # modal screens hide the app's

    def __init__(self, request: Request, seed: int) -> None:
        super().__init__()
        self._request = request
        self._seed = seed
        self._attempts = 0

    def holds(self, event: InputEvent, seconds: float) -> bool:
        """Hold every key but those that give up or end the program: the others are meant for the game."""
        del seconds
        command = self.command_for(event)
        return command is None or command.id not in ("app.back", "app.quit", "app.suspend")

    def compose(self) -> ComposeResult:
        """What is going on, and the key that ends it."""
        yield Label(self._text(), id="progress")
        yield KeyFooter(FooterContext.MAKING)

    def on_mount(self) -> None:
        """Begin."""
        self.run_worker(self._make(), exit_on_error=False)
        self.set_interval(SHOW_SECONDS, self._show)

    async def _make(self) -> None:
        try:
            self.dismiss(await generate_aside(self._request, self._seed, self._count))
        except (AsideError, OSError) as error:
            self.dismiss(str(error))

    def _count(self, attempts: int) -> None:
        self._attempts = attempts

    def _show(self) -> None:
        self.query_one("#progress", Label).show(self._text())

    def _text(self) -> str:
        request = self._request
        band = f" {request.band.title}" if request.band else ""
        attempts = f" Attempt {self._attempts}." if self._attempts > 1 else ""
        return f"Making {size_text(request.width, request.height)}{band}...{attempts}"
