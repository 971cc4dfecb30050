"""What all actions of the editor stand on: the session gets a command, the draft is kept, the puzzle analysed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binairo_tui.engine.analysis import analyse
from binairo_tui.player.text import plain
from binairo_tui.tui.keymap import FooterContext, keymap_of
from binairo_tui.tui.screens.board_screen import BoardScreen
from binairo_tui.tui.screens.editor.draft import draft_writer
from binairo_tui.tui.view.appearance import grid_look
from binairo_tui.tui.view.editor_text import (
    EditStatus,
    edit_paragraphs,
    edit_pointer,
    edited_grid,
    facts,
    rules_text,
)
from binairo_tui.tui.widgets.board_view import BoardView

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from textual.timer import Timer

    from binairo_tui.engine import Cell, Puzzle
    from binairo_tui.engine.analysis import Analysis
    from binairo_tui.game import Change
    from binairo_tui.game.editing import EditSession, EditSnapshot
    from binairo_tui.library import Entry
    from binairo_tui.tui.messages import Navigator
    from binairo_tui.tui.view.appearance import BoardLook

REST = 0.15
"""Seconds without an edit after which the puzzle is analysed: not between the keys of someone who draws."""
PATIENCE = 0.5
"""Seconds after which what was known of the puzzle before is no longer shown, and that it takes long is said."""
CLOSE_SECONDS = 1.0
"""How long the last write of the draft may take when the editor is left."""


class EditorBase(BoardScreen):
    """The editor without its actions.

    `draft` is the file it is kept in, `kept` what that holds; `own` is the directory of one's own collections.
    """

    def __init__(
        self,
        session: EditSession,
        navigator: Navigator,
        *,
        kept: EditSnapshot,
        draft: Path,
        own: Path,
        message: str = "",
    ) -> None:
        self.session = session
        self.analysis: Analysis | None = None
        self.shows_agreed = True
        self.message = message
        self.navigator = navigator
        super().__init__(BoardView(session.puzzle, self._look(), session.cursor), FooterContext.EDITING, navigator)
        self.own = own
        self.opened = session.puzzle
        """The puzzle as it was when the editor was opened."""
        self.saved: Entry | None = None
        """Where the puzzle stands in a collection, if it does."""
        self.is_leaving = False
        """Whether the player has been told that the puzzle is in no collection."""
        self._draft = draft_writer(draft)
        self._kept = kept
        self._is_slow = False
        self._waits: list[Timer] = []

    def begin(self) -> None:
        """Show the puzzle, and look into it."""
        self.keep()
        self._begin_analysis()
        self.show_all()

    def on_unmount(self) -> None:
        """Left for good: the place of the cursor is kept, too."""
        self.keep()
        self._draft.close(CLOSE_SECONDS)

    def on_screen_suspend(self) -> None:
        """Another screen is in front."""
        self.keep()

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle as it is now."""
        return self.session.puzzle

    @property
    def cursor(self) -> Cell:
        """The cell of the cursor."""
        return self.session.cursor

    def go_to(self, cell: Cell) -> None:
        """Put the cursor on a cell."""
        self.session.cursor = cell
        self.board.move_cursor(cell)
        if not self.board.scene.layout.has_room_for_signs:
            self.show_panel()

    def keep(self) -> None:
        """Have the draft written, if there is anything new."""
        snapshot = self.session.snapshot()
        if snapshot != self._kept:
            self._kept = snapshot
            self._draft.put(snapshot)

    def do(self, command: Callable[[], Change]) -> None:
        """Give the session a command and show what came of it."""
        before = self.puzzle
        self.message = command().message
        self.is_leaving = False
        if self.puzzle != before:
            self.cancel_beside("making")
            self.saved = None
            self.keep()
            self._begin_analysis()
        self.show_all()

    def note(self, sentence: str) -> None:
        """Say something until the next command."""
        self.message = sentence
        self.show_panel()

    # What is known of the puzzle.

    def _begin_analysis(self) -> None:
        """Analyse the puzzle once the player rests; until then what was known before is shown."""
        self.cancel_beside("analysis")
        self._is_slow = False
        for timer in self._waits:
            timer.stop()
        self._waits = [self.set_timer(REST, self._analyse), self.set_timer(REST + PATIENCE, self._be_patient)]

    def _analyse(self) -> None:
        puzzle = self.puzzle
        self.run_beside(
            "analysis", lambda is_cancelled: analyse(puzzle, is_cancelled=is_cancelled), self._take_analysis
        )

    def _take_analysis(self, analysis: Analysis) -> None:
        self._waits[-1].stop()
        self.analysis = analysis
        self.show_all()

    def _be_patient(self) -> None:
        self.analysis, self._is_slow = None, True
        self.show_all()

    # What is seen.

    def show_all(self) -> None:
        """Show everything as it is now; what has not changed costs nothing."""
        self.board.show_puzzle(self.puzzle, self._look(), self.cursor)
        self.show_heading(f"Editor · {rules_text(self.puzzle)}", *facts(self.puzzle, self.analysis))
        self.show_panel()

    def show_panel(self) -> None:
        """Say what there is to say now."""
        key_of = keymap_of(self.app).key_of
        status = EditStatus(
            self.message,
            plain(self._draft.problem, 200),
            self.analysis,
            self._is_slow,
            self.shows_agreed,
            agreed_key=key_of("edit.show-agreed"),
            reduce_key=key_of("edit.reduce"),
            cursor=None if self.board.scene.layout.has_room_for_signs else self.cursor,
        )
        self.panel.show(edit_paragraphs(self.puzzle, status))

    def _look(self) -> BoardLook:
        grid = edited_grid(self.session.puzzle, self.analysis, shows_agreed=self.shows_agreed)
        return grid_look(grid, pointer=edit_pointer(self.session.puzzle, self.analysis), symbols=self.symbols)
