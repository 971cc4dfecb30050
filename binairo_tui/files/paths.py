"""Finds the player's files and directories, and explains why a path cannot be used.

On Linux, the files are in the XDG directories: `XDG_DATA_HOME` (by default `~/.local/share`) and `XDG_CONFIG_HOME` (by
default `~/.config`). Only this module uses platformdirs. `is_there`, `is_file` and `is_directory` never raise. The
methods of `pathlib` raise PermissionError below a directory that may not be searched.
"""

import errno
import os
import re
from pathlib import Path
from typing import NamedTuple

from binairo_tui.files import system

APP_NAME = "binairo-tui"
_DATA, _CONFIG = ".local/share", ".config"
NO_HOME = Path("/dev/null/home")
"""Stands for the home of a user who has none. Nothing can be created there."""
_CLAUSES = {
    errno.ENOSPC: "the disk of {} is full: make room on it",
    errno.EROFS: "{} is on a read-only file system: {elsewhere}",
    errno.ELOOP: "{} is a link that leads to itself: remove it",
    errno.ENOENT: "{} cannot be created: {elsewhere}",
    errno.EISDIR: "{} is a directory: move it away",
    errno.ENOTDIR: "{} is not a directory: move it away, or {elsewhere}",
    errno.EEXIST: "{} is not a directory: move it away, or {elsewhere}",
    errno.EIO: "the disk cannot read or write {}: check the disk",
    errno.ENAMETOOLONG: "the path {} is too long: {elsewhere}",
}
"""Maps error numbers to clauses. `{}` is the path at fault, and `{elsewhere}` the advice to use another directory."""
_LONGEST = 200
"""Limit on the characters of a path that a clause quotes."""


_own: dict[str, Path] = {}
"""The directories set by `use_working_directory`."""


def use_working_directory() -> None:
    """Keep all files below the working directory, in `data` and `config`, so that messages name no path outside it."""
    _own.update({_DATA: Path("data"), _CONFIG: Path("config")})


def data_dir() -> Path:
    return _directory(_DATA)


def config_dir() -> Path:
    return _directory(_CONFIG)


def database_path() -> Path:
    return data_dir() / "progress.db"


def config_path() -> Path:
    return config_dir() / "config.toml"


def own_collections_dir() -> Path:
    return data_dir() / "collections"


def draft_path() -> Path:
    return data_dir() / "draft.txt"


def reports_dir() -> Path:
    return data_dir() / "reports"


def all_paths() -> dict[str, Path]:
    """Map short names, such as `data`, to the paths of the player's files and directories."""
    return {
        "data": data_dir(),
        "config": config_dir(),
        "database": database_path(),
        "collections": own_collections_dir(),
        "draft": draft_path(),
        "reports": reports_dir(),
    }


def is_there(path: Path | str) -> bool:
    """Return True if anything exists at a path, even a broken link; False if that cannot be determined."""
    return os.path.lexists(path)


def is_file(path: Path | str) -> bool:
    return os.path.isfile(path)  # noqa: PTH113 - this never raises


def is_directory(path: Path | str, *, is_open: bool = False) -> bool:
    """Return True if a path leads to a directory and, with `is_open`, the player may search the directory."""
    return os.path.isdir(path) and (not is_open or os.access(path, os.X_OK))  # noqa: PTH112 - this never raises


class Fault(NamedTuple):
    """`place` is the path at fault or a directory above it. `text` is a clause that also names the remedy."""

    place: Path
    text: str


def find_fault(path: Path, *, is_directory: bool = False, writes: bool = False) -> Fault | None:
    """Return what prevents reading a path; None if nothing does, or if nothing exists at the path.

    With `writes`, return what prevents writing or creating the path. Writing a file also needs access to its directory.
    With `is_directory`, a path that is not a directory is also at fault.
    """
    if path.is_relative_to(NO_HOME):
        text = f"you have no home directory: set HOME, or {_variable(path)} to a directory of your own"
        return Fault(path, text) if writes else None
    place = path
    try:
        for place in (*reversed(path.parents), path):
            # The slash is an error unless there is a directory.
            os.stat(f"{place}/" if is_directory or place != path else place)  # noqa: PTH116
            if place != path and not os.access(place, os.X_OK):
                return _denied(place, path)
    except FileNotFoundError:
        return _missing(place, path, writes=writes)
    except OSError as error:
        return Fault(place, _clause(error.errno, place, path) or f"{_shown(place)}: {error.strerror}")
    if writes and not is_directory and not os.access(path.parent, os.W_OK):
        return _denied(path.parent, path)
    needs = os.R_OK | (os.W_OK if writes else 0) | (os.X_OK if is_directory else 0)
    return None if os.access(path, needs) else _denied(path, path)


def explain(path: Path, error: OSError) -> str:
    """Return a clause that says why `error` occurred at a path, and names the path at fault and the remedy."""
    if error.errno in (errno.EACCES, errno.EPERM, errno.ENOENT, errno.ENOTDIR, errno.EEXIST, errno.ELOOP):
        fault = find_fault(path) or find_fault(path, writes=True)
        if fault is None and error.errno in (errno.EACCES, errno.EPERM):
            fault = _denied(path, path)
        if fault:
            return fault.text
    return _clause(error.errno, path, path) or (f"{path}: " if error.errno else "") + (error.strerror or str(error))


def _missing(place: Path, path: Path, *, writes: bool) -> Fault | None:
    """Return the fault of a path, or None. At `place` (`path` or a directory above it), `stat` has found nothing."""
    if is_there(place):
        return Fault(place, f"{place} is a link that leads nowhere: remove it")
    can_create = not writes or os.access(place.parent, os.W_OK | os.X_OK)
    return None if can_create else _denied(place.parent, path)


def _denied(place: Path, path: Path) -> Fault:
    """Return a fault of the permissions of `place`, which is the path itself or a directory above it."""
    if system.is_read_only(place):
        return Fault(place, _clause(errno.EROFS, place, path))
    if _is_own(place):
        return Fault(place, f"you have no access to {place}: run: chmod u+rwX {_quoted(place)}")
    elsewhere = _elsewhere(path)
    if place != path and os.access(place, os.X_OK) and not is_there(path):
        return Fault(place, f"{_shown(path)} cannot be created, because {place} belongs to another user: {elsewhere}")
    return Fault(place, f"{place} belongs to another user, and you have no access to it: {elsewhere}")


def _is_own(place: Path) -> bool:
    try:
        return system.is_own(place.stat())
    except OSError:  # it has just been removed
        return True


def _clause(number: int | None, place: Path, path: Path) -> str:
    """Return the clause for an error at `place` (`path` or a directory above it); '' if the number has no clause."""
    elsewhere = _elsewhere(path)
    if number == errno.ENOTDIR and not is_file(place):  # such as /dev/null
        return f"{place} is not a directory: {elsewhere}"
    return _CLAUSES.get(number or 0, "").format(_shown(place), elsewhere=elsewhere)


def _shown(path: Path) -> str:
    return str(path) if len(str(path)) <= _LONGEST else f"{str(path)[:_LONGEST]}..."


def _quoted(path: Path) -> str:
    """Return a path quoted for a shell. `shlex` is not used, because its import fails if the disk fails."""
    text = str(path)
    return text if re.fullmatch(r"[\w@%+=:,./-]+", text, re.ASCII) else "'" + text.replace("'", "'\"'\"'") + "'"


def _elsewhere(path: Path) -> str:
    """Return the advice to use another directory instead of a path that cannot be used."""
    is_default = path.is_relative_to(data_dir()) or path.is_relative_to(config_dir())
    return f"set {_variable(path)} to a directory of your own" if is_default else "use another directory"


def _variable(path: Path) -> str:
    return "XDG_CONFIG_HOME" if path.is_relative_to(config_dir()) else "XDG_DATA_HOME"


def _directory(default: str) -> Path:
    """Return the directory for `_DATA` or `_CONFIG`: without a home directory, NO_HOME / `default` / APP_NAME."""
    if default in _own:
        return _own[default] / APP_NAME
    import platformdirs  # here because the import takes 13 ms, and most commands do not need it

    find = platformdirs.user_config_path if default == _CONFIG else platformdirs.user_data_path
    try:
        return find(APP_NAME, appauthor=False)
    except RuntimeError:
        return NO_HOME / default / APP_NAME
