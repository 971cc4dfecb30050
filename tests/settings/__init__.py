"""Tests of the settings and their file."""
