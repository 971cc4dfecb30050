"""The settings with their defaults, a description of each, and the reading of `config.toml`.

Invalid entries are reported and ignored; the other entries are used.
"""

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from binairo_tui import files
from binairo_tui.engine.puzzle import parse_size, size_fault
from binairo_tui.files.untrusted import UnreadableError, read_untrusted

SettingValue = str | bool | int

MAX_PAUSE_MINUTES = 240
LATEST_DAY_START = 6
"""The latest hour after midnight at which a day can begin."""
SIZES = ("6x6", "8x8", "10x10", "12x12", "14x14", "16x16", "18x18", "20x20", "6x8", "8x10", "6x10")
"""Sizes offered as choices; every size that can be generated is allowed."""


class Settings(NamedTuple):
    """Every setting. `FIELDS` describes the settings and their allowed values.

    `keys` maps command ids to the keys that replace the keys of `keys_preset`. Keys have Textual's names.
    """

    symbols: str = "digits"
    help: str = "full"
    show_clock: bool = True
    pause_after_minutes: int = 5
    zoom: str = "auto"
    wrap: bool = False
    play_advance: bool = False
    editor_advance: bool = True
    sweep: bool = True
    theme: str = "auto"
    charset: str = "auto"
    mouse: bool = False
    keys_preset: str = "default"
    daily_size: str = "8x8"
    day_starts: int = 0
    new_size: str = "10x10"
    new_band: str = "medium"
    new_rules: str = "unique"
    page_address: str = ""
    keys: Mapping[str, tuple[str, ...]] = MappingProxyType({})

    def day_of(self, moment: datetime) -> date:
        """Return the player's day to which a moment belongs.

        A day may begin some hours after midnight in the time zone of `moment`.

        >>> Settings(day_starts=4).day_of(datetime(2026, 5, 31, 3, 59))
        datetime.date(2026, 5, 30)
        """
        return (moment - timedelta(hours=self.day_starts)).date()


class Field(NamedTuple):
    """A setting other than `keys`, which is a table. `name` is its key in the file; players see its `title`.

    `choices` are the values that the settings screen offers, in order. `allows` returns whether a value of the type of
    `default` is allowed. `what` describes the allowed values, and completes the message `must be WHAT`.
    """

    name: str
    title: str
    help: str
    choices: tuple[SettingValue, ...]
    what: str
    allows: Callable[[SettingValue], bool]

    @property
    def default(self) -> SettingValue:
        value: SettingValue = getattr(_DEFAULTS, self.name)
        return value

    def problem(self, value: object) -> str:
        """Return a clause, `must be ...`, if a value is not allowed; '' if it is allowed."""
        if isinstance(value, str | bool | int) and type(value) is type(self.default) and self.allows(value):
            return ""
        return f"must be {self.what}"


_DEFAULTS = Settings()


def _choice(name: str, title: str, sentence: str, choices: tuple[str, ...]) -> Field:
    what = ", ".join([f'"{choice}"' for choice in choices[:-1]]) + f' or "{choices[-1]}"'
    return Field(name, title, sentence, choices, what, choices.__contains__)


def _switch(name: str, title: str, sentence: str) -> Field:
    return Field(name, title, sentence, (False, True), "true or false", lambda _: True)


def _is_symbols(value: SettingValue) -> bool:
    """Return True if a value is the name of a pair of symbols, or two different visible characters below U+0300."""
    return value in ("digits", "discs", "squares", "letters") or (
        isinstance(value, str)
        and len(value) == 2
        and value[0] != value[1]
        and all(" " < character <= "~" or "\xa1" <= character < "\u0300" for character in value)
        and "\xad" not in value
    )


def _is_size(value: SettingValue) -> bool:
    size = parse_size(str(value))
    return size is not None and not size_fault(*size)


PAGE_ADDRESS = Field(
    "page_address",
    "Address of links",
    "The address of a web page with this program. With it, Share offers a link that opens the puzzle on this page.",
    ("",),
    'an address such as "https://example.org/binairo/" without #, or ""',
    lambda value: re.fullmatch(r'(?:https?://[^\s#"<>\x00-\x1f\x7f]{1,400})?', str(value)) is not None,
)

FIELDS: tuple[Field, ...] = (
    Field(
        "symbols",
        "Symbols",
        "How 0 and 1 are drawn: as a named pair or, in config.toml, as any two characters.",
        ("digits", "discs", "squares", "letters"),
        '"digits", "discs", "squares", "letters" or two characters, such as "ab"',
        _is_symbols,
    ),
    _choice(
        "help",
        "Help level",
        '"full" shows broken rules and the numbers beside the board, "lines" only the numbers. "off" gives no help.',
        ("full", "lines", "off"),
    ),
    _switch("show_clock", "Show the clock", "Show the playing time. The program records it even if it is hidden."),
    Field(
        "pause_after_minutes",
        "Pause after (minutes)",
        "Pause after so many idle minutes (0: never). They count as playing time only in daily puzzles and races.",
        (0, 1, 2, 5, 10, 15, 30),
        f"a whole number from 0 to {MAX_PAUSE_MINUTES}",
        lambda value: 0 <= int(value) <= MAX_PAUSE_MINUTES,
    ),
    Field(
        "zoom",
        "Cell size",
        'The size of a cell in columns and lines; "auto" is the largest that fits.',
        ("auto", "2x1", "3x1", "4x2", "6x3", "8x4", "10x5"),
        '"auto" or the size of a cell, such as "3x1"',
        lambda value: value == "auto" or re.fullmatch(r"\d\d?x\d", str(value)) is not None,
    ),
    _switch("wrap", "Wrap around edges", "Moving past an edge of the board continues at the opposite edge."),
    _switch(
        "play_advance",
        "Move on when playing",
        "After a 0 or a 1, go to the next blank. Backspace then empties the cell that you have just filled.",
    ),
    _switch("editor_advance", "Move on when editing", "In the editor, move to the next cell after a 0 or a 1."),
    _switch(
        "sweep",
        "Light up when solved",
        "Light up the board for a moment when it is solved, except over slow connections.",
    ),
    Field(
        "theme",
        "Theme",
        'The colours. "auto" is dark or light, like the terminal. '
        'With 16 colours or none, "ansi" or "ansi-light" is used.',
        ("auto", "dark", "light", "high-contrast", "colour-blind", "greyscale", "ansi", "ansi-light"),
        '"auto", "dark", "light", "high-contrast", "colour-blind", "greyscale", "ansi", "ansi-light" '
        'or one like "nord"',
        lambda value: re.fullmatch(r"[\w-]{1,40}", str(value)) is not None,
    ),
    _choice(
        "charset",
        "Characters",
        'Draw with Unicode or with ASCII only; "auto" follows the locale and the terminal.',
        ("auto", "unicode", "ascii"),
    ),
    _switch("mouse", "Mouse", "Use the mouse to move, fill and scroll. The terminal then cannot select text."),
    _choice(
        "keys_preset",
        "Keys",
        "The set of keys. In config.toml, the table [keys] changes single keys.",
        ("default", "arrows", "vim", "wasd"),
    ),
    _choice(
        "daily_size",
        "Daily size",
        "The size of the daily puzzle that is offered first. Playing another size in the calendar changes this.",
        ("6x6", "8x8", "10x10", "14x14"),
    ),
    Field(
        "day_starts",
        "A day begins at (hour)",
        "How many hours after midnight a day and its daily puzzle begin. On a host, days begin at midnight UTC.",
        tuple(range(LATEST_DAY_START + 1)),
        f"a whole number from 0 to {LATEST_DAY_START}",
        lambda value: 0 <= int(value) <= LATEST_DAY_START,
    ),
    Field(
        "new_size",
        "Default size",
        "Width and height of new puzzles.",
        SIZES,
        'a size such as "10x10", with sides from 2 to 40 that are even or equal',
        _is_size,
    ),
    _choice(
        "new_band",
        "Default difficulty",
        "The difficulty of new puzzles.",
        ("gentle", "easy", "medium", "hard", "expert", "extreme"),
    ),
    _choice(
        "new_rules",
        "Default rules",
        "The rules of new puzzles: unique lines, lines may repeat, or = and x signs.",
        ("unique", "any", "signs"),
    ),
    PAGE_ADDRESS,
)
"""Every setting except `keys`, in the order of the settings screen and the file."""

_BY_NAME = {field.name: field for field in FIELDS}


def field_of(name: str) -> Field | None:
    return _BY_NAME.get(name)


def load_settings(path: Path) -> tuple[Settings, tuple[str, ...]]:
    """Return the settings in a file, and a clause for each problem in it. A missing file means the defaults.

    Never raises: a file that cannot be read is also reported as a problem. The clauses may quote the file, so remove
    control characters before you show them.
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
    """Return the entries of a table. Inner tables become dotted names: TOML reads `play.undo` as a table `play`."""
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
