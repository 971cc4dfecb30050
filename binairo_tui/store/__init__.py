"""The player's progress: games with their whole history, and results. One SQLite file, `progress.db`.

    connection = opening.open_repaired(path)    at startup: created, migrated or repaired as needed
    connection = opening.open_database(path)    for lists, statistics and loading, in the reading thread
    writer.Writer(connect, on_status)           saves snapshots in the background

A game is created in memory (`games.new_game`) or loaded (`saves.load_game`). From then on, the writer saves every
change. Readers and the writer share nothing but the file. Every error is a `StoreError` whose message can be shown to
the player.

Guarantees: if the writer reported a state as SAVED, the state is on the disk, even after a crash or a power cut. A
loaded game is exactly the saved game, or an error says that it is damaged. If SQLite or a checksum finds a file
damaged, the file is copied before it is replaced. If two sessions play one game, neither overwrites the other
unnoticed.
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
