"""Tests of binairo_tui.engine."""
