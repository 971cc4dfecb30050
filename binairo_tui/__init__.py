"""Binairo (Takuzu, binary puzzle) for the terminal, and the puzzle engine behind it."""

__version__ = "0.1.0"
