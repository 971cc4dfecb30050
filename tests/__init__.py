"""Tests of binairo_tui."""
