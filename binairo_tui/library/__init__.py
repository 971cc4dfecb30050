"""Puzzle collections, both shipped and the player's own: text files with one puzzle per line."""

from binairo_tui.library.collections import Collection, Entry, LibraryError, collections

__all__ = ["Collection", "Entry", "LibraryError", "collections"]
