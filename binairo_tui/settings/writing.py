"""Writes single values to `config.toml`, keeping the player's comments, the order, and unknown entries.

The file is replaced atomically. A file that cannot be read or is not TOML is never changed.
"""

from collections.abc import Callable, Mapping
from operator import or_
from pathlib import Path

from binairo_tui import files
from binairo_tui.settings import fields

_HEAD = """\
# Settings of binairo-tui. The program changes values here and leaves everything else as it is.
# A line that begins with # does nothing: it shows the default.
"""
_KEYS = """
# Your own keys for commands; they replace those of keys_preset. The palette (:) shows the names of commands;
# keys are characters, or names such as "Space", "PgUp", "F5", "Ctrl+R". An empty list leaves a command without a key.
# If two commands want the same key, the first one gets it, and the program reports the other when it starts.
[keys]
# "play.undo" = ["u", "Ctrl+Y"]
"""


class SettingsFileError(files.background_writer.WriteError):
    """The settings cannot be written. The message is a clause that begins with the file's name."""


class SettingsWriter(files.background_writer.BackgroundWriter[dict[str, fields.SettingValue]]):
    """Saves settings to a file in a background thread, and calls `on_problem` there with a clause for each failure."""

    def __init__(self, path: Path, on_problem: Callable[[str], None]) -> None:
        def write(values: Mapping[str, fields.SettingValue]) -> None:
            try:
                save_settings(path, values)
            except SettingsFileError as error:
                on_problem(str(error))
                raise

        super().__init__(write, or_)

    def save(self, name: str, value: fields.SettingValue) -> None:
        self.put({name: value})


def documented_text() -> str:
    return (
        _HEAD
        + "".join([f"\n# {field.help}\n# {field.what}\n{_line_of_default(field.name)}\n" for field in fields.FIELDS])
        + _KEYS
    )


def save_settings(path: Path, values: Mapping[str, fields.SettingValue]) -> None:
    """Change or create a file, which is locked and read again to keep others' changes. Raises SettingsFileError."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with files.atomic.locked(path.parent):
            text = fields.read_text(path) or documented_text()
            files.atomic.atomic_write(path, changed_text(text, values).encode())
    except (files.untrusted.UnreadableError, ValueError) as error:
        raise SettingsFileError(f"{_unchanged(path)}: {error}") from error
    except OSError as error:
        raise SettingsFileError(f"{_unchanged(path)}: {files.paths.explain(path, error)}") from error


def _unchanged(path: Path) -> str:
    return f"{path.name} is unchanged, so the change lasts until you quit"


def changed_text(text: str, values: Mapping[str, fields.SettingValue]) -> str:
    """A setting that the file lacks replaces the line that shows its default. Raises ValueError if it is not TOML."""
    import tomllib

    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        tomllib.loads(text)  # so that a fault is worded as it was when the file was read
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
    return f"# {_line(name, getattr(fields.Settings(), name))}"


def _line(name: str, value: fields.SettingValue) -> str:
    import tomlkit

    return f"{name} = {tomlkit.item(value).as_string()}"
