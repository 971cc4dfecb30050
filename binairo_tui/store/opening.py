"""Opens the progress file, and creates, migrates, checks and repairs it as needed. Knows nothing about games."""

import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from binairo_tui import files, store
from binairo_tui.store import database, errors, private_files

Announce = Callable[[str], object]
"""A function that is called with a sentence about work that may take seconds, before the work begins."""
UPDATING = "your saved games are backed up and converted for this version, which can take a few seconds"


def open_database(path: Path, *, check: bool = False, announce: Announce | None = None) -> database.ProgressConnection:
    """Open the database; create it or migrate it to the current schema if necessary.

    A missing directory is created with mode 0700 and a missing file with mode 0600, whatever the umask. If other users
    can write to the directory, they lose this permission, and `notice` of the connection says so. A migration is
    announced, and a verified backup is made before it. With `check`, the whole file is checked for damage; otherwise,
    damage is found only when the damaged part is read. If there are backups, an empty or missing file counts as
    damaged.

    Use the connection in the calling thread only. Raises StoreError. A file that is foreign, damaged or of a newer
    schema is not changed.
    """
    try:
        notice = private_files.make_private_directory(path.parent)
        connection = _open_current(path)
        if connection is None:
            _create_or_migrate(path, announce)
            connection = _open_current(path)
    except OSError as error:
        raise errors.UnavailableError(files.paths.explain(path, error)) from error
    if connection is None:
        raise errors.UnavailableError("another session is changing the progress file")
    connection.notice = notice
    if check:
        with database.closed_on_error(connection):
            database.check_integrity(connection)
    return connection


def open_repaired(path: Path, announce: Announce | None = None) -> database.ProgressConnection:
    """Open and check the database as `open_database` does, but repair a damaged file. Report the repair in `notice`.

    Raises StoreError as `open_database` does. Also raises UnavailableError if the file is damaged and other sessions
    have it open.
    """
    try:
        return open_database(path, check=True, announce=announce)
    except errors.DamagedFileError:
        pass
    try:
        repair = store.repair.repair_file(path)
    except errors.UnavailableError as error:
        try:
            return open_database(path, check=True)  # another session may have repaired it
        except errors.DamagedFileError as damage:
            raise errors.UnavailableError(f"{damage}, and {error}") from error
    connection = open_database(path, check=True)
    connection.notice = repair.sentence if repair else ""
    return connection


def open_saved(path: Path) -> database.ProgressConnection | None:
    """Open the database as `open_database` does; if nothing has been saved yet, create nothing and return None."""
    return open_database(path) if is_saved(path) else None


def is_saved(path: Path) -> bool:
    try:
        path.lstat()
    except FileNotFoundError:
        return bool(store.backups.list_backups(path))
    except OSError as error:
        raise errors.UnavailableError(files.paths.explain(path, error)) from error
    return True


def _open_current(path: Path) -> database.ProgressConnection | None:
    """Open a file that has the current schema; return None if it is missing, empty or older."""
    lock = private_files.lock_sessions(path)
    try:
        if files.paths.is_there(path):
            private_files.make_private_file(path)
            connection, version = database.connect(path)
            if database.is_current(version):
                connection.lock, lock = lock, None
                return connection
            connection.close()
    finally:
        if lock is not None:
            os.close(lock)
    return None


def _create_or_migrate(path: Path, announce: Announce | None) -> None:
    """Create or migrate the file while no other session has it open: an older program could no longer save to it."""
    with private_files.exclusive_lock(path):
        if not files.paths.is_there(path) and store.backups.list_backups(path):
            raise errors.DamagedFileError(f"{path} is gone, but there are backups: run 'binairo doctor --fix'")
        private_files.make_private_file(path)
        connection, version = database.connect(path)
        with closing(connection):
            if not version and store.backups.list_backups(path):
                raise errors.DamagedFileError(f"{path} is empty, but there are backups: run 'binairo doctor --fix'")
            if not database.is_current(version):
                if version:
                    if announce:
                        announce(UPDATING)
                    store.backups.make_backup(connection)
                database.migrate(connection)
