"""The application: which screen is in front. What happens on a screen is the screen's business."""

from __future__ import annotations

import time
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.app import App

from binairo_tui.library import LibraryError
from binairo_tui.player.opening import entry_of, next_entry
from binairo_tui.player.phrases import plain as fit_to_show
from binairo_tui.store import SaveState, SaveStatus, StoreError
from binairo_tui.tui.commands import Keymap, Scope, bindings
from binairo_tui.tui.messages import SaveStatusChanged, SettingsChanged
from binairo_tui.tui.preferences import Preferences, problems_text
from binairo_tui.tui.screens.collections import CollectionScreen, CollectionsScreen
from binairo_tui.tui.screens.home import HomeScreen
from binairo_tui.tui.screens.page import HelpScreen
from binairo_tui.tui.screens.play import PlayScreen, open_session
from binairo_tui.tui.themes import MANY_COLOURS, TerminalColours, choose_theme
from binairo_tui.tui.widgets.footer import KeyFooter

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date

    from textual.binding import BindingType
    from textual.driver import Driver
    from textual.screen import Screen

    from binairo_tui.engine import Cell, Puzzle
    from binairo_tui.engine.generation import Request
    from binairo_tui.game import SessionSnapshot
    from binairo_tui.game.solutions import FindSolutions
    from binairo_tui.jobs.aside import Made
    from binairo_tui.library import Collection, Entry
    from binairo_tui.player.arrival import Arrival
    from binairo_tui.player.progress import Progress
    from binairo_tui.player.wishes import Wish
    from binairo_tui.settings import Settings, SettingValue
    from binairo_tui.store import SavedGame


class BinairoApp(App[None]):
    """Opens on the puzzle of `arrival`, or else on the home screen; if it `edits`, in the editor.

    `monotonic` is the clock of playing time in seconds; `colours` are what the terminal has.
    """

    TITLE = "Binairo"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.APP)]

    def __init__(
        self,
        progress: Progress,
        collections: Sequence[Collection],
        *,
        arrival: Arrival | None = None,
        edits: bool = False,
        monotonic: Callable[[], float] = time.monotonic,
        colours: TerminalColours = MANY_COLOURS,
        preferences: Preferences | None = None,
        driver_class: type[Driver] | None = None,
    ) -> None:
        super().__init__(driver_class=driver_class, ansi_color=True if colours.few else None)
        self.preferences = preferences or Preferences()
        self.set_keymap(self.keymap.for_textual)
        self.forget_screen: Callable[[], None] = _nothing
        self._colours = colours
        self._use_theme()  # here, because later all styles would be parsed twice
        self.animation_level = "none"
        self._progress = progress
        self._collections = collections
        self._arrival = arrival
        self._edits = edits
        self._monotonic = monotonic
        self._status = SaveStatus(SaveState.FAILED if progress.problem else SaveState.SAVED, progress.problem)

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self.preferences.settings

    @property
    def keymap(self) -> Keymap:
        """The keys in force."""
        return self.preferences.keymap

    @property
    def setting_problems(self) -> Sequence[str]:
        """What was wrong with the file of settings, in clauses that may quote it."""
        return self.preferences.problems

    def change_setting(self, name: str, value: SettingValue) -> None:
        """Have a setting hold from now on, and be written down. It must be right (`settings.field_of`)."""
        self.preferences.change(name, value)
        self.set_keymap(self.keymap.for_textual)
        if name == "theme":
            self._use_theme()
        for screen in self.screen_stack:
            screen.query(KeyFooter).refresh()
            screen.post_message(SettingsChanged(name))

    def _use_theme(self) -> None:
        """Use the theme of the settings, or what comes next to it; a name that means none is a problem to be told."""
        chosen = choose_theme(self.settings.theme, self._colours)
        if chosen.problem:
            self.preferences.problems.append(f"config.toml: {chosen.problem}")
        self.theme_reason = chosen.reason
        self.register_theme(chosen.theme)
        self.theme = chosen.theme.name

    def get_default_screen(self) -> Screen[None]:
        """The editor if it was asked for; the play screen if a puzzle was; else home."""
        arrival = self._arrival
        if self._edits:
            return self._editor(arrival.puzzle if arrival else None)
        if arrival is None:
            return HomeScreen(self._progress, self)
        entry = entry_of(self._collections, arrival.puzzle, arrival.title)
        if entry is not None:
            with suppress(StoreError, ValueError):
                return self._play_screen(*self._progress.open_entry(entry))
        return self._play_screen(*self._progress.open_new(arrival.puzzle, arrival.title, begun=arrival.progress))

    def on_mount(self) -> None:
        """Listen to the writer, and draw everything again after a suspension: Textual leaves the screen blank."""
        self._progress.on_status = self._hear
        self.app_resume_signal.subscribe(self, lambda _: self.action_repaint())
        if self.preferences.problems:
            self.call_after_refresh(self.tell, problems_text(self.preferences.problems))
        if self._arrival and self._arrival.notes:
            self.call_after_refresh(self.tell, " ".join(self._arrival.notes).removesuffix("."))

    def on_save_status_changed(self, message: SaveStatusChanged) -> None:
        """Tell every screen."""
        self._status = message.status
        for screen in self.screen_stack:
            screen.post_message(SaveStatusChanged(message.status))

    def _hear(self, status: SaveStatus) -> None:
        """Take the writer's word, in its thread; posting is safe from there and waits for nothing."""
        self.post_message(SaveStatusChanged(status))

    # Going elsewhere: see `messages.Navigator`.

    def resume_game(self, game_id: str) -> None:
        """Play a saved game on."""
        self._play(partial(self._progress.load, game_id))

    def play_entry(self, entry: Entry) -> None:
        """Play a puzzle of a collection: its unfinished game, or else a new one."""
        self._play(partial(self._progress.open_entry, entry))

    def play_next(self, entry: Entry) -> None:
        """Play another puzzle of a collection instead of the solved one."""
        self._play(partial(self._progress.open_entry, entry), is_instead=True)

    def show_games(self) -> None:
        """Go to the list of all unfinished games."""
        from binairo_tui.tui.screens.games import GamesScreen

        self.push_screen(GamesScreen(self._progress, self))

    def show_daily(self) -> None:
        """Go to the calendar of daily puzzles."""
        from binairo_tui.tui.screens.daily import DailyScreen

        self.push_screen(DailyScreen(self._progress, self))

    def play_daily(self, day: date, width: int, height: int) -> None:
        """Play a day's puzzle: its unfinished game, or else a new one, which is made first."""
        from binairo_tui.engine.daily import daily_request
        from binairo_tui.player.daily import daily_collection, daily_number, daily_title

        collection, number = daily_collection(width, height), daily_number(day)
        game_id = self._progress.find_game(collection, number)
        if game_id is not None:
            self.resume_game(game_id)
            return
        request, seed = daily_request(day, width, height)
        self._make(request, seed, partial(self._play_made, daily_title(day), collection=collection, number=number))

    def show_new(self) -> None:
        """Go to where a kind of puzzle is chosen."""
        from binairo_tui.player.wishes import wish_of
        from binairo_tui.tui.screens.new_puzzle import NewPuzzleScreen

        self.push_screen(NewPuzzleScreen(wish_of(self.settings), self))

    def play_new(self, wish: Wish, seed: int) -> None:
        """Play a new puzzle, which is made first, and remember what was wished for."""
        for name, value in wish.settings.items():
            if getattr(self.settings, name) != value:
                self.change_setting(name, value)
        self._make(wish.request, seed, partial(self._play_made, f"seed {seed}"))

    def show_collections(self) -> None:
        """Go to the list of collections."""
        self.push_screen(CollectionsScreen(self._collections, self._progress, self))

    def show_collection(self, collection: Collection) -> None:
        """Go to the puzzles of a collection."""
        self.push_screen(CollectionScreen(collection, self._progress, self))

    def show_statistics(self) -> None:
        """Go to the statistics."""
        from binairo_tui.tui.screens.statistics import StatisticsScreen

        self.push_screen(StatisticsScreen(self._progress))

    def play_puzzle(self, puzzle: Puzzle, title: str, band: str = "") -> None:
        """Play a puzzle that is in no collection, as a new game."""
        self._play(partial(self._progress.open_new, puzzle, title, band=band))

    def show_editor(self, puzzle: Puzzle | None = None) -> None:
        """Go to the editor, with a puzzle or where it was left."""
        self.push_screen(self._editor(puzzle))

    def show_solutions(self, puzzle: Puzzle, title: str, find: FindSolutions, cursor: Cell = 0) -> None:
        """Page through the solutions of a puzzle; `find` finds them, in a thread."""
        from binairo_tui.tui.screens.solutions import SolutionsScreen

        self.push_screen(SolutionsScreen(puzzle, title, find, self, cursor))

    def show_help(self) -> None:
        """Go to the list of keys."""
        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen())

    def show_settings(self) -> None:
        """Go to the settings."""
        from binairo_tui.tui.screens.settings import SettingsScreen

        if not isinstance(self.screen, SettingsScreen):
            self.push_screen(SettingsScreen(self))

    def leave(self) -> None:
        """Go back to the screen before; from the first one to the shell. A screen may have to say something first."""
        stays: Callable[[], bool] | None = getattr(self.screen, "stays", None)
        if stays is not None and stays():
            return
        if len(self.screen_stack) > 1:
            self.pop_screen()
        else:
            self.exit()

    def action_help(self) -> None:
        """Show the keys."""
        self.show_help()

    def action_settings(self) -> None:
        """Show the settings."""
        self.show_settings()

    def action_palette(self) -> None:
        """Offer every command that can be given on the screen in front."""
        from binairo_tui.tui.screens.palette import Offer, PaletteScreen, offers_on

        async def run(offer: Offer | None) -> None:
            if offer is not None:
                await self.run_action(offer.command.action, offer.node)

        self.push_screen(PaletteScreen(offers_on(self.screen)), run)

    def action_leave(self) -> None:
        """Go back."""
        self.leave()

    def action_repaint(self) -> None:
        """Draw the screen anew."""
        self.forget_screen()
        self.screen.refresh(layout=True)

    def on_resize(self) -> None:
        """Terminals do what they like with the picture when they change their size."""
        self.forget_screen()

    def _play(self, open_game: Callable[[], tuple[SavedGame, SessionSnapshot]], *, is_instead: bool = False) -> None:
        """Open a game and show it, or say why it cannot be played."""
        try:
            screen = self._play_screen(*open_game())
        except (StoreError, LibraryError) as error:
            self.tell(str(error))
        except ValueError as error:
            self.tell(f"the saved game is damaged: {error}")
        else:
            (self.switch_screen if is_instead else self.push_screen)(screen)

    def _make(self, request: Request, seed: int, take: Callable[[Made], None]) -> None:
        """Have a puzzle made beside the screen, and take it; say so if there is none."""
        from binairo_tui.tui.screens.making import MakingScreen

        def receive(made: Made | str | None) -> None:
            if isinstance(made, str):
                self.tell(made)
            elif made is not None:
                take(made)

        self.push_screen(MakingScreen(request, seed), receive)

    def _play_made(self, title: str, made: Made, *, collection: str = "", number: int = 0) -> None:
        """Play a puzzle that was made just now."""
        open_new = partial(self._progress.open_new, made.puzzle, title, band=made.band)
        self._play(partial(open_new, collection=collection, number=number))

    def tell(self, clause: str) -> None:
        """Say why something did not work, on the screen in front."""
        note = getattr(self.screen, "note", None)
        if note:
            begins_with_file = "." in clause.split(" ", 1)[0]
            text = clause if begins_with_file else f"{clause[:1].upper()}{clause[1:]}"
            note(fit_to_show(f"{text}.", 200))

    def _editor(self, puzzle: Puzzle | None) -> Screen[None]:
        """The editor with the draft of last time; with a puzzle, that is a step from there."""
        from binairo_tui.tui.screens.editor import open_editor

        return open_editor(puzzle, self)

    def _play_screen(self, game: SavedGame, snapshot: SessionSnapshot) -> PlayScreen:
        session = open_session(game, snapshot, self._monotonic)
        return PlayScreen(
            game,
            session,
            self._progress,
            self,
            next_entry=partial(self._next_entry, game),
            status=self._status,
        )

    def _next_entry(self, game: SavedGame) -> Entry | None:
        return next_entry(self._collections, self._progress.states(), game)


def _nothing() -> None:
    """Without a terminal there is nothing to forget."""
