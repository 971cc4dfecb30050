"""The player's progress: games with their whole history, and results. One SQLite file, `progress.db`.

    connection = opening.open_repaired(path)    at startup: created, migrated or repaired as needed
    connection = opening.open_database(path)    for lists, statistics and loading, in the reading thread
    writer.Writer(connect, on_status)           saves snapshots in the background

A game is created in memory (`games.new_game`) or loaded (`saves.load_game`); from then on the writer saves every
change. Readers and the writer share nothing but the file. Every error is a `StoreError` whose message can be shown to
the player.

Guarantees: a state that the writer reported SAVED is on the disk, even after a crash or a power cut. A loaded game is
exactly what was saved, or an error says that it is damaged. A file that SQLite or a checksum finds damaged is copied
before it is replaced. Two sessions that play one game never overwrite each other unnoticed.
"""

from typing import TYPE_CHECKING

from binairo_tui.lazy import lazy_exports

if TYPE_CHECKING:
    from binairo_tui.store import (
        backups,
        database,
        diagnostics,
        errors,
        games,
        leases,
        migrations,
        opening,
        practice,
        private_files,
        queries,
        repair,
        rows,
        save_batch,
        saves,
        snapshots,
        transfer,
        writer,
    )
else:
    __getattr__ = lazy_exports(__name__)
