"""Going from screen to screen: what `messages.Navigator` promises. Screens are imported when they are first shown."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.app import App

from binairo_tui.library import LibraryError
from binairo_tui.player.catalog import next_entry
from binairo_tui.player.lessons import lesson_text
from binairo_tui.player.text import plain, when_text
from binairo_tui.store import DamagedGameError, SaveState, SaveStatus, StoreError
from binairo_tui.tui.keymap import FooterContext
from binairo_tui.tui.messages import NextAction, OpenMode

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date

    from textual.screen import Screen

    from binairo_tui.engine import Cell, Position, Puzzle
    from binairo_tui.engine.request import Request
    from binairo_tui.formats import Imported
    from binairo_tui.game import SessionSnapshot
    from binairo_tui.game.solutions import FindSolutions
    from binairo_tui.library import Collection, Entry
    from binairo_tui.player.progress import Progress
    from binairo_tui.player.puzzle_options import Wish
    from binairo_tui.player.shelf import Shelf
    from binairo_tui.processes.worker import Made
    from binairo_tui.settings import Settings, SettingValue
    from binairo_tui.store import SavedGame
    from binairo_tui.tui.preferences import Preferences
    from binairo_tui.tui.screens.play import PlayScreen


class Navigation(App[None]):
    """The part of the app that opens screens and games. `shelf` has all collections."""

    theme_reason = ""
    """Why the theme is not the chosen one, where it is not."""

    def __init__(
        self,
        progress: Progress,
        shelf: Shelf,
        preferences: Preferences,
        *,
        monotonic: Callable[[], float] = time.monotonic,
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self.shelf = shelf
        self.preferences = preferences
        self._progress = progress
        self._monotonic = monotonic
        self._passed: Screen[Any] | None = None
        self._wish: Wish | None = None
        self._status = SaveStatus(SaveState.FAILED if progress.problem else SaveState.SAVED, progress.problem)

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self.preferences.settings

    @property
    def setting_problems(self) -> Sequence[str]:
        """What was wrong with the file of settings, in clauses that may quote it."""
        return self.preferences.problems

    def change_setting(self, name: str, value: SettingValue) -> None:
        """Have a setting hold from now on, and be written down. It must be right (`settings.field_of`)."""
        self.preferences.change(name, value)

    def show_settings(self) -> None:
        """Go to the settings."""
        from binairo_tui.tui.screens.settings import SettingsScreen

        if not isinstance(self.screen, SettingsScreen):
            self.push_screen(SettingsScreen(self))

    # Games.

    def resume_game(self, game_id: str) -> None:
        """Play a saved game on."""
        self._play(partial(self._progress.load, game_id))

    def play_entry(self, entry: Entry) -> None:
        """Play a puzzle of a collection: its unfinished game, or else a new one."""
        self._play(partial(self._progress.open_entry, entry), lesson=entry.technique)

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
        from binairo_tui.player.puzzle_options import wish_of
        from binairo_tui.tui.screens.new_puzzle import NewPuzzleScreen

        self.push_screen(NewPuzzleScreen(wish_of(self.settings), self))

    def play_new(self, wish: Wish, seed: int) -> None:
        """Play a new puzzle, which is made first, and remember what was wished for."""
        from binairo_tui.player.puzzle_options import made_title

        for name, value in wish.settings.items():
            if getattr(self.settings, name) != value:
                self.change_setting(name, value)
        self._wish = wish
        self._make(wish.request, seed, partial(self._play_made, made_title(seed)))

    def show_import(self) -> None:
        """Go to where a puzzle is pasted or typed."""
        from binairo_tui.tui.screens.importing import ImportScreen

        self.push_screen(ImportScreen(self))

    def play_import(self, imported: Imported, band: str) -> None:
        """Play a puzzle that was pasted or typed, from where it was left elsewhere."""
        from binairo_tui.formats.resume import progress_of

        puzzle = imported.puzzle
        begun = progress_of(puzzle, imported.history, imported.head)
        title = imported.title or "imported"
        self._play(partial(self._progress.open_new, puzzle, title, band=band, begun=begun))

    def show_first_steps(self) -> None:
        """Go to the three boards that teach keys and rules."""
        from binairo_tui.tui.screens.first_steps import FirstStepsScreen

        self.push_screen(FirstStepsScreen(self))

    def show_tutorial(self) -> None:
        """Go to the lessons, one technique a puzzle, with the first steps before them."""
        from binairo_tui.tui.screens.collections import TutorialScreen

        if isinstance(self.screen, TutorialScreen):
            self.screen.go_to_lessons()
            return
        lessons = next((it for it in self.shelf.shipped if it.name == "tutorial"), None)
        if lessons is None:
            self.tell("the collection tutorial is missing")
        else:
            self.push_screen(TutorialScreen(lessons, self._progress, self))

    def show_collections(self) -> None:
        """Go to the list of collections."""
        from binairo_tui.tui.screens.collections import CollectionsScreen

        self.push_screen(CollectionsScreen(self.shelf, self._progress, self))

    def show_collection(self, collection: Collection) -> None:
        """Go to the puzzles of a collection."""
        from binairo_tui.tui.screens.collections import CollectionScreen

        self.push_screen(CollectionScreen(collection, self._progress, self))

    def show_statistics(self) -> None:
        """Go to the statistics."""
        from binairo_tui.tui.screens.statistics import StatisticsScreen

        self.push_screen(StatisticsScreen(self._progress))

    def show_help(self) -> None:
        """Go to the list of keys, those of the screen in front first."""
        from binairo_tui.tui.screens.page import HelpScreen
        from binairo_tui.tui.screens.palette import offers_on

        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen({offer.command.scope for offer in offers_on(self.screen)}))

    def play_puzzle(self, puzzle: Puzzle, title: str, band: str = "") -> None:
        """Play a puzzle that is in no collection, as a new game."""
        self._play(partial(self._progress.open_new, puzzle, title, band=band))

    def show_editor(self, puzzle: Puzzle | None = None) -> None:
        """Go to the editor, with a puzzle or where it was left."""
        self.push_screen(self.editor(puzzle))

    def show_share(self, puzzle: Puzzle, position: Position) -> None:
        """Show a puzzle, and what is filled in it, as text to be copied."""
        from binairo_tui.tui.screens.sharing import ShareScreen

        self.push_screen(ShareScreen(puzzle, position))

    def show_solutions(self, puzzle: Puzzle, title: str, find: FindSolutions, cursor: Cell = 0) -> None:
        """Page through the solutions of a puzzle; `find` finds them, in a thread."""
        from binairo_tui.tui.screens.solutions import SolutionsScreen

        self.push_screen(SolutionsScreen(puzzle, title, find, self, cursor))

    def leave(self) -> None:
        """Go back to the screen before; from the first one to the shell. A screen may have to say something first."""
        stays: Callable[[], bool] | None = getattr(self.screen, "stays", None)
        if stays is not None and stays():
            return
        if self._behind():
            self.pop_screen()
        else:
            self.exit()

    # How.

    def _behind(self) -> list[Screen[Any]]:
        """The screens that one can go back to."""
        return [screen for screen in self.screen_stack[:-1] if screen is not self._passed]

    def _replace(self, screen: Screen[None]) -> None:
        """Show a screen instead of the one in front.

        Textual cannot take the very first screen away: it stays behind, and nobody comes back to it.
        """
        if len(self.screen_stack) > 1:
            self.switch_screen(screen)
        else:
            self._passed = self.screen
            self.push_screen(screen)

    def editor(self, puzzle: Puzzle | None) -> Screen[None]:
        """The editor with the draft of last time; with a puzzle, that is a step from there."""
        from binairo_tui.tui.screens.editor import open_editor

        return open_editor(puzzle, self)

    def _play(
        self,
        open_game: Callable[[], tuple[SavedGame, SessionSnapshot]],
        *,
        is_instead: bool = False,
        lesson: str = "",
        mode: OpenMode = OpenMode.ASK,
    ) -> None:
        """Open a game and show it, with what it teaches, or say why it cannot be played."""
        again = partial(self._play, open_game, is_instead=is_instead, lesson=lesson)
        try:
            game, snapshot = open_game()
            if mode is OpenMode.ASK and self._progress.is_open_elsewhere(game):
                from binairo_tui.tui.screens.dialog import elsewhere_dialog

                self.push_screen(elsewhere_dialog(game, again))
                return
            screen = self.play_screen(game, snapshot, is_looking=mode is OpenMode.LOOK)
        except DamagedGameError as error:
            self._offer_copy(error, again)
        except (StoreError, LibraryError) as error:
            self.tell(str(error))
        except ValueError as error:
            self.tell(f"the saved game is damaged: {error}")
        else:
            (self._replace if is_instead else self.push_screen)(screen)
            if lesson:
                self.call_after_refresh(screen.note, lesson_text(lesson))

    def _offer_copy(self, error: DamagedGameError, play: Callable[[], None]) -> None:
        """Offer what a backup has of a damaged game, or say that it is damaged."""
        found = self._progress.find_copy(error.game_id)
        if found is None:
            self.tell(str(error))
            return
        from binairo_tui.tui.screens.dialog import damaged_dialog

        copy, made = found

        def take() -> None:
            try:
                self._progress.take_copy(copy)
            except StoreError as problem:
                self.tell(str(problem))
            else:
                play()

        when = when_text(int(made.timestamp()), self._progress.now())
        self.push_screen(damaged_dialog(str(error), len(copy.steps), when, take))

    def _make(self, request: Request, seed: int, take: Callable[[Made], None]) -> None:
        """Have a puzzle made beside the screen, and take it; say so if there is none."""
        from binairo_tui.tui.screens.generating import MakingScreen

        def receive(made: Made | str | None) -> None:
            if isinstance(made, str):
                self.tell(made)
            elif made is not None:
                take(made)

        self.push_screen(MakingScreen(request, seed), receive)

    def _play_made(
        self, title: str, made: Made, *, collection: str = "", number: int = 0, is_instead: bool = False
    ) -> None:
        """Play a puzzle that was made just now."""
        open_new = partial(self._progress.open_new, made.puzzle, title, band=made.band)
        self._play(partial(open_new, collection=collection, number=number), is_instead=is_instead)

    def tell(self, clause: str) -> None:
        """Say why something did not work, on the screen in front."""
        note = getattr(self.screen, "note", None)
        if note:
            begins_with_file = "." in clause.split(" ", 1)[0]
            text = clause if begins_with_file else f"{clause[:1].upper()}{clause[1:]}"
            note(plain(f"{text}.", 200))

    def play_screen(self, game: SavedGame, snapshot: SessionSnapshot, *, is_looking: bool = False) -> PlayScreen:
        """The screen of a game, or only to look at it. Raises ValueError if its steps make no sense."""
        from binairo_tui.tui.screens.play import PlayScreen, open_session

        session = open_session(game, snapshot, self._monotonic)
        return PlayScreen(
            game,
            session,
            self._progress,
            self,
            find_onward=partial(self._onward, game),
            status=self._status,
            is_looking=is_looking,
        )

    # On from a solved puzzle.

    def _onward(self, game: SavedGame) -> NextAction:
        """To the calendar from a day's puzzle, to another one of its kind from a new one, else on in the collection."""
        from binairo_tui.player.daily import is_daily
        from binairo_tui.player.puzzle_options import wish_behind

        if is_daily(game.collection):
            return NextAction(FooterContext.SOLVED_DAILY, self._back_to_calendar)
        wish = None if game.collection else wish_behind(game.puzzle, game.title, game.band)
        if wish is not None:
            return NextAction(FooterContext.SOLVED_NEW, partial(self._play_another, wish))
        try:
            entry = next_entry(self.shelf.all(), self._progress.states(), game)
        except LibraryError:
            entry = None
        if entry is None:
            return NextAction(FooterContext.SOLVED_LAST, self._back_from_last)
        open_game = partial(self._progress.open_entry, entry)
        return NextAction(FooterContext.SOLVED, partial(self._play, open_game, is_instead=True, lesson=entry.technique))

    def _back_from_last(self) -> None:
        """Go back, but never out of the program: this is the key for the next puzzle."""
        if self._behind():
            self.leave()
        else:
            self.tell("there is no next puzzle here")

    def _back_to_calendar(self) -> None:
        from binairo_tui.tui.screens.daily import DailyScreen

        if any(isinstance(screen, DailyScreen) for screen in self.screen_stack):
            self.leave()
        else:
            self._replace(DailyScreen(self._progress, self))

    def _play_another(self, wish: Wish) -> None:
        """Play another new puzzle instead of the solved one; of a wish of this session all is known."""
        from secrets import randbelow

        from binairo_tui.player.puzzle_options import MAX_SEED, made_title

        if self._wish is not None and self._wish.settings == wish.settings:
            wish = self._wish
        seed = randbelow(MAX_SEED)
        self._make(wish.request, seed, partial(self._play_made, made_title(seed), is_instead=True))
