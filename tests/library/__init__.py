"""Tests of binairo_tui.library."""
