"""Navigator: goes to places, opens games and leaves screens. A screen is imported when it is first shown."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import date
from functools import partial
from typing import Any, cast

from textual.app import App

from binairo_tui import engine, player
from binairo_tui.engine.wording import sentence
from binairo_tui.game import SessionSnapshot
from binairo_tui.library import Entry, LibraryError
from binairo_tui.player.text import lesson_text, plain, when_text
from binairo_tui.settings import Settings, SettingValue
from binairo_tui.store import errors, games, writer
from binairo_tui.tui import messages, screens
from binairo_tui.tui.keymap import FooterContext
from binairo_tui.tui.screens import base, places


class AppNavigator:
    """The navigator of an app. `messages.Navigator` documents the part that screens see.

    `monotonic` is the clock that measures playing time, in seconds. `status` is the last status of the writer of saves
    that is not a refusal.
    """

    def __init__(
        self,
        app: App[None],
        progress: player.progress.Progress,
        catalog: player.catalog.Catalog,
        preferences: messages.Preferences,
        *,
        monotonic: Callable[[], float],
        surroundings: messages.Surroundings,
    ) -> None:
        self.progress = progress
        if not surroundings.ranks_days:  # on a host, all players have the same day
            progress.day_of = lambda moment: self.settings.day_of(moment)  # noqa: PLW0108 - they may change
        self.catalog = catalog
        self.preferences = preferences
        self.surroundings = surroundings
        self.pressed_at = 0.0
        self.import_text = ""
        self.status = writer.SaveStatus(
            writer.SaveState.FAILED if progress.problem else writer.SaveState.SAVED, progress.problem
        )
        self._app = app
        self._monotonic = monotonic
        self._options: player.puzzle_options.PuzzleOptions | None = None
        self._replaced: base.BaseScreen[Any] | None = None
        """The first screen, if another one has replaced it: Textual cannot remove the first screen from the stack."""
        self._ghosts: dict[str, player.recording.Ghost] = {}
        """Maps the id of a game to the recorded game that it races, so that a reopened game continues the race."""
        self._began_with_game = False
        """Whether the first screen is a game, so that leaving it leads to the home screen."""

    @property
    def settings(self) -> Settings:
        return self.preferences.settings

    def change_setting(self, name: str, value: SettingValue) -> None:
        self.preferences.change(name, value)
        self._app.post_message(messages.SettingsChanged(name))

    # Places.

    def go(self, place: messages.Place[messages.P], *args: messages.P.args, **kwargs: messages.P.kwargs) -> None:
        front = self._front
        if front.place is place:
            front.revisit()
        else:
            self._show_place(partial(self.screen_of, place, *args, **kwargs))

    def screen_of(
        self, place: messages.Place[messages.P], *args: messages.P.args, **kwargs: messages.P.kwargs
    ) -> base.BaseScreen[None]:
        screen = cast("base.BaseScreen[None]", place.load()(self, *args, **kwargs))
        screen.place = place
        return screen

    def first_screen(self, incoming: player.catalog.IncomingPuzzle | None, *, edits: bool) -> base.BaseScreen[None]:
        """Return the first screen: the editor if `edits`, else a game of `incoming`, if given, else the home screen.

        If the game is open in another session, return the home screen, and ask the player how to open the game. A saved
        game that cannot be used is replaced by a new game.
        """
        if edits:
            return self.screen_of(places.Places.EDITOR, incoming.puzzle if incoming else None)
        if incoming is None:
            return self.screen_of(places.Places.HOME)
        self._began_with_game = True
        open_game = partial(self.progress.open_incoming, incoming, self.catalog)
        try:
            game, snapshot = open_game()
            if self.progress.is_open_elsewhere(game):
                self._began_with_game = False
                self._app.call_later(self._play, open_game)  # asks how to open it
                return self.screen_of(places.Places.HOME)
            return self.play_screen(game, snapshot)
        except (errors.StoreError, LibraryError, ValueError):  # the saved game is unusable: start a new one
            puzzle, title, begun, _, band = incoming
            return self.play_screen(*self.progress.open_new(puzzle, title, band=band, begun=begun))

    def leave(self) -> None:
        if not self._front.confirm_leave():
            return
        if self._can_go_back:
            self._front.dismiss()  # unlike `pop_screen`, tells whoever opened the screen
        elif self._began_with_game:
            self._began_with_game = False
            self._show(self.screen_of(places.Places.HOME), replaces=True)
        else:
            self._app.exit()

    def escape(self) -> None:
        """Close what is open on the screen in front, such as a hint. Otherwise, leave it unless this ends the app."""
        if not self._front.close_part() and (self._can_go_back or self._began_with_game):
            self.leave()

    def confirm(self, question: str, go: Callable[[], object], otherwise: Callable[[], object] = lambda: None) -> None:
        def take(is_yes: bool | None) -> None:
            (go if is_yes else otherwise)()

        self._app.push_screen(screens.dialog.ConfirmScreen(question), take)

    def tell(self, text: str) -> None:
        begins_with_file = "." in text.split(" ", 1)[0]
        shown = sentence(text)
        self._front.note(plain(text[:1] + shown[1:] if begins_with_file else shown, 200))

    @property
    def _front(self) -> base.BaseScreen[Any]:
        return cast("base.BaseScreen[Any]", self._app.screen)

    @property
    def _can_go_back(self) -> bool:
        return any(screen is not self._replaced for screen in self._app.screen_stack[:-1])

    def _show_place(self, make: Callable[[], base.BaseScreen[None]], *, replaces: bool = False) -> None:
        try:
            screen = make()
        except LibraryError as error:
            self.tell(str(error))
        else:
            self._show(screen, replaces=replaces)

    def _show(self, screen: base.BaseScreen[None], *, replaces: bool) -> None:
        if replaces and len(self._app.screen_stack) > 1:
            self._app.switch_screen(screen)
            return
        if replaces:
            self._replaced = self._front
            self._replaced.retire()
        self._app.push_screen(screen)

    # Games.

    def open_saved(self, game_id: str) -> None:
        self._play(partial(self.progress.load, game_id))

    def open_entry(self, entry: Entry, *, note: str = "", replaces: bool = False) -> None:
        sentences = " ".join(filter(None, (note, lesson_text(entry.technique) if entry.technique else "")))
        self._play(partial(self.progress.open_entry, entry), note=sentences, replaces=replaces)

    def open_puzzle(
        self,
        puzzle: engine.Puzzle,
        title: str,
        band: str = "",
        begun: SessionSnapshot | None = None,
        *,
        note: str = "",
        replaces: bool = False,
    ) -> None:
        open_game = partial(self.progress.open_puzzle, puzzle, title, band=band, begun=begun)
        self._play(open_game, note=note, replaces=replaces)

    def open_day(self, day: date, width: int, height: int, ghost: player.recording.Ghost | None = None) -> None:
        collection, number = player.catalog.daily_collection(width, height), player.catalog.daily_number(day)
        game_id = self.progress.find_game(collection, number)
        if game_id is not None:
            load = self.progress.load if ghost is None else self._load_unsolved
            self._play(partial(load, game_id), ghost=ghost)
        else:
            title = player.catalog.daily_title(day)
            open_new = partial(self.progress.open_new, title=title, collection=collection, number=number)
            request, seed = engine.request.daily_request(day, width, height)
            make, note = partial(self.surroundings.daily, day), self.surroundings.daily_note
            self._generate(request, seed, open_new, ghost=ghost, make=make, note=note)

    def open_today(self) -> None:
        width, _, height = self.settings.daily_size.partition("x")
        self.open_day(self.progress.today(), int(width), int(height))

    def play_again(self, game: games.SavedGame, ghost: player.recording.Ghost | None = None) -> None:
        self._play(partial(self.progress.open_again, game), replaces=True, ghost=ghost)

    def open_new(self, options: player.puzzle_options.PuzzleOptions, seed: int) -> None:
        def open_remembered(puzzle: engine.Puzzle, band: str) -> player.progress.Opened:
            for name, value in options.settings.items():
                if getattr(self.settings, name) != value:
                    self.change_setting(name, value)
            self._options = options
            title = player.puzzle_options.seed_title(seed, options.request)
            return self.progress.open_new(puzzle, title, band=band)

        self._generate(options.request, seed, open_remembered)

    def _generate(
        self,
        request: engine.Request,
        seed: int,
        open_new: Callable[..., player.progress.Opened],
        *,
        replaces: bool = False,
        ghost: player.recording.Ghost | None = None,
        make: screens.dialog.Generate | None = None,
        note: str = "",
    ) -> None:
        """Generate a puzzle in the background, and play what `open_new` returns for it and its `band`."""

        def receive(found: screens.dialog.Made | None) -> None:
            if isinstance(found, str):
                self.tell(found)
            elif found is not None:
                self._play(partial(open_new, found.puzzle, band=found.band), note=note, replaces=replaces, ghost=ghost)

        screen = screens.dialog.GeneratingScreen(request, seed, make or self.surroundings.generate)
        self._app.push_screen(screen, receive)

    def _play(
        self,
        open_game: Callable[[], player.progress.Opened],
        *,
        note: str = "",
        replaces: bool = False,
        ghost: player.recording.Ghost | None = None,
        is_read_only: bool | None = None,
    ) -> None:
        """Open a game and show it, or say why it cannot be played.

        `note` is the first message beside the board, and `ghost` is the recorded game to race against. If the game is
        open in another session, `is_read_only` says whether to open it read-only or to take it over. If `is_read_only`
        is None, ask the player.
        """
        retry = partial(self._play, open_game, note=note, replaces=replaces, ghost=ghost)
        try:
            game, snapshot = open_game()
            if is_read_only is None and self.progress.is_open_elsewhere(game):
                self._app.push_screen(screens.dialog.elsewhere_dialog(game, retry))
                return
            screen = self.play_screen(game, snapshot, is_read_only=bool(is_read_only), ghost=ghost)
        except errors.DamagedGameError as error:
            self._offer_copy(error, retry)
        except (errors.StoreError, LibraryError) as error:
            self.tell(str(error))
        except ValueError as error:
            self.tell(f"the saved game is damaged: {error}")
        else:
            self._show(screen, replaces=replaces)
            if note:
                self._app.call_after_refresh(screen.note, note)

    def _load_unsolved(self, game_id: str) -> player.progress.Opened:
        """Return a saved game, or a new game of the same puzzle if the saved game was solved. Raises StoreError."""
        found = self.progress.load(game_id)
        return found if self.progress.result(game_id) is None else self.progress.open_again(found[0])

    def _offer_copy(self, error: errors.DamagedGameError, retry: Callable[[], None]) -> None:
        """Offer to restore a damaged game from a backup that has it, and call `retry` once it is restored."""
        found = self.progress.find_backup_of_game(error.game_id)
        if found is None:
            self.tell(str(error))
            return

        copy, made = found

        def take() -> None:
            try:
                self.progress.restore_game(copy)
            except errors.StoreError as problem:
                self.tell(str(problem))
            else:
                retry()

        when = when_text(int(made.timestamp()), self.progress.now())
        self._app.push_screen(screens.dialog.damaged_dialog(str(error), len(copy.steps), when, take))

    def play_screen(
        self,
        game: games.SavedGame,
        snapshot: SessionSnapshot,
        *,
        is_read_only: bool = False,
        ghost: player.recording.Ghost | None = None,
    ) -> screens.play.PlayScreen:
        """Return the play screen of a game. Raises ValueError if its steps are invalid.

        If `ghost` is given, the game is a race against it. Otherwise, an unsolved game continues its earlier race, if
        any.
        """
        play = player.play.Play(
            game, snapshot, self.progress, self.settings, monotonic=self._monotonic, is_read_only=is_read_only
        )
        find_next = partial(self._next_action, game)
        if ghost is not None:
            self._ghosts[game.id] = ghost
        elif not play.session.is_solved:
            ghost = self._ghosts.get(game.id)
        return screens.play.PlayScreen(play, self, find_next=find_next, status=self.status, ghost=ghost)

    # After a solved puzzle.

    def _next_action(self, game: games.SavedGame) -> messages.NextAction:
        """Return the action that follows a solved game.

        A daily puzzle leads to the calendar, and a generated puzzle to another puzzle of its kind. A lesson leads to
        the list of lessons or, if all are solved, to the first unsolved puzzle. Any other puzzle leads to the next
        unsolved puzzle of its collection or, if there is none, to the previous screen.
        """
        if player.catalog.is_daily(game.collection):
            return messages.NextAction(FooterContext.SOLVED_DAILY, partial(self._go_back_to, places.Places.DAILY))
        options = (
            None if game.collection else player.puzzle_options.options_from_puzzle(game.puzzle, game.title, game.band)
        )
        if options is not None:
            return messages.NextAction(FooterContext.SOLVED_NEW, partial(self._open_another, options))
        is_lesson, states, entry = game.collection == player.catalog.TUTORIAL, self.progress.states(), None
        with suppress(LibraryError):
            entry = player.catalog.next_entry(self.catalog.all(), states, game)
            if is_lesson and entry is None:
                is_lesson, entry = False, player.catalog.first_entry(self.catalog.shipped, states)
        if is_lesson:
            return messages.NextAction(FooterContext.SOLVED_LESSON, partial(self._go_back_to, places.Places.TUTORIAL))
        if entry is None:
            return messages.NextAction(FooterContext.SOLVED_LAST, self._leave_last)
        return messages.NextAction(FooterContext.SOLVED, partial(self.open_entry, entry, replaces=True))

    def _leave_last(self) -> None:
        if self._can_go_back:
            self.leave()
        else:
            self.tell("there is no next puzzle here")

    def _go_back_to(self, place: messages.Place[[]]) -> None:
        """Close the solved game if `place` is open behind it; otherwise, show `place` instead of the game."""
        if any(cast("base.BaseScreen[Any]", screen).place is place for screen in self._app.screen_stack):
            self.leave()
        else:
            self._show_place(partial(self.screen_of, place), replaces=True)

    def _open_another(self, options: player.puzzle_options.PuzzleOptions) -> None:
        """Replace the solved game by another generated puzzle with the same options.

        `options` were inferred from the puzzle, and are incomplete. If the options that the player last chose in this
        session agree with them, use those.
        """
        from secrets import randbelow

        if self._options is not None and self._options.settings == options.settings:
            options = self._options
        seed = randbelow(player.puzzle_options.MAX_SEED)
        title = player.puzzle_options.seed_title(seed, options.request)
        self._generate(options.request, seed, partial(self.progress.open_new, title=title), replaces=True)
