"""The player's progress: games with their whole history, and results. One SQLite file, `progress.db`.

    connection = open_repaired(path)            at the start: created, migrated or repaired as needed
    connection = open_database(path)            for lists, statistics and loading, in the reading thread
    writer = Writer(connect, on_status)         saves snapshots in the background

A game is created in memory (`new_game`) or loaded (`load_game`); from then on the writer saves every change. Readers
and the writer share nothing but the file. Every error is a `StoreError` whose message can be shown to the player.

Guarantees: a state that the writer reported SAVED is on the disk, whatever ends the program or the power. A loaded game
is exactly what was saved, or an error says that it is damaged. A file that SQLite or a checksum finds damaged is kept
before it is replaced. Two sessions on one game never overwrite each other unnoticed.
"""

from binairo_tui.store.backups import find_backup_of_game, restore_game
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
from binairo_tui.store.opening import open_database, open_repaired
from binairo_tui.store.queries import (
    GameSummary,
    PuzzleState,
    Result,
    puzzle_states,
    read_days,
    read_results,
    unfinished_games,
)
from binairo_tui.store.rows import GameRows
from binairo_tui.store.saves import delete_game, load_game
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
    "delete_game",
    "find_backup_of_game",
    "is_alive",
    "load_game",
    "new_game",
    "open_database",
    "open_repaired",
    "puzzle_states",
    "read_days",
    "read_results",
    "restore_game",
    "unfinished_games",
]
