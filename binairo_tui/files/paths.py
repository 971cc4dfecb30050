"""Where the player's files live. Knows platformdirs, and nothing about what the files hold; creates nothing.

On Linux these are the XDG directories (`XDG_DATA_HOME`, `XDG_CONFIG_HOME`, by default `~/.local/share`, `~/.config`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from platformdirs import PlatformDirs

APP_NAME = "binairo-tui"


def data_dir() -> Path:
    """The directory of what the player has made: games and statistics. It may not exist yet."""
    return _directories().user_data_path


def config_dir() -> Path:
    """The directory of what the player has chosen: settings. It may not exist yet."""
    return _directories().user_config_path


def database_path() -> Path:
    """The file that `binairo_tui.store` keeps games and statistics in. It may not exist yet."""
    return data_dir() / "progress.db"


def config_path() -> Path:
    """The file that `binairo_tui.settings` keeps the player's settings in. It may not exist yet."""
    return config_dir() / "config.toml"


def own_collections_dir() -> Path:
    """The directory of the player's own collections, `NAME.txt`. It may not exist yet."""
    return data_dir() / "collections"


def exports_dir() -> Path:
    """The directory of tables that the player had written for other programs. It may not exist yet."""
    return data_dir() / "exports"


def draft_path() -> Path:
    """The file that the editor keeps the puzzle in that is being made. It may not exist yet."""
    return data_dir() / "draft.txt"


def all_paths() -> dict[str, Path]:
    """Every place this program uses on disk, by a short name."""
    return {
        "data": data_dir(),
        "config": config_dir(),
        "database": database_path(),
        "collections": own_collections_dir(),
        "draft": draft_path(),
        "exports": exports_dir(),
    }


def _directories() -> PlatformDirs:
    # Imported here because commands that touch none of these files should not pay for it (13 ms), and built anew each
    # time so that a changed environment counts.
    from platformdirs import PlatformDirs

    return PlatformDirs(APP_NAME, appauthor=False)
