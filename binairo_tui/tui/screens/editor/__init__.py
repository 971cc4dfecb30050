"""Editor: `screen` turns keys into changes of a puzzle, `revisions` has the program change it, `draft` saves it."""

from __future__ import annotations

from binairo_tui.tui.screens.editor.screen import EditorScreen

__all__ = ["EditorScreen"]
