"""Backups of a whole host in one archive: its database, its key, and everything in the directories of its players.

A backup can be made while the host runs: each database is copied as it is at one moment, and every other file is
replaced atomically when it changes. To restore one, the host must not be running.
"""

import io
import os
import shutil
import sqlite3
import tarfile
import time
import zlib
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path, PurePosixPath

from binairo_tui.files import paths
from binairo_tui.files.atomic import LOCK_FILE, TEMPORARY, create_private, sync_directory, write_private
from binairo_tui.host import setup
from binairo_tui.host.database import HostDatabase
from binairo_tui.store import backups, database, errors, private_files

_NAMES = (setup.DATABASE_NAME, setup.KEY_NAME, setup.PLAYERS_NAME)
"""What a backup holds. The database comes first, so that no player in it is without a directory in the backup."""
_JOURNAL = f"{setup.DATABASE_NAME}-journal"
_NEW = ".restore"
"""The directory in which a backup is unpacked."""
_SQLITE = b"SQLite format 3\0"


def back_up(directory: Path, file: Path) -> None:
    """Write a backup of the host in `directory` to a new file. Raises StoreError, or OSError if it cannot be written.

    A player's damaged games are copied as they are, together with the player's own backups, from which the player's
    next session repairs them. The host's database must be sound.
    """
    if paths.is_there(file):
        raise FileExistsError(17, "this file exists already")
    temporary = file.with_name(f"{TEMPORARY}{file.name}")
    temporary.unlink(missing_ok=True)
    try:
        with os.fdopen(create_private(temporary), "wb") as raw:
            with tarfile.open(fileobj=raw, mode="w:gz", compresslevel=6) as archive:
                for path in _files(directory):
                    with suppress(FileNotFoundError):  # it was removed in the meantime
                        _add(archive, path, directory)
            raw.flush()
            os.fsync(raw.fileno())
        temporary.rename(file)
    finally:
        temporary.unlink(missing_ok=True)
    sync_directory(file.absolute().parent)


def _files(directory: Path) -> Iterator[Path]:
    """Yield the files to back up, without those that only a running session needs."""
    yield directory / setup.DATABASE_NAME
    yield directory / setup.KEY_NAME
    for player in sorted((directory / setup.PLAYERS_NAME).iterdir()):
        if player.is_symlink() or paths.is_there(player / setup.VISITOR_MARK):
            continue
        for place, directories, names in os.walk(player):
            directories[:] = sorted(set(directories) - {"sessions"})
            for name in sorted(names):
                path = Path(place, name)
                is_temporary = name.startswith((TEMPORARY, LOCK_FILE)) or path.suffix in (".lock", ".db-journal")
                if paths.is_file(path) and not path.is_symlink() and not is_temporary:
                    yield path


def _add(archive: tarfile.TarFile, path: Path, directory: Path) -> None:
    is_used = path.suffix == ".db" and path.parent.name != backups.DIRECTORY
    try:
        content = _copy(path) if is_used else path.read_bytes()
    except errors.DamagedFileError:
        if path.parent == directory:
            raise
        content = path.read_bytes()
    member = tarfile.TarInfo(str(path.relative_to(directory)))
    member.size, member.mode, member.mtime = len(content), 0o600, int(time.time())
    archive.addfile(member, io.BytesIO(content))


def _copy(path: Path) -> bytes:
    """Return a checked copy of a database that may be in use. Raises StoreError, or FileNotFoundError."""
    path.stat()
    address = f"{path.absolute().as_uri()}?mode=rw"
    with (
        database.translated_errors(path),
        closing(sqlite3.connect(address, uri=True, timeout=database.BUSY_SECONDS)) as source,
        closing(sqlite3.connect(":memory:")) as copy,
    ):
        copy.execute(f"PRAGMA page_size = {source.execute('PRAGMA page_size').fetchone()[0]}")
        source.backup(copy)
        (found,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            raise errors.DamagedFileError(f"{path} is damaged: {found}")
        return copy.serialize()


def restore(directory: Path, file: Path) -> Path | None:
    """Replace what is in the directory of a host with a backup; return the directory where it is kept, if any.

    What the present database knows is taken over (see `HostDatabase.take_over`), so that no player is lost who came
    after the backup; so are the games of such players. Raises StoreError or OSError, and then changes nothing.
    """
    setup.make_directory(directory)
    descriptor = setup.lock(directory)
    new = directory / _NEW
    try:
        shutil.rmtree(new, ignore_errors=True)
        _unpack(file, new)
        _take_over(directory, new)
        return _put_in_place(directory, new)
    finally:
        shutil.rmtree(new, ignore_errors=True)
        os.close(descriptor)


def _unpack(file: Path, new: Path) -> None:
    try:
        with file.open("rb") as raw:
            is_database = raw.read(len(_SQLITE)) == _SQLITE
        private_files.make_private_directory(new / setup.PLAYERS_NAME)
        if is_database:  # the backup of a database alone
            write_private(new / setup.DATABASE_NAME, file.read_bytes())
            return
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


def _take_over(directory: Path, new: Path) -> None:
    """Add to a restored host what the host in `directory` has in addition."""
    with closing(HostDatabase(new / setup.DATABASE_NAME)) as restored:
        path = directory / setup.DATABASE_NAME
        with suppress(errors.DamagedFileError):  # then only the games of its players are kept
            if paths.is_file(path):
                HostDatabase(path).close()  # with the current schema
                restored.take_over(path)
    if paths.is_file(directory / setup.KEY_NAME) and not paths.is_there(new / setup.KEY_NAME):
        write_private(new / setup.KEY_NAME, private_files.read_private(directory / setup.KEY_NAME))
    for player in (directory / setup.PLAYERS_NAME).iterdir():
        if not paths.is_there(new / setup.PLAYERS_NAME / player.name):
            shutil.copytree(player, new / setup.PLAYERS_NAME / player.name, symlinks=True)


def _put_in_place(directory: Path, new: Path) -> Path | None:
    kept = directory / time.strftime("before-restore-%Y%m%dT%H%M%SZ", time.gmtime())
    has_before = paths.is_file(directory / setup.DATABASE_NAME)
    private_files.make_private_directory(kept)
    for name in (*_NAMES, _JOURNAL):
        if paths.is_there(directory / name):
            (directory / name).rename(kept / name)
        if paths.is_there(new / name):
            (new / name).rename(directory / name)
    sync_directory(directory)
    if has_before:
        return kept
    shutil.rmtree(kept)  # it has only empty directories, because no host has run here
    return None
