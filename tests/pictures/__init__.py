"""Tests of binairo_tui.pictures."""
