"""Tests of binairo_tui.plain."""
