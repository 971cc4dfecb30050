"""The application: which screen is in front. What happens on a screen is the screen's business."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import App

from binairo_tui.player.shelf import Shelf
from binairo_tui.tui.keymap import CommandOwner, Keymap, Scope
from binairo_tui.tui.messages import Place, SaveStatusChanged, SettingsChanged
from binairo_tui.tui.navigator import AppNavigator
from binairo_tui.tui.preferences import Preferences, problems_text
from binairo_tui.tui.terminal.filters import HarmlessFilter
from binairo_tui.tui.themes import MANY_COLOURS, TerminalColours, choose_theme
from binairo_tui.tui.view.layout import is_too_small
from binairo_tui.tui.widgets.footer import KeyFooter

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from textual.driver import Driver
    from textual.events import Resize
    from textual.filter import LineFilter
    from textual.geometry import Size
    from textual.screen import Screen
    from textual.timer import Timer

    from binairo_tui.library import Collection
    from binairo_tui.player.arrival import Arrival
    from binairo_tui.player.progress import Progress
    from binairo_tui.store import SaveStatus


SETTLED_SECONDS = 0.15
"""When sizes follow one another quickly the last one may be missed: the terminal is asked again after so long."""


class BinairoApp(CommandOwner, App[None]):
    """Opens on the puzzle of `arrival`, or else on the home screen; if it `edits`, in the editor.

    Where it opens on home and `teaches`, the first steps come before.

    `collections` are those that ship, `own_directory` holds the player's own.
    `monotonic` is the clock of playing time in seconds; `colours` are what the terminal has; `utf8` tells whether it
    takes more than ASCII.
    """

    TITLE = "Binairo"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.APP,)

    def __init__(
        self,
        progress: Progress,
        collections: Sequence[Collection],
        *,
        own_directory: Path | None = None,
        arrival: Arrival | None = None,
        edits: bool = False,
        teaches: bool = False,
        monotonic: Callable[[], float] = time.monotonic,
        colours: TerminalColours = MANY_COLOURS,
        utf8: bool = True,
        preferences: Preferences | None = None,
        driver_class: type[Driver] | None = None,
    ) -> None:
        super().__init__(driver_class=driver_class, ansi_color=True if colours.few else None)
        self._progress = progress
        self._preferences = preferences or Preferences()
        shelf = Shelf(collections, own_directory)
        self.navigator = AppNavigator(self, progress, shelf, self._preferences, monotonic)
        self.bind_keys(self.keymap)
        self._utf8 = utf8
        self._harmless_filter = HarmlessFilter()
        self._ascii_filter: LineFilter | None = None
        self.forget_screen: Callable[[], None] = _nothing
        self.look_at_size: Callable[[], None] = _nothing
        self._settling: Timer | None = None
        self._colours = colours
        self._use_theme()  # here, because later all styles would be parsed twice
        self.animation_level = "none"
        self._arrival = arrival
        self._edits = edits
        self._teaches = teaches and arrival is None and not edits
        self._told = ""

    @property
    def keymap(self) -> Keymap:
        """The keys in force."""
        return self._preferences.keymap

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's filters and ours: harmless in any case; ASCII if it is chosen or all that the terminal takes."""
        charset = self._preferences.settings.charset
        filters = [self._harmless_filter, *super().get_line_filters()]
        if charset == "unicode" or (charset == "auto" and self._utf8):
            return filters
        if self._ascii_filter is None:
            from binairo_tui.tui.terminal.filters import AsciiFilter

            self._ascii_filter = AsciiFilter()
        return [*filters, self._ascii_filter]

    def _use_theme(self) -> None:
        """Use the theme of the settings, or what comes next to it; a name that means none is a problem to be told."""
        chosen = choose_theme(self._preferences.settings.theme, self._colours)
        if chosen.problem:
            self._preferences.problems.append(f"config.toml: {chosen.problem}")
        self._preferences.theme_reason = chosen.reason
        self.register_theme(chosen.theme)
        self.theme = chosen.theme.name

    def get_default_screen(self) -> Screen[None]:
        return self.navigator.first_screen(self._arrival, edits=self._edits)

    def on_mount(self) -> None:
        """Listen to the writer, and draw everything again after a suspension: Textual leaves the screen blank."""
        self._progress.on_status = self._hear
        self.app_resume_signal.subscribe(self, lambda _: self.action_repaint())
        if self._teaches:
            self.navigator.go(Place.FIRST_STEPS)
        self._tell_notice()
        news = list(self._arrival.notes) if self._arrival else []
        if self._preferences.problems:
            news.append(problems_text(self._preferences.problems))
        if news:
            self.call_after_refresh(self.navigator.tell, " ".join(news).removesuffix("."))

    def on_save_status_changed(self, message: SaveStatusChanged) -> None:
        """Tell every screen; tell the player if the file had to be repaired."""
        if not message.status.is_refusal:
            self.navigator.status = message.status
        if self._progress.notice:
            self._tell_notice()
        for screen in self.screen_stack:
            screen.post_message(SaveStatusChanged(message.status))

    def on_settings_changed(self, message: SettingsChanged) -> None:
        """Follow a setting, and tell every screen."""
        if message.name in ("keys", "keys_preset"):
            self._rebind_keys()
        if message.name == "theme":
            self._use_theme()
        if message.name == "charset":
            self.refresh_css(animate=False)  # what was drawn is remembered as it was filtered
        for screen in self.screen_stack:
            screen.query(KeyFooter).refresh()
            screen.post_message(SettingsChanged(message.name))

    def _rebind_keys(self) -> None:
        """Bind the keys in force on every screen."""
        nodes = [node for screen in self.screen_stack for node in screen.walk_children(with_self=True)]
        for node in (self, *nodes):
            if isinstance(node, CommandOwner):
                node.bind_keys(self.keymap)

    def _hear(self, status: SaveStatus) -> None:
        """Take the writer's word, in its thread; posting is safe from there and waits for nothing."""
        self.post_message(SaveStatusChanged(status))

    def _tell_notice(self) -> None:
        """Have the player see what happened to the file of games, once, or why it cannot be used."""
        news = self._progress.notice or self._progress.problem
        if not news or news == self._told:
            return
        self._told = news
        from binairo_tui.tui.screens.dialog import repaired_dialog, unsaved_dialog

        self.push_screen(repaired_dialog(news) if self._progress.notice else unsaved_dialog(news, self.exit))

    def action_help(self) -> None:
        self.navigator.go(Place.HELP)

    def action_settings(self) -> None:
        self.navigator.go(Place.SETTINGS)

    def action_palette(self) -> None:
        from binairo_tui.tui.screens.palette import Offer, PaletteScreen, offers_on

        async def run(offer: Offer | None) -> None:
            if offer is not None:
                await self.run_action(offer.command.action, offer.node)

        self.push_screen(PaletteScreen(offers_on(self.screen)), run)

    def action_leave(self) -> None:
        self.navigator.leave()

    def action_repaint(self) -> None:
        self.forget_screen()
        self.screen.refresh(layout=True)

    async def on_event(self, event: events.Event) -> None:
        """Have keys wait until the screen that they are meant for is there: they may come in one burst."""
        if isinstance(event, events.InputEvent):
            while self.is_running and not self.screen.is_mounted:
                await asyncio.sleep(0)
            if not self.screen.is_attached:
                return  # the program is about to end
        await super().on_event(event)

    def on_resize(self, event: Resize) -> None:
        """Terminals do what they like with the picture when they change their size; it may be too small now."""
        self.forget_screen()
        self._mind_size(event.size)
        if self._settling is not None:
            self._settling.stop()
        self._settling = self.set_timer(SETTLED_SECONDS, self.look_at_size)

    def _mind_size(self, size: Size) -> None:
        """Have the screen that says so in front on a terminal that is too small, and only there."""
        is_told = self.screen.has_class("too-small")
        if is_too_small(*size) and not is_told:
            from binairo_tui.tui.screens.too_small import TooSmallScreen

            self.push_screen(TooSmallScreen(classes="too-small"))
        elif is_told and not is_too_small(*size):
            self.pop_screen()


def _nothing() -> None:
    """Without a terminal there is nothing to forget or to ask."""
