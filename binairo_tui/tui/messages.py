"""Interface between the app and its screens: messages, places, and the protocol of the navigator."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from enum import Enum
from typing import Concatenate, Generic, NamedTuple, ParamSpec, Protocol

from textual.message import Message
from textual.screen import Screen

from binairo_tui import engine, player
from binairo_tui.game import SessionSnapshot
from binairo_tui.host import client
from binairo_tui.library import Entry
from binairo_tui.settings import Settings, SettingValue
from binairo_tui.store import games, writer
from binairo_tui.tui.keymap import FooterContext
from binairo_tui.tui.preferences import Preferences

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


class HostNews(Message, bubble=False):
    """Posted when the host has news: by the thread that receives it to the app, and by the app to its screens."""

    def __init__(self, news: client.host_client.News) -> None:
        super().__init__()
        self.news = news


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


class OpenMode(Enum):
    """How to open a saved game that is open in another session."""

    ASK = "ask"
    TAKE_OVER = "take over"
    READ_ONLY = "read-only"


class NextAction(NamedTuple):
    """The action that follows a solved puzzle: `go` carries it out, and the footer of `context` names it."""

    context: FooterContext
    go: Callable[[], None]


class Navigator(Protocol):
    """The app as screens see it: goes to places, opens games, leaves screens, and holds the data that screens show."""

    progress: player.progress.Progress
    catalog: player.catalog.Catalog
    preferences: Preferences
    host: client.host_client.HostClient | None
    """The host that the app runs on; None if it does not run on a host."""
    pressed_at: float
    """When the current input arrived, before any waiting, in seconds on the clock of `time.monotonic`."""
    import_text: str
    """The last text on the import screen, to be shown again when that screen opens."""

    @property
    def settings(self) -> Settings:
        """The current settings."""

    def change_setting(self, name: str, value: SettingValue) -> None:
        """Change a setting and save it. `name` and `value` must be valid (`settings.field_of`)."""

    def go(self, place: Place[P], *args: P.args, **kwargs: P.kwargs) -> None:
        """Show a place; if its screen is already in front, call the `revisit` of that screen instead."""

    def leave(self) -> None:
        """Leave the current screen, unless it refuses.

        The first screen is left for the home screen if it is a game, and otherwise for the shell.
        """

    def confirm(self, question: str, go: Callable[[], object], otherwise: Callable[[], object] = lambda: None) -> None:
        """Call `go` if the player answers yes to a question, and `otherwise` after a no or if the player goes back."""

    def open_saved(self, game_id: str) -> None:
        """Continue a saved game."""

    def open_entry(self, entry: Entry, *, note: str = "") -> None:
        """Play a puzzle from a collection: its saved game, or a new game.

        `note` is the first message beside the board.
        """

    def open_day(self, day: date, width: int, height: int, ghost: player.ghost.Ghost | None = None) -> None:
        """Play the daily puzzle of a day: its saved game, or a new game.

        `ghost` is a recorded game to race against. With a ghost, a solved game is not reopened: a new game is begun
        instead.
        """

    def open_new(self, options: player.puzzle_options.PuzzleOptions, seed: int) -> None:
        """Generate a puzzle, remember the options, and play the puzzle."""

    def play_again(self, game: games.SavedGame, ghost: player.ghost.Ghost | None = None) -> None:
        """Play the puzzle of a game again, as a new game in place of the current screen.

        If the recorded game `ghost` is given, the new game is a race against it.
        """

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
        """Play a puzzle that is not in a collection: its saved game, or a new game.

        With `begun`, which is progress made elsewhere, it is always a new game. `note` is the first message beside the
        board. With `replaces`, leaving the game leads to the screen before the current one.
        """
