"""Diagnoses the progress file and its directory for `binairo doctor`. Only a `Fix` changes anything."""

import os
import shlex
import stat
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Literal, NamedTuple

from binairo_tui import files
from binairo_tui.engine.wording import plural
from binairo_tui.store import backups, database, errors, leases, opening, repair, snapshots

OLD_BACKUP_DAYS = 7
Verdict = Literal["ok", "note", "WRONG"]
"""How serious a finding is. If anything is WRONG, `binairo doctor` exits with status 1."""


class Fix(NamedTuple):
    """A repair for a finding. `text` says what `apply` does, in the imperative."""

    text: str
    apply: Callable[[], object]
    """Makes the repair. Raises OSError or StoreError."""


class Finding(NamedTuple):
    """A fact about the progress file or its directory. `about` names its subject in one word, such as `backups`.

    `text` is one line, and may be untrusted. `fix` is None if there is nothing to repair, or if only the player can
    repair it.
    """

    about: str
    verdict: Verdict
    text: str
    fix: Fix | None = None


def diagnose(path: Path, now: datetime) -> list[Finding]:
    """Return all findings about the progress file at `path` and the files next to it."""
    findings = [_permissions("directory", path.parent, is_directory=True)]
    if files.paths.is_directory(path.parent, is_open=True):
        findings += _diagnose_file(path)
        findings += _diagnose_backups(path, now)
        findings += _diagnose_neighbours(path)
    return findings


def _permissions(about: str, path: Path, *, is_directory: bool) -> Finding:
    try:
        status = path.stat() if is_directory else path.lstat()
    except OSError:
        fault = files.paths.find_fault(path, is_directory=is_directory, writes=is_directory)
        if fault is None:
            return Finding(about, "note", f"{path} does not exist yet")
        return Finding(about, "WRONG", fault.text, _access_fix(path, is_directory=is_directory))
    text = f"{path}, mode {stat.S_IMODE(status.st_mode):03o}"
    trouble = ""
    if is_directory is not stat.S_ISDIR(status.st_mode) or not (is_directory or stat.S_ISREG(status.st_mode)):
        trouble = f"not a {'directory' if is_directory else 'regular file'}; move it away"
    elif not files.system.is_own(status):
        trouble = "belongs to another user; set XDG_DATA_HOME to a directory of your own"
    elif files.system.is_open_to_others(status):
        mode = stat.S_IMODE(status.st_mode) & ~(stat.S_IWGRP | stat.S_IWOTH)
        close = Fix(f"keep other users from writing to {path} (chmod go-w)", partial(path.chmod, mode))
        text += f": other users can write to it: run: chmod go-w {shlex.quote(str(path))}"
        return Finding(about, "WRONG", text, close)
    elif not os.access(path, os.R_OK | os.W_OK | (os.X_OK if is_directory else 0)):
        fault = files.paths.find_fault(path, is_directory=is_directory, writes=True)
        access = _access_fix(path, is_directory=is_directory)
        return Finding(about, "WRONG", fault.text if fault else text, access)
    return Finding(about, "WRONG", f"{text}: {trouble}") if trouble else Finding(about, "ok", text)


def _access_fix(path: Path, *, is_directory: bool) -> Fix | None:
    """Return a fix that gives the player access to a path; None if that is not possible.

    If a directory above the path blocks access, the fix changes that directory. A file in the place of a directory is
    not changed.
    """
    fault = files.paths.find_fault(path, is_directory=is_directory, writes=True)
    with suppress(OSError):
        place = fault.place if fault else path
        status = place.stat()
        is_file = place == path and not is_directory and stat.S_ISREG(status.st_mode)
        if files.system.is_own(status) and (is_file or stat.S_ISDIR(status.st_mode)):
            mode = stat.S_IMODE(status.st_mode) | (0o600 if is_file else 0o700)
            return Fix(f"give yourself access to {place} (chmod u+rwX)", partial(place.chmod, mode))
    return None


def _restore_fix(path: Path) -> Fix:
    return Fix(
        f"save what can still be read of {path}, and take the rest from the newest undamaged backup",
        lambda: opening.open_repaired(path).close(),
    )


def _diagnose_file(path: Path) -> Iterator[Finding]:
    if not files.paths.is_there(path) and _has_backups(path):
        yield Finding(
            "file",
            "WRONG",
            f"{path} is gone, but there are backups: run 'binairo doctor --fix'",
            _restore_fix(path),
        )
        return
    yield _permissions("file", path, is_directory=False)
    if files.paths.is_file(path) and not path.is_symlink():
        try:
            yield from _diagnose_content(path)
        except errors.DamagedFileError as error:
            yield Finding("integrity", "WRONG", str(error), _restore_fix(path))
        except errors.StoreError as error:
            yield Finding("integrity", "WRONG", str(error))


def _has_backups(path: Path) -> bool:
    with suppress(errors.StoreError):
        return bool(backups.list_backups(path))
    return False


def _diagnose_content(path: Path) -> Iterator[Finding]:
    connection, version = database.connect(path)
    with closing(connection), closing(snapshots.take_snapshot(connection)) as snapshot:
        yield Finding("schema", "ok" if database.is_current(version) else "note", str(version))
        yield Finding("integrity", "ok", f"{path.stat().st_size} bytes")
        if database.is_current(version):
            damage = snapshots.find_damage(snapshot)
            tables = ("game", "result", "practice")
            text = _counted(*[snapshot.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables])
            if any(damage):
                text += f"; damaged: {_counted(*map(len, damage))}"
            yield Finding("checksums", "WRONG" if any(damage) else "ok", text)


def _counted(games: int, results: int, practice: int) -> str:
    drills = f", {plural(practice, 'row')} of practice" if practice else ""
    return f"{plural(games, 'game')}, {plural(results, 'result')}{drills}"


def _diagnose_backups(path: Path, now: datetime) -> Iterator[Finding]:
    try:
        found = backups.list_backups(path)
    except errors.StoreError as error:
        yield Finding("backups", "WRONG", str(error), _access_fix(path.with_name(backups.DIRECTORY), is_directory=True))
        return
    if not found:
        yield Finding("backups", "note", f"none in {path.with_name(backups.DIRECTORY)}")
        return
    newest = f"{found[0].made.astimezone():%Y-%m-%d %H:%M}"
    text = f"{len(found)} in {path.with_name(backups.DIRECTORY)}, the newest from {newest}"
    ahead = sum(backup.made > now for backup in found)
    if ahead:
        text += f"; {plural(ahead, 'backup')} with a date in the future"
    is_old = (now - found[0].made).days >= OLD_BACKUP_DAYS
    yield Finding("backups", "note" if ahead or is_old else "ok", text)


def _diagnose_neighbours(path: Path) -> Iterator[Finding]:
    with suppress(OSError):
        live = [it for it in path.with_name(leases.DIRECTORY).iterdir() if leases.is_alive(path, it.name)]
        yield Finding("sessions", "ok", f"{len(live)} open now")
    with suppress(OSError):
        kept = sorted(path.with_name(repair.DIRECTORY).iterdir())
        if kept:
            yield Finding("damaged", "note", f"{len(kept)} kept, the last one in {kept[-1]}")
