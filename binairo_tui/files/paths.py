"""The paths of the player's files and directories, some of which may not exist. Only this module uses platformdirs.

On Linux they are in the XDG directories (`XDG_DATA_HOME`, `XDG_CONFIG_HOME`, by default `~/.local/share`, `~/.config`).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from platformdirs import PlatformDirs

APP_NAME = "binairo-tui"


def data_dir() -> Path:
    """Return the directory for games and statistics."""
    return _directories().user_data_path


def config_dir() -> Path:
    """Return the directory for the settings."""
    return _directories().user_config_path


def database_path() -> Path:
    """Return the path of the database of games and statistics (see `binairo_tui.store`)."""
    return data_dir() / "progress.db"


def config_path() -> Path:
    """Return the path of the settings file (see `binairo_tui.settings`)."""
    return config_dir() / "config.toml"


def own_collections_dir() -> Path:
    """Return the directory for the player's own collections, `NAME.txt`."""
    return data_dir() / "collections"


def exports_dir() -> Path:
    """Return the directory for exported tables."""
    return data_dir() / "exports"


def draft_path() -> Path:
    """Return the path of the file that holds the editor's draft."""
    return data_dir() / "draft.txt"


def reports_dir() -> Path:
    """Return the directory for reports of bugs (see `binairo_tui.files.bug_reports`)."""
    return data_dir() / "reports"


def host_dir() -> Path:
    """Return the directory for a host: its key, its database and its players."""
    return data_dir() / "host"


def all_paths() -> dict[str, Path]:
    """Return a mapping from short names to the paths of the player's files and directories."""
    return {
        "data": data_dir(),
        "config": config_dir(),
        "database": database_path(),
        "collections": own_collections_dir(),
        "draft": draft_path(),
        "exports": exports_dir(),
        "reports": reports_dir(),
    }


def _directories() -> PlatformDirs:
    # Imported here because the import takes 13 ms and most commands do not need it. A new object is created every time
    # so that it reflects changes in the environment.
    from platformdirs import PlatformDirs

    return PlatformDirs(APP_NAME, appauthor=False)
