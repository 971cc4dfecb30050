"""Making a puzzle: key -> command of the editing session -> board, panel, draft; in threads what there is to know."""

from __future__ import annotations

from binairo_tui.tui.screens.editor.screen import EditorScreen, open_editor

__all__ = ["EditorScreen", "open_editor"]
