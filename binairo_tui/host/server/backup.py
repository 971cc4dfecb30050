"""Backups of a whole host in one archive: its database, its key, and everything in the directories of its players.

A backup can be made while the host runs: each database is copied in a state that it had at one moment, and every other
file changes only by atomic replacement. To restore a backup, the host must not be running.
"""

import io
import os
import shutil
import sqlite3
import tarfile
import time
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path, PurePosixPath

from binairo_tui.files import paths
from binairo_tui.files.atomic import write_private
from binairo_tui.files.system import TEMPORARY, create_private, sync_directory
from binairo_tui.host.server import setup
from binairo_tui.host.server.database import HostDatabase
from binairo_tui.store import backups, database, errors, private_files

_NAMES = (setup.DATABASE_NAME, setup.KEY_NAME, setup.PLAYERS_NAME)
"""The contents of a backup. The database comes first, so that every player in it has a directory in the backup."""
_JOURNAL = f"{setup.DATABASE_NAME}-journal"


def back_up(directory: Path, file: Path) -> list[str]:
    """Write a backup of the host in `directory` to a new file. Raises StoreError, or OSError if that cannot be written.

    Damaged or locked games of a player are copied as they are, together with the player's own backups. The player's
    next session repairs the games from these backups. Return the names of the players whose games stayed locked. The
    host's database must be sound.
    """
    if paths.is_there(file):
        raise FileExistsError(17, "this file exists already")
    temporary = file.with_name(f"{TEMPORARY}{file.name}")
    temporary.unlink(missing_ok=True)
    locked = set()
    try:
        with os.fdopen(create_private(temporary), "wb") as raw:
            with tarfile.open(fileobj=raw, mode="w:gz", compresslevel=6) as archive:
                for path in _files(directory):
                    with suppress(FileNotFoundError):  # it was removed in the meantime
                        if not _add(archive, path, directory):
                            locked.add(path.relative_to(directory).parts[1])
            raw.flush()
            os.fsync(raw.fileno())
        names = _names(directory, locked) if locked else []
        temporary.rename(file)
    finally:
        temporary.unlink(missing_ok=True)
    sync_directory(file.absolute().parent)
    return names


def _names(directory: Path, players: set[str]) -> list[str]:
    with closing(HostDatabase(directory / setup.DATABASE_NAME)) as known:
        names = {it.id: it.name for it in known.players()}
    return sorted([names.get(it, it) for it in players])


def _files(directory: Path) -> Iterator[Path]:
    yield directory / setup.DATABASE_NAME
    yield directory / setup.KEY_NAME
    for player in sorted((directory / setup.PLAYERS_NAME).iterdir()):
        if player.is_symlink() or paths.is_there(player / setup.VISITOR_MARK):
            continue
        for place, directories, names in os.walk(player):
            directories[:] = sorted(set(directories) - {"sessions"})
            for name in sorted(names):
                path = Path(place, name)
                is_temporary = name.startswith(TEMPORARY) or path.suffix in (".lock", ".db-journal")
                if paths.is_file(path) and not path.is_symlink() and not is_temporary:
                    yield path


def _add(archive: tarfile.TarFile, path: Path, directory: Path) -> bool:
    """Add a file to a backup; return False if it is a player's database that stayed locked."""
    is_used = path.suffix == ".db" and path.parent.name != backups.DIRECTORY
    is_locked = False
    if not os.access(path, os.R_OK):  # a player's process can take away the right to read its files
        path.chmod(0o600)
    try:
        content = _copy(path) if is_used else path.read_bytes()
    except (errors.DamagedFileError, errors.UnavailableError) as error:
        if path.parent == directory:
            raise
        is_locked = isinstance(error, errors.UnavailableError)
        journal = path.with_name(f"{path.name}-journal")
        if is_locked and paths.is_file(journal):  # with it, SQLite undoes a transaction that is half written
            _add_content(archive, str(journal.relative_to(directory)), journal.read_bytes())
        content = path.read_bytes()
    _add_content(archive, str(path.relative_to(directory)), content)
    return not is_locked


def _add_content(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    member = tarfile.TarInfo(name)
    member.size, member.mode, member.mtime = len(content), 0o600, int(time.time())
    archive.addfile(member, io.BytesIO(content))


def _copy(path: Path) -> bytes:
    """Return a checked copy of a database that may be in use. Raises StoreError, or FileNotFoundError."""
    path.stat()
    address = database.existing_file(path)
    with (
        database.translated_errors(path),
        closing(sqlite3.connect(address, uri=True, timeout=database.BUSY_SECONDS, isolation_level=None)) as source,
        closing(sqlite3.connect(":memory:")) as copy,
    ):
        source.execute("BEGIN")
        source.execute("SELECT 1 FROM sqlite_master")  # locks the file within the timeout; `backup` would try for ever
        copy.execute(f"PRAGMA page_size = {source.execute('PRAGMA page_size').fetchone()[0]}")
        source.backup(copy)
        (found,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            raise errors.DamagedFileError(f"{path} is damaged: {found}")
        return copy.serialize()


def restore(directory: Path, file: Path) -> Path | None:
    """Replace the host in a directory with a backup; return the directory that keeps the old host, if there was one.

    The database is checked, and migrated to the current schema, before anything is replaced. Raises StoreError or
    OSError, and then changes nothing.
    """
    setup.make_directory(directory)
    descriptor = setup.lock(directory)
    new = directory / ".restore"
    try:
        shutil.rmtree(new, ignore_errors=True)
        _unpack(file, new)
        HostDatabase(new / setup.DATABASE_NAME).close()
        return _put_in_place(directory, new)
    finally:
        shutil.rmtree(new, ignore_errors=True)
        os.close(descriptor)


def _unpack(file: Path, new: Path) -> None:
    try:
        private_files.make_private_directory(new / setup.PLAYERS_NAME)
        with tarfile.open(file) as archive:
            for member in archive:
                _unpack_member(archive, member, new)
    except (tarfile.TarError, EOFError, zlib.error, FileExistsError) as error:
        raise errors.DamagedFileError(f"{file} is not a backup of a host, or is damaged: {error}") from error
    if not paths.is_file(new / setup.DATABASE_NAME):
        raise errors.DamagedFileError(f"{file} is not a backup of a host")


def _unpack_member(archive: tarfile.TarFile, member: tarfile.TarInfo, new: Path) -> None:
    parts = PurePosixPath(member.name).parts
    content = archive.extractfile(member) if member.isreg() else None
    if content is None or not parts or parts[0] not in _NAMES or ".." in parts:
        raise tarfile.TarError(f"unexpected {member.name!r}")
    path = new.joinpath(*parts)
    private_files.make_private_directory(path.parent)
    write_private(path, content.read())


def _put_in_place(directory: Path, new: Path) -> Path | None:
    """Move the old host into a directory of its own, and the restored host to its place.

    Return the directory with the old host, or None if there was none. If a move fails, the earlier moves are undone.
    Nothing of the old host is deleted, except empty directories.
    """
    kept = directory / time.strftime("before-restore-%Y%m%dT%H%M%SZ", time.gmtime())
    kept.mkdir(mode=0o700)
    moves = [(directory / it, kept / it) for it in (*_NAMES, _JOURNAL) if paths.is_there(directory / it)]
    moves += [(new / it, directory / it) for it in _NAMES if paths.is_there(new / it)]
    with ExitStack() as undo:
        undo.callback(kept.rmdir)
        for source, target in moves:
            source.rename(target)
            undo.callback(target.rename, source)
        undo.pop_all()
    sync_directory(kept)
    sync_directory(directory)
    with suppress(OSError):  # then it is not empty
        (kept / setup.PLAYERS_NAME).rmdir()
    with suppress(OSError):
        kept.rmdir()
    return kept if paths.is_there(kept) else None
