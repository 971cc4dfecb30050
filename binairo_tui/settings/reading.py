"""Reads `config.toml`. Invalid entries are reported and ignored; the other entries are used."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from binairo_tui import files
from binairo_tui.files.untrusted import UnreadableError, read_untrusted
from binairo_tui.settings.fields import Settings, field_of


def load_settings(path: Path) -> tuple[Settings, tuple[str, ...]]:
    """Return the settings in a file, and a clause for each problem in it. A missing file means the defaults.

    Never raises: a file that cannot be read is also reported as a problem. The clauses may quote the file, so strip
    control characters before showing them.
    """
    try:
        text = read_text(path)
    except UnreadableError as error:
        fault = files.paths.find_fault(path)
        return Settings(), (f"{path.name}: {fault.text if fault else error}; using the defaults",)
    if not text.strip():
        return Settings(), ()
    import tomllib

    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return Settings(), (f"{path.name}: {error}; using the defaults",)
    settings, problems = settings_from(table)
    return settings, tuple([f"{path.name}: {problem}" for problem in problems])


def read_text(path: Path) -> str:
    """Return the text of a settings file; empty if there is no file. Raises UnreadableError if it cannot be read."""
    try:
        return read_untrusted(path)
    except UnreadableError as error:
        if isinstance(error.__cause__, FileNotFoundError | NotADirectoryError):
            return ""
        raise


def settings_from(table: Mapping[str, object]) -> tuple[Settings, list[str]]:
    """Return the settings in a parsed TOML table, and a clause for each invalid entry."""
    values: dict[str, object] = {}
    problems: list[str] = []
    for name, value in table.items():
        field = field_of(name)
        if name == "keys":
            values[name], wrong = _keys_from(value)
            problems += wrong
        elif field is None:
            problems.append(f"{name}: no such setting")
        elif problem := field.problem(value):
            problems.append(f"{name} = {_quoted(value)}: {problem}; using {_quoted(field.default)}")
        else:
            values[name] = value
    return Settings()._replace(**values), problems  # type: ignore[arg-type] # each value was checked by its field


def _keys_from(table: object) -> tuple[Mapping[str, tuple[str, ...]], list[str]]:
    """Return the player's own keys by command id, with unchecked names, and a clause for each invalid entry."""
    if not isinstance(table, dict):
        return MappingProxyType({}), ['keys: must be a table [keys] of lines such as "play.undo" = ["u"]']
    keys: dict[str, tuple[str, ...]] = {}
    problems: list[str] = []
    for name, value in _flat(table):
        names = [value] if isinstance(value, str) else value
        if isinstance(names, list) and all(isinstance(key, str) and key for key in names):
            keys[name] = tuple(names)
        else:
            problems.append(f'[keys] {name} = {_quoted(value)}: must be a key such as "u" or a list of keys')
    return MappingProxyType(keys), problems


def _flat(table: Mapping[str, object]) -> list[tuple[str, object]]:
    """Return the entries of a table, inner ones under dotted names: TOML reads `play.undo` as a table `play`."""
    entries: list[tuple[str, object]] = []
    for name, value in table.items():
        if isinstance(value, dict):
            entries += [(f"{name}.{inner}", it) for inner, it in value.items()]
        else:
            entries.append((name, value))
    return entries


def _quoted(value: object) -> str:
    import json  # here because every startup reads settings, but only invalid settings need this

    return json.dumps(value, default=str, ensure_ascii=False)[:60]
