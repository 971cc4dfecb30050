import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from binairo_tui.store import migrations
from binairo_tui.store.database import APPLICATION_ID, reading, writing
from binairo_tui.store.errors import (
    DamagedFileError,
    ForeignFileError,
    SchemaTooNewError,
    UnavailableError,
    UnsafePathError,
)
from binairo_tui.store.opening import open_database
from binairo_tui.store.snapshots import open_snapshot, take_snapshot


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "share" / "binairo-tui" / "progress.db"


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def mode(path: Path) -> int:
    return path.lstat().st_mode & 0o777


def add_migration(monkeypatch: pytest.MonkeyPatch, step: Callable[[sqlite3.Connection], None]) -> None:
    """Give the program one more migration."""
    monkeypatch.setattr("binairo_tui.store.migrations.MIGRATIONS", (*migrations.MIGRATIONS, step))
    monkeypatch.setattr("binairo_tui.store.migrations.SCHEMA_VERSION", migrations.SCHEMA_VERSION + 1)


def pragma(connection: sqlite3.Connection, name: str) -> object:
    return connection.execute(f"PRAGMA {name}").fetchone()[0]


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077])
def test_new_files_are_private(path: Path, mask: int) -> None:
    with umask(mask), closing(open_database(path)) as connection, writing(connection):
        connection.execute("CREATE TABLE extra (x)")
        assert mode(path) == mode(path.with_name("progress.db-journal")) == 0o600
        assert mode(path.parent) == mode(path.parent.parent) == 0o700


def test_a_new_file_has_the_current_schema(path: Path) -> None:
    with closing(open_database(path)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
        assert tables == [("game",), ("practice",), ("result",), ("step",)]
        assert pragma(connection, "application_id") == APPLICATION_ID
        assert pragma(connection, "user_version") == migrations.SCHEMA_VERSION
        assert pragma(connection, "integrity_check") == "ok"


def test_every_connection_has_the_durable_settings(path: Path) -> None:
    for _ in ("new file", "old file"):
        with closing(open_database(path)) as connection:
            wanted = {
                "journal_mode": "persist",
                "journal_size_limit": 64 << 10,
                "synchronous": 2,  # FULL
                "foreign_keys": 1,
                "trusted_schema": 0,
                "cell_size_check": 1,
                "mmap_size": 0,
            }
            assert {name: pragma(connection, name) for name in wanted} == wanted


def test_a_failed_migration_leaves_the_file_unchanged(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_database(path).close()
    before = sha256(path.read_bytes()).digest()

    def fill_then_fail(connection: sqlite3.Connection) -> None:
        connection.execute("CREATE TABLE later (x)")
        connection.execute("INSERT INTO later SELECT value FROM nowhere")

    add_migration(monkeypatch, fill_then_fail)
    with pytest.raises(UnavailableError, match="nowhere"):
        open_database(path)
    assert sha256(path.read_bytes()).digest() == before


def test_an_older_file_gets_only_the_missing_migrations(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_database(path).close()
    version = migrations.SCHEMA_VERSION

    def add(connection: sqlite3.Connection) -> None:
        connection.execute("CREATE TABLE later (x)")

    add_migration(monkeypatch, add)
    for _ in ("migrate", "open"):
        with closing(open_database(path)) as connection:
            assert pragma(connection, "user_version") == version + 1
            assert connection.execute("SELECT count(*) FROM later").fetchone() == (0,)


@pytest.mark.parametrize(
    ("script", "error"),
    [
        (f"PRAGMA user_version = {migrations.SCHEMA_VERSION + 1}", SchemaTooNewError),
        ("PRAGMA application_id = 7", ForeignFileError),
        ("PRAGMA application_id = 0", ForeignFileError),
    ],
)
def test_a_newer_or_foreign_file_is_refused_unchanged(path: Path, script: str, error: type[Exception]) -> None:
    open_database(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(script)
    before = sha256(path.read_bytes()).digest()
    with pytest.raises(error, match=r"progress\.db"):
        open_database(path)
    assert sha256(path.read_bytes()).digest() == before
    assert [file.name for file in path.parent.iterdir() if file.stat().st_size] == ["progress.db"]


@pytest.mark.parametrize("content", [b"not a database " * 100, b"\0" * 4096])
def test_a_file_that_is_not_a_database_is_refused_unchanged(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, mode=0o700)
    path.write_bytes(content)
    with pytest.raises(DamagedFileError):
        open_database(path)
    assert path.read_bytes() == content


def test_the_message_about_a_file_without_its_tables_names_the_file(path: Path) -> None:
    open_database(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE practice")
    with pytest.raises(DamagedFileError, match=rf"^{re.escape(str(path))} is damaged \(its tables"):
        open_database(path, check=True)


@pytest.mark.parametrize("there", [True, False])
def test_a_symlink_is_refused_and_not_followed(path: Path, tmp_path: Path, there: bool) -> None:
    victim = tmp_path / "victim"
    if there:
        victim.write_bytes(b"")
    path.parent.mkdir(parents=True, mode=0o700)
    path.symlink_to(victim)
    with pytest.raises(UnsafePathError, match="regular file"):
        open_database(path)
    assert victim.exists() is there
    assert not there or victim.read_bytes() == b""


def test_a_directory_in_place_of_the_file_is_refused(path: Path) -> None:
    path.mkdir(parents=True)
    path.parent.chmod(0o700)
    with pytest.raises(UnsafePathError, match="regular file"):
        open_database(path)


@pytest.mark.parametrize("shared", [0o770, 0o707])
def test_a_directory_that_others_can_write_is_closed_to_them_and_the_player_told(path: Path, shared: int) -> None:
    path.parent.mkdir(parents=True)
    path.parent.chmod(shared)
    with closing(open_database(path)) as connection:
        assert connection.notice == f"Other users could write to {path.parent}; now only you can."
    assert path.parent.stat().st_mode & 0o777 == shared & ~0o022
    with closing(open_database(path)) as connection:
        assert connection.notice == ""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
@pytest.mark.parametrize("given_away", ["directory", "file"])
def test_a_file_or_directory_of_another_user_is_refused(path: Path, given_away: str) -> None:
    open_database(path).close()
    os.chown(path if given_away == "file" else path.parent, 65534, -1)
    with pytest.raises(UnsafePathError, match="another user"):
        open_database(path)


def test_a_path_that_cannot_be_created_is_unavailable(path: Path) -> None:
    path.parent.parent.mkdir(parents=True)
    path.parent.write_text("a file where the directory should be")
    with pytest.raises(UnavailableError, match="is not a directory: move it away"):
        open_database(path)


@pytest.mark.parametrize("pattern", ["{}/100%41?#&x=1", "{}/caf\udce9", "/{}"])
def test_a_path_may_have_characters_that_mean_something_in_a_uri(tmp_path: Path, pattern: str) -> None:
    odd = Path(pattern.format(tmp_path), "binairo-tui", "progress.db")
    open_database(odd).close()
    assert odd.read_bytes().startswith(b"SQLite format 3")


def test_a_snapshot_that_cannot_be_taken_or_read_is_closed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def connect(*arguments: Any, **options: Any) -> sqlite3.Connection:
        made.append(original(*arguments, **options))
        return made[-1]

    def fail(_: sqlite3.Connection) -> None:
        raise sqlite3.OperationalError("it cannot be done")

    made: list[sqlite3.Connection] = []
    original = sqlite3.connect
    connection = open_database(path)
    connection.close()
    monkeypatch.setattr(sqlite3, "connect", connect)
    add_migration(monkeypatch, fail)
    with pytest.raises(UnavailableError, match="closed"):
        take_snapshot(connection)
    with pytest.raises(UnavailableError, match="cannot be done"):
        open_snapshot(path.read_bytes(), path.name)
    with pytest.raises(DamagedFileError):
        open_snapshot(b"no database at all" * 100, "it")
    assert len(made) == 3
    for snapshot in made:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            snapshot.execute("")


def test_a_file_in_wal_mode_is_switched_to_a_rollback_journal(path: Path) -> None:
    open_database(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    with closing(open_database(path)) as connection:
        assert pragma(connection, "journal_mode") == "persist"


def connect_in(journal_mode: str, path: Path) -> sqlite3.Connection:
    """Connect as a program does that has chosen another rollback journal; other versions of this one are such."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(f"PRAGMA journal_mode = {journal_mode}")
    return connection


def leave_unfinished(connection: sqlite3.Connection, path: Path) -> None:
    """Leave the file and journal of a process killed while it overwrote what the table `extra` holds."""
    journal = path.with_name("progress.db-journal")
    connection.execute("PRAGMA cache_size = 1")  # so that pages are written before the commit
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("UPDATE extra SET x = hex(randomblob(1000))")
    torn = path.read_bytes(), journal.read_bytes()
    connection.execute("ROLLBACK")
    connection.close()
    assert torn[0] != path.read_bytes()
    path.write_bytes(torn[0])
    journal.write_bytes(torn[1])


@pytest.mark.parametrize("other", ["DELETE", "TRUNCATE", "PERSIST"])
@pytest.mark.parametrize("is_ours", [True, False])
def test_an_unfinished_write_is_rolled_back_whatever_the_journal_modes(
    path: Path, other: str, *, is_ours: bool
) -> None:
    rows = [(number, "x" * 2000) for number in range(40)]
    with closing(open_database(path)) as connection, writing(connection):
        connection.execute("CREATE TABLE extra (id INTEGER PRIMARY KEY, x)")
        connection.executemany("INSERT INTO extra VALUES (?, ?)", rows)
    leave_unfinished(open_database(path) if is_ours else connect_in(other, path), path)
    with closing(connect_in(other, path) if is_ours else open_database(path)) as survivor:
        assert survivor.execute("SELECT * FROM extra ORDER BY id").fetchall() == rows
        assert pragma(survivor, "integrity_check") == "ok"


def test_sessions_with_different_journal_modes_share_a_file(path: Path) -> None:
    connections: list[sqlite3.Connection] = [open_database(path)]
    connections += [connect_in(it, path) for it in ("DELETE", "TRUNCATE", "PERSIST")]
    connections[0].execute("CREATE TABLE extra (x)")
    for number in range(12):
        connections[number % 4].execute("INSERT INTO extra VALUES (?)", (number,))
        for connection in connections:
            assert connection.execute("SELECT max(x) FROM extra").fetchone() == (number,)
    assert pragma(connections[0], "integrity_check") == "ok"
    for connection in connections:
        connection.close()


def test_a_finished_write_leaves_a_small_journal_without_effect(path: Path) -> None:
    journal = path.with_name("progress.db-journal")
    with closing(open_database(path)) as connection:
        connection.execute("CREATE TABLE extra (x)")
        connection.executemany("INSERT INTO extra VALUES (?)", [("x" * 2000,)] * 200)
        connection.execute("UPDATE extra SET x = hex(x)")
    before = path.read_bytes()
    assert 0 < journal.stat().st_size <= 64 << 10
    assert not any(journal.read_bytes()[:28])
    with closing(open_database(path, check=True)) as connection:
        assert connection.execute("SELECT DISTINCT length(x) FROM extra").fetchall() == [(4000,)]
    assert path.read_bytes() == before


def test_a_transaction_is_all_or_nothing(path: Path) -> None:
    with closing(open_database(path)) as connection:
        connection.execute("CREATE TABLE extra (x UNIQUE)")
        with pytest.raises(UnavailableError, match="UNIQUE"), writing(connection):
            connection.executemany("INSERT INTO extra VALUES (?)", [(1,), (2,), (1,)])
        assert connection.execute("SELECT count(*) FROM extra").fetchone() == (0,)


def test_a_reader_sees_one_state_throughout(path: Path) -> None:
    with closing(open_database(path)) as one, closing(open_database(path)) as two:
        one.execute("CREATE TABLE extra (x)")
        two.execute("PRAGMA busy_timeout = 0")
        with reading(one):
            assert one.execute("SELECT count(*) FROM extra").fetchone() == (0,)
            with pytest.raises(UnavailableError, match="another program"), writing(two):
                two.execute("INSERT INTO extra VALUES (1)")
            assert one.execute("SELECT count(*) FROM extra").fetchone() == (0,)


def test_reading_is_possible_while_another_session_writes(path: Path) -> None:
    with closing(open_database(path)) as one, closing(open_database(path)) as two:
        two.execute("PRAGMA busy_timeout = 0")
        with writing(one), reading(two):
            assert two.execute("SELECT count(*) FROM game").fetchone() == (0,)
