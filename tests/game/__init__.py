"""Tests of binairo_tui.game."""
