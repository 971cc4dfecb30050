"""What the player has chosen: the values, what each may be, and the file `config.toml` that keeps them.

Knows files and TOML, and nothing about screens: whether there is a theme or a command of some name, the screen knows.
"""

from __future__ import annotations

from binairo_tui.settings.fields import FIELDS, Field, field_of
from binairo_tui.settings.keeper import SettingsKeeper
from binairo_tui.settings.model import Settings, SettingValue
from binairo_tui.settings.reading import load_settings

__all__ = ["FIELDS", "Field", "SettingValue", "Settings", "SettingsKeeper", "field_of", "load_settings"]
