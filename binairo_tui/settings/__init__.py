"""The player's settings: their values, the allowed values, and the file `config.toml`.

The package does not depend on the screens, so the app checks the names of themes and commands.
"""

from typing import TYPE_CHECKING

from binairo_tui.lazy import lazy_exports

if TYPE_CHECKING:
    from binairo_tui.settings import fields
    from binairo_tui.settings.fields import FIELDS, Field, Settings, SettingValue, field_of, load_settings
    from binairo_tui.settings.writing import SettingsWriter
else:
    __getattr__ = lazy_exports(
        __name__,
        {
            "fields": ["FIELDS", "Field", "SettingValue", "Settings", "field_of", "load_settings"],
            "writing": ["SettingsWriter"],
        },
    )

__all__ = ["FIELDS", "Field", "SettingValue", "Settings", "SettingsWriter", "field_of", "load_settings"]
