"""The paths of the player's files and directories; any of them may not exist yet. Only this module uses platformdirs.

On Linux they are in the XDG directories (`XDG_DATA_HOME`, `XDG_CONFIG_HOME`, by default `~/.local/share`, `~/.config`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from platformdirs import PlatformDirs

APP_NAME = "binairo-tui"


def data_dir() -> Path:
    """The directory of games and statistics."""
    return _directories().user_data_path


def config_dir() -> Path:
    """The directory of the settings."""
    return _directories().user_config_path


def database_path() -> Path:
    """The file of games and statistics, see `binairo_tui.store`."""
    return data_dir() / "progress.db"


def config_path() -> Path:
    """The file of the settings, see `binairo_tui.settings`."""
    return config_dir() / "config.toml"


def own_collections_dir() -> Path:
    """The directory of the player's own collections, `NAME.txt`."""
    return data_dir() / "collections"


def exports_dir() -> Path:
    """The directory of exported tables."""
    return data_dir() / "exports"


def draft_path() -> Path:
    """The file of the editor's draft."""
    return data_dir() / "draft.txt"


def all_paths() -> dict[str, Path]:
    """Every path that this program uses, by a short name."""
    return {
        "data": data_dir(),
        "config": config_dir(),
        "database": database_path(),
        "collections": own_collections_dir(),
        "draft": draft_path(),
        "exports": exports_dir(),
    }


def _directories() -> PlatformDirs:
    # Imported here because it takes 13 ms that most commands do not need; created anew so that changes of the
    # environment count.
    from platformdirs import PlatformDirs

    return PlatformDirs(APP_NAME, appauthor=False)
