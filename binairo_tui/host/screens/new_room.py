"""Screen for choosing the kind of the puzzles in a new room."""

from collections.abc import Callable
from dataclasses import replace

from binairo_tui.player.puzzle_options import ROWS, PuzzleOptions
from binairo_tui.tui.keymap import FooterContext
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens.new_puzzle import NewPuzzleScreen


class NewRoomScreen(NewPuzzleScreen):
    """A size and a difficulty; `open_room` opens a room for puzzles of this kind, whose lines are unique."""

    CONTEXT = FooterContext.NEW_ROOM
    TITLE = "New room"
    SHOWN = ROWS[:3]

    def __init__(self, navigator: Navigator, open_room: Callable[[PuzzleOptions], None]) -> None:
        super().__init__(navigator)
        self._options = replace(self._options, rules="unique")
        self._open_room = open_room

    def take(self, options: PuzzleOptions) -> None:
        self._open_room(options)
