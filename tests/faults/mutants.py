"""Mutants: the program with one guarantee broken, which a harness must notice."""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from types import ModuleType
from typing import Any, NamedTuple

from binairo_tui.store import database, migrations, repair, rows
from binairo_tui.store.save_batch import Batch
from binairo_tui.store.writer import Writer


def replace_names(*modules: ModuleType, **values: object) -> None:
    """Give names of modules other values, for good. Raises AttributeError for a name that a module does not have.

    An assignment would add the name instead, and what should be replaced would go on as before.
    """
    for module in modules:
        for name, value in values.items():
            getattr(module, name)
            vars(module)[name] = value


class Mutant(NamedTuple):
    """A change of the source that tests must notice."""

    name: str
    path: str
    old: str
    new: str
    tests: Sequence[str]


_LATER = (
    "CREATE TABLE later (id TEXT)",
    "INSERT INTO later SELECT id FROM game",
    "CREATE TABLE later_still (x)",
)


def add_migration() -> None:
    """Add a migration to the program in this process."""
    migrations.MIGRATIONS = (*migrations.MIGRATIONS, _migrations[-1])
    migrations.SCHEMA_VERSION = len(migrations.MIGRATIONS)


def _by_statements(connection: sqlite3.Connection) -> None:
    for statement in _LATER:
        connection.execute(statement)


def _by_script(connection: sqlite3.Connection) -> None:
    connection.executescript(";".join(_LATER))  # commits the transaction, then each statement by itself
    connection.execute("BEGIN")  # or the following commit would fail


_migrations = [_by_statements]


def break_program(name: str) -> None:
    """Break the program in this process permanently; do nothing for ''."""
    if name:
        MUTANTS[name]()
        _broken.append(name)


def program(prologue: str = "", mutant: str = "") -> tuple[str, str]:
    """Return arguments for Python that run `binairo` after a prologue, with this mutant or those of this process."""
    names = [mutant] if mutant else _broken
    code = "\n".join(
        ["from tests.faults.mutants import break_program", *[f"break_program({name!r})" for name in names]]
    )
    return "-c", f"{prologue}\n{code if names else ''}\n{_MAIN}"


_broken: list[str] = []
_MAIN = "import sys; from binairo_tui.cli import main; sys.argv[0] = 'binairo'; main()"


def _early_word() -> None:
    """The writer reports that everything is written before it is."""

    setattr(Writer, "flush", lambda writer, timeout: True)  # noqa: B010 - mypy lets no method be replaced otherwise


def _no_checksums() -> None:
    """Checksums are not verified."""
    replace_names(rows, row_checksum=lambda previous, *values: bytes(rows.CHECKSUM_SIZE))


def _eager_repair() -> None:
    """Every error while reading counts as damage, without a second read."""
    replace_names(sqlite3, SQLITE_NOTADB=sqlite3.SQLITE_IOERR)
    replace_names(repair, _is_sound=lambda raw, path: False)


def _strict_bytes() -> None:
    """Bytes that are not UTF-8 are an error, as with Textual alone."""
    from textual.drivers.linux_driver import LinuxDriver

    from binairo_tui.tui.terminal import driver

    replace_names(driver, TerminalDriver=LinuxDriver)


def _no_retry() -> None:
    """Failed saves are dropped."""

    def forget(writer: Any, batch: object) -> bool:
        with writer._changed:
            writer._writing = Batch({}, {})
            writer._changed.notify_all()
        return True

    setattr(Writer, "_give_back", forget)  # noqa: B010 - mypy lets no method be replaced otherwise


def _save_at_once() -> None:
    """Every save waits until it is written."""
    save = Writer.save

    def save_and_wait(writer: Writer, *arguments: Any) -> None:
        save(writer, *arguments)
        writer.flush(20)

    setattr(Writer, "save", save_and_wait)  # noqa: B010


def _no_fsync() -> None:
    """Files written by Python are not synced; SQLite's own syncs remain."""

    def fsync(descriptor: object) -> None:
        return None

    os.fsync = fsync  # type: ignore[assignment]


def _no_locks() -> None:
    """Nobody locks a database file. Each statement lets other processes run first, so that transactions overlap."""
    connect = sqlite3.connect

    def connect_without_locks(path: str, **options: Any) -> Any:
        connection = connect(f"{path}&nolock=1" if path.startswith("file:") else path, **options)
        connection.set_trace_callback(lambda _: time.sleep(0.001))
        return connection

    replace_names(sqlite3, connect=connect_without_locks)
    flush = Writer.flush
    setattr(Writer, "flush", lambda writer, timeout: flush(writer, 5.0))  # noqa: B010 - a damaged file is tried for ever


def _no_ending() -> None:
    """The end of the terminal is not noticed, as with Textual alone."""
    from textual.drivers.linux_driver import LinuxDriver

    from binairo_tui.tui.terminal import driver, shutdown

    def nothing(*_: object) -> contextlib.AbstractContextManager[None]:
        return contextlib.nullcontext()

    replace_names(shutdown, ending=nothing)
    replace_names(driver, TerminalDriver=LinuxDriver)


def _rewrite(*changes: tuple[str, str], answer: tuple[object, ...] | None = None) -> None:
    """Replace the statements of the program, and their result by `answer` if it is given."""
    wanted = [(re.compile(pattern, re.IGNORECASE), replacement) for pattern, replacement in changes]

    def changed(sql: str) -> str:
        for pattern, replacement in wanted:
            sql = pattern.sub(replacement, sql)
        return sql

    class Rewriting(database.ProgressConnection):
        def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
            cursor = super().execute(changed(sql), *parameters)
            return cursor if answer is None or changed(sql) == sql else super().execute("SELECT ?", answer)

        def executemany(self, sql: str, parameters: Iterable[Any], /) -> sqlite3.Cursor:
            return super().executemany(changed(sql), parameters)

    replace_names(database, ProgressConnection=Rewriting)


MUTANTS: dict[str, Callable[[], None]] = {
    "journal in memory": partial(
        _rewrite, (r"journal_mode\s*=\s*PERSIST", "journal_mode = MEMORY"), answer=("persist",)
    ),
    "synchronous normal": partial(_rewrite, (r"synchronous\s*=\s*FULL", "synchronous = NORMAL")),
    "early word": _early_word,
    "script in migration": partial(_migrations.append, _by_script),
    "no fsync": _no_fsync,
    "no checksums": _no_checksums,
    "eager repair": _eager_repair,
    "save at once": _save_at_once,
    "no retry": _no_retry,
    "no locks": _no_locks,
    "blind write": partial(_rewrite, ("AND rev = .*", ""), ("INSERT INTO step", "INSERT OR REPLACE INTO step")),
    "no ending": _no_ending,
    "strict bytes": _strict_bytes,
}


class Noticing(NamedTuple):
    """A harness that must notice a mutant, in the short form of the tests if `is_quick`.

    `trouble` is part of the first trouble that it reports. Where the system cannot trace calls, a harness that
    `needs_strace` notices nothing.
    """

    mutant: str
    harness: str
    trouble: str = ""
    is_quick: bool = False
    needs_strace: bool = True
    arguments: Sequence[str] = ()


NOTICING = (
    Noticing("journal in memory", "kill"),
    Noticing("journal in memory", "power_cut"),
    Noticing("synchronous normal", "power_cut"),
    Noticing("early word", "kill", needs_strace=False),
    Noticing("script in migration", "kill"),
    Noticing("script in migration", "power_cut"),
    Noticing("no fsync", "power_cut"),
    Noticing("no checksums", "damage", "silently_wrong", is_quick=True, needs_strace=False),
    Noticing("eager repair", "damage", "healthy_quarantined"),
    Noticing("save at once", "slow_disk"),
    Noticing("no retry", "disk_errors", is_quick=True),
    Noticing("no locks", "crowd", is_quick=True, needs_strace=False),
    Noticing("blind write", "crowd", is_quick=True, needs_strace=False),
    Noticing("no ending", "hang_up", needs_strace=False),
    Noticing("strict bytes", "fuzz", needs_strace=False),
)
