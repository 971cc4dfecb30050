"""Interface between the app and its screens: messages, places, preferences, the navigator, the app's surroundings."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, Generic, NamedTuple, ParamSpec, Protocol

from textual.app import App
from textual.message import Message
from textual.screen import Screen

from binairo_tui import engine, files, player
from binairo_tui.files.streams import print_error
from binairo_tui.game import SessionSnapshot
from binairo_tui.library import Entry
from binairo_tui.settings import Settings, SettingValue
from binairo_tui.store import games, writer
from binairo_tui.tui import view
from binairo_tui.tui.keymap import FooterContext, make_keymap

if TYPE_CHECKING:
    from binairo_tui import processes

P = ParamSpec("P")


class SaveStatusChanged(Message, bubble=False):
    """Posted when the writer's status changes: by the writer's thread to the app, and by the app to its screens."""

    def __init__(self, status: writer.SaveStatus) -> None:
        super().__init__()
        self.status = status


class SettingsChanged(Message, bubble=False):
    """Posted when the setting `name` changes: by the navigator to the app, and by the app to its screens."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


class Place(Generic[P]):
    """A place to go to: an attribute of `screens.places.Places`. `name` is the name of this attribute.

    `load` imports the module of the screen, and returns the class or function that makes the screen from the navigator
    and the arguments of the place.
    """

    name: str

    def __init__(self, load: Callable[[], Callable[Concatenate[Navigator, P], Screen[None]]]) -> None:
        self.load = load

    def __set_name__(self, _places: type, name: str) -> None:
        self.name = name


class Preferences:
    """The current settings and keys.

    `keep` is called with the name and the new value of each changed setting, to write it to the settings file.
    `problems` holds clauses that say what is wrong in the file. They may quote the file, so pass them through `plain`
    before display. `theme_reason` is a sentence that says why the chosen theme is not in use; it is empty if the chosen
    theme is in use.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        problems: Iterable[str] = (),
        keep: Callable[[str, SettingValue], None] | None = None,
    ) -> None:
        self.settings = settings or Settings()
        self.keymap, clashes = make_keymap(self.settings.keys_preset, self.settings.keys)
        self.problems = [*problems, *[f"config.toml: [keys] {clash}" for clash in clashes]]
        self.theme_reason = ""
        self._keep = keep

    def change(self, name: str, value: SettingValue) -> None:
        self.settings = self.settings._replace(**{name: value})  # type: ignore[arg-type] # of the type of its field
        self.keymap, _ = make_keymap(self.settings.keys_preset, self.settings.keys)
        if self._keep is not None:
            self._keep(name, value)


def problems_text(problems: Sequence[str]) -> str:
    """Return the first problem and the number of others, as text without a full stop."""
    more = len(problems) - 1
    return problems[0] + (f" (and {more} more, see Settings)" if more else "")


class NextAction(NamedTuple):
    """The action that follows a solved puzzle, such as the next puzzle.

    `go` carries it out, and `context` is the footer that names it.
    """

    context: FooterContext
    go: Callable[[], None]


class Navigator(Protocol):
    """The app as screens see it: goes to places, opens games, leaves screens, and holds the data that screens show."""

    progress: player.progress.Progress
    catalog: player.catalog.Catalog
    preferences: Preferences
    surroundings: Surroundings
    pressed_at: float
    """When the current input arrived, on the clock of `time.monotonic`; the input may have waited since."""
    import_text: str
    """The last text on the import screen, to be shown again when that screen opens."""

    @property
    def settings(self) -> Settings:
        """The current settings."""

    def change_setting(self, name: str, value: SettingValue) -> None:
        """Change a setting and save it. `name` and `value` must be valid (`settings.field_of`)."""

    def go(self, place: Place[P], *args: P.args, **kwargs: P.kwargs) -> None:
        """Show the screen of a place; if it is already in front, call its `revisit` instead."""

    def leave(self) -> None:
        """Leave the current screen, unless it refuses.

        If there is no screen to go back to, a game leads to the home screen, and any other screen ends the app.
        """

    def confirm(self, question: str, go: Callable[[], object], otherwise: Callable[[], object] = lambda: None) -> None:
        """Ask a question. Call `go` after a yes, and `otherwise` after a no or if the player goes back."""

    def tell(self, text: str) -> None:
        """Show a clause as a sentence on the current screen; a file name at its beginning is not capitalised."""

    def open_saved(self, game_id: str) -> None:
        """Continue a saved game."""

    def open_entry(self, entry: Entry, *, note: str = "") -> None:
        """Play a puzzle from a collection: its saved game or, if there is none, a new game.

        `note` is the first message beside the board.
        """

    def open_day(self, day: date, width: int, height: int, ghost: player.recording.Ghost | None = None) -> None:
        """Play the daily puzzle of a day: its saved game or, if there is none, a new game.

        `ghost` is a recorded game to race against. With a ghost, a solved game is not reopened: a new game is begun
        instead.
        """

    def open_new(self, options: player.puzzle_options.PuzzleOptions, seed: int) -> None:
        """Generate a puzzle, remember the options, and play the puzzle."""

    def play_again(self, game: games.SavedGame, ghost: player.recording.Ghost | None = None) -> None:
        """Play the puzzle of a game again, in place of the current screen; if `ghost` is given, race against it."""

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
        """Play a puzzle that is not in a collection: its saved game or, if there is none, a new game.

        If `begun` is given, the game is always new, and begins with this progress. `note` is the first message beside
        the board. If `replaces` is True, the game takes the place of the current screen.
        """


class Surroundings:
    """Where the app runs, such as on a host or in a page. This class stands for a player's own machine.

    `no_files` is a clause that says why no files can be written, and `no_shell` a clause that says why there is no
    shell to return to. Both are empty if these things are possible. If `ranks_days` is True, a player's time for a
    daily puzzle starts when the player first sees it. `daily_note` is a sentence beside a new daily puzzle, or empty.
    The home screen shows `home_items` before its own places, and `tools` after them. Each item is a place, a few words
    about it, and a sentence for the preview.
    """

    no_files = ""
    ranks_days = False
    daily_note = ""
    home_items: Sequence[tuple[Place[[]], str, str]] = ()
    tools: Sequence[tuple[Place[[]], str, str]] = ()

    @property
    def no_shell(self) -> str:
        return "" if files.system.has_job_control() else "there is no shell to return to"

    @property
    def refused(self) -> Collection[str]:
        """The ids of the commands that cannot be carried out here."""
        return (*["app.suspend"] * bool(self.no_shell), *["share.file", "replay.file"] * bool(self.no_files))

    @property
    def is_newcomer(self) -> bool:
        """Whether `arrive` asks a new player for a name, and then shows the first steps."""
        return False

    def ranking(self, day: date, size: str) -> Sequence[view.race_text.RankedSolve]:  # noqa: ARG002
        """Return the ranking of a daily puzzle, best first; empty if there is none. May wait: call it in a thread."""
        return ()

    def rating_text(self, progress: player.progress.Progress) -> str:
        """Return the player's rating, such as `rated 1512 ± 48`, or ''. May take long: call it in a thread."""
        return player.ratings.standing_text(progress.first_solves(), progress.today())

    def open_progress(self, path: Path) -> player.progress.Progress:
        return player.progress.Progress(path, announce=print_error)

    def arrive(self, app: App[Any], navigator: Navigator) -> None:
        """When the app has started, show what the surroundings have to say, and pass on their later news."""

    def generate(
        self, request: engine.Request, seed: int, on_attempt: Callable[[int], None]
    ) -> Awaitable[processes.requests.Generated]:
        """Generate a puzzle from a request and a seed; for `on_attempt` and errors, see `worker.generate_in_worker`."""
        from binairo_tui.processes import worker

        return worker.generate_in_worker(request, seed, on_attempt)

    def daily(
        self,
        day: date,  # noqa: ARG002 - for surroundings with other puzzles
        request: engine.Request,
        seed: int,
        on_attempt: Callable[[int], None],
    ) -> Awaitable[processes.requests.Generated]:
        """Return the daily puzzle of a day. This class makes it from `request` and `seed`; a host may have another."""
        return self.generate(request, seed, on_attempt)

    def assess(self, puzzle: engine.Puzzle) -> Awaitable[processes.worker.Assessment]:
        """Count the solutions of a puzzle, and grade it. Raises WorkerError and OSError."""
        from binairo_tui.processes import worker

        return worker.assess_in_worker(puzzle)


ALONE = Surroundings()
