"""The way to a progress file that can be used: private, ours, of the current schema. Knows neither games nor repair."""

from __future__ import annotations

import os
from contextlib import closing
from typing import TYPE_CHECKING

from binairo_tui.store.backups import list_backups, make_backup
from binairo_tui.store.database import Connection, check_integrity, connect, is_current, migrate
from binairo_tui.store.errors import DamagedFileError, UnavailableError
from binairo_tui.store.private_files import exclusive_lock, lock_sessions, make_private_directory, make_private_file

if TYPE_CHECKING:
    from pathlib import Path


def open_database(path: Path, *, check: bool = False) -> Connection:
    """Open the database, created or migrated to the current schema if need be; for use in the calling thread only.

    A missing directory is made with mode 0700 and a missing file with mode 0600, whatever the umask. A verified backup
    is made before a migration. `check` looks for damage in the whole file; without it, damage shows where it is met. A
    file that is empty or gone although there are backups counts as damaged.

    Raises the errors of `errors`; a file of another program, of a newer schema or a damaged one is then as it was.
    """
    try:
        make_private_directory(path.parent)
        connection = _open_current(path)
        if connection is None:
            _bring_up(path)
            connection = _open_current(path)
    except OSError as error:
        raise UnavailableError(f"cannot use {path}: {error.strerror or error}") from error
    if connection is None:
        raise UnavailableError("another session is changing the progress file")
    if check:
        try:
            check_integrity(connection)
        except BaseException:
            connection.close()
            raise
    return connection


def _open_current(path: Path) -> Connection | None:
    """Open a file of the current schema; None if there is none, or one that is empty or older."""
    lock = lock_sessions(path)
    try:
        if os.path.lexists(path):
            make_private_file(path)
            connection, version = connect(path)
            if is_current(version):
                connection.lock, lock = lock, None
                return connection
            connection.close()
    finally:
        if lock is not None:
            os.close(lock)
    return None


def _bring_up(path: Path) -> None:
    """Make or migrate the file, with no other session looking on: one of an older program could not go on saving."""
    with exclusive_lock(path):
        if not os.path.lexists(path) and list_backups(path):
            raise DamagedFileError("the progress file is gone")
        make_private_file(path)
        connection, version = connect(path)
        with closing(connection):
            if not version and list_backups(path):
                raise DamagedFileError("the progress file is empty")
            if not is_current(version):
                if version:
                    make_backup(connection)
                migrate(connection)
