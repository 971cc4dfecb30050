"""Settings in plain mode: the player changes those that matter without a screen by typing a value."""

from binairo_tui.files.paths import config_path
from binairo_tui.plain.asking import Asker
from binairo_tui.plain.console import Console
from binairo_tui.settings import Field, Settings, SettingValue, field_of, writing

NAMES = ("help", "strict", "pause_after_minutes", "daily_size", "new_size", "new_band", "new_rules")
"""The settings that plain mode uses, except `charset`, which is read once at the start."""
_SWITCHES = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def change_setting(console: Console, ask: Asker, settings: Settings) -> Settings:
    """Ask for a setting and its value, write it to the settings file, and return the changed settings.

    If the file cannot be written, the player is told, and the change applies only until the program ends.
    """
    fields = [field for name in NAMES if (field := field_of(name))]
    lines = [f"{field.title}: {_spoken(getattr(settings, field.name))}" for field in fields]
    console.say(*[f"{number}. {text}" for number, text in enumerate(lines, 1)], "Type a number, or menu.")
    field = fields[ask.line(lines) - 1]
    console.say(field.help, f"It can be {_values_of(field)}.")
    value = _value_of(field, ask.text())
    while field.problem(value):
        console.say(f"Not changed: it must be {_values_of(field)}. Type a value, or menu.")
        value = _value_of(field, ask.text())
    try:
        writing.save_settings(config_path(), {field.name: value})
    except writing.SettingsFileError as error:
        console.say(f"Not saved: {error}.")
    console.say(f"{field.title} is now {_spoken(value)}.")
    return settings._replace(**{field.name: value})  # type: ignore[arg-type] # of the type of its field


def _values_of(field: Field) -> str:
    return "yes or no" if isinstance(field.default, bool) else field.what


def _value_of(field: Field, text: str) -> SettingValue:
    """Return the value that a typed text stands for; the text itself if it is no value of the setting's type."""
    text = text.strip('"')
    if isinstance(field.default, bool):
        return _SWITCHES.get(text, text)
    return int(text) if isinstance(field.default, int) and text.isdecimal() and len(text) < 6 else text


def _spoken(value: SettingValue) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
