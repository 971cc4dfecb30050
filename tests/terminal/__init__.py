"""Tests of the whole program in a real pseudo-terminal."""
