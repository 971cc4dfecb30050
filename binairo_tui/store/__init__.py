"""What the player keeps: games with their whole undo history, and results. One SQLite file, `progress.db`.

    connection = open_repaired(path)      when a program starts: made, migrated or repaired if need be
    connection = open_database(path)      for lists, statistics and loading; on the thread that reads
    writer = Writer(path, on_status)      takes snapshots of a session from the screen and never makes it wait

A game is made in memory (`new_game`) or read (`load_game`); from then on every change goes through the writer. Readers
and the writer meet only in the file. Every error is a `StoreError` whose text can be shown to the player.

What is promised: what the writer has reported SAVED is on the disk, whatever ends the program or the power; what is
loaded is what was saved, or an error says that it is damaged; a file that SQLite or a checksum finds damaged is kept
before anything takes its place; two sessions on one game never overwrite one another unnoticed.
"""

from binairo_tui.store.backups import find_copy, take_copy
from binairo_tui.store.database import Connection
from binairo_tui.store.errors import (
    DamagedFileError,
    DamagedGameError,
    ForeignFileError,
    GameConflictError,
    NoSuchGameError,
    SchemaTooNewError,
    StoreError,
    UnavailableError,
    UnsafePathError,
)
from binairo_tui.store.games import SavedGame, new_game
from binairo_tui.store.leases import is_alive
from binairo_tui.store.opening import open_database
from binairo_tui.store.queries import GameSummary, PuzzleState, collection_states, unfinished_games
from binairo_tui.store.repair import open_repaired
from binairo_tui.store.rows import GameRows
from binairo_tui.store.saves import delete_game, load_game
from binairo_tui.store.statistics import Result, read_days, read_results, streak
from binairo_tui.store.writer import SaveState, SaveStatus, SaveVerdict, Writer

__all__ = [
    "Connection",
    "DamagedFileError",
    "DamagedGameError",
    "ForeignFileError",
    "GameConflictError",
    "GameRows",
    "GameSummary",
    "NoSuchGameError",
    "PuzzleState",
    "Result",
    "SaveState",
    "SaveStatus",
    "SaveVerdict",
    "SavedGame",
    "SchemaTooNewError",
    "StoreError",
    "UnavailableError",
    "UnsafePathError",
    "Writer",
    "collection_states",
    "delete_game",
    "find_copy",
    "is_alive",
    "load_game",
    "new_game",
    "open_database",
    "open_repaired",
    "read_days",
    "read_results",
    "streak",
    "take_copy",
    "unfinished_games",
]
