"""Tests of binairo_tui.player."""
