"""The player's settings: their values, what each may be, and the file `config.toml`.

Knows nothing of screens: whether a theme or a command with some name exists is checked by the screen.
"""

from __future__ import annotations

from binairo_tui.settings.fields import FIELDS, Field, Settings, SettingValue, field_of
from binairo_tui.settings.reading import load_settings
from binairo_tui.settings.writing import SettingsWriter

__all__ = ["FIELDS", "Field", "SettingValue", "Settings", "SettingsWriter", "field_of", "load_settings"]
