"""The puzzle collections that ship with the program: plain text files, one puzzle a line."""

from binairo_tui.library.collections import Collection, Entry, LibraryError, collections, find_collection, find_entry

__all__ = ["Collection", "Entry", "LibraryError", "collections", "find_collection", "find_entry"]
