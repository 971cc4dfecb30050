"""Going back to a backup. The state before is kept: as a backup of its own, or, if it is damaged, in `damaged`."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from binairo_tui.store.backups import make_backup, utc_now
from binairo_tui.store.database import connect
from binairo_tui.store.errors import DamagedFileError, UnavailableError
from binairo_tui.store.private_files import exclusive_lock, make_private_directory
from binairo_tui.store.repair import keep_damaged, replace_file
from binairo_tui.store.snapshots import find_damage, open_copy, read_twice

if TYPE_CHECKING:
    from pathlib import Path

    from binairo_tui.store.backups import Backup


def restore_backup(path: Path, backup: Backup) -> Path | None:
    """Put a backup in place of the progress file; return where the state before is kept, None if there was none.

    No session may have the file open. Raises DamagedFileError if the backup is damaged, UnavailableError; then nothing
    is changed.
    """
    with closing(open_copy(read_twice(backup.path), str(backup.path))) as copy:
        if any(find_damage(copy)):
            raise DamagedFileError(f"the backup {backup.path} is damaged")
        raw = copy.serialize()
    try:
        make_private_directory(path.parent)
        with exclusive_lock(path):
            kept = _keep_present(path) if path.exists() else None
            replace_file(path, raw)
    except OSError as error:
        raise UnavailableError(f"cannot restore {path}: {error.strerror or error}") from error
    return kept


def _keep_present(path: Path) -> Path:
    try:
        with closing(connect(path)[0]) as connection:
            return make_backup(connection).path
    except DamagedFileError:
        return keep_damaged(read_twice(path), path, utc_now())
