"""The player's games and results as the screens see them: never an exception, never a wait for a save.

Where the database cannot be used, `problem` says why in one sentence, lists are empty, nothing is saved; play goes on.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeVar

from binairo_tui.store import (
    SavedGame,
    SaveStatus,
    StoreError,
    Writer,
    collection_states,
    delete_game,
    load_game,
    new_game,
    open_database,
    read_results,
    unfinished_games,
)
from binairo_tui.store.writer import local_now

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path

    from binairo_tui.engine import Puzzle
    from binairo_tui.game import SessionSnapshot
    from binairo_tui.library import Entry
    from binairo_tui.store import GameSummary, PuzzleState, Result

T = TypeVar("T")

FLUSH_SECONDS = 1.0
"""How long a deletion waits for a save that is on its way."""


class Progress:
    """The database at `path`, made if it is missing. `now` is the wall clock, aware and in the player's zone."""

    def __init__(self, path: Path, *, now: Callable[[], datetime] = local_now) -> None:
        self.now = now
        self.problem = ""
        self.on_status: Callable[[SaveStatus], None] = _ignore
        self._connection: sqlite3.Connection | None = None
        self._writer: Writer | None = None
        try:
            self._connection = open_database(path)
        except StoreError as error:
            self.problem = f"Nothing will be saved: {error}."
        else:
            self._writer = Writer(partial(open_database, path), self._report, now=now)

    # Reading.

    def games(self) -> list[GameSummary]:
        """Unfinished games, the last played first."""
        return self._read(unfinished_games, [])

    def states(self) -> dict[str, dict[int, PuzzleState]]:
        """What is started and solved, by collection and number."""
        return self._read(collection_states, {})

    def results(self) -> tuple[Result, ...]:
        """Every solve, oldest first."""
        return self._read(read_results, ())

    def load(self, game_id: str) -> tuple[SavedGame, SessionSnapshot]:
        """A game and where to go on, which may be later than what is on the disk. Raises StoreError."""
        if self._connection is None or self._writer is None:
            raise StoreError(self.problem)
        game = load_game(self._connection, game_id)
        return game, self._writer.unsaved(game_id) or game.progress

    def find_game(self, collection: str, number: int) -> str | None:
        """The id of the unfinished game of a collection's puzzle, the last played one; None if there is none."""
        return next((game.id for game in self.games() if (game.collection, game.number) == (collection, number)), None)

    def open_entry(self, entry: Entry) -> tuple[SavedGame, SessionSnapshot]:
        """The unfinished game of a collection's puzzle, or else a new one. Raises StoreError."""
        game_id = self.find_game(entry.collection, entry.number)
        if game_id is not None:
            return self.load(game_id)
        return self.open_new(
            entry.puzzle, entry.title, band=entry.band, collection=entry.collection, number=entry.number
        )

    def open_new(
        self,
        puzzle: Puzzle,
        title: str,
        *,
        band: str = "",
        collection: str = "",
        number: int = 0,
        begun: SessionSnapshot | None = None,
    ) -> tuple[SavedGame, SessionSnapshot]:
        """A new game, in memory until its first save; `begun` is what was played of it elsewhere."""
        game = new_game(puzzle, title=title, now=self.now(), band=band, collection=collection, number=number)
        return game, begun or game.progress

    # Writing.

    def save(self, game: SavedGame, snapshot: SessionSnapshot) -> None:
        """Have a game saved soon."""
        if self._writer is not None:
            self._writer.save(game, snapshot)

    def finish(self, game: SavedGame, snapshot: SessionSnapshot) -> None:
        """Have a game saved as solved."""
        if self._writer is not None:
            self._writer.finish(game, snapshot)

    def delete(self, game_id: str) -> str:
        """Delete a game that is not being played; results of it stay. Returns why it could not be done, or ''."""
        if self._connection is None or self._writer is None:
            return self.problem
        self._writer.flush(FLUSH_SECONDS)
        try:
            delete_game(self._connection, game_id)
        except StoreError as error:
            return f"Not deleted: {error}."
        return ""

    def close(self, timeout: float) -> bool:
        """Write what waits and let go of the file; say whether everything is written. At most `timeout` seconds."""
        is_written = self._writer is None or self._writer.close(timeout)
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        return is_written

    def _read(self, query: Callable[[sqlite3.Connection], T], nothing: T) -> T:
        if self._connection is None:
            return nothing
        try:
            return query(self._connection)
        except StoreError as error:
            self.problem = f"The progress file cannot be read: {error}."
            return nothing

    def _report(self, status: SaveStatus) -> None:
        """Hand a status on; runs in the writer's thread."""
        self.on_status(status)


def _ignore(status: SaveStatus) -> None:
    """Nobody listens yet."""
