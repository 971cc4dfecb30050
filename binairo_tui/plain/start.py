"""Runs plain mode: lets the player choose and play games, and saves everything at the end."""

import os
import sys
from contextlib import suppress
from functools import partial

from binairo_tui import plain
from binairo_tui.files import paths, streams, terminal_text
from binairo_tui.game import SessionSnapshot
from binairo_tui.library import LibraryError
from binairo_tui.plain import asking, commands, menu
from binairo_tui.plain.game import PlainGame
from binairo_tui.player.catalog import TUTORIAL, Catalog, IncomingPuzzle, next_entry, open_catalog
from binairo_tui.player.play import Play
from binairo_tui.player.progress import Opened, Progress
from binairo_tui.player.text import trouble_text
from binairo_tui.settings import Settings, load_settings
from binairo_tui.store import errors, games, writer

USAGE_ERROR = 2
CLOSE_SECONDS = 5.0
_INSTEAD = {"next": "To choose a different one, type menu.", "again": "To begin again, type restart."}
"""Maps each command that needs a solved puzzle to a sentence about what to type until then."""


def run(incoming: IncomingPuzzle | None = None, *, daily: bool = False) -> int:
    """Play line by line on the standard streams; return the exit status.

    If `incoming` is given, its puzzle is played first. With `daily`, today's daily puzzle is played first.

    The status is 0 if the player leaves or the input ends. After a signal, the status is 128 plus the number of the
    signal. The loss of the terminal counts as SIGHUP, and the loss of the reader of the output as SIGPIPE. If the
    streams cannot be used or the last moves cannot be saved, a line is written to stderr, and the status is 2.
    """
    if sys.stdin is None or sys.stdout is None:
        streams.print_error("standard input or output is closed")
        return USAGE_ERROR
    settings, problems = load_settings(paths.config_path())
    charset = settings.charset
    console = asking.Console(
        sys.stdin.fileno(),
        sys.stdout,
        is_ascii=not terminal_text.is_utf8(os.environ) if charset == "auto" else charset == "ascii",
        is_terminal=sys.stdin.isatty() and sys.stdout.isatty(),
    )
    for problem in problems:
        console.say(f"{problem}.")
    progress = Progress(paths.database_path(), announce=streams.print_error)
    status = 0
    try:
        with asking.ending():
            catalog = open_catalog(lambda error: console.say(f"There are no collections: {error}."))
            PlainApp(console, progress, catalog, settings).run(incoming, daily=daily)
    except asking.ConsoleClosed as end:
        status = end.status
    except asking.OutputError as error:
        streams.print_error(f"cannot write the output: {error}")
        status = USAGE_ERROR
    finally:
        is_written = progress.close(CLOSE_SECONDS)
    if not is_written:
        streams.print_error("the last moves could not be saved")
    return status if is_written else status or streams.NOT_WRITTEN


class PlainApp:
    """Plays games one after another, until the player leaves or the input ends."""

    def __init__(self, console: asking.Console, progress: Progress, catalog: Catalog, settings: Settings) -> None:
        self._console = console
        self._progress = progress
        self._catalog = catalog
        self._menu = menu.PlainMenu(console, progress, catalog, settings)
        self._verbose = True
        self._status = writer.SaveStatus(writer.SaveState.SAVED)
        self._told = self._status
        self._trouble = progress.problem
        progress.on_status = self._hear

    def run(self, incoming: IncomingPuzzle | None = None, *, daily: bool = False) -> None:
        """Play `incoming` or, with `daily`, today's daily puzzle first. The player chooses the other games."""
        self._console.say("Binairo: fill every cell with a 0 or a 1. Type help for the rules and the commands.")
        trouble = self._trouble or self._progress.notice
        if trouble:
            self._console.say(trouble)
        for note in incoming.notes if incoming else ():
            self._console.say(note)
        with suppress(asking.Leave, asking.EndOfInput):
            opened = self._open(incoming) if incoming else self._open_daily() if daily else None
            while True:
                opened = self._play(*(opened or self._menu.choose()))

    def _hear(self, status: writer.SaveStatus) -> None:
        """Store the writer's status, to be reported with the next answer; called in the writer's thread."""
        self._status = status

    def _open(self, incoming: IncomingPuzzle) -> Opened | None:
        try:
            return menu.open_game(
                self._console, self._progress, partial(self._progress.open_incoming, incoming, self._catalog)
            )
        except (errors.StoreError, LibraryError) as error:
            self._console.say(f"The game of this puzzle cannot be read: {error}.")
        puzzle, title, begun, _, band = incoming
        return self._progress.open_new(puzzle, title, band=band, begun=begun)

    def _open_daily(self) -> Opened | None:
        try:
            return self._menu.open_day(*map(int, self._menu.settings.daily_size.split("x")))
        except (errors.StoreError, ValueError) as error:
            self._console.say(f"That is not possible: {error}.")
            return None

    def _play(self, saved: games.SavedGame, snapshot: SessionSnapshot) -> Opened | None:
        """Play until the player wants a different game. Return that game, or None to return to the menu."""
        try:
            play = Play(saved, snapshot, self._progress, self._menu.settings)
        except ValueError as error:
            self._console.say(f"The saved game is damaged: {error}.")
            return None
        game = PlainGame(play, verbose=self._verbose)
        self._console.say(*game.begin())
        self._console.on_tick = play.tick
        try:
            return self._converse(game)
        finally:
            self._verbose = game.verbose
            self._console.on_tick = lambda: None
            play.leave()

    def _converse(self, game: PlainGame) -> Opened | None:
        """Answer typed lines until the player leaves the game. Return the next game, or None for the menu."""
        while True:
            typed = self._console.ask()
            with asking.surviving(self._console):
                command = commands.parse_command(typed, game.play.game.puzzle, is_asked=game.asked is not None)
                self._console.say(*game.come_back())
                if command is None:
                    continue
                if command.name == "menu":
                    return None
                if command.name == "quit":
                    raise asking.Leave
                if command.name == "drills":
                    with suppress(asking.Back):
                        plain.practice.practise_game(self._console, self._progress, game.session)
                elif command.name in _INSTEAD and not game.session.is_solved:
                    self._console.say(f"The puzzle is not solved yet. {_INSTEAD[command.name]}")
                elif command.name == "again":
                    return self._progress.open_again(game.play.game)
                elif command.name == "next":
                    if following := self._next(game):
                        return following
                else:
                    self._answer(game, command)

    def _answer(self, game: PlainGame, command: commands.ParsedCommand) -> None:
        if command.name == "save":
            self._console.say(*(game.save() or [self._save_text()]))
        else:
            self._console.say(*game.answer(command))
        if self._status.state is writer.SaveState.FAILED and self._status != self._told:
            self._told = self._status
            text = self._save_text()
            # The answer already tells of a refused save, and `_trouble` was said at the beginning.
            if not self._status.is_refusal and text != self._trouble:
                self._console.say(text)

    def _save_text(self) -> str:
        return (
            self._progress.problem
            or trouble_text(self._status, "")
            or f"Saved. Every step is saved as you make it, in {paths.database_path()}."
        )

    def _next(self, game: PlainGame) -> Opened | None:
        """Open the next puzzle in the collection, or a lesson of choice. If there is none, say so and return None."""
        if game.play.game.collection == TUTORIAL:
            return self._menu.next_lesson()
        entry = next_entry(self._catalog.all(), self._progress.states(), game.play.game)
        if entry is not None:
            return menu.open_game(self._console, self._progress, partial(self._progress.open_entry, entry))
        self._console.say("There is no next puzzle: type menu to choose one.")
        return None
