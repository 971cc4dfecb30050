"""All collections: those that ship, and the player's own as they are now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binairo_tui.library.own import own_collections

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from binairo_tui.library import Collection


class Shelf:
    """The shipped collections, and those in a directory of the player's own, if there is one."""

    def __init__(self, shipped: Sequence[Collection], own_directory: Path | None = None) -> None:
        self.shipped = tuple(shipped)
        self._own_directory = own_directory
        self.problems: tuple[str, ...] = ()
        """A clause for each own file that was skipped when the directory was last read; they may quote it."""

    def own(self) -> tuple[Collection, ...]:
        """The player's own collections, read anew."""
        if self._own_directory is None:
            return ()
        found, self.problems = own_collections(self._own_directory)
        return found

    def all(self) -> tuple[Collection, ...]:
        """The shipped collections, then the player's own, read anew."""
        return (*self.shipped, *self.own())
