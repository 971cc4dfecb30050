"""Writing `config.toml`: one value at a time, so that the player's comments, order and everything unknown stay.

The file is replaced as a whole or not at all. One that cannot be read, or is no TOML, is never touched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from binairo_tui.files.atomic import replace_file
from binairo_tui.files.untrusted import UnreadableError
from binairo_tui.settings.fields import FIELDS
from binairo_tui.settings.reading import read_text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from binairo_tui.settings.model import SettingValue

_HEAD = """\
# Settings of binairo-tui. The program changes single values here and leaves everything else as it is.
# A line that begins with # does nothing: it shows the default.
"""
_KEYS = """
# Keys of your own, by the names of commands, in place of those of keys_preset. The palette (:) shows the names;
# keys are characters or names such as "Space", "PgUp", "F5", "Ctrl+R". An empty list takes a command its keys.
# Of two commands that want the same key the one that stands first gets it; the other is named at the start.
[keys]
# "play.undo" = ["u", "Ctrl+Y"]
"""


class SettingsFileError(Exception):
    """The settings could not be written; the text is a clause that begins with the file's name."""


def documented_text() -> str:
    """A settings file in which every setting is described and none is set."""
    return (
        _HEAD
        + "".join([f"\n# {field.help}\n# {field.what}\n{_line_of_default(field.name)}\n" for field in FIELDS])
        + _KEYS
    )


def save_settings(path: Path, values: Mapping[str, SettingValue]) -> None:
    """Write some settings, by name, into a file that is made if it is missing. Raises SettingsFileError."""
    try:
        text = read_text(path) or documented_text()
        replace_file(path, changed_text(text, values).encode())
    except (UnreadableError, ValueError) as error:
        raise SettingsFileError(f"{path.name} is not changed: {error}") from error
    except OSError as error:
        raise SettingsFileError(f"{path.name} is not changed: {error.strerror or type(error).__name__}") from error


def changed_text(text: str, values: Mapping[str, SettingValue]) -> str:
    """The text of a settings file with some values changed. Raises ValueError if it is no TOML.

    A value that is not set yet takes the place of the line that shows its default, if that is still there.
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(text)
        for name, value in values.items():
            default = f"{_line_of_default(name)}\n"
            if name not in document and f"\n{default}" in text:
                text = tomlkit.dumps(document).replace(f"\n{default}", f"\n{_line(name, value)}\n", 1)
                document = tomlkit.parse(text)
            else:
                document[name] = value
        return tomlkit.dumps(document)
    except (TOMLKitError, RecursionError) as error:
        raise ValueError(str(error)) from error


def _line_of_default(name: str) -> str:
    default = next(field.default for field in FIELDS if field.name == name)
    return f"# {_line(name, default)}"


def _line(name: str, value: SettingValue) -> str:
    import tomlkit

    return f"{name} = {tomlkit.item(value).as_string()}"
