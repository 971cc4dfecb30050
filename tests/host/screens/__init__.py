"""Tests of the screens that the app shows on a host."""
