"""The editor, put together from its actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from binairo_tui.engine import Puzzle
from binairo_tui.files.paths import draft_path, own_collections_dir
from binairo_tui.tui.keymap import Scope
from binairo_tui.tui.screens.editor.draft import open_draft
from binairo_tui.tui.screens.editor.drawing import DrawActions
from binairo_tui.tui.screens.editor.keeping import KeepActions
from binairo_tui.tui.screens.editor.making import MakeActions

if TYPE_CHECKING:
    from binairo_tui.tui.messages import Navigator

BLANK = Puzzle(8, 8, 0)
"""What there is before anything was drawn."""


class EditorScreen(DrawActions, MakeActions, KeepActions):
    """Makes a puzzle, with an action for every command of its scopes."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.EDITOR, Scope.BOARD, Scope.FILL, Scope.PUZZLE)


def open_editor(navigator: Navigator, puzzle: Puzzle | None = None) -> EditorScreen:
    """The editor as it was left; with a `puzzle`, that is the next step from there."""
    draft = draft_path()
    session, message = open_draft(draft, BLANK)
    before = session.snapshot()
    if puzzle is not None:
        session.take(puzzle)
    return EditorScreen(session, navigator, kept=before, draft=draft, own=own_collections_dir(), message=message)
