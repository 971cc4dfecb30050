"""The program with one promise broken: each harness must notice, or it proves nothing."""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
from collections.abc import Callable
from functools import partial

from binairo_tui.store import Writer, database

_LATER = (
    "CREATE TABLE later (id TEXT)",
    "INSERT INTO later SELECT id FROM game",
    "CREATE TABLE later_still (x)",
)


def add_migration() -> None:
    """Have the program of this process know one schema more than it does."""
    database.MIGRATIONS = (*database.MIGRATIONS, _migrations[-1])  # type: ignore[attr-defined]
    database.SCHEMA_VERSION = len(database.MIGRATIONS)  # type: ignore[attr-defined]


def _by_statements(connection: sqlite3.Connection) -> None:
    for statement in _LATER:
        connection.execute(statement)


def _by_script(connection: sqlite3.Connection) -> None:
    connection.executescript(";".join(_LATER))  # commits what is open, then each statement by itself
    connection.execute("BEGIN")  # or the commit that follows would complain at once


_migrations = [_by_statements]


def break_program(name: str) -> None:
    """Break the program in this process for good; nothing for ''."""
    if name:
        MUTANTS[name]()


def _early_word() -> None:
    """The writer says that all is written before it is."""

    setattr(Writer, "flush", lambda writer, timeout: True)  # noqa: B010 - mypy lets no method be replaced otherwise


def _no_fsync() -> None:
    """What Python itself writes is not forced to the disk; SQLite's own syncs stay."""

    def fsync(descriptor: object) -> None:
        return None

    os.fsync = fsync  # type: ignore[assignment]


def _no_ending() -> None:
    """Nobody looks whether the terminal is still there, as with Textual alone."""
    from textual.drivers.linux_driver import LinuxDriver

    from binairo_tui.tui import driver, lifecycle

    def nothing(*_: object) -> contextlib.AbstractContextManager[None]:
        return contextlib.nullcontext()

    vars(lifecycle)["ending"] = nothing
    vars(driver)["TerminalDriver"] = LinuxDriver


def _rewrite(pattern: str, replacement: str, *, answer: tuple[object, ...] | None = None) -> None:
    """Have another statement executed than the program says, and `answer` come back from it."""
    wanted = re.compile(pattern, re.IGNORECASE)

    class Rewriting(database.Connection):
        def execute(self, sql: str, *parameters: object) -> sqlite3.Cursor:
            if not wanted.search(sql):
                return super().execute(sql, *parameters)  # type: ignore[arg-type]
            cursor = super().execute(wanted.sub(replacement, sql))
            return cursor if answer is None else super().execute("SELECT ?", answer)

    setattr(database, "Connection", Rewriting)  # noqa: B010 - mypy lets no class be replaced otherwise


MUTANTS: dict[str, Callable[[], None]] = {
    "journal in memory": partial(
        _rewrite, r"journal_mode\s*=\s*TRUNCATE", "journal_mode = MEMORY", answer=("truncate",)
    ),
    "synchronous normal": partial(_rewrite, r"synchronous\s*=\s*FULL", "synchronous = NORMAL"),
    "early word": _early_word,
    "script in migration": partial(_migrations.append, _by_script),
    "no fsync": _no_fsync,
    "no ending": _no_ending,
}
