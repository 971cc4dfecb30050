"""Puzzle collections: text files with one puzzle per line, either shipped or the player's own."""

from typing import TYPE_CHECKING

from binairo_tui.lazy import lazy_exports

if TYPE_CHECKING:
    from binairo_tui.library import book_plan, codes, collection, own
    from binairo_tui.library.collection import Collection, Entry, LibraryError, collections
else:
    __getattr__ = lazy_exports(__name__, {"collection": ["Collection", "Entry", "LibraryError", "collections"]})

__all__ = ["Collection", "Entry", "LibraryError", "collections"]
