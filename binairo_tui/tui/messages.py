"""What the app and its screens exchange: messages, places, and the navigator as screens see it."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, Protocol

from textual.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from binairo_tui.engine import Puzzle
    from binairo_tui.game import SessionSnapshot
    from binairo_tui.library import Entry
    from binairo_tui.player.catalog import Catalog
    from binairo_tui.player.progress import Progress
    from binairo_tui.player.puzzle_options import PuzzleOptions
    from binairo_tui.settings import Settings, SettingValue
    from binairo_tui.store.writer import SaveStatus
    from binairo_tui.tui.keymap import FooterContext
    from binairo_tui.tui.preferences import Preferences


class SaveStatusChanged(Message, bubble=False):
    """The writer's status has changed. The writer's thread posts it to the app, the app to its screens."""

    def __init__(self, status: SaveStatus) -> None:
        super().__init__()
        self.status = status


class SettingsChanged(Message, bubble=False):
    """The setting `name` has another value. The navigator posts it to the app, the app to its screens."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


class Place(Enum):
    """A place to go to: a module of `tui.screens`, and the class or function in it that makes the screen.

    Both are looked up when the place is first shown. The class or function is called with the navigator and with the
    arguments of the place, if it has any.
    """

    HOME = "home.HomeScreen"
    GAMES = "games.GamesScreen"
    DAILY = "daily.DailyScreen"
    NEW = "new_puzzle.NewPuzzleScreen"
    COLLECTIONS = "collections.CollectionsScreen"
    COLLECTION = "collections.CollectionScreen"  # of a Collection
    TUTORIAL = "collections.open_tutorial"
    FIRST_STEPS = "first_steps.FirstStepsScreen"
    IMPORT = "importing.ImportScreen"
    EDITOR = "editor.EditorScreen"  # with a Puzzle, or without one as it was left
    STATISTICS = "statistics.StatisticsScreen"
    SHARE = "sharing.ShareScreen"  # of a Puzzle and a Position
    SOLUTIONS = "solutions.SolutionsScreen"  # of a Puzzle, with a title, FindSolutions and a Cell
    REPLAY = "play.replay.ReplayScreen"  # of a GameSession, with a title
    SETTINGS = "settings.SettingsScreen"
    HELP = "page.HelpScreen"


class OpenMode(Enum):
    """How a saved game is opened that another session plays."""

    ASK = "ask"
    TAKE_OVER = "take over"
    READ_ONLY = "read-only"


class NextAction(NamedTuple):
    """Where `go` leads from a solved puzzle, and the context that names it in the footer."""

    context: FooterContext
    go: Callable[[], None]


class Navigator(Protocol):
    """What screens may ask for: to go to a place, to open a game, to leave; and what the places show."""

    progress: Progress
    catalog: Catalog
    preferences: Preferences

    @property
    def settings(self) -> Settings:
        """The settings in force."""

    def change_setting(self, name: str, value: SettingValue) -> None:
        """Put a setting into force and have it saved. It must be valid (`settings.field_of`)."""

    def go(self, place: Place, *args: object) -> None:
        """Show a place, unless it is in front already."""

    def leave(self) -> None:
        """Go back to the screen before, or from the first one to the shell, unless the screen in front objects."""

    def open_saved(self, game_id: str) -> None:
        """Go on with a saved game."""

    def open_entry(self, entry: Entry) -> None:
        """Play a puzzle of a collection: its unfinished game, or a new one."""

    def open_day(self, day: date, width: int, height: int) -> None:
        """Play the puzzle of a day: its unfinished game, or a new one for which the puzzle is generated."""

    def open_new(self, options: PuzzleOptions, seed: int) -> None:
        """Play a puzzle that is generated now, and remember the options."""

    def open_puzzle(self, puzzle: Puzzle, title: str, band: str = "", begun: SessionSnapshot | None = None) -> None:
        """Play a puzzle that is not in a collection, as a new game; `begun` is what was filled elsewhere."""
