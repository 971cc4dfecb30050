"""What screens and app tell one another."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, Protocol

from textual.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date

    from binairo_tui.engine import Cell, Position, Puzzle
    from binairo_tui.formats import Imported
    from binairo_tui.game.solutions import FindSolutions
    from binairo_tui.library import Collection, Entry
    from binairo_tui.player.puzzle_options import Wish
    from binairo_tui.settings import Settings, SettingValue
    from binairo_tui.store import SaveStatus
    from binairo_tui.tui.keymap import FooterContext


class SaveStatusChanged(Message, bubble=False):
    """The writer's status; posted to the app from the writer's thread, by the app to its screens."""

    def __init__(self, status: SaveStatus) -> None:
        super().__init__()
        self.status = status


class SettingsChanged(Message, bubble=False):
    """A setting has another value; posted by the app to its screens, which ask the app for `settings`."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


class SettingsHost(Protocol):
    """What the settings screen may ask of the app."""

    @property
    def settings(self) -> Settings:
        """The settings in force."""

    @property
    def setting_problems(self) -> Sequence[str]:
        """What was wrong with the file of settings, in clauses that may quote it."""

    @property
    def theme_reason(self) -> str:
        """Why another theme than the chosen one is in use; empty if it is in use."""

    def change_setting(self, name: str, value: SettingValue) -> None:
        """Have a setting hold from now on, and be written down."""


class OpenMode(Enum):
    """On which terms a saved game is opened that another session plays."""

    ASK = "ask"
    TAKE = "take it over"
    LOOK = "look only"


class NextAction(NamedTuple):
    """Where to go from a solved puzzle, and what the footer speaks about then."""

    context: FooterContext
    go: Callable[[], None]


class Navigator(Protocol):
    """What screens may ask of the app: to go elsewhere. Going back is the command `app.back`."""

    @property
    def settings(self) -> Settings:
        """The settings in force."""

    def change_setting(self, name: str, value: SettingValue) -> None:
        """Have a setting hold from now on, and be written down. It must be right (`settings.field_of`)."""

    def resume_game(self, game_id: str) -> None:
        """Play a saved game on."""

    def play_entry(self, entry: Entry) -> None:
        """Play a puzzle of a collection: its unfinished game, or else a new one."""

    def show_games(self) -> None:
        """Go to the list of all unfinished games."""

    def show_daily(self) -> None:
        """Go to the calendar of daily puzzles."""

    def play_daily(self, day: date, width: int, height: int) -> None:
        """Play a day's puzzle: its unfinished game, or else a new one, which is made first."""

    def show_new(self) -> None:
        """Go to where a kind of puzzle is chosen."""

    def play_new(self, wish: Wish, seed: int) -> None:
        """Play a new puzzle, which is made first, and remember what was wished for."""

    def show_import(self) -> None:
        """Go to where a puzzle is pasted or typed."""

    def play_import(self, imported: Imported, band: str) -> None:
        """Play a puzzle that was pasted or typed, from where it was left elsewhere."""

    def show_first_steps(self) -> None:
        """Go to the three boards that teach keys and rules."""

    def show_tutorial(self) -> None:
        """Go to the lessons, one technique a puzzle, with the first steps before them."""

    def show_collections(self) -> None:
        """Go to the list of collections."""

    def show_collection(self, collection: Collection) -> None:
        """Go to the puzzles of a collection."""

    def show_statistics(self) -> None:
        """Go to the statistics."""

    def play_puzzle(self, puzzle: Puzzle, title: str, band: str = "") -> None:
        """Play a puzzle that is in no collection, as a new game."""

    def show_share(self, puzzle: Puzzle, position: Position) -> None:
        """Show a puzzle, and what is filled in it, as text to be copied."""

    def show_editor(self, puzzle: Puzzle | None = None) -> None:
        """Go to the editor, with a puzzle or where it was left."""

    def show_solutions(self, puzzle: Puzzle, title: str, find: FindSolutions, cursor: Cell = 0) -> None:
        """Page through the solutions of a puzzle; `find` finds them, in a thread."""

    def show_help(self) -> None:
        """Go to the list of keys."""

    def show_settings(self) -> None:
        """Go to the settings."""

    def leave(self) -> None:
        """Go back to the screen before; from the first one to the shell."""
