"""Editor: `screen` turns keys into changes to a puzzle, `revisions` computes changes, and `draft` saves the puzzle."""

from binairo_tui.tui.screens.editor.screen import EditorScreen

__all__ = ["EditorScreen"]
